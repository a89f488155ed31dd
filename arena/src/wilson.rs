//! A share of successes with its 95 % interval (Wilson 1927).
//!
//! The interval holds every true share p from which the observed one is no more than 1.96 of p's
//! own standard errors away. Unlike s ± 1.96 √(s(1−s)/n) it stays between 0 and 1 and has a width
//! also where all or none succeeded.

use crate::elo::WIDTH;

/// How many of how many succeeded.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Share {
    /// The share of successes.
    pub share: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Share {
    /// The share of `successes` (at most `trials`); `None` without trials.
    ///
    /// ```
    /// use gametree_arena::wilson::Share;
    /// let s = Share::of(9, 10).unwrap();
    /// assert!(s.share == 0.9 && s.low > 0.59 && s.high < 0.99);
    /// ```
    #[must_use]
    pub fn of(successes: u64, trials: u64) -> Option<Share> {
        if trials == 0 {
            return None;
        }
        let (n, z2) = (trials as f64, WIDTH * WIDTH);
        let share = successes.min(trials) as f64 / n;
        let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let reach =
            WIDTH / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
        let [low, high] = [middle - reach, middle + reach].map(|end| end.clamp(0.0, 1.0));
        // At the ends rounding must not leave the share itself out.
        Some(Share {
            share,
            low: low.min(share),
            high: high.max(share),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree::rng::Rng;

    /// Published: Newcombe, *Two-sided confidence intervals for the single proportion* (1998),
    /// table I, method 3.
    #[test]
    fn the_examples_of_newcombe() {
        let table = [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ];
        for (successes, trials, low, high) in table {
            let s = Share::of(successes, trials).unwrap();
            assert!(
                (s.low - low).abs() < 6e-5 && (s.high - high).abs() < 6e-5,
                "{s:?}"
            );
        }
    }

    #[test]
    fn ends_mirror_and_nothing_has_no_share() {
        assert_eq!(Share::of(0, 0), None);
        for (successes, trials) in [(0, 1), (1, 1), (3, 7), (1000, 1000)] {
            let (a, b) = (
                Share::of(successes, trials).unwrap(),
                Share::of(trials - successes, trials).unwrap(),
            );
            assert!(
                (a.low - (1.0 - b.high)).abs() < 1e-12 && (a.high - (1.0 - b.low)).abs() < 1e-12
            );
            assert!(
                a.low < a.high && a.low <= a.share && a.share <= a.high,
                "{a:?}"
            );
        }
    }

    /// On average over true shares the interval holds the truth in 95 of 100 samples.
    #[test]
    fn the_interval_covers_the_truth() {
        let (mut rng, mut covered) = (Rng::new(7), 0);
        const SAMPLES: u32 = 8000;
        for _ in 0..SAMPLES {
            let truth = rng.unit();
            let successes = (0..60).filter(|_| rng.unit() < truth).count() as u64;
            let s = Share::of(successes, 60).unwrap();
            covered += u32::from(s.low <= truth && truth <= s.high);
        }
        let share = f64::from(covered) / f64::from(SAMPLES);
        assert!((0.94..0.96).contains(&share), "{share}");
    }
}
