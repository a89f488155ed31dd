//! Games that several tests play.
#![allow(dead_code, missing_docs, reason = "every test uses a part of them")]

use gametree::rng::mix;
use gametree::tree::TwoPlayerTree;
use gametree::{Bounds, Chance, Forced, Game, Keyed, Outcome, Payoffs, Player, TwoPlayer};

/// A tree whose leaves say only who won.
#[derive(Clone, Copy)]
pub struct Signs<'t>(pub TwoPlayerTree<'t>);

impl Game for Signs<'_> {
    type Move = u32;
    fn turn(&self) -> Player {
        self.0.turn()
    }
    fn moves(&self) -> impl Iterator<Item = u32> {
        self.0.moves()
    }
    fn play(&mut self, m: u32) {
        self.0.play(m);
    }
    fn outcome(&self) -> Option<Outcome> {
        match self.0.outcome()? {
            Outcome::Points(p) if p > 0 => Some(Outcome::Win(Player::FIRST)),
            Outcome::Points(p) if p < 0 => Some(Outcome::Win(Player::SECOND)),
            _ => Some(Outcome::Draw),
        }
    }
}

impl TwoPlayer for Signs<'_> {}
impl Forced for Signs<'_> {}
impl Keyed for Signs<'_> {
    fn key(&self) -> u64 {
        self.0.key()
    }
}

/// The n-square game: two tokens in a row of squares, each to reach the other's end; a token moves
/// to an adjacent empty square or jumps over the other one.
#[derive(Clone, Copy, Debug)]
pub struct Squares {
    pub n: i8,
    pub tokens: [i8; 2],
    pub turn: Player,
}

impl Squares {
    pub fn new(n: i8) -> Squares {
        Squares {
            n,
            tokens: [0, n - 1],
            turn: Player::FIRST,
        }
    }

    fn free(&self, square: i8) -> bool {
        (0..self.n).contains(&square) && !self.tokens.contains(&square)
    }
}

impl Game for Squares {
    type Move = i8;

    fn turn(&self) -> Player {
        self.turn
    }

    fn moves(&self) -> impl Iterator<Item = i8> {
        let (own, other) = (
            self.tokens[self.turn.0 as usize],
            self.tokens[1 - self.turn.0 as usize],
        );
        let reach = move |step: i8| {
            if own + step == other {
                own + 2 * step
            } else {
                own + step
            }
        };
        [1, -1]
            .into_iter()
            .map(reach)
            .filter(|&square| self.free(square))
    }

    fn play(&mut self, square: i8) {
        self.tokens[self.turn.0 as usize] = square;
        self.turn = self.turn.opponent();
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.tokens[0] == self.n - 1 {
            Some(Outcome::Win(Player::FIRST))
        } else if self.tokens[1] == 0 {
            Some(Outcome::Win(Player::SECOND))
        } else {
            None
        }
    }
}

impl TwoPlayer for Squares {}

impl Keyed for Squares {
    fn key(&self) -> u64 {
        mix(self.tokens[0] as u64 | (self.tokens[1] as u64) << 8 | u64::from(self.turn.0) << 16)
    }
}

impl Forced for Squares {}

/// Dice and moves on a field of numbers: both players add to a sum, which is what the first one has
/// in the end. What a move adds depends on the roll, and a little on what was played before. Rolls
/// of two equal dice are half as likely. The order of the moves played does not matter: there are
/// transpositions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiceField {
    seed: u64,
    moves: u32,
    faces: u32,
    plies: u32,
    sum: i64,
    roll: Option<u32>,
    /// A player has moved, and the dice are thrown next.
    thrown: bool,
}

impl DiceField {
    /// With so many moves in every position, and so many rolls of the dice.
    pub fn new(seed: u64, moves: u32, faces: u32) -> DiceField {
        DiceField {
            seed,
            moves,
            faces,
            plies: 0,
            sum: 0,
            roll: Some(0),
            thrown: true,
        }
    }

    fn worth(&self, m: u32) -> i64 {
        let roll = u64::from(self.roll.unwrap_or(0));
        let kind =
            mix(self.seed ^ mix(roll * 1000 + u64::from(m) + u64::from(self.plies) * 1_000_000));
        let mood = mix(kind ^ self.sum as u64);
        (kind % 100) as i64 + (mood % 30) as i64
    }

    /// The sum, and who has it.
    pub fn expected_payoff(&self, player: Player) -> f64 {
        let value = self.sum as f64 / 100.0;
        if player == Player::FIRST {
            value
        } else {
            -value
        }
    }
}

impl Game for DiceField {
    type Move = u32;

    fn turn(&self) -> Player {
        Player((self.plies % 2) as u8)
    }

    fn moves(&self) -> impl Iterator<Item = u32> {
        0..if self.thrown { self.moves } else { self.faces }
    }

    fn play(&mut self, m: u32) {
        if self.thrown {
            let worth = self.worth(m);
            self.sum += if self.turn() == Player::FIRST {
                worth
            } else {
                -worth
            };
            self.plies += 1;
        } else {
            self.roll = Some(m);
        }
        self.thrown = !self.thrown;
        if !self.thrown {
            self.roll = None;
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.plies == 40).then_some(Outcome::Points(self.sum as i32))
    }
}

impl Chance for DiceField {
    fn chances(&self) -> Option<impl Iterator<Item = (u32, f64)>> {
        let doubles = self.faces / 4;
        let parts = f64::from(2 * self.faces - doubles);
        (!self.thrown)
            .then(|| (0..self.faces).map(move |m| (m, if m < doubles { 1.0 } else { 2.0 } / parts)))
    }
}

impl Payoffs for DiceField {
    fn players(&self) -> u8 {
        2
    }

    fn payoff(&self, player: Player) -> f64 {
        self.expected_payoff(player)
    }

    fn bounds(&self) -> Bounds {
        Bounds::new(-26.0, 26.0)
    }
}

impl Keyed for DiceField {
    fn key(&self) -> u64 {
        let roll = self.roll.map_or(0, |roll| u64::from(roll) + 1);
        mix(mix(self.sum as u64 ^ u64::from(self.plies) << 48) ^ roll << 1 ^ u64::from(self.thrown))
    }
}
