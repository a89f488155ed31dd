//! Random games to the end, the evaluator of Monte-Carlo tree search.

use crate::game::{Game, Outcome};
use crate::rng::Rng;

/// Plays a position to its end.
pub trait Playout<G: Game> {
    /// How the game ended, and how many moves were played for it.
    fn play_out(&self, position: G, rng: &mut Rng) -> (Outcome, u32);
}

/// Every legal move is as likely as any other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

/// After this many moves a random game counts as endless.
const LONGEST: u32 = 10_000;

impl<G: Game> Playout<G> for Uniform {
    fn play_out(&self, mut position: G, rng: &mut Rng) -> (Outcome, u32) {
        for moves in 0..LONGEST {
            if let Some(outcome) = position.outcome() {
                return (outcome, moves);
            }
            let pick = rng.below(position.moves().count());
            let m = position
                .moves()
                .nth(pick)
                .expect("as many moves as were counted");
            position.play(m);
        }
        (Outcome::Loop, LONGEST)
    }
}
