//! The last line of every board as text: who is to move, or how the game ended.

use gametree::{Game, Outcome, Player};

/// Who is to move, or how the game ended, with the players' names.
pub(crate) fn standing<G: Game>(position: &G, names: [&str; 2]) -> String {
    standing_in(position, names, 1)
}

/// The same where this many points are one of the game's own units.
pub(crate) fn standing_in<G: Game>(position: &G, names: [&str; 2], unit: i32) -> String {
    let name = |player: Player| names[usize::from(player.0 & 1)];
    match position.outcome() {
        None => format!("{} to move", name(position.turn())),
        Some(Outcome::Win(winner)) => format!("{} has won", name(winner)),
        Some(Outcome::Points(points)) if points != 0 => {
            let winner = if points > 0 {
                Player::FIRST
            } else {
                Player::SECOND
            };
            format!("{} has won by {}", name(winner), points.abs() / unit)
        }
        Some(_) => "drawn".to_string(),
    }
}
