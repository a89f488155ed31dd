//! What has changed since a moment, and what is watched.

use serde::Serialize;
use utoipa::ToSchema;

use super::value::{Before, Now, PositionValue};

/// What has changed.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ChangesView {
    /// `gametree.atlas.changes/1`.
    pub schema: &'static str,
    /// The project.
    pub project: String,
    /// Since when, in seconds since 1970; 0 where the number of a fact was given.
    pub since: u64,
    /// Facts then.
    pub facts_before: u64,
    /// New facts.
    pub facts: u64,
    /// New positions.
    pub positions: usize,
    /// New moves.
    pub moves: usize,
    /// New results.
    pub evaluations: u64,
    /// Positions searched by engines since.
    pub engine_nodes: u64,
    /// The roots, then the positions that have changed most.
    pub rows: Vec<ChangeRow>,
    /// The same changes by what caused them, the newest first.
    pub causes: Vec<CauseRow>,
    /// Watches that have come true.
    pub fired: Vec<FiredRow>,
    /// Everything that is watched.
    pub watches: Vec<WatchRow>,
}

/// A position then and now.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ChangeRow {
    /// The position.
    pub node: u32,
    /// The way to it; empty for a root.
    pub path: String,
    /// The same from where it leaves the game or the focus; of a position on it, the last move.
    pub short_path: String,
    /// The position as text.
    pub position: String,
    /// Its part of the root.
    pub share: f64,
    /// Its value then.
    #[serde(flatten)]
    pub before: Before,
    /// Its value now.
    #[serde(flatten)]
    pub now: Now,
    /// The best move then.
    pub best_before: Option<String>,
    /// The best move now.
    pub best_now: Option<String>,
}

/// A result or a move that changed values, and the positions that it changed.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct CauseRow {
    /// Where it began.
    #[serde(flatten)]
    pub origin: ChangeRow,
    /// When, in seconds since 1970; null where no result came there, or that is not known.
    pub at: Option<u64>,
    /// `result`: a search of the position; `move`: a move that is the best now; `new`: the position
    /// had no value.
    pub kind: &'static str,
    /// The depth of the position's own search.
    pub depth: u32,
    /// Positions searched for it.
    pub nodes: u64,
    /// The moves from the first of `carried` to where it began; empty where nothing else changed.
    pub line: String,
    /// The positions that changed with it, those nearest to the root first.
    pub carried: Vec<ChangeRow>,
}

/// A watch that has come true.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct FiredRow {
    /// The position.
    pub node: u32,
    /// The way to it.
    pub path: String,
    /// The same from where it leaves the game or the focus; of a position on it, the last move.
    pub short_path: String,
    /// The position as text.
    pub position: String,
    /// The rule.
    pub rule: String,
    /// Its value now.
    #[serde(flatten)]
    pub value: PositionValue,
    /// The value then.
    #[serde(flatten)]
    pub before: Before,
    /// What has happened, in the game's unit.
    pub words: String,
}

/// A watch.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct WatchRow {
    /// The position.
    pub node: u32,
    /// The way to it.
    pub path: String,
    /// The rules.
    pub rules: Vec<String>,
    /// Its value now.
    #[serde(flatten)]
    pub value: PositionValue,
}
