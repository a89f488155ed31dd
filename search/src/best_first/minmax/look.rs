//! The least sum over the lanes of a node.
//!
//! With `d` the loss against the best sibling, all lanes are weighed at once:
//!
//! ```text
//!   cost      30  12  45  ..        d      18   0  33          the edge weighs d + spread, so the best tip
//!   penalty    0  25   0  ..  ──▶   d + π  18  25  33   ──▶    lies below lane 0, at 18 + spread
//! ```

use super::lanes::{Block, CLOSED, LANES, Look, Spread};
#[cfg(not(all(target_arch = "x86_64", target_feature = "sse4.1")))]
use super::portable as simd;
use super::scale::{EMPTY, LOSS_FIRST, WIN_LAST, within};
#[cfg(all(target_arch = "x86_64", target_feature = "sse4.1"))]
use super::simd;

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

#[cfg(test)]
mod tests {
    use super::super::lanes::{Count, FARTHEST, Soft, WORST_LOSS};
    use super::super::portable;
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
            let block = random_block(&mut rng);
            let spread = &spreads()[n % 3];
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
        let mut rng = Rng::new(3);
        let unit = 64.0;
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
