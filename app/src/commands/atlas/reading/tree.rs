//! `atlas tree`: what lies below a position, best first, every position once.

use gametree_atlas::walk::{Cut, Place as Standing, Played, Walk};
use gametree_chess::Chess;
use serde::Serialize;
use serde_json::Number;

use super::moves::origin;
use super::place::{AtArgs, CutArgs, Place};
use super::{SCHEMA, words};
use crate::{centipawns, output, project};

/// What a person reads on a few screens.
const SCREENS: Cut = Cut {
    share: 0.005,
    depth: 40,
    rows: 200,
    excluded: false,
};

#[derive(Serialize)]
struct Object {
    schema: &'static str,
    project: String,
    position: String,
    /// Depth first; `parent` and `see` are places in this list.
    rows: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    parent: Option<usize>,
    depth: usize,
    #[serde(rename = "move")]
    name: Option<String>,
    uci: Option<String>,
    value: Option<Number>,
    value_text: String,
    share: f64,
    /// `first`, `transposition` or `repetition`.
    place: &'static str,
    see: Option<usize>,
    best: bool,
    state: Option<&'static str>,
    origin: Option<&'static str>,
    note: String,
    hidden: usize,
}

/// Runs the command.
pub fn run(at: &AtArgs, cut: &CutArgs, json: bool) -> anyhow::Result<()> {
    let place = at.open()?;
    let walk = place.project.query().walk(place.node, cut.over(SCREENS));
    if json {
        let rows = rows(&place, &walk)?;
        let position = place.position.fen();
        return output::json(&Object {
            schema: SCHEMA,
            project: at.name.clone(),
            position,
            rows,
        });
    }
    let mut text = String::new();
    play(&place, &walk, |played| {
        text.push_str(&line(&place, &walk, &played));
        text.push('\n');
    })?;
    output::line(text.trim_end())?;
    output::line(
        "values are White's, in pawns, after the move; then the share of the start; * best; (+n) moves not shown",
    )?;
    Ok(())
}

/// Every row with its position.
fn play(place: &Place, walk: &Walk, mut each: impl FnMut(Played<'_, Chess>)) -> anyhow::Result<()> {
    let played = place.project.play(walk, |played| {
        each(played);
        Ok::<(), gametree_atlas::AtlasError>(())
    });
    Ok(played.map_err(|error| project::problem(&error))?)
}

fn rows(place: &Place, walk: &Walk) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::with_capacity(walk.rows.len());
    play(place, walk, |played| rows.push(object(&played)))?;
    Ok(rows)
}

fn object(played: &Played<'_, Chess>) -> Row {
    let row = played.row;
    let (place, see) = match row.place {
        Standing::First => ("first", None),
        Standing::See(first) => ("transposition", Some(first)),
        Standing::Again(first) => ("repetition", Some(first)),
    };
    Row {
        parent: row.parent,
        depth: row.depth,
        name: played.by.map(|_| played.name()),
        uci: played.by.map(|(before, m)| before.uci(m)),
        value: row.value.map(centipawns::number),
        value_text: words::value(row.value),
        share: row.share,
        place,
        see,
        best: row.best && row.depth > 0,
        state: row.state.map(|state| state.word()),
        origin: row.origin.map(origin),
        note: row.note.clone(),
        hidden: row.hidden,
    }
}

/// `  +0.31  34.0 %    1...e5*  (+3)  [note]`.
fn line(place: &Place, walk: &Walk, played: &Played<'_, Chess>) -> String {
    let row = played.row;
    let name = match played.by {
        Some((before, _)) => words::numbered(before, &[played.name()]),
        None => "start".into(),
    };
    let (value, share) = (words::value(row.value), words::percent(row.share));
    let best = if row.best && row.depth > 0 { "*" } else { "" };
    let mut text = format!(
        "{value:>7} {share:>8}  {:indent$}{name}{best}",
        "",
        indent = 2 * row.depth
    );
    let see = |first| words::transposition(&place.project, &place.position, walk, first);
    match row.place {
        Standing::First if row.hidden > 0 => text.push_str(&format!("  (+{})", row.hidden)),
        Standing::First => {}
        Standing::See(first) => text.push_str(&format!("  = {}", see(first))),
        Standing::Again(first) => text.push_str(&format!("  repeats {}", see(first))),
    }
    if !row.note.is_empty() {
        text.push_str(&format!(
            "  [{}]",
            output::shorten(&row.note.replace('\n', " "), 60)
        ));
    }
    text
}
