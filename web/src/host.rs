//! What the program behind the pages gives them: searches that can be watched, engines that can be
//! hired.

use std::path::PathBuf;

use gametree::Analyst;
use gametree_chess::Chess;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::refusal::Refusal;
use crate::view::EngineCard;

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

    /// The engines for chess that projects can use.
    fn engines(&self) -> Vec<EngineCard>;

    /// Starts an engine for chess.
    ///
    /// # Errors
    /// Why it does not work.
    fn hire(&self, wanted: &Wanted) -> Result<Hired, Refusal>;

    /// Starts an engine, asks it for its options and stops it: the options, and what was tried with
    /// what result.
    ///
    /// # Errors
    /// Why it does not work.
    fn test(&self, engine: &str) -> Result<Value, Refusal>;
}

/// An engine for a project.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// Its id in the list of engines. Never a path.
    pub engine: String,
    /// How many work at once; as many as there are processors where it is not said.
    pub count: Option<usize>,
    /// Mebibytes of hash for each.
    pub hash: Option<u64>,
    /// Options that are numbers, switches or choices.
    #[serde(default)]
    pub options: std::collections::BTreeMap<String, String>,
    /// Whether tables are cleared before every question.
    #[serde(skip)]
    pub reproducible: bool,
}

/// An engine at work.
pub struct Hired {
    /// Who answers.
    pub analyst: Box<dyn Analyst<Chess> + Send>,
    /// What to tell people.
    pub about: String,
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
