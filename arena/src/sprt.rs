//! When to stop: the generalized sequential probability ratio test, on pairs.
//!
//! Two hypotheses, A is elo0 or elo1 stronger than B. LLR is the logarithm of how much likelier the
//! results are under the second, where each hypothesis may choose the distribution of results that
//! fits best among those with its mean (logistic Elo) or with its mean in deviations (normalized
//! Elo). The test ends when LLR leaves (ln β/(1−α), ln (1−β)/α). Wald 1945 (the test); X. Li, J.
//! Liu, Z. Ying, *Generalized sequential probability ratio test for separate families of
//! hypotheses*, 2014; M. Van den Bergh's notes for Fishtest, which uses the same likelihoods:
//! support_MLE_multinomial.pdf, proposition 1.1, and normalized_elo_practical.pdf, section 4.1.
//!
//! The likeliest distribution p with Σ p (x − s) = 0, given shares q, is p = q / (1 + λ (x − s)),
//! where λ solves Σ q (x − s) / (1 + λ (x − s)) = 0.

use crate::elo::{NORMALIZED, score};
use crate::sample::{Sample, mean, variance};

/// What the two hypotheses speak of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Model {
    /// Elo by the logistic curve.
    #[default]
    Logistic,
    /// Elo in deviations of a game: the length of the test does not depend on how many games are
    /// drawn.
    Normalized,
}

/// A test of two hypotheses.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// Elo of the hypothesis H0.
    pub elo0: f64,
    /// Elo of H1, the larger one.
    pub elo1: f64,
    /// How often H1 may be accepted wrongly.
    pub alpha: f64,
    /// How often H0 may be accepted wrongly.
    pub beta: f64,
    /// Which Elo.
    pub model: Model,
}

/// How a test stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hypothesis {
    /// A is elo0 stronger, or less.
    H0,
    /// A is elo1 stronger, or more.
    H1,
}

impl Sprt {
    /// The usual test: α = β = 0.05, logistic Elo.
    #[must_use]
    pub fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
            model: Model::Logistic,
        }
    }

    /// The bounds of LLR: at or below the first H0 is accepted, at or above the second H1.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The logarithm of the likelihood ratio.
    #[must_use]
    pub fn llr(&self, sample: &Sample) -> f64 {
        if sample.size() == 0.0 {
            return 0.0;
        }
        let sample = sample.regularized();
        let shares = sample.shares();
        let fits = match self.model {
            Model::Logistic => [self.elo0, self.elo1].map(|elo| with_mean(&shares, score(elo))),
            Model::Normalized => [self.elo0, self.elo1].map(|elo| {
                let ratio = elo / NORMALIZED * sample.games_each().sqrt();
                with_ratio(&shares, ratio)
            }),
        };
        let [Some(p0), Some(p1)] = fits else {
            return approximate(self, &sample);
        };
        let sum: f64 = (0..shares.len())
            .map(|i| shares[i].1 * (p1[i] / p0[i]).ln())
            .sum();
        sample.size() * sum
    }

    /// What is decided at such an LLR; `None` while the test goes on.
    #[must_use]
    pub fn decides(&self, llr: f64) -> Option<Hypothesis> {
        let (low, high) = self.bounds();
        match llr {
            x if x >= high => Some(Hypothesis::H1),
            x if x <= low => Some(Hypothesis::H0),
            _ => None,
        }
    }
}

/// The likeliest distribution with this mean.
fn with_mean(shares: &[(f64, f64)], s: f64) -> Option<Vec<f64>> {
    let offsets: Vec<f64> = shares.iter().map(|(x, _)| x - s).collect();
    tilted(shares, &offsets)
}

/// The likeliest distribution whose mean stands this many of its own deviations above ½. The
/// condition is linear only for a given mean and deviation, so it is solved again until both stay
/// (normalized_elo_practical.pdf, section 4.1).
fn with_ratio(shares: &[(f64, f64)], ratio: f64) -> Option<Vec<f64>> {
    let mut fit = vec![1.0 / shares.len() as f64; shares.len()];
    for _ in 0..100 {
        let now: Vec<(f64, f64)> = shares
            .iter()
            .zip(&fit)
            .map(|((x, _), &p)| (*x, p))
            .collect();
        let (middle, deviation) = (mean(&now), variance(&now).sqrt());
        let offset =
            |x: f64| x - 0.5 - ratio * deviation * (1.0 + ((middle - x) / deviation).powi(2)) / 2.0;
        let offsets: Vec<f64> = shares.iter().map(|(x, _)| offset(*x)).collect();
        let next = tilted(shares, &offsets)?;
        let change = fit
            .iter()
            .zip(&next)
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f64::max);
        fit = next;
        if change < 1e-12 {
            break;
        }
    }
    Some(fit)
}

/// q / (1 + λ offset), with λ such that the mean offset is 0; `None` where all offsets have one
/// sign.
fn tilted(shares: &[(f64, f64)], offsets: &[f64]) -> Option<Vec<f64>> {
    let least = offsets.iter().copied().fold(f64::INFINITY, f64::min);
    let most = offsets.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    let pull = |lambda: f64| -> f64 {
        offsets
            .iter()
            .zip(shares)
            .map(|(o, (_, q))| q * o / (1.0 + lambda * o))
            .sum()
    };
    // The sum falls from +∞ to −∞ between the two poles.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if pull(middle) > 0.0 {
            low = middle
        } else {
            high = middle
        }
    }
    let lambda = low + (high - low) / 2.0;
    Some(
        offsets
            .iter()
            .zip(shares)
            .map(|(o, (_, q))| q / (1.0 + lambda * o))
            .collect(),
    )
}

/// The normal approximation, for hypotheses that no distribution of such results can meet.
fn approximate(sprt: &Sprt, sample: &Sample) -> f64 {
    let deviation = sample.deviation_of_a_game();
    let games = sample.size() * sample.games_each();
    let at = (sample.mean() - 0.5) / deviation;
    let [t0, t1] = [sprt.elo0, sprt.elo1].map(|elo| match sprt.model {
        Model::Normalized => elo / NORMALIZED,
        Model::Logistic => (score(elo) - 0.5) / deviation,
    });
    games / 2.0 * ((1.0 + (at - t0).powi(2)) / (1.0 + (at - t1).powi(2))).ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree::rng::Rng;

    fn logistic(elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(elo0, elo1)
    }

    fn normalized(elo0: f64, elo1: f64) -> Sprt {
        Sprt {
            model: Model::Normalized,
            ..Sprt::new(elo0, elo1)
        }
    }

    /// Published: a Fishtest page of raw statistics, normalized 0 against 4, which is logistic 0
    /// against 2.716.
    #[test]
    fn llr_of_a_fishtest_page() {
        let sample = Sample::pairs([13, 37, 50, 25, 3]);
        let llr = normalized(0.0, 4.0).llr(&sample);
        assert!((llr + 0.54912).abs() < 5e-6, "{llr}");
        let llr = logistic(0.0, 2.716).llr(&sample);
        assert!((llr + 0.53772).abs() < 1e-4, "{llr}");
        let (low, high) = normalized(0.0, 4.0).bounds();
        assert!((low + 2.9444).abs() < 5e-5 && (high - 2.9444).abs() < 5e-5);
    }

    /// Published: the numbers of fastchess's own tests, to 1 %.
    #[test]
    fn llr_as_fastchess_has_it() {
        let table = [
            (
                normalized(0.0, 2.0),
                Sample::pairs([365, 16618, 36229, 16974, 390]),
                2.25,
            ),
            (
                normalized(-1.75, 0.25),
                Sample::pairs([127, 4883, 10712, 5150, 104]),
                3.01,
            ),
            (
                logistic(0.5, 2.5),
                Sample::pairs([223, 9863, 21279, 10037, 246]),
                -3.07,
            ),
            (
                logistic(0.0, 2.0),
                Sample::pairs([871, 26175, 55983, 26678, 821]),
                -4.98,
            ),
            (
                normalized(0.0, 2.0),
                Sample::games(36027, 68692, 36433),
                0.92,
            ),
            (
                normalized(-1.75, 0.25),
                Sample::games(10650, 20431, 10871),
                2.30,
            ),
            (
                logistic(0.5, 2.5),
                Sample::games(21184, 40708, 21404),
                -1.57,
            ),
            (
                logistic(0.0, 2.0),
                Sample::games(57030, 106_593, 57433),
                -2.59,
            ),
            (normalized(0.0, 20.0), Sample::pairs([0, 0, 2, 0, 37]), 2.96),
        ];
        for (sprt, sample, llr) in table {
            let ours = sprt.llr(&sample);
            assert!(
                (ours - llr).abs() <= 0.01 * llr.abs(),
                "{sprt:?} {sample:?}: {ours}, not {llr}"
            );
        }
    }

    /// The fitted distribution is one, has the given mean, and no other with that mean is likelier.
    #[test]
    fn the_fit_is_the_likeliest() {
        let shares = Sample::pairs([3, 10, 20, 12, 5]).shares();
        let likelihood =
            |p: &[f64]| -> f64 { shares.iter().zip(p).map(|((_, q), p)| q * p.ln()).sum() };
        let mut rng = Rng::new(4);
        for s in [0.3, 0.5, 0.52, 0.8] {
            let fit = with_mean(&shares, s).unwrap();
            let sum: f64 = fit.iter().sum();
            let middle: f64 = fit.iter().zip(&shares).map(|(p, (x, _))| p * x).sum();
            assert!(
                (sum - 1.0).abs() < 1e-9 && (middle - s).abs() < 1e-9,
                "{s}: {fit:?}"
            );
            for _ in 0..1000 {
                // A step that keeps sum and mean: one unit from the outer two of three cells to the
                // middle.
                let (at, step) = (rng.below(3), (rng.unit() - 0.5) * 0.02);
                let mut other = fit.clone();
                other[at] -= step;
                other[at + 1] += 2.0 * step;
                other[at + 2] -= step;
                assert!(
                    other.iter().any(|&p| p <= 0.0)
                        || likelihood(&other) <= likelihood(&fit) + 1e-12
                );
            }
        }
    }

    #[test]
    fn nothing_is_decided_by_nothing_and_extremes_are_numbers() {
        assert_eq!(logistic(0.0, 10.0).llr(&Sample::pairs([0; 5])), 0.0);
        for pairs in [[0, 0, 1, 0, 0], [1, 0, 0, 0, 0], [0, 0, 0, 0, 900]] {
            for sprt in [
                logistic(-400.0, 400.0),
                normalized(-900.0, 900.0),
                logistic(0.0, 5.0),
            ] {
                assert!(
                    sprt.llr(&Sample::pairs(pairs)).is_finite(),
                    "{pairs:?} {sprt:?}"
                );
            }
        }
        let sprt = logistic(0.0, 5.0);
        assert_eq!(
            [sprt.decides(3.0), sprt.decides(-3.0)],
            [Some(Hypothesis::H1), Some(Hypothesis::H0)]
        );
        assert_eq!(sprt.decides(2.9), None);
    }

    /// Seeded simulation: the test errs about as often as α and β allow, and decides what is clear.
    #[test]
    fn error_rates_are_what_they_should_be() {
        let sprt = logistic(0.0, 40.0);
        let accepted = |elo: f64, seed: u64| -> f64 {
            let mut rng = Rng::new(seed);
            let runs = 600;
            let h1 = (0..runs)
                .filter(|_| simulate(&sprt, elo, &mut rng) == Hypothesis::H1)
                .count();
            h1 as f64 / f64::from(runs)
        };
        let (at0, at1) = (accepted(0.0, 1), accepted(40.0, 2));
        assert!((0.02..0.08).contains(&at0), "α: {at0}");
        assert!((0.92..0.98).contains(&at1), "1 − β: {at1}");
        assert!(accepted(-30.0, 3) < 0.01 && accepted(70.0, 4) > 0.99);
    }

    /// One test: games with 30 % draws, an opening that favours one side.
    fn simulate(sprt: &Sprt, elo: f64, rng: &mut Rng) -> Hypothesis {
        let mut pairs = [0u64; 5];
        loop {
            let bias = 60.0 * (rng.unit() - 0.5);
            let halves: usize = [bias, -bias]
                .iter()
                .map(|bias| {
                    let win = score(elo + bias) - 0.15;
                    match rng.unit() {
                        u if u < win => 2,
                        u if u < win + 0.3 => 1,
                        _ => 0,
                    }
                })
                .sum();
            pairs[halves] += 1;
            if let Some(decided) = sprt.decides(sprt.llr(&Sample::pairs(pairs))) {
                return decided;
            }
        }
    }
}
