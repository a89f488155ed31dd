//! What the classroom needs of the program behind it: the only way from here to games and searches.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gametree_explain::Explanation;
use gametree_web::host::ClimbAsk;
use gametree_web::refusal::Refusal;
use serde_json::Value;

/// Games, searches and queens by name.
pub trait Backend {
    /// What is known of a game.
    fn game(&self, name: &str) -> Result<GameFacts, Refusal>;

    /// What is known of a search, `NAME[:key=value,...]`.
    fn search(&self, text: &str) -> Result<SearchFacts, Refusal>;

    /// Runs a search and explains it.
    fn explain(&self, ask: &ExplainAsk<'_>) -> Result<ExplainReply, Refusal>;

    /// Runs a local search on a board of queens.
    fn climb(&self, ask: &ClimbAsk) -> Result<Climb, Refusal>;

    /// Raised when the program is told to end.
    fn shutdown(&self) -> Arc<AtomicBool>;
}

/// What is known of a game.
pub struct GameFacts {
    /// Whether the whole game is searched in well under a second.
    pub small: bool,
    /// Whether play can go on for ever.
    pub loops: bool,
    /// Whether its name is that of a file.
    pub is_file: bool,
}

/// What is known of a search.
pub struct SearchFacts {
    /// Its options, as they stand in the text.
    pub options: Vec<(String, String)>,
    /// Whether it notices that a position comes back, and so ends where play does not.
    pub detects_loops: bool,
    /// Whether it counts rounds, and a limit of nodes would only replace them.
    pub counts_rounds: bool,
    /// Whether it is another program.
    pub is_program: bool,
}

/// A search to explain. It is made for its own limits, and stopped by the caps too.
pub struct ExplainAsk<'a> {
    /// The game's name.
    pub game: &'a str,
    /// The position; the first one where it is not given.
    pub position: Option<&'a str>,
    /// The search, `NAME[:key=value,...]`.
    pub with: &'a str,
    /// The seed of everything random.
    pub seed: u64,
    /// The limits that were asked for.
    pub limits: Caps,
    /// What it may take at most.
    pub caps: Caps,
    /// Raised to stop it.
    pub stop: Arc<AtomicBool>,
}

/// The most that a search may take.
#[derive(Clone, Copy, Default)]
pub struct Caps {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
}

/// An explained search.
pub struct ExplainReply {
    /// The explanation.
    pub explanation: Explanation,
    /// The whole as data, schema `gametree.explain/1`.
    pub json: Value,
    /// The plies searched where no limit was given.
    pub few_plies: Option<u32>,
}

/// The states of a local search.
pub struct Climb {
    /// Each as data.
    pub frames: Value,
    /// Whether the last one solves the problem.
    pub solved: bool,
    /// Whether the last one is the end of the search.
    pub complete: bool,
}
