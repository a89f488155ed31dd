//! Values: an integer inside, a sum type at the door.

use std::fmt;
use std::ops::Neg;

/// A value in a player's view: points, or a win or loss in this many plies, in one integer, so
/// that comparing is one instruction and a shorter win is worth more.
///
/// ```
/// use gametree::{Score, Verdict};
/// assert!(Score::win_in(3) > Score::win_in(5));
/// assert!(Score::loss_in(5) > Score::loss_in(3));
/// assert!(Score::win_in(1_000_000) > Score::points(5000));
/// assert_eq!(-Score::win_in(3), Score::loss_in(3));
/// assert_eq!(Score::loss_in(4).verdict(), Verdict::Loss(4));
/// assert_eq!(Score::points(-20).to_string(), "-20");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(i32);

/// What a [`Score`] says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// A win in this many plies.
    Win(u32),
    /// A loss in this many plies.
    Loss(u32),
    /// Points of the game or of an evaluator; 0 is a draw.
    Points(i32),
}

impl Score {
    const WIN: i32 = 1_000_000_000;
    const LONGEST: i32 = 100_000_000;

    /// The largest number of points; evaluators stay within it on both sides.
    pub const MAX_POINTS: i32 = Self::WIN - Self::LONGEST - 1;
    /// Above every value.
    pub const INFINITY: Score = Score(Self::WIN + 1);
    /// A draw.
    pub const DRAW: Score = Score(0);

    /// A win in this many plies (0: already won).
    #[inline]
    #[must_use]
    pub const fn win_in(plies: u32) -> Score {
        Score(Self::WIN - plies as i32)
    }

    /// A loss in this many plies.
    #[inline]
    #[must_use]
    pub const fn loss_in(plies: u32) -> Score {
        Score(plies as i32 - Self::WIN)
    }

    /// Points.
    #[inline]
    #[must_use]
    pub const fn points(points: i32) -> Score {
        debug_assert!(points.abs() <= Self::MAX_POINTS);
        Score(points)
    }

    /// The integer inside, for tables and histograms.
    #[inline]
    #[must_use]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// The score of [`Score::raw`].
    #[inline]
    #[must_use]
    pub const fn from_raw(raw: i32) -> Score {
        Score(raw)
    }

    /// True for a win or a loss.
    #[inline]
    #[must_use]
    pub const fn is_decided(self) -> bool {
        self.0.abs() > Self::MAX_POINTS
    }

    /// What it says.
    #[must_use]
    pub const fn verdict(self) -> Verdict {
        if self.0 > Self::MAX_POINTS {
            Verdict::Win((Self::WIN - self.0) as u32)
        } else if self.0 < -Self::MAX_POINTS {
            Verdict::Loss((self.0 + Self::WIN) as u32)
        } else {
            Verdict::Points(self.0)
        }
    }

    /// The next higher value: `(v, v.above())` is a null window.
    #[inline]
    #[must_use]
    pub const fn above(self) -> Score {
        Score(self.0 + 1)
    }

    /// The next lower value.
    #[inline]
    #[must_use]
    pub const fn below(self) -> Score {
        Score(self.0 - 1)
    }

    /// This many points more, without leaving the range of scores.
    #[inline]
    #[must_use]
    pub const fn plus(self, points: i32) -> Score {
        let limit = Self::INFINITY.0;
        let sum = self.0.saturating_add(points);
        Score(if sum > limit {
            limit
        } else if sum < -limit {
            -limit
        } else {
            sum
        })
    }

    /// The value seen from `plies` further up the tree: wins and losses move away, the one
    /// place where crossing edges changes a distance.
    #[inline]
    #[must_use]
    pub const fn further(self, plies: u32) -> Score {
        if self.0 > Self::MAX_POINTS {
            Score(self.0 - plies as i32)
        } else if self.0 < -Self::MAX_POINTS {
            Score(self.0 + plies as i32)
        } else {
            self
        }
    }

    /// The inverse of [`Score::further`].
    #[inline]
    #[must_use]
    pub const fn nearer(self, plies: u32) -> Score {
        if self.0 > Self::MAX_POINTS {
            Score(self.0 + plies as i32)
        } else if self.0 < -Self::MAX_POINTS {
            Score(self.0 - plies as i32)
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// `+#3` a win in three plies, `-#4` a loss in four, else the points; ±∞ beyond.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.abs() > Self::WIN {
            return f.pad(if self.0 > 0 { "+∞" } else { "-∞" });
        }
        match self.verdict() {
            Verdict::Win(n) => f.pad(&format!("+#{n}")),
            Verdict::Loss(n) => f.pad(&format!("-#{n}")),
            Verdict::Points(p) => f.pad(&p.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_survive_a_round_trip_and_keep_their_order() {
        for plies in [0, 1, 7, 1_000_000] {
            for score in [Score::win_in(5), Score::loss_in(9), Score::points(-3)] {
                assert_eq!(score.further(plies).nearer(plies), score);
                assert_eq!(-(score.further(plies)), (-score).further(plies));
            }
        }
        assert!(Score::win_in(2).further(1) < Score::win_in(2));
        assert_eq!(Score::INFINITY.plus(10), Score::INFINITY);
        assert_eq!((-Score::INFINITY).to_string(), "-∞");
        assert_eq!(Score::win_in(0).above(), Score::INFINITY);
    }
}
