//! One cache line for the children of a node.
//!
//! A lane is a child: its *cost* for the mover (the lower, the better for them), the *penalty* of
//! the best tip below it, and the block of its own children. A node with more than eight children
//! has several blocks side by side.
//!
//! Invariant: an open lane's penalty is at most [`FARTHEST`], so that no sum of an open lane is
//! [`CLOSED`].

use super::scale::EMPTY;

/// Lanes of a block.
pub(super) const LANES: usize = 8;
/// The penalty of what need not be searched again: decided, or nothing there.
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
    pub fn log(&self, lanes: u32) -> u16 {
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
    pub fn share(&self, d: u16) -> u16 {
        let square = |y: u16| ((u32::from(y) * u32::from(y)) >> 16) as u16;
        square(square(square(65535 - d.min(self.cap) * self.slope)))
    }

    /// T ln of a sum of shares.
    #[inline(always)]
    pub fn log(&self, sum: u32) -> u16 {
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
    pub fn merge(&mut self, other: &Look) {
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

/// A new child in the eyes of its parent's mover.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tip {
    pub cost: u16,
    pub penalty: u16,
}

impl Tip {
    /// A child that need not be searched again.
    pub fn closed(cost: u16) -> Tip {
        Tip {
            cost,
            penalty: CLOSED,
        }
    }
}
