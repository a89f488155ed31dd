//! Counting results.

use serde::Serialize;

use crate::game::Points;

/// Wins, draws and losses of A, and what the pairs gave.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// Games A won.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games B won.
    pub losses: u64,
    /// Pairs in which A got 0, ½, 1, 1½ and 2 points.
    pub pentanomial: [u64; 5],
}

impl Tally {
    /// Adds the two games of a pair.
    pub fn add_pair(&mut self, pair: [Points; 2]) {
        for game in pair {
            match game {
                Points::Win => self.wins += 1,
                Points::Draw => self.draws += 1,
                Points::Loss => self.losses += 1,
            }
        }
        self.pentanomial[pair[0].halves() + pair[1].halves()] += 1;
    }

    /// Games counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Pairs counted.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.pentanomial.iter().sum()
    }

    /// A's points per game; `None` before the first.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| (self.wins as f64 + self.draws as f64 / 2.0) / games as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Points::{Draw, Loss, Win};

    #[test]
    fn every_pair_has_its_place() {
        let mut tally = Tally::default();
        assert_eq!(tally.score(), None);
        for pair in [
            [Loss, Loss],
            [Loss, Draw],
            [Win, Loss],
            [Draw, Draw],
            [Draw, Win],
            [Win, Win],
        ] {
            tally.add_pair(pair);
        }
        assert_eq!(tally.pentanomial, [1, 1, 2, 1, 1]);
        assert_eq!((tally.wins, tally.draws, tally.losses), (4, 4, 4));
        assert_eq!(
            (tally.games(), tally.pairs(), tally.score()),
            (12, 6, Some(0.5))
        );
    }
}
