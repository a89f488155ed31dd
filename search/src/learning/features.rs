//! What is counted in a position, and the evaluator that weighs it (Samuel 1959).
//!
//! ```text
//!   f(s):  piece +2   home −1   hanging 0          (the first player's less the second's)
//!   w:         100       12        −130            points: 2 · 100 − 1 · 12 = 188
//! with a scale of 188 they are expected to score σ(1) = 0.731
//! ```

use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::score::Score;

use super::weights::{Weights, WeightsError};

/// The most features of a game: the evaluator keeps them on the stack.
pub const MOST: usize = 96;

/// What is counted in the positions of a game.
pub trait Features<G: Game> {
    /// The names, each once, no more than [`MOST`]. Letters, digits and `_`.
    fn names(&self) -> &[&'static str];

    /// Writes the values in the order of the names, the first player's view: where it makes sense,
    /// swapping the colours only changes their signs. Called in the innermost loop, only while the
    /// game goes on. `values` is as long as the names and holds zeros.
    fn write(&self, position: &G, values: &mut [f64]);

    /// The values as a vector.
    fn of(&self, position: &G) -> Vec<f64> {
        let mut values = vec![0.0; self.names().len()];
        self.write(position, &mut values);
        values
    }
}

/// 1 / (1 + e^−x): the expected result of this many units of log-odds.
#[inline]
#[must_use]
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The sum of features times weights, in points.
///
/// ```
/// use gametree::{Evaluator, Game, tree::{Tree, TwoPlayerTree}, learning::{Features, Linear}};
/// struct Choices;
/// impl Features<TwoPlayerTree<'_>> for Choices {
///     fn names(&self) -> &[&'static str] { &["moves"] }
///     fn write(&self, p: &TwoPlayerTree<'_>, values: &mut [f64]) { values[0] = p.moves().count() as f64 }
/// }
/// let tree: Tree = "(max 1 2 3)".parse().unwrap();
/// let linear = Linear { features: Choices, weights: vec![2.5], scale: 100.0 };
/// assert_eq!(linear.evaluate(&tree.two_player().unwrap()), 8);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Linear<F> {
    /// What is counted.
    pub features: F,
    /// Points for one of each feature, in the order of the names.
    pub weights: Vec<f64>,
    /// Points of one unit of log-odds.
    pub scale: f64,
}

impl<F> Linear<F> {
    /// From the text of a weights file of this game.
    pub fn read<G: Game>(features: F, game: &str, text: &str) -> Result<Linear<F>, WeightsError>
    where
        F: Features<G>,
    {
        let file: Weights = text.parse()?;
        let weights = file.of_game(game)?.in_order(features.names())?;
        Ok(Linear {
            features,
            weights,
            scale: file.scale,
        })
    }

    /// As the content of a weights file.
    #[must_use]
    pub fn to_file<G: Game>(&self, game: &str) -> Weights
    where
        F: Features<G>,
    {
        let pairs = self
            .features
            .names()
            .iter()
            .map(|name| (*name).to_string())
            .zip(self.weights.clone());
        Weights {
            game: game.to_string(),
            scale: self.scale,
            notes: Vec::new(),
            weights: pairs.collect(),
        }
    }

    /// Points, not rounded.
    #[inline]
    pub fn points<G: Game>(&self, position: &G) -> f64
    where
        F: Features<G>,
    {
        let mut all = [0.0; MOST];
        let count = self.weights.len().min(MOST);
        let values = &mut all[..count];
        self.features.write(position, values);
        dot(values, &self.weights)
    }

    /// What the first player is expected to score, from 0 to 1.
    pub fn expectation<G: Game>(&self, position: &G) -> f64
    where
        F: Features<G>,
    {
        logistic(self.points(position) / self.scale)
    }
}

impl<G: Game, F: Features<G>> Evaluator<G> for Linear<F> {
    #[inline]
    fn evaluate(&self, position: &G) -> i32 {
        let most = f64::from(Score::MAX_POINTS);
        self.points(position).round().clamp(-most, most) as i32
    }
}

/// Σ a · b, as long as the shorter one.
#[inline]
#[must_use]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    // Four sums at a time: the processor need not wait for one before it begins the next.
    let mut sums = [0.0; 4];
    let (a_four, a_rest) = a.split_at(a.len() / 4 * 4);
    for (a, b) in a_four.chunks_exact(4).zip(b.chunks_exact(4)) {
        for lane in 0..4 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let rest: f64 = a_rest
        .iter()
        .zip(b.get(a_four.len()..).unwrap_or(&[]))
        .map(|(a, b)| a * b)
        .sum();
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_all_lengths() {
        for n in 0..20 {
            let a: Vec<f64> = (0..n).map(f64::from).collect();
            let expected: f64 = a.iter().map(|x| x * (x + 1.0)).sum();
            let b: Vec<f64> = a.iter().map(|x| x + 1.0).collect();
            assert_eq!(dot(&a, &b), expected);
        }
    }

    #[test]
    fn the_logistic_curve_is_symmetric() {
        assert_eq!(logistic(0.0), 0.5);
        assert!((logistic(1.0) - 0.731_058_578).abs() < 1e-9);
        assert!((logistic(2.0) + logistic(-2.0) - 1.0).abs() < 1e-15);
        assert_eq!((logistic(1e9), logistic(-1e9)), (1.0, 0.0));
    }
}
