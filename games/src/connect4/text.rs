//! Positions as the columns played, `44452`, moves as column digits, boards as drawings.

use std::fmt;
use std::str::FromStr;

use gametree::{Game, Notation, Outcome, Player};

use super::board::{HEIGHT, STRIDE, WIDTH};
use super::{Column, Connect4};
use crate::PositionError;

impl Notation for Connect4 {
    /// The digit of the column, from 1.
    fn write_move(&self, column: Column) -> String {
        column.to_string()
    }
}

/// Reads the columns in the order of play, from 1; nothing at all is the empty board. Also the rows
/// from the top, in `X`, `O` and `.`, with `/` between them.
impl FromStr for Connect4 {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Connect4, PositionError> {
        if text.contains('/') {
            return Connect4::read_rows(text);
        }
        let mut position = Connect4::new();
        for (index, digit) in text.trim().chars().enumerate() {
            let fault =
                |why: String| PositionError(format!("move {} ('{digit}'): {why}", index + 1));
            let column = position.legal(digit).map_err(fault)?;
            position.play(column);
        }
        Ok(position)
    }
}

impl Connect4 {
    /// The move of this digit, or what is wrong with it.
    fn legal(&self, digit: char) -> Result<Column, String> {
        let column = match digit.to_digit(10) {
            Some(number @ 1..=WIDTH) => Column(number as u8 - 1),
            _ => return Err(format!("not a column; columns are the digits 1 to {WIDTH}")),
        };
        match self.outcome() {
            Some(Outcome::Win(winner)) => {
                Err(format!("the game is over, {} has won", mark(winner)))
            }
            Some(_) => Err("the game is over, the board is full".to_string()),
            None if !self.is_open(column) => Err(format!("column {column} is full")),
            None => Ok(column),
        }
    }
}

fn mark(player: Player) -> char {
    if player == Player::FIRST { 'X' } else { 'O' }
}

/// The board with its column numbers, and who is to move or how it ended.
impl fmt::Display for Connect4 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..HEIGHT).rev() {
            for column in 0..WIDTH {
                let bit = 1u64 << (STRIDE * column + row);
                let stone = [Player::FIRST, Player::SECOND]
                    .into_iter()
                    .find(|&p| self.stones(p) & bit != 0);
                write!(
                    f,
                    "{}{}",
                    stone.map_or('.', mark),
                    if column + 1 < WIDTH { " " } else { "\n" }
                )?;
            }
        }
        f.write_str("1 2 3 4 5 6 7\n")?;
        match self.outcome() {
            None => writeln!(f, "{} to move", mark(self.turn())),
            Some(Outcome::Win(winner)) => writeln!(f, "{} has won", mark(winner)),
            Some(_) => writeln!(f, "drawn"),
        }
    }
}
