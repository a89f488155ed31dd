//! Static values for positions where the search stops.

use crate::game::Game;

/// A number for a leaf: the first player's points, within [`crate::Score::MAX_POINTS`]. Called in
/// the innermost loop, only while the game goes on. Closures are evaluators.
pub trait Evaluator<G: Game> {
    /// The first player's points.
    fn evaluate(&self, position: &G) -> i32;
}

impl<G: Game, F: Fn(&G) -> i32> Evaluator<G> for F {
    #[inline]
    fn evaluate(&self, position: &G) -> i32 {
        self(position)
    }
}

/// Knows nothing: every unfinished position is worth a draw.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl<G: Game> Evaluator<G> for Blind {
    #[inline]
    fn evaluate(&self, _: &G) -> i32 {
        0
    }
}
