//! Evaluators by open sets (Russell and Norvig, *Artificial Intelligence: A Modern Approach*, the
//! exercise on tic-tac-toe; X(s) − O(s) after Nilsson 1971).

use gametree::{Evaluator, Player, Score};

use super::{Board, common, touches};

/// X(s) − O(s): the sets in which no O stands less those in which no X stands. (As many as have an
/// X less those that have an O.)
#[derive(Clone, Copy, Debug, Default)]
pub struct Open;

/// Open sets weighted by how many stones they hold already: Σₙ wₙ·(Xₙ − Oₙ).
#[derive(Clone, Copy, Debug)]
pub struct Weighted {
    /// The weight of an open set that holds this many stones; fuller ones weigh as the last. (Sets
    /// without a stone are open for both, so the first weight never counts.)
    pub weights: [i32; 11],
}

impl Weighted {
    /// 1 for one stone and three times as much for each further one: on tic-tac-toe the textbook's
    /// 3·X₂ + X₁ − (3·O₂ + O₁).
    pub const AIMA: Weighted = Weighted {
        weights: [0, 1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683],
    };

    /// The weight of an open set that holds this many stones.
    #[inline]
    pub(super) fn weight(&self, stones: u32) -> i32 {
        self.weights[(stones as usize).min(self.weights.len() - 1)]
    }
}

impl Default for Weighted {
    fn default() -> Self {
        Weighted::AIMA
    }
}

impl<const N: usize> Evaluator<Board<'_, N>> for Open {
    #[inline]
    fn evaluate(&self, position: &Board<'_, N>) -> i32 {
        let (x, o) = (position.of(Player::FIRST), position.of(Player::SECOND));
        let masks = position.rules().masks().iter();
        masks
            .map(|set| i32::from(touches(x, set)) - i32::from(touches(o, set)))
            .sum()
    }
}

impl<const N: usize> Evaluator<Board<'_, N>> for Weighted {
    #[inline]
    fn evaluate(&self, position: &Board<'_, N>) -> i32 {
        let (x, o) = (position.of(Player::FIRST), position.of(Player::SECOND));
        let value = |set| match (touches(x, set), touches(o, set)) {
            (true, false) => i64::from(self.weight(common(x, set))),
            (false, true) => -i64::from(self.weight(common(o, set))),
            _ => 0,
        };
        let most = i64::from(Score::MAX_POINTS);
        position
            .rules()
            .masks()
            .iter()
            .map(value)
            .sum::<i64>()
            .clamp(-most, most) as i32
    }
}
