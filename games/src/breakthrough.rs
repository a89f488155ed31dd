//! Breakthrough (Troyka 2000): pieces step straight or diagonally forward and capture diagonally;
//! whoever reaches the far row, or captures everything, wins.
//!
//! ```text
//!  4 O O O O
//!  3 O O O O       X moves up and may capture a2xb3; straight ahead pieces only block
//!  2 X X X X
//!  1 X X X X
//!    a b c d
//! ```
//!
//! Every move brings a piece nearer to its goal, so the game ends; the foremost piece of a side can
//! always step diagonally, so there is always a move. Hence also: a piece one row from its goal
//! cannot be stopped from entering it except by capture.
//!
//! Pieces stand on a bit board with eight squares to the row, whatever the size, `a1` at bit 0. The
//! moves of a position are five sets of targets, worked out by shifts, and peeled off one by one.
//!
//! ```
//! use gametree::{Game, testkit::perft};
//! use gametree_games::breakthrough::Board;
//! assert_eq!(perft(&Board::start(8, 8).unwrap(), 1), 22);
//! ```

mod archive;
mod drawn;
mod evaluator;
mod features;
pub mod policy;
mod rows;
mod text;

use gametree::erased::PackedMoves;
use gametree::rng::mix;
use gametree::{
    Force, Forced, Game, Guided, Keyed, Noisy, Notation, NullMove, Outcome, Player, TwoPlayer,
};

pub use evaluator::{Positional, Weights};
pub use features::{Learned, Shape};
pub use rows::Rows;

use crate::{PositionError, coordinates};

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    pieces: [u64; 2],
    area: u64,
    turn: Player,
    rows: u8,
    columns: u8,
}

/// A step of one piece; squares are row · 8 + column, from `a1`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    /// Where the piece stands.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
}

const NOT_FIRST_COLUMN: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_LAST_COLUMN: u64 = 0x7f7f_7f7f_7f7f_7f7f;

impl Board {
    /// The start: two full rows for each side, on 4 to 8 rows of 2 to 8 columns.
    pub fn start(rows: usize, columns: usize) -> Result<Board, PositionError> {
        let mut board = Board::empty(rows, columns)?;
        board.pieces = [
            board.row(0) | board.row(1),
            board.row(board.rows - 1) | board.row(board.rows - 2),
        ];
        Ok(board)
    }

    /// The start of the game of this name: `breakthrough` (8 × 8), `breakthrough:6`,
    /// `breakthrough:6x5` (rows, columns).
    pub fn named(name: &str) -> Result<Board, PositionError> {
        let example = "breakthrough, breakthrough:6 or breakthrough:6x5";
        let unknown = || PositionError(format!("{name:?} is not a board like {example}"));
        let number = |text: &str| text.parse::<usize>().map_err(|_| unknown());
        let size = name
            .trim()
            .strip_prefix("breakthrough")
            .ok_or_else(unknown)?;
        if size.is_empty() {
            return Board::start(8, 8);
        }
        let size = size.strip_prefix(':').ok_or_else(unknown)?;
        let (rows, columns) = size.split_once('x').unwrap_or((size, size));
        Board::start(number(rows)?, number(columns)?)
    }

    fn empty(rows: usize, columns: usize) -> Result<Board, PositionError> {
        if !(4..=8).contains(&rows) || !(2..=8).contains(&columns) {
            let found = format!("{rows} rows of {columns} columns");
            return Err(PositionError(format!(
                "Breakthrough needs 4 to 8 rows of 2 to 8 columns, not {found}"
            )));
        }
        let all_rows = 0x0101_0101_0101_0101 * ((1 << columns) - 1);
        let area = all_rows & (u64::MAX >> (64 - 8 * rows));
        Ok(Board {
            pieces: [0; 2],
            area,
            turn: Player::FIRST,
            rows: rows as u8,
            columns: columns as u8,
        })
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        usize::from(self.rows)
    }

    /// The number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        usize::from(self.columns)
    }

    /// The pieces of the first and of the second player.
    #[must_use]
    pub fn counts(&self) -> [u32; 2] {
        self.pieces.map(u64::count_ones)
    }

    /// The squares of the first and of the second player, row · 8 + column, as bits.
    #[must_use]
    pub fn squares(&self) -> [u64; 2] {
        self.pieces
    }

    /// The squares of a row, counted from the first player's home.
    #[inline]
    fn row(&self, row: u8) -> u64 {
        self.area & 0xff << (8 * row)
    }

    /// The row `away` rows from the goal of `player`.
    #[inline]
    fn before_goal(&self, player: Player, away: u8) -> u64 {
        self.row(if player == Player::FIRST {
            self.rows - 1 - away
        } else {
            away
        })
    }

    #[inline]
    fn of(&self, player: Player) -> u64 {
        self.pieces[usize::from(player.0 & 1)]
    }

    /// The moves of the mover by kind.
    #[inline]
    fn steps(&self) -> Steps {
        let (mine, theirs) = (self.of(self.turn), self.of(self.turn.opponent()));
        let [left, straight, right] = targets(mine, self.turn, self.area);
        let free = !(mine | theirs);
        let sets = [
            left & theirs,
            right & theirs,
            straight & free,
            left & free,
            right & free,
        ];
        Steps {
            sets,
            kind: 0,
            player: self.turn,
        }
    }

    /// The opponent's pieces that will enter their goal if they are not captured now.
    #[inline]
    fn threats(&self) -> u64 {
        let opponent = self.turn.opponent();
        self.of(opponent) & self.before_goal(opponent, 1)
    }
}

/// The squares to the left, straight ahead and to the right of a player's pieces.
#[inline(always)]
fn targets(pieces: u64, player: Player, area: u64) -> [u64; 3] {
    let (left, straight, right) = if player == Player::FIRST {
        (pieces << 7, pieces << 8, pieces << 9)
    } else {
        (pieces >> 9, pieces >> 8, pieces >> 7)
    };
    [
        left & NOT_LAST_COLUMN & area,
        straight & area,
        right & NOT_FIRST_COLUMN & area,
    ]
}

/// Moves by kind: captures to the left and to the right, straight steps, free steps to the left and
/// to the right. Of each kind those of the foremost pieces come first.
#[derive(Clone, Debug)]
struct Steps {
    sets: [u64; 5],
    kind: usize,
    player: Player,
}

/// How far the targets of each kind lie ahead of their piece, for the first player; the second
/// player's are the mirror image.
const AHEAD: [i8; 5] = [7, 9, 8, 7, 9];

impl Iterator for Steps {
    type Item = Step;

    #[inline]
    fn next(&mut self) -> Option<Step> {
        while self.sets[self.kind] == 0 {
            if self.kind == self.sets.len() - 1 {
                return None;
            }
            self.kind += 1;
        }
        let (set, ahead) = (self.sets[self.kind], AHEAD[self.kind]);
        let (to, ahead) = if self.player == Player::FIRST {
            (63 - set.leading_zeros() as u8, ahead)
        } else {
            (set.trailing_zeros() as u8, ahead - 16)
        };
        self.sets[self.kind] ^= 1 << to;
        Some(Step {
            from: to.wrapping_add_signed(-ahead),
            to,
        })
    }
}

impl Game for Board {
    type Move = Step;

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    #[inline]
    fn moves(&self) -> impl Iterator<Item = Step> {
        self.steps()
    }

    #[inline]
    fn play(&mut self, step: Step) {
        let mover = usize::from(self.turn.0 & 1);
        let (from, to) = (1u64 << (step.from & 63), 1u64 << (step.to & 63));
        self.pieces[mover] = self.pieces[mover] & !from | to;
        self.pieces[mover ^ 1] &= !to;
        self.turn = self.turn.opponent();
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let [first, second] = self.pieces;
        if second == 0 || first & self.before_goal(Player::FIRST, 0) != 0 {
            return Some(Outcome::Win(Player::FIRST));
        }
        if first == 0 || second & self.before_goal(Player::SECOND, 0) != 0 {
            return Some(Outcome::Win(Player::SECOND));
        }
        None
    }
}

impl PackedMoves for Board {
    #[inline]
    fn pack(m: Step) -> u64 {
        u64::from(m.from) | u64::from(m.to) << 8
    }

    #[inline]
    fn unpack(code: u64) -> Step {
        Step {
            from: code as u8,
            to: (code >> 8) as u8,
        }
    }
}

impl TwoPlayer for Board {}

impl Keyed for Board {
    #[inline]
    fn key(&self) -> u64 {
        let first = mix(self.pieces[0].wrapping_add(0x9e37_79b9_7f4a_7c15));
        let mover = if self.turn == Player::FIRST {
            0
        } else {
            0xd1b5_4a32_d192_ed03
        };
        mix(first ^ mover ^ self.pieces[1].rotate_left(32))
    }
}

/// Captures, and steps into the last two rows. Against a piece one row from its goal only captures
/// of it and winning steps; where there are none, one move stands for all, since all lose alike.
impl Noisy for Board {
    #[inline]
    fn noisy(&self) -> impl Iterator<Item = Step> {
        let (goal, threats) = (self.before_goal(self.turn, 0), self.threats());
        let all = self.steps();
        let mut noisy = all.clone();
        let (captures, free) = match threats {
            0 => (u64::MAX, goal | self.before_goal(self.turn, 1)),
            _ => (threats | goal, goal),
        };
        for (kind, set) in noisy.sets.iter_mut().enumerate() {
            *set &= if kind < 2 { captures } else { free };
        }
        if threats != 0 && noisy.sets == [0; 5] {
            all.take(1)
        } else {
            noisy.take(usize::MAX)
        }
    }

    #[inline]
    fn may_stand_pat(&self) -> bool {
        self.threats() == 0
    }
}

impl NullMove for Board {}

/// A piece one row from its goal enters it; a piece of the opponent's there must be captured, and
/// only one can be.
impl Forced for Board {
    #[inline]
    fn forced(&self) -> Force<Step> {
        if self.of(self.turn) & self.before_goal(self.turn, 1) != 0 {
            return Force::Win(1);
        }
        let threats = self.threats();
        if threats == 0 {
            return Force::Free;
        }
        if threats & (threats - 1) != 0 {
            return Force::Loss(2);
        }
        let mut captures = self.steps();
        captures.sets = [
            captures.sets[0] & threats,
            captures.sets[1] & threats,
            0,
            0,
            0,
        ];
        match (captures.next(), captures.next()) {
            (None, _) => Force::Loss(2),
            (Some(only), None) => Force::Only(only),
            _ => Force::Free,
        }
    }
}

/// Winning steps, then captures of the foremost pieces, then advances; better from squares where
/// the piece would be lost, worse onto such squares.
impl Guided for Board {
    #[inline]
    fn promise(&self, step: Step) -> i32 {
        let (opponent, to) = (self.turn.opponent(), 1u64 << (step.to & 63));
        if to & self.before_goal(self.turn, 0) != 0 {
            return 10_000;
        }
        let ahead = |player: Player| {
            let row = i32::from(step.to / 8);
            if player == Player::FIRST {
                row
            } else {
                i32::from(self.rows) - 1 - row
            }
        };
        let capture = if to & self.of(opponent) != 0 {
            200 + 40 * ahead(opponent)
        } else {
            0
        };
        capture + 10 * ahead(self.turn) + self.risk(step.from, step.from)
            - self.risk(step.to, step.from)
    }
}

impl Board {
    /// How likely the mover is to lose a piece on `square`; the one on `from` does not count as a
    /// protector.
    #[inline]
    fn risk(&self, square: u8, from: u8) -> i32 {
        let reaches = |pieces: u64, player: Player| {
            let [left, _, right] = targets(pieces, player, self.area);
            (left | right) >> (square & 63) & 1 == 1
        };
        let protectors = self.of(self.turn) & !(1u64 << (from & 63));
        match (
            reaches(self.of(self.turn.opponent()), self.turn.opponent()),
            reaches(protectors, self.turn),
        ) {
            (true, false) => 100,
            (true, true) => 20,
            (false, _) => 0,
        }
    }
}

/// `a2a3`, and `a2xb3` for a capture.
impl Notation for Board {
    fn write_move(&self, step: Step) -> String {
        let capture = self.of(self.turn.opponent()) >> (step.to & 63) & 1 == 1;
        let by = if capture { "x" } else { "" };
        format!(
            "{}{by}{}",
            coordinates::name(step.from),
            coordinates::name(step.to)
        )
    }

    /// Also without the `x`, and with a `-`.
    fn read_move(&self, text: &str) -> Option<Step> {
        let plain: String = text
            .trim()
            .chars()
            .filter(|c| !matches!(c, 'x' | 'X' | '-'))
            .collect();
        let (from, to) = plain.split_at_checked(2)?;
        let step = Step {
            from: coordinates::square(from)?,
            to: coordinates::square(to)?,
        };
        self.moves().find(|&m| m == step)
    }
}
