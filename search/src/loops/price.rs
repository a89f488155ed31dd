//! What the evaluations at the end of a listing take.

use std::time::{Duration, Instant};

use crate::evaluator::Evaluator;
use crate::game::Game;

/// What an evaluation takes, and the time that there is for everything.
#[derive(Clone, Copy, Debug)]
pub(super) struct Price {
    each: Duration,
    limit: Duration,
}

impl Price {
    /// How often the root is evaluated to find out.
    const SAMPLES: u32 = 64;

    /// `None` without a limit of time.
    pub(super) fn of<G: Game, E: Evaluator<G>>(
        evaluator: &E,
        root: &G,
        limit: Option<Duration>,
    ) -> Option<Price> {
        let limit = limit?;
        let start = Instant::now();
        for _ in 0..Self::SAMPLES {
            std::hint::black_box(evaluator.evaluate(root));
        }
        let each = start.elapsed() / Self::SAMPLES;
        Some(Price { each, limit })
    }

    /// Whether so many evaluations fit in what is left.
    pub(super) fn allows(self, evaluations: usize, elapsed: Duration) -> bool {
        let count = u32::try_from(evaluations).unwrap_or(u32::MAX);
        elapsed + self.each.saturating_mul(count) < self.limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_known_before() {
        let price = Price {
            each: Duration::from_millis(2),
            limit: Duration::from_secs(1),
        };
        assert!(price.allows(400, Duration::from_millis(100)));
        assert!(!price.allows(400, Duration::from_millis(300)));
        assert!(!price.allows(usize::MAX, Duration::ZERO));
    }
}
