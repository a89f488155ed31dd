//! What a search reports.

use std::time::Duration;

use rustc_hash::FxHashSet;

use crate::game::{Game, Keyed, Outcome};
use crate::limits::{Counts, Limits, Stop};
use crate::score::Score;

/// The result of a search.
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

    /// What the limits of the whole leave when this is spent.
    pub(crate) fn left_of(&self, limits: &Limits) -> Limits {
        let Counts { nodes, moves, .. } = self.counts;
        Limits {
            nodes: limits.nodes.map(|most| most.saturating_sub(nodes)),
            moves: limits.moves.map(|most| most.saturating_sub(moves)),
            time: limits.time.map(|most| most.saturating_sub(self.elapsed)),
            ..limits.clone()
        }
    }

    /// Whether the value is the `?` of the textbooks rather than a draw: it is proven, and its line
    /// ends in [`Outcome::Loop`] or comes back to where it has been. `root` is the position that
    /// was searched. (False where a limit cut the line short.)
    pub fn is_loop<G: Keyed<Move = M>>(&self, root: &G) -> bool {
        if !self.proven || self.value != Score::DRAW {
            return false;
        }
        let mut position = root.clone();
        let mut seen = FxHashSet::from_iter([position.key()]);
        for &m in &self.line {
            position.play(m);
            if !seen.insert(position.key()) {
                return true;
            }
        }
        position.outcome() == Some(Outcome::Loop)
    }
}

/// The line, or the first legal move where there is none and the game goes on.
pub(crate) fn with_a_move<G: Game>(line: Vec<G::Move>, root: &G) -> Vec<G::Move> {
    if line.is_empty() && root.outcome().is_none() {
        return root.moves().take(1).collect();
    }
    line
}
