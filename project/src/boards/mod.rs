//! Games as people see them: a board, squares for its moves, values in words.
//!
//! Neither pages nor tables know rules. What they draw and which moves they offer comes from here.

mod breakthrough;
mod chess;
mod connect4;
mod lines;
mod nim;
mod othello;
pub mod score;
mod squares;
pub mod user;

use gametree::board::{Board, Drawn, Grid, Look};
use gametree::{Player, Readable, Score};

/// The board as the player to move sees it; an empty one where a game has none.
#[must_use]
pub fn board(position: &impl Drawn) -> Board {
    let none = || Board::Grid(Grid::new(0, 0, Look::Table));
    position.board().unwrap_or_else(none)
}

/// A game that can be a project and can be drawn.
pub trait BoardView: Readable + Drawn {
    /// The position for a terminal.
    fn drawing(&self) -> String {
        match board(self) {
            Board::Grid(grid) => grid.to_string(),
            Board::Chess { fen, .. } => fen,
        }
    }

    /// Reads a position as users write it: a FEN, a list of moves, `startpos`.
    ///
    /// # Errors
    /// A sentence for people: what is wrong with the text.
    fn from_user(text: &str) -> Result<Self, String>;

    /// The name of what has been played so far, where the game has such names: the opening.
    fn named(start: &Self, line: &[Self::Move]) -> Option<String> {
        let _ = (start, line);
        None
    }

    /// Who the players are.
    fn players() -> [&'static str; 2] {
        ["First", "Second"]
    }

    /// In what values are counted, for the foot of a table.
    const UNIT: &'static str = "points";

    /// Reads a value as [`BoardView::words`] writes it, for people who set limits.
    fn read_value(text: &str) -> Option<Score> {
        score::read(text)
    }

    /// The points that multiply the odds of the first player by e.
    const NAT: f64;

    /// A value for people: `+120`, `win in 7`.
    fn words(value: Score) -> String {
        score::words(value)
    }

    /// A value for scripts: points, or plus or minus (1000000 − plies) where it is decided.
    fn number_of(value: Score) -> i64 {
        score::number(value)
    }

    /// The first player's chance, from 0 to 1, as far as a value tells it.
    fn chance(value: Score) -> f64 {
        score::chance(value, Self::NAT)
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
