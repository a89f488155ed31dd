//! The table of 1987, as data.
//!
//! R. L. Rivest, *Game Tree Searching by Min/Max Approximation*, Artificial Intelligence 34 (1987),
//! 77–96: the experiment on Connect-Four, 98 games for each limit.

use gametree_arena::Estimate;
use gametree_arena::elo;
use gametree_arena::sample::Sample;
use serde::Serialize;

/// Where the numbers stand.
pub const SOURCE: &str =
    "R. L. Rivest, Game Tree Searching by Min/Max Approximation, Artificial Intelligence 34 (1987)";

/// Games that MM won, that AB won, and ties.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Published {
    /// Won by min/max approximation.
    pub mm: u64,
    /// Won by alpha-beta.
    pub ab: u64,
    /// Ties.
    pub ties: u64,
}

/// 1 to 5 seconds per turn.
pub const BY_TIME: [Published; 5] = [
    of(41, 46, 11),
    of(40, 42, 16),
    of(36, 44, 18),
    of(39, 52, 7),
    of(30, 55, 13),
];
/// 1,000 to 5,000 calls of the move operator per turn.
pub const BY_CALLS: [Published; 5] = [
    of(47, 35, 16),
    of(50, 35, 13),
    of(42, 47, 9),
    of(49, 42, 7),
    of(61, 31, 6),
];
/// Calls per second, about: MM, AB.
pub const CALLS_PER_SECOND: (u64, u64) = (800, 3500);

const fn of(mm: u64, ab: u64, ties: u64) -> Published {
    Published { mm, ab, ties }
}

impl Published {
    /// Several rows as one.
    pub fn sum(rows: &[Published]) -> Published {
        rows.iter().fold(of(0, 0, 0), |a, b| {
            of(a.mm + b.mm, a.ab + b.ab, a.ties + b.ties)
        })
    }

    /// The points of MM per game.
    pub fn score(&self) -> f64 {
        (self.mm as f64 + self.ties as f64 / 2.0) / (self.mm + self.ab + self.ties) as f64
    }

    /// The 95 % interval of the score; the pairs are not published, so games stand for themselves.
    pub fn interval(&self) -> (f64, f64) {
        let estimate = Estimate::of(&Sample::games(self.ab, self.ties, self.mm));
        estimate.map_or((0.0, 1.0), |e| (elo::score(e.low), elo::score(e.high)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The totals are published too.
    #[test]
    fn the_rows_add_up_to_the_published_totals() {
        assert_eq!(Published::sum(&BY_TIME), of(186, 239, 65));
        assert_eq!(Published::sum(&BY_CALLS), of(249, 190, 51));
        for row in BY_TIME.iter().chain(&BY_CALLS) {
            assert_eq!(row.mm + row.ab + row.ties, 98);
            let (low, high) = row.interval();
            assert!(low < row.score() && row.score() < high);
        }
    }
}
