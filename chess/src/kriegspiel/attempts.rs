//! Attempts: the moves that may be legal for a player who sees only their own men.

use std::fmt;

use shakmaty::{Bitboard, CastlingSide, Color, Move, Position, Rank, Role, Square, attacks};

use super::umpire::Word;

/// A move as it is offered to the umpire. Castling is the king's two squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Attempt {
    /// Where the man stands.
    pub from: Square,
    /// Where it shall go.
    pub to: Square,
    /// What a pawn shall become on the last rank.
    pub promotion: Option<Role>,
}

/// As engines write moves: `e2e4`, `e1g1`, `e7e8q`.
impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion
            .map_or(Ok(()), |role| write!(f, "{}", role.char()))
    }
}

impl Attempt {
    /// The attempt that a legal move corresponds to.
    pub(super) fn of(m: Move) -> Attempt {
        let to = match m {
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_king_side(king < rook);
                Square::from_coords(side.king_to_file(), king.rank())
            }
            _ => m.to(),
        };
        Attempt {
            from: m.from().unwrap_or(to),
            to,
            promotion: m.promotion(),
        }
    }
}

const NOT_PROMOTED: &[Option<Role>] = &[None];
const PROMOTED: &[Option<Role>] = &[
    Some(Role::Queen),
    Some(Role::Rook),
    Some(Role::Bishop),
    Some(Role::Knight),
];

/// Everything the mover may try, by their own men and the umpire's last word: men of their own
/// block, enemies nowhere do. Where the umpire counted no pawn tries, pawns do not try to take; in
/// check the king does not try to castle.
pub(super) fn attempts(position: &shakmaty::Chess, word: Word) -> impl Iterator<Item = Attempt> {
    let (board, color) = (position.board(), position.turn());
    let own = board.by_color(color);
    own.into_iter().flat_map(move |from| {
        let role = board.role_at(from).unwrap_or(Role::Pawn);
        let targets = match role {
            Role::Pawn => pawn_targets(from, color, own, word.tries > 0),
            Role::King if word.checks.is_empty() => {
                attacks::king_attacks(from) | castling(position, own)
            }
            _ => attacks::attacks(from, role.of(color), own),
        };
        let last =
            move |to: Square| role == Role::Pawn && color.relative_rank(to.rank()) == Rank::Eighth;
        (targets & !own).into_iter().flat_map(move |to| {
            let kinds = if last(to) { PROMOTED } else { NOT_PROMOTED };
            kinds.iter().map(move |&promotion| Attempt {
                from,
                to,
                promotion,
            })
        })
    })
}

/// One square ahead, two from home, and both diagonals where something can be taken at all.
fn pawn_targets(from: Square, color: Color, own: Bitboard, takes: bool) -> Bitboard {
    let ahead = |squares: Bitboard| Bitboard(color.fold_wb(squares.0 << 8, squares.0 >> 8)) & !own;
    let one = ahead(Bitboard::from_square(from));
    let home = color.relative_rank(from.rank()) == Rank::Second;
    let two = if home { ahead(one) } else { Bitboard::EMPTY };
    let diagonals = if takes {
        attacks::pawn_attacks(color, from)
    } else {
        Bitboard::EMPTY
    };
    one | two | diagonals
}

/// Where the king may try to castle to: the right is there, and none of its own men between.
fn castling(position: &shakmaty::Chess, own: Bitboard) -> Bitboard {
    let (castles, color) = (position.castles(), position.turn());
    let free = |side: &CastlingSide| {
        castles.has(color, *side) && (castles.path(color, *side) & own).is_empty()
    };
    let sides = [CastlingSide::KingSide, CastlingSide::QueenSide];
    sides
        .into_iter()
        .filter(free)
        .map(|side| side.king_to(color))
        .collect()
}
