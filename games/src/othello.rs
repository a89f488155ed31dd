//! Othello (Hasegawa 1973, after Reversi), on 8 × 8, 6 × 6 or 4 × 4 squares.
//!
//! ```text
//!     a b c d e f g h
//!   3 . . . * . . . .
//!   4 . . * O X . . .      X, the first player, may play d3, c4, f5 or e6
//!   5 . . . X O * . .
//!   6 . . . . * . . .
//! ```
//!
//! A disc outflanks a straight run of the opponent's discs that ends in one of the mover's, and
//! turns it. A player who cannot outflank anything must pass, which is a move here; when neither
//! can, the game is over and the difference of discs is the result (empty squares count for
//! neither), in hundredths of a disc, so that evaluators need not round.
//!
//! Discs stand on a bit board with eight squares to the row, whatever the size. Invariant: `legal`
//! is always the set of the mover's outflanking squares; it is worked out once, when the position
//! arises, because the end of the game, the moves and the evaluator all ask for it.
//!
//! ```
//! use gametree::{Game, testkit::perft};
//! use gametree_games::othello::Board;
//! let board = Board::read(8, "f5d6c3").unwrap();
//! assert_eq!(board.discs(), [5, 2]);
//! assert_eq!(perft(&Board::start(8).unwrap(), 5), 1396);
//! ```

mod archive;
mod drawn;
mod endgame;
mod evaluator;
mod features;
mod flips;
mod patterns;
mod text;

use gametree::erased::PackedMoves;
use gametree::rng::mix;
use gametree::{
    Force, Forced, Game, Guided, Keyed, Noisy, Notation, NullMove, Outcome, Player, TwoPlayer,
};

pub use endgame::Endgame;
pub use evaluator::{Positional, Weight, Weights};
pub use features::{Learned, Shape};
pub use patterns::{Patterns, Phased};

use crate::bits::Bits;
use crate::{PositionError, coordinates};

/// Points for a disc.
pub const DISC: i32 = 100;

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    discs: [u64; 2],
    legal: u64,
    turn: Player,
    size: u8,
    over: bool,
}

/// A disc on a square (row · 8 + column, the rows from the top), or the pass that is forced on a
/// player without such a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// A disc on this square.
    Place(u8),
    /// Nothing can be outflanked.
    Pass,
}

impl Board {
    /// The start on a board of 4, 6 or 8 squares a side.
    pub fn start(size: usize) -> Result<Board, PositionError> {
        let size = check_size(size)?;
        let middle = size / 2;
        let at = |row: u8, column: u8| 1u64 << (row * 8 + column);
        let first = at(middle - 1, middle) | at(middle, middle - 1);
        let second = at(middle - 1, middle - 1) | at(middle, middle);
        Ok(Board::of([first, second], Player::FIRST, size))
    }

    /// The start of the game of this name: `othello` (8 × 8), `othello:6` or `othello:4`.
    pub fn named(name: &str) -> Result<Board, PositionError> {
        let unknown = || {
            PositionError(format!(
                "{name:?} is none of othello, othello:6 and othello:4"
            ))
        };
        match name.trim().strip_prefix("othello").ok_or_else(unknown)? {
            "" => Board::start(8),
            size => {
                let size = size.strip_prefix(':').and_then(|size| size.parse().ok());
                Board::start(size.ok_or_else(unknown)?)
            }
        }
    }

    /// A position from its parts; works out the rest.
    fn of(discs: [u64; 2], turn: Player, size: u8) -> Board {
        let mut board = Board {
            discs,
            legal: 0,
            turn,
            size,
            over: false,
        };
        board.arrive();
        board
    }

    /// Works out the mover's squares and whether the game is over.
    #[inline]
    fn arrive(&mut self) {
        let (mine, theirs) = self.sides();
        self.legal = flips::legal(mine, theirs, self.area());
        self.over = self.legal == 0 && flips::legal(theirs, mine, self.area()) == 0;
    }

    /// The side of the board.
    #[must_use]
    pub fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// The discs of the first and of the second player.
    #[must_use]
    pub fn discs(&self) -> [u32; 2] {
        self.discs.map(u64::count_ones)
    }

    /// The squares of the first and of the second player, row · 8 + column, as bits.
    #[must_use]
    pub fn squares(&self) -> [u64; 2] {
        self.discs
    }

    /// The mover's discs and the opponent's.
    #[inline]
    fn sides(&self) -> (u64, u64) {
        let mover = usize::from(self.turn.0 & 1);
        (self.discs[mover], self.discs[mover ^ 1])
    }

    /// All squares of the board.
    #[inline]
    fn area(&self) -> u64 {
        const AREAS: [u64; 3] = [0x0f0f_0f0f, 0x3f3f_3f3f_3f3f, u64::MAX];
        AREAS[usize::from(self.size / 2 - 2)]
    }

    /// The four corners.
    #[inline]
    fn corners(&self) -> u64 {
        const CORNERS: [u64; 3] = [0x0900_0009, 0x2100_0000_0021, 0x8100_0000_0000_0081];
        CORNERS[usize::from(self.size / 2 - 2)]
    }
}

fn check_size(size: usize) -> Result<u8, PositionError> {
    if matches!(size, 4 | 6 | 8) {
        return Ok(size as u8);
    }
    Err(PositionError(format!(
        "an Othello board has 4, 6 or 8 squares a side, not {size}"
    )))
}

/// The moves of a position: squares, or one pass.
#[derive(Clone, Debug)]
struct Moves {
    squares: Bits,
    pass: bool,
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if let Some(square) = self.squares.next() {
            return Some(Move::Place(square));
        }
        std::mem::take(&mut self.pass).then_some(Move::Pass)
    }
}

impl Game for Board {
    type Move = Move;

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn moves(&self) -> impl Iterator<Item = Move> {
        Moves {
            squares: Bits(self.legal),
            pass: self.legal == 0,
        }
    }

    #[inline]
    fn play(&mut self, m: Move) {
        if let Move::Place(square) = m {
            let (mine, theirs) = self.sides();
            let turned = flips::turned(mine, theirs, square);
            let mover = usize::from(self.turn.0 & 1);
            self.discs[mover] |= turned | 1 << square;
            self.discs[mover ^ 1] &= !turned;
        }
        self.turn = self.turn.opponent();
        self.arrive();
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let [first, second] = self.discs();
        self.over
            .then(|| Outcome::Points(DISC * (first as i32 - second as i32)))
    }
}

/// The code of the pass, beyond all squares.
const PASS: u64 = 64;

impl PackedMoves for Board {
    #[inline]
    fn pack(m: Move) -> u64 {
        match m {
            Move::Place(square) => u64::from(square),
            Move::Pass => PASS,
        }
    }

    #[inline]
    fn unpack(code: u64) -> Move {
        if code == PASS {
            Move::Pass
        } else {
            Move::Place(code as u8)
        }
    }
}

impl TwoPlayer for Board {}

impl Keyed for Board {
    #[inline]
    fn key(&self) -> u64 {
        let first = mix(self.discs[0].wrapping_add(0x9e37_79b9_7f4a_7c15));
        let mover = if self.turn == Player::FIRST {
            0
        } else {
            0xd1b5_4a32_d192_ed03
        };
        mix(first ^ mover ^ self.discs[1].rotate_left(32))
    }
}

impl NullMove for Board {}

/// A pass is forced, and so is a single move.
impl Forced for Board {
    #[inline]
    fn forced(&self) -> Force<Move> {
        match self.legal {
            0 => Force::Only(Move::Pass),
            one if one & (one - 1) == 0 => Force::Only(Move::Place(one.trailing_zeros() as u8)),
            _ => Force::Free,
        }
    }
}

/// Corners: their discs are never turned.
impl Noisy for Board {
    #[inline]
    fn noisy(&self) -> impl Iterator<Item = Move> {
        Bits(self.legal & self.corners()).map(Move::Place)
    }
}

/// The worth of the square, less what the opponent may do next.
impl Guided for Board {
    #[inline]
    fn promise(&self, m: Move) -> i32 {
        let Move::Place(square) = m else { return 0 };
        let replies = self.after(m).legal;
        let corners = (replies & self.corners()).count_ones() as i32;
        evaluator::square_worth(square, self.size) - 8 * replies.count_ones() as i32 - 40 * corners
    }
}

/// `d3` for a disc, `a1` in the upper left corner; `pass`.
impl Notation for Board {
    fn write_move(&self, m: Move) -> String {
        match m {
            Move::Place(square) => coordinates::name(square),
            Move::Pass => "pass".to_string(),
        }
    }
}
