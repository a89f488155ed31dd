//! The arithmetic of UCT: how curious the walk is, and which child has the greatest number.

/// A score that is not negative, and a node, in one integer: comparing is one instruction without a
/// branch, and of equals the first node wins. (The bits of such floats are ordered as they are.)
#[inline(always)]
pub(super) fn ranked(score: f32, id: u32) -> u64 {
    u64::from(score.max(0.0).to_bits()) << 32 | u64::from(!id)
}

/// The node of [`ranked`].
#[inline(always)]
pub(super) fn ranked_id(ranked: u64) -> u32 {
    !(ranked as u32)
}

/// c √ln N for all N, from a table with sixteen steps between powers of two: the logarithm is exact
/// up to 32 visits and low by less than 1/16 beyond.
pub(super) struct Curiosity(Box<[f32; Curiosity::STEPS]>);

impl Curiosity {
    const STEPS: usize = 32 * 16;
    /// The exponent of 1 in the bits of a float, moved to where the index has it.
    const ONE: u32 = 127 << 4;

    pub fn new(exploration: f64) -> Curiosity {
        let n = |i: usize| f64::from(f32::from_bits((i as u32 + Self::ONE) << 19));
        Curiosity(Box::new(std::array::from_fn(|i| {
            (exploration * n(i).ln().sqrt()) as f32
        })))
    }

    #[inline(always)]
    pub fn of(&self, visits: u32) -> f32 {
        let index = (visits.max(1) as f32).to_bits() >> 19;
        self.0[((index - Self::ONE) as usize).min(Self::STEPS - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_logarithms_is_near_and_grows() {
        let curiosity = Curiosity::new(1.0);
        assert_eq!(curiosity.of(0), 0.0);
        for n in (1..5000).chain((5000..4_000_000_000).step_by(999_983)) {
            let error = curiosity.of(n).powi(2) - (n as f32).ln();
            assert!(error.abs() < 0.07, "ln {n}: {error}");
            assert!(curiosity.of(n) <= curiosity.of(n + 1));
        }
    }

    #[test]
    fn ranks_compare_by_score_then_by_the_earlier_node() {
        assert!(ranked(0.5, 9) > ranked(0.25, 3));
        assert!(ranked(0.5, 3) > ranked(0.5, 9));
        assert!(ranked(f32::INFINITY, 9) > ranked(1e30, 3));
        assert_eq!(ranked_id(ranked(1.5, 7)), 7);
    }
}
