//! Tic-tac-toe, generalized: any squares S and any winning sets W (the positional games of Hales
//! and Jewett 1963, in the strong form: whoever completes a set first wins).
//!
//! ```text
//!    a b c
//!  1 X . O
//!  2 . X .      X(s) = 3 sets still open for X, O(s) = 2: X(s) − O(s) = 1
//!  3 . . O
//! ```
//!
//! Invariant: only the mover's last stone can have completed a set, so [`Game::play`] looks at the
//! sets through that square and at no others.
//!
//! ```
//! use gametree::{Limits, Score, Search, alphabeta::AlphaBeta};
//! use gametree_games::tictactoe::{Board, Rules};
//! let rules = Rules::tictactoe();
//! let board = Board::<1>::read(&rules, "b2 b1").unwrap();
//! let report = AlphaBeta::blind().search(&board, &Limits::none());
//! assert_eq!(report.value, Score::win_in(5));
//! ```

mod archive;
pub mod bounds;
mod drawn;
mod evaluator;
mod features;
mod grid;
mod kept;
pub(crate) mod rules;
mod sets_text;
mod title;

use std::fmt;

use gametree::erased::PackedMoves;
use gametree::rng::mix;
use gametree::{
    Forced, Game, Guided, Keyed, Noisy, Notation, NullMove, Outcome, Player, TwoPlayer,
};

pub use evaluator::{Open, Weighted};
pub use features::Shape;
pub use grid::Grid;
pub use rules::{Rules, RulesError};

use crate::PositionError;
use crate::standing::standing;
use rules::Mask;

/// A position: the stones of X and of O on the squares of some rules, `64 · N` squares at most. `N`
/// = 1 is enough for tic-tac-toe and the cube of side 4, 6 for every board.
#[derive(Clone, Copy)]
pub struct Board<'r, const N: usize> {
    rules: &'r Rules,
    stones: [[u64; N]; 2],
    plies: u16,
    won: bool,
}

impl<'r, const N: usize> Board<'r, N> {
    /// The empty board. An error where the rules have more squares than `64 · N`.
    pub fn new(rules: &'r Rules) -> Result<Self, RulesError> {
        const {
            assert!(
                1 <= N && N <= rules::WORDS,
                "a board has one to six words of squares"
            )
        };
        if rules.squares() > 64 * N {
            return Err(RulesError::TooMany(rules.squares(), 64 * N));
        }
        Ok(Board {
            rules,
            stones: [[0; N]; 2],
            plies: 0,
            won: false,
        })
    }

    /// The position after the moves of a text: squares by name, in order of play, with spaces or
    /// commas between them. On flat boards of at most nine squares also digits in a row, such as
    /// `5137`.
    pub fn read(rules: &'r Rules, text: &str) -> Result<Self, PositionError> {
        let mut board = Board::new(rules).map_err(|error| PositionError(error.to_string()))?;
        rules.read_squares(text, |square, word| board.put(square, word))?;
        Ok(board)
    }

    /// The rules it is played by.
    #[must_use]
    pub fn rules(&self) -> &'r Rules {
        self.rules
    }

    /// The number of stones on the board.
    #[must_use]
    pub fn plies(&self) -> u32 {
        u32::from(self.plies)
    }

    /// Whose stone stands on a square.
    #[must_use]
    pub fn stone(&self, square: u16) -> Option<Player> {
        [Player::FIRST, Player::SECOND]
            .into_iter()
            .find(|&player| has(self.of(player), square))
    }

    fn put(&mut self, square: u16, word: &str) -> Result<(), PositionError> {
        let name = self.rules.name(square);
        if self.outcome().is_some() {
            return Err(PositionError(format!(
                "{name} in {word:?} is played after the end of the game"
            )));
        }
        if self.stone(square).is_some() {
            return Err(PositionError(format!(
                "{name} in {word:?} is taken already"
            )));
        }
        self.play(square);
        Ok(())
    }

    #[inline]
    fn of(&self, player: Player) -> &[u64; N] {
        &self.stones[usize::from(player.0 & 1)]
    }

    /// The free squares.
    #[inline]
    fn free(&self) -> [u64; N] {
        let all = self.rules.all();
        std::array::from_fn(|word| all[word] & !(self.stones[0][word] | self.stones[1][word]))
    }

    /// The free squares that complete a set of `player`'s.
    fn wins(&self, player: Player) -> [u64; N] {
        let (mine, theirs) = (self.of(player), self.of(player.opponent()));
        let mut wins = [0; N];
        for (set, squares) in self.rules.masks().iter().zip(self.rules.sets()) {
            if !touches(theirs, set) && common(mine, set) as usize + 1 == squares.len() {
                for (word, win) in wins.iter_mut().enumerate() {
                    *win |= set[word] & !mine[word];
                }
            }
        }
        wins
    }
}

/// Whether a set of stones has this square.
#[inline]
fn has<const N: usize>(stones: &[u64; N], square: u16) -> bool {
    stones
        .get(usize::from(square / 64))
        .is_some_and(|word| word >> (square % 64) & 1 == 1)
}

/// Whether a winning set has such a stone at all.
#[inline]
fn touches<const N: usize>(stones: &[u64; N], set: &Mask) -> bool {
    stones
        .iter()
        .zip(set)
        .fold(0, |hit, (stones, set)| hit | stones & set)
        != 0
}

/// How many squares of a winning set have such a stone.
#[inline]
fn common<const N: usize>(stones: &[u64; N], set: &Mask) -> u32 {
    stones
        .iter()
        .zip(set)
        .map(|(stones, set)| (stones & set).count_ones())
        .sum()
}

/// The squares of a set, lowest first.
#[derive(Clone, Debug)]
struct Squares<const N: usize> {
    words: [u64; N],
    word: usize,
}

impl<const N: usize> Squares<N> {
    #[inline]
    fn of(words: [u64; N]) -> Self {
        Squares { words, word: 0 }
    }
}

impl<const N: usize> Iterator for Squares<N> {
    type Item = u16;

    #[inline]
    fn next(&mut self) -> Option<u16> {
        while self.word < N {
            let bits = self.words[self.word];
            if bits != 0 {
                self.words[self.word] = bits & (bits - 1);
                return Some((64 * self.word) as u16 + bits.trailing_zeros() as u16);
            }
            self.word += 1;
        }
        None
    }
}

impl<const N: usize> Game for Board<'_, N> {
    /// The index of a square.
    type Move = u16;

    #[inline]
    fn turn(&self) -> Player {
        Player((self.plies & 1) as u8)
    }

    #[inline]
    fn moves(&self) -> impl Iterator<Item = u16> {
        Squares::of(self.free())
    }

    #[inline]
    fn play(&mut self, square: u16) {
        let mine = &mut self.stones[usize::from(self.plies & 1)];
        mine[usize::from(square / 64)] |= 1 << (square % 64);
        let complete = |set: &Mask| mine.iter().zip(set).all(|(mine, set)| mine & set == *set);
        self.won = self.rules.through(square).any(complete);
        self.plies += 1;
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.won {
            return Some(Outcome::Win(self.turn().opponent()));
        }
        (usize::from(self.plies) == self.rules.squares()).then_some(Outcome::Draw)
    }
}

impl<const N: usize> PackedMoves for Board<'_, N> {
    #[inline]
    fn pack(m: u16) -> u64 {
        u64::from(m)
    }

    #[inline]
    fn unpack(code: u64) -> u16 {
        code as u16
    }
}

impl<const N: usize> TwoPlayer for Board<'_, N> {}

impl<const N: usize> Keyed for Board<'_, N> {
    #[inline]
    fn key(&self) -> u64 {
        let words = self.stones.as_flattened().iter();
        words.fold(0, |key: u64, word| {
            mix(key.wrapping_add(0x9e37_79b9_7f4a_7c15) ^ word)
        })
    }
}

impl<const N: usize> Forced for Board<'_, N> {}

impl<const N: usize> NullMove for Board<'_, N> {}

/// Moves that win at once, or take the square on which the opponent would. A player who faces such
/// a threat must not stand pat.
impl<const N: usize> Noisy for Board<'_, N> {
    fn noisy(&self) -> impl Iterator<Item = u16> {
        let (mine, theirs) = (self.wins(self.turn()), self.wins(self.turn().opponent()));
        Squares::<N>::of(std::array::from_fn(|word| mine[word] | theirs[word]))
    }

    fn may_stand_pat(&self) -> bool {
        self.wins(self.turn().opponent())
            .iter()
            .all(|&word| word == 0)
    }
}

/// The open sets through the square, the fuller the better: [`Weighted::AIMA`] after one more stone
/// of the mover's, and what the opponent's sets through the square are worth to them.
impl<const N: usize> Guided for Board<'_, N> {
    fn promise(&self, square: u16) -> i32 {
        let (mine, theirs) = (self.of(self.turn()), self.of(self.turn().opponent()));
        let weight = |set: &Mask| match (touches(mine, set), touches(theirs, set)) {
            (_, false) => Weighted::AIMA.weight(common(mine, set) + 1),
            (false, true) => Weighted::AIMA.weight(common(theirs, set)),
            (true, true) => 0,
        };
        self.rules.through(square).map(weight).sum()
    }
}

/// Squares by name, `a1` top left; `a1.2` on the second level of a cube.
impl<const N: usize> Notation for Board<'_, N> {
    fn write_move(&self, m: u16) -> String {
        self.rules.name(m).to_string()
    }

    fn read_move(&self, text: &str) -> Option<u16> {
        let square = self.rules.find(text.trim())?;
        self.stone(square).is_none().then_some(square)
    }
}

impl<const N: usize> Board<'_, N> {
    fn mark(&self, square: usize) -> char {
        match self.stone(square as u16) {
            Some(Player::FIRST) => 'X',
            Some(_) => 'O',
            None => '.',
        }
    }

    fn write_list(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in 0..self.rules.squares() {
            writeln!(
                f,
                "{} {}",
                self.mark(square),
                self.rules.name(square as u16)
            )?;
        }
        Ok(())
    }
}

/// The board level by level (a list of squares where the rules have no grid), then who is to move.
impl<const N: usize> fmt::Display for Board<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rules.grid() {
            None => self.write_list(f)?,
            Some(grid) => {
                for level in 0..grid.levels {
                    if grid.levels > 1 {
                        writeln!(f, "level {}", level + 1)?;
                    }
                    grid.write_level(f, level, |square| self.mark(square))?;
                }
            }
        }
        writeln!(f, "{}", standing(self, ["X", "O"]))
    }
}

impl<const N: usize> fmt::Debug for Board<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board\n{self}")
    }
}
