//! How long a position has been searched, with everything below it: its *effort*.
//!
//! ```text
//!        n  own search 50 k, rest 10 k          effort(n) = 50 k + 10 k + effort(a) + effort(b)
//!      /   \
//!     a     b                                   so a position's own search is overruled by a tree
//!   300 k   50 k                                that was searched longer, and by nothing less
//! ```
//!
//! The sum would change at every ancestor with every result. So it is rounded to quarter octaves,
//! and a change that stays within one stops there. Rounding to the nearest step would lose what is
//! small beside its parent again and again, all the way up a long line; so every position rounds at
//! a place of its own, up or down as often as is fair.
//!
//! A transposition counts once for each way in. Inside a cycle only what was searched at a position
//! itself counts: a cycle must not feed itself.

use gametree::rng::mix;

use super::node::{Edge, Node};
use super::{Graph, NodeId};

/// 2^(0/4), 2^(1/4), 2^(2/4), 2^(3/4) with 31 binary places.
const QUARTERS: [u64; 4] = [2_147_483_648, 2_553_802_834, 3_037_000_500, 3_611_622_603];

/// The highest step, 2^62 positions: no one searches more.
const HIGHEST: u8 = 249;

/// Positions searched at a step; 0 is none.
pub(super) fn positions(step: u8) -> u64 {
    let Some(quarters) = step.checked_sub(1) else {
        return 0;
    };
    let scaled = u128::from(QUARTERS[usize::from(quarters % 4)]) << (quarters / 4);
    (scaled >> 31) as u64
}

/// The step for this many positions: the one below or above, depending on which is nearer and on
/// `place`, a number that belongs to the position.
fn step(searched: u64, place: u64) -> u8 {
    let below = below(searched);
    if below == 0 || below == HIGHEST {
        return below;
    }
    let low = positions(below);
    let gap = u128::from(positions(below + 1).saturating_sub(low).max(1));
    let part = (u128::from(searched - low) << 32) / gap;
    below + u8::from(u128::from(mix(place) >> 32) < part)
}

/// The highest step that is not above this many positions.
fn below(searched: u64) -> u8 {
    if searched == 0 {
        return 0;
    }
    let octave = searched.ilog2() as u8;
    if octave >= HIGHEST / 4 {
        return HIGHEST;
    }
    let first = octave * 4 + 1;
    let fits = |&step: &u8| positions(step) <= searched;
    (first..first + 4).rev().find(fits).unwrap_or(first)
}

impl Graph {
    /// The effort of a position from that of its moves.
    pub(super) fn effort(&self, id: NodeId) -> u8 {
        let node = self.node(id);
        let below = self
            .out(id)
            .filter(|(_, edge)| !edge.excluded)
            .map(|(_, edge)| self.effort_behind(node, edge))
            .fold(node.searched_here(), u64::saturating_add);
        // By its identity, so that it is the same in every project.
        step(below, node.key as u64)
    }

    /// Positions searched behind a move.
    pub(crate) fn effort_behind(&self, node: &Node, edge: &Edge) -> u64 {
        let child = self.node(edge.to);
        let here = child.searched_here();
        if child.component == node.component {
            return here;
        }
        // Rounding must not take away what was searched at the position itself.
        here.max(positions(child.effort))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_quarter_octaves() {
        assert_eq!([0, 1, 5, 9, 13].map(positions), [0, 1, 2, 4, 8]);
        for exponent in 0..62u32 {
            let whole = 1u64 << exponent;
            assert_eq!(positions(below(whole)), whole);
            assert!(positions(below(whole + whole / 2)) <= whole + whole / 2);
        }
        let ratio = positions(82) as f64 / positions(81) as f64;
        assert!((ratio - 2f64.powf(0.25)).abs() < 1e-5, "{ratio}");
    }

    #[test]
    fn rounding_is_fair() {
        for searched in [1_000u64, 50_000, 1_234_567, 80_000_000] {
            let sum: f64 = (0..20_000)
                .map(|place| positions(step(searched, place)) as f64)
                .sum();
            let mean = sum / 20_000.0;
            assert!(
                (mean / searched as f64 - 1.0).abs() < 0.005,
                "{searched}: {mean}"
            );
        }
    }

    #[test]
    fn no_number_is_too_large() {
        for searched in [u64::MAX, u64::MAX / 2, 1 << 62] {
            assert!(positions(step(searched, 7)) > 1 << 60);
        }
    }
}
