//! `atlas tree`: what lies below a position, best first, every position once.

use gametree_project::request::OutlineAsk;
use gametree_project::view::OutlineRow;

use super::place::{AtArgs, CutArgs, OWN_SEARCH, Place, marked, percent, point_of_view};
use crate::output;

/// What a person reads on a few screens.
const SHARE: f64 = 0.005;

/// Runs the command.
pub fn run(at: &AtArgs, cut: &CutArgs) -> anyhow::Result<()> {
    let Place { project, node } = at.open()?;
    let view = project.outline(&OutlineAsk {
        root: Some(node),
        share: Some(cut.share.unwrap_or(SHARE)),
        depth: cut.depth,
        rows: cut.rows(),
        excluded: Some(false),
    })?;
    if output::is_json() {
        return output::json(&view);
    }
    for place in 0..view.rows.len() {
        output::line(line(&view.rows, place))?;
    }
    output::paragraph(format!(
        "{}, after the move; {OWN_SEARCH}; then the share of the start, the depth and nodes of the \
         own search; * best; (+n) moves not shown",
        point_of_view(&*project)
    ))?;
    Ok(())
}

/// `  +0.31  34.0 %  d21   1.2M    1...e5*  (+3)  [note]`.
fn line(rows: &[OutlineRow], place: usize) -> String {
    let row = &rows[place];
    let name = match row.depth {
        0 => "start".into(),
        _ => format!("{}{}", row.number, row.name),
    };
    let best = if row.best { "*" } else { "" };
    let mut text = format!(
        "{:>8} {:>8} {:>4} {:>6}  {:indent$}{name}{best}",
        marked(&row.value.value_text, row.own_search),
        percent(row.share),
        searched(row, format!("d{}", row.search_depth)),
        searched(row, output::rounded(row.nodes)),
        "",
        indent = 2 * row.depth
    );
    match (row.see, row.place) {
        (Some(first), "see") => text.push_str(&format!("  = {}", way(rows, first))),
        (Some(first), _) => text.push_str(&format!("  repeats {}", way(rows, first))),
        (None, _) if row.hidden > 0 => text.push_str(&format!("  (+{})", row.hidden)),
        (None, _) => {}
    }
    if !row.note.is_empty() {
        let note = row.note.replace('\n', " ");
        text.push_str(&format!("  [{}]", output::shorten(&note, 60)));
    }
    text
}

/// A figure of the own search; empty where there was none.
fn searched(row: &OutlineRow, figure: String) -> String {
    match row.nodes {
        0 => String::new(),
        _ => figure,
    }
}

/// The moves from the start to a row.
fn way(rows: &[OutlineRow], place: usize) -> String {
    let mut words = Vec::new();
    let mut at = Some(place);
    while let Some(row) = at.map(|at| &rows[at]).filter(|row| row.depth > 0) {
        let plain = row.number.ends_with("...") && row.depth > 1;
        let number = if plain { "" } else { &row.number };
        words.push(format!("{number}{}", row.name));
        at = row.parent;
    }
    words.reverse();
    if words.is_empty() {
        "the start".into()
    } else {
        words.join(" ")
    }
}
