//! The settings of a search, in units.

use super::Params;
use super::cost::Breadth;
use super::lanes::{Count, Look, Soft, Spread};
use super::scale::{Scale, within};

/// Everything that turns points and losses into costs and penalties.
#[derive(Clone, Debug)]
pub(super) struct Pricing {
    pub scale: Scale,
    pub spread: Spread,
    /// The part of the spread that a node's value gains, in 256ths.
    bonus: u32,
    pub slack: i32,
    pub tolerance: u16,
    /// Units of one nat.
    pub unit: f64,
    /// How many times the losses of the first and of the second player count, where that is not
    /// once.
    pub strictness: Option<[f64; 2]>,
}

impl Pricing {
    pub fn new(params: &Params, breadth: Breadth, strictness: [f64; 2]) -> Pricing {
        let (scale, unit) = match params.shift {
            Some(shift) => Scale::log(1.0 / params.temperature, shift),
            None => Scale::linear(params.temperature),
        };
        let units = |nats: f64, most: u16| (nats * unit).round().clamp(0.0, f64::from(most)) as u16;
        Pricing {
            scale,
            spread: match breadth {
                Breadth::Soft => Spread::Soft(Soft::new(unit)),
                Breadth::Count => Spread::Count(Count::new(unit)),
                Breadth::Ply(nats) => Spread::Constant(units(nats, 10_000)),
            },
            bonus: (256.0 * params.bonus.clamp(0.0, 16.0)).round() as u32,
            slack: i32::from(units(params.slack, u16::MAX)),
            tolerance: units(params.tolerance, u16::MAX),
            unit,
            strictness: (strictness != [1.0; 2]).then_some(strictness),
        }
    }

    /// The cost that a node has for its mover: the best child's, less a part of the spread for
    /// having a choice.
    #[inline(always)]
    pub fn value(&self, look: &Look) -> u16 {
        if look.is_closed() {
            return look.cost;
        }
        let bonus = (u32::from(look.spread) * self.bonus) >> 8;
        within(i32::from(look.cost) - bonus as i32)
    }

    /// Nats in units, for what an edge costs in addition.
    #[inline]
    pub fn extra(&self, nats: f64) -> u16 {
        (nats * self.unit).round().clamp(0.0, 10_000.0) as u16
    }
}
