//! Breakthrough, as saved on disk: the rows from the top, then who is to move.

use gametree::{Game, Persistent, Player, Readable};

use super::{Board, Step};
use crate::identity::{self, STONES};

/// Six bits for each square of a step.
impl Persistent for Board {
    fn identity(&self) -> u128 {
        let [turn, rows, columns] = [self.turn.0, self.rows, self.columns].map(u128::from);
        let board = turn | rows << 1 | columns << 5;
        identity::spread(identity::stones(self.pieces) | board << STONES)
    }

    fn encode(&self, step: Step) -> u32 {
        u32::from(step.from) | u32::from(step.to) << 6
    }

    /// `OOOO/OO.O/..O./X.XX/XXXX X`
    fn write(&self) -> String {
        let letter = |square: u8| match self.pieces.map(|set| set >> square & 1) {
            [1, _] => 'X',
            [_, 1] => 'O',
            _ => '.',
        };
        let row = |row: u8| {
            (row * 8..row * 8 + self.columns)
                .map(letter)
                .collect::<String>()
        };
        let rows: Vec<String> = (0..self.rows).rev().map(row).collect();
        format!(
            "{} {}",
            rows.join("/"),
            if self.turn() == Player::FIRST {
                'X'
            } else {
                'O'
            }
        )
    }
}

impl Readable for Board {
    fn read(text: &str) -> Result<Board, String> {
        let rows: Vec<&str> = text.split('/').collect();
        let columns = rows[0].trim().chars().count();
        Board::read(rows.len(), columns, text).map_err(|error| error.to_string())
    }
}
