//! The games of a match in the order of their numbers, whatever the order in which they end.
//!
//! Only the unbroken run of whole pairs from the first on counts. So the tally, and the pair at
//! which a sequential test stops, do not depend on the number of workers or on interruptions.

use std::fmt;

use crate::average::{Average, Running};
use crate::elo::Estimate;
use crate::game::GameRecord;
use crate::sample::Sample;
use crate::sprt::{Hypothesis, Sprt};
use crate::tally::Tally;
use crate::verdict::Verdict;

/// The games so far.
#[derive(Clone, Debug)]
pub struct Ledger {
    /// As far as games are known.
    games: Vec<Option<GameRecord>>,
    /// How many there may be.
    most: usize,
    sprt: Option<Sprt>,
    tally: Tally,
    /// Half the margins of both games, pair by pair.
    margins: Running,
    llr: f64,
    decided: Option<Hypothesis>,
}

impl Ledger {
    /// For this many games.
    #[must_use]
    pub fn new(most: usize, sprt: Option<Sprt>) -> Ledger {
        Ledger {
            games: Vec::new(),
            most,
            sprt,
            tally: Tally::default(),
            margins: Running::default(),
            llr: 0.0,
            decided: None,
        }
    }

    /// Takes a game; those beyond the end of the match are passed over.
    pub fn add(&mut self, game: GameRecord) {
        let number = game.number;
        if number >= self.most {
            return;
        }
        if number >= self.games.len() {
            self.games.resize(number + 1, None);
        }
        self.games[number].get_or_insert(game);
        self.advance();
    }

    /// Counts the pairs that have become whole.
    fn advance(&mut self) {
        while self.decided.is_none() {
            let at = self.counted();
            let Some([Some(one), Some(two)]) = self.games.get(at..at + 2) else {
                return;
            };
            self.tally.add_pair([one.result, two.result]);
            if let (Some(one), Some(two)) = (one.margin, two.margin) {
                self.margins.add((one + two) / 2.0);
            }
            if let Some(sprt) = &self.sprt {
                self.llr = sprt.llr(&Sample::pairs(self.tally.pentanomial));
                self.decided = sprt.decides(self.llr);
            }
        }
    }

    /// How many games count.
    fn counted(&self) -> usize {
        self.tally.games() as usize
    }

    /// How many are there, counted or not.
    #[must_use]
    pub fn finished(&self) -> usize {
        self.games.iter().flatten().count()
    }

    /// Nothing is left to play.
    #[must_use]
    pub fn complete(&self) -> bool {
        self.decided.is_some() || self.counted() == self.most
    }

    /// The games still to be played, in order.
    #[must_use]
    pub fn missing(&self) -> Vec<usize> {
        if self.complete() {
            return Vec::new();
        }
        (0..self.most)
            .filter(|&number| !matches!(self.games.get(number), Some(Some(_))))
            .collect()
    }

    /// How the match stands.
    #[must_use]
    pub fn standing(&self) -> Standing {
        Standing {
            tally: self.tally,
            estimate: Estimate::of(&Sample::pairs(self.tally.pentanomial)),
            margin: self.margins.average(),
            llr: self.sprt.map(|_| self.llr),
            decided: self.decided,
            complete: self.complete(),
        }
    }

    /// The games that count, in order.
    pub fn games(&self) -> impl Iterator<Item = &GameRecord> {
        self.games[..self.counted()].iter().flatten()
    }

    /// The games that count.
    #[must_use]
    pub fn into_games(mut self) -> Vec<GameRecord> {
        self.games.truncate(self.counted());
        self.games.into_iter().flatten().collect()
    }
}

/// How a match stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing {
    /// Results of the pairs that count.
    pub tally: Tally,
    /// What they say; `None` before the first.
    pub estimate: Option<Estimate>,
    /// The mean margin of a game ([`GameRecord::margin`]), A's view, with its standard error. The
    /// pair is the unit: the count is of pairs, those in which both margins are known. In a game of
    /// two seats and sum zero it is twice what A gets in a game.
    pub margin: Option<Average>,
    /// Where the sequential test stands, if there is one.
    pub llr: Option<f64>,
    /// What it has decided.
    pub decided: Option<Hypothesis>,
    /// Nothing is left to play.
    pub complete: bool,
}

impl Standing {
    /// What may be said of it.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match (self.llr, self.decided) {
            (None, _) => Verdict::of(self.complete, self.estimate.as_ref()),
            (Some(_), Some(hypothesis)) => Verdict::Accepted(hypothesis),
            (Some(_), None) if self.complete => Verdict::NotDecided,
            (Some(_), None) => Verdict::Running,
        }
    }
}

/// `+12 =3 -5, Elo +127 [+20, +260]`.
impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally {
            wins,
            draws,
            losses,
            ..
        } = self.tally;
        write!(f, "+{wins} ={draws} -{losses}")?;
        if let Some(Estimate { elo, low, high, .. }) = self.estimate {
            write!(f, ", Elo {elo:+.0} [{low:+.0}, {high:+.0}]")?;
        }
        match self.llr {
            Some(llr) => write!(f, ", LLR {llr:+.2}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Points, Reason, Side, Spent};

    fn game(number: usize, result: Points) -> GameRecord {
        GameRecord {
            number,
            opening: String::new(),
            first: if number.is_multiple_of(2) {
                Side::A
            } else {
                Side::B
            },
            moves: Vec::new(),
            result,
            reason: Reason::Rules,
            a: Spent::default(),
            b: Spent::default(),
            margin: None,
            stats: Vec::new(),
        }
    }

    #[test]
    fn only_whole_pairs_from_the_first_on_count() {
        let mut ledger = Ledger::new(6, None);
        ledger.add(game(2, Points::Win));
        ledger.add(game(3, Points::Win));
        ledger.add(game(1, Points::Draw));
        assert_eq!((ledger.standing().tally.games(), ledger.finished()), (0, 3));
        assert_eq!(ledger.missing(), [0, 4, 5]);
        ledger.add(game(0, Points::Loss));
        assert_eq!(ledger.standing().tally.pentanomial, [0, 1, 0, 0, 1]);
        assert!(!ledger.complete());
        for number in [4, 5, 6, 99] {
            ledger.add(game(number, Points::Draw));
        }
        assert!(ledger.complete() && ledger.missing().is_empty());
        assert!(ledger.games().map(|game| game.number).eq(0..6));
        assert_eq!(ledger.into_games().len(), 6);
    }

    /// The test stops at the same pair in whatever order games end, and what comes after does not
    /// count.
    #[test]
    fn the_stopping_point_does_not_depend_on_the_order() {
        let games: Vec<GameRecord> = (0..200)
            .map(|n| {
                game(
                    n,
                    if n % 7 == 0 {
                        Points::Draw
                    } else {
                        Points::Win
                    },
                )
            })
            .collect();
        let end = |order: &[usize]| {
            let mut ledger = Ledger::new(200, Some(Sprt::new(0.0, 100.0)));
            order.iter().for_each(|&n| ledger.add(games[n].clone()));
            (ledger.standing(), ledger.into_games().len())
        };
        let straight: Vec<usize> = (0..200).collect();
        let (standing, counted) = end(&straight);
        assert!(
            standing.decided == Some(Hypothesis::H1) && counted < 100,
            "{standing:?}"
        );
        let mut rng = gametree::rng::Rng::new(1);
        for _ in 0..20 {
            let mut order = straight.clone();
            rng.shuffle(&mut order);
            assert_eq!(end(&order), (standing, counted));
        }
    }
}
