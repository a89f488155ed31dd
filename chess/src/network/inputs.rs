//! The inputs of the network: a piece of one's own or of the other's on a square, as each side sees
//! the board.
//!
//! Black sees it upside down, and a side whose king stands on the files e to h sees it mirrored: so
//! what holds on one side of the board is learned for both.

use shakmaty::{Board, Color, Role, Square};

/// How many inputs a side has: 2 colours, 6 kinds, 64 squares.
pub const INPUTS: usize = 2 * 6 * 64;

/// How a side sees the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perspective {
    side: Color,
    /// What its squares are exclusive-ored with.
    turned: usize,
}

impl Perspective {
    /// That of a side whose king stands here.
    #[inline]
    #[must_use]
    pub fn new(side: Color, king: Square) -> Perspective {
        let upside_down = if side.is_black() { 56 } else { 0 };
        let mirrored = if usize::from(king) & 4 == 0 { 0 } else { 7 };
        Perspective {
            side,
            turned: upside_down | mirrored,
        }
    }

    /// That of a side on a board; `None` where it has no king.
    #[inline]
    #[must_use]
    pub fn of(board: &Board, side: Color) -> Option<Perspective> {
        board.king_of(side).map(|king| Perspective::new(side, king))
    }

    /// Which of the two halves its king stands in.
    #[inline]
    #[must_use]
    pub fn half(self) -> usize {
        self.turned & 1
    }

    /// The input of a piece on a square.
    #[inline]
    #[must_use]
    pub fn input(self, color: Color, role: Role, square: Square) -> usize {
        let owner = usize::from(color != self.side);
        (owner * 6 + role as usize - 1) * 64 + (usize::from(square) ^ self.turned)
    }
}

/// How many sets of output weights there are.
pub const BUCKETS: usize = 8;

/// The set for a board: by how many pieces are left.
#[inline]
#[must_use]
pub fn bucket(board: &Board) -> usize {
    (board.occupied().count().saturating_sub(1) / 4).min(BUCKETS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_side_sees_the_board_from_its_own_side() {
        let white = Perspective::new(Color::White, Square::C1);
        let black = Perspective::new(Color::Black, Square::C8);
        let mirrored = Perspective::new(Color::White, Square::F1);
        let pawn = |view: Perspective, color, square| view.input(color, Role::Pawn, square);
        let own = pawn(white, Color::White, Square::A2);
        assert_eq!(pawn(black, Color::Black, Square::A7), own);
        assert_eq!(pawn(mirrored, Color::White, Square::H2), own);
        assert_ne!(pawn(white, Color::White, Square::H2), own);
        assert_ne!(pawn(black, Color::White, Square::A2), own);
        assert_eq!([white.half(), mirrored.half(), black.half()], [0, 1, 0]);
    }

    #[test]
    fn inputs_differ_and_are_as_many_as_they_should() {
        let view = Perspective::new(Color::Black, Square::G8);
        let mut seen = std::collections::BTreeSet::new();
        for color in Color::ALL {
            for role in Role::ALL {
                seen.extend(Square::ALL.map(|square| view.input(color, role, square)));
            }
        }
        assert!(seen.len() == INPUTS && seen.last() == Some(&(INPUTS - 1)));
    }

    #[test]
    fn every_board_has_a_bucket() {
        let start = Board::default();
        assert_eq!([bucket(&Board::empty()), bucket(&start)], [0, BUCKETS - 1]);
    }
}
