//! Projects.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::engines::LastRunView;
use super::value::PositionValue;

/// What a project is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Engines grow it.
    Running,
    /// It is open, and nothing grows it.
    Idle,
    /// Its run is coming to an end.
    Pausing,
    /// Another process has it: it can be read.
    Elsewhere,
    /// Its file cannot be read.
    Damaged,
    /// It is not open.
    Closed,
}

/// A project in the list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Card {
    /// Its name, which addresses use.
    pub id: String,
    /// The game.
    pub game: String,
    /// What it is doing.
    pub state: State,
    /// Why it cannot be read, where that is so.
    pub trouble: Option<String>,
    /// The first root's position as text.
    pub position: String,
    /// The opening.
    pub opening: Option<String>,
    /// The first root's value.
    #[serde(flatten)]
    pub value: PositionValue,
    /// The first root's best move.
    pub best: Option<String>,
    /// The first root's value lately, oldest first: the first player's chance.
    pub spark: Vec<f64>,
    /// How many roots.
    pub roots: usize,
    /// Positions.
    pub positions: u64,
    /// Results.
    pub evaluations: u64,
    /// Positions searched by engines.
    pub engine_nodes: u64,
    /// Bytes on disk.
    pub bytes: u64,
    /// Seconds since 1970 of the last change of its file.
    pub changed_at: u64,
    /// What has changed since the user looked; none if they never visited.
    pub news: Option<News>,
    /// The last run, where it is known.
    pub last_run: Option<LastRunView>,
}

/// What has changed since the user looked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct News {
    /// When they looked, in seconds since 1970.
    pub since: u64,
    /// Positions more than then.
    pub positions: u64,
    /// The best move then, where it is another now.
    pub best_was: Option<String>,
    /// The value then, in words, where it is another now.
    pub value_was: Option<String>,
}

/// How much there is of a project.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
pub struct Counts {
    /// Positions.
    pub positions: usize,
    /// Results.
    pub evaluations: u64,
    /// Positions searched by engines.
    pub engine_nodes: u64,
    /// Facts.
    pub facts: u64,
    /// Open tasks.
    pub questions: usize,
}

/// A project that is open.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ProjectView {
    /// `gametree.atlas.project/1`.
    pub schema: &'static str,
    /// What the list says of it.
    #[serde(flatten)]
    pub card: Card,
    /// The players' names, the first one's first.
    pub players: [&'static str; 2],
    /// The first root's node.
    pub root: u32,
    /// The position that all tasks are for, where there is one.
    pub focus: Option<u32>,
    /// Whether it has a game that was played.
    pub has_game: bool,
    /// All roots: node and position.
    pub root_positions: Vec<(u32, String)>,
    /// The run, where there is one.
    pub running: Option<Running>,
    /// How it grows: as `gametree_atlas::settings::Settings` is written.
    #[schema(value_type = Object)]
    pub settings: serde_json::Value,
    /// The task that would come next, in words; empty if there is none.
    pub next: String,
    /// Open tasks.
    pub open_questions: usize,
    /// Whether pages may change it.
    pub writable: bool,
}

/// A run.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Running {
    /// The engines, in words.
    pub engines: String,
    /// The engine's id.
    pub engine: String,
    /// How many work, and how many there are.
    pub busy: usize,
    /// Workers in all.
    pub workers: usize,
    /// Seconds since it began.
    pub seconds: f64,
    /// Results since it began.
    pub answers: u64,
    /// Results per hour, by the last minute.
    pub per_hour: f64,
    /// Seconds since 1970 of the last commit.
    pub saved_at: u64,
    /// Whether no task was left.
    pub finished: bool,
    /// The error that ended it, where there is one.
    pub trouble: Option<String>,
}
