//! A search to explain, of any game: asked by the command line and by the pages, answered in one
//! place.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gametree::erased::ErasedMove;
use gametree::{Chance, Game, Limits, Observer, Payoffs, Player, Report, Score, Search, view};
use gametree_explain::{self as explain, Explanation, Lens, Options};
use serde_json::{Map, Value, json};

use crate::answer::Answer;
use crate::built::BuiltSearch;
use crate::defaults;
use crate::error::CatalogError;
use crate::format::{Scale, short, shorten};
use crate::game::START;
use crate::knowledge::Position;
use crate::payoff::BoxedPayoffSearch;
use crate::spec::Conditions;

/// What is to be explained.
pub struct ExplainRequest<'a> {
    /// The game's name.
    pub game: &'a str,
    /// The position; the first one where it is not said.
    pub position: Option<&'a str>,
    /// The search, `NAME[:key=value,...]`.
    pub with: Option<&'a str>,
    /// What it may spend.
    pub limits: Limits,
    /// The seed of everything random.
    pub seed: u64,
    /// What stops it besides.
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

/// What a search did, with the request that asked for it.
pub struct Explained<'a> {
    /// The explanation.
    pub explanation: &'a Explanation<'a>,
    /// The plies searched where no limit was given.
    pub few_plies: Option<u32>,
    game: &'a str,
    position: &'a str,
    /// The answer's own fields, which go before the explanation's.
    fields: Map<String, Value>,
}

impl Explained<'_> {
    /// The whole as data, schema `gametree.explain/1`.
    pub fn json(&self) -> Value {
        let mut object = self.explanation.json();
        if let Some(all) = object.as_object_mut() {
            all.extend(self.fields.clone());
            all.insert("game".into(), json!(self.game));
            all.insert("position".into(), json!(self.position));
        }
        object
    }
}

/// Searches, and hands what the search did to `take`.
///
/// # Errors
/// The game, the position, the search or an option is wrong.
pub fn explain<T>(
    request: &ExplainRequest<'_>,
    take: impl FnOnce(&Explained<'_>) -> T,
) -> Result<T, CatalogError> {
    let named: Vec<&str> = request.with.into_iter().collect();
    let game = crate::open(request.game, &named)?;
    let with = request
        .with
        .unwrap_or_else(|| defaults::explained_search(&game));
    let (limits, few_plies) = defaults::explain_limits(game.info(), &request.limits);
    let root = game.dealt(request.position, request.seed)?;
    let on = Conditions {
        seed: request.seed,
        limits,
    };
    let name = with.split(':').next().unwrap_or(with);
    let title = format!("{with} on {}", shorten(game.name(), 70));
    let options = Options {
        note: game.note(with, &on)?.unwrap_or_default(),
        real: game.has_payoffs(),
        ..Options::new(&title, name)
    };
    let session = Session {
        root: &root,
        within: request.guard.within(&on.limits),
        options,
        scale: game.scale(),
    };
    let take = |explanation: &Explanation<'_>, fields| {
        take(&Explained {
            explanation,
            few_plies,
            game: game.name(),
            position: request.position.unwrap_or(START),
            fields,
        })
    };
    Ok(match game.build_observable(with, &on)? {
        BuiltSearch::Score { mut search, .. } => session.of_score(&mut *search, take),
        BuiltSearch::Payoffs(search) => session.of_payoffs(search, take),
    })
}

/// One explained search.
struct Session<'a> {
    root: &'a Position,
    within: Limits,
    options: Options,
    scale: Scale,
}

impl Session<'_> {
    fn of_score<T>(
        &self,
        search: &mut dyn gametree::AnySearch<Position>,
        take: impl FnOnce(&Explanation<'_>, Map<String, Value>) -> T,
    ) -> T {
        let show = |value: Score| self.scale.text(value);
        let explanation = explain::explain(self.root, search, &self.within, &self.options, &show);
        let number = self.scale.number(explanation.value);
        let fields = [
            ("value".to_string(), Value::Number(number)),
            (
                "value_text".to_string(),
                Value::String(show(explanation.value)),
            ),
        ];
        take(&explanation, Map::from_iter(fields))
    }

    fn of_payoffs<T>(
        &self,
        search: BoxedPayoffSearch,
        take: impl FnOnce(&Explanation<'_>, Map<String, Value>) -> T,
    ) -> T {
        let show = |value: Score| short(view::meant(value));
        let lens = Lens {
            show_value: &show,
            odds,
            ends: worth,
            players: self.root.players(),
            text: explain::one_line,
            board: explain::board,
        };
        let mut scored = ScoredSearch {
            search,
            answer: None,
        };
        let explanation =
            explain::explain_through(self.root, &mut scored, &self.within, &self.options, &lens);
        let fields = match json!(scored.answer) {
            Value::Object(fields) => fields,
            _ => Map::new(),
        };
        take(&explanation, fields)
    }
}

fn odds(position: &Position) -> Option<Vec<(ErasedMove, f64)>> {
    if position.outcome().is_some() {
        return None;
    }
    position.chances().map(Iterator::collect)
}

/// What the first player gets where the game is over.
fn worth(position: &Position, _: u32) -> Option<Score> {
    let over = position.outcome().is_some();
    over.then(|| view::told(position.payoff(Player::FIRST)))
}

/// A search for payoffs whose report has its value as events tell it.
struct ScoredSearch {
    search: BoxedPayoffSearch,
    answer: Option<Answer>,
}

impl Search<Position> for ScoredSearch {
    fn watch<O: Observer<Position>>(
        &mut self,
        root: &Position,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<ErasedMove> {
        let advice = self.search.advise_any_watched(root, limits, observer);
        self.answer = Some(Answer::of_payoffs(root, &advice));
        Report {
            value: view::told(advice.values[0]),
            line: advice.line,
            proven: advice.proven,
            stop: advice.stop,
            depth: advice.depth,
            counts: advice.counts,
            elapsed: advice.elapsed,
        }
    }
}
