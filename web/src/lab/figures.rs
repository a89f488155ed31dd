//! What a match says so far: the tally, Elo, the test, what it cost. All in the view of A.

use gametree_arena::{Spent, Sprt, Standing};
use serde::Serialize;
use utoipa::ToSchema;

/// A sequential test.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
pub struct Test {
    /// Elo of H0.
    pub elo0: f64,
    /// Elo of H1.
    pub elo1: f64,
    /// How often H1 may be accepted wrongly.
    pub alpha: f64,
    /// How often H0 may be accepted wrongly.
    pub beta: f64,
    /// Which Elo: `logistic` or `normalized`.
    pub model: &'static str,
    /// At or below this LLR H0 is accepted.
    pub llr_low: f64,
    /// At or above this one H1.
    pub llr_high: f64,
}

impl From<Sprt> for Test {
    fn from(sprt: Sprt) -> Test {
        let (llr_low, llr_high) = sprt.bounds();
        let model = match sprt.model {
            gametree_arena::Model::Logistic => "logistic",
            gametree_arena::Model::Normalized => "normalized",
        };
        let Sprt {
            elo0,
            elo1,
            alpha,
            beta,
            ..
        } = sprt;
        Test {
            elo0,
            elo1,
            alpha,
            beta,
            model,
            llr_low,
            llr_high,
        }
    }
}

/// How a match stands.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Figures {
    /// Games that count.
    pub games: u64,
    /// Games there will be, at most in a sequential test; none where only the program knows.
    pub total: Option<u64>,
    /// Games A won.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games B won.
    pub losses: u64,
    /// Pairs in which A got 0, ½, 1, 1½, 2 points.
    pub pentanomial: [u64; 5],
    /// A's points per game.
    pub score: Option<f64>,
    /// The Elo difference.
    pub elo: Option<f64>,
    /// The lower end of its 95 % interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// Normalized Elo.
    pub nelo: Option<f64>,
    /// The likelihood that A is stronger.
    pub los: Option<f64>,
    /// Where the sequential test stands.
    pub llr: Option<f64>,
    /// How much more A got than B per game, in the game's own points.
    pub margin: Option<f64>,
    /// Its standard error.
    pub margin_error: Option<f64>,
    /// What may be said: `A is stronger`, `B is stronger`, `not decided`, `H0 accepted`, `H1
    /// accepted`, `running`.
    pub verdict: String,
    /// Nothing is left to play.
    pub complete: bool,
    /// What A spent.
    pub spent_a: Effort,
    /// What B spent.
    pub spent_b: Effort,
}

impl Figures {
    /// The figures of a standing.
    #[must_use]
    pub fn new(standing: &Standing, spent: [Spent; 2], total: Option<u64>) -> Figures {
        let (tally, estimate) = (standing.tally, standing.estimate);
        Figures {
            games: tally.games(),
            total,
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            pentanomial: tally.pentanomial,
            score: tally.score(),
            elo: estimate.map(|e| e.elo),
            low: estimate.map(|e| e.low),
            high: estimate.map(|e| e.high),
            nelo: estimate.map(|e| e.normalized),
            los: estimate.map(|e| e.superiority),
            llr: standing.llr,
            margin: standing.margin.map(|margin| margin.mean),
            margin_error: standing.margin.and_then(|margin| margin.error),
            verdict: standing.verdict().to_string(),
            complete: standing.complete,
            spent_a: spent[0].into(),
            spent_b: spent[1].into(),
        }
    }
}

/// What a side spent.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, ToSchema)]
pub struct Effort {
    /// Moves chosen.
    pub choices: u64,
    /// Positions visited.
    pub nodes: u64,
    /// Calls of the evaluator.
    pub evaluations: u64,
    /// Calls of the move operator.
    pub moves: u64,
    /// Seconds, on the clock of the match.
    pub seconds: f64,
}

impl From<Spent> for Effort {
    fn from(spent: Spent) -> Effort {
        let Spent {
            choices,
            nodes,
            evaluations,
            moves,
            seconds,
        } = spent;
        Effort {
            choices,
            nodes,
            evaluations,
            moves,
            seconds,
        }
    }
}
