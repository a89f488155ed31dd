//! Connect-Four on the board of seven columns and six rows: whoever gets four of their stones in a
//! line, in any direction, wins.
//!
//! ```text
//! . . . . . . .
//! . . . . . . .
//! . . . . . . .      44453, the columns in the order of play:
//! . . . X . . .      X began, O is to move
//! . . . O . . .
//! . . X X O . .
//! 1 2 3 4 5 6 7
//! ```
//!
//! | file | holds |
//! | --- | --- |
//! | this one | the position as a [`Game`] |
//! | [`board`] | the bitboards |
//! | `text` | positions and moves as text |
//! | `archive` | positions, as saved on disk |
//! | [`book`] | what the solver found about openings, in a file |
//! | [`layout`] | a number for every position of a few plies |
//! | `hints` | noisy and promising moves |
//! | [`evaluate`] | static values |
//! | `features` | what learned evaluators count |
//! | [`playout`] | fast random games |
//! | [`rivest`] | the game as the programs of 1987 saw it |
//! | [`solver`] | the exact score of any position, with its recursion in `null_window`, its nodes in `node`, rules that spare a search in `zugzwang`, its memory in `table` |
//!
//! The first player wins with perfect play, by their last but one stone (Allis 1988, Allen 1988).

mod archive;
pub mod board;
pub mod book;
mod drawn;
pub mod evaluate;
mod features;
mod hints;
pub mod layout;
mod node;
mod null_window;
pub mod playout;
pub mod rivest;
pub mod solver;
mod table;
mod text;
mod weights;
mod zugzwang;

use std::fmt;

use gametree::erased::PackedMoves;
use gametree::{Game, Keyed, Outcome, Player, TwoPlayer, rng::mix};

use board::{BOTTOM, SQUARES, STRIDE, TOP, WIDTH, has_four, landing, mirror};

pub use book::Book;
pub use evaluate::Threats;
pub use features::Shape;
pub use playout::Rollout;
pub use rivest::{Bare, Rivest1987};
pub use solver::{Best, Progress, Solved, Solver};

/// A column, counted from 0 on the left; written as 1 to 7.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Column(pub u8);

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", u32::from(self.0) + 1)
    }
}

/// A position of Connect-Four. `X` is the first player, `O` the second.
///
/// [`Game::moves`] gives the middle column first and the outer ones last: the middle takes part in
/// the most lines, and plain alpha-beta, which knows no better order, cuts off early.
///
/// ```
/// use gametree::{Game, Outcome, Player};
/// use gametree_games::connect4::{Column, Connect4};
/// let position: Connect4 = "121212".parse().unwrap();
/// assert_eq!(position.turn(), Player::FIRST);
/// let won = position.after(Column(0));
/// assert_eq!(won.outcome(), Some(Outcome::Win(Player::FIRST)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Connect4 {
    /// The stones of the player to move.
    own: u64,
    /// All stones.
    all: u64,
    /// Stones on the board. (A whole word: narrower, its neighbours are copied by way of vector
    /// registers.)
    ply: u64,
}

impl Connect4 {
    /// The empty board.
    #[must_use]
    pub fn new() -> Connect4 {
        Connect4::default()
    }

    /// How many stones are on the board.
    #[inline]
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.ply as u32
    }

    /// The stones of a player, in the bits of [`board`].
    #[inline]
    #[must_use]
    pub fn stones(&self, player: Player) -> u64 {
        if player == self.turn() {
            self.own
        } else {
            self.own ^ self.all
        }
    }

    /// All stones, in the bits of [`board`].
    #[inline]
    #[must_use]
    pub fn taken(&self) -> u64 {
        self.all
    }

    /// Whether another stone fits into a column.
    #[must_use]
    pub fn is_open(&self, column: Column) -> bool {
        landing(self.all) & board::column(u32::from(column.0).min(WIDTH)) != 0
    }

    /// The position seen in a mirror: of the same value.
    #[must_use]
    pub fn mirrored(&self) -> Connect4 {
        Connect4 {
            own: mirror(self.own),
            all: mirror(self.all),
            ply: self.ply,
        }
    }

    /// How a finished game ended. Out of line: most positions go on.
    #[cold]
    #[inline(never)]
    fn ending(&self) -> Outcome {
        if has_four(self.other()) {
            Outcome::Win(self.turn().opponent())
        } else {
            Outcome::Draw
        }
    }

    /// The stones of the player not to move.
    #[inline(always)]
    fn other(&self) -> u64 {
        self.own ^ self.all
    }
}

impl Game for Connect4 {
    type Move = Column;

    #[inline(always)]
    fn turn(&self) -> Player {
        Player((self.ply & 1) as u8)
    }

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = Column> {
        OpenColumns(OPEN[full_columns(self.all)] & COLUMN_LIST)
    }

    #[inline(always)]
    fn play(&mut self, Column(column): Column) {
        self.own ^= self.all;
        self.all |= self.all + 1u64.wrapping_shl(STRIDE * u32::from(column));
        self.ply += 1;
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        if !has_four(self.other()) && self.ply != u64::from(SQUARES) {
            return None;
        }
        Some(self.ending())
    }
}

impl PackedMoves for Connect4 {
    #[inline]
    fn pack(m: Column) -> u64 {
        u64::from(m.0)
    }

    #[inline]
    fn unpack(code: u64) -> Column {
        Column(code as u8)
    }
}

impl TwoPlayer for Connect4 {}

impl Keyed for Connect4 {
    #[inline]
    fn key(&self) -> u64 {
        mix(self.packed())
    }
}

impl Connect4 {
    /// The position in 49 bits, distinct for distinct positions: in every column the stones of the
    /// mover, and a 1 on the first empty square over them.
    #[inline(always)]
    fn packed(&self) -> u64 {
        self.own + self.all + BOTTOM
    }
}

/// The columns from the middle outwards.
pub(crate) const CENTRE_FIRST: [u8; 7] = [3, 2, 4, 1, 5, 0, 6];

/// The bits of an entry of [`OPEN`] that list columns.
const COLUMN_LIST: u32 = (1 << 28) - 1;

/// For every set of full columns the open ones: their indexes plus one in nibbles, the middle
/// lowest, and their number in the highest nibble.
static OPEN: [u32; 128] = open_lists();

const fn open_lists() -> [u32; 128] {
    let mut lists = [0; 128];
    let mut full = 0;
    while full < lists.len() {
        let (mut list, mut length, mut i) = (0, 0, 0);
        while i < CENTRE_FIRST.len() {
            let column = CENTRE_FIRST[i] as u32;
            if full >> column & 1 == 0 {
                list |= (column + 1) << (4 * length);
                length += 1;
            }
            i += 1;
        }
        lists[full] = list | length << 28;
        full += 1;
    }
    lists
}

/// The full columns as seven bits: a multiplication brings the top squares, seven bits apart, side
/// by side (term `j` of the factor moves bit `5 + 7i` to `57 + 7i - 6j`: only `i = j` stays in the
/// upper seven bits, and no two products meet, so nothing is carried into them).
#[inline(always)]
fn full_columns(all: u64) -> usize {
    const GATHER: u64 = {
        let (mut factor, mut j) = (0, 0);
        while j < WIDTH {
            factor |= 1 << (52 - 6 * j);
            j += 1;
        }
        factor
    };
    ((all & TOP).wrapping_mul(GATHER) >> 57) as usize
}

/// The open columns, from a list of nibbles.
struct OpenColumns(u32);

impl Iterator for OpenColumns {
    type Item = Column;

    #[inline(always)]
    fn next(&mut self) -> Option<Column> {
        if self.0 == 0 {
            return None;
        }
        let column = Column((self.0 & 15) as u8 - 1);
        self.0 >>= 4;
        Some(column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_columns_are_listed_from_the_middle() {
        for (full, list) in OPEN.into_iter().enumerate() {
            let tops = (0..7)
                .filter(|i| full >> i & 1 == 1)
                .map(|i| 1u64 << (7 * i + 5))
                .sum::<u64>();
            assert_eq!(full_columns(tops), full);
            let listed: Vec<u8> = OpenColumns(list & COLUMN_LIST).map(|c| c.0).collect();
            let expected: Vec<u8> = CENTRE_FIRST
                .into_iter()
                .filter(|i| full >> i & 1 == 0)
                .collect();
            assert_eq!(listed, expected);
            assert_eq!((list >> 28) as usize, expected.len());
        }
    }
}
