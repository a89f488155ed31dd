//! One cache line for the children of a node, and the least sum over them.
//!
//! A lane is a child: its *cost* for the mover (the lower, the better for him), the *penalty* of
//! the best tip below it, and the block of its own children. A node with more than eight children
//! has several blocks side by side. With `d` the loss against the best sibling, all lanes are
//! weighed at once:
//!
//! ```text
//!   cost      30  12  45  ..        d      18   0  33          the edge weighs d + spread, so the best tip
//!   penalty    0  25   0  ..  ──▶   d + π  18  25  33   ──▶    lies below lane 0, at 18 + spread
//! ```
//!
//! Invariant: an open lane's penalty is at most [`FARTHEST`], so that no sum of an open lane is
//! [`CLOSED`].

use super::scale::{EMPTY, LOSS_FIRST, WIN_LAST, within};
#[cfg(all(target_arch = "x86_64", target_feature = "sse4.1"))]
use super::simd;

/// Lanes of a block.
pub(super) const LANES: usize = 8;
/// The penalty of what need not be looked at again: decided, or nothing there.
pub(super) const CLOSED: u16 = u16::MAX;
/// The greatest penalty of something open.
pub(super) const FARTHEST: u16 = 0x7ffe;
/// Losses beyond this are all alike.
pub(super) const WORST_LOSS: u16 = 0x7fff;
/// The child of a lane whose children are not in memory.
pub(super) const TIP: u32 = 0;

/// Up to eight children of a node.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Block {
    pub cost: [u16; LANES],
    pub penalty: [u16; LANES],
    pub child: [u32; LANES],
}

impl Block {
    pub const EMPTY: Block = Block {
        cost: [EMPTY; LANES],
        penalty: [CLOSED; LANES],
        child: [TIP; LANES],
    };
}

/// How much the number of good moves adds to every edge of a node.
#[derive(Clone, Debug)]
pub(super) enum Spread {
    /// T ln Σ exp(−d/T): only moves as good as the best count in full. The backed-up value gains a
    /// part of it.
    Soft(Soft),
    /// T ln n, as in the paper.
    Count(Count),
    /// The same for every node.
    Constant(u16),
}

/// T ln n in units, for every n up to [`COUNTED`].
#[derive(Clone, Debug)]
pub(super) struct Count(Box<[u16]>);

/// More children than these spread no further.
const COUNTED: u32 = 1023;

impl Count {
    pub fn new(temperature: f64) -> Count {
        let log = |n: u32| {
            (temperature * f64::from(n.max(1)).ln())
                .round()
                .min(10_000.0) as u16
        };
        Count((0..=COUNTED).map(log).collect())
    }

    #[inline(always)]
    fn log(&self, lanes: u32) -> u16 {
        self.0[lanes.min(COUNTED) as usize]
    }
}

/// The constants of the soft spread, in units.
#[derive(Clone, Debug)]
pub(super) struct Soft {
    /// 65535 / 8T: what a unit of loss takes from the factor whose eighth power stands for exp.
    pub slope: u16,
    /// Losses from here on count as nothing.
    pub cap: u16,
    /// T ln 2, in 256ths of a unit.
    octave: u32,
    /// T log of the mantissa's 128 steps, in 256ths.
    mantissa: Box<[u32; 128]>,
}

impl Soft {
    pub fn new(temperature: f64) -> Soft {
        let slope = (65535.0 / (8.0 * temperature)).clamp(1.0, 65535.0) as u16;
        let log = |x: f64| (256.0 * temperature * x.ln()).round() as u32;
        let mut mantissa = Box::new([0; 128]);
        for (i, entry) in mantissa.iter_mut().enumerate() {
            *entry = log(1.0 + (i as f64 + 0.5) / 128.0);
        }
        mantissa[0] = 0;
        Soft {
            slope,
            cap: 65535 / slope,
            octave: log(2.0),
            mantissa,
        }
    }

    /// exp(−d/T) in 65536ths, as (1 − d/8T)⁸.
    #[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse4.1"))))]
    #[inline(always)]
    fn share(&self, d: u16) -> u16 {
        let square = |y: u16| ((u32::from(y) * u32::from(y)) >> 16) as u16;
        square(square(square(65535 - d.min(self.cap) * self.slope)))
    }

    /// T ln of a sum of shares.
    #[inline(always)]
    fn log(&self, sum: u32) -> u16 {
        if sum < 1 << 16 {
            return 0;
        }
        let octaves = 31 - sum.leading_zeros();
        let mantissa = (sum >> (octaves - 7)) & 127;
        (((octaves - 16) * self.octave + self.mantissa[mantissa as usize]) >> 8) as u16
    }
}

/// What a node's lanes amount to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Look {
    /// The best lane's cost.
    pub cost: u16,
    /// The number of the lane with the best tip.
    pub lane: u32,
    /// The loss of that lane.
    pub loss: u16,
    /// Its loss and penalty; [`CLOSED`] when the node is settled.
    pub sum: u16,
    /// The same of the next best tip's lane.
    pub second: u16,
    /// The number of that lane.
    pub second_lane: u32,
    /// What every edge of this node weighs besides its loss.
    pub spread: u16,
}

impl Look {
    pub fn is_closed(&self) -> bool {
        self.sum == CLOSED
    }

    /// Takes the two best of both.
    fn merge(&mut self, other: &Look) {
        if other.sum < self.sum {
            if other.second < self.sum {
                (self.second, self.second_lane) = (other.second, other.second_lane);
            } else {
                (self.second, self.second_lane) = (self.sum, self.lane);
            }
            (self.sum, self.lane, self.loss) = (other.sum, other.lane, other.loss);
        } else if other.sum < self.second {
            (self.second, self.second_lane) = (other.sum, other.lane);
        }
    }

    /// The penalty of the best tip below this node.
    #[inline(always)]
    pub fn penalty(&self) -> u16 {
        if self.sum == CLOSED {
            CLOSED
        } else {
            self.sum.saturating_add(self.spread).min(FARTHEST)
        }
    }
}

/// Weighs all lanes of a node.
#[inline(always)]
pub(super) fn look(blocks: &[Block], spread: &Spread) -> Look {
    match blocks {
        [one] => look_at_one(one, spread),
        many => look_at_many(many, spread),
    }
}

/// The same with losses multiplied by a factor. A loss stays a loss and a win a win.
pub(super) fn look_strictly(blocks: &[Block], spread: &Spread, factor: f64) -> Look {
    let best = blocks
        .iter()
        .flat_map(|block| block.cost)
        .min()
        .unwrap_or(EMPTY);
    let stretched = |cost: u16| {
        let value = cost > WIN_LAST && cost < LOSS_FIRST;
        if value {
            within(i32::from(best) + (f64::from(cost - best) * factor) as i32)
        } else {
            cost
        }
    };
    let scaled: Vec<Block> = blocks
        .iter()
        .map(|block| Block {
            cost: block.cost.map(stretched),
            ..*block
        })
        .collect();
    look(&scaled, spread)
}

#[inline(always)]
fn look_at_one(block: &Block, spread: &Spread) -> Look {
    let cost = simd::least(&block.cost).0;
    let (best, share) = simd::weigh(block, cost, spread);
    finish(
        Look {
            cost,
            spread: 0,
            ..best
        },
        spread,
        share,
        || full_lanes(&block.cost),
    )
}

/// As [`look_at_one`], over several blocks.
#[inline(never)]
fn look_at_many(blocks: &[Block], spread: &Spread) -> Look {
    let cost = blocks
        .iter()
        .map(|block| simd::least(&block.cost).0)
        .min()
        .unwrap_or(EMPTY);
    let mut look = Look {
        cost,
        lane: 0,
        loss: 0,
        sum: CLOSED,
        second: CLOSED,
        second_lane: 0,
        spread: 0,
    };
    let mut share = 0u32;
    for (i, block) in blocks.iter().enumerate() {
        let (mut best, part) = simd::weigh(block, cost, spread);
        best.lane += (LANES * i) as u32;
        best.second_lane += (LANES * i) as u32;
        share = share.saturating_add(part);
        look.merge(&best);
    }
    finish(look, spread, share, || {
        blocks.iter().map(|block| full_lanes(&block.cost)).sum()
    })
}

#[inline(always)]
fn finish(mut look: Look, spread: &Spread, share: u32, lanes: impl FnOnce() -> u32) -> Look {
    if look.cost <= WIN_LAST {
        look.sum = CLOSED;
    }
    look.spread = match spread {
        Spread::Soft(soft) => soft.log(share),
        Spread::Count(count) => count.log(lanes()),
        Spread::Constant(units) => *units,
    };
    look
}

#[inline(always)]
fn full_lanes(cost: &[u16; LANES]) -> u32 {
    cost.iter().map(|&c| u32::from(c != EMPTY)).sum()
}

/// The same as `simd`, lane by lane.
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse4.1"))))]
mod portable {
    use super::{Block, CLOSED, LANES, Look, Spread, WORST_LOSS};

    /// The least of eight and the first lane that has it.
    #[inline(always)]
    pub fn least(values: &[u16; LANES]) -> (u16, u32) {
        let (mut least, mut lane) = (values[0], 0);
        for (i, &value) in values.iter().enumerate().skip(1) {
            if value < least {
                (least, lane) = (value, i as u32);
            }
        }
        (least, lane)
    }

    /// The two best tips below a block, and the sum of the lanes' shares.
    #[inline(always)]
    pub fn weigh(block: &Block, cost: u16, spread: &Spread) -> (Look, u32) {
        let d = block.cost.map(|c| (c - cost).min(WORST_LOSS));
        let mut sums: [u16; LANES] = std::array::from_fn(|i| d[i].saturating_add(block.penalty[i]));
        let (sum, lane) = least(&sums);
        sums[lane as usize] = CLOSED;
        let (second, second_lane) = least(&sums);
        let share = match spread {
            Spread::Soft(soft) => d.iter().map(|&d| u32::from(soft.share(d))).sum(),
            _ => 0,
        };
        (
            Look {
                cost,
                lane,
                loss: d[lane as usize],
                sum,
                second,
                second_lane,
                spread: 0,
            },
            share,
        )
    }
}
#[cfg(not(all(target_arch = "x86_64", target_feature = "sse4.1")))]
use portable as simd;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    fn random_block(rng: &mut Rng) -> Block {
        let lane = |rng: &mut Rng| match rng.below(8) {
            0 => (EMPTY, CLOSED),
            1 => (rng.below(2001) as u16, CLOSED),
            2 => (u16::MAX - 1 - rng.below(2000) as u16, CLOSED),
            3 => (30_000 + rng.below(5) as u16, rng.below(4) as u16),
            4 => (
                4_000 + rng.below(57_000) as u16,
                FARTHEST - rng.below(2) as u16,
            ),
            _ => (32_000 + rng.below(1500) as u16, rng.below(2000) as u16),
        };
        let mut block = Block::EMPTY;
        for i in 0..LANES {
            (block.cost[i], block.penalty[i]) = lane(rng);
        }
        block
    }

    fn spreads() -> [Spread; 3] {
        [
            Spread::Soft(Soft::new(64.0)),
            Spread::Soft(Soft::new(0.7)),
            Spread::Count(Count::new(64.0)),
        ]
    }

    /// The definition, lane by lane, over any number of blocks.
    fn plain(blocks: &[Block]) -> (u16, Vec<(u16, u32)>) {
        let lanes = || {
            blocks
                .iter()
                .flat_map(|block| block.cost.into_iter().zip(block.penalty))
        };
        let best = lanes().map(|(cost, _)| cost).min().unwrap();
        let mut sums: Vec<(u16, u32)> = lanes()
            .zip(0..)
            .filter(|((_, penalty), _)| *penalty != CLOSED)
            .map(|((cost, penalty), lane)| ((cost - best).min(WORST_LOSS) + penalty, lane))
            .collect();
        sums.sort();
        (best, sums)
    }

    #[test]
    fn a_look_finds_the_two_best_tips() {
        let mut rng = Rng::new(1);
        for n in 0..100_000 {
            let blocks: Vec<Block> = (0..1 + n % 4).map(|_| random_block(&mut rng)).collect();
            let (best, sums) = plain(&blocks);
            let found = look(&blocks, &spreads()[n % 3]);
            assert_eq!(found.cost, best);
            if best <= WIN_LAST || sums.is_empty() {
                assert!(found.is_closed());
                continue;
            }
            assert_eq!((found.sum, found.lane), sums[0], "{blocks:?}");
            match sums.get(1) {
                Some(&second) => {
                    assert_eq!((found.second, found.second_lane), second, "{blocks:?}")
                }
                None => assert_eq!(found.second, CLOSED),
            }
            assert!(
                found.penalty() <= FARTHEST,
                "something open is never called closed"
            );
        }
    }

    #[test]
    fn eight_at_once_and_one_by_one_agree() {
        let mut rng = Rng::new(2);
        for n in 0..100_000 {
            let (block, spread) = (random_block(&mut rng), &spreads()[n % 3]);
            assert_eq!(simd::least(&block.cost), portable::least(&block.cost));
            let cost = portable::least(&block.cost).0;
            let ((one, share), (other, same)) = (
                simd::weigh(&block, cost, spread),
                portable::weigh(&block, cost, spread),
            );
            assert_eq!(
                (one.sum, one.second, share),
                (other.sum, other.second, same),
                "{block:?}"
            );
            assert!(
                one.sum == CLOSED || (one.lane, one.loss) == (other.lane, other.loss),
                "{block:?}"
            );
            assert!(
                one.second == CLOSED || one.second_lane == other.second_lane,
                "{block:?}"
            );
        }
    }

    #[test]
    fn the_soft_spread_is_the_logarithm_of_the_sum_of_exponentials() {
        let (mut rng, unit) = (Rng::new(3), 64.0);
        let spread = Spread::Soft(Soft::new(unit));
        for _ in 0..10_000 {
            let mut block = Block::EMPTY;
            for lane in 0..1 + rng.below(LANES) {
                (block.cost[lane], block.penalty[lane]) = (30_000 + rng.below(600) as u16, 0);
            }
            let found = look(&[block], &spread);
            let terms = block
                .cost
                .iter()
                .filter(|&&c| c != EMPTY)
                .map(|&c| f64::from(c - found.cost) / unit);
            let exact = unit * terms.map(|d| (-d).exp()).sum::<f64>().ln();
            // (1 − x/8)⁸ lies below exp(−x), by at most 0.07 of the sum for eight lanes.
            assert!(
                (f64::from(found.spread) - exact).abs() < 0.15 * unit,
                "{} for {exact}",
                found.spread
            );
        }
    }
}
