//! The words for a result. Nothing is called decided before it is.

use std::fmt;

use crate::elo::Estimate;
use crate::sprt::Hypothesis;

/// What may be said of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// All games are played and the whole 95 % interval is above 0.
    AStronger,
    /// All games are played and the whole interval is below 0.
    BStronger,
    /// Games are missing, or the interval holds 0, or a sequential test had not enough games.
    NotDecided,
    /// A sequential test has ended.
    Accepted(Hypothesis),
    /// A sequential test that needs more games.
    Running,
}

impl Verdict {
    /// The verdict of a match of fixed length.
    #[must_use]
    pub fn of(complete: bool, estimate: Option<&Estimate>) -> Verdict {
        match estimate {
            Some(estimate) if complete && estimate.low > 0.0 => Verdict::AStronger,
            Some(estimate) if complete && estimate.high < 0.0 => Verdict::BStronger,
            _ => Verdict::NotDecided,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::AStronger => "A is stronger",
            Verdict::BStronger => "B is stronger",
            Verdict::NotDecided => "not decided",
            Verdict::Accepted(Hypothesis::H0) => "H0 accepted",
            Verdict::Accepted(Hypothesis::H1) => "H1 accepted",
            Verdict::Running => "running",
        })
    }
}
