//! The lanes of a block one by one: what `simd` does, on every machine, and its oracle.

use super::lanes::{Block, CLOSED, LANES, Look, Spread, WORST_LOSS};

/// The least of eight and the first lane that has it.
#[inline(always)]
pub(super) fn least(values: &[u16; LANES]) -> (u16, u32) {
    let mut least = values[0];
    let mut lane = 0;
    for (i, &value) in values.iter().enumerate().skip(1) {
        if value < least {
            (least, lane) = (value, i as u32);
        }
    }
    (least, lane)
}

/// The two best tips below a block, and the sum of the lanes' shares.
#[inline(always)]
pub(super) fn weigh(block: &Block, cost: u16, spread: &Spread) -> (Look, u32) {
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
