//! Worlds that look the same to a player: what hidden information leaves open.
//!
//! ```text
//!   the truth        the player sees      the worlds that fit         (Kuhn poker: J < Q < K, one card each)
//!   Q K  pass  ──▶   Q, pass        ──▶   Q J pass   ½
//!                                         Q K pass   ½
//! ```
//!
//! The probability of a world is that of its past, given what the player has seen, when chance has
//! its probabilities, the other players move uniformly at random, and the player moves as they did.
//! Four ways to get worlds, each a
//! [`Sampler`]:
//!
//! | sampler | how | the law of what is drawn |
//! | --- | --- | --- |
//! | [`Listed`] | depth-first replay over everything hidden | exact, with all probabilities |
//! | [`Own`] | the game's own [`crate::Hidden::imagine`] | as the game promises |
//! | [`Replay`] | replays from the beginning until one fits | exact while replays fit; then that of `Particles` |
//! | [`Particles`] | a crowd of worlds followed through the game | right in the limit of many particles |
//!
//! [`Auto`] takes the first of these that works. [`draw`] and [`list`] are the same for a single
//! question.

mod auto;
mod list;
mod memory;
mod own;
mod particles;
mod replay;
mod sampler;

pub use auto::Auto;
pub use list::{Listed, list};
pub use own::Own;
pub use particles::Particles;
pub use replay::Replay;
pub use sampler::{Means, Sampler};

use crate::game::{Chance, Hidden, Player};
use crate::limits::{Budget, Limits};
use crate::rng::Rng;

/// A world drawn at random among those that look the same to `player`: by the game's own sampler
/// where it has one, by replay otherwise. `None` where none was found. Where `player` has to act
/// (or the game is over) they have to act (or it is over) in the world too; elsewhere the world is
/// the first on its way that shows them all they have seen.
///
/// ```
/// use gametree::{Player, fully_observed::FullyObserved, rng::Rng, tree::Tree, worlds};
/// let tree: Tree = "(max (min 3 12 8) (min 2 4 6))".parse().unwrap();
/// let open = FullyObserved::new(tree.root());
/// let world = worlds::draw(&open, Player::FIRST, &mut Rng::new(1)).unwrap();
/// assert_eq!(world.position().id(), tree.root().id(), "nothing is hidden in an open game");
/// ```
pub fn draw<G: Hidden + Chance>(position: &G, player: Player, rng: &mut Rng) -> Option<G> {
    if let Some(world) = position.imagine(player, rng) {
        return Some(world);
    }
    let mut budget = Budget::new(&Limits::none());
    let mut replay = Replay::default();
    replay
        .look(
            position,
            player,
            Means {
                rng,
                budget: &mut budget,
            },
        )
        .ok()?;
    replay
        .draw(Means {
            rng,
            budget: &mut budget,
        })
        .ok()?
}
