//! What is counted in a position of tic-tac-toe and its kin, for evaluators that are learned: open
//! sets by the stones they hold, as [`super::Weighted`] counts them, so that its weights are one
//! setting of these.

use gametree::learning::{Features, Linear};
use gametree::{Game, Player};

use super::{Board, Weighted, common, touches};

/// The features of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shape;

const NAMES: [&str; 11] = [
    "open1", "open2", "open3", "open4", "open5", "open6", "open7", "open8", "open9",
    "open10", // sets open for one
    "tempo",  // to be to move
];

impl<const N: usize> Features<Board<'_, N>> for Shape {
    fn names(&self) -> &[&'static str] {
        &NAMES
    }

    #[inline]
    fn write(&self, position: &Board<'_, N>, values: &mut [f64]) {
        let (x, o) = (position.of(Player::FIRST), position.of(Player::SECOND));
        for set in position.rules().masks() {
            match (touches(x, set), touches(o, set)) {
                (true, false) => values[place(common(x, set))] += 1.0,
                (false, true) => values[place(common(o, set))] -= 1.0,
                _ => {}
            }
        }
        values[10] = if position.turn() == Player::FIRST {
            1.0
        } else {
            -1.0
        };
    }
}

/// Fuller sets count as the last.
#[inline]
fn place(stones: u32) -> usize {
    stones.clamp(1, 10) as usize - 1
}

impl Shape {
    /// The weights of [`Weighted::AIMA`].
    #[must_use]
    pub fn hand_made() -> Linear<Shape> {
        let mut weights: Vec<f64> = Weighted::AIMA.weights[1..]
            .iter()
            .copied()
            .map(f64::from)
            .collect();
        weights.push(0.0);
        Linear {
            features: Shape,
            weights,
            scale: 10.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Rules;
    use super::*;
    use gametree::{Evaluator, rng::Rng};

    #[test]
    fn the_hand_made_weights_are_the_textbooks() {
        let mut rng = Rng::new(4);
        for rules in [
            Rules::tictactoe(),
            Rules::mnk(5, 6, 4).unwrap(),
            Rules::cube(4).unwrap(),
        ] {
            for _ in 0..50 {
                let mut board = Board::<1>::new(&rules).unwrap();
                while board.outcome().is_none() {
                    assert_eq!(
                        Shape::hand_made().evaluate(&board),
                        Weighted::AIMA.evaluate(&board),
                        "{board}"
                    );
                    let pick = rng.below(board.moves().count());
                    let m = board.moves().nth(pick).unwrap();
                    board.play(m);
                }
            }
        }
    }

    #[test]
    fn counted_by_hand() {
        let rules = Rules::tictactoe();
        let board = Board::<1>::read(&rules, "b2 a1").unwrap();
        // X: three lines through the middle without a1; O: the row and the column of a1.
        assert_eq!(
            Features::<Board<'_, 1>>::of(&Shape, &board)[..2],
            [1.0, 0.0]
        );
        assert_eq!(Features::<Board<'_, 1>>::of(&Shape, &board)[10], 1.0);
    }
}
