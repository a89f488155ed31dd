//! How much a search may spend, and the one place that checks it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::clock::{Instant, ThreadTime};
use crate::deep;

/// What a search may spend. Data only; the default is no limit at all.
///
/// ```
/// use gametree::Limits;
/// use std::time::Duration;
/// let limits = Limits::depth(8).and_time(Duration::from_secs(1));
/// assert_eq!(limits.depth, Some(8));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Plies below the root.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Calls of the move operator ([`crate::Game::play`]).
    pub moves: Option<u64>,
    /// Time on the clock.
    pub time: Option<Duration>,
    /// Processor time of the searching thread: what else runs on a busy machine does not count.
    /// With several threads, each has this much.
    pub cpu: Option<Duration>,
    /// Bytes for all that a search keeps, its stack included. A search that allocates its tree or
    /// table up front takes this much, whether more or less than usual.
    pub memory: Option<usize>,
    /// The same as a safeguard: never more than this, but no search takes more room than usual
    /// because of it.
    pub ceiling: Option<usize>,
    /// Raised from outside to stop the search.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// No limit.
    #[must_use]
    pub fn none() -> Limits {
        Limits::default()
    }

    /// This many plies.
    #[must_use]
    pub fn depth(plies: u32) -> Limits {
        Limits {
            depth: Some(plies),
            ..Limits::none()
        }
    }

    /// This many nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::none()
        }
    }

    /// This many calls of the move operator.
    #[must_use]
    pub fn moves(moves: u64) -> Limits {
        Limits {
            moves: Some(moves),
            ..Limits::none()
        }
    }

    /// This much time.
    #[must_use]
    pub fn time(time: Duration) -> Limits {
        Limits {
            time: Some(time),
            ..Limits::none()
        }
    }

    /// This much processor time.
    #[must_use]
    pub fn cpu(time: Duration) -> Limits {
        Limits {
            cpu: Some(time),
            ..Limits::none()
        }
    }

    /// The same, and this many nodes.
    #[must_use]
    pub fn and_nodes(self, nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..self
        }
    }

    /// The same, and this much time.
    #[must_use]
    pub fn and_time(self, time: Duration) -> Limits {
        Limits {
            time: Some(time),
            ..self
        }
    }

    /// The same, and this many bytes.
    #[must_use]
    pub fn and_memory(self, bytes: usize) -> Limits {
        Limits {
            memory: Some(bytes),
            ..self
        }
    }

    /// The same, and never more than this many bytes.
    #[must_use]
    pub fn and_ceiling(self, bytes: usize) -> Limits {
        Limits {
            ceiling: Some(bytes),
            ..self
        }
    }

    /// The bytes for a tree or table that takes `usual` where no limit says otherwise.
    #[must_use]
    pub fn room(&self, usual: usize) -> usize {
        let wanted = self.memory.unwrap_or(usual);
        wanted.min(self.ceiling.unwrap_or(usize::MAX))
    }

    /// The same, and stopped when the flag is raised.
    #[must_use]
    pub fn and_stop(self, flag: Arc<AtomicBool>) -> Limits {
        Limits {
            stop: Some(flag),
            ..self
        }
    }
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Nothing was left to search: the value is the game's.
    Done,
    /// The depth limit was searched completely.
    Depth,
    /// The node limit.
    Nodes,
    /// The limit on calls of the move operator.
    Moves,
    /// The time limit, on the clock or of the processor.
    Time,
    /// The memory limit.
    Memory,
    /// The stop flag was raised.
    Asked,
}

impl Stop {
    /// One word, as the command line and its JSON print it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Stop::Done => "done",
            Stop::Depth => "depth",
            Stop::Nodes => "nodes",
            Stop::Moves => "moves",
            Stop::Time => "time",
            Stop::Memory => "memory",
            Stop::Asked => "asked",
        }
    }
}

/// What a search has spent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Positions visited, the root included.
    pub nodes: u64,
    /// Calls of the evaluator.
    pub evaluations: u64,
    /// Calls of the move operator.
    pub moves: u64,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.nodes += other.nodes;
        self.evaluations += other.evaluations;
        self.moves += other.moves;
    }
}

/// Counts what is spent and says when to stop. Every node but the root is reached by a call of
/// the move operator, so [`Budget::spend`], called before each, is the one place that looks.
#[derive(Debug)]
pub struct Budget {
    /// Spent so far.
    pub counts: Counts,
    look_at: u64,
    /// How many calls of the move operator may pass before the clock and the flag are read again.
    stride: u64,
    start: Instant,
    /// The processor time at the start, where it is limited.
    cpu_start: Option<ThreadTime>,
    /// How much of the tighter time limit had been used when the clocks were last read.
    used: Duration,
    /// The bytes of the tree or table, as last reported.
    held: usize,
    limits: Limits,
    /// A second stop flag, between threads of one search.
    company: Option<Arc<AtomicBool>>,
}

/// The first stride, and the limits of what it becomes.
const STRIDE: u64 = 128;
const STRIDES: (u64, u64) = (16, 4096);
/// The clocks should be read again after at least the first and at most the second of these parts
/// of the time limit: a 128th and a 32nd.
const OFTEN: (u32, u32) = (128, 32);

impl Budget {
    /// Starts the clock.
    #[must_use]
    pub fn new(limits: &Limits) -> Budget {
        Budget {
            counts: Counts::default(),
            look_at: 0,
            stride: STRIDE,
            start: Instant::now(),
            cpu_start: limits.cpu.map(|_| ThreadTime::now()),
            used: Duration::ZERO,
            held: 0,
            limits: limits.clone(),
            company: None,
        }
    }

    /// Stops also when another thread of the same search is done.
    #[must_use]
    pub(crate) fn also_watching(self, flag: Arc<AtomicBool>) -> Budget {
        Budget {
            company: Some(flag),
            ..self
        }
    }

    /// Pays for one call of the move operator, or says which limit forbids it.
    #[inline]
    pub fn spend(&mut self) -> Result<(), Stop> {
        if self.counts.moves >= self.look_at {
            self.look()?;
        }
        self.counts.moves += 1;
        Ok(())
    }

    /// Says whether a node may be visited without a move, as the root is, or a child searched
    /// again; the next [`Budget::spend`] looks again.
    pub fn begin(&mut self) -> Result<(), Stop> {
        self.look()?;
        self.look_at = 0;
        Ok(())
    }

    /// Says whether a child may be searched again. Only where nodes are counted does this need a
    /// look.
    #[inline]
    pub fn again(&mut self) -> Result<(), Stop> {
        if self.limits.nodes.is_some() {
            self.begin()
        } else {
            Ok(())
        }
    }

    /// Pays for a whole playout or lookahead of `n` calls already made.
    #[inline]
    pub fn spend_many(&mut self, n: u64) -> Result<(), Stop> {
        self.counts.moves += n;
        if self.counts.moves >= self.look_at {
            self.look()
        } else {
            Ok(())
        }
    }

    /// Counts a visited position.
    #[inline]
    pub fn visit(&mut self) {
        self.counts.nodes += 1;
    }

    /// Reads every limit now, whatever was spent since the last look.
    #[cold]
    pub fn look(&mut self) -> Result<(), Stop> {
        let nodes_left = left(self.limits.nodes, self.counts.nodes).ok_or(Stop::Nodes)?;
        let moves_left = left(self.limits.moves, self.counts.moves).ok_or(Stop::Moves)?;
        self.look_at_clocks()?;
        self.look_at_flags()?;
        self.fits(self.held)?;
        self.look_at = self.counts.moves + self.stride.min(nodes_left).min(moves_left);
        Ok(())
    }

    /// Reads the clocks and flags now, for work that makes no moves and visits no positions.
    pub fn watch(&mut self) -> Result<(), Stop> {
        self.look_at_clocks()?;
        self.look_at_flags()
    }

    /// Whether the user, or another thread of the same search, wants an end.
    pub(crate) fn is_asked_to_stop(&self) -> bool {
        self.look_at_flags().is_err()
    }

    fn look_at_flags(&self) -> Result<(), Stop> {
        let raised = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        let asked = self.limits.stop.as_ref().is_some_and(raised)
            || self.company.as_ref().is_some_and(raised);
        if asked { Err(Stop::Asked) } else { Ok(()) }
    }

    /// Reads the clocks that matter, and sets the stride so that reading them is neither late nor
    /// expensive.
    fn look_at_clocks(&mut self) -> Result<(), Stop> {
        if let Some(limit) = self.limits.time {
            self.pace(self.start.elapsed(), limit)?;
        }
        if let (Some(limit), Some(start)) = (self.limits.cpu, self.cpu_start) {
            self.pace(start.elapsed(), limit)?;
        }
        Ok(())
    }

    fn pace(&mut self, used: Duration, limit: Duration) -> Result<(), Stop> {
        if used >= limit {
            return Err(Stop::Time);
        }
        let since = used.saturating_sub(self.used);
        self.used = used;
        if since < limit / OFTEN.0 {
            self.stride = (self.stride * 2).min(STRIDES.1);
        } else if since > limit / OFTEN.1 {
            self.stride = (self.stride / 2).max(STRIDES.0);
        }
        Ok(())
    }

    /// Says whether a tree or table of this many bytes is still allowed, beside the stack. If it
    /// is, it counts from now on in place of what was reported before.
    #[inline]
    pub fn hold(&mut self, bytes: usize) -> Result<(), Stop> {
        self.fits(bytes)?;
        self.held = bytes;
        Ok(())
    }

    fn fits(&self, bytes: usize) -> Result<(), Stop> {
        if bytes.saturating_add(deep::grown()) > self.limits.room(usize::MAX) {
            Err(Stop::Memory)
        } else {
            Ok(())
        }
    }

    /// The depth limit, `u32::MAX` where there is none.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.limits.depth.unwrap_or(u32::MAX)
    }

    /// What is left of these limits after what was spent here.
    #[must_use]
    pub(crate) fn left_of(&self, limits: &Limits) -> Limits {
        let cpu = self
            .cpu_start
            .map_or(Duration::ZERO, |start| start.elapsed());
        Limits {
            nodes: limits.nodes.map(|n| n.saturating_sub(self.counts.nodes)),
            moves: limits.moves.map(|n| n.saturating_sub(self.counts.moves)),
            time: limits.time.map(|time| time.saturating_sub(self.elapsed())),
            cpu: limits.cpu.map(|time| time.saturating_sub(cpu)),
            ..limits.clone()
        }
    }

    /// The limits it was made for.
    #[must_use]
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

/// What is left of a limit, at least 1; `None` when it is used up.
fn left(limit: Option<u64>, spent: u64) -> Option<u64> {
    match limit {
        Some(limit) if spent >= limit => None,
        Some(limit) => Some(limit - spent),
        None => Some(u64::MAX),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spend_all(limits: &Limits) -> (Stop, Counts) {
        let mut budget = Budget::new(limits);
        budget.visit();
        loop {
            if let Err(stop) = budget.spend() {
                return (stop, budget.counts);
            }
            budget.visit();
        }
    }

    #[test]
    fn sleep_costs_no_time_of_the_processor() {
        let mut budget = Budget::new(&Limits::cpu(Duration::from_secs(1)));
        std::thread::sleep(Duration::from_millis(1100));
        assert_eq!(budget.look(), Ok(()));
        let mut budget = Budget::new(&Limits::time(Duration::from_millis(1)));
        std::thread::sleep(Duration::from_millis(2));
        assert_eq!(budget.look(), Err(Stop::Time));
    }

    #[test]
    fn node_and_move_limits_are_exact() {
        for n in [1, 2, 511, 512, 513, 5000] {
            assert_eq!(spend_all(&Limits::nodes(n)).0, Stop::Nodes);
            assert_eq!(spend_all(&Limits::nodes(n)).1.nodes, n);
            assert_eq!(spend_all(&Limits::moves(n)).1.moves, n);
        }
        assert_eq!(spend_all(&Limits::moves(0)).1.moves, 0);
    }

    #[test]
    fn time_and_flag_stop() {
        assert_eq!(spend_all(&Limits::time(Duration::ZERO)).0, Stop::Time);
        assert_eq!(
            spend_all(&Limits::cpu(Duration::from_millis(3))).0,
            Stop::Time
        );
        let flag = Arc::new(AtomicBool::new(true));
        assert_eq!(spend_all(&Limits::none().and_stop(flag)).0, Stop::Asked);
    }

    #[test]
    fn bytes_beyond_the_limit_stop() {
        let hold = |limits: Limits, bytes| Budget::new(&limits).hold(bytes);
        assert_eq!(hold(Limits::none().and_memory(10), 10), Ok(()));
        assert_eq!(hold(Limits::none().and_memory(10), 11), Err(Stop::Memory));
        assert_eq!(hold(Limits::none().and_ceiling(10), 11), Err(Stop::Memory));
        assert_eq!(hold(Limits::none(), usize::MAX), Ok(()));
        let mut budget = Budget::new(&Limits::none().and_memory(10));
        assert_eq!(budget.hold(11), Err(Stop::Memory));
        assert_eq!(budget.look(), Ok(()), "what was refused is not held");
    }

    #[test]
    fn a_ceiling_makes_no_search_take_more_room() {
        assert_eq!(Limits::none().room(64), 64);
        assert_eq!(Limits::none().and_ceiling(100).room(64), 64);
        assert_eq!(Limits::none().and_ceiling(10).room(64), 10);
        assert_eq!(Limits::none().and_memory(100).room(64), 100);
        assert_eq!(Limits::none().and_memory(100).and_ceiling(80).room(64), 80);
    }
}
