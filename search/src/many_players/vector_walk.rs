//! Values as a number for each player: any number of players, any sum.

use crate::chance::payoff_walk::{PayoffValue, PayoffWalk};
use crate::game::{Payoffs, Player};
use crate::many_players::vector::{Promises, Vector};
use crate::payoff_evaluator::PayoffEvaluator;
use crate::window::{RealWindow, Window};

/// No window at all.
pub const OPEN: RealWindow = Window::UNBOUNDED;

/// The state of one search over vectors.
pub type VectorWalk<'a, G, E, O> = PayoffWalk<'a, G, E, O, Vector>;

impl PayoffValue for Vector {
    type Promises = Promises;
    const DEPTH_IS_REACHED: bool = true;

    fn promises<G: Payoffs>(root: &G) -> Promises {
        Promises::of(root)
    }

    #[inline]
    fn payoffs<G: Payoffs>(position: &G) -> Vector {
        Vector::payoffs(position)
    }

    fn expected<G: Payoffs, E: PayoffEvaluator<G>>(
        position: &G,
        evaluator: &E,
        promises: &Promises,
    ) -> Vector {
        let asked = |player| evaluator.expected_payoff(position, player);
        promises.keep(Vector::new(promises.players, asked))
    }

    fn unknown(promises: &Promises) -> Vector {
        promises.keep(Vector::new(promises.players, |_| 0.0))
    }

    #[inline]
    fn of(&self, player: Player) -> f64 {
        Vector::of(self, player)
    }

    #[inline]
    fn shown(&self) -> Option<&[f64]> {
        Some(self)
    }

    fn into_values(self) -> Vec<f64> {
        self.to_vec()
    }
}
