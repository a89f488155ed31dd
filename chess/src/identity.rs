//! The 128 bits that tell a position from all others, kept up to date move by move.
//!
//! Zobrist's hash (1970) with shakmaty's published numbers: pieces, who moves, the four castling
//! rights, and the file of an en passant capture if one is legal. Where the rook that may castle
//! stands elsewhere than in ordinary chess, its square enters as well. Saved on disk for years: it
//! must not change.
//!
//! The clock of the 50-move rule enters from [`COUNTED_CLOCK`] on, exactly: values near the limit
//! depend on it. Below, positions are the same whatever their clocks, so that transpositions meet.

use gametree::rng::mix;
use shakmaty::zobrist::{Zobrist128, ZobristValue};
use shakmaty::{
    Bitboard, CastlingSide, Color, EnPassantMode, File, Move, Piece, Position, Rank, Role, Square,
};

/// From this many plies without capture or pawn move on, the clock is part of the identity: half of
/// what makes a draw.
pub(crate) const COUNTED_CLOCK: u32 = 50;

/// What the clock adds to the identity.
pub(crate) fn clock_bits(clock: u32) -> u128 {
    if clock < COUNTED_CLOCK {
        return 0;
    }
    let clock = u64::from(clock);
    u128::from(mix(clock)) << 64 | u128::from(mix(!clock))
}

/// The hash of a position without its clock, from scratch.
pub(crate) fn of(position: &shakmaty::Chess) -> u128 {
    let Zobrist128(hash) = position.zobrist_hash(EnPassantMode::Legal);
    hash ^ strange(position)
}

/// Plays a legal move; the hash afterwards, given the one before. `see` sees every piece that comes
/// or goes, so that other sums over the board need no walk of their own.
#[inline]
pub(crate) fn play(
    position: &mut shakmaty::Chess,
    key: u128,
    m: Move,
    mut see: impl FnMut(&PieceChange),
) -> u128 {
    let touched = touches_rights(position, m);
    let before = if touched { right_bits(position) } else { 0 };
    let mut key = passed(position, key) ^ before;
    each_change(m, position.turn(), |change| {
        key ^= piece_bits(change.square, change.piece);
        see(&change);
    });
    position.play_unchecked(m);
    let after = if touched { right_bits(position) } else { 0 };
    key ^ after ^ passing_bits(position)
}

/// The hash after passing: the other side moves, and no pawn can be taken in passing.
pub(crate) fn passed(position: &shakmaty::Chess, key: u128) -> u128 {
    let Zobrist128(turn) = Zobrist128::zobrist_for_white_turn();
    key ^ turn ^ passing_bits(position)
}

/// Whether a move may end castling rights: by the king, from a rook's square or onto one.
fn touches_rights(position: &shakmaty::Chess, m: Move) -> bool {
    let rights = position.castles().castling_rights();
    let from = m.from().is_some_and(|from| rights.contains(from));
    rights.any() && (m.role() == Role::King || from || rights.contains(m.to()))
}

/// A piece that a move takes off a square or puts on one.
pub(crate) struct PieceChange {
    /// The square.
    pub square: Square,
    /// The piece.
    pub piece: Piece,
    /// Whether it comes to the square; otherwise it leaves.
    pub arrives: bool,
}

/// Every piece that a legal move of a side takes off the board or puts on it.
#[inline(always)]
fn each_change(m: Move, color: Color, mut see: impl FnMut(PieceChange)) {
    let mut change = |square: Square, role: Role, color: Color, arrives: bool| {
        let piece = role.of(color);
        see(PieceChange {
            square,
            piece,
            arrives,
        });
    };
    match m {
        Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        } => {
            change(from, role, color, false);
            if let Some(victim) = capture {
                change(to, victim, !color, false);
            }
            change(to, promotion.unwrap_or(role), color, true);
        }
        Move::EnPassant { from, to } => {
            let victim = Square::from_coords(to.file(), from.rank());
            change(from, Role::Pawn, color, false);
            change(victim, Role::Pawn, !color, false);
            change(to, Role::Pawn, color, true);
        }
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_king_side(king < rook);
            change(king, Role::King, color, false);
            change(rook, Role::Rook, color, false);
            change(side.king_to(color), Role::King, color, true);
            change(side.rook_to(color), Role::Rook, color, true);
        }
        Move::Put { role, to } => change(to, role, color, true),
    }
}

fn piece_bits(square: Square, piece: Piece) -> u128 {
    Zobrist128::zobrist_for_piece(square, piece).0
}

/// The file of a legal en passant capture.
fn passing_bits(position: &shakmaty::Chess) -> u128 {
    // Most positions have no pawn that just made two steps: ask that first.
    let square = position
        .maybe_ep_square()
        .and_then(|_| position.legal_ep_square());
    square.map_or(0, |square| {
        Zobrist128::zobrist_for_en_passant_file(square.file()).0
    })
}

/// All that castling rights add.
fn right_bits(position: &shakmaty::Chess) -> u128 {
    if position.castles().is_empty() {
        return 0;
    }
    let mut bits = strange(position);
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            if position.castles().has(color, side) {
                bits ^= Zobrist128::zobrist_for_castling_right(color, side).0;
            }
        }
    }
    bits
}

/// The rooks that may castle from elsewhere than in ordinary chess; 0 where there are none,
/// whatever the mode.
fn strange(position: &shakmaty::Chess) -> u128 {
    let castles = position.castles();
    if castles.mode().is_standard() || castles.is_empty() {
        return 0;
    }
    let Bitboard(rooks) = castles.castling_rights() & !ordinary(position);
    if rooks == 0 {
        0
    } else {
        u128::from(mix(rooks)) << 64 | u128::from(mix(!rooks))
    }
}

/// The corners of every side whose king stands on the e-file of its first rank.
fn ordinary(position: &shakmaty::Chess) -> Bitboard {
    let home = |color: Color| color.fold_wb(Rank::First, Rank::Eighth);
    let at_home = |color: &Color| {
        position.board().king_of(*color) == Some(Square::from_coords(File::E, home(*color)))
    };
    let corners =
        |color: Color| [File::A, File::H].map(|file| Square::from_coords(file, home(color)));
    Color::ALL
        .into_iter()
        .filter(at_home)
        .flat_map(corners)
        .collect()
}

#[cfg(test)]
mod tests {
    use gametree::rng::Rng;
    use gametree::{Game, Notation, Persistent, Readable};

    use super::*;
    use crate::Chess;

    /// Plays at random, castling and en passant whenever they can be had.
    fn random_game(start: &Chess, seed: u64, mut see: impl FnMut(&Chess, Move)) {
        let (mut rng, mut game) = (Rng::new(seed), start.clone());
        for _ in 0..160 {
            if game.outcome().is_some() {
                return;
            }
            let moves: Vec<Move> = game.moves().collect();
            let rare = moves.iter().find(|m| m.is_castle() || m.is_en_passant());
            let m = rare
                .copied()
                .unwrap_or_else(|| moves[rng.below(moves.len())]);
            game.play(m);
            see(&game, m);
        }
    }

    #[test]
    fn move_by_move_is_as_from_scratch_and_text_keeps_it() {
        let (mut castled, mut passed, mut promoted, mut lost) = (0, 0, 0, 0);
        let starts = (0..240).map(|i| Chess::chess960(i * 4 + 2).unwrap());
        for (seed, start) in starts.chain((0..100).map(|_| Chess::default())).enumerate() {
            random_game(&start, seed as u64, |game, m| {
                assert_eq!(game.key, of(game.inner()), "{m} {}", game.fen());
                assert_eq!(
                    Chess::read(&game.write()).unwrap().identity(),
                    game.identity(),
                    "{}",
                    game.fen()
                );
                castled += usize::from(m.is_castle());
                passed += usize::from(m.is_en_passant());
                promoted += usize::from(m.is_promotion());
                lost += usize::from(m.role() == Role::Rook);
            });
        }
        assert!(
            castled > 100 && passed > 50 && promoted > 20 && lost > 100,
            "{castled} {passed} {promoted}"
        );
    }

    #[test]
    fn golden_identities_never_change() {
        let golden: [(&str, u128); 5] = [
            ("startpos", 0x3d71_fe83_987a_ab73_463b_9618_1691_fc9c),
            (
                "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
                0x4ae1_6435_6db9_ad78_2a0a_96f4_a727_67de,
            ),
            (
                "8/2k5/8/8/8/3K4/4P3/8 w - - 12 60",
                0xe860_4451_4ff6_acc5_4b99_7830_1ff1_5d65,
            ),
            (
                "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1",
                0x1e56_fd89_5265_d72c_516f_c9d8_c4a8_976a,
            ),
            (
                "bqrnkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQRNKRNB w KQkq - 0 1",
                0xfb6f_656f_d126_1475_778e_93d7_09e6_3289,
            ),
        ];
        for (text, identity) in golden {
            let game: Chess = text.parse().unwrap();
            assert_eq!(
                game.identity(),
                identity,
                "{text}: {:#034x}",
                game.identity()
            );
        }
    }

    /// The clock enters from 50 on; these must not change either.
    #[test]
    fn golden_identities_of_clocks_never_change() {
        let at = |clock: u32| {
            let fen = format!("8/2k5/8/8/8/3K4/4P3/8 w - - {clock} 90");
            fen.parse::<Chess>().unwrap().identity()
        };
        let plain = 0xe860_4451_4ff6_acc5_4b99_7830_1ff1_5d65;
        assert!((0..50).all(|clock| at(clock) == plain));
        let counted: Vec<u128> = (50..=100).map(at).collect();
        let mut distinct = counted.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), 51);
        assert!(!counted.contains(&plain));
        assert_eq!(at(50), 0xa150_8c70_8e96_cbf5_8799_37d4_8891_f75d);
        assert_eq!(at(99), 0x91ae_1998_3aff_6c4c_507b_1fcf_1893_b801);
    }

    #[test]
    fn what_does_not_belong_to_the_position_does_not_enter() {
        let same = |a: &str, b: &str| {
            let [a, b]: [Chess; 2] = [a, b].map(|text| text.parse().unwrap());
            a.identity() == b.identity()
        };
        assert!(same(
            "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
            "4k3/8/8/8/8/8/8/R3K3 w Q - 40 99"
        ));
        assert!(!same(
            "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
            "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
        ));
        assert!(!same(
            "4k3/8/8/8/8/8/8/RR3K2 w A - 0 1",
            "4k3/8/8/8/8/8/8/RR3K2 w B - 0 1"
        ));
        // No pawn may take, or the one that could is pinned.
        assert!(same(
            "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1",
            "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"
        ));
        assert!(same(
            "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1",
            "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"
        ));
        assert!(!same(
            "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
            "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1"
        ));
        // Ordinary squares, Chess960's mode.
        assert_eq!(
            Chess::chess960(518).unwrap().identity(),
            Chess::default().identity()
        );
        let game = Chess::chess960(518).unwrap();
        assert_eq!(game.read_move("e2e4").map(|m| game.after(m).identity()), {
            let game = Chess::default();
            game.read_move("e4").map(|m| game.after(m).identity())
        });
    }
}
