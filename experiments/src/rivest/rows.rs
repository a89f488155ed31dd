//! The rows of the table: their limits, and what was played under them.

use std::time::Duration;

use gametree::Limits;
use gametree_arena::sample::Sample;
use gametree_arena::{Estimate, elo};
use gametree_catalog::matches::MatchReport;
use serde::Serialize;

use super::published::{BY_CALLS, BY_TIME, Published};

/// What a row limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Time of the processor.
    Time,
    /// Calls of the move operator.
    Calls,
}

impl Kind {
    /// The published rows.
    pub fn published(self) -> &'static [Published; 5] {
        match self {
            Kind::Time => &BY_TIME,
            Kind::Calls => &BY_CALLS,
        }
    }

    /// The unit of its limits.
    pub fn unit(self, unit: Duration) -> String {
        match self {
            Kind::Time => format!("{unit:?}"),
            Kind::Calls => "calls".into(),
        }
    }
}

/// A limit of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// What is limited.
    pub kind: Kind,
    /// 1 to 5.
    pub number: u32,
}

/// Calls of the move operator from one row to the next.
const CALLS: u64 = 1000;

impl Step {
    /// All that were asked for.
    pub fn all(kinds: &[Kind]) -> Vec<Step> {
        let kinds = kinds.iter();
        kinds
            .flat_map(|&kind| (1..=5).map(move |number| Step { kind, number }))
            .collect()
    }

    /// The number that the table shows.
    pub fn limit(self) -> u64 {
        match self.kind {
            Kind::Time => u64::from(self.number),
            Kind::Calls => CALLS * u64::from(self.number),
        }
    }

    /// As the limits of a move.
    pub fn limits(self, unit: Duration) -> Limits {
        match self.kind {
            Kind::Time => Limits::cpu(unit.saturating_mul(self.number)),
            Kind::Calls => Limits::moves(self.limit()),
        }
    }

    /// The directory of its games.
    pub fn directory(self) -> String {
        match self.kind {
            Kind::Time => format!("time-{}", self.number),
            Kind::Calls => format!("calls-{}", self.limit()),
        }
    }

    /// What was published of it.
    pub fn published(self) -> Published {
        self.kind.published()[self.number as usize - 1]
    }
}

/// Games of one or several rows.
#[derive(Clone, Copy, Default, Debug)]
pub struct Pool {
    wins: u64,
    losses: u64,
    draws: u64,
    pentanomial: [u64; 5],
    /// Calls of the move operator, of MM and AB.
    calls: [u64; 2],
    seconds: [f64; 2],
}

impl Pool {
    /// With one match more.
    #[must_use]
    pub fn with(mut self, o: &MatchReport) -> Pool {
        self.wins += o.wins;
        self.losses += o.losses;
        self.draws += o.draws;
        self.pentanomial
            .iter_mut()
            .zip(o.pentanomial)
            .for_each(|(sum, n)| *sum += n);
        self.calls = [self.calls[0] + o.moves.a, self.calls[1] + o.moves.b];
        self.seconds = [self.seconds[0] + o.seconds.a, self.seconds[1] + o.seconds.b];
        self
    }

    fn per_second(&self, side: usize) -> u64 {
        let seconds = self.seconds[side];
        if seconds > 0.0 {
            (self.calls[side] as f64 / seconds).round() as u64
        } else {
            0
        }
    }
}

/// A number for each player.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Pair {
    /// Of min/max approximation.
    pub mm: u64,
    /// Of alpha-beta.
    pub ab: u64,
}

/// A row of the table, or the sum of several; everything in the view of MM.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// What is limited.
    pub kind: Kind,
    /// The limit of a move in units; none in a sum.
    pub limit: Option<u64>,
    /// The unit.
    pub unit: String,
    /// Games that count.
    pub games: u64,
    /// Games that MM won.
    pub mm: u64,
    /// Games that AB won.
    pub ab: u64,
    /// Ties.
    pub ties: u64,
    /// The share of MM's points.
    pub score: Option<f64>,
    /// The lower end of its 95 % interval.
    pub score_low: Option<f64>,
    /// The upper end.
    pub score_high: Option<f64>,
    /// MM's Elo.
    pub elo: Option<f64>,
    /// The lower end of its 95 % interval.
    pub elo_low: Option<f64>,
    /// The upper end.
    pub elo_high: Option<f64>,
    /// Calls of the move operator per second.
    pub calls_per_second: Pair,
    /// What stands in the paper.
    pub published: Published,
}

impl Row {
    /// The row of a limit, or the sum of all limits of a kind.
    pub fn new(pool: &Pool, kind: Kind, step: Option<Step>, unit: Duration) -> Row {
        let estimate = Estimate::of(&Sample::pairs(pool.pentanomial));
        Row {
            kind,
            limit: step.map(Step::limit),
            unit: kind.unit(unit),
            games: pool.wins + pool.losses + pool.draws,
            mm: pool.wins,
            ab: pool.losses,
            ties: pool.draws,
            score: estimate.map(|e| e.score),
            score_low: estimate.map(|e| elo::score(e.low)),
            score_high: estimate.map(|e| elo::score(e.high)),
            elo: estimate.map(|e| e.elo),
            elo_low: estimate.map(|e| e.low),
            elo_high: estimate.map(|e| e.high),
            calls_per_second: Pair {
                mm: pool.per_second(0),
                ab: pool.per_second(1),
            },
            published: step.map_or_else(|| Published::sum(kind.published()), Step::published),
        }
    }
}
