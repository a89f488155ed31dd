//! A climb on the board, state by state.
//!
//! The seed decides a search, so the state after k looks is what the same search leaves behind when it may look at k
//! states: no search has to tell more than it does.

use gametree::Limits;
use gametree::local::Restarts;
use gametree_games::queens::{Placement, Queens};
use serde::Serialize;

use super::rules::choose;
use crate::args::QueensArgs;
use crate::error::Problem;
use crate::output::{DIM, PLAIN};

/// The most states that are shown.
const MOST: u64 = 300;
/// The widest board that is.
const WIDEST: u32 = 40;

/// One state of a climb.
#[derive(Serialize)]
pub struct Frame {
    step: u64,
    restarts: u64,
    conflicts: u64,
    rows: Vec<u32>,
    #[serde(skip)]
    board: String,
}

/// The states of the search that the arguments name, the first and the last included, where they are not too many.
pub fn film(args: &QueensArgs, queens: Queens) -> Result<Vec<Frame>, Problem> {
    if queens.count() > WIDEST {
        return Err(Problem::usage(format!("--show: a board of {} queens is too wide", queens.count()))
            .mend(format!("at most {WIDEST}; --svg draws the cost over the steps of any")));
    }
    let mut frames: Vec<Frame> = Vec::new();
    for states in 1..=MOST {
        let chosen = choose(&args.with, args.n)?;
        let mut search = Restarts { rule: chosen.rule, most: chosen.restarts, seed: args.seed };
        let report = search.search(&queens, &Limits::nodes(states));
        let is_new =
            frames.last().is_none_or(|last| (last.step, last.restarts) != (report.steps, report.restarts));
        if is_new {
            frames.push(frame(report.steps, report.restarts, &report.state));
        }
        if report.stop != gametree::Stop::Nodes {
            return Ok(frames);
        }
    }
    Ok(frames)
}

fn frame(step: u64, restarts: u64, state: &Placement) -> Frame {
    let rows = state.rows().iter().map(|row| row + 1).collect();
    Frame { step, restarts, conflicts: state.conflicts(), rows, board: state.to_string() }
}

/// All of them for people, with what each step changed.
pub fn words(frames: &[Frame]) -> String {
    let mut text = String::new();
    for (number, frame) in frames.iter().enumerate() {
        let before = number.checked_sub(1).map(|before| &frames[before]);
        text.push_str(&format!("{DIM}{}{PLAIN}\n{}\n", caption(before, frame), frame.board.trim_end()));
    }
    text
}

fn caption(before: Option<&Frame>, now: &Frame) -> String {
    let pairs = match now.conflicts {
        1 => "1 pair attacks each other".to_string(),
        pairs => format!("{pairs} pairs attack each other"),
    };
    match before {
        Some(before) if before.restarts == now.restarts => {
            let moved = before.rows.iter().zip(&now.rows).position(|(a, b)| a != b);
            let moved = moved.map_or(String::new(), |column| {
                format!(", the queen of column {} goes to row {}", column + 1, now.rows[column])
            });
            format!("step {}{moved}: {pairs}", now.step)
        }
        Some(_) => format!("restart {}: {pairs}", now.restarts),
        None => format!("start: {pairs}"),
    }
}
