//! Open tasks, the next ones, failed tasks.

use serde::Serialize;
use utoipa::ToSchema;

/// The queue of a project.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct QueueView {
    /// `gametree.atlas.queue/1`.
    pub schema: &'static str,
    /// The project.
    pub project: String,
    /// How many tasks may be open at once.
    pub window: u32,
    /// Open tasks, the oldest first.
    pub open: Vec<QuestionRow>,
    /// What would come next; none if there is no task.
    pub next: Option<QuestionRow>,
    /// What would come after it, if the results changed nothing; as many as requested.
    pub ahead: Vec<QuestionRow>,
    /// Positions whose task failed.
    pub parked: Vec<ParkedRow>,
    /// Positions to which the user gave a part of the tasks.
    pub boosts: Vec<BoostRow>,
    /// Results so far.
    pub answered: u64,
}

/// A task.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct QuestionRow {
    /// Its number.
    pub ticket: Option<u64>,
    /// The position.
    pub node: u32,
    /// The way to it, in words; empty for a root.
    pub path: String,
    /// The position as text.
    pub position: String,
    /// `all` moves, or the `others` that are not in the graph.
    pub scope: &'static str,
    /// Positions to search.
    pub nodes: u64,
    /// `planned`: not given out yet; `waiting` for an engine; `searching`; `finished`: its result
    /// waits for its turn.
    pub state: &'static str,
    /// The engine that has it; two names where an idle engine helps one that is late.
    pub engine: Option<String>,
    /// Positions searched so far, as the engine last said.
    pub searched: u64,
    /// Seconds since it was given out; none where that was in another run.
    pub age: Option<f64>,
    /// The way from the root, with what each move costs, for the next task.
    pub costs: Vec<CostRow>,
}

/// What a move on the way costs.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct CostRow {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// Plies.
    pub cost: f64,
}

/// A position whose task failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ParkedRow {
    /// The position.
    pub node: u32,
    /// The way to it.
    pub path: String,
    /// The position as text.
    pub position: String,
    /// What happened.
    pub reason: String,
}

/// A position to which the user gave a part of the tasks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct BoostRow {
    /// The position.
    pub node: u32,
    /// The way to it.
    pub path: String,
    /// Of a hundred.
    pub percent: u8,
}
