//! Othello, as saved on disk: all squares row by row, then who is to move.

use gametree::{Persistent, Player, Readable};

use super::{Board, Move};
use crate::identity::{self, STONES};

/// A square is its own number, the pass comes after all squares.
impl Persistent for Board {
    fn identity(&self) -> u128 {
        let (turn, size) = (u128::from(self.turn.0), u128::from(self.size));
        identity::spread(identity::stones(self.discs) | turn << STONES | size << (STONES + 1))
    }

    fn encode(&self, m: Move) -> u32 {
        match m {
            Move::Place(square) => u32::from(square),
            Move::Pass => 64,
        }
    }

    /// `---------...--OX------XO---...--- X`; as many letters as the board has squares.
    fn write(&self) -> String {
        let letter = |square: u8| match self.discs.map(|set| set >> square & 1) {
            [1, _] => 'X',
            [_, 1] => 'O',
            _ => '-',
        };
        let row = |row: u8| row * 8..row * 8 + self.size;
        let squares: String = (0..self.size).flat_map(row).map(letter).collect();
        format!(
            "{squares} {}",
            if self.turn == Player::FIRST { 'X' } else { 'O' }
        )
    }
}

impl Readable for Board {
    fn read(text: &str) -> Result<Board, String> {
        let letters = text
            .split_whitespace()
            .map(|word| word.chars().count())
            .sum::<usize>();
        let side = [4, 6, 8]
            .into_iter()
            .find(|side| side * side + 1 == letters);
        let wrong = "a board has 16, 36 or 64 squares, and then says who is to move";
        let side = side.ok_or_else(|| format!("{wrong}; here are {letters} letters"))?;
        Board::read(side, text).map_err(|error| error.to_string())
    }
}
