//! One game of a tournament, as it is saved.

use serde::{Deserialize, Serialize};

use crate::game::{Reason, Spent};
use crate::game_loop::{End, Played};
use crate::journal::Entry;
use crate::move_stats::MoveStats;

/// A finished game of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TableRecord {
    /// Its number in the tournament, from 0.
    pub number: usize,
    /// The opening's name.
    pub opening: String,
    /// Who sat in each seat.
    pub seats: Vec<usize>,
    /// The moves after the opening, those of chance among them.
    pub moves: Vec<String>,
    /// The rank of each seat: 1 and as many more as got a higher payoff. Who fails or breaks the
    /// rules is last, and the others tie.
    pub ranks: Vec<u32>,
    /// What each seat got; `None` where the game did not end by its rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payoffs: Option<Vec<f64>>,
    /// Why it ended.
    pub reason: Reason,
    /// What each seat spent.
    pub spent: Vec<Spent>,
    /// What was spent on each move and said of it; empty in journals from before it was recorded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stats: Vec<MoveStats>,
}

impl Entry for TableRecord {
    const SCHEMA: &'static str = "gametree.tournament-journal/1";

    fn number(&self) -> usize {
        self.number
    }
}

impl TableRecord {
    /// The record of a game that began at an opening of this name, with these seats.
    pub(crate) fn of(
        number: usize,
        (opening, seats): (String, Vec<usize>),
        played: Played,
    ) -> TableRecord {
        let all = seats.len();
        let Played {
            moves,
            end,
            spent,
            stats,
        } = played;
        let (standing, payoffs, reason) = match end {
            End::Payoffs(payoffs) => {
                let told = payoffs
                    .iter()
                    .all(|payoff| payoff.is_finite())
                    .then(|| payoffs.clone());
                (payoffs, told, Reason::Rules)
            }
            End::TooLong => (vec![0.0; all], None, Reason::MaxPlies),
            End::Adjudicated(sign, reason) => (known(sign, all), None, reason),
            End::Forfeit(who, reason) => (
                (0..all)
                    .map(|seat| if seat == who { -1.0 } else { 0.0 })
                    .collect(),
                None,
                reason,
            ),
        };
        TableRecord {
            number,
            opening,
            seats,
            moves,
            ranks: ranks(&standing),
            payoffs,
            reason,
            spent,
            stats,
        }
    }
}

/// What each seat gets where the sign of the first one's result is known.
fn known(sign: i32, seats: usize) -> Vec<f64> {
    let sign = f64::from(sign);
    (0..seats)
        .map(|seat| if seat == 0 { sign } else { -sign })
        .collect()
}

/// 1 and as many more as have more. What is no number is less than any.
fn ranks(payoffs: &[f64]) -> Vec<u32> {
    let payoff = |&payoff: &f64| {
        if payoff.is_nan() {
            f64::NEG_INFINITY
        } else {
            payoff
        }
    };
    let better = |own: &f64| {
        payoffs
            .iter()
            .filter(|other| payoff(other) > payoff(own))
            .count() as u32
    };
    payoffs.iter().map(|own| 1 + better(own)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_who_has_more() {
        assert_eq!(ranks(&[3.0, 1.0, 3.0, 2.0]), [1, 4, 1, 3]);
        assert_eq!(ranks(&[f64::NAN, f64::NEG_INFINITY, 0.0]), [2, 2, 1]);
        assert_eq!(ranks(&[0.0, -0.0]), [1, 1]);
    }

    #[test]
    fn who_fails_is_last_and_nobody_else_is_better() {
        let failed = Reason::Failed("it broke".into());
        let end = End::Forfeit(1, failed.clone());
        let played = Played {
            moves: Vec::new(),
            end,
            spent: vec![Spent::default(); 3],
            stats: Vec::new(),
        };
        let game = TableRecord::of(4, ("start".into(), vec![7, 5, 6]), played);
        assert_eq!(
            (game.ranks, game.payoffs, game.reason),
            (vec![1, 3, 1], None, failed)
        );
    }
}
