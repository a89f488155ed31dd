//! Material: what both players have, counted for evaluators that are shown, set by hand or learned.
//!
//! ```text
//!   f_1 pawns   f_2 knights   f_3 bishops   f_4 rooks   f_5 queens      White's less Black's
//!   w_1 1       w_2 3         w_3 3         w_4 5       w_5 9           the usual weights, in pawns
//! ```

use gametree::learning::{Features, Linear};
use shakmaty::{Board, Color, Position, Role};

use crate::Chess;

/// How material is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Material {
    /// White's less Black's: what an evaluator weighs.
    #[default]
    Difference,
    /// White's, then Black's: what makes positions alike, as two pawns against one.
    BothSides,
}

const ROLES: [Role; 5] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
];

const DIFFERENCE: [&str; 5] = ["pawns", "knights", "bishops", "rooks", "queens"];
const BOTH_SIDES: [&str; 10] = [
    "white_pawns",
    "white_knights",
    "white_bishops",
    "white_rooks",
    "white_queens",
    "black_pawns",
    "black_knights",
    "black_bishops",
    "black_rooks",
    "black_queens",
];

/// Points of a pawn.
pub const PAWN: f64 = 100.0;

/// Points of one unit of log-odds: a pawn ahead scores about 57 in a hundred.
const SCALE: f64 = 350.0;

impl Material {
    /// 1, 3, 3, 5 and 9 pawns.
    #[must_use]
    pub fn usual() -> Linear<Material> {
        Linear {
            features: Material::Difference,
            weights: [1.0, 3.0, 3.0, 5.0, 9.0].map(|pawns| pawns * PAWN).to_vec(),
            scale: SCALE,
        }
    }
}

impl Features<Chess> for Material {
    fn names(&self) -> &[&'static str] {
        match self {
            Material::Difference => &DIFFERENCE,
            Material::BothSides => &BOTH_SIDES,
        }
    }

    #[inline]
    fn write(&self, position: &Chess, values: &mut [f64]) {
        let board = position.inner().board();
        for (place, role) in ROLES.into_iter().enumerate() {
            let [white, black] = [Color::White, Color::Black].map(|side| number(board, side, role));
            match self {
                Material::Difference => values[place] = white - black,
                Material::BothSides => {
                    values[place] = white;
                    values[place + ROLES.len()] = black;
                }
            }
        }
    }
}

fn number(board: &Board, side: Color, role: Role) -> f64 {
    (board.by_color(side) & board.by_role(role)).count() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree::Evaluator;

    #[test]
    fn counted_by_hand() {
        let position: Chess = "r3k3/1p6/8/8/8/8/PP6/1N2K1Q1 w - - 0 1".parse().unwrap();
        assert_eq!(
            Material::Difference.of(&position),
            [1.0, 1.0, 0.0, -1.0, 1.0]
        );
        assert_eq!(Material::BothSides.of(&position)[..2], [2.0, 1.0]);
        assert_eq!(
            Material::BothSides.of(&position)[5..],
            [1.0, 0.0, 0.0, 1.0, 0.0]
        );
        assert_eq!(Material::usual().evaluate(&position), 800);
        assert_eq!(Material::usual().evaluate(&Chess::default()), 0);
    }
}
