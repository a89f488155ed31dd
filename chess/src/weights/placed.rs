//! Material and squares of a position as one sum, which a move changes by a few additions instead of
//! a walk over the board.
//!
//! A sum holds the middle game in its lower half and the endgame in its upper one, so that one
//! addition serves both.

use shakmaty::{Board, Piece, Square};

use super::features::{self as f, Pair, Weights};
use super::tuned::TUNED;

/// A sum for the middle game and one for the endgame in one number.
pub(crate) type Packed = i32;

pub(crate) const fn pack(pair: Pair) -> Packed {
    ((pair[1] as i32) << 16) + pair[0] as i32
}

/// The middle game's part.
#[inline]
pub(crate) fn middle(sum: Packed) -> i32 {
    i32::from(sum as i16)
}

/// The endgame's part: a negative lower half has borrowed from it.
#[inline]
pub(crate) fn end(sum: Packed) -> i32 {
    (sum + 0x8000) >> 16
}

/// What a piece is worth on its square, by colour, kind and square, for White.
pub(crate) type Placement = [[[Packed; 64]; 6]; 2];

/// The sums of some weights.
pub(crate) const fn placement(weights: &Weights) -> Placement {
    let mut table = [[[0; 64]; 6]; 2];
    let mut role = 0;
    while role < 6 {
        let mut square = 0;
        while square < 64 {
            let file = square % 8;
            let half = if file < 4 { file } else { 7 - file };
            let on_square = f::SQUARE + role * 32 + square / 8 * 4 + half;
            let mut sum = pack(weights[on_square]);
            // A king is on the board whatever happens.
            if role < 5 {
                sum += pack(weights[f::MATERIAL + role]);
            }
            table[0][role][square] = sum;
            table[1][role][square ^ 56] = -sum;
            square += 1;
        }
        role += 1;
    }
    table
}

/// The sums of the learned weights.
static LEARNED: Placement = placement(&TUNED);

/// What a piece on a square adds to the sum, by the learned weights.
#[inline]
pub(crate) fn of_piece(piece: Piece, square: Square) -> Packed {
    at(&LEARNED, piece, square)
}

#[inline]
fn at(table: &Placement, piece: Piece, square: Square) -> Packed {
    table[usize::from(piece.color.is_black())][piece.role as usize - 1][usize::from(square)]
}

/// The sum of a board, from scratch.
pub(crate) fn of_board(table: &Placement, board: &Board) -> Packed {
    let pieces = board.iter();
    pieces.map(|(square, piece)| at(table, piece, square)).sum()
}

/// The sum of a board by the learned weights, from scratch.
pub(crate) fn of(board: &Board) -> Packed {
    of_board(&LEARNED, board)
}

#[cfg(test)]
mod tests {
    use gametree::Game;
    use gametree::rng::Rng;
    use shakmaty::Move;

    use super::*;
    use crate::Chess;

    #[test]
    fn both_halves_survive_packing() {
        for pair in [[3, 5], [-3, 5], [3, -5], [-3, -5], [-30_000, 30_000]] {
            let sum = pack(pair);
            assert_eq!([middle(sum), end(sum)], pair.map(i32::from));
        }
        let sum = pack([-300, 20]) + pack([120, -90]) - pack([-400, 1]);
        assert_eq!([middle(sum), end(sum)], [220, -71]);
    }

    /// Move by move the sum is what it is from scratch, castling, en passant and promotions included.
    #[test]
    fn a_move_changes_the_sum_as_counting_anew_does() {
        let mut seen = [0; 3];
        let starts = (0..120).map(|i| Chess::chess960(i * 8 + 6).unwrap());
        for (seed, start) in starts.chain((0..60).map(|_| Chess::default())).enumerate() {
            let mut rng = Rng::new(seed as u64);
            let mut game = start;
            for _ in 0..200 {
                if game.outcome().is_some() {
                    break;
                }
                let moves: Vec<Move> = game.moves().collect();
                let rare = moves.iter().find(|m| m.is_castle() || m.is_en_passant());
                let m = rare.copied().unwrap_or(moves[rng.below(moves.len())]);
                game.play(m);
                seen[0] += u32::from(m.is_castle());
                seen[1] += u32::from(m.is_en_passant());
                seen[2] += u32::from(m.is_promotion());
                assert_eq!(game.placed, of(shakmaty::Position::board(&game.position)));
            }
        }
        assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
    }
}
