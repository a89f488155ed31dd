//! A mean of real numbers with its standard error.

use serde::Serialize;

/// The mean of a sample.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Average {
    /// The mean.
    pub mean: f64,
    /// Its standard error; `None` where there is but one number.
    pub error: Option<f64>,
    /// How many numbers there are.
    pub count: u64,
}

/// Numbers taken in one after the other (Welford 1962): invariant, `squares` is the sum of squared
/// distances from `mean`.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Running {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Running {
    /// Takes in a number.
    pub fn add(&mut self, number: f64) {
        self.count += 1;
        let away = number - self.mean;
        self.mean += away / self.count as f64;
        self.squares += away * (number - self.mean);
    }

    /// The average so far; `None` before the first number.
    ///
    /// ```
    /// use gametree_arena::average::Running;
    /// let mut numbers = Running::default();
    /// [1.0, 2.0, 3.0, 6.0].into_iter().for_each(|number| numbers.add(number));
    /// let average = numbers.average().unwrap();
    /// assert_eq!((average.mean, average.count), (3.0, 4));
    /// assert!((average.error.unwrap() - (14.0f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn average(&self) -> Option<Average> {
        let n = self.count as f64;
        let error = (self.count > 1).then(|| (self.squares / (n - 1.0) / n).sqrt());
        (self.count > 0).then_some(Average {
            mean: self.mean,
            error,
            count: self.count,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree::rng::Rng;

    #[test]
    fn nothing_has_no_mean_and_one_no_error() {
        let mut numbers = Running::default();
        assert_eq!(numbers.average(), None);
        numbers.add(-2.5);
        assert_eq!(
            numbers.average(),
            Some(Average {
                mean: -2.5,
                error: None,
                count: 1
            })
        );
    }

    /// Numbers far from 0 keep their spread: the sum of squares alone would lose it.
    #[test]
    fn large_numbers_keep_their_spread() {
        let (mut rng, mut near, mut far) = (Rng::new(3), Running::default(), Running::default());
        for _ in 0..1000 {
            let x = rng.unit();
            near.add(x);
            far.add(x + 1e9);
        }
        let [near, far] = [near, far].map(|numbers| numbers.average().unwrap().error.unwrap());
        assert!(
            (near / far - 1.0).abs() < 1e-4
                && (near - (1.0f64 / 12.0 / 1000.0).sqrt()).abs() < 5e-4
        );
    }
}
