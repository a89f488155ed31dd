//! Logistic regression: weights under which the results of recorded games are likeliest (Buro 1995
//! for Othello; Österlund 2014, known from the chess program Texel, with squared errors).
//!
//! ```text
//!   position   features    result      σ(w · f / scale)
//!     s₁        2  −1         1              .73          the sum of −ln of what was said of the results,
//!     s₂       −1   0         0              .41          −ln .73 − ln .59 = .84, is made as small as it gets
//! ```
//!
//! By Newton's method (iteratively reweighted least squares), with half steps where a step would go
//! too far. Weights are pulled back to where they began, each in units of how much its feature
//! varies, so a feature that never occurs keeps its weight.

use super::features::{dot, logistic};

/// What is minimised.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Loss {
    /// −ln of the probability given to the result.
    #[default]
    CrossEntropy,
    /// The squared distance of prediction and result, as Texel has it.
    Squared,
}

impl Loss {
    /// The loss of a sum in units of the scale, its derivative, and the curvature that Newton's
    /// method uses.
    fn of(self, sum: f64, result: f64) -> (f64, f64, f64) {
        let p = logistic(sum);
        let slope = p * (1.0 - p);
        match self {
            Loss::CrossEntropy => {
                // −ln σ(x) = ln(1 + e^−x), without overflow.
                let softplus = |x: f64| x.max(0.0) + (-x.abs()).exp().ln_1p();
                (
                    result * softplus(-sum) + (1.0 - result) * softplus(sum),
                    p - result,
                    slope,
                )
            }
            Loss::Squared => {
                let error = p - result;
                (error * error, 2.0 * error * slope, 2.0 * slope * slope)
            }
        }
    }
}

/// Positions as features, and the results of their games.
#[derive(Clone, PartialEq, Debug)]
pub struct Data {
    width: usize,
    values: Vec<f64>,
    results: Vec<f64>,
}

impl Data {
    /// For this many features.
    #[must_use]
    pub fn new(width: usize) -> Data {
        Data {
            width,
            values: Vec::new(),
            results: Vec::new(),
        }
    }

    /// Adds a position. Features beyond the width are left out, missing ones are 0.
    pub fn add(&mut self, features: &[f64], result: f64) {
        let start = self.values.len();
        self.values.extend(features.iter().take(self.width));
        self.values.resize(start + self.width, 0.0);
        self.results.push(result);
    }

    /// How many positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.results.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    /// The first of them.
    #[must_use]
    pub fn first(&self, count: usize) -> Data {
        let count = count.min(self.len());
        let values = self.values[..count * self.width].to_vec();
        let results = self.results[..count].to_vec();
        Data {
            width: self.width,
            values,
            results,
        }
    }

    fn rows(&self) -> impl Iterator<Item = (&[f64], f64)> {
        (0..self.len()).map(|i| {
            (
                &self.values[i * self.width..(i + 1) * self.width],
                self.results[i],
            )
        })
    }

    /// The mean square of every feature.
    fn squares(&self) -> Vec<f64> {
        let mut sums = vec![0.0; self.width];
        for (row, _) in self.rows() {
            sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += x * x);
        }
        sums.iter()
            .map(|sum| sum / self.len().max(1) as f64)
            .collect()
    }
}

/// How weights are fitted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Regression {
    /// What is minimised.
    pub loss: Loss,
    /// How strongly weights are pulled back to where they began: the loss of one standard
    /// deviation's move, times two.
    pub ridge: f64,
    /// Steps at most.
    pub steps: u32,
    /// Points of one unit of log-odds.
    pub scale: f64,
}

impl Default for Regression {
    fn default() -> Regression {
        Regression {
            loss: Loss::CrossEntropy,
            ridge: 1e-5,
            steps: 20,
            scale: 100.0,
        }
    }
}

/// What draws the weights back to where they started.
struct Pull<'a> {
    start: &'a [f64],
    /// One for each weight.
    strength: &'a [f64],
}

/// What Newton's method needs of a point.
struct Slope {
    value: f64,
    gradient: Vec<f64>,
    /// Row by row, the lower half.
    curvature: Vec<f64>,
}

impl Regression {
    /// The mean loss of weights, without what draws them back.
    #[must_use]
    pub fn mean_loss(&self, data: &Data, weights: &[f64]) -> f64 {
        let loss =
            |(row, result): (&[f64], f64)| self.loss.of(dot(row, weights) / self.scale, result).0;
        data.rows().map(loss).sum::<f64>() / data.len().max(1) as f64
    }

    /// The gradient of [`Regression::mean_loss`], by weights in units of the scale.
    #[must_use]
    pub fn gradient(&self, data: &Data, weights: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; data.width];
        for (row, result) in data.rows() {
            let slope = self.loss.of(dot(row, weights) / self.scale, result).1 / data.len() as f64;
            sums.iter_mut()
                .zip(row)
                .for_each(|(sum, x)| *sum += slope * x);
        }
        sums
    }

    /// Fits weights to data, beginning with `start`; and the mean loss after every step, that of
    /// the start first.
    #[must_use]
    pub fn fit(&self, data: &Data, start: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let mut losses = vec![self.mean_loss(data, start)];
        let mut weights = start.to_vec();
        if data.is_empty() {
            return (weights, losses);
        }
        let pull: Vec<f64> = data
            .squares()
            .iter()
            .map(|square| self.ridge * square + 1e-9)
            .collect();
        let toward = Pull {
            start,
            strength: &pull,
        };
        for _ in 0..self.steps {
            let slope = self.slope(data, &weights, &toward);
            let Some(next) = self.step(data, &weights, &slope, &toward) else {
                break;
            };
            let before = losses[losses.len() - 1];
            weights = next;
            losses.push(self.mean_loss(data, &weights));
            if (before - losses[losses.len() - 1]).abs() < 1e-10 {
                break;
            }
        }
        (weights, losses)
    }

    /// The loss with what draws the weights back.
    fn pulled(&self, data: &Data, weights: &[f64], pull: &Pull<'_>) -> f64 {
        let away = |((w, s), p): ((&f64, &f64), &f64)| p / 2.0 * ((w - s) / self.scale).powi(2);
        let pairs = weights.iter().zip(pull.start).zip(pull.strength);
        self.mean_loss(data, weights) + pairs.map(away).sum::<f64>()
    }

    fn slope(&self, data: &Data, weights: &[f64], pull: &Pull<'_>) -> Slope {
        let n = data.width;
        let count = data.len() as f64;
        let mut gradient = vec![0.0; n];
        let mut curvature = vec![0.0; n * n];
        for (row, result) in data.rows() {
            let (_, slope, bend) = self.loss.of(dot(row, weights) / self.scale, result);
            for i in 0..n {
                if row[i] != 0.0 {
                    gradient[i] += slope / count * row[i];
                    let by = bend / count * row[i];
                    curvature[i * n..=i * n + i]
                        .iter_mut()
                        .zip(row)
                        .for_each(|(c, x)| *c += by * x);
                }
            }
        }
        for i in 0..n {
            gradient[i] += pull.strength[i] * (weights[i] - pull.start[i]) / self.scale;
            curvature[i * n + i] += pull.strength[i];
        }
        Slope {
            value: self.pulled(data, weights, pull),
            gradient,
            curvature,
        }
    }

    /// Newton's step, halved until it helps; `None` where nothing does.
    fn step(
        &self,
        data: &Data,
        weights: &[f64],
        slope: &Slope,
        pull: &Pull<'_>,
    ) -> Option<Vec<f64>> {
        let direction = solve(&slope.curvature, &slope.gradient)?;
        let mut length = 1.0;
        for _ in 0..30 {
            let moved = weights
                .iter()
                .zip(&direction)
                .map(|(w, d)| w - length * self.scale * d);
            let next: Vec<f64> = moved.collect();
            if self.pulled(data, &next, pull) < slope.value {
                return Some(next);
            }
            length /= 2.0;
        }
        None
    }
}

/// x with A x = b, by Cholesky's decomposition; only the lower half of A is read. `None` where
/// A is not positive.
fn solve(a: &[f64], b: &[f64]) -> Option<Vec<f64>> {
    let n = b.len();
    let mut l = a.to_vec();
    for i in 0..n {
        for j in 0..=i {
            let sum = l[i * n + j] - dot(&l[i * n..i * n + j], &l[j * n..j * n + j]);
            if i == j {
                if sum <= 0.0 {
                    return None;
                }
                l[i * n + i] = sum.sqrt();
            } else {
                l[i * n + j] = sum / l[j * n + j];
            }
        }
    }
    let mut x = b.to_vec();
    for i in 0..n {
        x[i] = (x[i] - dot(&l[i * n..i * n + i], &x[..i])) / l[i * n + i];
    }
    for i in (0..n).rev() {
        let sum: f64 = (i + 1..n).map(|j| l[j * n + i] * x[j]).sum();
        x[i] = (x[i] - sum) / l[i * n + i];
    }
    Some(x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    const PLANTED: [f64; 4] = [80.0, -150.0, 0.0, 20.0];

    /// Results drawn with the probabilities that the planted weights say.
    fn drawn(count: usize, seed: u64) -> Data {
        let mut rng = Rng::new(seed);
        let mut data = Data::new(4);
        for _ in 0..count {
            let row: Vec<f64> = (0..4).map(|_| rng.below(7) as f64 - 3.0).collect();
            let wins = rng.unit() < logistic(dot(&row, &PLANTED) / 100.0);
            data.add(&row, if wins { 1.0 } else { 0.0 });
        }
        data
    }

    #[test]
    fn planted_weights_are_found() {
        let data = drawn(30_000, 1);
        for loss in [Loss::CrossEntropy, Loss::Squared] {
            let (weights, losses) = Regression {
                loss,
                ..Regression::default()
            }
            .fit(&data, &[0.0; 4]);
            for (found, planted) in weights.iter().zip(PLANTED) {
                assert!((found - planted).abs() < 6.0, "{loss:?}: {weights:?}");
            }
            assert!(
                losses.windows(2).all(|pair| pair[1] <= pair[0] + 1e-8),
                "{losses:?}"
            );
        }
    }

    #[test]
    fn the_gradient_is_what_differences_say() {
        let data = drawn(200, 2);
        let weights = [30.0, 10.0, -20.0, 5.0];
        for loss in [Loss::CrossEntropy, Loss::Squared] {
            let fit = Regression {
                loss,
                ..Regression::default()
            };
            let gradient = fit.gradient(&data, &weights);
            for i in 0..4 {
                let at = |by: f64| {
                    let mut moved = weights;
                    moved[i] += by * fit.scale;
                    fit.mean_loss(&data, &moved)
                };
                let slope = (at(1e-5) - at(-1e-5)) / 2e-5;
                assert!(
                    (gradient[i] - slope).abs() < 1e-8,
                    "{loss:?} {i}: {} {slope}",
                    gradient[i]
                );
            }
        }
    }

    #[test]
    fn a_feature_that_never_occurs_and_separable_data_are_no_trouble() {
        let mut data = Data::new(3);
        for i in 0..50 {
            let x = f64::from(i) - 24.5;
            data.add(&[x, 0.0], if x > 0.0 { 1.0 } else { 0.0 });
        }
        let (weights, _) = Regression::default().fit(&data, &[0.0, 7.0, -3.0]);
        assert!(weights[0] > 0.0 && weights[0].is_finite());
        assert_eq!(weights[1..], [7.0, -3.0]);
        let (same, losses) = Regression::default().fit(&Data::new(2), &[1.0, 2.0]);
        assert_eq!((same, losses), (vec![1.0, 2.0], vec![0.0]));
    }

    #[test]
    fn a_strong_ridge_keeps_the_weights() {
        let fit = Regression {
            ridge: 1e6,
            ..Regression::default()
        };
        let (weights, _) = fit.fit(&drawn(500, 3), &[5.0, 6.0, 7.0, 8.0]);
        let expected = [5.0, 6.0, 7.0, 8.0];
        assert!(
            weights
                .iter()
                .zip(expected)
                .all(|(w, e)| (w - e).abs() < 0.01),
            "{weights:?}"
        );
    }

    #[test]
    fn equations_are_solved() {
        // 4x + 2y = 8, 2x + 3y = 10.
        let x = solve(&[4.0, 0.0, 2.0, 3.0], &[8.0, 10.0]).unwrap();
        assert!(
            (x[0] - 0.5).abs() < 1e-12 && (x[1] - 3.0).abs() < 1e-12,
            "{x:?}"
        );
        assert_eq!(solve(&[1.0, 0.0, 2.0, 1.0], &[1.0, 1.0]), None);
    }
}
