//! Runs as the pages read them. All figures are in the view of A.

use gametree_arena::{Spent, Sprt, Standing};
use serde::Serialize;
use utoipa::ToSchema;

use super::request::{Kind, NewRun};

/// What a run is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum RunState {
    /// It waits for room.
    Waiting,
    /// Games are played.
    Running,
    /// It was stopped and can go on.
    Paused,
    /// Nothing is left to play.
    Done,
    /// It could not go on.
    Failed,
}

/// All runs.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Runs {
    /// `gametree.runs/1`.
    pub schema: &'static str,
    /// The newest first.
    pub runs: Vec<RunCard>,
    /// How many games are played at a time, at most.
    pub processors: usize,
}

/// A run in the list.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct RunCard {
    /// Its name, which addresses use.
    pub id: String,
    /// A match or a sweep.
    pub kind: Kind,
    /// What it is doing.
    pub state: RunState,
    /// Why it failed, or why it does not go on; its last words.
    pub why: Option<String>,
    /// The searches.
    pub a: String,
    /// The other one.
    pub b: String,
    /// The game.
    pub game: String,
    /// Seconds since 1970.
    pub created_at: u64,
    /// The sequential test.
    pub test: Option<Test>,
    /// How a match stands.
    pub figures: Option<Figures>,
    /// How a sweep stands.
    pub sweep: Option<SweepCard>,
}

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
        let Sprt { elo0, elo1, alpha, beta, .. } = sprt;
        Test { elo0, elo1, alpha, beta, model, llr_low, llr_high }
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
    /// Games nobody won.
    pub draws: u64,
    /// Games B won.
    pub losses: u64,
    /// Pairs in which A got 0, ½, 1, 1½, 2 points.
    pub pentanomial: [u64; 5],
    /// A's points a game.
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
    /// What A got more than B in a game, in the game's own points.
    pub margin: Option<f64>,
    /// Its standard error.
    pub margin_error: Option<f64>,
    /// What may be said: `A is stronger`, `B is stronger`, `not decided`, `H0 accepted`, `H1 accepted`, `running`.
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
        let Spent { choices, nodes, evaluations, moves, seconds } = spent;
        Effort { choices, nodes, evaluations, moves, seconds }
    }
}

/// How a sweep stands.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct SweepCard {
    /// The parameter and its values, as asked for.
    pub over: String,
    /// The parameter.
    pub key: String,
    /// How many values there are.
    pub values: usize,
    /// How many of them are played.
    pub played: usize,
    /// Games of all values.
    pub games: u64,
    /// The value that stands best.
    pub best: Option<Best>,
}

/// The best value of a sweep so far.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Best {
    /// The value.
    pub value: String,
    /// Its Elo.
    pub elo: f64,
}

/// A run.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Run {
    /// `gametree.run/1`.
    pub schema: &'static str,
    /// What the list says.
    #[serde(flatten)]
    pub card: RunCard,
    /// What was asked for.
    pub request: NewRun,
    /// The command line that plays the same.
    pub command: String,
    /// Where its files are.
    pub directory: String,
    /// The settings of the match as its journal has them.
    pub settings: std::collections::BTreeMap<String, String>,
    /// The values of a sweep, in order.
    pub rows: Vec<SweepRow>,
}

/// A value of a sweep.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct SweepRow {
    /// The value.
    pub value: String,
    /// Its match.
    #[serde(flatten)]
    pub figures: Figures,
}

/// How a match went, a column a figure.
#[derive(Clone, PartialEq, Debug, Default, Serialize, ToSchema)]
pub struct Series {
    /// Games so far.
    pub games: Vec<u64>,
    /// Elo.
    pub elo: Vec<f64>,
    /// The lower end of its interval.
    pub low: Vec<f64>,
    /// The upper end.
    pub high: Vec<f64>,
    /// LLR; empty where there is no test.
    pub llr: Vec<f64>,
    /// A's points a game.
    pub score: Vec<f64>,
    /// What A has spent so far.
    pub a: Efforts,
    /// What B has spent so far.
    pub b: Efforts,
    /// The test.
    pub test: Option<Test>,
    /// The values of a sweep, of which the columns show none.
    pub rows: Vec<SweepRow>,
}

/// What a side has spent so far, a column a resource.
#[derive(Clone, PartialEq, Debug, Default, Serialize, ToSchema)]
pub struct Efforts {
    /// Calls of the move operator.
    pub moves: Vec<u64>,
    /// Positions visited.
    pub nodes: Vec<u64>,
    /// Seconds.
    pub seconds: Vec<f64>,
}

/// Some games of a run.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Games {
    /// How many there are.
    pub count: usize,
    /// The number of the first one here.
    pub offset: usize,
    /// In the order of their numbers.
    pub games: Vec<Game>,
}

/// A game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Game {
    /// Its number, from 1. The games 2k − 1 and 2k are a pair.
    pub number: usize,
    /// Where it began.
    pub opening: String,
    /// Who was the first player: `a` or `b`.
    pub first: &'static str,
    /// The result, A's view: `win`, `draw` or `loss`.
    pub result: &'static str,
    /// Why it ended.
    pub reason: String,
    /// The moves after the opening.
    pub moves: Vec<String>,
    /// What A spent.
    pub a: Effort,
    /// What B spent.
    pub b: Effort,
    /// What A got more than B, in the game's own points, where that is known.
    pub margin: Option<f64>,
}
