//! A static value: how likely the mover is to win, learned from solved positions.
//!
//! Threats decide Connect-Four by zugzwang (Allis, *A Knowledge-based Approach of Connect-Four*,
//! 1988): when only columns under threats are left, the first player has to fill the odd squares
//! and the second the even ones. So a threat on an odd row is worth more to the first player, one
//! on an even row to the second, and neither where a threat of the other side lies under it.
//! Besides these the value counts open lines of two stones, and what each column is like.

use gametree::{Evaluator, Game, Player};

use super::Connect4;
use super::board::{BOARD, BOTTOM, EVEN_ROWS, ODD_ROWS, STRIDE, WIDTH, completions, landing};
use super::weights::{COLUMN, Drift, ENDGAME, MIDDLE_PLY, MOVE, TWO, UPRIGHT_TWO};

/// Hundredths of a nat: +100 for the first player means that they win e times as often as they
/// lose.
///
/// ```
/// use gametree::Evaluator;
/// use gametree_games::connect4::{Connect4, Threats};
/// let value = |text: &str| Threats.evaluate(&text.parse::<Connect4>().unwrap());
/// assert!(value("444") > value("144"));
/// assert_eq!(value("12"), value("76"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Threats;

/// A win on the next move.
const AT_ONCE: i32 = 1000;

impl Evaluator<Connect4> for Threats {
    #[inline]
    fn evaluate(&self, position: &Connect4) -> i32 {
        let empty = BOARD & !position.all;
        let (own, other) = (position.own, position.other());
        let (mine, theirs) = (completions(own) & empty, completions(other) & empty);
        let sign = if position.turn() == Player::FIRST {
            1
        } else {
            -1
        };
        let (x, o) = if sign == 1 {
            (mine, theirs)
        } else {
            (theirs, mine)
        };
        let ply = position.ply as i32;
        let mine = at(MOVE, ply)
            + columns(position)
            + twos(own, other, ply)
            + at_once(position, mine, theirs);
        sign * mine + at(ENDGAME[endgame(x, o)], ply)
    }
}

/// A learned number at a ply; no further than games of the training set reach.
#[inline]
pub(super) fn at(Drift(middle, drift): Drift, ply: i32) -> i32 {
    i32::from(middle) + i32::from(drift) * (ply.clamp(12, 34) - MIDDLE_PLY) / 10
}

/// The learned worth of each column.
#[inline]
pub(super) fn columns(position: &Connect4) -> i32 {
    const CLASS: [usize; WIDTH as usize] = [0, 1, 2, 3, 2, 1, 0];
    let mut packed = position.packed();
    let mut sum = 0;
    for class in CLASS {
        sum += i32::from(COLUMN[class][(packed & 127) as usize]);
        packed >>= STRIDE;
    }
    sum
}

/// Lines of two stones, the others free: the mover's less the opponent's.
#[inline(always)]
fn twos(own: u64, other: u64, ply: i32) -> i32 {
    let (mine, theirs) = (
        open_twos(own, BOARD & !other),
        open_twos(other, BOARD & !own),
    );
    (mine.0 - theirs.0) * at(TWO, ply) + (mine.1 - theirs.1) * at(UPRIGHT_TWO, ply)
}

/// Lines of two of these stones, the other squares free: not upright, and upright. (Upright the
/// stones are the lower two of the four.)
#[inline(always)]
pub(super) fn open_twos(stones: u64, free: u64) -> (i32, i32) {
    let mut lines = 0;
    for d in [STRIDE - 1, STRIDE, STRIDE + 1] {
        let free = free & (free >> d);
        let open = free & (free >> (2 * d));
        // The number of stones in each line, in two bits: pairs are added, then pairs of pairs.
        let (one, both) = (stones ^ (stones >> d), stones & (stones >> d));
        let (far_one, far_both) = (one >> (2 * d), both >> (2 * d));
        lines += (open & ((both ^ far_both) & !(one | far_one) | (one & far_one))).count_ones();
    }
    let empty_above = free & !stones;
    let upright = stones & (stones >> 1) & (empty_above >> 2) & (empty_above >> 3);
    (lines as i32, upright.count_ones() as i32)
}

/// The place in [`ENDGAME`] of the threats of both players.
#[inline]
pub(super) fn endgame(x: u64, o: u64) -> usize {
    let (x, o) = (x & !over(o), o & !over(x));
    let few = |squares: u64| squares.count_ones().min(2) as usize;
    few(x & ODD_ROWS) * 27 + few(o & EVEN_ROWS) * 9 + few(o & ODD_ROWS) * 3 + few(x & EVEN_ROWS)
}

/// The mover wins at once where possible; else two squares on which the opponent wins are one too
/// many.
#[inline]
pub(super) fn at_once(position: &Connect4, own: u64, other: u64) -> i32 {
    let now = landing(position.all);
    let (own, other) = (own & now, other & now);
    if own != 0 {
        AT_ONCE
    } else if other & other.wrapping_sub(1) != 0 {
        -AT_ONCE
    } else {
        0
    }
}

/// All squares over these, in their columns: shifts by one, two and four are every shift up to
/// five.
#[inline]
pub(super) fn over(squares: u64) -> u64 {
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
        Threats.evaluate(&text.parse::<Connect4>().unwrap())
    }

    #[test]
    fn squares_over_a_square_stay_in_its_column() {
        for square in (0..49).filter(|i| i % 7 < 6) {
            let expected: u64 = (square + 1..49)
                .take_while(|i| i % 7 != 6 && i / 7 == square / 7)
                .map(|i| 1u64 << i)
                .sum();
            assert_eq!(over(1 << square), expected, "square {square}");
        }
    }

    #[test]
    fn open_twos_are_counted_as_by_hand() {
        let bits = |squares: &[u32]| squares.iter().map(|s| 1u64 << s).sum::<u64>();
        // b1 and c1: a1-d1, b1-e1; the opponent in the corner a1 takes one of them away.
        let (pair, corner) = (bits(&[7, 14]), bits(&[0]));
        assert_eq!(twos(pair, 0, MIDDLE_PLY), 2 * at(TWO, MIDDLE_PLY));
        assert_eq!(twos(pair, corner, MIDDLE_PLY), at(TWO, MIDDLE_PLY));
        assert_eq!(twos(corner, pair, MIDDLE_PLY), -at(TWO, MIDDLE_PLY));
        assert_eq!(
            twos(bits(&[0, 1]), 0, MIDDLE_PLY),
            at(UPRIGHT_TWO, MIDDLE_PLY)
        );
    }

    #[test]
    fn a_threat_over_a_threat_of_the_others_does_not_count() {
        let square = |column: u32, row: u32| 1u64 << (7 * column + row - 1);
        assert_eq!(endgame(square(2, 3), 0), 27);
        assert_eq!(endgame(square(2, 3), square(2, 2)), 9);
        assert_eq!(endgame(square(2, 3), square(3, 2)), 36);
        assert_eq!(endgame(square(2, 3) | square(4, 3) | square(5, 5), 0), 54);
    }

    #[test]
    fn mirrored_positions_are_worth_the_same() {
        let mut rng = Rng::new(8);
        for _ in 0..500 {
            let mut position = Connect4::new();
            for _ in 0..rng.below(30) {
                let moves: Vec<_> = position.moves().collect();
                let next = position.after(moves[rng.below(moves.len())]);
                position = if next.outcome().is_none() {
                    next
                } else {
                    break;
                };
            }
            let value = Threats.evaluate(&position);
            assert_eq!(value, Threats.evaluate(&position.mirrored()), "{position}");
        }
    }

    #[test]
    fn a_win_at_once_outweighs_everything() {
        assert!(value("121212") > 500);
        assert!(value("1212127") < -500);
    }
}
