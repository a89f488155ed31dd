//! What a problem must tell a local search.

use std::fmt::Debug;

use crate::rng::Rng;

/// States with a cost, and moves between them. Whatever makes [`Problem::delta`] fast belongs into
/// the state, kept up to date by [`Problem::apply`].
pub trait Problem {
    /// A complete state.
    type State;
    /// A step to a neighbour. Small and copied freely.
    type Move: Copy + Eq + Debug;

    /// A random state, to start from.
    fn random(&self, rng: &mut Rng) -> Self::State;

    /// What is wrong with a state: 0 is solved, less is better. Cheap.
    fn cost(&self, state: &Self::State) -> u64;

    /// All moves from a state, each once: its complete neighbourhood. May be empty.
    fn moves(&self, state: &Self::State) -> impl Iterator<Item = Self::Move>;

    /// By how much a move changes the cost. Cheap: asked for every neighbour.
    fn delta(&self, state: &Self::State, m: Self::Move) -> i64;

    /// Makes a move.
    fn apply(&self, state: &mut Self::State, m: Self::Move);

    /// A random one of [`Problem::moves`], each as likely; `None` where there is none.
    fn draw(&self, state: &Self::State, rng: &mut Rng) -> Option<Self::Move>;
}

/// Problems of variables and constraints between them, for min-conflicts.
pub trait Repairable: Problem {
    /// A variable.
    type Variable: Copy + Debug;

    /// A random variable that is in conflict; `None` where none is.
    fn culprit(&self, state: &Self::State, rng: &mut Rng) -> Option<Self::Variable>;

    /// The moves that give a variable another value.
    fn repairs(
        &self,
        state: &Self::State,
        variable: Self::Variable,
    ) -> impl Iterator<Item = Self::Move>;

    /// A start with few conflicts, variable after variable where it does the least harm. A random
    /// one where the problem knows nothing better.
    fn greedy(&self, rng: &mut Rng) -> Self::State {
        self.random(rng)
    }
}
