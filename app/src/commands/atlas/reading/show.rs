//! `atlas show`: a position with what is written on it, and how the project is grown.

use gametree_atlas::graph::Mark;
use gametree_atlas::query::Position;
use gametree_atlas::settings::{Preset, Settings};
use serde::Serialize;
use serde_json::Number;

use super::moves::names;
use super::place::{AtArgs, Place};
use super::{SCHEMA, words};
use crate::{centipawns, output};

/// The longest line.
const LINE: usize = 24;

#[derive(Serialize)]
struct Object {
    schema: &'static str,
    project: String,
    position: String,
    path: String,
    opening: Option<OpeningObject>,
    root: bool,
    turn: &'static str,
    value: Option<Number>,
    value_text: String,
    /// The engine's own search of the position.
    direct: Option<Number>,
    direct_text: String,
    depth: u32,
    nodes: u64,
    engine: Option<String>,
    /// Whether the value comes from the moves.
    open: bool,
    ended: bool,
    asked: bool,
    best: Option<String>,
    best_uci: Option<String>,
    line: Vec<String>,
    legal: usize,
    known: usize,
    entries: usize,
    note: String,
    watches: Vec<String>,
    /// Plies that every way into the position costs more.
    damp: f64,
    /// Of a hundred questions, so many go to what lies below.
    boost: u8,
    parked: Option<String>,
    settings: Settings,
}

#[derive(Serialize)]
struct OpeningObject {
    eco: &'static str,
    name: &'static str,
}

/// Runs the command.
pub fn run(at: &AtArgs, json: bool) -> anyhow::Result<()> {
    let place = at.open()?;
    let object = object(&at.name, &place)?;
    if json {
        output::json(&object)
    } else {
        print(&place, &object)
    }
}

fn object(project: &str, place: &Place) -> anyhow::Result<Object> {
    let query = place.project.query();
    let graph = place.project.graph();
    let known: Position = query.position(place.node);
    let mark: Mark = graph.marks().get(&place.node).cloned().unwrap_or_default();
    let (best, best_uci) = query
        .best(place.node)
        .and_then(|code| names(&place.position, code))
        .unzip();
    let boost = graph.boosts().iter().find(|(node, _)| *node == place.node);
    Ok(Object {
        schema: SCHEMA,
        project: project.to_string(),
        position: place.position.fen(),
        path: place.way()?,
        opening: place.opening().map(|opening| OpeningObject {
            eco: opening.eco,
            name: opening.name,
        }),
        root: known.root,
        turn: if place.position.color().is_white() {
            "white"
        } else {
            "black"
        },
        value: known.value.map(centipawns::number),
        value_text: words::value(known.value),
        direct: known.direct.map(centipawns::number),
        direct_text: words::value(known.direct),
        depth: known.depth,
        nodes: known.nodes,
        engine: known
            .source
            .map(|source| graph.sources()[usize::from(source)].name.clone()),
        open: known.open,
        ended: known.ended,
        asked: known.asked,
        best,
        best_uci,
        line: place
            .project
            .words(&place.position, &query.line(place.node, LINE).codes),
        legal: known.legal,
        known: known.known,
        entries: known.entries,
        note: known.note,
        watches: mark.watches.iter().map(|&rule| words::rule(rule)).collect(),
        damp: words::plies(mark.damp),
        boost: boost.map_or(0, |&(_, percent)| percent),
        parked: known.parked,
        settings: graph.settings().clone(),
    })
}

fn print(place: &Place, object: &Object) -> anyhow::Result<()> {
    output::line(place.position.to_string())?;
    for (what, text) in facts(object, place) {
        output::line(format!(
            "{what:<11} {}",
            text.replace('\n', "\n            ")
        ))?;
    }
    output::line("values are White's, in pawns")?;
    Ok(())
}

/// What is known of the position; lines that would say nothing are left out.
fn facts(object: &Object, place: &Place) -> Vec<(&'static str, String)> {
    let line = words::numbered(&place.position, &object.line);
    let opening = object.opening.as_ref();
    let opening = opening.map_or(String::new(), |opening| {
        format!("{} {}", opening.eco, opening.name)
    });
    let watches = object.watches.join("; ");
    let damp = if object.damp > 0.0 {
        format!("{:.2} plies", object.damp)
    } else {
        String::new()
    };
    let boost = if object.boost > 0 {
        format!("{} % of the questions", object.boost)
    } else {
        String::new()
    };
    let all = vec![
        ("FEN", object.position.clone()),
        ("reached by", object.path.clone()),
        ("opening", opening),
        ("value", value(object)),
        ("own search", own(object)),
        ("best line", line),
        (
            "moves",
            format!(
                "{} legal, {} in the graph; {} ways lead here",
                object.legal, object.known, object.entries
            ),
        ),
        ("note", object.note.clone()),
        ("watched", watches),
        ("boosted", boost),
        ("damped", damp),
        ("parked", object.parked.clone().unwrap_or_default()),
        ("project", settings(&object.settings)),
    ];
    all.into_iter()
        .filter(|(_, text)| !text.is_empty())
        .collect()
}

fn value(object: &Object) -> String {
    let from = match (object.ended, object.open) {
        (true, _) => "the game is over",
        (_, true) => "from its moves",
        _ => "from its own search",
    };
    let asked = if object.asked {
        "; a question is open"
    } else {
        ""
    };
    format!("{} ({from}{asked})", object.value_text)
}

fn own(object: &Object) -> String {
    object.engine.as_ref().map_or(String::new(), |engine| {
        let nodes = output::grouped(object.nodes);
        format!(
            "{}, depth {}, {nodes} nodes, {engine}",
            object.direct_text, object.depth
        )
    })
}

/// How the project is grown, on a few lines.
fn settings(settings: &Settings) -> String {
    let cost = match settings.cost.preset {
        Preset::Rivest { p, shift } => format!("min/max approximation, p {p}, shift {shift}"),
        Preset::Dropout { per_ply } => format!("a loss of {per_ply} points costs as much as a ply"),
        Preset::Repertoire {
            second,
            own,
            theirs,
        } => {
            let side = if second { "Black" } else { "White" };
            format!("repertoire of {side}: {own} points a ply, the other side {theirs}")
        }
    };
    let nodes = output::grouped(settings.nodes);
    let mut text = format!(
        "{cost}; {nodes} nodes a question at least, {} open at once",
        settings.window
    );
    if let Some(most) = settings.alternatives {
        text.push_str(&format!("; engines add at most {most} moves to a position"));
    }
    if let Some(most) = settings.most_positions {
        text.push_str(&format!("; at most {} positions", output::grouped(most)));
    }
    if settings.reproducible {
        text.push_str("; reproducible");
    }
    text
}
