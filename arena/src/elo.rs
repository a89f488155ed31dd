//! Elo from results, with an interval: how strong, and how sure.
//!
//! The score s of A is the mean over pairs, its standard error √(v/n) with the variance v of n
//! pairs (Van den Bergh's pentanomial model, as Fishtest and fastchess use it). Elo = −400
//! log₁₀(1/s − 1) of s and of s ± 1.96 √(v/n). *Normalized* Elo divides by the deviation of a game
//! instead: (s − ½)/√(2v) · 800/ln 10; it says how many games it takes to see the difference.
//! *LOS*, the likelihood of superiority, is Φ((s − ½)/√(v/n)).
//!
//! The interval is for a number of games that was fixed before: after a sequential test it is a
//! guide only.
//!
//! Two precautions for small samples: below 30 units Student's t replaces 1.96, and where all units
//! have the same score, one more, half won and half lost, is added to the spread
//! ([`Sample::spread`]). A score of 0 or 1 has no Elo; it is taken half a point better or worse.

use crate::sample::Sample;

/// The Elo difference of a score.
#[must_use]
pub fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The score that an Elo difference makes expect.
#[must_use]
pub fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Normalized Elo of one deviation of a game: 800 / ln 10.
pub const NORMALIZED: f64 = 347.435_585_522_601_46;

/// What a sample says of A's strength beside B's.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// A's points per game.
    pub score: f64,
    /// The Elo difference.
    pub elo: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// Normalized Elo.
    pub normalized: f64,
    /// The likelihood that A is the stronger one.
    pub superiority: f64,
}

impl Estimate {
    /// The estimate from a sample; `None` where it is empty.
    #[must_use]
    pub fn of(sample: &Sample) -> Option<Estimate> {
        let units = sample.size();
        if units == 0.0 {
            return None;
        }
        let spread = sample.spread();
        let error = (spread.variance() / units).sqrt();
        let half_a_point = 0.5 / (units * sample.games_each());
        let elo_of = |score: f64| elo(score.clamp(half_a_point, 1.0 - half_a_point));
        let score = sample.mean();
        let reach = quantile(units) * error;
        Some(Estimate {
            score,
            elo: elo_of(score),
            low: elo_of(score - reach),
            high: elo_of(score + reach),
            normalized: (score - 0.5) / spread.deviation_of_a_game() * NORMALIZED,
            superiority: normal((score - 0.5) / error),
        })
    }
}

/// Φ, the share of the normal distribution below x.
#[must_use]
pub fn normal(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}

/// The 97.5 % point of the normal distribution.
pub(crate) const WIDTH: f64 = 1.959_963_984_540_054;

/// The same of Student's t with 1, 2, … 29 degrees of freedom.
const STUDENT: [f64; 29] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045,
];

/// How many standard errors reach to the end of the interval.
fn quantile(units: f64) -> f64 {
    match units as usize {
        0 | 1 => f64::INFINITY,
        n if n <= STUDENT.len() + 1 => STUDENT[n - 2],
        _ => WIDTH,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree::rng::Rng;

    fn near(a: f64, b: f64, by: f64) -> bool {
        (a - b).abs() <= by
    }

    /// Published: a Fishtest page of raw statistics, [13, 37, 50, 25, 3].
    #[test]
    fn the_moments_of_a_fishtest_page() {
        let sample = Sample::pairs([13, 37, 50, 25, 3]);
        assert!(near(sample.mean(), 0.43750, 5e-6) && near(sample.variance(), 0.05762, 5e-6));
        assert!(near(sample.deviation_of_a_game(), 0.33946, 5e-6));
        let estimate = Estimate::of(&sample).unwrap();
        assert!(near(estimate.normalized, -63.97, 0.005), "{estimate:?}");
        assert!(near(estimate.elo, -43.66, 0.005));
    }

    /// Published: results printed by fastchess, and the numbers of its own tests.
    #[test]
    fn pairs_as_fastchess_prints_them() {
        let table = [
            ([4, 3, 34, 42, 117], 277.00, 40.90, 345.17),
            ([34, 54, 31 + 32, 64, 75], 55.58, 27.65, 57.94),
            ([332, 433, 457 + 41, 333, 334], -8.64, 10.33, -9.17),
            ([7895, 8757, 5485 + 200, 568, 9999], -21.04, 2.95, -19.01),
        ];
        for (pairs, elo, error, normalized) in table {
            let e = Estimate::of(&Sample::pairs(pairs)).unwrap();
            assert!(
                near(e.elo, elo, 0.006) && near(e.normalized, normalized, 0.006),
                "{e:?}"
            );
            assert!(near((e.high - e.low) / 2.0, error, 0.006), "{e:?}");
        }
        let e = Estimate::of(&Sample::pairs([332, 433, 498, 333, 334])).unwrap();
        assert!(near(e.superiority, 0.0505, 5e-5), "{e:?}");
    }

    #[test]
    fn games_as_fastchess_prints_them() {
        let e = Estimate::of(&Sample::games(96, 111, 136)).unwrap();
        assert!(
            near(e.elo, 40.70, 0.006) && near((e.high - e.low) / 2.0, 30.43, 0.006),
            "{e:?}"
        );
        assert!(
            near(e.normalized, 49.77, 0.006) && near(e.superiority, 0.9960, 5e-5),
            "{e:?}"
        );
        let e = Estimate::of(&Sample::games(89, 123, 76)).unwrap();
        assert!(
            near(e.normalized, -20.76, 0.006) && near(e.superiority, 0.1553, 5e-5),
            "{e:?}"
        );
    }

    #[test]
    fn extremes_are_numbers_and_little_is_not_much() {
        assert_eq!(Estimate::of(&Sample::pairs([0; 5])), None);
        let one = Estimate::of(&Sample::pairs([0, 0, 0, 0, 1])).unwrap();
        assert!(
            one.low < 0.0 && one.high > 0.0 && one.elo.is_finite(),
            "{one:?}"
        );
        let three = Estimate::of(&Sample::pairs([0, 0, 0, 0, 3])).unwrap();
        assert!(three.low < 0.0, "three pairs prove nothing: {three:?}");
        let fifty = Estimate::of(&Sample::pairs([0, 0, 0, 0, 50])).unwrap();
        assert!(
            fifty.low > 300.0 && fifty.high.is_finite() && fifty.elo < 1000.0,
            "{fifty:?}"
        );
        let level = Estimate::of(&Sample::pairs([0, 0, 50, 0, 0])).unwrap();
        assert!(
            level.elo == 0.0 && level.low < 0.0 && level.high > 0.0,
            "{level:?}"
        );
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for x in [-700.0, -5.0, 0.0, 3.5, 400.0] {
            assert!(near(elo(score(x)), x, 1e-9));
        }
        assert!(near(elo(0.75), 190.848_5, 1e-4) && near(normal(1.96), 0.975, 1e-4));
    }

    /// The interval holds the truth in 95 of 100 matches, also in short ones.
    #[test]
    fn the_interval_covers_the_truth() {
        let shares = [0.05, 0.2, 0.35, 0.3, 0.1];
        let truth = elo(0.25 * 0.2 + 0.5 * 0.35 + 0.75 * 0.3 + 0.1);
        for (pairs, seed) in [(10, 1), (49, 2), (300, 3)] {
            let mut rng = Rng::new(seed);
            let covered = (0..4000)
                .filter(|_| {
                    let e = Estimate::of(&Sample::pairs(draw(&shares, pairs, &mut rng))).unwrap();
                    e.low <= truth && truth <= e.high
                })
                .count();
            let share = covered as f64 / 4000.0;
            assert!((0.935..0.965).contains(&share), "{pairs} pairs: {share}");
        }
    }

    fn draw(shares: &[f64; 5], pairs: usize, rng: &mut Rng) -> [u64; 5] {
        let mut counts = [0; 5];
        for _ in 0..pairs {
            let mut u = rng.unit();
            let at = shares.iter().position(|share| {
                u -= share;
                u < 0.0
            });
            counts[at.unwrap_or(4)] += 1;
        }
        counts
    }
}
