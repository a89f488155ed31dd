//! A payoff for each player, without heap memory for as many players as games usually have.

use std::ops::{Deref, DerefMut};

use crate::game::{Bounds, Payoffs, Player};

/// This many players are kept without the heap.
const FEW: usize = 16;

/// A real number for each player.
///
/// ```
/// use gametree::{Player, vector::Vector};
/// let mut sum = Vector::new(3, |_| 0.0);
/// sum.add(0.5, &Vector::new(3, |Player(p)| f64::from(p)));
/// assert_eq!(sum[..], [0.0, 0.5, 1.0]);
/// assert_eq!(sum.of(Player(2)), 1.0);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Vector(Kept);

#[derive(Clone, PartialEq, Debug)]
enum Kept {
    Few(u8, [f64; FEW]),
    Many(Vec<f64>),
}

impl Vector {
    /// A number for each of this many players.
    #[inline]
    #[must_use]
    pub fn new(players: u8, mut value: impl FnMut(Player) -> f64) -> Vector {
        if usize::from(players) > FEW {
            return Vector(Kept::Many((0..players).map(|p| value(Player(p))).collect()));
        }
        let mut few = [0.0; FEW];
        (0..players).for_each(|p| few[usize::from(p)] = value(Player(p)));
        Vector(Kept::Few(players, few))
    }

    /// What the players get at the end of a game.
    #[inline]
    #[must_use]
    pub fn payoffs<G: Payoffs>(position: &G) -> Vector {
        Vector::new(position.players(), |player| position.payoff(player))
    }

    /// A player's number, 0 for one who does not play.
    #[inline]
    #[must_use]
    pub fn of(&self, player: Player) -> f64 {
        self.get(usize::from(player.0)).copied().unwrap_or(0.0)
    }

    /// Adds a part of another vector, as chance does.
    #[inline]
    pub fn add(&mut self, part: f64, other: &Vector) {
        self.iter_mut()
            .zip(other.iter())
            .for_each(|(value, other)| *value += part * other);
    }
}

impl Deref for Vector {
    type Target = [f64];

    #[inline]
    fn deref(&self) -> &[f64] {
        match &self.0 {
            Kept::Few(players, few) => &few[..usize::from(*players).min(FEW)],
            Kept::Many(many) => many,
        }
    }
}

impl DerefMut for Vector {
    #[inline]
    fn deref_mut(&mut self) -> &mut [f64] {
        match &mut self.0 {
            Kept::Few(players, few) => &mut few[..usize::from(*players).min(FEW)],
            Kept::Many(many) => many,
        }
    }
}

/// What a game promises of its payoffs, as it holds for each player.
///
/// Where two play for a constant sum, the bounds are the first player's, and the second's are what
/// they leave them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Promises {
    /// How many play.
    pub players: u8,
    /// What all payoffs sum to, where that is always the same.
    pub sum: Option<f64>,
    bounds: Bounds,
}

impl Promises {
    /// A game's.
    #[must_use]
    pub fn of<G: Payoffs>(game: &G) -> Promises {
        Promises {
            players: game.players(),
            sum: game.sum(),
            bounds: game.bounds(),
        }
    }

    /// The least and the most that a player can get.
    #[inline]
    #[must_use]
    pub fn bounds(&self, player: Player) -> Bounds {
        match (self.players, player, self.sum) {
            (2, Player::SECOND, Some(sum)) => {
                Bounds::new(sum - self.bounds.high, sum - self.bounds.low)
            }
            _ => self.bounds,
        }
    }

    /// Estimates made to keep the promises: within the bounds, and with the sum. If they sum to too
    /// much, all players give up the same part of what they have above their least; if to too
    /// little, all gain the same part of what they lack to their most.
    ///
    /// ```
    /// use gametree::{Player, tree::Tree, vector::{Promises, Vector}, Bounds};
    /// let tree: Tree = "(p1 [1 2 6] [4 2 3])".parse().unwrap();
    /// let tree = tree.bounded(Bounds::new(0.0, 9.0)).unwrap();
    /// let kept = Promises::of(&tree.root()).keep(Vector::new(3, |Player(p)| [9.0, 9.0, -5.0][usize::from(p)]));
    /// assert_eq!(kept[..], [4.5, 4.5, 0.0]);
    /// ```
    #[must_use]
    pub fn keep(&self, mut values: Vector) -> Vector {
        for (p, value) in (0..).map(Player).zip(values.iter_mut()) {
            let Bounds { low, high } = self.bounds(p);
            *value = value.max(low).min(high);
        }
        let Some(sum) = self.sum else {
            return values;
        };
        if self.players == 2 {
            values[1] = sum - values[0];
            return values;
        }
        let now: f64 = values.iter().sum();
        if (now - sum).abs() > 1e-9 * (1.0 + sum.abs()) {
            self.balance(&mut values, sum - now);
        }
        values
    }

    /// Adds `missing` in all.
    fn balance(&self, values: &mut [f64], missing: f64) {
        let end = if missing > 0.0 {
            self.bounds.high
        } else {
            self.bounds.low
        };
        let away: f64 = values.iter().map(|value| end - value).sum();
        let each = missing / values.len() as f64;
        for value in values {
            *value += if end.is_finite() && away != 0.0 {
                missing * (end - *value) / away
            } else {
                each
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn promises(players: u8, sum: Option<f64>, low: f64, high: f64) -> Promises {
        Promises {
            players,
            sum,
            bounds: Bounds::new(low, high),
        }
    }

    #[test]
    fn many_players_are_kept_as_few_are() {
        for players in [1, 2, 16, 17, 255] {
            let values = Vector::new(players, |Player(p)| f64::from(p));
            assert_eq!(values.len(), usize::from(players));
            assert_eq!(values.of(Player(players - 1)), f64::from(players - 1));
            let mut sum = values.clone();
            sum.add(2.0, &values);
            assert!(
                sum.iter()
                    .zip(values.iter())
                    .all(|(sum, value)| *sum == 3.0 * value)
            );
        }
        assert_eq!(Vector::new(2, |_| 1.0).of(Player(2)), 0.0);
    }

    #[test]
    fn estimates_keep_bounds_and_sum() {
        let mut rng = crate::rng::Rng::new(3);
        let infinite = (f64::NEG_INFINITY, f64::INFINITY);
        for (low, high, sum) in [
            (0.0, 1.0, 1.0),
            (-7.0, 0.0, -7.0),
            (infinite.0, infinite.1, 5.0),
            (0.0, 2.0, 6.0),
        ] {
            let promises = promises(3, Some(sum), low, high);
            for _ in 0..1000 {
                let kept = promises.keep(Vector::new(3, |_| 20.0 * rng.unit() - 10.0));
                assert!((kept.iter().sum::<f64>() - sum).abs() < 1e-9, "{kept:?}");
                assert!(
                    kept.iter()
                        .all(|&value| value >= low - 1e-9 && value <= high + 1e-9),
                    "{kept:?}"
                );
            }
        }
        let free = promises(3, None, 0.0, 1.0)
            .keep(Vector::new(3, |Player(p)| [5.0, f64::NAN, 0.5][p as usize]));
        assert_eq!(free[..], [1.0, 0.0, 0.5]);
    }

    #[test]
    fn the_second_of_two_gets_what_the_first_leaves() {
        let promises = promises(2, Some(0.0), -5.0, -1.0);
        assert_eq!(promises.bounds(Player::SECOND), Bounds::new(1.0, 5.0));
        assert_eq!(promises.keep(Vector::new(2, |_| 3.0))[..], [-1.0, 1.0]);
    }
}
