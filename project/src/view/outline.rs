//! What lies below a position.

use serde::Serialize;
use utoipa::ToSchema;

use super::value::PositionValue;

/// An outline.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct OutlineView {
    /// `gametree.atlas.outline/1`.
    pub schema: &'static str,
    /// The project.
    pub project: String,
    /// The position it begins at.
    pub root: u32,
    /// The same as text.
    pub position: String,
    /// The rows, depth first, the mover's best move first.
    pub rows: Vec<OutlineRow>,
}

/// A row.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct OutlineRow {
    /// The row of the position before the move.
    pub parent: Option<usize>,
    /// Moves from the root.
    pub depth: usize,
    /// The move; empty for the first row.
    #[serde(rename = "move")]
    pub name: String,
    /// `12.`, `12...`, or empty.
    pub number: String,
    /// As engines write it.
    pub uci: String,
    /// The position.
    pub node: u32,
    /// Its value.
    #[serde(flatten)]
    pub value: PositionValue,
    /// Whether that is the engine's own search, rather than backed up from the moves.
    pub own_search: bool,
    /// Positions searched by the engine's own search there.
    pub nodes: u64,
    /// The depth of that search, in plies.
    pub search_depth: u32,
    /// Its part of the root.
    pub share: f64,
    /// `first`: here, with what lies below it; `see`: a transposition; `again`: a repetition.
    pub place: &'static str,
    /// The row where it stands, for `see` and `again`.
    pub see: Option<usize>,
    /// Whether the move carries the value of the position before it.
    pub best: bool,
    /// What is going on there.
    pub state: Option<&'static str>,
    /// Whether the user put the move there.
    pub by_user: bool,
    /// The user's note.
    pub note: String,
    /// Moves of the graph that are not shown below it.
    pub hidden: usize,
}
