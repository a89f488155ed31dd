//! Values as one real number: two players, a sum of zero. All values are the first player's.

use crate::chance::payoff_walk::{PayoffValue, PayoffWalk};
use crate::game::{Bounds, Payoffs, Player};
use crate::payoff_evaluator::PayoffEvaluator;

/// The state of one search over real numbers.
pub type RealWalk<'a, G, E, O> = PayoffWalk<'a, G, E, O, f64>;

impl PayoffValue for f64 {
    type Promises = Bounds;
    const DEPTH_IS_REACHED: bool = false;

    #[inline]
    fn promises<G: Payoffs>(root: &G) -> Bounds {
        root.bounds()
    }

    #[inline]
    fn payoffs<G: Payoffs>(position: &G) -> f64 {
        position.payoff(Player::FIRST)
    }

    #[inline]
    fn expected<G: Payoffs, E: PayoffEvaluator<G>>(
        position: &G,
        evaluator: &E,
        promises: &Bounds,
    ) -> f64 {
        evaluator
            .expected_payoff(position, Player::FIRST)
            .clamp(promises.low, promises.high)
    }

    fn unknown(_: &Bounds) -> f64 {
        0.0
    }

    #[inline]
    fn of(&self, player: Player) -> f64 {
        if player == Player::FIRST {
            *self
        } else {
            -*self
        }
    }

    #[inline]
    fn shown(&self) -> Option<&[f64]> {
        None
    }

    fn into_values(self) -> Vec<f64> {
        vec![self, -self]
    }
}
