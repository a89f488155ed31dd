//! Steepest descent with a tolerance: a random one of all neighbours whose cost is at most α above
//! that of the best neighbour. It may go up where every neighbour is worse, so it leaves plateaus and
//! shallow minima behind.
//!
//! ```text
//!   costs of the neighbours  3 4 4 5 7      α = 0: the 3       α = 1: the 3 or one of the 4
//!   best neighbour (minState)  3            α = 2: one of the first four
//! ```
//!
//! Invariant: every step goes to a neighbour within α of the best one, each as likely. The bound is
//! the best *neighbour*; with the current state instead, the rule is [`super::Threshold`]. It never
//! ends by itself, so it counts as stuck after this many steps without a new best.

use super::climb::{At, Choice, Rule};
use super::problem::Problem;
use crate::limits::{Budget, Stop};
use crate::rng::Rng;

/// Steepest descent with a tolerance.
#[derive(Clone, Copy, Debug)]
pub struct Tolerance {
    /// How much worse than the best neighbour a neighbour may be.
    pub alpha: u64,
    /// This many steps without a new best are enough.
    pub patience: u64,
    best: u64,
    since: u64,
}

impl Tolerance {
    /// Takes what is at most `alpha` worse than the best neighbour, and gives up after `patience`
    /// steps without a new best.
    #[must_use]
    pub fn new(alpha: u64, patience: u64) -> Tolerance {
        Tolerance {
            alpha,
            patience,
            best: u64::MAX,
            since: 0,
        }
    }
}

impl<P: Problem> Rule<P> for Tolerance {
    fn start(&mut self, problem: &P, rng: &mut Rng) -> P::State {
        self.best = u64::MAX;
        self.since = 0;
        problem.random(rng)
    }

    fn choose(
        &mut self,
        at: &At<'_, P>,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Choice<P::Move>, Stop> {
        if at.cost < self.best {
            self.best = at.cost;
            self.since = 0;
        }
        if self.since >= self.patience {
            return Ok(Choice::Stuck);
        }
        self.since += 1;
        let mut neighbours = Vec::new();
        for m in at.problem.moves(at.state) {
            budget.spend()?;
            neighbours.push((m, at.problem.delta(at.state, m)));
        }
        let Some(least) = neighbours.iter().map(|(_, delta)| *delta).min() else {
            return Ok(Choice::Stuck);
        };
        let bound = least.saturating_add_unsigned(self.alpha);
        neighbours.retain(|(_, delta)| *delta <= bound);
        let (m, delta) = neighbours[rng.below(neighbours.len())];
        Ok(Choice::Go(m, delta))
    }
}
