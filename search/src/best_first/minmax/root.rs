//! At the root: which move to work on when the move matters rather than the value, and which to
//! play.

use std::cmp::Reverse;

use super::lanes::{Block, CLOSED, Look};

/// A look at the root that puts the best move and its best rival on the same footing: a line is
/// worth as much if it may bring down the one as if it may bring up the other.
pub(super) fn rivals(blocks: &[Block], look: Look) -> Look {
    let costs = || blocks.iter().flat_map(|block| block.cost).enumerate();
    let best = costs()
        .min_by_key(|&(_, cost)| cost)
        .map_or(0, |(lane, _)| lane);
    let rival = costs()
        .filter(|&(lane, _)| lane != best)
        .map(|(_, cost)| cost)
        .min();
    let gap = rival.map_or(0, |cost| cost - look.cost);
    let penalties = blocks.iter().flat_map(|block| block.penalty);
    let mut look = Look {
        sum: CLOSED,
        second: CLOSED,
        ..look
    };
    for ((lane, cost), penalty) in costs()
        .zip(penalties)
        .filter(|&(_, penalty)| penalty != CLOSED)
    {
        let loss = if lane == best { gap } else { cost - look.cost }.min(0x7fff);
        let sum = loss.saturating_add(penalty).min(CLOSED - 1);
        let lane = lane as u32;
        if sum < look.sum {
            (look.second, look.second_lane) = (look.sum, look.lane);
            (look.sum, look.lane, look.loss) = (sum, lane, loss);
        } else if sum < look.second {
            (look.second, look.second_lane) = (sum, lane);
        }
    }
    look
}

/// The lane to play: the least cost; of equals the one whose best tip is furthest away, because
/// most is known of it; of these the first. A proven win is thus the shortest known, a proven loss
/// the longest.
pub(super) fn choice(blocks: &[Block]) -> u32 {
    let lanes = blocks
        .iter()
        .flat_map(|block| block.cost.into_iter().zip(block.penalty))
        .zip(0..);
    lanes
        .min_by_key(|&((cost, penalty), lane)| (cost, Reverse(penalty), lane))
        .map_or(0, |(_, lane)| lane)
}
