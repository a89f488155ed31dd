//! Static values for games with chance or several players.

use crate::evaluator::Blind;
use crate::game::{Payoffs, Player};

/// What a player may expect of a position where the search stops, in the unit of
/// [`Payoffs::payoff`] and within [`Payoffs::bounds`] (values beyond are clipped to them). In games
/// of two it should be the same for both with opposite signs: only the first player's is asked
/// there. Closures are payoff evaluators.
pub trait PayoffEvaluator<G: Payoffs> {
    /// What `player` may expect.
    fn expected_payoff(&self, position: &G, player: Player) -> f64;
}

impl<G: Payoffs, F: Fn(&G, Player) -> f64> PayoffEvaluator<G> for F {
    #[inline]
    fn expected_payoff(&self, position: &G, player: Player) -> f64 {
        self(position, player)
    }
}

impl<G: Payoffs> PayoffEvaluator<G> for Blind {
    #[inline]
    fn expected_payoff(&self, _: &G, _: Player) -> f64 {
        0.0
    }
}
