//! Worlds that look the same to a player: what hidden information leaves open.
//!
//! [`draw`] takes the game's own sampler where it has one, and otherwise replays the game from its beginning: chance and
//! the other players move at random, but only so that the player sees what he has seen.

use crate::game::{Chance, Hidden, Player};
use crate::rng::Rng;

/// So many replays that lead nowhere before a draw is given up.
const TRIES: usize = 1_000;

/// A world drawn at random among those that look the same to `player`; `None` where none was found.
pub fn draw<G: Hidden + Chance>(position: &G, player: Player, rng: &mut Rng) -> Option<G> {
    if let Some(world) = position.imagine(player, rng) {
        return Some(world);
    }
    let view = position.view(player);
    (0..TRIES).find_map(|_| replay(position.beginning(), &view, player, rng))
}

/// One replay; `None` where it comes to a position from which the view cannot be continued.
fn replay<G: Hidden + Chance>(mut world: G, view: &[G::Seen], player: Player, rng: &mut Rng) -> Option<G> {
    while world.view(player) != view || !waits_for(&world, player) {
        let next = fitting(&world, view, player);
        let total: f64 = next.iter().map(|(_, weight)| weight).sum();
        let mut left = rng.unit() * total;
        let found = next.into_iter().find(|(_, weight)| {
            left -= weight;
            left < 0.0
        });
        world = found?.0;
    }
    Some(world)
}

/// Whether the player acts, or the game is over: where a view is asked for.
fn waits_for<G: Chance>(world: &G, player: Player) -> bool {
    world.outcome().is_some() || (world.turn() == player && world.chances().is_none())
}

/// The next positions in which the player has seen nothing else than the beginning of `view`, with their weights.
fn fitting<G: Hidden + Chance>(world: &G, view: &[G::Seen], player: Player) -> Vec<(G, f64)> {
    if world.outcome().is_some() {
        return Vec::new();
    }
    let moves: Vec<(G::Move, f64)> = match world.chances() {
        Some(chances) => chances.collect(),
        None => world.moves().map(|m| (m, 1.0)).collect(),
    };
    let after = moves.into_iter().map(|(m, weight)| (world.after(m), weight));
    after.filter(|(next, _)| view.starts_with(&next.view(player))).collect()
}
