//! What a search answers.

use std::time::Duration;

use crate::limits::{Counts, Stop};
use crate::score::Score;

/// The answer of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// The root's value, the first player's view.
    pub value: Score,
    /// The expected line of play. Its first move is the move to play; empty only when the game
    /// is over at the root.
    pub line: Vec<M>,
    /// Whether `value` is the game's true value rather than an estimate.
    pub proven: bool,
    /// Why the search ended.
    pub stop: Stop,
    /// The deepest depth searched completely (0 where the search has no such notion).
    pub depth: u32,
    /// What was spent.
    pub counts: Counts,
    /// Time on the clock.
    pub elapsed: Duration,
}

impl<M: Copy> Report<M> {
    /// The move to play; `None` only when the game is over.
    pub fn best(&self) -> Option<M> {
        self.line.first().copied()
    }
}
