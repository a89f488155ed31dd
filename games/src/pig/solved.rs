//! Perfect play of Pig, by value iteration (Neller and Presser 2004).
//!
//! With `i` points of the mover's, `j` of the opponent's and the turn total `k`, the chance of
//! winning is
//!
//! ```text
//!   P(i, j, k) = max( roll: (1 − P(j, i, 0) + P(i, j, k + 2) + … + P(i, j, k + s)) / s,
//!                     hold: 1 − P(j, i + k, 0) )            1 where i + k ≥ target
//! ```
//!
//! Scores only grow: holding leads to a greater sum of scores. So the sums are settled from the
//! greatest down, and within one only (i, j) and (j, i) wait for each other, through P(i, j, 0) and
//! P(j, i, 0): given the one, the other follows by a pass over the turn totals, and repeating that
//! closes in on both.

use gametree::{Game, PayoffEvaluator, Player};

use super::{Move, Pig};
use crate::PositionError;

/// The chance of winning in every position of a game.
///
/// ```
/// use gametree_games::pig::{Pig, Solved};
/// use gametree::Player;
/// let piglet = Pig::new(2, 4).unwrap();
/// let solved = Solved::new(&piglet).unwrap();
/// assert!((solved.wins(&piglet, Player::FIRST).unwrap() - 4.0 / 7.0).abs() < 1e-12);
/// ```
#[derive(Clone, Debug)]
pub struct Solved {
    sides: u8,
    target: u16,
    /// By i and j: where the values for k = 0, 1, … stand.
    starts: Vec<u32>,
    values: Vec<f64>,
}

/// Two rounds that differ by less have met.
const MET: f64 = 1e-15;

impl Solved {
    /// How many states it holds.
    #[must_use]
    pub fn states(&self) -> usize {
        self.values.len()
    }

    /// The greatest target that is solved: millions of positions.
    pub const MOST_POINTS: u16 = 250;

    /// Solves the game with the rules of this position.
    pub fn new(rules: &Pig) -> Result<Solved, PositionError> {
        let (sides, target) = (rules.sides, rules.target);
        if target > Solved::MOST_POINTS {
            let most = Solved::MOST_POINTS;
            return Err(PositionError(format!(
                "Pig to {target} points is not solved here; to {most} it is"
            )));
        }
        let points = usize::from(target);
        let mut starts = Vec::with_capacity(points * points);
        let mut size = 0;
        for i in 0..points {
            for _ in 0..points {
                starts.push(size as u32);
                size += points - i;
            }
        }
        let mut solved = Solved {
            sides,
            target,
            starts,
            values: vec![0.5; size],
        };
        for sum in (0..2 * points - 1).rev() {
            for i in sum.saturating_sub(points - 1)..=sum / 2 {
                solved.settle(i, sum - i);
            }
        }
        Ok(solved)
    }

    /// Settles (i, j) and (j, i), where all greater sums are settled.
    fn settle(&mut self, i: usize, j: usize) {
        loop {
            let before = [self.at(i, j, 0), self.at(j, i, 0)];
            self.pass(i, j);
            self.pass(j, i);
            let after = [self.at(i, j, 0), self.at(j, i, 0)];
            if before.iter().zip(after).all(|(a, b)| (a - b).abs() <= MET) {
                return;
            }
        }
    }

    /// All turn totals of (i, j), the greatest first.
    fn pass(&mut self, i: usize, j: usize) {
        for k in (0..usize::from(self.target) - i).rev() {
            let value = self
                .roll(i, j, k)
                .max(if k > 0 { self.hold(i, j, k) } else { 0.0 });
            let start = self.start(i, j);
            self.values[start + k] = value;
        }
    }

    fn roll(&self, i: usize, j: usize, k: usize) -> f64 {
        let sides = usize::from(self.sides);
        let kept: f64 = (2..=sides).map(|side| self.at(i, j, k + side)).sum();
        (1.0 - self.at(j, i, 0) + kept) / sides as f64
    }

    fn hold(&self, i: usize, j: usize, k: usize) -> f64 {
        1.0 - self.at(j, i + k, 0)
    }

    fn start(&self, i: usize, j: usize) -> usize {
        self.starts[i * usize::from(self.target) + j] as usize
    }

    /// P(i, j, k).
    fn at(&self, i: usize, j: usize, k: usize) -> f64 {
        if i + k >= usize::from(self.target) {
            1.0
        } else {
            self.values[self.start(i, j) + k]
        }
    }

    fn solves(&self, position: &Pig) -> bool {
        (self.sides, self.target) == (position.sides, position.target)
    }

    /// Scores as the mover sees them, and the turn total.
    fn state(position: &Pig) -> (usize, usize, usize) {
        let mover = position.turn;
        let score = |player| usize::from(position.score(player));
        (
            score(mover),
            score(mover.opponent()),
            usize::from(position.total),
        )
    }

    /// The chance that a player wins if both play perfectly; `None` where the position has other
    /// rules.
    #[must_use]
    pub fn wins(&self, position: &Pig, player: Player) -> Option<f64> {
        if !self.solves(position) {
            return None;
        }
        let (i, j, k) = Solved::state(position);
        let mover = match (position.outcome(), position.rolling) {
            (None, true) => self.roll(i, j, k),
            _ => self.at(i, j, k),
        };
        Some(if player == position.turn {
            mover
        } else {
            1.0 - mover
        })
    }

    /// What the mover does in perfect play; `None` where there is nothing to decide, or the
    /// position has other rules. Of equals, they hold.
    #[must_use]
    pub fn best(&self, position: &Pig) -> Option<Move> {
        if !self.solves(position) || position.rolling || position.outcome().is_some() {
            return None;
        }
        let (i, j, k) = Solved::state(position);
        Some(if k > 0 && self.hold(i, j, k) >= self.roll(i, j, k) {
            Move::Hold
        } else {
            Move::Roll
        })
    }
}

/// The perfect evaluator of the win. (For points, and by other rules, an even game.)
impl PayoffEvaluator<Pig> for Solved {
    fn expected_payoff(&self, position: &Pig, player: Player) -> f64 {
        let first = self.wins(position, Player::FIRST).unwrap_or(0.5);
        let value = position.stake(first);
        if player == Player::FIRST {
            value
        } else {
            -value
        }
    }
}
