//! One search, step by step: what `gametree explain --json` tells, and the film to draw it.

use gametree_web::host::TraceAsk;
use serde_json::{Value, json};

use super::guard::{self, MOST_NODES, MOST_TIME, Watchdog};
use crate::error::{self, Problem};
use crate::explain::{Guard, Question, answer};
use crate::limits::LimitArgs;

/// The steps of a search, schema `gametree.explain/1`, with its `film` and, where something was
/// decided for the user, a `hint`.
pub fn trace(ask: &TraceAsk) -> Result<Value, Problem> {
    let game = guard::game(&ask.game)?;
    let spec = guard::search(&ask.with)?;
    if let Some(position) = &ask.position {
        guard::short("the position", position)?;
    }
    let deepest = guard::deepest(&game, &spec, ask.depth)?;
    let few_plies = few_plies(&game, ask, deepest.is_some());
    let dog = Watchdog::new(MOST_TIME);
    // This one counts rounds, unless something else limits it.
    let counts_rounds = spec.name == "ismcts" && ask.nodes.is_none();
    let question = Question {
        game: &game,
        position: ask
            .position
            .as_deref()
            .filter(|text| !text.trim().is_empty()),
        with: Some(&ask.with),
        limits: LimitArgs {
            depth: ask.depth.or(few_plies),
            nodes: ask.nodes,
            ..LimitArgs::default()
        },
        seed: ask.seed.unwrap_or(1),
        guard: Guard {
            stop: dog.flag.clone(),
            nodes: (!counts_rounds).then_some(MOST_NODES),
            depth: deepest,
        },
    };
    let found = answer(&question).map_err(|error| error::problem_of(&error))?;
    let mut object = found.json();
    object["film"] = found.explanation.animation();
    let few_plies = found.few_plies.or(few_plies);
    object["hint"] = json!(hint(ask, few_plies, &object, dog.barked()));
    Ok(object)
}

/// The plies of a small game where nothing is said and the search would go round for ever.
fn few_plies(game: &str, ask: &TraceAsk, goes_round: bool) -> Option<u32> {
    let small = crate::games::entry(game).is_ok_and(|entry| entry.small);
    (goes_round && small && ask.depth.is_none() && ask.nodes.is_none()).then_some(guard::LOOPING.0)
}

/// What was decided for the user.
fn hint(ask: &TraceAsk, few_plies: Option<u32>, object: &Value, barked: bool) -> Option<String> {
    if barked {
        let seconds = MOST_TIME.as_secs();
        return Some(format!(
            "Stopped after {seconds} seconds: give a depth, or less of it."
        ));
    }
    let most = ask.nodes.is_none_or(|nodes| nodes >= MOST_NODES);
    if object["stop"] == gametree::Stop::Nodes.word() && most {
        let nodes = crate::output::grouped(MOST_NODES);
        return Some(format!(
            "Stopped after {nodes} positions: give a depth, or less of it."
        ));
    }
    few_plies.map(|plies| format!("No limit was given: {plies} plies are searched."))
}
