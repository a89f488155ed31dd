//! Breakthrough positions from and to text.

use std::fmt;

use gametree::{Game, Notation, Outcome, Player};

use super::Board;
use crate::standing::standing;
use crate::{PositionError, coordinates};

impl Board {
    /// A position on a board of this many rows and columns: the moves from the start (`a2a3 b7b6`),
    /// or the rows from the top with `/` between them, in `X`, `O` and `.`, then who is to move,
    /// `X` or `O`: `OOOO/OO.O/..O./X.XX/XXXX X`.
    pub fn read(rows: usize, columns: usize, text: &str) -> Result<Board, PositionError> {
        if text.contains('/') {
            return Board::empty(rows, columns)?.read_rows(text);
        }
        let mut board = Board::start(rows, columns)?;
        for word in text
            .split([' ', ',', '\t', '\n', '\r'])
            .filter(|word| !word.is_empty())
        {
            if board.outcome().is_some() {
                return Err(PositionError(format!(
                    "{word:?} is played after the end of the game"
                )));
            }
            let mover = mark(board.turn());
            let illegal = || PositionError(format!("{word:?} is not a legal move for {mover}"));
            board.play(board.read_move(word).ok_or_else(illegal)?);
        }
        Ok(board)
    }

    fn read_rows(mut self, text: &str) -> Result<Board, PositionError> {
        let (rows, turn) = text
            .trim()
            .rsplit_once([' ', '\t'])
            .unwrap_or((text.trim(), ""));
        self.turn = match turn {
            "X" | "x" => Player::FIRST,
            "O" | "o" => Player::SECOND,
            _ => {
                return Err(PositionError(
                    "after the rows it must say who is to move: X or O".into(),
                ));
            }
        };
        let rows: Vec<&str> = rows.split('/').map(str::trim).collect();
        if rows.len() != usize::from(self.rows) {
            let (found, want) = (rows.len(), self.rows);
            return Err(PositionError(format!(
                "the text has {found} rows instead of {want}"
            )));
        }
        for (row, text) in (0..self.rows).rev().zip(rows) {
            self.read_row(row, text)?;
        }
        self.check()
    }

    fn read_row(&mut self, row: u8, text: &str) -> Result<(), PositionError> {
        let found = text.chars().count();
        if found != usize::from(self.columns) {
            let want = self.columns;
            return Err(PositionError(format!(
                "row {} has {found} squares instead of {want}",
                row + 1
            )));
        }
        for (column, c) in text.chars().enumerate() {
            let square = 1 << (usize::from(row) * 8 + column);
            match c {
                'X' | 'x' => self.pieces[0] |= square,
                'O' | 'o' => self.pieces[1] |= square,
                '.' | '-' => {}
                _ => {
                    return Err(PositionError(format!(
                        "{c:?} on the board is none of X, O and ."
                    )));
                }
            }
        }
        Ok(())
    }

    /// Refuses what no game leads to and no rule decides.
    fn check(self) -> Result<Board, PositionError> {
        if self.pieces == [0; 2] {
            return Err(PositionError("the board has no pieces".into()));
        }
        let there = |player: Player| self.of(player) & self.before_goal(player, 0) != 0;
        let second_won = there(Player::SECOND) || self.pieces[0] == 0;
        if second_won && self.outcome() == Some(Outcome::Win(Player::FIRST)) {
            return Err(PositionError("both players have won".into()));
        }
        Ok(self)
    }
}

fn mark(player: Player) -> &'static str {
    if player == Player::FIRST { "X" } else { "O" }
}

/// The board from the top row down with its coordinates, then who is to move.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..self.rows).rev() {
            writeln!(
                f,
                "{}",
                coordinates::row_text(&self.pieces, row, self.columns)
            )?;
        }
        let columns: Vec<String> = (0..usize::from(self.columns))
            .map(coordinates::column)
            .collect();
        writeln!(f, "  {}", columns.join(" "))?;
        writeln!(f, "{}", standing(self, ["X", "O"]))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board\n{self}")
    }
}
