//! Pig (Scarne 1945; Knizia 1999): roll a die as often as you dare. A 1 loses what the turn has
//! brought, every other side is added to it; a player who holds keeps it. The first to reach the
//! target wins.
//!
//! ```text
//! first   37 #######.............
//! second  52 ##########..........
//! turn     8, second to move: roll or hold
//! ```
//!
//! With dice of any number of sides and any target: two sides and target 20 are Piglet, played with
//! a coin. A turn begins with a roll, since holding nothing is no move; and it ends when score and
//! turn total reach the target together, since then there is nothing left to dare. How to play is
//! known ([`Solved`], Neller and Presser 2004); the game itself does not use it, so that searches
//! have something to find.
//!
//! ```
//! use gametree::{PayoffSearch, Limits, expectiminimax::Expectiminimax};
//! use gametree_games::pig::{Lead, Move, Pig};
//! let pig = Pig::new(3, 100).unwrap().for_points();
//! let report = Expectiminimax { evaluator: Lead }.search_payoffs(&pig, &Limits::depth(2));
//! assert!((report.values[0] - 5.0 / 3.0).abs() < 1e-12 && report.best() == Some(Move::Roll));
//! ```

mod drawn;
mod guess;
mod solved;
mod text;

use gametree::erased::PackedMoves;
use gametree::rng::mix;
use gametree::{Bounds, Chance, Game, Keyed, Outcome, PayoffEvaluator, Payoffs, Player};

pub use guess::WinGuess;
pub use solved::Solved;

use crate::PositionError;

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pig {
    sides: u8,
    points: bool,
    target: u16,
    scores: [u16; 2],
    total: u16,
    turn: Player,
    /// The die is in the air.
    rolling: bool,
}

/// What a player decides, or the die.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// The player rolls.
    Roll,
    /// The player keeps what the turn has brought.
    Hold,
    /// The die shows this side.
    Side(u8),
}

impl Pig {
    /// The most sides of a die.
    pub const MOST_SIDES: u8 = 100;
    /// The greatest target.
    pub const MOST_POINTS: u16 = 1000;

    /// The start of a game with a die of this many sides (at least 2) to this many points (at least
    /// 1).
    pub fn new(sides: u8, target: u16) -> Result<Pig, PositionError> {
        if !(2..=Pig::MOST_SIDES).contains(&sides) {
            let most = Pig::MOST_SIDES;
            return Err(PositionError(format!(
                "a die of {sides} sides; Pig is played here with 2 to {most}"
            )));
        }
        if !(1..=Pig::MOST_POINTS).contains(&target) {
            let most = Pig::MOST_POINTS;
            return Err(PositionError(format!(
                "a target of {target} points; 1 to {most} are possible"
            )));
        }
        let (scores, turn) = ([0, 0], Player::FIRST);
        Ok(Pig {
            sides,
            points: false,
            target,
            scores,
            total: 0,
            turn,
            rolling: false,
        })
    }

    /// The same, played for points: the winner gets as many as they are ahead, rather than 1.
    #[must_use]
    pub fn for_points(self) -> Pig {
        Pig {
            points: true,
            ..self
        }
    }

    /// The sides of the die.
    #[must_use]
    pub fn sides(&self) -> u8 {
        self.sides
    }

    /// The points that win.
    #[must_use]
    pub fn target(&self) -> u16 {
        self.target
    }

    /// What the players have banked, the first one first.
    #[must_use]
    pub fn scores(&self) -> [u16; 2] {
        self.scores
    }

    /// What the turn has brought so far.
    #[must_use]
    pub fn turn_total(&self) -> u16 {
        self.total
    }

    /// Whether the die is in the air.
    #[must_use]
    pub fn is_rolling(&self) -> bool {
        self.rolling
    }

    /// What a player has banked.
    #[must_use]
    pub fn score(&self, player: Player) -> u16 {
        self.scores[usize::from(player.0 & 1)]
    }

    /// How far the first player is ahead, the mover's turn total counted.
    fn lead(&self) -> i32 {
        let sign = if self.turn == Player::FIRST { 1 } else { -1 };
        i32::from(self.scores[0]) - i32::from(self.scores[1]) + sign * i32::from(self.total)
    }

    /// The other player's turn begins.
    fn pass_on(&mut self) {
        self.total = 0;
        self.turn = self.turn.opponent();
    }

    /// What the first player wins if they win with this probability.
    fn stake(&self, probability: f64) -> f64 {
        let unit = if self.points {
            f64::from(self.target)
        } else {
            1.0
        };
        (2.0 * probability - 1.0) * unit
    }
}

/// Six sides, a hundred points.
impl Default for Pig {
    fn default() -> Pig {
        let (scores, turn) = ([0, 0], Player::FIRST);
        Pig {
            sides: 6,
            points: false,
            target: 100,
            scores,
            total: 0,
            turn,
            rolling: false,
        }
    }
}

impl Game for Pig {
    type Move = Move;

    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self) -> impl Iterator<Item = Move> {
        let (roll, hold) = (!self.rolling, !self.rolling && self.total > 0);
        let sides = 1..=if self.rolling { self.sides } else { 0 };
        roll.then_some(Move::Roll)
            .into_iter()
            .chain(hold.then_some(Move::Hold))
            .chain(sides.map(Move::Side))
    }

    fn play(&mut self, m: Move) {
        match m {
            Move::Roll => self.rolling = true,
            Move::Hold => {
                self.scores[usize::from(self.turn.0 & 1)] += self.total;
                self.pass_on();
            }
            Move::Side(side) => {
                self.rolling = false;
                if side == 1 {
                    self.pass_on()
                } else {
                    self.total += u16::from(side)
                }
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let reached = self.score(self.turn) + self.total >= self.target;
        reached.then(|| {
            if self.points {
                Outcome::Points(self.lead())
            } else {
                Outcome::Win(self.turn)
            }
        })
    }
}

impl PackedMoves for Pig {
    #[inline]
    fn pack(m: Move) -> u64 {
        match m {
            Move::Roll => 0,
            Move::Hold => 1,
            Move::Side(side) => 2 + u64::from(side),
        }
    }

    #[inline]
    fn unpack(code: u64) -> Move {
        match code {
            0 => Move::Roll,
            1 => Move::Hold,
            _ => Move::Side((code - 2) as u8),
        }
    }
}

impl Chance for Pig {
    fn chances(&self) -> Option<impl Iterator<Item = (Move, f64)>> {
        let probability = 1.0 / f64::from(self.sides);
        self.rolling
            .then(|| (1..=self.sides).map(move |side| (Move::Side(side), probability)))
    }
}

impl Payoffs for Pig {
    fn players(&self) -> u8 {
        2
    }

    fn payoff(&self, player: Player) -> f64 {
        let won = if self.turn == Player::FIRST {
            1.0
        } else {
            -1.0
        };
        let first = if self.points {
            f64::from(self.lead())
        } else {
            won
        };
        if player == Player::FIRST {
            first
        } else {
            -first
        }
    }

    /// No player has more than the target and what the last roll brings beyond it.
    fn bounds(&self) -> Bounds {
        let most = if self.points {
            f64::from(self.target - 1 + u16::from(self.sides))
        } else {
            1.0
        };
        Bounds::new(-most, most)
    }

    fn sum(&self) -> Option<f64> {
        Some(0.0)
    }
}

impl Keyed for Pig {
    fn key(&self) -> u64 {
        let fields = [
            (u64::from(self.sides), 7),
            (u64::from(self.target), 10),
            (u64::from(self.scores[0]), 11),
            (u64::from(self.scores[1]), 11),
            (u64::from(self.total), 11),
            (u64::from(self.turn.0), 1),
            (u64::from(self.rolling), 1),
            (u64::from(self.points), 1),
        ];
        mix(fields
            .into_iter()
            .fold(1, |key, (value, bits)| key << bits | value))
    }
}

/// The natural evaluator: how many points the first player is ahead, the mover's turn total counted;
/// where the game is played for the win, as a part of the target.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lead;

impl PayoffEvaluator<Pig> for Lead {
    fn expected_payoff(&self, position: &Pig, player: Player) -> f64 {
        let unit = if position.points {
            1.0
        } else {
            f64::from(position.target)
        };
        let first = f64::from(position.lead()) / unit;
        if player == Player::FIRST {
            first
        } else {
            -first
        }
    }
}
