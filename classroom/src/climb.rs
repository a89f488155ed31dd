//! A local search on the queens' board, step by step.

use crate::request::ClimbAsk;
use gametree_catalog::CatalogError;
use gametree_catalog::queens::animation::animate;
use gametree_catalog::queens::program::program;
use gametree_catalog::queens::{placement, queens};
use serde_json::{Value, json};

use crate::guard;

/// The widest board that is drawn.
const WIDEST: usize = 32;

/// The states of the climb, the first included, and whether it came to its end among them.
pub fn climb(ask: &ClimbAsk) -> Result<Value, CatalogError> {
    guard::short("the search", &ask.with)?;
    if ask.queens > WIDEST {
        let what = format!("{} queens are too many to be drawn", ask.queens);
        return Err(CatalogError::usage(what).hint(format!("at most {WIDEST}")));
    }
    let n = ask.queens;
    let board = queens(n as u64)?;
    if !board.is_solvable() {
        let what = format!("{n} queens on {n} × {n} squares always attack each other");
        return Err(CatalogError::usage(what).hint("take 4 queens or more"));
    }
    let start = ask.start.as_deref().map(|rows| placement(board, rows));
    let start = start.transpose()?;
    let animation = animate(&ask.with, ask.seed, board, start.as_ref())?;
    let last = animation.frames.last();
    Ok(json!({
        "schema": "gametree.climb/1",
        "queens": ask.queens,
        "search": ask.with,
        "seed": ask.seed,
        "solved": last.is_some_and(|frame| frame.conflicts == 0),
        "complete": animation.complete,
        "program": program(&ask.with)?,
        "frames": animation.frames,
    }))
}
