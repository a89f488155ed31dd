//! Bitboards of seven columns, seven bits each: six squares and a guard bit on top, which keeps
//! shifted lines from running over an edge.
//!
//! ```text
//!   6 13 20 27 34 41 48     guard
//!   5 12 19 26 33 40 47     row 6
//!   4 11 18 25 32 39 46
//!   3 10 17 24 31 38 45
//!   2  9 16 23 30 37 44
//!   1  8 15 22 29 36 43
//!   0  7 14 21 28 35 42     row 1
//! ```

/// Columns of the board.
pub const WIDTH: u32 = 7;
/// Rows of the board.
pub const HEIGHT: u32 = 6;
/// Squares of the board.
pub const SQUARES: u32 = WIDTH * HEIGHT;

/// Bits of a column: its squares and the guard.
pub(crate) const STRIDE: u32 = HEIGHT + 1;
/// The lowest square of every column.
pub(crate) const BOTTOM: u64 = 0x0000_0408_1020_4081;
/// The highest square of every column.
pub(crate) const TOP: u64 = BOTTOM << (HEIGHT - 1);
/// All squares.
pub(crate) const BOARD: u64 = BOTTOM * ((1 << HEIGHT) - 1);
/// Rows 1, 3 and 5.
pub(crate) const ODD_ROWS: u64 = BOTTOM * 0b01_0101;
/// Rows 2, 4 and 6.
pub(crate) const EVEN_ROWS: u64 = BOTTOM * 0b10_1010;

/// The four directions of a line, as distances between its squares.
pub(crate) const DIRECTIONS: [u32; 4] = [1, STRIDE - 1, STRIDE, STRIDE + 1];

/// The squares of a column, counted from 0.
#[inline]
pub(crate) const fn column(index: u32) -> u64 {
    ((1 << HEIGHT) - 1) << (STRIDE * index)
}

/// Whether four of these squares stand in a line.
#[inline(always)]
pub(crate) fn has_four(stones: u64) -> bool {
    let mut found = 0;
    for d in DIRECTIONS {
        let pairs = stones & (stones >> d);
        found |= pairs & (pairs >> (2 * d));
    }
    found != 0
}

/// The squares that would complete a line of four with three of these stones. Some of them may be
/// taken or guard bits: the caller keeps the empty ones.
#[inline(always)]
pub(crate) fn completions(stones: u64) -> u64 {
    // Upright, only the square on top can be empty.
    let mut found = (stones << 1) & (stones << 2) & (stones << 3);
    for d in [STRIDE - 1, STRIDE, STRIDE + 1] {
        let (left, right) = (stones << d, stones >> d);
        // Two neighbours on one side, and a third beyond them or on the other side.
        found |= left & (stones << (2 * d)) & ((stones << (3 * d)) | right);
        found |= right & (stones >> (2 * d)) & ((stones >> (3 * d)) | left);
    }
    found
}

/// The square on which the next stone of each column lands.
#[inline(always)]
pub(crate) fn landing(all: u64) -> u64 {
    (all + BOTTOM) & BOARD
}

/// The board seen in a mirror.
#[inline]
pub(crate) fn mirror(bits: u64) -> u64 {
    let column = |i: u32| bits & (0x7f << (STRIDE * i));
    (column(0) << 42)
        | (column(1) << 28)
        | (column(2) << 14)
        | column(3)
        | (column(4) >> 14)
        | (column(5) >> 28)
        | (column(6) >> 42)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree::rng::Rng;

    /// The 69 lines of four, from the rules.
    fn lines() -> Vec<u64> {
        let mut lines = Vec::new();
        for (dx, dy) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            for x in 0..7i32 {
                for y in 0..6i32 {
                    let (far_x, far_y) = (x + 3 * dx, y + 3 * dy);
                    if far_x < 7 && (0..6).contains(&far_y) {
                        lines.push(
                            (0..4)
                                .map(|i| 1u64 << (7 * (x + i * dx) + y + i * dy))
                                .sum(),
                        );
                    }
                }
            }
        }
        lines
    }

    fn random_stones(rng: &mut Rng) -> u64 {
        rng.bits() & rng.bits() & BOARD
    }

    #[test]
    fn fours_and_completions_agree_with_the_69_lines() {
        let (lines, mut rng) = (lines(), Rng::new(4));
        assert_eq!(lines.len(), 69);
        for _ in 0..20_000 {
            let stones = random_stones(&mut rng) | random_stones(&mut rng);
            let full = |line: &u64| line & !stones == 0;
            assert_eq!(has_four(stones), lines.iter().any(full));
            let expected = lines
                .iter()
                .filter(|&&line| (stones & line).count_ones() == 3)
                .fold(0, |sum, line| sum | (line & !stones));
            let upright = |bit: u64| (stones & (bit >> 1 | bit >> 2 | bit >> 3)).count_ones() == 3;
            // Below a stone of the same column nothing can be empty: those squares are left out.
            let reachable = |bit: &u64| upright(*bit) || stones & above(*bit) == 0;
            let bits = |set: u64| (0..49).map(|i| 1u64 << i).filter(move |b| set & b != 0);
            for bit in bits(expected).filter(reachable) {
                assert_ne!(completions(stones) & bit, 0, "{stones:#x} misses {bit:#x}");
            }
            assert_eq!(
                completions(stones) & BOARD & !stones & !expected,
                0,
                "{stones:#x}"
            );
        }
    }

    /// The squares over this one.
    fn above(bit: u64) -> u64 {
        let index = bit.trailing_zeros() / STRIDE;
        column(index) & !(bit | (bit - 1))
    }

    #[test]
    fn the_mirror_is_its_own_inverse() {
        let mut rng = Rng::new(5);
        for _ in 0..100 {
            let stones = random_stones(&mut rng);
            assert_eq!(mirror(mirror(stones)), stones);
            assert_eq!(has_four(mirror(stones)), has_four(stones));
        }
        assert_eq!(mirror(0b101), 0b101 << 42);
    }
}
