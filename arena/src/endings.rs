//! How games ended, and whose fault it was.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::game::{GameRecord, Points, Reason};
use crate::table_record::TableRecord;

/// Games that a contender lost by its own fault.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Faults {
    /// Lost on time.
    pub time: u64,
    /// Lost by a move that is not legal.
    pub illegal: u64,
    /// Lost by a failure: a crash, or no move at all.
    pub failed: u64,
    /// The last one in words.
    pub last: Option<String>,
}

impl Faults {
    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.time + self.illegal + self.failed
    }

    fn add(&mut self, reason: &Reason) {
        match reason {
            Reason::Time => self.time += 1,
            Reason::IllegalMove(_) => self.illegal += 1,
            Reason::Failed(_) => self.failed += 1,
            _ => return,
        }
        self.last = Some(reason.to_string());
    }
}

/// How the games of a match or tournament ended.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Endings {
    /// How many games ended for each reason.
    pub reasons: BTreeMap<&'static str, u64>,
    /// The faults of each contender.
    pub faults: Vec<Faults>,
}

impl Endings {
    /// Of the games of a match: A's faults, then B's.
    #[must_use]
    pub fn of_match(games: &[GameRecord]) -> Endings {
        let mut endings = Endings::new(2);
        for game in games {
            let loser = usize::from(game.result != Points::Loss);
            endings.add(&game.reason, loser);
        }
        endings
    }

    /// Of the games of a tournament with this many contenders.
    #[must_use]
    pub fn of_tournament(games: &[TableRecord], contenders: usize) -> Endings {
        let mut endings = Endings::new(contenders);
        for game in games {
            let last = game.seats.iter().zip(&game.ranks).max_by_key(|seat| seat.1);
            if let Some((&loser, _)) = last {
                endings.add(&game.reason, loser);
            }
        }
        endings
    }

    fn new(contenders: usize) -> Endings {
        Endings {
            reasons: BTreeMap::new(),
            faults: vec![Faults::default(); contenders],
        }
    }

    fn add(&mut self, reason: &Reason, loser: usize) {
        *self.reasons.entry(reason.name()).or_default() += 1;
        self.faults[loser].add(reason);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Spent;

    #[test]
    fn the_loser_is_to_blame() {
        let game = |reason, seats: [usize; 2]| TableRecord {
            number: 0,
            opening: String::new(),
            seats: seats.into(),
            moves: Vec::new(),
            ranks: vec![1, 2],
            payoffs: None,
            reason,
            spent: vec![Spent::default(); 2],
            stats: Vec::new(),
        };
        let games = [
            game(Reason::Time, [0, 2]),
            game(Reason::IllegalMove("Ke9".into()), [2, 1]),
            game(Reason::Failed("it crashed".into()), [0, 2]),
            game(Reason::Rules, [2, 0]),
        ];
        let endings = Endings::of_tournament(&games, 3);
        let counts: Vec<u64> = endings.faults.iter().map(Faults::count).collect();
        assert_eq!(counts, [0, 1, 2]);
        assert_eq!(
            endings.faults[2].last.as_deref(),
            Some("failed: it crashed")
        );
        assert_eq!(endings.reasons["rules"], 1);
        assert_eq!(endings.reasons["time"], 1);
    }
}
