//! Exact ends: where a game has its own solver for its last moves, any search may leave them
//! to it.
//!
//! Both players of a match then share the endgame, and what differs is the search before it. A
//! position is tried only where the solver's own estimate of the cost is a small part of the
//! limits; if it takes longer than that all the same, the search goes on with what is left.

use std::time::Duration;

use crate::game::Game;
use crate::limits::{Budget, Limits, Stop};
use crate::observer::Observer;
use crate::report::Report;
use crate::score::Score;
use crate::search::Search;

/// A solver for the last moves of a game.
pub trait Finisher<G: Game> {
    /// Whether there are positions that it solves at all.
    const SOLVES: bool = true;

    /// About how many calls of the move operator the position takes; `None` where it is beyond all
    /// hope.
    fn cost(&self, position: &G) -> Option<u64>;

    /// The value of the position, or the limit that came first. The game is not over there.
    fn finish(&mut self, position: &G, budget: &mut Budget) -> Result<Finish<G::Move>, Stop>;

    /// A new game begins: forgets everything.
    fn forget(&mut self) {}
}

/// A solved position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finish<M> {
    /// The value, the first player's.
    pub value: Score,
    /// A move that has it.
    pub best: M,
}

/// Solves nothing: for games without a solver.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unfinished;

impl<G: Game> Finisher<G> for Unfinished {
    const SOLVES: bool = false;

    fn cost(&self, _: &G) -> Option<u64> {
        None
    }

    fn finish(&mut self, _: &G, _: &mut Budget) -> Result<Finish<G::Move>, Stop> {
        Err(Stop::Asked)
    }
}

/// A search that leaves the ends of games to a solver.
#[derive(Clone, Debug)]
pub struct Finishing<S, F> {
    /// Searches before the end.
    pub inner: S,
    /// Solves the end.
    pub finisher: F,
}

/// The part of the limits that the solver may spend.
const PART: u32 = 3;
/// Calls of the move operator that a solver is assumed to make per second.
const CALLS_A_SECOND: f64 = 1e7;
/// What it may cost where nothing but the depth is limited.
const UNLIMITED: u64 = 1_000_000;

impl<G: Game, S: Search<G>, F: Finisher<G>> Search<G> for Finishing<S, F> {
    fn watch<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<G::Move> {
        self.or_else(root, limits, |inner, limits| {
            inner.watch(root, limits, observer)
        })
    }

    fn search(&mut self, root: &G, limits: &Limits) -> Report<G::Move> {
        self.or_else(root, limits, |inner, limits| inner.search(root, limits))
    }

    fn new_game(&mut self, seed: u64) {
        self.finisher.forget();
        self.inner.new_game(seed);
    }

    fn set_lines(&mut self, lines: u32) {
        self.inner.set_lines(lines);
    }
}

impl<S, F> Finishing<S, F> {
    /// Solves the position, or hands over to the search inside with what is left of the limits.
    fn or_else<G: Game>(
        &mut self,
        root: &G,
        limits: &Limits,
        search: impl FnOnce(&mut S, &Limits) -> Report<G::Move>,
    ) -> Report<G::Move>
    where
        F: Finisher<G>,
    {
        let part = part(limits);
        let affordable = |cost| cost <= calls(&part);
        if root.outcome().is_some() || !self.finisher.cost(root).is_some_and(affordable) {
            return search(&mut self.inner, limits);
        }
        let mut budget = Budget::new(&part);
        if let Ok(found) = self.finisher.finish(root, &mut budget) {
            return report(&found, &budget);
        }
        let mut report = search(&mut self.inner, &budget.left_of(limits));
        report.counts += budget.counts;
        report.elapsed += budget.elapsed();
        report
    }
}

/// What the solver may spend.
fn part(limits: &Limits) -> Limits {
    Limits {
        nodes: limits.nodes.map(|n| n / u64::from(PART)),
        moves: limits.moves.map(|n| n / u64::from(PART)),
        time: limits.time.map(|time| time / PART),
        cpu: limits.cpu.map(|time| time / PART),
        ..limits.clone()
    }
}

/// About how many calls of the move operator the limits allow.
fn calls(limits: &Limits) -> u64 {
    let in_time = |time: Duration| (time.as_secs_f64() * CALLS_A_SECOND) as u64;
    let all = [
        limits.nodes,
        limits.moves,
        limits.time.map(in_time),
        limits.cpu.map(in_time),
    ];
    all.into_iter().flatten().min().unwrap_or(UNLIMITED)
}

fn report<M: Copy>(found: &Finish<M>, budget: &Budget) -> Report<M> {
    Report {
        value: found.value,
        line: vec![found.best],
        proven: true,
        stop: Stop::Done,
        depth: 0,
        counts: budget.counts,
        elapsed: budget.elapsed(),
    }
}
