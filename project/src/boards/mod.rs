//! Games as people see them: a board, squares for its moves, values in words.
//!
//! Neither pages nor tables know rules. What they draw and which moves they offer comes from here.

mod breakthrough;
mod chess;
mod connect4;
mod drawing;
mod lines;
mod nim;
mod othello;
pub mod score;
mod squares;
pub mod user;

use gametree::{Persistent, Player, Score};
use serde::Serialize;
use utoipa::ToSchema;

/// A game that can be a project and can be drawn.
pub trait BoardView: Persistent {
    /// The board at this position.
    fn board(&self) -> Board;

    /// The squares of a move: where it comes from, where it goes to. Names of chess squares, or
    /// numbers of cells.
    fn squares(&self, m: Self::Move) -> Squares;

    /// A move as engines and scripts write it; the usual notation where there is no other.
    fn uci(&self, m: Self::Move) -> String {
        self.write_move(m)
    }

    /// The position for a terminal.
    fn drawing(&self) -> String {
        drawing::text(&self.board())
    }

    /// Reads a position as users write it: a FEN, a list of moves, `startpos`.
    ///
    /// # Errors
    /// A sentence for people: what is wrong with the text.
    fn from_user(text: &str) -> Result<Self, String>;

    /// The number that stands before a move in a line, as `12.` or `12...`; empty where a game has
    /// none.
    fn number(&self) -> String {
        String::new()
    }

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

/// What to draw.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Board {
    /// A chess board.
    Chess {
        /// The position.
        fen: String,
        /// The square of a king in check.
        check: Option<String>,
    },
    /// A board of cells.
    Grid(Grid),
}

/// A board of cells, rows from the top.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Grid {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub cols: usize,
    /// What stands on each cell, row by row: `x` the first player's stone, `o` the second's, a
    /// digit for a heap, empty.
    pub cells: Vec<String>,
    /// How it looks.
    pub look: Look,
    /// What stands beside the rows, from the top; may be empty.
    pub row_names: Vec<String>,
    /// What stands below the columns; may be empty.
    pub col_names: Vec<String>,
}

/// How a board of cells looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Look {
    /// Stones fall into columns: a click anywhere in a column plays there.
    Drop,
    /// Stones on squares: discs.
    Stones,
    /// Crosses and noughts.
    Marks,
    /// Men on a chequered board.
    Men,
    /// Numbers.
    Heaps,
}

/// The squares of a move.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
pub struct Squares {
    /// Where it comes from; none where something is put on the board.
    pub from: Option<String>,
    /// Where it goes to; none for a pass.
    pub to: Option<String>,
    /// What a pawn becomes: `q`, `r`, `b`, `n`.
    pub promotion: Option<String>,
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

/// What stands on a cell: the first player's stone, the second's, or nothing.
fn letter([first, second]: [bool; 2]) -> String {
    match (first, second) {
        (true, _) => "x".into(),
        (_, true) => "o".into(),
        _ => String::new(),
    }
}

/// `1`, `2`, … from the top.
fn row_names(rows: usize) -> Vec<String> {
    (1..=rows).map(|row| row.to_string()).collect()
}

/// `a` to `z`, then `aa`, `ab`, …
fn column_names(columns: usize) -> Vec<String> {
    let letter = |index: usize| char::from(b'a' + (index % 26) as u8);
    // A board has at most 384 columns: two letters are enough.
    let name = |index: usize| match index / 26 {
        0 => letter(index).to_string(),
        more => format!("{}{}", letter(more - 1), letter(index)),
    };
    (0..columns).map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_letters() {
        let names = column_names(384);
        let some = [0, 25, 26, 51, 52, 383].map(|index| names[index].as_str());
        assert_eq!(some, ["a", "z", "aa", "az", "ba", "nt"]);
    }
}
