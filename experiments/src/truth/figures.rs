//! A mean with its interval, and paired differences tested: both by drawing again, with a seed,
//! because errors of values are far from normal.

use gametree::rng::Rng;
use serde::Serialize;

/// How often a sample is drawn again.
const DRAWS: usize = 10_000;
/// Up to this many pairs all signs are tried, which is exact.
const FEW: usize = 13;

/// A mean with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Figure {
    /// The mean.
    pub mean: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Figure {
    /// Of some numbers, by the percentiles of means of samples drawn from them with replacement
    /// (Efron 1979); none without numbers.
    pub fn of(numbers: &[f64], seed: u64) -> Option<Figure> {
        let count = numbers.len();
        if count == 0 {
            return None;
        }
        let mut rng = Rng::new(seed);
        let mut mean = || {
            let sum: f64 = (0..count).map(|_| numbers[rng.below(count)]).sum();
            sum / count as f64
        };
        let mut means: Vec<f64> = (0..DRAWS).map(|_| mean()).collect();
        means.sort_by(f64::total_cmp);
        let at = |share: f64| means[(share * (DRAWS - 1) as f64).round() as usize];
        Some(Figure {
            mean: numbers.iter().sum::<f64>() / count as f64,
            low: at(0.025),
            high: at(0.975),
        })
    }
}

/// How probable a mean difference as far from 0 is if each pair could as well have the other sign
/// (Fisher 1935): two-sided; exact for few pairs, else by drawn signs.
pub fn sign_flip(differences: &[f64], seed: u64) -> f64 {
    let told: Vec<f64> = differences.iter().copied().filter(|d| *d != 0.0).collect();
    let size: f64 = told.iter().map(|d| d.abs()).sum();
    // Sums of the same numbers in another order differ in their last digits.
    let observed = told.iter().sum::<f64>().abs() - 1e-12 * size;
    let sum = |signs: &mut dyn FnMut(usize) -> bool| {
        let signed = |(place, d): (usize, &f64)| if signs(place) { *d } else { -d };
        told.iter().enumerate().map(signed).sum::<f64>().abs()
    };
    if told.len() <= FEW {
        let all = 1usize << told.len();
        let extreme = (0..all).filter(|bits| sum(&mut |place| bits >> place & 1 == 1) >= observed);
        return extreme.count() as f64 / all as f64;
    }
    let mut rng = Rng::new(seed);
    let extreme = (0..DRAWS).filter(|_| sum(&mut |_| rng.bits() >> 63 == 1) >= observed);
    // The signs that were observed are one of the draws.
    (extreme.count() + 1) as f64 / (DRAWS + 1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_hold_the_mean_and_repeat() {
        let numbers: Vec<f64> = (0..50).map(|n| f64::from(n * n % 17)).collect();
        let figure = Figure::of(&numbers, 3).unwrap();
        assert!(figure.low < figure.mean && figure.mean < figure.high);
        assert_eq!(Figure::of(&numbers, 3), Some(figure));
        let one = Figure::of(&[0.25; 9], 1).unwrap();
        assert_eq!([one.low, one.mean, one.high], [0.25; 3]);
        assert_eq!(Figure::of(&[], 1), None);
    }

    /// In 95 of 100 samples the interval holds the truth; a little less in small ones.
    #[test]
    fn intervals_cover_the_truth() {
        let mut rng = Rng::new(5);
        let holds = |round: u64, rng: &mut Rng| {
            let numbers: Vec<f64> = (0..60).map(|_| rng.unit() * rng.unit()).collect();
            let figure = Figure::of(&numbers, round).unwrap();
            figure.low <= 0.25 && 0.25 <= figure.high
        };
        let held = (0..100).filter(|&round| holds(round, &mut rng)).count();
        assert!((88..=99).contains(&held), "{held}");
    }

    /// By hand: of 2³ signs only all plus and all minus are as far from 0.
    #[test]
    fn few_pairs_are_counted() {
        assert_eq!(sign_flip(&[1.0, 2.0, 3.0], 1), 0.25);
        assert_eq!(sign_flip(&[1.0, -1.0], 1), 1.0);
        assert_eq!(sign_flip(&[0.0, 0.0], 1), 1.0);
        assert_eq!(
            sign_flip(&[1.0, 0.0, 2.0, 3.0], 1),
            0.25,
            "ties say nothing"
        );
    }

    #[test]
    fn many_pairs_are_drawn() {
        let lead: Vec<f64> = (0..30).map(|n| 1.0 + f64::from(n % 3)).collect();
        assert!(sign_flip(&lead, 1) < 2e-4);
        let even: Vec<f64> = (0..30)
            .map(|n| if n % 2 == 0 { 1.0 } else { -1.0 })
            .collect();
        assert_eq!(sign_flip(&even, 1), 1.0);
        // 20 of 30 equal differences: the binomial distribution gives 0.0987.
        let some: Vec<f64> = (0..30).map(|n| if n < 20 { 1.0 } else { -1.0 }).collect();
        assert!((sign_flip(&some, 1) - 0.0987).abs() < 0.01);
    }
}
