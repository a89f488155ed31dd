//! `atlas moves`: the moves of a position with everything known of them.

use gametree::{Archived, Notation};
use gametree_atlas::fact::{Code, NodeId, Origin};
use gametree_atlas::query::{MoveRow, Query, RestRow};
use gametree_chess::Chess;
use serde::Serialize;
use serde_json::Number;

use super::place::{AtArgs, Place};
use super::{SCHEMA, words};
use crate::{centipawns, output};

/// The longest line for scripts, and for a table.
const LINE: usize = 24;
const SHORT: usize = 6;

#[derive(Serialize)]
struct Object {
    schema: &'static str,
    project: String,
    position: String,
    turn: &'static str,
    value: Option<Number>,
    value_text: String,
    best: Option<String>,
    line: Vec<String>,
    moves: Vec<MoveObject>,
    rest: Option<RestObject>,
    sources: Vec<SourceObject>,
}

/// A move of the graph, for scripts.
#[derive(Serialize)]
struct MoveObject {
    #[serde(rename = "move")]
    name: String,
    uci: String,
    value: Option<Number>,
    value_text: String,
    direct: Option<Number>,
    /// Hundredths of a pawn on the bounded scale.
    loss: Option<f64>,
    /// Plies.
    cost: Option<f64>,
    penalty: Option<f64>,
    share: f64,
    state: &'static str,
    line: Vec<String>,
    nodes: u64,
    depth: u32,
    source: Option<u16>,
    /// Whether the value comes from another engine than the direct one.
    mixed: bool,
    origin: &'static str,
    best: bool,
    note: String,
}

#[derive(Serialize)]
struct RestObject {
    #[serde(rename = "move")]
    name: Option<String>,
    uci: Option<String>,
    value: Number,
    value_text: String,
    loss: f64,
    cost: Option<f64>,
    share: f64,
    state: &'static str,
    nodes: u64,
    count: usize,
}

#[derive(Serialize)]
struct SourceObject {
    number: usize,
    name: String,
    options: String,
}

/// Runs the command.
pub fn run(at: &AtArgs, json: bool) -> anyhow::Result<()> {
    let place = at.open()?;
    if json {
        output::json(&object(&at.name, &place))
    } else {
        print(&place)
    }
}

/// A move by its name, and as engines write it.
pub fn names(position: &Chess, code: Code) -> Option<(String, String)> {
    position
        .decode(code)
        .map(|m| (position.write_move(m), position.uci(m)))
}

fn object(project: &str, place: &Place) -> Object {
    let query = place.project.query();
    let moves = query.moves(place.node);
    let value = query.value(place.node);
    let position = &place.position;
    let sources = place.project.graph().sources().iter().enumerate();
    Object {
        schema: SCHEMA,
        project: project.to_string(),
        position: position.fen(),
        turn: if position.color().is_white() {
            "white"
        } else {
            "black"
        },
        value: value.map(centipawns::number),
        value_text: words::value(value),
        best: query
            .best(place.node)
            .and_then(|code| names(position, code))
            .map(|(name, _)| name),
        line: line(place, &query, (position, place.node), LINE),
        moves: moves
            .rows
            .into_iter()
            .filter_map(|row| move_object(place, &query, row))
            .collect(),
        rest: moves.rest.map(|rest| rest_object(position, &rest)),
        sources: sources
            .map(|(number, source)| SourceObject {
                number,
                name: source.name.clone(),
                options: source.options.clone(),
            })
            .collect(),
    }
}

fn line(place: &Place, query: &Query<'_>, from: (&Chess, NodeId), most: usize) -> Vec<String> {
    place.project.words(from.0, &query.line(from.1, most).codes)
}

/// The line after a move.
fn line_behind(
    place: &Place,
    query: &Query<'_>,
    row: &MoveRow,
    most: usize,
) -> (Option<Chess>, Vec<String>) {
    use gametree::Game;
    let after = place
        .position
        .decode(row.code)
        .map(|m| place.position.after(m));
    let line = after.as_ref().map_or(Vec::new(), |after| {
        line(place, query, (after, row.node), most)
    });
    (after, line)
}

fn move_object(place: &Place, query: &Query<'_>, row: MoveRow) -> Option<MoveObject> {
    let (name, uci) = names(&place.position, row.code)?;
    Some(MoveObject {
        name,
        uci,
        value: row.value.map(centipawns::number),
        value_text: words::value(row.value),
        direct: row.direct.map(centipawns::number),
        loss: row.loss,
        cost: row.cost.map(words::plies),
        penalty: row.penalty.map(words::plies),
        share: row.share,
        state: row.state.word(),
        line: line_behind(place, query, &row, LINE).1,
        nodes: row.nodes,
        depth: row.depth,
        source: row.source,
        mixed: row.mixed,
        origin: origin(row.origin),
        best: row.best,
        note: row.note,
    })
}

/// Who wanted a move.
pub fn origin(origin: Origin) -> &'static str {
    match origin {
        Origin::Engine => "engine",
        Origin::User => "user",
    }
}

fn rest_object(position: &Chess, rest: &RestRow) -> RestObject {
    let (name, uci) = rest.code.and_then(|code| names(position, code)).unzip();
    RestObject {
        name,
        uci,
        value: centipawns::number(rest.value),
        value_text: centipawns::text(rest.value),
        loss: rest.loss,
        cost: rest.cost.map(words::plies),
        share: rest.share,
        state: rest.state.word(),
        nodes: rest.nodes,
        count: rest.count,
    }
}

const HEADER: [&str; 11] = [
    "move", "value", "direct", "loss", "penalty", "share", "state", "nodes", "depth", "engine",
    "line",
];

fn print(place: &Place) -> anyhow::Result<()> {
    let query = place.project.query();
    let moves = query.moves(place.node);
    output::line(heading(place)?)?;
    let mut table = output::table(HEADER);
    for row in &moves.rows {
        table.add_row(cells(place, &query, row));
    }
    if let Some(rest) = &moves.rest {
        table.add_row(rest_cells(&place.position, rest));
    }
    output::right_align(&mut table, &[1, 2, 3, 4, 5, 7, 8, 9]);
    output::line(&table)?;
    legend(place, &moves.rows)
}

fn heading(place: &Place) -> anyhow::Result<String> {
    let way = place.way()?;
    let at = if way.is_empty() {
        place.position.fen()
    } else {
        format!("after {way}")
    };
    let side = if place.position.color().is_white() {
        "White"
    } else {
        "Black"
    };
    let value = words::value(place.project.query().value(place.node));
    Ok(format!(
        "{at}\n{side} to move, {value}  {}",
        place.line(2 * SHORT)
    ))
}

fn cells(place: &Place, query: &Query<'_>, row: &MoveRow) -> [String; 11] {
    let (after, line) = line_behind(place, query, row, SHORT);
    let name = names(&place.position, row.code).map_or("?".into(), |(name, _)| name);
    let best = if row.best { "*" } else { "" };
    let mixed = if row.mixed { "+" } else { "" };
    let mut line = after.map_or(String::new(), |after| words::numbered(&after, &line));
    if !row.note.is_empty() {
        line.push_str(&format!(" [{}]", output::shorten(&row.note, 60)));
    }
    let user = if row.origin == Origin::User {
        " (user)"
    } else {
        ""
    };
    [
        format!("{name}{best}"),
        words::value(row.value),
        row.direct.map_or(String::new(), centipawns::text),
        row.loss.map_or(String::new(), |loss| format!("{loss:.0}")),
        row.penalty.map_or(String::new(), |penalty| {
            format!("{:.2}", words::plies(penalty))
        }),
        words::percent(row.share),
        format!("{}{user}", row.state.word()),
        output::grouped(row.nodes),
        row.depth.to_string(),
        row.source
            .map_or(String::new(), |source| format!("{source}{mixed}")),
        line,
    ]
}

fn rest_cells(position: &Chess, rest: &RestRow) -> [String; 11] {
    let best = rest.code.and_then(|code| names(position, code));
    let line = best.map_or(String::new(), |(name, _)| format!("best: {name}"));
    [
        format!("{} others", rest.count),
        centipawns::text(rest.value),
        String::new(),
        format!("{:.0}", rest.loss),
        rest.cost
            .map_or(String::new(), |cost| format!("{:.2}", words::plies(cost))),
        words::percent(rest.share),
        rest.state.word().to_string(),
        output::grouped(rest.nodes),
        String::new(),
        String::new(),
        line,
    ]
}

/// The point of view, the marks, and which engine has which number.
fn legend(place: &Place, rows: &[MoveRow]) -> anyhow::Result<()> {
    output::line("values are White's, in pawns; * best; loss in hundredths; penalty in plies")?;
    let shown = |number: usize| {
        rows.iter()
            .any(|row| row.source.map(usize::from) == Some(number))
    };
    for (number, source) in place.project.graph().sources().iter().enumerate() {
        if shown(number) {
            output::line(format!("engine {number}: {}", words::source(source)))?;
        }
    }
    if rows.iter().any(|row| row.mixed) {
        output::line("+: the value comes from another engine than the direct one")?;
    }
    Ok(())
}
