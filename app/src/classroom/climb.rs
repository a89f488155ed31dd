//! A local search on the queens' board, step by step.

use gametree_web::host::ClimbAsk;
use gametree_web::refusal::Refusal;
use serde_json::{Value, json};

use super::backend::Backend;
use super::guard;

/// The widest board that is drawn.
const WIDEST: usize = 32;

/// The states of the climb, the first included, and whether it came to its end among them.
pub fn climb(backend: &dyn Backend, ask: &ClimbAsk) -> Result<Value, Refusal> {
    guard::short("the search", &ask.with)?;
    if ask.queens > WIDEST {
        let what = format!("{} queens are too many to be drawn", ask.queens);
        return Err(Refusal::bad(what).hint(format!("at most {WIDEST}")));
    }
    let climb = backend.climb(ask)?;
    Ok(json!({
        "schema": "gametree.climb/1",
        "queens": ask.queens,
        "search": ask.with,
        "seed": ask.seed,
        "solved": climb.solved,
        "complete": climb.complete,
        "frames": climb.frames,
    }))
}
