//! Connect-Four as the programs of 1987 saw it (Rivest, *Game Tree Searching by Min/Max
//! Approximation*, Artificial Intelligence 34, 1987, section 7): the static values 1 to 1023, and
//! nothing else that a search could use.
//!
//! | value | of |
//! | --- | --- |
//! | 1023, 1 | a win, a loss of the first player |
//! | 512 | a draw |
//! | 512 ± 16 | the mover's advantage, |
//! | ± 1, 10, 50 | and for each line of four that holds 1, 2, 3 stones of one colour and none of the other, |
//! | 2 to 1022 | the whole cut off there |
//!
//! Points are these values less 512. A win counts [`WON`] points whenever it comes: a shorter one
//! is not better.

use std::fmt;
use std::str::FromStr;

use gametree::erased::PackedMoves;
use gametree::{
    Evaluator, Force, Forced, Game, Guided, Keyed, Noisy, Notation, NullMove, Outcome, Player,
    TwoPlayer,
};

use super::board::{BOARD, DIRECTIONS};
use super::{Column, Connect4};
use crate::PositionError;

/// What is added to points to make the values of the paper.
pub const NEUTRAL: i32 = 512;
/// Points of a won game.
pub const WON: i32 = 511;
/// The most points of a game that is not won.
const MOST: i32 = 510;
/// The worth of having the move.
const TO_MOVE: i32 = 16;
/// The worth of a line by the number of stones in it.
const LINE: [i32; 4] = [0, 1, 10, 50];

/// A position without hints: nothing is forced, noisy or promising at a glance, and a win is a
/// number of points.
///
/// ```
/// use gametree::{Force, Forced, Game, Outcome};
/// use gametree_games::connect4::{Bare, Column};
/// let position: Bare = "121212".parse().unwrap();
/// assert_eq!(position.forced(), Force::Free);
/// assert_eq!(position.after(Column(0)).outcome(), Some(Outcome::Points(511)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bare(pub Connect4);

impl Game for Bare {
    type Move = Column;

    #[inline(always)]
    fn turn(&self) -> Player {
        self.0.turn()
    }

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = Column> {
        self.0.moves()
    }

    #[inline(always)]
    fn play(&mut self, column: Column) {
        self.0.play(column);
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome().map(|outcome| match outcome {
            Outcome::Win(Player::FIRST) => Outcome::Points(WON),
            Outcome::Win(_) => Outcome::Points(-WON),
            other => other,
        })
    }
}

impl PackedMoves for Bare {
    #[inline]
    fn pack(m: Column) -> u64 {
        Connect4::pack(m)
    }

    #[inline]
    fn unpack(code: u64) -> Column {
        Connect4::unpack(code)
    }
}

impl TwoPlayer for Bare {}

impl Keyed for Bare {
    #[inline]
    fn key(&self) -> u64 {
        self.0.key()
    }
}

impl NullMove for Bare {}

impl Forced for Bare {
    #[inline]
    fn forced(&self) -> Force<Column> {
        Force::Free
    }
}

impl Noisy for Bare {
    #[inline]
    fn noisy(&self) -> impl Iterator<Item = Column> {
        std::iter::empty()
    }
}

impl Guided for Bare {
    #[inline]
    fn promise(&self, _: Column) -> i32 {
        0
    }
}

impl Notation for Bare {
    fn write_move(&self, column: Column) -> String {
        self.0.write_move(column)
    }
}

impl FromStr for Bare {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Bare, PositionError> {
        text.parse().map(Bare)
    }
}

impl fmt::Display for Bare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The evaluator of 1987.
///
/// ```
/// use gametree::Evaluator;
/// use gametree_games::connect4::{Connect4, Rivest1987};
/// assert_eq!(Rivest1987.evaluate(&Connect4::new()), 16);
/// // The middle of the bottom row: seven lines of one stone. O is to move.
/// assert_eq!(Rivest1987.evaluate(&"4".parse::<Connect4>().unwrap()), 7 - 16);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rivest1987;

impl Evaluator<Connect4> for Rivest1987 {
    #[inline]
    fn evaluate(&self, position: &Connect4) -> i32 {
        let (own, other) = (position.own, position.other());
        let mine = TO_MOVE + lines(own, BOARD & !other) - lines(other, BOARD & !own);
        let points = mine.clamp(-MOST, MOST);
        if position.turn() == Player::FIRST {
            points
        } else {
            -points
        }
    }
}

impl Evaluator<Bare> for Rivest1987 {
    #[inline]
    fn evaluate(&self, position: &Bare) -> i32 {
        self.evaluate(&position.0)
    }
}

/// The worth of all lines that hold these stones and else only squares that are `free` or these
/// stones'.
#[inline(always)]
fn lines(stones: u64, free: u64) -> i32 {
    let mut worth = 0;
    for d in DIRECTIONS {
        let pairs = free & (free >> d);
        let open = pairs & (pairs >> (2 * d));
        // The stones of each line: those of its two pairs, of one stone or of both.
        let (one, both) = (stones ^ (stones >> d), stones & (stones >> d));
        let (far_one, far_both) = (one >> (2 * d), both >> (2 * d));
        let count = |lines: u64| (open & lines).count_ones() as i32;
        worth += LINE[1] * count((one ^ far_one) & !(both | far_both));
        worth += LINE[2] * count((one & far_one) | ((both ^ far_both) & !(one | far_one)));
        worth += LINE[3] * count((one & far_both) | (both & far_one));
    }
    worth
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree::rng::Rng;

    fn value(text: &str) -> i32 {
        NEUTRAL + Rivest1987.evaluate(&text.parse::<Connect4>().unwrap())
    }

    /// Counted on paper.
    #[test]
    fn positions_counted_by_hand() {
        // Nothing but the move.
        assert_eq!(value(""), 528);
        // The corner: along the row, upwards, one diagonal.
        assert_eq!(value("1"), 512 - 16 + 3);
        // d1 has four lines along the row, one upwards, two diagonals; d2 on it: along the row
        // four, upwards d2-d5, diagonals c1-f4, d2-g5, e1-b4, d2-a5. The line upwards of d1 is no
        // longer open.
        assert_eq!(value("44"), 512 + 16 + 6 - 9);
        // X on a1 and b1, O on a2: a1-d1 holds two; b1 has b1-e1, upwards, b1-e4. From a2: a2-d2,
        // upwards, a2-d5.
        assert_eq!(value("112"), 512 - 16 + (10 + 1 + 1 + 1 + 1) - 3);
    }

    /// Line by line, from the rules.
    fn counted(position: &Connect4) -> i32 {
        let square = |x: i32, y: i32| 1u64 << (7 * x + y);
        let (x_stones, o_stones) = (
            position.stones(Player::FIRST),
            position.stones(Player::SECOND),
        );
        let (mut sum, mut number) = (0, 0);
        for (dx, dy) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            for (x, y) in (0..7).flat_map(|x| (0..6).map(move |y| (x, y))) {
                if x + 3 * dx > 6 || !(0..6).contains(&(y + 3 * dy)) {
                    continue;
                }
                let line: u64 = (0..4).map(|i| square(x + i * dx, y + i * dy)).sum();
                let (a, b) = (
                    (x_stones & line).count_ones(),
                    (o_stones & line).count_ones(),
                );
                sum += if b == 0 {
                    [0, 1, 10, 50][a as usize]
                } else {
                    0
                };
                sum -= if a == 0 {
                    [0, 1, 10, 50][b as usize]
                } else {
                    0
                };
                number += 1;
            }
        }
        assert_eq!(number, 69);
        let to_move = if position.turn() == Player::FIRST {
            16
        } else {
            -16
        };
        (512 + sum + to_move).clamp(2, 1022) - 512
    }

    #[test]
    fn random_positions_agree_with_the_69_lines() {
        let mut rng = Rng::new(1987);
        for _ in 0..3000 {
            let mut position = Connect4::new();
            for _ in 0..rng.below(42) {
                let moves: Vec<_> = position.moves().collect();
                let next = position.after(moves[rng.below(moves.len())]);
                position = if next.outcome().is_none() {
                    next
                } else {
                    break;
                };
            }
            let value = Rivest1987.evaluate(&position);
            assert_eq!(value, counted(&position), "{position}");
            assert_eq!(value, Rivest1987.evaluate(&position.mirrored()));
        }
    }

    #[test]
    fn a_win_is_worth_1023_and_a_loss_1() {
        let outcome = |text: &str| text.parse::<Bare>().unwrap().outcome();
        assert_eq!(outcome("1212121"), Some(Outcome::Points(1023 - NEUTRAL)));
        assert_eq!(outcome("12121272"), Some(Outcome::Points(1 - NEUTRAL)));
        assert_eq!(outcome("4"), None);
    }
}
