//! The best line from a position.

use serde::Serialize;
use utoipa::ToSchema;

use super::value::PositionValue;

/// The best line with the value after every move.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct LineView {
    /// `gametree.atlas.line/1`.
    pub schema: &'static str,
    /// The project.
    pub project: String,
    /// The position's number.
    pub node: u32,
    /// The position as text.
    pub position: String,
    /// The value before the first move.
    #[serde(flatten)]
    pub value: PositionValue,
    /// Whether that is the engine's own search, rather than backed up from the moves.
    pub own_search: bool,
    /// The move after which the position stands whose own search gives the line its value, counted
    /// from 0; null where it is the position itself, the game's end, or a repetition.
    pub hangs_on: Option<usize>,
    /// The moves by name.
    pub line: Vec<String>,
    /// The moves with their values.
    pub moves: Vec<LineStep>,
    /// Why it ends.
    pub end: &'static str,
}

/// A move of a line.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct LineStep {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// As engines write it.
    pub uci: String,
    /// `12.`, `12...`, or empty.
    pub number: String,
    /// After the move, counted from the position behind it; null where the graph does not reach.
    #[serde(flatten)]
    pub value: PositionValue,
    /// Whether that value comes from the moves there, rather than from the engine's own search: the
    /// first position where it does not is the one on which the line's value hangs.
    pub open: bool,
    /// Positions searched by the engine's own search there.
    pub nodes: u64,
    /// The depth of that search.
    pub depth: u32,
}

/// A root, and what came of it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct RootView {
    /// Its number.
    pub node: u32,
    /// The position as text.
    pub position: String,
    /// Its value.
    #[serde(flatten)]
    pub value: PositionValue,
    /// Whether that is the engine's own search, rather than backed up from the moves.
    pub own_search: bool,
    /// The best move.
    pub best: Option<String>,
    /// The best line.
    pub line: Vec<String>,
}
