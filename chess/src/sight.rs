//! From where a king can be attacked. Known for the king of the side that waits, which moves give
//! check is seen at a glance, before they are made and after.

use shakmaty::{Bitboard, Color, Move, Position, Role, Square, attacks};

/// The squares from which the king of the side that does not move can be attacked along lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sight {
    king: Square,
    diagonal: Bitboard,
    straight: Bitboard,
}

impl Sight {
    #[inline]
    pub fn of(position: &shakmaty::Chess) -> Sight {
        let board = position.board();
        // Every position has both kings; the square of one that were missing would not matter.
        let king = board.king_of(!position.turn()).unwrap_or(Square::A1);
        Sight {
            king,
            diagonal: attacks::bishop_attacks(king, board.occupied()),
            straight: attacks::rook_attacks(king, board.occupied()),
        }
    }

    /// Where that king is.
    #[inline]
    pub fn king(&self) -> Square {
        self.king
    }

    /// Whether a piece that comes to a square without promotion attacks the king from there. (Its old
    /// square was not between: it would have attacked the king already.)
    #[inline]
    pub fn is_attacked(&self, by: Color, role: Role, from: Square) -> bool {
        let squares = match role {
            Role::Pawn => attacks::pawn_attacks(!by, self.king),
            Role::Knight => attacks::knight_attacks(self.king),
            Role::Bishop => self.diagonal,
            Role::Rook => self.straight,
            Role::Queen => self.diagonal | self.straight,
            Role::King => Bitboard::EMPTY,
        };
        squares.contains(from)
    }

    /// Whether the mover is in check in the position after a legal move, where this was the sight
    /// before it.
    #[inline]
    pub fn is_check_after(&self, m: Move, position: &shakmaty::Chess) -> bool {
        match m {
            Move::Normal {
                role,
                from,
                to,
                promotion: None,
                ..
            } => {
                let mover = !position.turn();
                self.is_attacked(mover, role, to)
                    || (self.diagonal | self.straight).contains(from) && position.is_check()
            }
            _ => position.is_check(),
        }
    }
}

#[cfg(test)]
mod tests {
    use gametree::testkit::Kit;
    use gametree::{Game, rng::Rng};

    use super::*;
    use crate::Chess;

    /// On the way of random games, castling, en passant and promotions included.
    #[test]
    fn checks_are_those_that_the_rules_see() {
        let mut checks = 0;
        for seed in 0..150 {
            let mut rng = Rng::new(seed);
            let mut game = Chess::chess960(seed as u32 * 6).unwrap();
            while game.outcome().is_none() && game.inner().fullmoves().get() < 100 {
                let moves = game.inner().legal_moves();
                let is_rare = |m: &&Move| m.is_promotion() || m.is_castle() || m.is_en_passant();
                let rare = moves.iter().find(is_rare);
                game.play(rare.copied().unwrap_or(moves[rng.below(moves.len())]));
                assert_eq!(game.check, game.inner().is_check(), "{}", game.fen());
                checks += u32::from(game.check);
            }
        }
        assert!(checks > 500, "{checks}");
    }

    #[test]
    fn a_direct_check_is_seen_before_it_is_made() {
        Kit::new(&Chess::default()).each(|game| {
            for m in game.inner().legal_moves() {
                let after = game.after(m);
                let checkers = after.inner().checkers();
                let direct = !m.is_castle() && checkers.contains(m.to());
                assert_eq!(game.checks_directly(m), direct, "{m} {game}");
            }
        });
    }
}
