//! What is counted in a position of tic-tac-toe and its kin, for evaluators that are learned: open
//! sets by the stones they hold, as [`super::Weighted`] counts them, so that its weights are one
//! setting of these.

use gametree::learning::{Features, Linear};
use gametree::{Game, Player};

use super::{Board, Rules, Weighted, common, touches};

/// The features of a position: having the move, and open sets by the stones they hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Sets of more stones than this count as the last. A set of all its stones ends the game, so
    /// that it is never counted.
    most_stones: usize,
}

const NAMES: [&str; 11] = [
    "tempo", // to be to move
    "open1", "open2", "open3", "open4", "open5", "open6", "open7", "open8", "open9",
    "open10", // sets open for one
];

impl<const N: usize> Features<Board<'_, N>> for Shape {
    fn names(&self) -> &[&'static str] {
        &NAMES[..=self.most_stones]
    }

    #[inline]
    fn write(&self, position: &Board<'_, N>, values: &mut [f64]) {
        let (x, o) = (position.of(Player::FIRST), position.of(Player::SECOND));
        for set in position.rules().masks() {
            match (touches(x, set), touches(o, set)) {
                (true, false) => values[self.place(common(x, set))] += 1.0,
                (false, true) => values[self.place(common(o, set))] -= 1.0,
                _ => {}
            }
        }
        values[0] = if position.turn() == Player::FIRST {
            1.0
        } else {
            -1.0
        };
    }
}

impl Shape {
    /// The features that can occur under these rules.
    #[must_use]
    pub fn of_rules(rules: &Rules) -> Shape {
        let longest = rules.sets().iter().map(Vec::len).max().unwrap_or(0);
        Shape {
            most_stones: longest.saturating_sub(1).min(NAMES.len() - 1),
        }
    }

    /// Fuller sets count as the last. Where no set can be open the place is that of the move, which
    /// is written afterwards.
    #[inline]
    fn place(self, stones: u32) -> usize {
        (stones as usize).min(self.most_stones)
    }

    /// The weights of [`Weighted::AIMA`].
    #[must_use]
    pub fn hand_made(self) -> Linear<Shape> {
        let open = Weighted::AIMA.weights[1..=self.most_stones].iter();
        let open = open.copied().map(f64::from);
        Linear {
            features: self,
            weights: [0.0].into_iter().chain(open).collect(),
            scale: 10.0,
        }
    }

    /// X(s) − O(s), as [`super::Open`] counts: 1 for every open set.
    #[must_use]
    pub fn plain(self) -> Vec<f64> {
        let open = std::iter::repeat_n(1.0, self.most_stones);
        [0.0].into_iter().chain(open).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Open;
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
                        Shape::of_rules(&rules).hand_made().evaluate(&board),
                        Weighted::AIMA.evaluate(&board),
                        "{board}"
                    );
                    let shape = Shape::of_rules(&rules);
                    let plain = Linear {
                        weights: shape.plain(),
                        ..shape.hand_made()
                    };
                    assert_eq!(plain.evaluate(&board), Open.evaluate(&board), "{board}");
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
        let shape = Shape::of_rules(&rules);
        assert_eq!(
            Features::<Board<'_, 1>>::names(&shape),
            ["tempo", "open1", "open2"]
        );
        assert_eq!(
            Features::<Board<'_, 1>>::of(&shape, &board),
            [1.0, 1.0, 0.0]
        );
        let none = Rules::custom(["a", "b"], []).unwrap();
        assert_eq!(
            Features::<Board<'_, 1>>::names(&Shape::of_rules(&none)),
            ["tempo"]
        );
    }
}
