//! A position for people: its board, and who is to move.

use gametree::Player;
use gametree::board::{Board, Drawn, Grid, Look};
use gametree_catalog::Position;

/// The board as the player to move sees it; an empty one where a game has none.
#[must_use]
pub fn board(position: &Position) -> Board {
    let none = || Board::Grid(Grid::new(0, 0, Look::Table));
    position.board().unwrap_or_else(none)
}

/// The position for a terminal.
#[must_use]
pub fn text(position: &Position) -> String {
    match position.board() {
        Some(Board::Grid(grid)) => grid.to_string(),
        _ => position.to_string(),
    }
}

/// The side of a player.
#[must_use]
pub fn side(player: Player) -> &'static str {
    if player == Player::FIRST {
        "first"
    } else {
        "second"
    }
}
