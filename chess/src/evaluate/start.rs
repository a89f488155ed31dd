//! The weights that learning starts from: what every beginner is taught, and nothing more.

use shakmaty::{Role, Square};

use super::{Pair, Weights, worth};
use crate::weights::features as f;

/// Material, centralisation, a pair of bishops, passed pawns, mobility.
pub fn weights() -> Weights {
    let mut weights: Weights = [[0; 2]; f::COUNT];
    for role in Role::ALL {
        if role != Role::King {
            weights[f::MATERIAL + role as usize - 1] = [worth(role) as i16; 2];
        }
        for square in Square::ALL {
            weights[f::on_square(role, square)] = place(role, square);
        }
    }
    for (role, most) in [
        (Role::Knight, 8),
        (Role::Bishop, 13),
        (Role::Rook, 14),
        (Role::Queen, 27),
    ] {
        for squares in 0..=most {
            weights[f::mobility(role, squares)] = [2 * (squares as i16 - most as i16 / 2); 2];
        }
    }
    for rank in 1..7 {
        weights[f::PASSED + rank] = [(3 * rank * rank) as i16, (5 * rank * rank) as i16];
    }
    weights[f::BISHOP_PAIR] = [30; 2];
    weights[f::ISOLATED] = [-10; 2];
    weights[f::DOUBLED] = [-10; 2];
    weights[f::ROOK_OPEN] = [20, 10];
    weights[f::ROOK_HALF_OPEN] = [10, 5];
    weights[f::SHIELD] = [10, 0];
    weights[f::TEMPO] = [10; 2];
    weights
}

/// Pieces belong in the middle, pawns forward; the king only when few are left.
fn place(role: Role, square: Square) -> Pair {
    let (file, rank) = (
        u32::from(square.file()) as i16,
        u32::from(square.rank()) as i16,
    );
    let middle = 6 - (2 * file - 7).abs().max((2 * rank - 7).abs());
    match role {
        Role::Pawn => [2 * rank + middle, 4 * rank],
        Role::Knight | Role::Bishop => [3 * middle, 2 * middle],
        Role::Rook | Role::Queen => [middle, middle],
        Role::King => [-3 * middle - 6 * rank, 5 * middle],
    }
}
