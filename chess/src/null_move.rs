//! What it is worth to have the move, and what moves settle nothing.

use gametree::NullMove;
use shakmaty::{Move, Position, Role};

use crate::sight::Sight;
use crate::{Chess, exchange, identity};

/// Positions that wrap one of chess are seen as that one.
impl AsRef<Chess> for Chess {
    #[inline]
    fn as_ref(&self) -> &Chess {
        self
    }
}

impl NullMove for Chess {
    /// Not in check, and not with king and pawns alone or one minor piece beside them, where having to
    /// move is so often what loses.
    fn null_move(&self) -> Option<Chess> {
        let position = self.inner();
        let board = position.board();
        let pieces = position.us() & !(board.pawns() | board.kings());
        let minors = board.knights() | board.bishops();
        let at_most_a_minor = !pieces.more_than_one() && (pieces & !minors).is_empty();
        if at_most_a_minor || self.check {
            return None;
        }
        let passed = passed(position)?;
        Some(Chess {
            key: identity::passed(position, self.key),
            // Else the mover could have taken the king.
            check: false,
            sight: Sight::of(&passed),
            position: passed,
            placed: self.placed,
            past: None,
        })
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.check
    }

    /// A check is never left out for being late or hopeless: it is where combinations begin.
    #[inline]
    fn is_quiet(&self, m: Move) -> bool {
        !m.is_capture() && !m.is_promotion() && !self.checks_directly(m)
    }

    /// Discovered checks are not seen.
    #[inline]
    fn gives_check(&self, m: Move) -> bool {
        self.checks_directly(m)
    }

    /// By the exchanges on its square.
    fn loses(&self, m: Move, points: i32) -> bool {
        !exchange::wins(self.inner(), m, -points)
    }
}

/// The position after passing. A king that "moves" to its own square, and not as a king, changes
/// nothing but who moves and what could be taken in passing; to make a position anew would cost as
/// much as a hundred moves.
fn passed(position: &shakmaty::Chess) -> Option<shakmaty::Chess> {
    let king = position.board().king_of(position.turn())?;
    let mut passed = position.clone();
    passed.play_unchecked(Move::Normal {
        role: Role::Knight,
        from: king,
        capture: None,
        to: king,
        promotion: Some(Role::King),
    });
    Some(passed)
}

#[cfg(test)]
mod tests {
    use gametree::testkit::Kit;
    use gametree::{Game, Keyed};

    use super::*;

    #[test]
    fn passing_changes_the_mover_and_nothing_else() {
        Kit::new(&Chess::default()).each(|game| {
            if let Some(passed) = game.null_move() {
                assert_ne!(passed.turn(), game.turn());
                assert_eq!(passed.inner().board(), game.inner().board());
                assert_ne!(passed.key(), game.key());
                let rights = |game: &Chess| game.inner().castles().castling_rights();
                assert_eq!(rights(&passed), rights(game));
                assert_eq!(passed.inner().maybe_ep_square(), None);
                let anew = Chess::from_position(passed.inner().clone());
                assert_eq!((passed.key, passed.placed), (anew.key, anew.placed));
                assert_eq!((passed.check, passed.sight), (anew.check, anew.sight));
                assert!(!game.in_check());
            }
        });
        let none = |fen: &str| fen.parse::<Chess>().unwrap().null_move().is_none();
        assert!(none("4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1"), "in check");
        assert!(none("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), "only a pawn");
        assert!(
            none("4k3/8/8/8/8/8/4P3/4KB2 w - - 0 1"),
            "a pawn and a bishop"
        );
        assert!(!none("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"));
    }
}
