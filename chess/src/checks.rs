//! Quiet moves that give check, without the other quiet moves: just beyond the horizon a search asks
//! for nothing else.

use shakmaty::{Bitboard, Move, MoveList, Position, Role, Square, attacks};

use crate::captures::Side;

/// The legal checks that take and promote nothing, where the own king is not in check: by the moved
/// piece, or by a slider behind it. Castling and a pawn's steps that discover a check are left out.
pub(crate) fn quiet(position: &shakmaty::Chess) -> MoveList {
    let mut moves = MoveList::new();
    let board = position.board();
    let Some(side) = Side::of(position) else {
        return moves;
    };
    let Some(king) = board.king_of(!position.turn()) else {
        return moves;
    };
    let empty = !board.occupied();
    let screens = screens(position, king);
    let bishop = attacks::bishop_attacks(king, board.occupied());
    let rook = attacks::rook_attacks(king, board.occupied());
    for (role, from_there) in [
        (Role::Knight, attacks::knight_attacks(king)),
        (Role::Bishop, bishop),
        (Role::Rook, rook),
        (Role::Queen, bishop | rook),
        (Role::King, Bitboard::EMPTY),
    ] {
        for from in side.own(role) {
            let reached = attacks::attacks(from, role.of(side.color), board.occupied()) & empty;
            for to in reached {
                let discovers = screens.contains(from) && !attacks::aligned(from, to, king);
                if (from_there.contains(to) || discovers) && side.is_legal(role, from, to) {
                    moves.push(step(role, from, to));
                }
            }
        }
    }
    pawns(&side, king, &mut moves);
    moves
}

/// Single steps of pawns to squares from which they attack the king. (They cannot be promotions: a
/// king does not stand behind the last rank.)
fn pawns(side: &Side<'_>, king: Square, moves: &mut MoveList) {
    let checking = attacks::pawn_attacks(!side.color, king) & !side.board.occupied();
    for from in side.own(Role::Pawn) {
        for to in crate::masks::ahead_one(side.color, from) & checking {
            if side.is_legal(Role::Pawn, from, to) {
                moves.push(step(Role::Pawn, from, to));
            }
        }
    }
}

fn step(role: Role, from: Square, to: Square) -> Move {
    Move::Normal {
        role,
        from,
        capture: None,
        to,
        promotion: None,
    }
}

/// The mover's pieces that alone stand between one of their sliders and the other king.
fn screens(position: &shakmaty::Chess, king: Square) -> Bitboard {
    let board = position.board();
    let own = position.us();
    let rooks = attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens();
    let bishops = attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens();
    let mut screens = Bitboard::EMPTY;
    for slider in (rooks | bishops) & own {
        let between = attacks::between(king, slider) & board.occupied();
        if !between.more_than_one() {
            screens |= between & own;
        }
    }
    screens
}

#[cfg(test)]
mod tests {
    use gametree::Game;
    use gametree::rng::Rng;

    use super::*;
    use crate::Chess;

    fn discovers_by_pawn(game: &Chess, m: Move) -> bool {
        m.role() == Role::Pawn && !game.checks_directly(m)
    }

    fn is_double_step(m: Move) -> bool {
        let ranks = |from: Square| from.rank().distance(m.to().rank());
        m.role() == Role::Pawn && m.from().is_some_and(|from| ranks(from) == 2)
    }

    /// On the way of random games: the same moves as those among all legal ones after which the other
    /// king is in check.
    #[test]
    fn they_are_the_quiet_checks_among_the_legal_moves() {
        let mut seen = [0; 3];
        for seed in 0..150 {
            let mut rng = Rng::new(seed);
            let mut game = Chess::chess960(seed as u32 * 6).unwrap();
            for _ in 0..200 {
                if game.outcome().is_some() {
                    break;
                }
                let legal = game.inner().legal_moves();
                if !game.inner().is_check() {
                    let is_quiet_check = |m: &&Move| {
                        let quiet = !m.is_capture() && !m.is_promotion() && !m.is_castle();
                        let pawn = discovers_by_pawn(&game, **m) || is_double_step(**m);
                        quiet && !pawn && game.after(**m).inner().is_check()
                    };
                    let mut all: Vec<String> = legal
                        .iter()
                        .filter(is_quiet_check)
                        .map(ToString::to_string)
                        .collect();
                    let made = quiet(game.inner());
                    let mut found: Vec<String> = made.iter().map(ToString::to_string).collect();
                    all.sort();
                    found.sort();
                    assert_eq!(found, all, "{}", game.fen());
                    seen[0] += found.len();
                    seen[1] += made.iter().filter(|m| !game.checks_directly(**m)).count();
                    seen[2] += made.iter().filter(|m| m.role() == Role::Pawn).count();
                }
                game.play(legal[rng.below(legal.len())]);
            }
        }
        assert!(seen[0] > 5000 && seen[1] > 50 && seen[2] > 50, "{seen:?}");
    }
}
