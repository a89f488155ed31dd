//! Prices: what an edge and the widening of a position cost, in thousandths of a ply, from tables.

use gametree::{Score, Verdict};

use crate::fact::Raw;
use crate::settings::{Cost, Preset, Settings};

/// No question lies there.
pub(crate) const INFINITE: u32 = u32::MAX;

/// A ply.
const PLY: f64 = 1000.0;

/// No edge costs less: ways round a cycle get longer.
const LEAST: f64 = 50.0;

/// The most of a cost that discounts may spare.
const MOST_SPARED: f64 = 0.75;

/// Values beyond are as good as won.
const TABLE: usize = 4096;

/// Prices, computed once from the settings.
#[derive(Clone, Debug)]
pub(crate) struct Pricing {
    cost: Cost,
    /// `u(v)` for v from 0 up.
    bounded: Vec<f64>,
}

/// What the price of an option depends on.
pub(crate) struct Priced {
    /// The value of the best option.
    pub best: Raw,
    /// The value of this one.
    pub estimate: Raw,
    /// Whether the second player chooses.
    pub second: bool,
    /// Among how many options.
    pub count: usize,
}

impl Pricing {
    pub fn new(settings: &Settings) -> Pricing {
        let k = settings.cost.scale.max(1.0);
        let bounded = (0..TABLE).map(|v| 4.0 * k * (logistic(v as f64 / k) - 0.5)).collect();
        Pricing { cost: settings.cost, bounded }
    }

    /// A value on the bounded scale, in points.
    pub fn utility(&self, value: Raw) -> f64 {
        let last = self.bounded.len() - 1;
        let size = match Score::from_raw(value).verdict() {
            Verdict::Win(_) | Verdict::Loss(_) => last,
            Verdict::Points(points) => (points.unsigned_abs() as usize).min(last),
        };
        if value < 0 { -self.bounded[size] } else { self.bounded[size] }
    }

    /// The same, rounded.
    pub fn bounded(&self, value: Raw) -> i16 {
        self.utility(value).clamp(-32_000.0, 32_000.0) as i16
    }

    /// What a player loses with a value other than the best.
    pub fn loss(&self, best: Raw, value: Raw) -> f64 {
        (self.utility(best) - self.utility(value)).abs()
    }

    /// What going through an option costs: a ply and the loss, less what forcing moves and doubtful values are spared.
    pub fn edge(&self, priced: &Priced, forcing: u8, spread: f64) -> u32 {
        let plain = self.plain(priced);
        let forces = self.cost.tactical * f64::from(forcing) / 255.0;
        let doubt = self.cost.doubt * (spread / self.per_ply(priced.second)).min(1.0);
        let spared = (forces + doubt).clamp(0.0, MOST_SPARED);
        (plain * (1.0 - spared)).clamp(LEAST, 1e9) as u32
    }

    fn plain(&self, priced: &Priced) -> f64 {
        match self.cost.preset {
            Preset::Rivest { p, shift } => PLY * self.rivest(priced, p, shift),
            Preset::Dropout { .. } | Preset::Repertoire { .. } => {
                PLY + PLY * self.loss(priced.best, priced.estimate) / self.per_ply(priced.second)
            }
        }
    }

    /// `ln n + (p − 1) ln(v_best/v)` for the first player, `ln n + (p + 1) ln(v/v_best)` for the second.
    fn rivest(&self, priced: &Priced, p: f64, shift: f64) -> f64 {
        let positive = |value| (self.utility(value) + shift).max(1.0);
        let ratio = libm::log(positive(priced.best) / positive(priced.estimate));
        let n = libm::log(priced.count.max(1) as f64);
        let factor = if priced.second { -(p + 1.0) } else { p - 1.0 };
        n + (factor * ratio).max(0.0)
    }

    /// The loss that costs as much as a ply.
    pub fn per_ply(&self, second: bool) -> f64 {
        let points = match self.cost.preset {
            Preset::Rivest { p, shift } => (shift / p.max(1.0)).max(1.0),
            Preset::Dropout { per_ply } => per_ply,
            Preset::Repertoire { second: side, own, theirs } => {
                if second == side {
                    own
                } else {
                    theirs
                }
            }
        };
        points.max(1.0)
    }

    /// What one more move costs where engines have added `k`.
    pub fn widening(&self, k: usize) -> u32 {
        let k = k as f64;
        (PLY * (0.25 * k + 0.05 * k * k)).min(1e9) as u32
    }

    /// How much an option weighs against the best, for shares.
    pub fn weight(&self, loss: f64, second: bool) -> f64 {
        libm::exp(-loss / self.per_ply(second))
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}
