//! Games for people to read: one paragraph a game.

use std::fmt::Write as _;

use crate::game::{GameRecord, Points, Side};

/// The games of a match between two names.
#[must_use]
pub fn text(games: &[GameRecord], names: [&str; 2]) -> String {
    let mut out = String::new();
    for game in games {
        let [first, second] = match game.first {
            Side::A => names,
            Side::B => [names[1], names[0]],
        };
        let opening = if game.opening.is_empty() {
            "the start"
        } else {
            &game.opening
        };
        let _ = writeln!(
            out,
            "Game {}: {first} - {second} {}",
            game.number + 1,
            result(game)
        );
        let _ = writeln!(out, "  opening {opening}");
        let _ = writeln!(out, "  moves   {}", game.moves.join(" "));
        let _ = writeln!(
            out,
            "  ended   {}, after {} plies\n",
            game.reason,
            game.moves.len()
        );
    }
    out
}

/// `1-0`, the first player's points first.
fn result(game: &GameRecord) -> &'static str {
    match (game.result, game.first) {
        (Points::Draw, _) => "½-½",
        (Points::Win, Side::A) | (Points::Loss, Side::B) => "1-0",
        (Points::Loss, Side::A) | (Points::Win, Side::B) => "0-1",
    }
}
