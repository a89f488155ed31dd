//! Projects as the pages see them: read while they grow, steered while they grow.
//!
//! A project's type ends at one trait object, [`Study`]; `open::Open` is the one implementation,
//! for every game.

mod actions;
mod changes;
mod describe;
mod desk;
mod live;
mod map;
mod memory;
mod node;
mod open;
mod outline;
mod queue;
mod run;
mod settings;
mod stats;

use gametree_atlas::fact::NodeId;

pub use actions::{Action, Done};
pub use changes::{ChangeRow, ChangesView, FiredRow, WatchRow};
pub use desk::{Desk, NewProject, SWEEP};
pub use live::{Live, LiveAsk};
pub use map::{MapAsk, MapView};
pub use outline::{Outline, OutlineAsk, OutlineRow};
pub use queue::{ParkedRow, QuestionRow, Queue};
pub use run::RunAsk;
pub use settings::SettingsAsk;
pub use stats::{HistoryPoint, HistoryView, StatsView};

use crate::refusal::Refusal;
use crate::view::{Moves, Node, Project, WorkerRow};

/// A number that is another one at every moment.
#[must_use]
pub fn instant() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}

/// A question's answer.
pub type Answer<T> = Result<T, Refusal>;

/// A project that is open, whatever its game.
pub trait Study: Send + Sync {
    /// Grows with everything that changes what can be read.
    fn revision(&self) -> u64;

    /// Its name, what it is doing, how it stands.
    fn project(&self) -> Answer<Project>;

    /// The node of a text: `root`, a number, moves from a root, or a position.
    fn find(&self, text: &str) -> Answer<NodeId>;

    /// A position.
    fn node(&self, node: NodeId) -> Answer<Node>;

    /// The moves of a position.
    fn moves(&self, node: NodeId) -> Answer<Moves>;

    /// What lies below a position, best first.
    fn outline(&self, ask: &OutlineAsk) -> Answer<Outline>;

    /// The whole graph below a position.
    fn map(&self, ask: &MapAsk) -> Answer<MapView>;

    /// A position's life.
    fn history(&self, node: NodeId) -> Answer<HistoryView>;

    /// What has changed since a moment, in seconds since 1970.
    fn changes(&self, since: u64) -> Answer<ChangesView>;

    /// Open questions, the next one, what is parked.
    fn queue(&self) -> Answer<Queue>;

    /// Figures.
    fn stats(&self) -> Answer<StatsView>;

    /// Does what the user wants, and says how to undo it.
    fn act(&self, node: NodeId, action: &Action) -> Answer<Done>;

    /// Changes how it grows.
    fn set(&self, ask: &SettingsAsk) -> Answer<()>;

    /// Starts growing.
    fn start(&self, ask: &RunAsk) -> Answer<()>;

    /// Asks the run to come to an end; `wait` until it has.
    fn pause(&self, wait: bool);

    /// Whether engines grow it.
    fn is_running(&self) -> bool;

    /// The workers of the run.
    fn workers(&self) -> Vec<WorkerRow>;

    /// What the live engine says.
    fn live(&self) -> Live;

    /// Puts the live engine on a position, or stops it.
    fn set_live(&self, ask: &LiveAsk) -> Answer<()>;

    /// Whether the file is another process's: this is what it was when it was read.
    fn is_elsewhere(&self) -> bool;
}
