//! What is known of a game, asked through the erased position.

use super::ErasedPosition;
use super::packed::ErasedMove;
use crate::evaluator::Evaluator;
use crate::finishing::{Finish, Finisher};
use crate::game::{Outcome, Player};
use crate::limits::{Budget, Stop};
use crate::minmax::Prior;
use crate::payoff_evaluator::PayoffEvaluator;
use crate::playout::Playout;
use crate::rng::Rng;

/// The evaluator, playout, endgame solver, prior and payoff evaluator of erased positions: each asks the
/// typed knowledge that the position was made with.
///
/// Games with payoffs have only that evaluator, and games of two everything else: points and
/// payoffs need not have the same unit. What is missing is blind, plays at random or solves
/// nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Own;

impl Evaluator<ErasedPosition<'_>> for Own {
    #[inline]
    fn evaluate(&self, position: &ErasedPosition<'_>) -> i32 {
        position.0.evaluate()
    }
}

/// The whole playout runs on the typed position.
impl<'a> Playout<ErasedPosition<'a>> for Own {
    fn play_out(&self, position: ErasedPosition<'a>, rng: &mut Rng) -> (Outcome, u32) {
        position.0.play_out(rng)
    }
}

/// Whether the game has a solver is known at run time only: [`ErasedPosition::solves_ends`].
impl Finisher<ErasedPosition<'_>> for Own {
    fn cost(&self, position: &ErasedPosition<'_>) -> Option<u64> {
        position.0.cost()
    }

    fn finish(
        &mut self,
        position: &ErasedPosition<'_>,
        budget: &mut Budget,
    ) -> Result<Finish<ErasedMove>, Stop> {
        position.0.finish(budget)
    }
}

/// Whether anything is known is known at run time only: [`ErasedPosition::knows_prior`].
impl Prior<ErasedPosition<'_>> for Own {
    fn chances(&self, position: &ErasedPosition<'_>, chances: &mut Vec<f32>) {
        position.0.prior(chances);
    }
}

impl PayoffEvaluator<ErasedPosition<'_>> for Own {
    #[inline]
    fn expected_payoff(&self, position: &ErasedPosition<'_>, player: Player) -> f64 {
        position.0.expected_payoff(player)
    }
}
