//! A project that is open, whatever its game: the one door for pages and commands.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use gametree::Worker;
use gametree_atlas::fact::NodeId;
use gametree_atlas::forecast::Forecast;
use gametree_atlas::run::{End, Until, Wish};
use gametree_atlas::settings::{Change, Settings};

use crate::action::{Action, Done};
use crate::engines::EngineChoice;
use crate::error::Result;
use crate::export::{ExportAsk, PagesAsk};
use crate::import::{ImportAsk, Imported, Survey};
use crate::request::{ChangesAsk, LiveAsk, MapAsk, OutlineAsk, RunAsk};
use crate::view::{
    ChangesView, Counts, GameView, HistoryView, LineView, LiveView, MapView, MovesView, NodeView,
    OutlineView, ProjectView, QueueView, RefusalRow, RootView, StatsView, WorkerRow,
};

/// A run in the caller's thread.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RunRequest {
    /// Which engines.
    pub engines: EngineChoice,
    /// What ends it.
    pub until: Until,
}

/// What a run came to.
#[derive(Clone, PartialEq, Debug)]
pub struct RunSummary {
    /// Why it ended.
    pub end: End,
    /// Why an engine had no result, the last time that happened.
    pub trouble: Option<String>,
    /// Who worked.
    pub workers: Vec<Worker>,
    /// What was not believed, oldest first; none where the engines were on this computer.
    pub refused: Option<Vec<RefusalRow>>,
    /// From the first task to the last result.
    pub elapsed: Duration,
}

/// The watcher of a run in the caller's thread.
pub trait RunWatch {
    /// The engines work; what to tell people of them.
    fn started(&mut self, engines: &str);

    /// The engines cannot start yet, and are waited for: why. Called again and again.
    fn waiting(&mut self, _why: &str) {}

    /// Called often; what is committed is on disk.
    fn look(&mut self, workers: &dyn Fn() -> Vec<Worker>) -> Wish;

    /// The facts so far are safe on disk.
    fn committed(&mut self) {}
}

/// A project that is open, whatever its game.
pub trait Project: Send + Sync {
    /// Its name.
    fn name(&self) -> &str;

    /// The name of its game.
    fn game(&self) -> &str;

    /// Its file.
    fn file(&self) -> &Path;

    /// The players' names, the first one's first.
    fn players(&self) -> [&'static str; 2];

    /// The unit of values.
    fn unit(&self) -> &'static str;

    /// A value as people write it, as the number that scripts read; none where it is no value.
    fn read_value(&self, text: &str) -> Option<i64>;

    /// The number that scripts read, as people write it.
    fn write_value(&self, number: i64) -> String;

    /// Grows with everything that changes what can be read.
    fn revision(&self) -> u64;

    /// Its name, what it is doing, how it stands.
    ///
    /// # Errors
    /// When it has no position.
    fn project(&self) -> Result<ProjectView>;

    /// How much there is.
    fn counts(&self) -> Counts;

    /// All roots, with the best line of each.
    ///
    /// # Errors
    /// When the project is not sound.
    fn roots(&self) -> Result<Vec<RootView>>;

    /// The position that all tasks are for, with its best line; none where the tasks are shared.
    ///
    /// # Errors
    /// When the project is not sound.
    fn focus(&self) -> Result<Option<RootView>>;

    /// The game that was played: what each move was worth.
    ///
    /// # Errors
    /// When there is none.
    fn played(&self) -> Result<GameView>;

    /// The position to show where none is named: the focus where there is a game, else the first
    /// root.
    ///
    /// # Errors
    /// When the project has no position.
    fn shown(&self) -> Result<NodeId>;

    /// Where the game stands: its last position, else the focus, else the root.
    ///
    /// # Errors
    /// When the project has no position.
    fn present(&self) -> Result<NodeId>;

    /// How it grows.
    fn settings(&self) -> Settings;

    /// The node of a text: `root` or nothing, `#12`, moves from a root, or a position.
    ///
    /// # Errors
    /// When there is no such position.
    fn find(&self, text: &str) -> Result<NodeId>;

    /// A text for which [`Project::find`] finds the node again; empty for the first root.
    ///
    /// # Errors
    /// When there is no such node.
    fn path(&self, node: NodeId) -> Result<String>;

    /// A position as text for a terminal.
    ///
    /// # Errors
    /// When there is no such node.
    fn drawing(&self, node: NodeId) -> Result<String>;

    /// A position.
    ///
    /// # Errors
    /// When there is no such node.
    fn node(&self, node: NodeId) -> Result<NodeView>;

    /// The moves of a position.
    ///
    /// # Errors
    /// When there is no such node.
    fn moves(&self, node: NodeId) -> Result<MovesView>;

    /// The best line from a position, of at most this many moves.
    ///
    /// # Errors
    /// When there is no such node.
    fn line(&self, node: NodeId, most: usize) -> Result<LineView>;

    /// What lies below a position, best first.
    ///
    /// # Errors
    /// When there is no such node.
    fn outline(&self, ask: &OutlineAsk) -> Result<OutlineView>;

    /// The whole graph below a position.
    ///
    /// # Errors
    /// When there is no such node, or no such size.
    fn map(&self, ask: &MapAsk) -> Result<MapView>;

    /// How a position's value came about.
    ///
    /// # Errors
    /// When there is no such node.
    fn history(&self, node: NodeId) -> Result<HistoryView>;

    /// What has changed since a moment.
    ///
    /// # Errors
    /// When the store fails.
    fn changes(&self, ask: &ChangesAsk) -> Result<ChangesView>;

    /// Open tasks, the next task and this many after it, failed tasks.
    ///
    /// # Errors
    /// When the project is not sound.
    fn queue(&self, ahead: usize) -> Result<QueueView>;

    /// Figures.
    ///
    /// # Errors
    /// When the store fails.
    fn stats(&self) -> Result<StatsView>;

    /// How long new positions would take.
    ///
    /// # Errors
    /// When the store fails.
    fn forecast(&self, positions: u64) -> Result<Forecast>;

    /// Does what the user wants, and says how to undo it. What is already so is not written again.
    ///
    /// # Errors
    /// When it cannot be done.
    fn act(&self, node: NodeId, action: &Action) -> Result<Done>;

    /// Changes how it grows; what is not given stays as it is.
    ///
    /// # Errors
    /// When a number is out of range.
    fn set(&self, change: &Change) -> Result<()>;

    /// What a file would add.
    ///
    /// # Errors
    /// When the file cannot be read, or is of another game.
    fn survey(&self, ask: &ImportAsk, stop: &dyn Fn() -> bool) -> Result<Survey>;

    /// Takes in what a file says.
    ///
    /// # Errors
    /// When the file cannot be read, or is of another game.
    fn import(&self, ask: &ImportAsk, stop: &dyn Fn() -> bool) -> Result<Imported>;

    /// Writes it in a format; says what was written.
    ///
    /// # Errors
    /// When the format is another game's, or the disk fails.
    fn export(&self, ask: &ExportAsk, out: &mut dyn io::Write) -> Result<String>;

    /// Writes pages into a directory; how many.
    ///
    /// # Errors
    /// When the disk fails.
    fn export_pages(&self, ask: &PagesAsk) -> Result<usize>;

    /// Grows in this thread until something ends it.
    ///
    /// # Errors
    /// When the engines do not work, or the store fails.
    fn run(&self, request: &RunRequest, watch: &mut dyn RunWatch) -> Result<RunSummary>;

    /// Starts growing in a thread of its own.
    ///
    /// # Errors
    /// When it grows already, or the engines do not work.
    fn start(self: Arc<Self>, ask: &RunAsk) -> Result<()>;

    /// Asks the run to end; with `wait`, returns when it has.
    fn pause(&self, wait: bool);

    /// Stops the run now: searches report what they have found so far, and that is saved.
    fn stop_now(&self);

    /// Asks the run to end because the program does: it counts as unfinished, and can go on later.
    fn leave(&self);

    /// Whether engines grow it.
    fn is_running(&self) -> bool;

    /// The workers of the run.
    fn workers(&self) -> Vec<WorkerRow>;

    /// What was not believed in the run, or in the last one, oldest first.
    fn refused(&self) -> Vec<RefusalRow>;

    /// What the live engine says.
    fn live(&self) -> LiveView;

    /// Puts the live engine on a position, or stops it.
    ///
    /// # Errors
    /// When there is no such position, or the engine does not work.
    fn set_live(self: Arc<Self>, ask: &LiveAsk) -> Result<()>;

    /// Whether another process has the file: then this is its state when it was read.
    fn is_elsewhere(&self) -> bool;
}
