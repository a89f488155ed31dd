//! A sample of scores: how often each of a few equally spaced scores from 0 to 1 occurred.
//!
//! Three counts are games (loss, draw, win), five are pairs of games (0, ½, 1, 1½, 2 points): the
//! trinomial and the pentanomial model. Everything else in the statistics is written once for both.

/// Counts by score, and how many games one count stands for.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    counts: Vec<f64>,
    games_each: f64,
}

impl Sample {
    /// Pairs of games: the numbers of pairs in which A got 0, ½, 1, 1½ and 2 points.
    #[must_use]
    pub fn pairs(pentanomial: [u64; 5]) -> Sample {
        Sample {
            counts: pentanomial.map(|n| n as f64).to_vec(),
            games_each: 2.0,
        }
    }

    /// Games without partners.
    #[must_use]
    pub fn games(losses: u64, draws: u64, wins: u64) -> Sample {
        Sample {
            counts: [losses, draws, wins].map(|n| n as f64).to_vec(),
            games_each: 1.0,
        }
    }

    /// The same with a thousandth where a count is 0, so that every score is possible: what
    /// Fishtest does before it computes likelihoods.
    #[must_use]
    pub fn regularized(&self) -> Sample {
        let counts = self
            .counts
            .iter()
            .map(|&n| if n == 0.0 { 1e-3 } else { n })
            .collect();
        Sample { counts, ..*self }
    }

    /// The same with one more unit, half lost and half won, where all units have the same score: no
    /// spread at all is no knowledge of the spread.
    #[must_use]
    pub fn spread(&self) -> Sample {
        if self.counts.iter().filter(|&&n| n > 0.0).count() > 1 {
            return self.clone();
        }
        let mut counts = self.counts.clone();
        let last = counts.len() - 1;
        counts[0] += 0.5;
        counts[last] += 0.5;
        Sample { counts, ..*self }
    }

    /// Units: games or pairs.
    #[must_use]
    pub fn size(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// Games in a unit.
    #[must_use]
    pub fn games_each(&self) -> f64 {
        self.games_each
    }

    /// Scores and their shares of the sample.
    #[must_use]
    pub fn shares(&self) -> Vec<(f64, f64)> {
        let (size, steps) = (self.size(), (self.counts.len() - 1) as f64);
        self.counts
            .iter()
            .enumerate()
            .map(|(i, n)| (i as f64 / steps, n / size))
            .collect()
    }

    /// The mean score.
    #[must_use]
    pub fn mean(&self) -> f64 {
        mean(&self.shares())
    }

    /// The variance of a unit's score.
    #[must_use]
    pub fn variance(&self) -> f64 {
        variance(&self.shares())
    }

    /// The standard deviation of one game's score; in pairs what the games have in common is taken
    /// out.
    #[must_use]
    pub fn deviation_of_a_game(&self) -> f64 {
        (self.games_each * self.variance()).sqrt()
    }
}

/// The mean of a distribution.
pub(crate) fn mean(shares: &[(f64, f64)]) -> f64 {
    shares.iter().map(|(score, share)| score * share).sum()
}

/// The variance of a distribution.
pub(crate) fn variance(shares: &[(f64, f64)]) -> f64 {
    let middle = mean(shares);
    shares
        .iter()
        .map(|(score, share)| share * (score - middle).powi(2))
        .sum()
}
