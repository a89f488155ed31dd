//! A static value: lines of four that are still open, and who profits from the order of the rows.
//!
//! Threats decide Connect-Four by zugzwang (Allis, *A Knowledge-based Approach of Connect-Four*, 1988):
//! when only columns under threats are left, the first player has to fill the odd squares and the second
//! the even ones. So a threat on an odd row is worth more to the first player, one on an even row to the
//! second.

use gametree::{Evaluator, Game, Player};

use super::Connect4;
use super::board::{BOARD, BOTTOM, DIRECTIONS, EVEN_ROWS, ODD_ROWS, completions, landing};

/// Open lines, and threats by row.
///
/// ```
/// use gametree::Evaluator;
/// use gametree_games::connect4::{Connect4, Threats};
/// let value = |text: &str| Threats::default().evaluate(&text.parse::<Connect4>().unwrap());
/// assert!(value("4") > value("1"));
/// assert_eq!(value("12"), value("76"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threats {
    /// A line with one stone, the opponent's none.
    pub one: i32,
    /// A line with two.
    pub two: i32,
    /// An empty square that completes a four, on a row of the player's own parity.
    pub good_threat: i32,
    /// The same on a row of the other parity.
    pub other_threat: i32,
    /// A good threat with no threat of the opponent's under it: the endgame tends to be won.
    pub zugzwang: i32,
    /// A win on the next move.
    pub at_once: i32,
}

impl Default for Threats {
    fn default() -> Threats {
        Threats { one: 1, two: 4, good_threat: 40, other_threat: 14, zugzwang: 60, at_once: 1000 }
    }
}

impl Evaluator<Connect4> for Threats {
    #[inline]
    fn evaluate(&self, position: &Connect4) -> i32 {
        let (x, o) = (position.stones(Player::FIRST), position.stones(Player::SECOND));
        let empty = BOARD & !position.taken();
        let (x_threats, o_threats) = (completions(x) & empty, completions(o) & empty);
        let now = landing(position.taken());
        let lines = self.lines(x, BOARD & !o) - self.lines(o, BOARD & !x);
        lines + self.threats(x_threats, ODD_ROWS) - self.threats(o_threats, EVEN_ROWS)
            + self.endgame(x_threats, o_threats)
            + self.at_once(now & x_threats, now & o_threats, position.turn())
    }
}

impl Threats {
    /// Lines with one or two stones in which the others are free.
    #[inline]
    fn lines(&self, stones: u64, free: u64) -> i32 {
        let (mut ones, mut twos) = (0, 0);
        for d in DIRECTIONS {
            let free = free & (free >> d);
            let open = free & (free >> (2 * d));
            // The number of stones in each line, in two bits: pairs are added, then pairs of pairs.
            let (one, both) = (stones ^ (stones >> d), stones & (stones >> d));
            let (far_one, far_both) = (one >> (2 * d), both >> (2 * d));
            ones += (open & (one ^ far_one) & !(both | far_both)).count_ones() as i32;
            twos += (open & ((both ^ far_both) & !(one | far_one) | (one & far_one))).count_ones() as i32;
        }
        self.one * ones + self.two * twos
    }

    /// Threats, by the rows that favour their owner.
    #[inline]
    fn threats(&self, squares: u64, good_rows: u64) -> i32 {
        let (all, good) = (squares.count_ones() as i32, (squares & good_rows).count_ones() as i32);
        self.good_threat * good + self.other_threat * (all - good)
    }

    /// Who wins when only the columns under threats are left, as far as two rules tell: an odd threat of
    /// the first player over no threat of the second's decides; else an even threat of the second's.
    #[inline]
    fn endgame(&self, x: u64, o: u64) -> i32 {
        if x & ODD_ROWS & !over(o) != 0 {
            self.zugzwang
        } else if o & EVEN_ROWS & !over(x) != 0 {
            -self.zugzwang
        } else {
            0
        }
    }

    /// The mover wins at once if he can; else two squares on which the opponent wins are one too many.
    #[inline]
    fn at_once(&self, x: u64, o: u64, mover: Player) -> i32 {
        let (own, other, sign) = if mover == Player::FIRST { (x, o, 1) } else { (o, x, -1) };
        if own != 0 {
            sign * self.at_once
        } else if other & other.wrapping_sub(1) != 0 {
            -sign * self.at_once
        } else {
            0
        }
    }
}

/// All squares over these, in their columns: shifts by one, two and four are every shift up to five.
#[inline]
fn over(squares: u64) -> u64 {
    let up = squares | (squares << 1);
    let up = up | (up << 2 & !lowest(2)) | (up << 4 & !lowest(4));
    (up << 1) & BOARD & !BOTTOM
}

/// The lowest rows of every column, into which a shift would carry squares of its neighbour.
const fn lowest(rows: u32) -> u64 {
    BOTTOM * ((1 << rows) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree::rng::Rng;

    fn value(text: &str) -> i32 {
        Threats::default().evaluate(&text.parse::<Connect4>().unwrap())
    }

    #[test]
    fn squares_over_a_square_stay_in_its_column() {
        for square in (0..49).filter(|i| i % 7 < 6) {
            let expected: u64 =
                (square + 1..49).take_while(|i| i % 7 != 6 && i / 7 == square / 7).map(|i| 1u64 << i).sum();
            assert_eq!(over(1 << square), expected, "square {square}");
        }
    }

    #[test]
    fn lines_are_counted_as_by_hand() {
        // A stone in the corner belongs to three lines, one in the middle of row 1 to seven.
        assert_eq!((value("1"), value("4")), (3, 7));
        assert_eq!(value("41"), 4);
    }

    #[test]
    fn mirrored_positions_are_worth_the_same() {
        let mut rng = Rng::new(8);
        for _ in 0..500 {
            let mut position = Connect4::new();
            for _ in 0..rng.below(30) {
                let moves: Vec<_> = position.moves().collect();
                let next = position.after(moves[rng.below(moves.len())]);
                position = if next.outcome().is_none() { next } else { break };
            }
            let value = Threats::default().evaluate(&position);
            assert_eq!(value, Threats::default().evaluate(&position.mirrored()), "{position}");
        }
    }

    #[test]
    fn a_win_at_once_outweighs_everything() {
        assert!(value("121212") > 500);
        assert!(value("1212127") < -500);
    }
}
