//! Threshold accepting (Dueck and Scheuer 1990): a random neighbour is accepted if it is at most α
//! worse than the current state. Annealing without its exponential function.
//!
//! ```text
//!   α = 1:   4 ──▶ 5 ──▶ 3 ──▶ 4 ──▶ 2      up by 1 is allowed, up by 2 is not
//!   α = 0:   a random descent with as many sideways moves as it likes
//! ```
//!
//! Invariant: no step raises the cost by more than α. It never ends by itself, so it counts as
//! stuck when this many neighbours in a row have brought no new best.

use super::climb::{At, Choice, Rule};
use super::problem::Problem;
use crate::limits::{Budget, Stop};
use crate::rng::Rng;

/// Threshold accepting.
#[derive(Clone, Copy, Debug)]
pub struct Threshold {
    /// How much worse a neighbour may be.
    pub alpha: u64,
    /// This many neighbours without a new best are enough.
    pub patience: u64,
    best: u64,
    since: u64,
}

impl Threshold {
    /// Accepts what is at most `alpha` worse, and gives up after `patience` neighbours without a
    /// new best.
    #[must_use]
    pub fn new(alpha: u64, patience: u64) -> Threshold {
        Threshold {
            alpha,
            patience,
            best: u64::MAX,
            since: 0,
        }
    }
}

impl<P: Problem> Rule<P> for Threshold {
    fn start(&mut self, problem: &P, rng: &mut Rng) -> P::State {
        (self.best, self.since) = (u64::MAX, 0);
        problem.random(rng)
    }

    fn choose(
        &mut self,
        at: &At<'_, P>,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Choice<P::Move>, Stop> {
        if at.cost < self.best {
            (self.best, self.since) = (at.cost, 0);
        }
        if self.since >= self.patience {
            return Ok(Choice::Stuck);
        }
        self.since += 1;
        budget.spend()?;
        let Some(m) = at.problem.draw(at.state, rng) else {
            return Ok(Choice::Stuck);
        };
        let delta = at.problem.delta(at.state, m);
        let accepted = delta <= 0 || delta.unsigned_abs() <= self.alpha;
        Ok(if accepted {
            Choice::Go(m, delta)
        } else {
            Choice::Stay
        })
    }
}
