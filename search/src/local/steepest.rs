//! Steepest descent (hill climbing, with costs for heights): always to the best of all neighbours,
//! while it is better.
//!
//! ```text
//!   5 ──▶ 3 ──▶ 1 ──▶ stuck: the best neighbour costs 1 as well
//! ```
//!
//! Invariant: the cost falls with every step, so it ends: in a solution, a local minimum or a
//! plateau. Ties are broken at random, each of the best neighbours as likely.

use super::climb::{At, Choice, Rule};
use super::problem::Problem;
use crate::limits::{Budget, Stop};
use crate::rng::Rng;

/// Steepest descent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Steepest;

impl<P: Problem> Rule<P> for Steepest {
    fn choose(
        &mut self,
        at: &At<'_, P>,
        rng: &mut Rng,
        budget: &mut Budget,
    ) -> Result<Choice<P::Move>, Stop> {
        let moves = at.problem.moves(at.state);
        Ok(match best_of(at, moves, rng, budget)? {
            Some((m, delta)) if delta < 0 => Choice::Go(m, delta),
            _ => Choice::Stuck,
        })
    }
}

/// The move that lowers the cost most (or raises it least), one of them at random; `None` where
/// there is none.
pub(super) fn best_of<P: Problem>(
    at: &At<'_, P>,
    moves: impl Iterator<Item = P::Move>,
    rng: &mut Rng,
    budget: &mut Budget,
) -> Result<Option<(P::Move, i64)>, Stop> {
    let mut best = None;
    let mut equals = 0;
    for m in moves {
        budget.spend()?;
        let delta = at.problem.delta(at.state, m);
        match best {
            Some((_, least)) if delta > least => continue,
            Some((_, least)) if delta == least => equals += 1,
            _ => equals = 1,
        }
        // The k-th of equals replaces the others with probability 1/k: then all are as likely.
        if equals == 1 || rng.below(equals) == 0 {
            best = Some((m, delta));
        }
    }
    Ok(best)
}
