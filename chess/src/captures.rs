//! The captures and promotions of a position, without the quiet moves: at the horizon a search asks
//! for nothing else.

use shakmaty::{Bitboard, Board, Color, Move, MoveList, Position, Rank, Role, Square, attacks};

use crate::masks;

/// The legal captures and promotions to a queen, where the king is not in check. Underpromotions are
/// seldom worth searching there.
pub(crate) fn loud(position: &shakmaty::Chess) -> MoveList {
    let mut moves = MoveList::new();
    let Some(side) = Side::of(position) else {
        return moves;
    };
    side.pawns(&mut moves);
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        side.pieces(role, &mut moves);
    }
    side.king(&mut moves);
    // Few positions have a pawn that just made two steps.
    if position.maybe_ep_square().is_some() {
        moves.extend(position.en_passant_moves());
    }
    moves
}

/// Own pieces that stand alone between their king and a slider of the other side.
fn pinned(board: &Board, color: Color, king: Square) -> Bitboard {
    let enemy = board.by_color(!color);
    let rooks = attacks::rook_attacks(king, enemy) & board.rooks_and_queens();
    let bishops = attacks::bishop_attacks(king, enemy) & board.bishops_and_queens();
    let mut pinned = Bitboard::EMPTY;
    for slider in (rooks | bishops) & enemy {
        let between = attacks::between(king, slider) & board.occupied();
        if !between.more_than_one() {
            pinned |= between & board.by_color(color);
        }
    }
    pinned
}

/// The side to move.
pub(crate) struct Side<'b> {
    pub board: &'b Board,
    pub color: Color,
    king: Square,
    pinned: Bitboard,
}

impl<'b> Side<'b> {
    /// `None` where it has no king.
    pub fn of(position: &'b shakmaty::Chess) -> Option<Side<'b>> {
        let board = position.board();
        let color = position.turn();
        let king = board.king_of(color)?;
        Some(Side {
            board,
            color,
            king,
            pinned: pinned(board, color, king),
        })
    }

    pub fn own(&self, role: Role) -> Bitboard {
        self.board.by_color(self.color) & self.board.by_role(role)
    }

    fn enemies(&self) -> Bitboard {
        self.board.by_color(!self.color)
    }

    /// A pinned piece may move only along the line to its king.
    #[inline]
    fn may_go(&self, from: Square, to: Square) -> bool {
        !self.pinned.contains(from) || attacks::aligned(from, to, self.king)
    }

    fn pawns(&self, moves: &mut MoveList) {
        let last = self.color.relative_rank(Rank::Eighth);
        for from in self.own(Role::Pawn) {
            let ahead = masks::ahead_one(self.color, from) & Bitboard::from_rank(last);
            let steps = ahead & !self.board.occupied();
            let taken = attacks::pawn_attacks(self.color, from) & self.enemies();
            for to in (steps | taken)
                .into_iter()
                .filter(|&to| self.may_go(from, to))
            {
                moves.push(Move::Normal {
                    role: Role::Pawn,
                    from,
                    capture: self.board.role_at(to),
                    to,
                    promotion: (to.rank() == last).then_some(Role::Queen),
                });
            }
        }
    }

    fn pieces(&self, role: Role, moves: &mut MoveList) {
        let occupied = self.board.occupied();
        for from in self.own(role) {
            let taken = attacks::attacks(from, role.of(self.color), occupied) & self.enemies();
            for to in taken.into_iter().filter(|&to| self.may_go(from, to)) {
                moves.push(self.capture(role, from, to));
            }
        }
    }

    /// Whether a piece that may go to a square so leaves its king in no check, where it is in none.
    #[inline]
    pub fn is_legal(&self, role: Role, from: Square, to: Square) -> bool {
        if role == Role::King {
            self.is_safe(to)
        } else {
            self.may_go(from, to)
        }
    }

    /// Whether the king would not be attacked on a square.
    fn is_safe(&self, to: Square) -> bool {
        let without = self.board.occupied().without(self.king);
        self.board.attacks_to(to, !self.color, without).is_empty()
    }

    fn king(&self, moves: &mut MoveList) {
        for to in attacks::king_attacks(self.king) & self.enemies() {
            if self.is_safe(to) {
                moves.push(self.capture(Role::King, self.king, to));
            }
        }
    }

    fn capture(&self, role: Role, from: Square, to: Square) -> Move {
        Move::Normal {
            role,
            from,
            capture: self.board.role_at(to),
            to,
            promotion: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use gametree::Game;
    use gametree::rng::Rng;

    use super::*;
    use crate::Chess;

    /// On the way of random games: the same moves as those picked from all legal ones.
    #[test]
    fn they_are_the_captures_and_queens_among_the_legal_moves() {
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
                    let queens = |m: &Move| {
                        let promotion = m.promotion();
                        promotion.map_or(m.is_capture(), |role| role == Role::Queen)
                    };
                    let mut all: Vec<String> = legal
                        .iter()
                        .filter(|m| queens(m))
                        .map(|m| m.to_string())
                        .collect();
                    let made = loud(game.inner());
                    let mut found: Vec<String> = made.iter().map(|m| m.to_string()).collect();
                    all.sort();
                    found.sort();
                    assert_eq!(found, all, "{}", game.fen());
                    seen[0] += found.len();
                    seen[1] += made.iter().filter(|m| m.is_promotion()).count();
                    seen[2] += made.iter().filter(|m| m.is_en_passant()).count();
                }
                let rare = legal
                    .iter()
                    .find(|m| m.role() == Role::Pawn && m.is_promotion());
                let m = rare.copied().unwrap_or(legal[rng.below(legal.len())]);
                game.play(m);
            }
        }
        assert!(
            seen[0] > 10_000 && seen[1] > 100 && seen[2] > 50,
            "{seen:?}"
        );
    }
}
