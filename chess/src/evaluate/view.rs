//! The board as one side sees it, what its pieces attack, and who takes note of what is counted.

use shakmaty::{Bitboard, Board, Color, Role, Square};

use crate::masks;
use crate::weights::features as f;

/// Takes what is counted: positive for White, negative for Black.
pub trait Tally {
    /// This many times this feature.
    fn add(&mut self, feature: usize, count: i32);

    /// A piece of this kind on its owner's square, with the sign of its owner.
    #[inline]
    fn place(&mut self, role: Role, square: Square, sign: i32) {
        if role != Role::King {
            self.add(f::MATERIAL + role as usize - 1, sign);
        }
        self.add(f::on_square(role, square), sign);
    }
}

#[inline]
pub(super) fn sign(color: Color) -> i32 {
    if color.is_white() { 1 } else { -1 }
}

/// The board as one side sees it.
pub(super) struct View<'b> {
    pub board: &'b Board,
    pub color: Color,
    pub sign: i32,
    pub own: Bitboard,
    pub pawns: Bitboard,
    pub enemy_pawns: Bitboard,
    pub pawn_attacks: Bitboard,
    pub enemy_pawn_attacks: Bitboard,
    pub king: Square,
    pub enemy_king: Square,
}

/// What a side's pieces attack.
pub(super) struct Attacks {
    pub all: Bitboard,
    /// All but what only the king attacks.
    pub but_king: Bitboard,
    pub minors: Bitboard,
    pub knights: Bitboard,
    pub bishops: Bitboard,
    pub rooks: Bitboard,
    pub queens: Bitboard,
}

impl<'b> View<'b> {
    #[inline]
    pub fn new(board: &'b Board, color: Color) -> View<'b> {
        let own = board.by_color(color);
        let other = board.by_color(!color);
        let (pawns, enemy_pawns) = (board.pawns() & own, board.pawns() & other);
        View {
            board,
            color,
            sign: sign(color),
            own,
            pawns,
            enemy_pawns,
            pawn_attacks: masks::pawn_attacks(color, pawns),
            enemy_pawn_attacks: masks::pawn_attacks(!color, enemy_pawns),
            king: board.king_of(color).unwrap_or(Square::E1),
            enemy_king: board.king_of(!color).unwrap_or(Square::E8),
        }
    }

    /// The square with the side's own camp at the bottom.
    #[inline]
    pub fn relative(&self, square: Square) -> Square {
        if self.color.is_white() {
            square
        } else {
            square.flip_vertical()
        }
    }

    #[inline]
    pub fn rank(&self, square: Square) -> usize {
        u32::from(self.relative(square).rank()) as usize
    }

    #[inline]
    pub fn of(&self, role: Role) -> Bitboard {
        self.board.by_role(role) & self.own
    }

    #[inline]
    pub fn place(&self, role: Role, square: Square, tally: &mut impl Tally) {
        tally.place(role, self.relative(square), self.sign);
    }
}
