//! What came out, as scripts read it.

use gametree_arena::mcnemar;
use gametree_arena::wilson::Share;
use serde::Serialize;
use serde_json::Number;

use super::budget::Budget;

/// What a search did on all positions.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// Position by position: was the value kept?
    pub kept: Vec<bool>,
    /// Calls of the move operator.
    pub calls: u64,
    /// Time of the processor.
    pub seconds: f64,
}

/// What came out, as scripts read it.
#[derive(Serialize)]
pub struct OracleReport {
    /// What the object is.
    pub schema: &'static str,
    /// The game.
    pub game: &'static str,
    /// Where the positions come from.
    pub source: String,
    /// The number of positions.
    pub positions: usize,
    /// The seed.
    pub seed: u64,
    /// Every search had every limit.
    pub complete: bool,
    /// A search at a limit each.
    pub rows: Vec<Row>,
}

/// A search at a limit.
#[derive(Serialize)]
pub struct Row {
    /// The search.
    pub search: String,
    /// Milliseconds of the processor, or a count.
    pub limit: Number,
    /// The unit of the limit.
    pub unit: &'static str,
    /// Positions on which the move kept win or draw.
    pub kept: u64,
    /// The number of positions.
    pub positions: u64,
    /// The share of positions that were kept.
    pub share: Option<f64>,
    /// The lower end of its 95 % interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// McNemar's exact test against the first search at the same limit; none for that one.
    pub p_value: Option<f64>,
    /// Positions that only this search kept.
    pub gained: Option<u64>,
    /// Positions that only the first search kept.
    pub lost: Option<u64>,
    /// Calls of the move operator per second.
    pub calls_per_second: u64,
    /// The limit.
    #[serde(skip)]
    pub budget: Budget,
}

impl Row {
    /// The row of some marks; `first` are those of the first search, where this is another.
    pub fn new(search: &str, budget: Budget, marks: &Marks, first: Option<&Marks>) -> Row {
        let kept = marks.kept.iter().filter(|&&kept| kept).count() as u64;
        let positions = marks.kept.len() as u64;
        let share = Share::of(kept, positions);
        let alone = |a: &Marks, b: &Marks| {
            a.kept
                .iter()
                .zip(&b.kept)
                .filter(|(a, b)| **a && !**b)
                .count()
        };
        let gained = first.map(|first| alone(marks, first) as u64);
        let lost = first.map(|first| alone(first, marks) as u64);
        let speed = if marks.seconds > 0.0 {
            marks.calls as f64 / marks.seconds
        } else {
            0.0
        };
        Row {
            search: search.to_string(),
            limit: budget.number(),
            unit: budget.unit(),
            kept,
            positions,
            share: share.map(|s| s.share),
            low: share.map(|s| s.low),
            high: share.map(|s| s.high),
            p_value: gained
                .zip(lost)
                .map(|(gained, lost)| mcnemar::p_value(gained, lost)),
            gained,
            lost,
            calls_per_second: speed.round() as u64,
            budget,
        }
    }
}
