//! Temporal differences: every prediction learns from the next one (Sutton, *Learning to Predict by
//! the Methods of Temporal Differences*, Machine Learning 3, 1988).
//!
//! ```text
//!   predictions   .50 ──▶ .60 ──▶ .40 ──▶ result 1
//!   differences       +.1     −.2     +.6
//!   with λ = ½ the first moves by .1 + ½ · (−.2) + ¼ · .6 = +.15 times the rate,
//!   with λ = 1 by 1 − .5, with λ = 0 by .1
//! ```
//!
//! All changes of a game are summed and made at its end, as in the paper.

use super::features::{dot, logistic};

/// How predictions come from the weighted sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Squash {
    /// σ(w · f / scale), between 0 and 1.
    #[default]
    Logistic,
    /// w · f / scale.
    Identity,
}

impl Squash {
    /// The prediction of a sum, and its derivative.
    #[inline]
    #[must_use]
    pub fn of(self, sum: f64) -> (f64, f64) {
        match self {
            Squash::Logistic => {
                let value = logistic(sum);
                (value, value * (1.0 - value))
            }
            Squash::Identity => (sum, 1.0),
        }
    }
}

/// What was seen at one moment of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Visit {
    /// What predicts.
    pub features: Vec<f64>,
    /// The prediction where it does not depend on the weights: the line ended in a result.
    pub known: Option<f64>,
    /// Whether what came next says anything of this: not after a move made at random.
    pub linked: bool,
}

impl Visit {
    /// Features of a position after which play was as it should be.
    #[must_use]
    pub fn new(features: Vec<f64>) -> Visit {
        Visit {
            features,
            known: None,
            linked: true,
        }
    }
}

/// TD(λ).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Td {
    /// How far errors reach back: 0 one step, 1 to the beginning.
    pub lambda: f64,
    /// How much a difference changes the weights.
    pub rate: f64,
    /// How predictions come from the sum.
    pub squash: Squash,
}

impl Td {
    /// What each weight should change by, in units of the scale, and the mean squared distance of
    /// the predictions from the result.
    #[must_use]
    pub fn change(
        &self,
        weights: &[f64],
        scale: f64,
        visits: &[Visit],
        result: f64,
    ) -> (Vec<f64>, f64) {
        let predict = |visit: &Visit| match visit.known {
            Some(value) => (value, 0.0),
            None => self.squash.of(dot(&visit.features, weights) / scale),
        };
        let mut change = vec![0.0; weights.len()];
        let mut reach = 0.0;
        let mut error = 0.0;
        let mut next = result;
        for visit in visits.iter().rev() {
            let (value, slope) = predict(visit);
            reach = if visit.linked {
                next - value + self.lambda * reach
            } else {
                0.0
            };
            for (sum, feature) in change.iter_mut().zip(&visit.features) {
                *sum += self.rate * reach * slope * feature;
            }
            error += (result - value).powi(2);
            next = value;
        }
        (change, error / visits.len().max(1) as f64)
    }

    /// Learns from a game; the mean squared distance of the predictions before it from the result.
    pub fn learn(&self, weights: &mut [f64], scale: f64, visits: &[Visit], result: f64) -> f64 {
        let (change, error) = self.change(weights, scale, visits, result);
        weights
            .iter_mut()
            .zip(change)
            .for_each(|(weight, change)| *weight += scale * change);
        error
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// Five states in a row, begun in the middle, steps to either side: 1 for leaving on the right
    /// (Sutton 1988, section 3.2). The true predictions are 1/6 to 5/6.
    fn walk(rng: &mut Rng) -> (Vec<Visit>, f64) {
        let mut state = 2i32;
        let mut visits = Vec::new();
        while (0..5).contains(&state) {
            let mut one_hot = vec![0.0; 5];
            one_hot[state as usize] = 1.0;
            visits.push(Visit::new(one_hot));
            state += if rng.below(2) == 0 { 1 } else { -1 };
        }
        (visits, if state == 5 { 1.0 } else { 0.0 })
    }

    fn error_after(td: Td, walks: u32, start: f64) -> f64 {
        let mut rng = Rng::new(3);
        let mut weights = vec![start; 5];
        for n in 0..walks {
            let (visits, result) = walk(&mut rng);
            let fading = Td {
                rate: td.rate / (1.0 + f64::from(n) / 200.0),
                ..td
            };
            fading.learn(&mut weights, 1.0, &visits, result);
        }
        let predicted = weights.iter().map(|&w| td.squash.of(w).0);
        let errors = predicted
            .zip(1..)
            .map(|(value, i)| (value - f64::from(i) / 6.0).powi(2));
        (errors.sum::<f64>() / 5.0).sqrt()
    }

    #[test]
    fn the_random_walk_is_learned() {
        for lambda in [0.0, 0.3, 0.8, 1.0] {
            let linear = error_after(
                Td {
                    lambda,
                    rate: 0.1,
                    squash: Squash::Identity,
                },
                20_000,
                0.5,
            );
            assert!(linear < 0.02, "λ = {lambda}: {linear}");
            let squashed = error_after(
                Td {
                    lambda,
                    rate: 1.0,
                    squash: Squash::Logistic,
                },
                20_000,
                0.0,
            );
            assert!(squashed < 0.02, "λ = {lambda}: {squashed}");
        }
        let untaught = error_after(
            Td {
                lambda: 0.0,
                rate: 0.0,
                squash: Squash::Identity,
            },
            1,
            0.5,
        );
        assert!(untaught > 0.2, "the test could not fail: {untaught}");
    }

    #[test]
    fn the_picture_of_this_file() {
        let visits: Vec<Visit> = [0.5, 0.6, 0.4].map(|v| Visit::new(vec![v])).to_vec();
        let first = |lambda: f64| {
            let mut one = visits.clone();
            // Only the first prediction can change: the others are known.
            one[1].known = Some(0.6);
            one[2].known = Some(0.4);
            Td {
                lambda,
                rate: 1.0,
                squash: Squash::Identity,
            }
            .change(&[1.0], 1.0, &one, 1.0)
            .0[0]
                / 0.5
        };
        for (lambda, expected) in [(0.5, 0.15), (1.0, 0.5), (0.0, 0.1)] {
            assert!(
                (first(lambda) - expected).abs() < 1e-12,
                "λ = {lambda}: {}",
                first(lambda)
            );
        }
    }

    #[test]
    fn with_lambda_1_the_change_is_the_gradient_of_the_squared_error() {
        let mut rng = Rng::new(6);
        let visits: Vec<Visit> = (0..7)
            .map(|_| Visit::new((0..3).map(|_| rng.unit() - 0.5).collect()))
            .collect();
        let weights = [0.3, -2.0, 1.0];
        let result = 1.0;
        let scale = 2.0;
        let td = Td {
            lambda: 1.0,
            rate: 1.0,
            squash: Squash::Logistic,
        };
        let loss = |w: &[f64]| -> f64 {
            let error = |v: &Visit| (result - logistic(dot(&v.features, w) / scale)).powi(2) / 2.0;
            visits.iter().map(error).sum()
        };
        let (change, _) = td.change(&weights, scale, &visits, result);
        for i in 0..3 {
            let mut up = weights;
            let mut down = weights;
            up[i] += 1e-5;
            down[i] -= 1e-5;
            let slope = (loss(&up) - loss(&down)) / 2e-5;
            assert!(
                (change[i] + slope * scale).abs() < 1e-8,
                "{} {slope}",
                change[i]
            );
        }
    }

    #[test]
    fn nothing_is_learned_across_a_random_move() {
        let td = Td {
            lambda: 1.0,
            rate: 1.0,
            squash: Squash::Identity,
        };
        let mut visits: Vec<Visit> = [[1.0, 0.0], [0.0, 1.0]]
            .map(|v| Visit::new(v.to_vec()))
            .to_vec();
        visits[0].linked = false;
        assert_eq!(td.change(&[0.5, 0.5], 1.0, &visits, 1.0).0, [0.0, 0.5]);
    }
}
