//! What is known of a game of two, put together.

use crate::evaluator::Evaluator;
use crate::finishing::{Finish, Finisher, Unfinished};
use crate::game::{Game, Outcome};
use crate::limits::{Budget, Stop};
use crate::minmax::{Ignorant, Prior};
use crate::playout::{Playout, Uniform};
use crate::rng::Rng;

/// An evaluator, a playout, an endgame solver and a prior in one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Knowledge<E, P = Uniform, F = Unfinished, R = Ignorant> {
    /// Static values.
    pub evaluator: E,
    /// Random games.
    pub playout: P,
    /// Solves the last moves.
    pub finisher: F,
    /// Which moves are likely.
    pub prior: R,
}

impl<E> Knowledge<E> {
    /// With uniform random games, no endgame solver, no prior.
    #[must_use]
    pub fn new(evaluator: E) -> Self {
        Knowledge {
            evaluator,
            playout: Uniform,
            finisher: Unfinished,
            prior: Ignorant,
        }
    }
}

impl<G: Game, E: Evaluator<G>, P, F, R> Evaluator<G> for Knowledge<E, P, F, R> {
    #[inline]
    fn evaluate(&self, position: &G) -> i32 {
        self.evaluator.evaluate(position)
    }
}

impl<G: Game, E, P: Playout<G>, F, R> Playout<G> for Knowledge<E, P, F, R> {
    #[inline]
    fn play_out(&self, position: G, rng: &mut Rng) -> (Outcome, u32) {
        self.playout.play_out(position, rng)
    }
}

impl<G: Game, E, P, F: Finisher<G>, R> Finisher<G> for Knowledge<E, P, F, R> {
    const SOLVES: bool = F::SOLVES;

    fn cost(&self, position: &G) -> Option<u64> {
        self.finisher.cost(position)
    }

    fn finish(&mut self, position: &G, budget: &mut Budget) -> Result<Finish<G::Move>, Stop> {
        self.finisher.finish(position, budget)
    }

    fn forget(&mut self) {
        self.finisher.forget();
    }
}

impl<G: Game, E, P, F, R: Prior<G>> Prior<G> for Knowledge<E, P, F, R> {
    const KNOWS: bool = R::KNOWS;

    #[inline]
    fn chances(&self, position: &G, chances: &mut Vec<f32>) {
        self.prior.chances(position, chances);
    }
}
