//! Who meets whom, and in which seats.
//!
//! Of two seats a round is a *round robin*: every two contenders meet once; or a *gauntlet*: the
//! first contender meets every other one. Of more, the contenders
//! are written down in an order drawn for the round, over and over, and cut into tables until it
//! comes out even:
//!
//! ```text
//!   4 contenders, 3 seats, order 2 0 3 1:     2 0 3 | 1 2 0 | 3 1 2 | 0 3 1
//! ```
//!
//! Every table plays as many games as it has seats, each time moved on by one: `2 0 3`, `0 3 2`, `3
//! 2 0`.
//!
//! Invariants: no contender sits twice at a table; in every round all sit equally often in every
//! seat, with the luck and opening of their tables once in each seat.

use gametree::rng::{Rng, mix};

/// How tables are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// How many contenders there are; not fewer than seats.
    pub contenders: usize,
    /// How many sit at a table; two or more.
    pub seats: usize,
    /// The seed of the draws.
    pub seed: u64,
    /// Of two seats: only the first contender meets all others (a *gauntlet*).
    pub gauntlet: bool,
}

impl Schedule {
    /// The tables of a round, each with its contenders in the order of the first game's seats.
    ///
    /// ```
    /// use gametree_arena::schedule::Schedule;
    /// let tables = Schedule { contenders: 4, seats: 3, seed: 1, gauntlet: false }.round(0);
    /// assert_eq!(tables.len(), 4);
    /// assert!((0..4).all(|who| tables.iter().filter(|table| table.contains(&who)).count() == 3));
    /// ```
    #[must_use]
    pub fn round(&self, round: usize) -> Vec<Vec<usize>> {
        let Schedule {
            contenders,
            seats,
            seed,
            gauntlet,
        } = *self;
        let mut rng = Rng::new(mix(mix(seed ^ DRAW).wrapping_add(round as u64)));
        let mut order: Vec<usize> = (0..contenders).collect();
        rng.shuffle(&mut order);
        if seats == 2 {
            let mut pairs = round_robin(&order);
            pairs.retain(|pair| !gauntlet || pair.contains(&0));
            rng.shuffle(&mut pairs);
            return pairs;
        }
        let table = |number: usize| {
            (0..seats)
                .map(|seat| order[(number * seats + seat) % contenders])
                .collect()
        };
        (0..self.tables()).map(table).collect()
    }

    /// How many tables a round has.
    #[must_use]
    pub fn tables(&self) -> usize {
        match self.seats {
            2 if self.gauntlet => self.contenders.saturating_sub(1),
            2 => self.contenders * self.contenders.saturating_sub(1) / 2,
            seats => self.contenders / divisor(self.contenders, seats).max(1),
        }
    }
}

/// Keeps the draws apart from luck and from the seeds of contenders.
const DRAW: u64 = 0x7461_626c_6573_2e2e;

/// All pairs; who begins alternates along the order, so that it changes from round to round.
fn round_robin(order: &[usize]) -> Vec<Vec<usize>> {
    let pairs = (0..order.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
    pairs
        .map(|(i, j)| {
            if (i + j) % 2 == 0 { [i, j] } else { [j, i] }
                .map(|at| order[at])
                .to_vec()
        })
        .collect()
}

/// The greatest common divisor (Euclid).
fn divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { divisor(b, a % b) }
}

/// The seats of a table's game of this number.
#[must_use]
pub fn rotated(table: &[usize], game: usize) -> Vec<usize> {
    (0..table.len())
        .map(|seat| table[(seat + game) % table.len()])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, HashSet};

    #[test]
    fn everybody_sits_equally_often_in_every_seat() {
        for seats in 2..=6 {
            for contenders in seats..=9 {
                let schedule = Schedule {
                    contenders,
                    seats,
                    seed: 3,
                    gauntlet: false,
                };
                let mut counts: HashMap<(usize, usize), usize> = HashMap::new();
                let tables = schedule.round(1);
                assert_eq!(tables.len(), schedule.tables());
                for table in &tables {
                    assert_eq!(
                        table.iter().collect::<HashSet<_>>().len(),
                        seats,
                        "{table:?}"
                    );
                    for game in 0..seats {
                        let sat = rotated(table, game).into_iter().enumerate();
                        sat.for_each(|place| *counts.entry(place).or_default() += 1);
                    }
                }
                assert_eq!(counts.len(), seats * contenders);
                let each: HashSet<usize> = counts.into_values().collect();
                assert_eq!(
                    each.len(),
                    1,
                    "{contenders} contenders, {seats} seats: {each:?}"
                );
            }
        }
    }

    #[test]
    fn two_seats_are_a_round_robin() {
        for round in 0..5 {
            let tables = Schedule {
                contenders: 6,
                seats: 2,
                seed: 9,
                gauntlet: false,
            }
            .round(round);
            let pairs: HashSet<[usize; 2]> = tables
                .iter()
                .map(|table| [table[0].min(table[1]), table[0].max(table[1])])
                .collect();
            assert_eq!((tables.len(), pairs.len()), (15, 15));
        }
    }

    /// In many rounds all meet all, and the seed decides.
    #[test]
    fn tables_are_mixed() {
        let schedule = Schedule {
            contenders: 8,
            seats: 4,
            seed: 1,
            gauntlet: false,
        };
        let tables: Vec<Vec<usize>> = (0..30).flat_map(|round| schedule.round(round)).collect();
        for one in 0..8 {
            for two in 0..one {
                assert!(
                    tables
                        .iter()
                        .any(|table| table.contains(&one) && table.contains(&two))
                );
            }
        }
        assert_eq!(schedule.round(4), schedule.round(4));
        assert!((0..5).any(|seed| Schedule { seed, ..schedule }.round(4) != schedule.round(4)));
    }

    #[test]
    fn in_a_gauntlet_the_first_meets_every_other_one() {
        let schedule = Schedule {
            contenders: 5,
            seats: 2,
            seed: 4,
            gauntlet: true,
        };
        for round in 0..5 {
            let tables = schedule.round(round);
            assert_eq!((tables.len(), schedule.tables()), (4, 4));
            let met: HashSet<usize> = tables.iter().map(|table| table[0].max(table[1])).collect();
            assert!(tables.iter().all(|table| table.contains(&0)) && met.len() == 4);
        }
    }
}
