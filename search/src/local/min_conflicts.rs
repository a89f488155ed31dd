//! Min-conflicts (Minton, Johnston, Philips and Laird 1990): a random variable in conflict gets the
//! value that leaves the fewest conflicts, one of them at random. With a greedy start it solves a
//! million queens in some fifty steps.
//!
//! ```text
//!  4  . Q . 1        . Q . .        a queen in conflict is drawn, here that of d; the conflicts that she would have
//!  3  . . . 0   ──▶  . . . Q        in the other rows of her column are counted, 1, 0 and 3, and she goes to the
//!  2  Q . . 3        Q . . .        least, better or not
//!  1  . . Q Q        . . Q .
//!     a b c d        a b c d
//! ```
//!
//! Invariant: a step changes one variable, which was in conflict; the cost may rise. So it does not
//! end by itself, and counts as stuck after this many steps.

use super::climb::{At, Choice, Rule};
use super::problem::Repairable;
use super::steepest::best_of;
use crate::limits::{Budget, Stop};
use crate::rng::Rng;

/// Min-conflicts.
#[derive(Clone, Copy, Debug)]
pub struct MinConflicts {
    /// The most steps of a climb.
    pub most: u64,
    /// Begins with [`Repairable::greedy`] rather than at random.
    pub greedy: bool,
    made: u64,
}

impl MinConflicts {
    /// With a greedy start; stuck after this many steps.
    #[must_use]
    pub fn new(most: u64) -> MinConflicts {
        MinConflicts {
            most,
            greedy: true,
            made: 0,
        }
    }

    /// The same from random starts.
    #[must_use]
    pub fn from_random(self) -> MinConflicts {
        MinConflicts {
            greedy: false,
            ..self
        }
    }
}

impl<P: Repairable> Rule<P> for MinConflicts {
    fn start(&mut self, problem: &P, rng: &mut Rng) -> P::State {
        self.made = 0;
        if self.greedy {
            problem.greedy(rng)
        } else {
            problem.random(rng)
        }
    }

    fn choose(
        &mut self,
        at: &At<'_, P>,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Choice<P::Move>, Stop> {
        if self.made >= self.most {
            return Ok(Choice::Stuck);
        }
        self.made += 1;
        let Some(variable) = at.problem.culprit(at.state, rng) else {
            return Ok(Choice::Stuck);
        };
        let repairs = at.problem.repairs(at.state, variable);
        let best = best_of(at, repairs, rng, budget)?;
        Ok(best.map_or(Choice::Stuck, |(m, delta)| Choice::Go(m, delta)))
    }
}
