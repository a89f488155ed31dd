//! Danger to the enemy king: checks that cannot be answered by taking, squares that only the king
//! guards, pawns that come near.

use shakmaty::Bitboard;
use shakmaty::attacks::{bishop_attacks, knight_attacks, rook_attacks};

use super::view::{Attacks, Tally, View};
use crate::masks;
use crate::weights::features as f;

/// Counts what endangers the enemy king.
#[inline]
pub(super) fn count(view: &View<'_>, own: &Attacks, other: &Attacks, tally: &mut impl Tally) {
    let king = view.enemy_king;
    let occupied = view.board.occupied();
    let safe = !view.own & !other.all;
    let straight = rook_attacks(king, occupied) & safe;
    let diagonal = bishop_attacks(king, occupied) & safe;
    let checks = [
        knight_attacks(king) & safe & own.knights,
        diagonal & own.bishops,
        straight & own.rooks,
        (straight | diagonal) & own.queens,
    ];
    for (number, squares) in checks.into_iter().enumerate() {
        if squares.any() {
            tally.add(f::SAFE_CHECK + number, view.sign * squares.count() as i32);
        }
    }
    let zone = masks::king_zone(!view.color, king);
    let weak = zone & own.but_king & !other.but_king;
    tally.add(f::WEAK_SQUARE, view.sign * weak.count() as i32);
    let files = masks::beside(king) | Bitboard::from_file(king.file());
    for square in view.pawns & files {
        tally.add(f::PAWN_STORM + view.rank(square), view.sign);
    }
}
