//! One search, step by step: what `gametree explain --json` says, and the animation of it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gametree::Limits;
use gametree_catalog::CatalogError;
use gametree_catalog::explained::{ExplainRequest, Guard, explain};
use gametree_catalog::games::info;
use serde_json::{Value, json};

use crate::guard::{self, LOOPING_FEW, LOOPING_MOST, MOST_NODES, MOST_TIME};
use crate::request::TraceAsk;
use crate::watchdog::Watchdog;

/// The steps of a search, schema `gametree.explain/1`, with its animation (`film`) and, where
/// something was decided for the user, a `hint`.
pub fn trace(ask: &TraceAsk, shutdown: Arc<AtomicBool>) -> Result<Value, CatalogError> {
    let game = guard::game(&ask.game)?;
    let search = guard::search(&ask.with)?;
    if let Some(position) = &ask.position {
        guard::short("the position", position)?;
    }
    let facts = info(&game)?;
    let endless = facts.loops && !search.detects_loops;
    if endless {
        guard::depth_of_loops(ask.depth)?;
    }
    let unlimited = ask.depth.is_none() && ask.nodes.is_none();
    let few_plies = (endless && facts.small && unlimited).then_some(LOOPING_FEW);
    let watchdog = Watchdog::new(MOST_TIME, shutdown);
    let position = ask.position.as_deref();
    let explained = explain(&ExplainRequest {
        game: &game,
        position: position.filter(|text| !text.trim().is_empty()),
        with: Some(&ask.with),
        limits: Limits {
            depth: ask.depth.or(few_plies),
            nodes: ask.nodes,
            ..Limits::none()
        },
        seed: ask.seed.unwrap_or(1),
        guard: Guard {
            stop: watchdog.flag.clone(),
            nodes: (ask.nodes.is_some() || !search.counts_rounds).then_some(MOST_NODES),
            depth: endless.then_some(LOOPING_MOST),
        },
    })?;
    let mut object = explained.json();
    object["film"] = explained.explanation.animation();
    let hint = match cap_reached(ask, &object, watchdog.fired()) {
        Some(cap) => Some(format!("Stopped after {cap}: set a lower depth.")),
        None => explained
            .few_plies
            .or(few_plies)
            .map(|plies| format!("No limit given: searched {plies} plies.")),
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
