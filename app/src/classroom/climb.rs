//! A local search on the queens' board, step by step.

use gametree_web::host::ClimbAsk;
use serde_json::{Value, json};

use super::guard;
use crate::commands::queens::{self, film};
use crate::error::Problem;

/// The widest board that is drawn.
const WIDEST: usize = 32;

/// The states of the climb, the first included, and whether it came to its end among them.
pub fn climb(ask: &ClimbAsk) -> Result<Value, Problem> {
    guard::short("the search", &ask.with)?;
    if ask.queens > WIDEST {
        let what = format!("{} queens are too many to be drawn", ask.queens);
        return Err(Problem::usage(what).mend(format!("at most {WIDEST}")));
    }
    let queens = queens::queens(ask.queens as u64)?;
    if !queens.is_solvable() {
        let n = ask.queens;
        let what = format!("{n} queens on {n} × {n} squares always attack each other");
        return Err(Problem::usage(what).mend("take 4 queens or more"));
    }
    let film = film::film(&ask.with, ask.seed, queens)?;
    let solved = film.frames.last().is_some_and(|frame| frame.conflicts == 0);
    Ok(json!({
        "schema": "gametree.climb/1",
        "queens": ask.queens,
        "search": ask.with,
        "seed": ask.seed,
        "solved": solved,
        "complete": film.complete,
        "frames": film.frames,
    }))
}
