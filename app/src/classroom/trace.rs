//! One search, step by step: what `gametree explain --json` says, and the animation of it.

use gametree_web::host::TraceAsk;
use gametree_web::refusal::Refusal;
use serde_json::{Value, json};

use super::backend::{Backend, Caps, ExplainAsk};
use super::guard::{self, LOOPING_FEW, LOOPING_MOST, MOST_NODES, MOST_TIME, Watchdog};

/// The steps of a search, schema `gametree.explain/1`, with its animation (`film`) and, where
/// something was decided for the user, a `hint`.
pub fn trace(backend: &dyn Backend, ask: &TraceAsk) -> Result<Value, Refusal> {
    let game = guard::game(backend, &ask.game)?;
    let search = guard::search(backend, &ask.with)?;
    if let Some(position) = &ask.position {
        guard::short("the position", position)?;
    }
    let facts = backend.game(&game)?;
    let endless = facts.loops && !search.detects_loops;
    if endless {
        guard::depth_of_loops(ask.depth)?;
    }
    let unlimited = ask.depth.is_none() && ask.nodes.is_none();
    let few_plies = (endless && facts.small && unlimited).then_some(LOOPING_FEW);
    let watchdog = Watchdog::new(MOST_TIME, backend.shutdown());
    let position = ask.position.as_deref();
    let reply = backend.explain(&ExplainAsk {
        game: &game,
        position: position.filter(|text| !text.trim().is_empty()),
        with: &ask.with,
        seed: ask.seed.unwrap_or(1),
        limits: Caps {
            depth: ask.depth.or(few_plies),
            nodes: ask.nodes,
        },
        caps: Caps {
            depth: endless.then_some(LOOPING_MOST),
            nodes: (ask.nodes.is_some() || !search.counts_rounds).then_some(MOST_NODES),
        },
        stop: watchdog.flag.clone(),
    })?;
    let mut object = reply.json;
    object["film"] = reply.explanation.animation();
    let hint = match cap_reached(ask, &object, watchdog.fired()) {
        Some(cap) => Some(format!("Stopped after {cap}: give a depth, or less of it.")),
        None => reply
            .few_plies
            .or(few_plies)
            .map(|plies| format!("No limit was given: {plies} plies are searched.")),
    };
    object["hint"] = json!(hint);
    Ok(object)
}

/// Which of the classroom's own caps stopped the search.
fn cap_reached(ask: &TraceAsk, object: &Value, timed_out: bool) -> Option<String> {
    if timed_out {
        return Some(format!("{} seconds", MOST_TIME.as_secs()));
    }
    let own_limit = ask.nodes.is_some_and(|nodes| nodes < MOST_NODES);
    let stopped = object["stop"] == gametree::Stop::Nodes.word() && !own_limit;
    stopped.then(|| format!("{},000 positions", MOST_NODES / 1_000))
}
