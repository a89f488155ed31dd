//! Static values for games with chance or several players.

use crate::evaluator::Blind;
use crate::game::{Payoffs, Player};

/// What a player may expect of a position where the search stops, in the unit of
/// [`Payoffs::payoff`] and within [`Payoffs::bounds`] (what lies beyond is cut to them). In games
/// of two it should be the same for both with opposite signs: only the first player's is asked
/// there. Closures are prospects.
pub trait Prospect<G: Payoffs> {
    /// What `player` may expect.
    fn prospect(&self, position: &G, player: Player) -> f64;
}

impl<G: Payoffs, F: Fn(&G, Player) -> f64> Prospect<G> for F {
    #[inline]
    fn prospect(&self, position: &G, player: Player) -> f64 {
        self(position, player)
    }
}

impl<G: Payoffs> Prospect<G> for Blind {
    #[inline]
    fn prospect(&self, _: &G, _: Player) -> f64 {
        0.0
    }
}
