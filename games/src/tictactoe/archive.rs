//! Tic-tac-toe and its kin, as saved on disk: the rules, then all squares; who moves is told by the
//! number of stones.

use gametree::{Game, Persistent, Player, Readable};

use super::rules::{Mask, Rules};
use super::{Board, common};
use crate::{PositionError, identity};

/// Positions of rules that stay as long as the program runs ([`Rules::kept`]). A square is its own
/// number.
impl<const N: usize> Persistent for Board<'static, N> {
    /// The same for every N: only the words that the board has squares in are packed.
    fn identity(&self) -> u128 {
        let words = self.rules.squares().div_ceil(64);
        let packed =
            (0..words).map(|word| identity::stones([self.stones[0][word], self.stones[1][word]]));
        packed.fold(self.rules.identity(), |id, stones| {
            identity::spread(id ^ stones)
        })
    }

    fn encode(&self, square: u16) -> u32 {
        u32::from(square)
    }

    fn decode(&self, code: u32) -> Option<u16> {
        let on_board = |square: &u16| usize::from(*square) < self.rules.squares();
        let square = u16::try_from(code).ok().filter(on_board)?;
        (self.stone(square).is_none() && self.outcome().is_none()).then_some(square)
    }

    /// `mnk:3x4x3 X.O./..X./....`; a line of its own for every row, level by level.
    fn write(&self) -> String {
        let letters: Vec<char> = (0..self.rules.squares())
            .map(|square| self.mark(square))
            .collect();
        let columns = self.rules.grid().map_or(letters.len(), |grid| grid.columns);
        let rows: Vec<String> = letters
            .chunks(columns)
            .map(|row| row.iter().collect())
            .collect();
        format!("{} {}", self.rules.title(), rows.join("/"))
    }
}

impl<const N: usize> Readable for Board<'static, N> {
    /// Also the squares in order of play.
    fn read(text: &str) -> Result<Self, String> {
        let text = text.trim_start();
        let (title, rest) = text.split_once(' ').unwrap_or((text, ""));
        let rules: Rules = title
            .parse()
            .map_err(|error: super::RulesError| error.to_string())?;
        let board = Board::<N>::read_squares(&rules, rest).map_err(|error| error.to_string())?;
        board.keep().map_err(|error| error.to_string())
    }
}

impl<const N: usize> Board<'_, N> {
    /// The same on rules that stay.
    ///
    /// # Errors
    /// Where too many rules are kept already.
    pub fn keep(self) -> Result<Board<'static, N>, super::RulesError> {
        let Board {
            rules,
            stones,
            plies,
            won,
        } = self;
        Ok(Board {
            rules: rules.kept()?,
            stones,
            plies,
            won,
        })
    }
}

impl<'r, const N: usize> Board<'r, N> {
    /// The position of all squares as `X`, `O` and `.`, with or without `/` between rows; or of the
    /// moves, as [`Board::read`].
    pub fn read_squares(rules: &'r Rules, text: &str) -> Result<Self, PositionError> {
        let letters: Vec<char> = text
            .trim()
            .chars()
            .filter(|&letter| letter != '/')
            .collect();
        let all = letters
            .iter()
            .all(|letter| matches!(letter, 'X' | 'x' | 'O' | 'o' | '.' | '-'));
        if letters.len() != rules.squares() || !all {
            return Board::read(rules, text);
        }
        let mut board = Board::new(rules).map_err(|error| PositionError(error.to_string()))?;
        for (square, letter) in letters.into_iter().enumerate() {
            let player = match letter {
                'X' | 'x' => 0,
                'O' | 'o' => 1,
                _ => continue,
            };
            board.stones[player][square / 64] |= 1 << (square % 64);
            board.plies += 1;
        }
        board.check()
    }

    /// Refuses what no game leads to.
    fn check(mut self) -> Result<Self, PositionError> {
        let [x, o] = self
            .stones
            .map(|words| words.iter().map(|word| word.count_ones()).sum::<u32>());
        if x != o && x != o + 1 {
            let why = "X begins, so X has as many stones as O or one more";
            return Err(PositionError(format!(
                "X has {x} stones and O has {o}; {why}"
            )));
        }
        let (mover, last) = (self.turn(), self.turn().opponent());
        if self.has_won(mover) {
            let name = if mover == Player::FIRST { "X" } else { "O" };
            return Err(PositionError(format!(
                "{name} is to move but has won already"
            )));
        }
        self.won = self.has_won(last);
        Ok(self)
    }

    fn has_won(&self, player: Player) -> bool {
        let complete = |(set, squares): (&Mask, &Vec<u16>)| {
            common(self.of(player), set) as usize == squares.len()
        };
        self.rules
            .masks()
            .iter()
            .zip(self.rules.sets())
            .any(complete)
    }
}
