//! Runs as the pages read them. All figures are in the view of A.

use serde::Serialize;
use utoipa::ToSchema;

use super::figures::{Effort, Figures, Test};
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

/// How a match went, one column per figure.
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
    /// A's points per game.
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

/// What a side has spent so far, one column per resource.
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
    /// How much more A got than B, in the game's own points, where that is known.
    pub margin: Option<f64>,
}
