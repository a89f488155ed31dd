//! Sets of squares that pawns and kings are judged by.

use shakmaty::{Bitboard, Color, Square};

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

/// The squares that pawns attack.
#[inline]
pub fn pawn_attacks(color: Color, pawns: Bitboard) -> Bitboard {
    let (west, east) = (pawns.0 & !FILE_A, pawns.0 & !FILE_H);
    Bitboard(if color.is_white() {
        west << 7 | east << 9
    } else {
        west >> 9 | east >> 7
    })
}

/// The whole files on which something stands.
#[inline]
pub fn files_of(squares: Bitboard) -> Bitboard {
    let up = fill_up(squares.0);
    Bitboard(up | fill_down(up))
}

#[inline]
fn fill_up(mut squares: u64) -> u64 {
    squares |= squares << 8;
    squares |= squares << 16;
    squares | squares << 32
}

#[inline]
fn fill_down(mut squares: u64) -> u64 {
    squares |= squares >> 8;
    squares |= squares >> 16;
    squares | squares >> 32
}

/// The squares to the left and right.
#[inline]
pub fn sideways(squares: Bitboard) -> Bitboard {
    Bitboard((squares.0 & !FILE_A) >> 1 | (squares.0 & !FILE_H) << 1)
}

/// All squares before these on their files, as a side sees it, themselves not included.
#[inline]
pub fn all_ahead(color: Color, squares: Bitboard) -> Bitboard {
    Bitboard(if color.is_white() {
        fill_up(squares.0) << 8
    } else {
        fill_down(squares.0) >> 8
    })
}

/// All squares behind these on their files.
#[inline]
pub fn all_behind(color: Color, squares: Bitboard) -> Bitboard {
    all_ahead(!color, squares)
}

/// The squares of the same colour as this one.
#[inline]
pub fn shade(square: Square) -> Bitboard {
    if square.is_light() {
        Bitboard::LIGHT_SQUARES
    } else {
        Bitboard::DARK_SQUARES
    }
}

/// The squares right before these.
#[inline]
pub fn one_ahead(color: Color, squares: Bitboard) -> Bitboard {
    one_behind(!color, squares)
}

/// The squares right behind these.
#[inline]
pub fn one_behind(color: Color, squares: Bitboard) -> Bitboard {
    Bitboard(if color.is_white() {
        squares.0 >> 8
    } else {
        squares.0 << 8
    })
}

/// The files beside a square's.
#[inline]
pub fn beside(square: Square) -> Bitboard {
    let file = FILE_A << u32::from(square.file());
    Bitboard((file & !FILE_A) >> 1 | (file & !FILE_H) << 1)
}

/// All ranks before a square, its own not included.
#[inline]
fn ranks_ahead(color: Color, square: Square) -> u64 {
    let rank = 8 * u32::from(square.rank());
    if color.is_white() {
        !0xffu64 << rank
    } else {
        (1u64 << rank) - 1
    }
}

/// The squares before a pawn on its file.
#[inline]
pub fn ahead(color: Color, square: Square) -> Bitboard {
    Bitboard(ranks_ahead(color, square) & FILE_A << u32::from(square.file()))
}

/// The square before a pawn; nothing on the last rank.
#[inline]
pub fn ahead_one(color: Color, square: Square) -> Bitboard {
    let bit = 1u64 << u32::from(square);
    Bitboard(if color.is_white() { bit << 8 } else { bit >> 8 })
}

/// The squares from which enemy pawns attack, or may come to attack, those on a square or before
/// it.
#[inline]
pub fn attackers_to_come(color: Color, square: Square) -> Bitboard {
    Bitboard(ranks_ahead(color, square)) & beside(square)
}

/// The rank this many steps before a square; nothing beyond the board.
#[inline]
pub fn rank_before(color: Color, square: Square, steps: u32) -> Bitboard {
    let row = 0xffu64 << (8 * u32::from(square.rank()));
    Bitboard(if color.is_white() {
        row << (8 * steps)
    } else {
        row >> (8 * steps)
    })
}

/// The squares round a king, and those a rank further on.
#[inline]
pub fn king_zone(color: Color, king: Square) -> Bitboard {
    let near = shakmaty::attacks::king_attacks(king).0 | 1u64 << u32::from(king);
    Bitboard(
        near | if color.is_white() {
            near << 8
        } else {
            near >> 8
        },
    )
}

/// Ranks 4 to 6 as a side counts them.
#[inline]
pub fn far_half(color: Color) -> Bitboard {
    Bitboard(if color.is_white() {
        0x0000_ffff_ff00_0000
    } else {
        0x0000_00ff_ffff_0000
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_see_the_same_board() {
        for square in Square::ALL {
            let other = square.flip_vertical();
            let same = |white: Bitboard, black: Bitboard| {
                assert_eq!(white.flip_vertical(), black, "{square}")
            };
            same(ahead(Color::White, square), ahead(Color::Black, other));
            same(
                ahead_one(Color::White, square),
                ahead_one(Color::Black, other),
            );
            same(
                attackers_to_come(Color::White, square),
                attackers_to_come(Color::Black, other),
            );
            same(
                rank_before(Color::White, square, 2),
                rank_before(Color::Black, other, 2),
            );
            same(
                king_zone(Color::White, square),
                king_zone(Color::Black, other),
            );
            let (one, two) = (Bitboard::from_square(square), Bitboard::from_square(other));
            same(
                pawn_attacks(Color::White, one),
                pawn_attacks(Color::Black, two),
            );
            assert_eq!(
                pawn_attacks(Color::White, one),
                shakmaty::attacks::pawn_attacks(Color::White, square)
            );
        }
        same_files();
    }

    /// Sets of squares are what their squares are one by one.
    #[test]
    fn all_at_once_is_one_by_one() {
        let mut rng = gametree::rng::Rng::new(3);
        for _ in 0..2000 {
            let squares = Bitboard(rng.bits() & rng.bits());
            let each = |of: &dyn Fn(Square) -> Bitboard| {
                squares
                    .into_iter()
                    .fold(Bitboard::EMPTY, |all, square| all | of(square))
            };
            for color in Color::ALL {
                let own = |square| ahead(color, square);
                assert_eq!(all_ahead(color, squares), each(&own));
                let other = |square| ahead(!color, square);
                assert_eq!(all_behind(color, squares), each(&other));
                let behind = |square| ahead_one(!color, square);
                assert_eq!(one_behind(color, squares), each(&behind));
            }
            let file = |square: Square| Bitboard::from_file(square.file());
            assert_eq!(files_of(squares), each(&file));
            let row = |square: Square| beside(square) & Bitboard::from_rank(square.rank());
            assert_eq!(sideways(squares), each(&row));
        }
    }

    fn same_files() {
        assert_eq!(beside(Square::A4).count(), 8);
        let files = files_of(Bitboard::from_iter([Square::D1, Square::F8]));
        assert_eq!(beside(Square::E4), files);
        assert_eq!(ahead(Color::White, Square::E2).count(), 6);
        assert_eq!(
            far_half(Color::White).flip_vertical(),
            far_half(Color::Black)
        );
    }
}
