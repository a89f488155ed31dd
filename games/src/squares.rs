//! The n-square game (Russell and Norvig, exercise on the 4-square game): two tokens in a row of
//! squares, each on its way to the other's end. Play can loop, and plain minimax never returns.
//!
//! ```text
//!   1  2  3  4       A starts on 1, B on 4; A moves first. A token steps to a free square beside it, to either
//!  [A][ ][ ][B]      side, or jumps over the other token: with A on 3 and B on 2, A may go to 4 or to 1.
//!                    A wins on 4, B wins on 1; here A wins in 3 plies: A to 2, B to 3, A over B to 4.
//! ```
//!
//! A wins exactly when n is even. The tests prove that by retrograde analysis up to 200 squares;
//! the game itself does not use it.
//!
//! ```
//! use gametree::{Limits, Score, Search, retrograde::Retrograde};
//! use gametree_games::squares::Squares;
//! let root = Squares::new(4).unwrap();
//! let report = Retrograde::blind().search(&root, &Limits::none());
//! assert_eq!((report.value, report.proven), (Score::win_in(3), true));
//! ```

mod archive;
mod drawn;

use std::fmt;

use gametree::erased::PackedMoves;
use gametree::rng::mix;
use gametree::{
    Evaluator, Forced, Game, Guided, Keyed, Noisy, Notation, NullMove, Outcome, Player, TwoPlayer,
};

use crate::PositionError;
use crate::standing::standing;

/// A position: where A and B stand on squares 1 to n, and who is to move. A is the first player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Squares {
    size: u16,
    /// A's square and B's, counted from 1.
    tokens: [u16; 2],
    turn: Player,
}

impl Squares {
    /// The fewest squares: on two, neither token could ever move.
    pub const LEAST: u16 = 3;
    /// The most squares.
    pub const MOST: u16 = 10_000;

    /// The start on n squares: A on 1, B on n, A to move.
    pub fn new(n: u16) -> Result<Squares, PositionError> {
        if !(Squares::LEAST..=Squares::MOST).contains(&n) {
            let (least, most) = (Squares::LEAST, Squares::MOST);
            return Err(PositionError(format!(
                "{n} squares, but the game has {least} to {most}"
            )));
        }
        Ok(Squares {
            size: n,
            tokens: [1, n],
            turn: Player::FIRST,
        })
    }

    /// The game of this name: `squares:8`; `squares` alone is the textbook's, with four.
    pub fn named(name: &str) -> Result<Squares, PositionError> {
        let unknown = || PositionError(format!("{name:?} is not a game like squares:4"));
        match name.trim().strip_prefix("squares").ok_or_else(unknown)? {
            "" => Squares::new(4),
            rest => Squares::new(
                rest.strip_prefix(':')
                    .and_then(|n| n.parse().ok())
                    .ok_or_else(unknown)?,
            ),
        }
    }

    /// A position on n squares, as `A,B,side`: `3,2,A` is A on 3, B on 2, A to move. Without a side
    /// A moves.
    pub fn read(n: u16, text: &str) -> Result<Squares, PositionError> {
        let help = "a position is written as A's square, B's square and who moves: 1,4,A";
        let wrong = |what: String| PositionError(format!("{what}; {help}"));
        let words: Vec<&str> = text
            .split([',', ' '])
            .map(str::trim)
            .filter(|word| !word.is_empty())
            .collect();
        let (tokens, side) = match words[..] {
            [a, b] => ([a, b], "A"),
            [a, b, side] => ([a, b], side),
            _ => {
                return Err(wrong(format!(
                    "{:?} has {} parts",
                    shortened(text),
                    words.len()
                )));
            }
        };
        let turn =
            side_of(side).ok_or_else(|| wrong(format!("{:?} is not A or B", shortened(side))))?;
        let start = Squares::new(n)?;
        let square = |word: &str| {
            let number = word.parse().ok().filter(|square| (1..=n).contains(square));
            number.ok_or_else(|| {
                wrong(format!(
                    "{:?} is not a square from 1 to {n}",
                    shortened(word)
                ))
            })
        };
        Squares {
            tokens: [square(tokens[0])?, square(tokens[1])?],
            turn,
            ..start
        }
        .check()
    }

    /// Refuses what the rules do not allow.
    fn check(self) -> Result<Squares, PositionError> {
        if self.tokens[0] == self.tokens[1] {
            return Err(PositionError(format!(
                "both tokens stand on square {}",
                self.tokens[0]
            )));
        }
        if self.tokens == [self.size, 1] {
            return Err(PositionError("both players have won".into()));
        }
        Ok(self)
    }

    /// The text of the position, as [`Squares::read`] reads it.
    #[must_use]
    pub fn text(&self) -> String {
        let side = if self.turn == Player::FIRST { "A" } else { "B" };
        format!("{},{},{side}", self.tokens[0], self.tokens[1])
    }

    /// The number of squares.
    #[must_use]
    pub fn size(&self) -> u16 {
        self.size
    }

    /// Where a player's token stands, counted from 1.
    #[must_use]
    pub fn token(&self, player: Player) -> u16 {
        self.tokens[usize::from(player.0 & 1)]
    }

    /// The square that a player wants to reach.
    fn goal(&self, player: Player) -> u16 {
        if player == Player::FIRST {
            self.size
        } else {
            1
        }
    }

    /// How far a player is from their goal.
    fn way(&self, player: Player) -> i32 {
        i32::from(self.token(player).abs_diff(self.goal(player)))
    }

    /// Where the mover's token comes by a step up or down, or the jump that it becomes.
    #[inline]
    fn reach(&self, up: bool) -> Option<u16> {
        let (own, other) = (self.token(self.turn), self.token(self.turn.opponent()));
        let step = |from: u16| if up { from + 1 } else { from - 1 };
        let to = if step(own) == other {
            step(other)
        } else {
            step(own)
        };
        (1..=self.size).contains(&to).then_some(to)
    }
}

/// The beginning of a text for a message.
fn shortened(text: &str) -> String {
    text.chars().take(30).collect()
}

fn side_of(word: &str) -> Option<Player> {
    match word.to_ascii_lowercase().as_str() {
        "a" | "first" => Some(Player::FIRST),
        "b" | "second" => Some(Player::SECOND),
        _ => None,
    }
}

impl Game for Squares {
    /// The square where the token comes to stand.
    type Move = u16;

    #[inline]
    fn turn(&self) -> Player {
        self.turn
    }

    /// Forward first.
    #[inline]
    fn moves(&self) -> impl Iterator<Item = u16> {
        let forward = self.turn == Player::FIRST;
        [forward, !forward]
            .into_iter()
            .filter_map(|up| self.reach(up))
    }

    #[inline]
    fn play(&mut self, to: u16) {
        self.tokens[usize::from(self.turn.0 & 1)] = to;
        self.turn = self.turn.opponent();
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let there = |player: &Player| self.token(*player) == self.goal(*player);
        [Player::FIRST, Player::SECOND]
            .into_iter()
            .find(there)
            .map(Outcome::Win)
    }
}

impl PackedMoves for Squares {
    #[inline]
    fn pack(m: u16) -> u64 {
        u64::from(m)
    }

    #[inline]
    fn unpack(code: u64) -> u16 {
        code as u16
    }
}

impl TwoPlayer for Squares {}

impl Keyed for Squares {
    #[inline]
    fn key(&self) -> u64 {
        let [a, b] = self.tokens.map(u64::from);
        mix(u64::from(self.size) << 48 | a << 32 | b << 16 | (u64::from(self.turn.0) + 1))
    }
}

impl Forced for Squares {}

impl NullMove for Squares {}

/// The move that wins.
impl Noisy for Squares {
    fn noisy(&self) -> impl Iterator<Item = u16> {
        self.moves().filter(|&to| to == self.goal(self.turn))
    }
}

/// The nearer to the goal, the better: forward before back, a jump before a step.
impl Guided for Squares {
    fn promise(&self, to: u16) -> i32 {
        -i32::from(to.abs_diff(self.goal(self.turn)))
    }
}

/// The square that the token goes to.
impl Notation for Squares {
    fn write_move(&self, to: u16) -> String {
        to.to_string()
    }

    /// The textbook's (s_A, s_B).
    fn write_state(&self) -> Option<String> {
        let [a, b] = self.tokens;
        Some(format!("({a}, {b})"))
    }
}

/// The row of squares (only what stands on them where it is long), then who is to move.
impl fmt::Display for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const WIDEST: u16 = 40;
        if self.size > WIDEST {
            writeln!(
                f,
                "A on {}, B on {} of {} squares",
                self.tokens[0], self.tokens[1], self.size
            )?;
        } else {
            let mark = |square: u16| match self.tokens.map(|token| token == square) {
                [true, _] => "[A]",
                [_, true] => "[B]",
                _ => "[ ]",
            };
            writeln!(f, "{}", (1..=self.size).map(mark).collect::<String>())?;
            let numbers: String = (1..=self.size)
                .map(|square| format!("{square:^3}"))
                .collect();
            writeln!(f, "{}", numbers.trim_end())?;
        }
        writeln!(f, "{}", standing(self, ["A", "B"]))
    }
}

/// The race: how many more squares B still has to go than A, in half squares, and a half for the
/// move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Race;

impl Evaluator<Squares> for Race {
    #[inline]
    fn evaluate(&self, position: &Squares) -> i32 {
        let tempo = if position.turn == Player::FIRST {
            1
        } else {
            -1
        };
        2 * (position.way(Player::SECOND) - position.way(Player::FIRST)) + tempo
    }
}
