//! Worlds that fit what a player has seen, in words.

use crate::decimals::short;
use crate::trace::World;

/// How many worlds the value is the mean of. A world in which not every move has a value does not
/// count.
pub fn mean_of(worlds: usize, cut_off: usize) -> String {
    let plural = |count: usize| if count == 1 { "world" } else { "worlds" };
    let mean = format!("The mean over {worlds} {}", plural(worlds));
    match (worlds, cut_off) {
        (_, 0) => mean,
        (0, _) => "No world was solved for every move".into(),
        _ => format!(
            "{mean}; {cut_off} more {}, cut off before every move had a value, {} not count",
            plural(cut_off),
            if cut_off == 1 { "does" } else { "do" }
        ),
    }
}

/// A world and what the moves are worth in it.
pub fn words(world: &World) -> String {
    let worth = |(name, value): &(String, f64)| format!("{name} {}", short(*value));
    let moves: Vec<String> = world.values.iter().map(worth).collect();
    format!(
        "World {}, probability {}: {}. With nothing hidden: {}",
        world.number + 1,
        short(world.probability),
        world.position,
        moves.join(", ")
    )
}
