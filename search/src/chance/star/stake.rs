//! The arithmetic of a chance node whose outcomes are not all known yet.

use crate::game::Bounds;
use crate::window::{RealWindow, Window};

/// How much wider a window is than exact arithmetic would have it, relative to the numbers it is
/// made of.
const SLACK: f64 = 1e-12;

/// What an outcome must be worth to matter, as far as the others are known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stake {
    /// The outcome's probability.
    pub probability: f64,
    /// What the others add, at the least and at the most.
    pub others: Bounds,
}

impl Stake {
    /// At or below the first number the node is at or below α, at or above the second at or above
    /// β.
    pub fn limits(&self, window: RealWindow) -> RealWindow {
        let wider = |target: f64, rest: f64| SLACK * (target.abs() + rest.abs());
        let Window { alpha, beta } = window;
        let low = alpha - self.others.high - wider(alpha, self.others.high);
        let high = beta - self.others.low + wider(beta, self.others.low);
        Window {
            alpha: low / self.probability,
            beta: high / self.probability,
        }
    }

    /// The node's bound if the outcome is worth `value`, where it falls out of `limits`.
    pub fn settled(&self, value: f64, limits: RealWindow) -> Option<f64> {
        self.at_most(value, limits)
            .or_else(|| self.at_least(value, limits))
    }

    /// The node's upper bound if the outcome is worth at most `value`, where that settles it.
    pub fn at_most(&self, value: f64, limits: RealWindow) -> Option<f64> {
        (value <= limits.alpha).then_some(self.probability * value + self.others.high)
    }

    /// The node's lower bound if the outcome is worth at least `value`, where that settles it.
    pub fn at_least(&self, value: f64, limits: RealWindow) -> Option<f64> {
        (value >= limits.beta).then_some(self.probability * value + self.others.low)
    }
}

/// A window within the game's bounds.
pub(super) fn within(window: RealWindow, bounds: Bounds) -> RealWindow {
    Window {
        alpha: window.alpha.max(bounds.low),
        beta: window.beta.min(bounds.high),
    }
}

/// For every outcome, what all that come after it add at the least and at the most.
pub(super) fn after_each(outcomes: impl DoubleEndedIterator<Item = (f64, Bounds)>) -> Vec<Bounds> {
    let mut rest = Bounds::new(0.0, 0.0);
    let mut all: Vec<Bounds> = outcomes
        .rev()
        .map(|(probability, Bounds { low, high })| {
            let after = rest;
            rest = Bounds::new(rest.low + probability * low, rest.high + probability * high);
            after
        })
        .collect();
    all.reverse();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNKNOWN: f64 = f64::INFINITY;

    fn window(alpha: f64, beta: f64) -> RealWindow {
        Window { alpha, beta }
    }

    #[test]
    fn an_outcome_matters_between_its_limits() {
        let stake = Stake {
            probability: 0.5,
            others: Bounds::new(-1.0, 1.0),
        };
        let limits = stake.limits(window(0.25, 0.75));
        let low = limits.alpha;
        let high = limits.beta;
        assert!(
            (low + 1.5).abs() < 1e-9 && (high - 3.5).abs() < 1e-9,
            "{low} {high}"
        );
        assert!(low < -1.5 && high > 3.5, "a little wider");
        assert_eq!(stake.settled(-2.0, limits), Some(0.0));
        assert_eq!(stake.settled(4.0, limits), Some(1.0));
        assert_eq!(stake.settled(0.0, limits), None);
    }

    #[test]
    fn what_is_unknown_opens_the_window_on_its_side() {
        let limits = |low, high, alpha, beta| {
            Stake {
                probability: 0.1,
                others: Bounds::new(low, high),
            }
            .limits(window(alpha, beta))
        };
        let open = Window::UNBOUNDED;
        assert_eq!(limits(-UNKNOWN, UNKNOWN, 0.0, 1.0), open);
        assert_eq!(limits(0.0, UNKNOWN, 0.0, 1.0).alpha, -UNKNOWN);
        assert!(limits(0.0, UNKNOWN, 0.0, 1.0).beta.is_finite());
        assert_eq!(limits(-UNKNOWN, UNKNOWN, -UNKNOWN, UNKNOWN), open);
        assert_eq!(limits(0.0, 0.0, -UNKNOWN, UNKNOWN), open);
    }

    #[test]
    fn after_the_last_outcome_nothing_is_unknown() {
        let rest = after_each([(0.5, Bounds::UNKNOWN), (0.5, Bounds::new(2.0, 4.0))].into_iter());
        assert_eq!(rest, [Bounds::new(1.0, 2.0), Bounds::new(0.0, 0.0)]);
        let rest = after_each([(0.5, Bounds::UNKNOWN); 2].into_iter());
        assert_eq!(rest, [Bounds::UNKNOWN, Bounds::new(0.0, 0.0)]);
    }
}
