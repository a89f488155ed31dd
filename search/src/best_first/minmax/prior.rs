//! How likely moves are to be the best, before any search: known to a network, to a book, or to a
//! rule.

use crate::game::Game;

/// Probabilities of the moves of a position. Asked once for every node that is expanded. Closures
/// that give the probability of one move are priors.
pub trait Prior<G: Game> {
    /// Whether anything is known. Where not, it is not asked.
    const KNOWS: bool = true;

    /// Replaces `chances` by the probability of every legal move, in the order of [`Game::moves`].
    fn chances(&self, position: &G, chances: &mut Vec<f32>);
}

impl<G: Game, F: Fn(&G, G::Move) -> f64> Prior<G> for F {
    fn chances(&self, position: &G, chances: &mut Vec<f32>) {
        chances.clear();
        chances.extend(position.moves().map(|m| self(position, m) as f32));
    }
}

/// Knows nothing: all moves are alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ignorant;

impl<G: Game> Prior<G> for Ignorant {
    const KNOWS: bool = false;

    fn chances(&self, position: &G, chances: &mut Vec<f32>) {
        let count = position.moves().count();
        chances.clear();
        chances.resize(count, 1.0 / count.max(1) as f32);
    }
}
