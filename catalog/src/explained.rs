//! A search to explain, of any game: requested by the command line and by the pages, returned in
//! one place.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gametree::{Limits, Score};
use gametree_explain::{Explanation, Options};
use serde_json::{Map, Value, json};

use crate::answer::Answer;
use crate::built::BuiltSearch;
use crate::defaults;
use crate::error::CatalogError;
use crate::format::{Scale, score_number, shorten};
use crate::game::{AnyGame, START};
use crate::games::open;
use crate::knowledge::Position;
use crate::searches::hidden;
use crate::spec::Conditions;

/// What to explain.
pub struct ExplainRequest<'a> {
    /// The game's name.
    pub game: &'a str,
    /// The position; the starting position by default.
    pub position: Option<&'a str>,
    /// The search, `NAME[:key=value,...]`.
    pub with: Option<&'a str>,
    /// What it may spend.
    pub limits: Limits,
    /// The seed of everything random.
    pub seed: u64,
    /// What else stops it.
    pub guard: Guard,
}

/// What stops a search besides its limits. How a search is made never depends on it.
pub struct Guard {
    /// Raised to stop it.
    pub stop: Arc<AtomicBool>,
    /// Positions visited at most.
    pub nodes: Option<u64>,
    /// Plies at most.
    pub depth: Option<u32>,
}

impl Guard {
    /// The limits, and the guard as one more.
    fn within(&self, limits: &Limits) -> Limits {
        Limits {
            nodes: limits.nodes.into_iter().chain(self.nodes).min(),
            depth: limits.depth.into_iter().chain(self.depth).min(),
            stop: Some(self.stop.clone()),
            ..limits.clone()
        }
    }
}

/// What a search did, with its request.
pub struct Explained {
    /// The explanation.
    pub explanation: Explanation,
    /// The plies searched where no limit was given.
    pub few_plies: Option<u32>,
    /// The request, and the result's own fields, which go before the explanation's.
    fields: Map<String, Value>,
}

impl Explained {
    /// The whole as data, schema `gametree.explain/1`.
    pub fn json(&self) -> Value {
        let mut object = self.explanation.json();
        if let Some(all) = object.as_object_mut() {
            all.extend(self.fields.clone());
        }
        object
    }
}

/// Searches, and explains what the search did.
///
/// # Errors
/// The game, the position, the search or an option is wrong.
pub fn explain(request: &ExplainRequest<'_>) -> Result<Explained, CatalogError> {
    let named: Vec<&str> = request.with.into_iter().collect();
    let game = open(request.game, &named)?;
    let root = game.dealt(request.position, request.seed)?;
    explain_from(&game, &root, request)
}

/// The same for a game that is already open, from this position: the names in the request are only
/// repeated in the result.
///
/// # Errors
/// The search or an option is wrong.
pub fn explain_from(
    game: &AnyGame,
    root: &Position,
    request: &ExplainRequest<'_>,
) -> Result<Explained, CatalogError> {
    let default = defaults::explained_search(game);
    let with = request.with.unwrap_or(default);
    let granted = defaults::explain_limits(game, with, &request.limits);
    let on = Conditions {
        seed: request.seed,
        limits: granted.asked,
    };
    let within = request.guard.within(&granted.limits);
    let options = options(game, with, &on)?;
    let (explanation, mut fields) = match game.build_observable(with, &on)? {
        BuiltSearch::Score { mut search, scale } => {
            let explanation = gametree_explain::explain(root, &mut *search, &within, &options);
            let fields = value_fields(explanation.value(), scale);
            (explanation, fields)
        }
        BuiltSearch::Payoffs(mut search) => {
            let (explanation, report) =
                gametree_explain::explain_payoffs(root, &mut *search, &within, &options);
            let fields = object(json!(Answer::of_payoffs(root, &report)));
            (explanation, fields)
        }
    };
    fields.insert("game".into(), json!(game.name()));
    let position = request.position.unwrap_or(START);
    fields.insert("position".into(), json!(position));
    Ok(Explained {
        explanation,
        few_plies: granted.added,
        fields,
    })
}

fn options(game: &AnyGame, with: &str, on: &Conditions) -> Result<Options, CatalogError> {
    let name = with.split(':').next().unwrap_or(with);
    let title = format!("{with} on {}", shorten(game.name(), 70));
    Ok(Options {
        note: game.note(with, on)?.unwrap_or_default(),
        scale: explained_scale(game),
        // One keeps statistics of random games: the tips of its tree are not leaves. The other
        // lists positions, each once, however many ways lead to it.
        leaves_known: name != hidden::ISMCTS.name && name != "retrograde",
        ..Options::new(&title, name)
    })
}

/// The textbook's values of the n-square game are +1, −1 and ?, however long a win takes.
fn explained_scale(game: &AnyGame) -> Scale {
    if game.info().name == "squares" {
        game.scale().ends_as("+1", "−1")
    } else {
        game.scale()
    }
}

fn value_fields(value: Score, scale: Scale) -> Map<String, Value> {
    Map::from_iter([
        ("value".into(), json!(score_number(scale, value))),
        ("value_text".into(), json!(scale.text(value))),
    ])
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}
