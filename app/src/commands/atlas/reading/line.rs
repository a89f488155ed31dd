//! `atlas line`: the best line with the value after every move.

use gametree::{Archived, Game, Notation, Score};
use gametree_atlas::fact::Code;
use serde::Serialize;
use serde_json::Number;

use super::place::{AtArgs, Place};
use super::{SCHEMA, words};
use crate::{centipawns, output};

#[derive(Serialize)]
struct Object {
    schema: &'static str,
    project: String,
    position: String,
    value: Option<Number>,
    value_text: String,
    line: Vec<String>,
    moves: Vec<Step>,
    end: &'static str,
}

#[derive(Serialize)]
struct Step {
    #[serde(rename = "move")]
    name: String,
    uci: String,
    /// After the move, counted from the position behind it; `null` where the graph does not reach.
    value: Option<Number>,
    value_text: String,
}

/// Runs the command.
pub fn run(at: &AtArgs, most: usize, json: bool) -> anyhow::Result<()> {
    let place = at.open()?;
    let query = place.project.query();
    let line = query.line(place.node, most);
    let moves = steps(&place, &line.codes);
    if json {
        let value = query.value(place.node);
        return output::json(&Object {
            schema: SCHEMA,
            project: at.name.clone(),
            position: place.position.fen(),
            value: value.map(centipawns::number),
            value_text: words::value(value),
            line: moves.iter().map(|step| step.name.clone()).collect(),
            moves,
            end: line.end.words(),
        });
    }
    let names: Vec<String> = moves.iter().map(|step| step.name.clone()).collect();
    output::line(format!(
        "{:>7}  before the first move",
        words::value(query.value(place.node))
    ))?;
    let mut position = place.position.clone();
    for (step, name) in moves.iter().zip(&names) {
        let number = words::numbered(&position, std::slice::from_ref(name));
        output::line(format!("{:>7}  {number}", step.value_text))?;
        if let Some(m) = position.read_move(name) {
            position.play(m);
        }
    }
    output::line(format!(
        "({}; values are White's, in pawns, after the move)",
        line.end.words()
    ))?;
    Ok(())
}

/// The moves with their values, as far as they are legal.
fn steps(place: &Place, codes: &[Code]) -> Vec<Step> {
    let query = place.project.query();
    let mut position = place.position.clone();
    let mut steps = Vec::with_capacity(codes.len());
    for &code in codes {
        let Some(m) = position.decode(code) else {
            break;
        };
        let (name, uci) = (position.write_move(m), position.uci(m));
        position.play(m);
        position.settle();
        let node = place.project.graph().find(position.identity());
        let value: Option<Score> = node.and_then(|node| query.value(node));
        steps.push(Step {
            name,
            uci,
            value: value.map(centipawns::number),
            value_text: words::value(value),
        });
    }
    steps
}
