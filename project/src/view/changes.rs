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

/// A watch that has come true.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct FiredRow {
    /// The position.
    pub node: u32,
    /// The way to it.
    pub path: String,
    /// The position as text.
    pub position: String,
    /// The rule.
    pub rule: String,
    /// Its value now.
    #[serde(flatten)]
    pub value: PositionValue,
    /// What has happened.
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
