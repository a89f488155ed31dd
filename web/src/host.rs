//! What the program behind the pages gives them: searches that can be watched.

use std::path::PathBuf;

use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::refusal::Refusal;

/// The program behind the pages.
pub trait Host: Send + Sync + 'static {
    /// The executable, for matches, which run as processes of their own.
    fn program(&self) -> PathBuf;

    /// The games, as `gametree games --json` tells them.
    fn games(&self) -> Value;

    /// The searches, as `gametree searches --json` tells them.
    fn searches(&self) -> Value;

    /// The examples of the classroom: a list of `{id, title, about, game, position, with,
    /// against}`.
    fn examples(&self) -> Value;

    /// One search, step by step.
    ///
    /// # Errors
    /// What is wrong with the question.
    fn trace(&self, ask: &TraceAsk) -> Result<Value, Refusal>;

    /// A tree made at random, as text.
    ///
    /// # Errors
    /// What is wrong with the question.
    fn random_tree(&self, ask: &RandomTree) -> Result<Value, Refusal>;

    /// The penalty of every tip of a tree, for every p of a row.
    ///
    /// # Errors
    /// What is wrong with the question.
    fn penalties(&self, ask: &PenaltiesAsk) -> Result<Value, Refusal>;

    /// A local search on the queens' board, step by step.
    ///
    /// # Errors
    /// What is wrong with the question.
    fn climb(&self, ask: &ClimbAsk) -> Result<Value, Refusal>;
}

/// What to explain.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TraceAsk {
    /// A game's name, or the text of a tree.
    pub game: String,
    /// The position; the first one where it is not said.
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

/// A tree to make.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
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
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PenaltiesAsk {
    /// The text of a tree.
    pub tree: String,
    /// The exponents.
    pub p: Vec<f64>,
}

/// Queens to place.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClimbAsk {
    /// How many.
    pub queens: usize,
    /// The local search, as `gametree queens --with` names it.
    pub with: String,
    /// The seed.
    pub seed: u64,
}
