//! Steepest descent with sideways moves: where no neighbour is better, on to one that is as good,
//! in the hope that the plateau is a shoulder.
//!
//! ```text
//!   5 ──▶ 2 ──▶ 1 ══▶ 1 ══▶ 1 ──▶ 0     at most this many ══▶ in a row, for plateaus may have no way down
//! ```
//!
//! Invariant: the cost never rises, and falls at least once in `most` + 1 steps; so it ends.

use super::climb::{At, Choice, Rule};
use super::problem::Problem;
use super::steepest::best_of;
use crate::limits::{Budget, Stop};
use crate::rng::Rng;

/// Steepest descent with sideways moves.
#[derive(Clone, Copy, Debug)]
pub struct Sideways {
    /// The most sideways moves in a row.
    pub most: u64,
    /// Made in a row.
    made: u64,
}

impl Sideways {
    /// At most this many sideways moves in a row. The textbook's number is 100.
    #[must_use]
    pub fn new(most: u64) -> Sideways {
        Sideways { most, made: 0 }
    }
}

impl<P: Problem> Rule<P> for Sideways {
    fn start(&mut self, problem: &P, rng: &mut Rng) -> P::State {
        self.made = 0;
        problem.random(rng)
    }

    fn choose(
        &mut self,
        at: &At<'_, P>,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Choice<P::Move>, Stop> {
        let moves = at.problem.moves(at.state);
        Ok(match best_of(at, moves, rng, budget)? {
            Some((m, delta)) if delta < 0 => {
                self.made = 0;
                Choice::Go(m, delta)
            }
            Some((m, 0)) if self.made < self.most => {
                self.made += 1;
                Choice::Go(m, 0)
            }
            _ => Choice::Stuck,
        })
    }
}
