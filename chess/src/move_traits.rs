//! What makes a move of chess worth a search although it may look bad at first.

use gametree::MoveTraits;
use shakmaty::{Bitboard, Color, Move, Position, Role, Square, attacks};

use crate::exchange::exchange;
use crate::masks;

/// A trait in full.
const FULL: u8 = 255;

/// What one more square round the king counts: three are an attack in full.
const PER_SQUARE: u32 = 85;

/// What a pawn's step counts by the rank that it reaches, from the mover's first to their eighth.
/// (A step to the eighth is a promotion.)
const PASSED: [u8; 8] = [0, 0, 0, 64, 128, 192, FULL, 0];
const NOT_PASSED: [u8; 8] = [0, 0, 0, 0, 0, 96, FULL, 0];

/// The traits of a legal move.
pub(crate) fn of(position: &shakmaty::Chess, m: Move) -> MoveTraits {
    let full_if = |holds: bool| if holds { FULL } else { 0 };
    MoveTraits {
        check: full_if(gives_check(position, m)),
        attack: attack(position, m),
        march: march(position, m),
        exchange: full_if(m.is_capture() && exchange(position, m) >= 0),
        promotion: full_if(m.promotion() == Some(Role::Queen)),
    }
}

fn gives_check(position: &shakmaty::Chess, m: Move) -> bool {
    let mut after = position.clone();
    after.play_unchecked(m);
    after.is_check()
}

/// How many squares round the enemy king the moved piece attacks that it did not attack before.
/// Kings attack none.
fn attack(position: &shakmaty::Chess, m: Move) -> u8 {
    let Move::Normal { from, to, .. } = m else {
        return 0;
    };
    let board = position.board();
    let color = position.turn();
    let Some(king) = board.king_of(!color).filter(|_| m.role() != Role::King) else {
        return 0;
    };
    let before = attacks::attacks(from, m.role().of(color), board.occupied());
    let piece = m.promotion().unwrap_or(m.role()).of(color);
    let occupied = board.occupied().without(from).with(to);
    let after = attacks::attacks(to, piece, occupied);
    let gained: Bitboard = after & attacks::king_attacks(king) & !before;
    (gained.count() as u32 * PER_SQUARE).min(u32::from(FULL)) as u8
}

/// How near to its last rank a pawn comes; more where no enemy pawn can stop it.
fn march(position: &shakmaty::Chess, m: Move) -> u8 {
    if m.role() != Role::Pawn || m.is_promotion() {
        return 0;
    }
    let color = position.turn();
    let rank = rank_of(color, m.to());
    let steps = if is_passed(position, m) {
        PASSED
    } else {
        NOT_PASSED
    };
    steps[rank]
}

/// A rank as a side counts it, from 0.
fn rank_of(color: Color, square: Square) -> usize {
    let rank = usize::from(square.rank());
    color.fold_wb(rank, 7 - rank)
}

/// Whether no enemy pawn stands before the moved one, nor may come to attack it.
fn is_passed(position: &shakmaty::Chess, m: Move) -> bool {
    let board = position.board();
    let color = position.turn();
    let to = m.to();
    // What it takes is gone: on its square, or by en passant beside it.
    let way = masks::ahead(color, to) | masks::attackers_to_come(color, to);
    let enemies = board.pawns() & board.by_color(!color);
    (way & enemies).is_empty()
}

#[cfg(test)]
mod tests {
    use gametree::{Persistent, rng::Rng};
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess as Board, EnPassantMode};

    use super::*;
    use crate::Chess;

    fn traits(fen: &str, uci: &str) -> MoveTraits {
        let game: Chess = fen.parse().unwrap();
        let m = game.from_uci(uci).unwrap();
        game.traits(m)
    }

    /// The same position with colours swapped.
    fn swapped(fen: &str) -> String {
        let fields: Vec<&str> = fen.split(' ').collect();
        let turn_over = |text: &str| -> String {
            let swap = |letter: char| {
                if letter.is_ascii_lowercase() {
                    letter.to_ascii_uppercase()
                } else {
                    letter.to_ascii_lowercase()
                }
            };
            text.chars().map(swap).collect()
        };
        let ranks: Vec<&str> = fields[0].split('/').rev().collect();
        let turn = if fields[1] == "w" { "b" } else { "w" };
        let passing = mirrored(fields[3]);
        format!(
            "{} {turn} {} {passing} 0 1",
            turn_over(&ranks.join("/")),
            turn_over(fields[2])
        )
    }

    /// A move, or a square, seen from the other side of the board.
    fn mirrored(text: &str) -> String {
        let rank = |letter: char| match letter {
            '1'..='8' => char::from(b'1' + b'8' - letter as u8),
            other => other,
        };
        text.chars().map(rank).collect()
    }

    /// The traits of a move, which are those of its mirror image too.
    fn both(fen: &str, uci: &str) -> MoveTraits {
        let white = traits(fen, uci);
        let black = traits(&swapped(fen), &mirrored(uci));
        assert_eq!(white, black, "{uci} in {fen}");
        white
    }

    #[test]
    fn a_quiet_move_has_no_trait() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for m in ["e2e4", "g1f3", "a2a3"] {
            assert_eq!(both(start, m), MoveTraits::default(), "{m}");
        }
    }

    #[test]
    fn checks_are_seen_discovered_ones_too() {
        let direct = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
        assert_eq!(both(direct, "a1a8").check, 255);
        assert_eq!(both(direct, "a1a7").check, 0);
        let discovered = "4k3/8/8/8/8/4N3/8/K3R3 w - - 0 1";
        assert_eq!(both(discovered, "e3g2").check, 255);
        let castling = "5k2/8/8/8/8/8/8/4K2R w K - 0 1";
        assert_eq!(both(castling, "e1g1").check, 255);
    }

    #[test]
    fn an_attack_counts_new_squares_round_the_king() {
        let rook = "6k1/8/8/8/8/8/8/R5K1 w - - 0 1";
        // On a7 it attacks f7, g7 and h7.
        assert_eq!(both(rook, "a1a7").attack, 255);
        assert_eq!(both(rook, "a1a6").attack, 0);
        // Along the seventh rank the same squares are not new.
        let there = "6k1/R7/8/8/8/8/8/6K1 w - - 0 1";
        assert_eq!(both(there, "a7b7").attack, 0);
        // A bishop on d3 attacks h7, a knight on g5 f7 and h7.
        let bishop = "5rk1/5ppp/8/8/8/8/4B3/6K1 w - - 0 1";
        assert_eq!(both(bishop, "e2d3").attack, 85);
        let knight = "5rk1/5ppp/8/8/8/5N2/8/6K1 w - - 0 1";
        assert_eq!(both(knight, "f3g5").attack, 170);
        let king = "8/8/4k3/8/8/3K4/8/7R w - - 0 1";
        assert_eq!(both(king, "d3e4").attack, 0);
    }

    #[test]
    fn a_march_counts_by_rank_and_by_what_can_stop_it() {
        let passed = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1";
        assert_eq!(both(passed, "a2a3").march, 0);
        assert_eq!(both(passed, "a2a4").march, 64);
        for (fen, uci, march) in [
            ("4k3/8/8/8/P7/8/8/4K3 w - - 0 1", "a4a5", 128),
            ("4k3/8/8/P7/8/8/8/4K3 w - - 0 1", "a5a6", 192),
            ("4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "a6a7", 255),
            ("4k3/p7/8/8/P7/8/8/4K3 w - - 0 1", "a4a5", 0),
            ("4k3/1p6/8/8/P7/8/8/4K3 w - - 0 1", "a4a5", 0),
            ("4k3/1p6/8/P7/8/8/8/4K3 w - - 0 1", "a5a6", 96),
            ("4k3/1p6/8/P7/8/8/8/4K3 w - - 0 1", "e1e2", 0),
            ("4k3/1p6/P7/8/8/8/8/4K3 w - - 0 1", "a6b7", 255),
            ("4k3/8/8/1pP5/8/8/8/4K3 w - b6 0 1", "c5b6", 192),
        ] {
            assert_eq!(both(fen, uci).march, march, "{uci} in {fen}");
        }
    }

    #[test]
    fn an_exchange_counts_where_it_loses_nothing() {
        let even = "4k3/8/3p4/4p3/3P4/8/8/4K3 w - - 0 1";
        assert_eq!(both(even, "d4e5").exchange, 255);
        let losing = "4k3/3p4/8/8/8/8/8/K2R4 w - - 0 1";
        assert_eq!(both(losing, "d1d7").exchange, 0);
        let winning = "3k4/3p4/8/8/6B1/8/8/K2R4 w - - 0 1";
        assert_eq!(both(winning, "d1d7").exchange, 255);
        let passing = "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1";
        assert_eq!(both(passing, "d5c6").exchange, 255);
    }

    #[test]
    fn a_queen_is_a_promotion_and_no_march() {
        let fen = "7k/P7/8/8/8/8/8/4K3 w - - 0 1";
        let queen = both(fen, "a7a8q");
        assert_eq!((queen.promotion, queen.march, queen.check), (255, 0, 255));
        assert_eq!(both(fen, "a7a8n").promotion, 0);
    }

    /// Every move of random games has the traits of its mirror image.
    #[test]
    fn colours_do_not_matter() {
        let mut rng = Rng::new(5);
        for _ in 0..20 {
            let mut board = Board::default();
            for _ in 0..80 {
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let m = moves[rng.below(moves.len())];
                let fen = Fen::from_position(&board, EnPassantMode::Legal).to_string();
                both(&fen, &m.to_uci(CastlingMode::Standard).to_string());
                board.play_unchecked(m);
            }
        }
    }
}
