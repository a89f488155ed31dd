//! Pawns: which are doubled, isolated, backward or passed is found for all at once.

use shakmaty::{Bitboard, Role, Square};

use super::view::{Attacks, Tally, View};
use crate::masks;
use crate::weights::features as f;

/// Counts the pawns of a side.
#[inline]
pub(super) fn count(view: &View<'_>, tally: &mut impl Tally) {
    let pawns = view.pawns;
    for square in pawns {
        view.place(Role::Pawn, square, tally);
    }
    for square in pawns & view.pawn_attacks {
        tally.add(f::DEFENDED + view.rank(square), view.sign);
    }
    let neighbours = masks::sideways(pawns);
    for square in pawns & neighbours {
        tally.add(f::BESIDE + view.rank(square), view.sign);
    }
    let mut add = |feature: usize, squares: Bitboard| {
        tally.add(feature, view.sign * squares.count() as i32);
    };
    add(f::DOUBLED, pawns & masks::all_behind(view.color, pawns));
    let isolated = pawns & !masks::files_of(neighbours);
    add(f::ISOLATED, isolated);
    // No pawn beside it or behind can come to guard it, and the square before it is attacked.
    let guarded = neighbours | masks::all_ahead(view.color, neighbours);
    let stopped = masks::one_behind(view.color, view.enemy_pawn_attacks);
    add(f::BACKWARD, pawns & !isolated & !guarded & stopped);
}

/// Counts the passed pawns of a side.
#[inline]
pub(super) fn count_passed(
    view: &View<'_>,
    own: &Attacks,
    other: &Attacks,
    tally: &mut impl Tally,
) {
    let in_the_way = view.enemy_pawns | masks::sideways(view.enemy_pawns);
    for square in view.pawns & !masks::all_behind(view.color, in_the_way) {
        passed(view, square, tally);
        let way = masks::ahead(view.color, square);
        let stops = (other.all & !own.but_king) | view.board.occupied();
        if (way & stops).is_empty() {
            tally.add(f::PASSED_SAFE + view.rank(square), view.sign);
        }
        let behind = masks::ahead(!view.color, square);
        let majors = view.board.rooks_and_queens() & view.own & behind;
        if majors.any() {
            tally.add(f::PASSED_BACKED, view.sign);
        }
    }
}

#[inline]
fn passed(view: &View<'_>, square: Square, tally: &mut impl Tally) {
    let rank = view.rank(square);
    tally.add(f::PASSED + rank, view.sign);
    if (masks::ahead_one(view.color, square) & view.board.occupied()).is_empty() {
        tally.add(f::PASSED_FREE + rank, view.sign);
    }
    if let Some(stop) = masks::ahead_one(view.color, square).first()
        && rank >= 3
    {
        tally.add(
            f::PASSED_KING + view.king.distance(stop) as usize,
            view.sign,
        );
        tally.add(
            f::PASSED_ENEMY + view.enemy_king.distance(stop) as usize,
            view.sign,
        );
    }
}
