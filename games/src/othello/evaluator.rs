//! The worth of an Othello position: mobility first, corners always, discs at the end (after
//! Rosenbloom's Iago, 1982, and Lee and Mahajan's BILL, 1990; the weights are this project's own).

use gametree::{Evaluator, Game, Player};

use super::{Board, DISC, flips};

/// An estimate of the final difference in discs, the unit of the game's outcome, so that a search
/// may compare estimates with finished games.
#[derive(Clone, Copy, Debug, Default)]
pub struct Positional {
    /// What each feature is worth.
    pub weights: Weights,
}

/// What each feature is worth, in hundredths of a disc: in the opening, and when the board is full.
/// Between them the weights change in proportion to the discs on the board. The default was selected
/// by matches at depth 3.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// One more legal move than the opponent.
    pub mobility: Weight,
    /// One more empty square beside the opponent's discs.
    pub potential: Weight,
    /// A corner.
    pub corner: Weight,
    /// A disc diagonally beside an empty corner.
    pub x_square: Weight,
    /// A disc beside an empty corner on the edge.
    pub c_square: Weight,
    /// A disc on an edge in an unbroken run from a corner: it will never be turned.
    pub stable: Weight,
    /// A disc.
    pub disc: Weight,
    /// Having the last move of the game, judged by the number of empty squares.
    pub parity: Weight,
}

/// A weight in the opening and at the end.
#[derive(Clone, Copy, Debug)]
pub struct Weight(pub i32, pub i32);

impl Default for Weights {
    fn default() -> Self {
        Weights {
            mobility: Weight(200, 100),
            potential: Weight(80, 30),
            corner: Weight(900, 500),
            x_square: Weight(-700, -300),
            c_square: Weight(-200, -60),
            stable: Weight(250, 180),
            disc: Weight(-30, 20),
            parity: Weight(0, 250),
        }
    }
}

/// How far the game has gone.
#[derive(Clone, Copy)]
struct Phase {
    discs: i32,
    squares: i32,
}

impl Phase {
    /// This much of a feature, weighted for this moment of the game.
    #[inline]
    fn weigh(self, weight: Weight, feature: i32) -> i32 {
        feature * (weight.0 * (self.squares - self.discs) + weight.1 * self.discs) / self.squares
    }
}

impl Evaluator<Board> for Positional {
    #[inline]
    fn evaluate(&self, board: &Board) -> i32 {
        let [first, second] = board.discs;
        let discs = (first | second).count_ones() as i32;
        let squares = i32::from(board.size) * i32::from(board.size);
        let phase = Phase { discs, squares };
        let weights = &self.weights;
        let sum = moves(board, weights, phase)
            + corners(board, weights, phase)
            + counts(board, weights, phase);
        sum.clamp(-squares * DISC, squares * DISC)
    }
}

/// `first` has this many bits more than `second`.
#[inline]
pub(super) fn more(first: u64, second: u64) -> i32 {
    first.count_ones() as i32 - second.count_ones() as i32
}

/// Mobility and potential mobility.
#[inline]
fn moves(board: &Board, weights: &Weights, phase: Phase) -> i32 {
    let ([first, second], area) = (board.discs, board.area());
    let other = {
        let (mine, theirs) = board.sides();
        flips::legal(theirs, mine, area)
    };
    let (mine, theirs) = if board.turn() == Player::FIRST {
        (board.legal, other)
    } else {
        (other, board.legal)
    };
    let empty = area & !(first | second);
    let potential = more(flips::around(second) & empty, flips::around(first) & empty);
    phase.weigh(weights.mobility, more(mine, theirs)) + phase.weigh(weights.potential, potential)
}

/// Corners, the squares beside empty ones, and edges held from a corner.
#[inline]
fn corners(board: &Board, weights: &Weights, phase: Phase) -> i32 {
    let ([first, second], corners) = (board.discs, board.corners());
    let edges = edges(board.size);
    let beside = flips::around(corners & !(first | second)) & board.area() & !corners;
    let (c_squares, x_squares) = (beside & edges, beside & !edges);
    let stable = more(
        from_corners(first, corners, edges),
        from_corners(second, corners, edges),
    );
    phase.weigh(weights.corner, more(first & corners, second & corners))
        + phase.weigh(
            weights.x_square,
            more(first & x_squares, second & x_squares),
        )
        + phase.weigh(
            weights.c_square,
            more(first & c_squares, second & c_squares),
        )
        + phase.weigh(weights.stable, stable)
}

/// Discs, and who has the last move.
#[inline]
fn counts(board: &Board, weights: &Weights, phase: Phase) -> i32 {
    let last = if (phase.squares - phase.discs) % 2 == 1 {
        board.turn()
    } else {
        board.turn().opponent()
    };
    let parity = if last == Player::FIRST { 1 } else { -1 };
    phase.weigh(weights.disc, more(board.discs[0], board.discs[1]))
        + phase.weigh(weights.parity, parity)
}

/// The squares on the four edges of a board of this side.
#[inline]
pub(super) fn edges(size: u8) -> u64 {
    const EDGES: [u64; 3] = [0x0f09_090f, 0x3f21_2121_213f, 0xff81_8181_8181_81ff];
    EDGES[usize::from(size / 2 - 2)]
}

/// Discs on the edges in unbroken runs from corners of the same colour.
#[inline]
pub(super) fn from_corners(discs: u64, corners: u64, edges: u64) -> u64 {
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

/// How good it is to have a disc on a square: rings of the board, corners best, their neighbours
/// worst.
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
