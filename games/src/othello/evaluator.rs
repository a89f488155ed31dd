//! The worth of an Othello position: mobility first, corners always, discs at the end (after Rosenbloom's
//! Iago, 1982, and Lee and Mahajan's BILL, 1990; the weights are this project's own).

use gametree::{Evaluator, Game, Player};

use super::{Board, flips};

/// An estimate of the final difference in discs, the unit of the game's outcome, so that a search may compare
/// estimates with finished games.
#[derive(Clone, Copy, Debug, Default)]
pub struct Positional;

/// What each feature is worth, in hundredths of a disc, in the opening; `_END` when the board is full. Between
/// them the weights change in proportion to the discs on the board.
mod weights {
    /// A legal move more than the opponent.
    pub const MOBILITY: i32 = 130;
    pub const MOBILITY_END: i32 = 60;
    /// An empty square more beside the opponent's discs.
    pub const POTENTIAL: i32 = 50;
    pub const POTENTIAL_END: i32 = 10;
    /// A corner.
    pub const CORNER: i32 = 900;
    pub const CORNER_END: i32 = 500;
    /// A disc diagonally beside an empty corner.
    pub const X_SQUARE: i32 = -450;
    pub const X_SQUARE_END: i32 = -150;
    /// A disc beside an empty corner on the edge.
    pub const C_SQUARE: i32 = -200;
    pub const C_SQUARE_END: i32 = -60;
    /// A disc on an edge in an unbroken run from a corner: it will never be turned.
    pub const STABLE: i32 = 250;
    pub const STABLE_END: i32 = 180;
    /// A disc.
    pub const DISC: i32 = -15;
    pub const DISC_END: i32 = 100;
    /// To have the last move of the game, as the number of empty squares says.
    pub const PARITY: i32 = 0;
    pub const PARITY_END: i32 = 250;
}

/// Weights of one moment of the game, hundredths of a disc.
#[derive(Clone, Copy)]
struct Phase {
    discs: i32,
    squares: i32,
}

impl Phase {
    /// The weight between the opening's and the end's.
    #[inline]
    fn weigh(self, opening: i32, end: i32, feature: i32) -> i32 {
        feature * (opening * (self.squares - self.discs) + end * self.discs) / self.squares
    }
}

impl Evaluator<Board> for Positional {
    #[inline]
    fn evaluate(&self, board: &Board) -> i32 {
        let [first, second] = board.discs;
        let discs = (first | second).count_ones() as i32;
        let squares = i32::from(board.size) * i32::from(board.size);
        let phase = Phase { discs, squares };
        let sum = moves(board, phase) + corners(board, phase) + counts(board, phase);
        ((sum + sum.signum() * 50) / 100).clamp(-squares, squares)
    }
}

/// `first` has so many bits more than `second`.
#[inline]
fn more(first: u64, second: u64) -> i32 {
    first.count_ones() as i32 - second.count_ones() as i32
}

/// Mobility and potential mobility.
#[inline]
fn moves(board: &Board, phase: Phase) -> i32 {
    let ([first, second], area) = (board.discs, board.area());
    let other = {
        let (mine, theirs) = board.sides();
        flips::legal(theirs, mine, area)
    };
    let (mine, theirs) =
        if board.turn() == Player::FIRST { (board.legal, other) } else { (other, board.legal) };
    let empty = area & !(first | second);
    let potential = more(flips::around(second) & empty, flips::around(first) & empty);
    phase.weigh(weights::MOBILITY, weights::MOBILITY_END, more(mine, theirs))
        + phase.weigh(weights::POTENTIAL, weights::POTENTIAL_END, potential)
}

/// Corners, the squares beside empty ones, and edges held from a corner.
#[inline]
fn corners(board: &Board, phase: Phase) -> i32 {
    let ([first, second], corners) = (board.discs, board.corners());
    let edges = edges(board.size);
    let beside = flips::around(corners & !(first | second)) & board.area() & !corners;
    let (c_squares, x_squares) = (beside & edges, beside & !edges);
    let stable = more(from_corners(first, corners, edges), from_corners(second, corners, edges));
    phase.weigh(weights::CORNER, weights::CORNER_END, more(first & corners, second & corners))
        + phase.weigh(weights::X_SQUARE, weights::X_SQUARE_END, more(first & x_squares, second & x_squares))
        + phase.weigh(weights::C_SQUARE, weights::C_SQUARE_END, more(first & c_squares, second & c_squares))
        + phase.weigh(weights::STABLE, weights::STABLE_END, stable)
}

/// Discs, and who has the last move.
#[inline]
fn counts(board: &Board, phase: Phase) -> i32 {
    let last = if (phase.squares - phase.discs) % 2 == 1 { board.turn() } else { board.turn().opponent() };
    let parity = if last == Player::FIRST { 1 } else { -1 };
    phase.weigh(weights::DISC, weights::DISC_END, more(board.discs[0], board.discs[1]))
        + phase.weigh(weights::PARITY, weights::PARITY_END, parity)
}

/// The squares on the four edges of a board of this side.
#[inline]
fn edges(size: u8) -> u64 {
    const EDGES: [u64; 3] = [0x0f09_090f, 0x3f21_2121_213f, 0xff81_8181_8181_81ff];
    EDGES[usize::from(size / 2 - 2)]
}

/// Discs on the edges in unbroken runs from corners of the same colour.
#[inline]
fn from_corners(discs: u64, corners: u64, edges: u64) -> u64 {
    let run = discs & edges;
    let mut held = discs & corners;
    if held == 0 {
        return 0;
    }
    // A disc held steps along its edge: sideways within a row, or up and down within a column.
    loop {
        let next = (held | beside(held)) & run;
        if next == held {
            return held;
        }
        held = next;
    }
}

/// The squares left, right, above and below.
#[inline]
fn beside(squares: u64) -> u64 {
    const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    (squares & NOT_LAST) << 1 | squares >> 1 & NOT_LAST | squares << 8 | squares >> 8
}

/// How good it is to have a disc on a square: rings of the board, corners best, their neighbours worst.
pub(super) fn square_worth(square: u8, size: u8) -> i32 {
    let fold = |i: u8| i.min(size - 1 - i);
    let (row, column) = (fold(square / 8), fold(square % 8));
    match (row.min(column), row.max(column)) {
        (0, 0) => 120,
        (0, 1) if size > 4 => -20,
        (1, 1) if size > 4 => -45,
        (0, _) => 15,
        (1, _) => -3,
        _ => 2,
    }
}
