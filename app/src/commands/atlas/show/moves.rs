//! `atlas moves`: the moves of a position with everything known of them.

use gametree_project::view::{MoveRow, MovesView, Rest};

use super::place::{AtArgs, OWN_SEARCH, Place, at, marked, percent, point_of_view};
use crate::output::{self, Table};
use crate::project::Project;

/// The longest line above the table, and in it.
const LINE: usize = 12;
const SHORT: usize = 6;

/// Runs the command.
pub fn run(args: &AtArgs) -> anyhow::Result<()> {
    let Place { project, node } = args.open()?;
    let view = project.moves(node)?;
    if output::is_json() {
        return output::json(&view);
    }
    output::paragraph(heading(&*project, &view)?)?;
    table(&*project, &view)
}

fn heading(project: &dyn Project, view: &MovesView) -> anyhow::Result<String> {
    let node = project.node(view.node)?;
    let after = match node.reached_by.as_str() {
        "" => at("", &view.position),
        way => format!("after {way}"),
    };
    let side = node.players[usize::from(view.turn == "second")];
    let line = project.line(view.node, LINE)?;
    let own = if line.own_search { " (own search)" } else { "" };
    Ok(format!(
        "{after}\n{side} to move, {}{own}  {}",
        marked(&view.value.value_text, line.own_search),
        super::line::numbered(&line.moves)
    ))
}

const HEADER: [&str; 12] = [
    "move", "value", "direct", "W/D/L", "loss", "penalty", "share", "state", "nodes", "depth",
    "engine", "line",
];

/// The moves as a table, with what the numbers mean.
pub fn table(project: &dyn Project, view: &MovesView) -> anyhow::Result<()> {
    let mut table = output::table(HEADER);
    for row in &view.moves {
        table.add_row(cells(row, bound_mark(view.turn)));
    }
    if let Some(rest) = &view.rest {
        table.add_row(rest_cells(rest, bound_mark(view.turn)));
    }
    table
        .right(&[1, 2, 3, 4, 5, 6, 8, 9, 10])
        .drop_first(&[10, 3, 9, 5, 8, 2, 4, 11, 7])
        .drop_if_empty(WDL);
    output::line(&table)?;
    legend(project, view)
}

/// The column that only engines of a kind fill.
const WDL: usize = 3;

fn cells(row: &MoveRow, bound: &str) -> [String; 12] {
    let mixed = if row.mixed { "+" } else { "" };
    let mut line = super::line::after(&row.number, &row.line[..row.line.len().min(SHORT)]);
    if !row.note.is_empty() {
        line.push_str(&format!(" [{}]", output::shorten(&row.note, 60)));
    }
    [
        format!("{}{}", row.name, if row.best { "*" } else { "" }),
        value(row, bound),
        direct(row),
        row.wdl.map_or(String::new(), |wdl| wdl.to_string()),
        row.loss.map_or(String::new(), |loss| format!("{loss:.0}")),
        penalty(row.penalty),
        percent(row.share),
        format!(
            "{}{}",
            state_word(row.state),
            if row.by_user { " (user)" } else { "" }
        ),
        output::grouped(row.nodes),
        row.depth.to_string(),
        row.source
            .map_or(String::new(), |source| format!("{source}{mixed}")),
        line,
    ]
}

/// What stands before a value that is at most this for the mover; values are the first player's.
fn bound_mark(turn: &str) -> &'static str {
    if turn == "second" { ">" } else { "<" }
}

/// A value with `~` where it is an engine's own search, or with the mark of a bound.
fn value(row: &MoveRow, bound: &str) -> String {
    match row.basis {
        "bound" => format!("{bound}{}", row.value.value_text),
        _ => marked(&row.value.value_text, row.own_search),
    }
}

/// A state for people; its JSON name is older than the word.
fn state_word(state: &str) -> &str {
    match state {
        "parked" => "failed",
        state => state,
    }
}

fn direct(row: &MoveRow) -> String {
    match row.direct.direct {
        Some(_) => row.direct.direct_text.clone(),
        None => String::new(),
    }
}

/// The best moves as a small table: at most this many, with this many plies of their lines.
pub fn candidates(view: &MovesView, most: usize, plies: usize) -> Table {
    let mut table = output::table(["move", "value", "depth", "nodes", "share", "line"]);
    for row in view.moves.iter().take(most) {
        let line = &row.line[..row.line.len().min(plies)];
        let effort = row.effort.max(row.nodes);
        table.add_row([
            format!("{}{}", row.name, if row.best { "*" } else { "" }),
            value(row, bound_mark(view.turn)),
            unless_zero(u64::from(row.depth), row.depth.to_string()),
            unless_zero(effort, output::rounded(effort)),
            percent(row.share),
            super::line::after(&row.number, line),
        ]);
    }
    table.right(&[1, 2, 3, 4]).drop_first(&[2, 4, 3, 5]);
    table
}

/// A figure; empty where it is nothing.
fn unless_zero(number: u64, text: String) -> String {
    if number == 0 { String::new() } else { text }
}

/// What the marks of [`candidates`] mean.
pub fn candidates_legend(project: &dyn Project) -> String {
    format!("{}; * best, {OWN_SEARCH}", point_of_view(project))
}

/// The moves at the end of a run.
pub fn summary(project: &dyn Project, view: &MovesView) -> anyhow::Result<()> {
    output::line(candidates(view, usize::MAX, SHORT))?;
    output::paragraph(format!(
        "{}, < > bound; nodes with everything behind the move",
        candidates_legend(project)
    ))?;
    Ok(())
}

fn penalty(penalty: Option<f64>) -> String {
    penalty.map_or(String::new(), |cost| format!("{cost:.2}"))
}

fn rest_cells(rest: &Rest, bound: &str) -> [String; 12] {
    [
        format!("{} others", rest.count),
        format!(
            "{}{}",
            if rest.bound { bound } else { "" },
            rest.value.value_text
        ),
        String::new(),
        String::new(),
        format!("{:.0}", rest.loss),
        penalty(rest.penalty),
        percent(rest.share),
        state_word(rest.state).to_string(),
        output::grouped(rest.nodes),
        String::new(),
        String::new(),
        rest.name
            .as_ref()
            .map_or(String::new(), |name| format!("best: {name}")),
    ]
}

/// Which weights spare which moves how much of their cost; empty where none does.
fn spared(view: &MovesView) -> String {
    let moves = view.moves.iter().filter(|row| !row.spared.is_empty());
    let one = |row: &MoveRow| {
        let parts = row.spared.iter();
        let parts = parts.map(|one| format!("{} {:.0} %", one.weight, 100.0 * one.part));
        format!("{} {}", row.name, parts.collect::<Vec<_>>().join(", "))
    };
    moves.map(one).collect::<Vec<_>>().join("; ")
}

/// The point of view, the marks, which moves are spared some of their cost, and which engine has
/// which number.
fn legend(project: &dyn Project, view: &MovesView) -> anyhow::Result<()> {
    output::paragraph(format!(
        "{}; * best, {OWN_SEARCH}, < > bound; loss in points; penalty in {}",
        point_of_view(project),
        view.unit
    ))?;
    let spared = spared(view);
    if !spared.is_empty() {
        output::paragraph(format!("spared of the cost: {spared}"))?;
    }
    let shown = |number: usize| {
        view.moves
            .iter()
            .any(|row| row.source.map(usize::from) == Some(number))
    };
    for source in view.sources.iter().filter(|source| shown(source.number)) {
        let options = match source.options.as_str() {
            "" => String::new(),
            options => format!(" ({options})"),
        };
        output::paragraph(format!(
            "engine {}: {}{options}",
            source.number, source.name
        ))?;
    }
    if view.moves.iter().any(|row| row.wdl.is_some()) {
        let first = project.players()[0];
        output::paragraph(format!(
            "W/D/L: wins of {first}, draws and losses in %, reported with the direct value"
        ))?;
    }
    if view.moves.iter().any(|row| row.mixed) {
        output::line("+: the value comes from another engine than the direct one")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::state_word;

    #[test]
    fn a_table_calls_a_parked_position_failed() {
        assert_eq!(state_word("parked"), "failed");
        assert_eq!(state_word("searched"), "searched");
    }
}
