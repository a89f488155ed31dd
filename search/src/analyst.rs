//! Tasks that take long, for an engine on this computer or on another.
//!
//! An [`Evaluator`](crate::Evaluator) gives a number in the innermost loop; an [`Analyst`] thinks
//! for a second and may fail. Many tasks may be open at once, and results come in any order.

use std::sync::Arc;
use std::time::Duration;

use crate::game::Game;
use crate::score::Score;

/// One task: what is this position worth, and what should be played?
#[derive(Clone, Debug)]
pub struct Question<G: Game> {
    /// Its number; the result has the same.
    pub ticket: u64,
    /// The position. The game is not over.
    pub position: G,
    /// The moves to choose from; if empty, all legal ones.
    pub among: Vec<G::Move>,
    /// How many positions to search.
    pub nodes: u64,
    /// How many of the best lines to report, at least 1 (MultiPV). An analyst that can report only
    /// one does so.
    pub lines: u32,
    /// Tasks of one region are best done by one worker, whose tables are warm.
    pub region: u64,
}

/// Where a result comes from: values of different sources cannot be compared.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Source {
    /// The engine's name and version, as it reports them.
    pub name: String,
    /// The options that change its values, as `name=value` joined by `;`, in order.
    pub options: String,
}

/// What some engines report beside a value: how often, of a thousand such games, the first player
/// would win, nobody would, and the second would. Together they are 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wdl {
    /// Wins of the first player.
    pub win: u16,
    /// Draws.
    pub draw: u16,
    /// Losses of the first player.
    pub loss: u16,
}

impl Wdl {
    /// All games together.
    pub const WHOLE: u16 = 1000;

    /// Of these numbers, if together they are a thousand.
    ///
    /// ```
    /// use gametree::Wdl;
    /// assert_eq!(Wdl::new(300, 600, 100).unwrap().draw, 600);
    /// assert_eq!(Wdl::new(300, 600, 200), None);
    /// ```
    #[must_use]
    pub fn new(win: u16, draw: u16, loss: u16) -> Option<Wdl> {
        let sum = u32::from(win) + u32::from(draw) + u32::from(loss);
        (sum == u32::from(Wdl::WHOLE)).then_some(Wdl { win, draw, loss })
    }

    /// The other player's view.
    #[must_use]
    pub fn flipped(self) -> Wdl {
        Wdl {
            win: self.loss,
            draw: self.draw,
            loss: self.win,
        }
    }
}

/// A line that a search reports besides the best one.
#[derive(Clone, PartialEq, Debug)]
pub struct PvLine<M> {
    /// Its value, the first player's view.
    pub value: Score,
    /// The moves: at least one, all legal.
    pub moves: Vec<M>,
    /// The depth.
    pub depth: u32,
}

impl Source {
    /// What the options of an exact source say.
    const EXACT: &str = "exact";

    /// A source whose values need no search, because they are proven: endgame tables.
    #[must_use]
    pub fn exact(name: &str) -> Source {
        Source {
            name: name.to_owned(),
            options: Source::EXACT.to_owned(),
        }
    }

    /// Whether its values are proven.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.options == Source::EXACT
    }
}

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding<M> {
    /// The position's value, the first player's view; over `among` when that was given.
    pub value: Score,
    /// The expected line. Its first move is legal (and one of `among`), and so are the others after
    /// it.
    pub line: Vec<M>,
    /// Every move that was the best for some time while the search deepened, with its last value,
    /// the final one last.
    pub shown: Vec<(M, Score)>,
    /// The lines after the best one, the mover's best first: with other first moves, and all of one
    /// depth, so that they can be compared. Fewer than were asked for where there are no more.
    pub lines: Vec<PvLine<M>>,
    /// The depth reached.
    pub depth: u32,
    /// The positions searched.
    pub nodes: u64,
    /// Wins, draws and losses, if the analyst reports them of this very value.
    pub wdl: Option<Wdl>,
    /// Where it comes from.
    pub source: Arc<Source>,
}

/// Why there is no finding: several attempts failed, and someone should look at the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnalysisError {
    /// What happened, a sentence for people.
    pub what: String,
    /// The number of attempts. 0 means that no worker was left to try, which says nothing about the
    /// position.
    pub attempts: u32,
}

/// A result.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer<M> {
    /// The task's number.
    pub ticket: u64,
    /// What came out.
    pub outcome: Result<Finding<M>, AnalysisError>,
    /// How long the successful attempt, or the last one, took.
    pub elapsed: Duration,
}

/// What a worker does now, for people who watch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worker {
    /// Its name.
    pub name: String,
    /// A few words: `searching`, `idle`, `starting again in 4 s (it crashed)`.
    pub state: String,
    /// How many tasks it can work on at once.
    pub jobs: usize,
    /// Whether it searches now.
    pub searching: bool,
    /// Tasks it has done.
    pub answered: u64,
    /// How often it failed.
    pub failed: u64,
    /// How long it has been searching, in all.
    pub busy: Duration,
    /// Nodes per second, as measured recently; `None` before its first result.
    pub speed: Option<u64>,
    /// The task it works on, while it searches.
    pub task: Option<TaskProgress>,
}

/// How far a worker is with a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TaskProgress {
    /// The task's number.
    pub ticket: u64,
    /// Positions searched so far, as the worker reports them.
    pub nodes: u64,
    /// Positions to search.
    pub asked: u64,
    /// How long it has been searching.
    pub elapsed: Duration,
}

/// Does tasks: an engine, a pool of them, or a search.
pub trait Analyst<G: Game> {
    /// Takes a task. Never waits; a thousand may be open.
    fn ask(&mut self, question: Question<G>);

    /// The next result, in any order; `None` when none has come after `patience`.
    fn answer(&mut self, patience: Duration) -> Option<Answer<G::Move>>;

    /// Drops the tasks that no worker has started, and tells the running ones to finish: a dropped
    /// task never gets a result.
    fn give_up(&mut self);

    /// Drops one task; its worker goes on with another. The task gets no result, or one that no
    /// longer counts.
    fn cancel(&mut self, ticket: u64) {
        let _ = ticket;
    }

    /// The workers, always in the same order.
    fn workers(&self) -> Vec<Worker>;

    /// Every source of results, as far as is known before the first one.
    fn sources(&self) -> Vec<Arc<Source>>;
}
