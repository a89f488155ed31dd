//! Two searches on the same positions: which succeeded more often (McNemar 1947, the exact test)?
//!
//! Positions on which both succeed or both fail say nothing. Of the others, if the two are equally
//! good, each is as likely to favour the one as the other: a coin thrown `b + c` times. The p-value
//! is the likelihood of a result at least as one-sided as (b, c).

/// The two-sided p-value where one succeeded alone `b` times and the other alone `c` times.
///
/// ```
/// use gametree_arena::mcnemar;
/// assert_eq!(mcnemar::p_value(5, 5), 1.0);
/// assert!((mcnemar::p_value(0, 6) - 2.0 / 64.0).abs() < 1e-12);
/// ```
#[must_use]
pub fn p_value(b: u64, c: u64) -> f64 {
    let (few, n) = (b.min(c), b + c);
    if b == c {
        return 1.0;
    }
    let tail: f64 = (0..=few).map(|k| ln_likelihood(n, k).exp()).sum();
    (2.0 * tail).min(1.0)
}

/// ln of the likelihood of k heads in n throws.
fn ln_likelihood(n: u64, k: u64) -> f64 {
    if k == 0 {
        return -(n as f64) * std::f64::consts::LN_2;
    }
    let ln_factorial = |x: u64| libm::lgamma(x as f64 + 1.0);
    ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k) - n as f64 * std::f64::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Published: Fay, *Exact McNemar's Test and Matching Confidence Intervals* (vignette of the R
    /// package exact2x2): 9 and 2 give 0.06543.
    #[test]
    fn the_example_of_fay() {
        assert!((p_value(9, 2) - 0.06543).abs() < 5e-6);
        assert_eq!(p_value(2, 9), p_value(9, 2));
    }

    /// By counting all sequences of throws.
    #[test]
    fn small_cases_by_enumeration() {
        for n in 1..=12u64 {
            for b in 0..=n {
                let distance = |k: u64| k.abs_diff(n - k);
                let extreme =
                    |throws: &u64| distance(u64::from(throws.count_ones())) >= distance(b);
                let count = (0..1u64 << n).filter(extreme).count();
                let expected = count as f64 / (1u64 << n) as f64;
                assert!((p_value(b, n - b) - expected).abs() < 1e-12, "{b} of {n}");
            }
        }
    }

    #[test]
    fn many_pairs_approach_the_normal_distribution() {
        let (b, c) = (5120u64, 4880u64);
        let z = (b.abs_diff(c) as f64 - 1.0) / ((b + c) as f64).sqrt();
        let normal = 2.0 * crate::elo::normal(-z);
        assert!((p_value(b, c) / normal - 1.0).abs() < 0.01);
        assert_eq!(p_value(0, 0), 1.0);
        assert!(p_value(0, 100_000) < 1e-300);
    }
}
