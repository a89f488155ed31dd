//! What is counted in a Connect-Four position, for evaluators that are learned: the parts of
//! [`super::Threats`], each as one number, so that weights of one are that evaluator; and squares
//! and threats by row.

use gametree::learning::{Features, Linear};
use gametree::{Game, Player};

use super::Connect4;
use super::board::{BOARD, BOTTOM, STRIDE, completions};
use super::evaluate::{at, at_once, columns, endgame, open_twos, over};
use super::weights::{ENDGAME, MIDDLE_PLY, MOVE, TWO, UPRIGHT_TWO};

/// The features of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shape;

const NAMES: [&str; 44] = [
    "move",
    "columns",
    "two",
    "upright",
    "endgame",
    "at_once", // the parts of Threats
    "tempo",
    "tempo_late",
    "endgame_late",
    "columns_late",
    "first",
    "first_late", // to move, the part by ply; being first
    "x2",
    "x3",
    "x4",
    "x5",
    "x6", // threats of the first player by row that no threat of the second lies under
    "o2",
    "o3",
    "o4",
    "o5",
    "o6", // the same of the second
    "x_dead",
    "o_dead", // threats over one of the other side
    // Stones by distance of the column from the edge (a to d) and row: those of the first player
    // less the second's.
    "a1",
    "a2",
    "a3",
    "a4",
    "b1",
    "b2",
    "b3",
    "b4",
    "b5",
    "c1",
    "c2",
    "c3",
    "c4",
    "c5",
    "d1",
    "d2",
    "d3",
    "d4",
    "d5",
    "d6",
];

const FIRST_SQUARE: usize = 24;
/// The squares of a class in its leftmost and rightmost column, in the order of the names.
const SQUARES: [(u32, u32); 20] = [
    (0, 0),
    (0, 1),
    (0, 2),
    (0, 3),
    (1, 0),
    (1, 1),
    (1, 2),
    (1, 3),
    (1, 4),
    (2, 0),
    (2, 1),
    (2, 2),
    (2, 3),
    (2, 4),
    (3, 0),
    (3, 1),
    (3, 2),
    (3, 3),
    (3, 4),
    (3, 5),
];

impl Features<Connect4> for Shape {
    fn names(&self) -> &[&'static str] {
        &NAMES
    }

    #[inline]
    fn write(&self, position: &Connect4, values: &mut [f64]) {
        let empty = BOARD & !position.all;
        let sign = if position.turn() == Player::FIRST {
            1.0
        } else {
            -1.0
        };
        let (first, second) = (
            position.stones(Player::FIRST),
            position.stones(Player::SECOND),
        );
        let (x, o) = (completions(first) & empty, completions(second) & empty);
        let ply = position.ply as i32;
        let late = f64::from(ply - MIDDLE_PLY) / 10.0;
        let (mine, theirs) = if sign > 0.0 { (x, o) } else { (o, x) };
        let (x_twos, o_twos) = (
            open_twos(first, BOARD & !second),
            open_twos(second, BOARD & !first),
        );
        let end = f64::from(at(ENDGAME[endgame(x, o)], ply));
        let by_columns = sign * f64::from(columns(position));
        values[0] = sign * f64::from(at(MOVE, ply));
        values[1] = by_columns;
        values[2] = f64::from((x_twos.0 - o_twos.0) * at(TWO, ply));
        values[3] = f64::from((x_twos.1 - o_twos.1) * at(UPRIGHT_TWO, ply));
        values[4] = end;
        values[5] = sign * f64::from(at_once(position, mine, theirs));
        values[6] = sign;
        values[7] = sign * late;
        values[8] = end * late;
        values[9] = by_columns * late;
        values[10] = 1.0;
        values[11] = late;
        threats(x, o, &mut values[12..24]);
        squares(first, second, &mut values[FIRST_SQUARE..]);
    }
}

/// Live threats by row, and dead ones.
#[inline]
fn threats(x: u64, o: u64, values: &mut [f64]) {
    for (side, (mine, theirs)) in [(x, o), (o, x)].into_iter().enumerate() {
        let live = mine & !over(theirs);
        for row in 1..6 {
            values[5 * side + row - 1] = f64::from((live & BOTTOM << row).count_ones());
        }
        values[10 + side] = f64::from((mine & !live).count_ones());
    }
}

#[inline]
fn squares(first: u64, second: u64, values: &mut [f64]) {
    for (value, (column, row)) in values.iter_mut().zip(SQUARES) {
        let both = 1u64 << (STRIDE * column + row) | 1 << (STRIDE * (6 - column) + row);
        *value = f64::from((first & both).count_ones()) - f64::from((second & both).count_ones());
    }
}

impl Shape {
    /// The weights of [`super::Threats`], which weighs no other features.
    #[must_use]
    pub fn hand_made() -> Linear<Shape> {
        let weights = (0..NAMES.len())
            .map(|i| if i < 6 { 1.0 } else { 0.0 })
            .collect();
        Linear {
            features: Shape,
            weights,
            scale: 100.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Threats;
    use super::*;
    use gametree::{Evaluator, rng::Rng};

    fn positions() -> Vec<Connect4> {
        let (mut rng, mut all) = (Rng::new(2), Vec::new());
        for _ in 0..200 {
            let mut position = Connect4::new();
            while position.outcome().is_none() {
                all.push(position);
                let pick = rng.below(position.moves().count());
                let m = position.moves().nth(pick).unwrap();
                position.play(m);
            }
        }
        all
    }

    #[test]
    fn the_hand_made_weights_are_the_evaluator() {
        for position in positions() {
            assert_eq!(
                Shape::hand_made().evaluate(&position),
                Threats.evaluate(&position),
                "{position}"
            );
        }
    }

    #[test]
    fn mirrored_positions_have_the_same_features() {
        for position in positions() {
            assert_eq!(
                Shape.of(&position),
                Shape.of(&position.mirrored()),
                "{position}"
            );
        }
    }
}
