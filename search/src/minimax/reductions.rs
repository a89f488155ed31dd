//! Late move reductions: what is ordered late is searched less deep first (after Heinz 2000 and the
//! chess programs Fruit and Glaurung, 2004).
//!
//! Good ordering puts the best move among the first few, so the others only have to be shown to be
//! worse: a shallower null window is enough for most of them, and a move that surprises is searched
//! again to the full depth. Values are then no longer minimax's for the depth, but the same time
//! reaches deeper. Since they are not, deeper entries of the table answer shallower questions too.

/// Which moves are searched less deep, and by how much.
#[derive(Clone, Copy, Debug)]
pub struct Reductions {
    /// This many moves of a node are searched in full.
    pub full_moves: u32,
    /// Reduced where at least this many plies are left, never fewer than 2. At 2 a late move is
    /// shown to the horizon at once.
    pub least_depth: u32,
    /// Hundredths of ln(plies left) · ln(number of the move), rounded down to whole plies.
    pub percent: u32,
    /// Hundredths of a ply that every reduction has besides.
    pub base: u32,
    /// Plies more where some move is expected to cut off and moves are known by their kinds: if the
    /// first ones did not, the late ones will hardly do.
    pub cut: u32,
}

impl Default for Reductions {
    fn default() -> Self {
        Reductions {
            full_moves: 3,
            least_depth: 3,
            percent: 50,
            base: 0,
            cut: 0,
        }
    }
}

impl Reductions {
    /// Plies to leave out for a move after `tried` others, where `depth` plies are left: at most
    /// the child's depth − 1. One less where the window is `wide`.
    #[inline]
    #[must_use]
    pub fn plies(&self, depth: u32, tried: u32, wide: bool) -> u32 {
        if depth < self.least_depth.max(2) || tried < self.full_moves.max(1) {
            return 0;
        }
        let product = LN[depth.min(63) as usize] * LN[(tried + 1).min(63) as usize];
        let plies = ((product * self.percent / 10_000 + self.base) / 100).max(1);
        plies.saturating_sub(u32::from(wide)).min(depth - 1)
    }
}

/// Hundredths of natural logarithms, from 0 (taken as 0) to 63.
const LN: [u32; 64] = [
    0, 0, 69, 110, 139, 161, 179, 195, 208, 220, 230, 240, 248, 256, 264, 271, 277, 283, 289, 294,
    300, 304, 309, 314, 318, 322, 326, 330, 333, 337, 340, 343, 347, 350, 353, 356, 358, 361, 364,
    366, 369, 371, 374, 376, 378, 381, 383, 385, 387, 389, 391, 393, 395, 397, 399, 401, 403, 404,
    406, 408, 409, 411, 413, 414,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_and_deeper_is_reduced_more_but_never_below_the_horizon() {
        let rule = Reductions::default();
        for depth in 0..100 {
            for tried in 0..100 {
                let plies = rule.plies(depth, tried, false);
                assert!(
                    plies < depth.max(1),
                    "no more than there are at depth {depth}"
                );
                assert!(
                    plies
                        <= rule
                            .plies(depth + 1, tried, false)
                            .max(depth.saturating_sub(1))
                );
                assert!(plies <= rule.plies(depth, tried + 1, false));
                assert!(rule.plies(depth, tried, true) <= plies);
            }
        }
        assert_eq!((rule.plies(8, 2, false), rule.plies(2, 30, false)), (0, 0));
        assert!(rule.plies(10, 20, false) >= 3);
    }

    #[test]
    fn logarithms_are_right() {
        for (n, &ln) in LN.iter().enumerate().skip(1) {
            assert_eq!(ln, (100.0 * (n as f64).ln()).round() as u32, "ln {n}");
        }
    }
}
