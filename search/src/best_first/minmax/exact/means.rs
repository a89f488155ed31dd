//! Generalized means and their derivatives, in logarithms.

/// `M_q(a) = ((1/n) Σ a_i^q)^(1/q)` of positive numbers that are given by their logarithms; `M_0`
/// is the geometric mean.
///
/// Relative to the number that weighs most all powers are at most 1, so nothing overflows. `exp_m1`
/// and `ln_1p` keep the digits where q is so small that the powers are nearly 1, and where it is so
/// large that one of them is nearly all.
///
/// ```
/// use gametree::minmax::Mean;
/// let mean = Mean::of(-10.0, [10f64.ln(), 12f64.ln()].into_iter());
/// assert!((mean.log().exp() - 10.5585).abs() < 5e-5);
/// assert!((mean.weight(10f64.ln()) - 0.0954).abs() < 5e-5);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Mean {
    q: f64,
    /// ln n.
    log_count: f64,
    /// The logarithm of the number that weighs most.
    top: f64,
    /// ln M_q − top.
    below_top: f64,
    /// ln Σ (a_i / a_top)^q, at least 0.
    log_sum: f64,
}

impl Mean {
    /// Of at least one number.
    pub fn of(q: f64, logs: impl Iterator<Item = f64> + Clone) -> Mean {
        let n = logs.clone().count() as f64;
        let pick = if q >= 0.0 { f64::max } else { f64::min };
        let top = logs.clone().reduce(pick).unwrap_or(0.0);
        let mean = |term: &dyn Fn(f64) -> f64| {
            let terms = logs.clone().map(|log| term(log - top));
            terms.sum::<f64>() / n
        };
        let below_top = if q == 0.0 {
            mean(&|log| log)
        } else {
            mean(&|log| (q * log).exp_m1()).ln_1p() / q
        };
        let place = logs.clone().position(|log| log == top);
        let others = logs
            .enumerate()
            .filter(|&(number, _)| Some(number) != place)
            .map(|(_, log)| (q * (log - top)).exp());
        Mean {
            q,
            log_count: n.ln(),
            top,
            below_top,
            log_sum: others.sum::<f64>().ln_1p(),
        }
    }

    /// ln M_q.
    #[must_use]
    pub fn log(&self) -> f64 {
        self.top + self.below_top
    }

    /// w: −ln of the derivative of the mean by one of its numbers, `ln n − (q − 1) ln(a / M_q)`.
    ///
    /// For a great q the number that weighs most has a small weight, the difference of two large
    /// terms; then they are subtracted on paper.
    #[must_use]
    pub fn weight(&self, log: f64) -> f64 {
        let q = self.q;
        let from_top = log - self.top;
        if q.abs() < 1.0 {
            self.log_count - (q - 1.0) * (from_top - self.below_top)
        } else {
            self.log_sum * (1.0 - 1.0 / q) + self.log_count / q - (q - 1.0) * from_top
        }
    }
}
