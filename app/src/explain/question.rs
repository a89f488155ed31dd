//! A search to explain, of any game: asked by the command line and by the classroom, answered in
//! one place.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gametree::Limits;
use serde_json::{Map, Value, json};

use super::{Explanation, Options};
use crate::games::{Entry, with_game};
use crate::limits::LimitArgs;
use crate::open::{self, Ask, Table, default_search};
use crate::output;
use crate::searches;
use crate::seat::{CliEvaluator, CliGame, START, Seat, WithGame};

/// The search explained where none is named: the one whose steps are easiest to follow.
const DEFAULT: &str = "alphabeta";
/// Deep enough to see an idea, shallow enough to read.
const FEW_PLIES: u32 = 3;

/// What is to be explained.
pub struct Question<'a> {
    /// The game's name.
    pub game: &'a str,
    /// The position; the first one where it is not said.
    pub position: Option<&'a str>,
    /// The search, `NAME[:key=value,...]`.
    pub with: Option<&'a str>,
    /// What it may spend.
    pub limits: LimitArgs,
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
        let nodes = limits.nodes.into_iter().chain(self.nodes).min();
        let depth = limits.depth.into_iter().chain(self.depth).min();
        Limits {
            nodes,
            depth,
            stop: Some(self.stop.clone()),
            ..limits.clone()
        }
    }
}

/// What a search did, with what only the command knows.
pub struct Told<'a> {
    /// The explanation.
    pub explanation: &'a Explanation<'a>,
    /// The plies searched where no limit was given.
    pub few_plies: Option<u32>,
    game: &'a str,
    position: &'a str,
    /// The answer's own fields, which go before the explanation's.
    fields: Map<String, Value>,
}

impl Told<'_> {
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

/// Takes what was told.
pub type Take<'a> = &'a mut dyn FnMut(&Told<'_>) -> anyhow::Result<()>;

/// Searches, and hands what the search did to `take`.
pub fn answer(question: &Question<'_>, take: Take<'_>) -> anyhow::Result<()> {
    let with: Vec<&str> = question.with.into_iter().collect();
    let told = open::with_table(question.game, &with, &mut |table| {
        at_table(table, question, take)
    })?;
    match told {
        Some(()) => Ok(()),
        None => with_game(question.game, Visitor { question, take }),
    }
}

impl Question<'_> {
    /// The limits given; a few plies where without one there would be more steps than anybody
    /// reads.
    fn limits(&self, entry: &Entry) -> (Limits, Option<u32>) {
        let mut limits = self.limits.limits();
        if !self.limits.is_endless() || entry.small {
            return (limits, None);
        }
        limits.depth = Some(FEW_PLIES);
        (limits, Some(FEW_PLIES))
    }
}

/// For games with chance, several players or hidden cards.
fn at_table(table: &dyn Table, question: &Question<'_>, take: Take<'_>) -> anyhow::Result<()> {
    let (limits, few_plies) = question.limits(table.entry());
    let with = question.with.unwrap_or_else(|| default_search(table));
    let within = question.guard.within(&limits);
    let ask = Ask {
        position: question.position,
        with,
        limits,
        seed: question.seed,
    };
    table.explain(&ask, &within, &mut |explanation, answer| {
        let Value::Object(fields) = json!(answer) else {
            return Ok(());
        };
        let position = question.position.unwrap_or(START);
        take(&Told {
            explanation,
            few_plies,
            game: table.name(),
            position,
            fields,
        })
    })
}

/// For games of two players without chance.
struct Visitor<'a, 'q> {
    question: &'a Question<'q>,
    take: Take<'a>,
}

impl WithGame for Visitor<'_, '_> {
    type Out = ();

    fn run<G: CliGame, E: CliEvaluator<G>>(self, seat: Seat<'_, G, E>) -> anyhow::Result<()> {
        let question = self.question;
        let root = seat.position(question.position)?;
        let with = question.with.unwrap_or(DEFAULT);
        let (limits, few_plies) = question.limits(seat.entry);
        let setup = seat.setup(question.seed, &limits);
        let mut search = searches::build(with, &setup, seat.evaluator.clone())?;
        let title = format!("{with} on {}", output::shorten(seat.name, 70));
        let name = with.split(':').next().unwrap_or(with);
        let note = searches::note(with, &setup)?.unwrap_or_default();
        let options = Options {
            note,
            ..Options::new(&title, name)
        };
        let within = question.guard.within(&limits);
        let explanation = super::explain(&root, search.as_mut(), &within, &options, seat.show);
        let value = [
            (
                "value".to_string(),
                Value::Number(seat.number(explanation.value)),
            ),
            (
                "value_text".to_string(),
                Value::String((seat.show)(explanation.value)),
            ),
        ];
        (self.take)(&Told {
            explanation: &explanation,
            few_plies,
            game: seat.name,
            position: question.position.unwrap_or(START),
            fields: Map::from_iter(value),
        })
    }
}
