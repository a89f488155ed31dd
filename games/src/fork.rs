//! Two roads (Russell and Norvig, *Artificial Intelligence: A Modern Approach*): where averaging
//! over clairvoyance goes wrong.
//!
//! ```text
//!   road A ──▶ a small heap of gold: 1              behind one side of the fork lies a big heap: 3, behind the
//!                                                   other waits a bus: −5; which, a coin has decided
//!   road B ──▶ fork ──┬─ left
//!                     └─ right                      what a clairvoyant sees in every world: A 1, B 3
//!                                                   the truth for one who does not know the side: A 1, B −1
//! ```
//!
//! In each world alone road B is right: the traveller would know the side. So a search that solves
//! worlds one by one and averages ([`gametree::pimc`]) takes it, and is run over half of the time.
//! It believes that it may choose *different* moves in worlds that it cannot tell apart: *strategy
//! fusion* (Frank and Basin 1998). Searches over information sets ([`gametree::ismcts`],
//! [`gametree::cfr`]) take road A.
//!
//! With a *sign* at the fork that shows the side, all of them take road B, and are right.
//!
//! The second player, who pays, never moves.

use std::fmt;
use std::str::FromStr;

use gametree::erased::PackedMoves;
use gametree::rng::mix;
use gametree::{Bounds, Chance, Drawn, Game, Hidden, Keyed, Notation, Outcome, Payoffs, Player};

use crate::PositionError;

/// What lies on the roads: the small heap, the big heap and the bus.
pub const GOLD: i32 = 1;
/// The big heap, behind one side of the fork.
pub const BIG: i32 = 3;
/// The bus, behind the other.
pub const BUS: i32 = -5;

/// A move of the coin's or the traveller's, or what they read on the sign.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Way {
    /// To the small heap.
    A,
    /// To the fork.
    B,
    /// Left at the fork; as the coin's move: there lies the big heap.
    Left,
    /// Right at the fork; as the coin's move: there lies the big heap.
    Right,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Fork {
    /// A sign at the fork shows the side.
    sign: bool,
    /// Where the big heap lies, once the coin has decided.
    heap: Option<Way>,
    road: Option<Way>,
    side: Option<Way>,
}

impl Fork {
    /// Before the coin is thrown. No sign.
    #[must_use]
    pub fn new() -> Fork {
        Fork::default()
    }

    /// The same with a sign at the fork.
    #[must_use]
    pub fn with_sign(self) -> Fork {
        Fork { sign: true, ..self }
    }

    fn result(&self) -> Option<i32> {
        match (self.road, self.side) {
            (Some(Way::A), _) => Some(GOLD),
            (_, Some(side)) => Some(if self.heap == Some(side) { BIG } else { BUS }),
            _ => None,
        }
    }

    fn options(&self) -> [Way; 2] {
        if self.heap.is_some() && self.road.is_none() {
            [Way::A, Way::B]
        } else {
            [Way::Left, Way::Right]
        }
    }
}

impl Game for Fork {
    type Move = Way;

    fn turn(&self) -> Player {
        Player::FIRST
    }

    fn moves(&self) -> impl Iterator<Item = Way> {
        self.options().into_iter()
    }

    fn play(&mut self, way: Way) {
        let place = match (self.heap, self.road) {
            (None, _) => &mut self.heap,
            (_, None) => &mut self.road,
            _ => &mut self.side,
        };
        *place = Some(way);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result().map(Outcome::Points)
    }
}

/// A story, not a board.
impl Drawn for Fork {}

impl PackedMoves for Fork {
    #[inline]
    fn pack(m: Way) -> u64 {
        m as u64
    }

    #[inline]
    fn unpack(code: u64) -> Way {
        match code {
            0 => Way::A,
            1 => Way::B,
            2 => Way::Left,
            _ => Way::Right,
        }
    }
}

impl Chance for Fork {
    fn chances(&self) -> Option<impl Iterator<Item = (Way, f64)>> {
        self.heap
            .is_none()
            .then(|| self.options().into_iter().map(|way| (way, 0.5)))
    }
}

impl Payoffs for Fork {
    fn players(&self) -> u8 {
        2
    }

    fn payoff(&self, player: Player) -> f64 {
        let gold = f64::from(self.result().unwrap_or(0));
        if player == Player::FIRST { gold } else { -gold }
    }

    fn bounds(&self) -> Bounds {
        Bounds::new(f64::from(BUS), f64::from(-BUS))
    }

    fn sum(&self) -> Option<f64> {
        Some(0.0)
    }
}

/// The traveller sees their own ways, and the sign when they stand at it; the one who pays sees
/// everything.
impl Hidden for Fork {
    type Seen = Way;

    fn view(&self, player: Player) -> Vec<Way> {
        let paid = player != Player::FIRST;
        let at_sign = self.sign && self.road == Some(Way::B);
        let first = self.heap.filter(|_| paid);
        let sign = self.heap.filter(|_| !paid && at_sign);
        [first, self.road, sign, self.side]
            .into_iter()
            .flatten()
            .collect()
    }

    fn beginning(&self) -> Fork {
        Fork {
            sign: self.sign,
            ..Fork::new()
        }
    }
}

impl Keyed for Fork {
    fn key(&self) -> u64 {
        let code = |way: Option<Way>| way.map_or(0, |way| way as u64 + 1);
        let ways = code(self.heap) | code(self.road) << 3 | code(self.side) << 6;
        mix(ways | u64::from(self.sign) << 9 | 1 << 10)
    }
}

fn word(way: Way) -> &'static str {
    match way {
        Way::A => "A",
        Way::B => "B",
        Way::Left => "left",
        Way::Right => "right",
    }
}

/// `A`, `B`, `left`, `right`.
impl Notation for Fork {
    fn write_move(&self, way: Way) -> String {
        word(way).to_string()
    }
}

/// `left B right`: where the big heap lies, then the ways taken; before all of it `sign` where
/// there is one. Empty, or `start`: before the coin is thrown.
impl FromStr for Fork {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Fork, PositionError> {
        let mut position = Fork::new();
        for (i, token) in text
            .split([' ', ',', '\t', '\n'])
            .filter(|token| !token.is_empty())
            .enumerate()
        {
            match token.to_ascii_lowercase().as_str() {
                "start" if i == 0 => {}
                "sign" if i == 0 => position = position.with_sign(),
                _ => position.play(position.read(token)?),
            }
        }
        Ok(position)
    }
}

impl Fork {
    fn read(&self, token: &str) -> Result<Way, PositionError> {
        let help = "positions are written as left B right, or sign left B right";
        if self.outcome().is_some() {
            return Err(PositionError(format!(
                "{token:?} comes after the end of the game; {help}"
            )));
        }
        self.read_move(token).ok_or_else(|| {
            let [one, other] = self.options().map(word);
            PositionError(format!(
                "{token:?} cannot come here, only {one} or {other}; {help}"
            ))
        })
    }
}

/// The whole truth in one line: `left B: at the fork`.
impl fmt::Display for Fork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ways: Vec<&str> = [self.heap, self.road, self.side]
            .into_iter()
            .flatten()
            .map(word)
            .collect();
        let sign = if self.sign { "sign " } else { "" };
        write!(f, "{sign}{}", ways.join(" "))?;
        match self.result() {
            Some(gold) => write!(f, ": the end, {gold}"),
            None if self.heap.is_none() => write!(f, ": a coin is thrown"),
            None if self.road.is_none() => write!(f, ": before the roads"),
            None => write!(f, ": at the fork"),
        }
    }
}
