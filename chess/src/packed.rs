//! Moves as 64 bits.
//!
//! ```text
//!   bit  0     2      8     14     17        20          23
//!        kind  from   to    role   captured  promotion
//! ```

use gametree::erased::PackedMoves;
use shakmaty::{Move, Role, Square};

use crate::Chess;
use crate::kriegspiel::{Attempt, Kriegspiel};

const NORMAL: u64 = 0;
const EN_PASSANT: u64 = 1;
const CASTLE: u64 = 2;
const PUT: u64 = 3;

impl PackedMoves for Chess {
    fn pack(m: Move) -> u64 {
        let kind = match m {
            Move::Normal { .. } => NORMAL,
            Move::EnPassant { .. } => EN_PASSANT,
            Move::Castle { .. } => CASTLE,
            Move::Put { .. } => PUT,
        };
        let from = m.from().map_or(0, Square::to_u32);
        let role = m.role() as u32;
        let capture = role_code(m.capture());
        let promotion = role_code(m.promotion());
        let rest = from | m.to().to_u32() << 6 | role << 12 | capture << 15 | promotion << 18;
        kind | u64::from(rest) << 2
    }

    fn unpack(code: u64) -> Move {
        let from = square(code >> 2);
        let to = square(code >> 8);
        let role = role_of(code >> 14).unwrap_or(Role::Pawn);
        match code & 3 {
            EN_PASSANT => Move::EnPassant { from, to },
            CASTLE => Move::Castle {
                king: from,
                rook: to,
            },
            PUT => Move::Put { role, to },
            _ => Move::Normal {
                role,
                from,
                capture: role_of(code >> 17),
                to,
                promotion: role_of(code >> 20),
            },
        }
    }
}

impl PackedMoves for Kriegspiel {
    fn pack(m: Attempt) -> u64 {
        let squares = m.from.to_u32() | m.to.to_u32() << 6;
        u64::from(squares | role_code(m.promotion) << 12)
    }

    fn unpack(code: u64) -> Attempt {
        Attempt {
            from: square(code),
            to: square(code >> 6),
            promotion: role_of(code >> 12),
        }
    }
}

/// The square in the lowest six bits.
fn square(code: u64) -> Square {
    Square::new(code as u32 & 63)
}

/// A role in three bits, 0 for none.
fn role_code(role: Option<Role>) -> u32 {
    role.map_or(0, |role| role as u32)
}

/// The role in the lowest three bits.
fn role_of(code: u64) -> Option<Role> {
    Role::try_from(code as u32 & 7).ok()
}
