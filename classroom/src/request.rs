//! What a page may ask of the classroom.

use serde::{Deserialize, Serialize};

/// What to explain.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TraceAsk {
    /// A game's name, or the text of a tree.
    pub game: String,
    /// The position; the starting position by default.
    pub position: Option<String>,
    /// The search, `NAME[:key=value,...]`.
    pub with: String,
    /// Plies at most.
    pub depth: Option<u32>,
    /// Nodes at most.
    pub nodes: Option<u64>,
    /// The seed of everything random.
    pub seed: Option<u64>,
}

/// The answers to an exercise.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Answers {
    /// One for each part, in order; an empty one is not graded.
    #[serde(default)]
    pub answers: Vec<String>,
    /// Whether the solution of every part is shown, answered or not.
    #[serde(default)]
    pub solve: bool,
}

/// A tree to make.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RandomTree {
    /// Moves of a position.
    pub branching: u32,
    /// Plies.
    pub depth: u32,
    /// The least value.
    pub low: i32,
    /// The greatest value.
    pub high: i32,
    /// The seed.
    pub seed: u64,
    /// `any`, `best first` or `worst first`.
    pub order: Option<String>,
    /// Whether every other level is chance.
    #[serde(default)]
    pub chance: bool,
}

/// Penalties of tips by p.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PenaltiesAsk {
    /// The text of a tree.
    pub tree: String,
    /// The exponents.
    pub p: Vec<f64>,
}

/// Queens to place.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ClimbAsk {
    /// How many.
    pub queens: usize,
    /// The local search, as `gametree queens --with` names it.
    pub with: String,
    /// The seed.
    pub seed: u64,
    /// The row of each queen to start from, counted from 1; a random start without it.
    #[serde(default)]
    pub start: Option<Vec<u32>>,
}
