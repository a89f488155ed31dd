//! A search to explain, of any game: asked by the command line and by the classroom, answered in
//! one place.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gametree::{Limits, Score};
use serde_json::{Map, Value, json};

use super::{Explanation, Options, Scale};
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

/// What a search did, with what the question says of it.
pub struct ExplainAnswer {
    /// The explanation.
    pub explanation: Explanation,
    /// The plies searched where no limit was given.
    pub few_plies: Option<u32>,
    /// The answer's own fields, which replace the explanation's.
    fields: Map<String, Value>,
}

impl ExplainAnswer {
    /// The whole as data, schema `gametree.explain/1`.
    pub fn json(&self) -> Value {
        let mut object = self.explanation.json();
        if let Some(all) = object.as_object_mut() {
            all.extend(self.fields.clone());
        }
        object
    }
}

/// Searches, and says what the search did.
pub fn answer(question: &Question<'_>) -> anyhow::Result<ExplainAnswer> {
    let with: Vec<&str> = question.with.into_iter().collect();
    let found = open::with_table(question.game, &with, &mut |table| at_table(table, question))?;
    match found {
        Some(answer) => Ok(answer),
        None => with_game(question.game, Visitor { question }),
    }
}

impl Question<'_> {
    /// What was asked, as data.
    fn fields(&self, game: &str) -> Map<String, Value> {
        let position = self.position.unwrap_or(START);
        Map::from_iter([
            ("game".to_string(), json!(game)),
            ("position".to_string(), json!(position)),
        ])
    }

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
fn at_table(table: &dyn Table, question: &Question<'_>) -> anyhow::Result<ExplainAnswer> {
    let (limits, few_plies) = question.limits(table.entry());
    let within = question.guard.within(&limits);
    let ask = Ask {
        position: question.position,
        with: question.with.unwrap_or_else(|| default_search(table)),
        limits,
        seed: question.seed,
    };
    let (explanation, answer) = table.explain(&ask, &within)?;
    let mut fields = match json!(answer) {
        Value::Object(fields) => fields,
        _ => Map::new(),
    };
    fields.extend(question.fields(table.name()));
    Ok(ExplainAnswer {
        explanation,
        few_plies,
        fields,
    })
}

/// For games of two players without chance.
struct Visitor<'a, 'q> {
    question: &'a Question<'q>,
}

impl WithGame for Visitor<'_, '_> {
    type Out = ExplainAnswer;

    fn run<G: CliGame, E: CliEvaluator<G>>(
        self,
        seat: Seat<'_, G, E>,
    ) -> anyhow::Result<ExplainAnswer> {
        let question = self.question;
        let root = seat.position(question.position)?;
        let with = question.with.unwrap_or(DEFAULT);
        let (limits, few_plies) = question.limits(seat.entry);
        let setup = seat.setup(question.seed, &limits);
        let mut search = searches::build(with, &setup, seat.evaluator.clone())?;
        let title = format!("{with} on {}", output::shorten(seat.name, 70));
        let name = with.split(':').next().unwrap_or(with);
        let options = Options {
            note: searches::note(with, &setup)?.unwrap_or_default(),
            scale: scale(seat.show),
            ..Options::new(&title, name)
        };
        let within = question.guard.within(&limits);
        let explanation = gametree_explain::explain(&root, search.as_mut(), &within, &options);
        let value = explanation.value();
        let mut fields = question.fields(seat.name);
        fields.insert("value".into(), Value::Number(seat.number(value)));
        fields.insert("value_text".into(), json!((seat.show)(value)));
        Ok(ExplainAnswer {
            explanation,
            few_plies,
            fields,
        })
    }
}

/// The scale of a game that only says how a value is written.
fn scale(show: &dyn Fn(Score) -> String) -> Scale {
    let unit = show(Score::points(1)).parse().map_or(1.0, f64::recip);
    let scale = Scale::per_unit(unit.round() as i32);
    if show(Score::DRAW) == "?" {
        scale.draw_as("?")
    } else {
        scale
    }
}
