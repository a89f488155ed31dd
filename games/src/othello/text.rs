//! Othello positions from and to text.

use std::fmt;

use gametree::{Game, Player};

use super::{Board, DISC, Move, check_size};
use crate::standing::standing_in;
use crate::{PositionError, coordinates};

impl Board {
    /// A position on a board of this side: the moves from the start, in a row or with spaces
    /// (`f5d6c3`, forced passes may be left out), or all squares row by row as `X`, `O` and `-`,
    /// then who is to move, `X` or `O`.
    pub fn read(size: usize, text: &str) -> Result<Board, PositionError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let is_board = words.iter().any(|word| word.contains(['-', '.']))
            || words.len() > 1 && is_stones(words[0]);
        if is_board {
            read_board(size, &words)
        } else {
            Board::start(size)?.read_moves(&words.concat())
        }
    }

    fn read_moves(mut self, mut text: &str) -> Result<Board, PositionError> {
        loop {
            text = text.trim_start_matches([',', ';']);
            if text.is_empty() {
                return Ok(self);
            }
            let length = if text.len() >= 4 && text.as_bytes()[..4].eq_ignore_ascii_case(b"pass") {
                4
            } else {
                2
            };
            let (word, rest) = text.split_at_checked(length).unwrap_or((text, ""));
            self.read_one(word)?;
            text = rest;
        }
    }

    /// Plays one move of a text, after the pass that may be missing before it.
    fn read_one(&mut self, word: &str) -> Result<(), PositionError> {
        if self.over {
            return Err(PositionError(format!(
                "{word:?} is played after the end of the game"
            )));
        }
        if word.eq_ignore_ascii_case("pass") {
            if self.legal != 0 {
                return Err(PositionError(
                    "a pass where the mover can still outflank something".into(),
                ));
            }
            self.play(Move::Pass);
            return Ok(());
        }
        let square = coordinates::square(word).filter(|square| self.area() >> square & 1 == 1);
        let square = square
            .ok_or_else(|| PositionError(format!("{word:?} is not a square of the board")))?;
        if self.legal == 0 {
            self.play(Move::Pass);
        }
        if self.legal >> square & 1 == 0 {
            return Err(PositionError(format!(
                "{word} outflanks nothing for {}",
                mark(self.turn())
            )));
        }
        self.play(Move::Place(square));
        Ok(())
    }
}

fn is_stones(word: &str) -> bool {
    word.chars()
        .all(|c| matches!(c, 'X' | 'x' | 'O' | 'o' | '*'))
}

fn read_board(size: usize, words: &[&str]) -> Result<Board, PositionError> {
    let side = check_size(size)?;
    let (last, rows) = words.split_last().expect("a board has at least one word");
    let turn = match *last {
        "X" | "x" | "*" => Player::FIRST,
        "O" | "o" => Player::SECOND,
        _ => {
            return Err(PositionError(
                "after the board it must say who is to move: X or O".into(),
            ));
        }
    };
    let squares: Vec<char> = rows.concat().chars().collect();
    if squares.len() != size * size {
        let (want, found) = (size * size, squares.len());
        return Err(PositionError(format!(
            "the board has {found} squares instead of {want}"
        )));
    }
    let mut discs = [0; 2];
    for (i, &c) in squares.iter().enumerate() {
        let square = 1 << (i / size * 8 + i % size);
        match c {
            'X' | 'x' | '*' => discs[0] |= square,
            'O' | 'o' => discs[1] |= square,
            '-' | '.' => {}
            _ => {
                return Err(PositionError(format!(
                    "{c:?} on the board is none of X, O and -"
                )));
            }
        }
    }
    Ok(Board::of(discs, turn, side))
}

fn mark(player: Player) -> &'static str {
    if player == Player::FIRST { "X" } else { "O" }
}

/// The board with its coordinates, the discs of both, and who is to move.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns: Vec<String> = (0..self.size()).map(coordinates::column).collect();
        writeln!(f, "  {}", columns.join(" "))?;
        for row in 0..self.size {
            writeln!(f, "{}", coordinates::row_text(&self.discs, row, self.size))?;
        }
        let [first, second] = self.discs();
        writeln!(
            f,
            "X {first}, O {second}: {}",
            standing_in(self, ["X", "O"], DISC)
        )
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board\n{self}")
    }
}
