//! A climb on the board, state by state.
//!
//! The seed decides a search, so the state after k visits is what the same search leaves behind
//! when it may visit k states: no search has to report more than it does.

use gametree::Limits;
use gametree::local::Restarts;
use gametree_games::queens::{Placement, Queens};
use serde::Serialize;

use super::rules::choose;
use crate::error::CatalogError;

/// The most states that are shown.
const MOST: u64 = 300;
/// The widest board that is.
const WIDEST: u32 = 40;

/// One state of a climb.
#[derive(Serialize)]
pub struct Frame {
    step: u64,
    restarts: u64,
    /// Pairs that attack each other.
    pub conflicts: u64,
    rows: Vec<u32>,
    /// The column whose queen moved, counted from 1.
    moved: Option<usize>,
    /// What happened, in words.
    pub caption: String,
    /// The board as text.
    #[serde(skip)]
    pub board: String,
}

/// The states of a climb.
pub struct Animation {
    /// The first ones.
    pub frames: Vec<Frame>,
    /// Whether the last one is the end of the search.
    pub complete: bool,
}

/// The states of the search of a text, from a given start or a random one, the first and the last
/// included, where they are not too many.
pub fn animate(
    with: &str,
    seed: u64,
    queens: Queens,
    start: Option<&Placement>,
) -> Result<Animation, CatalogError> {
    if queens.count() > WIDEST {
        return Err(CatalogError::usage(format!(
            "--show: a board of {} queens is too wide",
            queens.count()
        ))
        .hint(format!(
            "at most {WIDEST}; --svg draws the cost over the steps of any"
        )));
    }
    let mut frames: Vec<Frame> = Vec::new();
    for states in 1..=MOST {
        let chosen = choose(with, queens.count().into())?.starting_at(start);
        let mut search = Restarts {
            rule: chosen.rule,
            most: chosen.restarts,
            seed,
        };
        let report = search.search(&queens, &Limits::nodes(states));
        let is_new = frames
            .last()
            .is_none_or(|last| (last.step, last.restarts) != (report.steps, report.restarts));
        if is_new {
            frames.push(frame(report.steps, report.restarts, &report.state).after(frames.last()));
        }
        if report.stop != gametree::Stop::Nodes {
            return Ok(Animation {
                frames,
                complete: true,
            });
        }
    }
    Ok(Animation {
        frames,
        complete: false,
    })
}

fn frame(step: u64, restarts: u64, state: &Placement) -> Frame {
    let rows = state.rows().iter().map(|row| row + 1).collect();
    let (conflicts, board) = (state.conflicts(), state.to_string());
    Frame {
        step,
        restarts,
        conflicts,
        rows,
        moved: None,
        caption: String::new(),
        board,
    }
}

impl Frame {
    /// The same, with what changed.
    fn after(self, before: Option<&Frame>) -> Frame {
        let moved = before
            .filter(|before| before.restarts == self.restarts)
            .and_then(|before| before.rows.iter().zip(&self.rows).position(|(a, b)| a != b));
        let caption = caption(before, &self, moved);
        Frame {
            moved: moved.map(|column| column + 1),
            caption,
            ..self
        }
    }
}

fn caption(before: Option<&Frame>, now: &Frame, moved: Option<usize>) -> String {
    let pairs = match now.conflicts {
        1 => "1 pair is in conflict".to_string(),
        pairs => format!("{pairs} pairs are in conflict"),
    };
    match before {
        Some(before) if before.restarts == now.restarts => {
            let moved = moved.map_or(String::new(), |column| {
                format!(
                    ": the queen in column {} moves to row {}",
                    column + 1,
                    now.rows[column]
                )
            });
            format!("Step {}{moved}; {pairs}.", now.step)
        }
        Some(_) => format!("Restart {}: {pairs}.", now.restarts),
        None => format!("Start: {pairs}."),
    }
}
