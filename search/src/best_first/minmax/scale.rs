//! Values in sixteen bits: the cost of a child for the mover.
//!
//! ```text
//!   0 … 2000            3768 ……… 32768 ……… 61768            63535 … 65534   65535
//!   the mover wins      values, the best first; a draw        they lose       no child
//!   in this many plies  is in the middle                      in 65535 − n
//! ```
//!
//! Values are the evaluator's points in *units*: as many to the point as make the temperature
//! [`UNITS`], so that the same integers serve every game.

use crate::game::Player;
use crate::score::Score;
use crate::view;

/// Units of the temperature, where that leaves a point at least one unit.
const UNITS: f64 = 64.0;
/// The most units of the temperature: more would leave no room for long paths.
const MOST_UNITS: f64 = 512.0;
/// The most units of a point, however low the temperature: more would leave no room for large
/// values.
const MOST_PER_POINT: f64 = 4.0;
/// The value furthest from a draw, in units.
pub(super) const FAR: i32 = 29_000;
const MIDDLE: i32 = DRAWN as i32;
/// The cost of a win in the most plies that are told apart.
pub(super) const WIN_LAST: u16 = 2_000;
/// The least cost of a loss.
pub(super) const LOSS_FIRST: u16 = u16::MAX - WIN_LAST;
/// The cost of a draw.
pub(super) const DRAWN: u16 = 32_768;
/// The cost of a lane without child.
pub(super) const EMPTY: u16 = u16::MAX;

/// How points become units.
#[derive(Clone, Debug)]
pub(super) enum Scale {
    /// In proportion.
    Linear {
        /// Units to the point, in 65536ths.
        factor: i64,
    },
    /// T·p·ln(v + shift), for v + shift from 1 to 2 · shift − 1.
    Log {
        /// Added to points to make them positive.
        shift: i32,
        /// The units of every shifted value, the neutral one 0.
        units: Box<[i16]>,
    },
}

impl Scale {
    /// Points in proportion, and the units of the temperature.
    pub fn linear(temperature: f64) -> (Scale, f64) {
        let per_point = (UNITS / temperature)
            .clamp(1.0, MOST_PER_POINT)
            .min(MOST_UNITS / temperature);
        (
            Scale::Linear {
                factor: (per_point * 65536.0).round() as i64,
            },
            per_point * temperature,
        )
    }

    /// Logarithms of shifted points, to be weighed by `p`, and the units of 1.
    pub fn log(p: f64, shift: i32) -> (Scale, f64) {
        let neutral = f64::from(shift).ln();
        let far = f64::from(FAR);
        // The lowest value must fit, however large p is.
        let units_of_one = UNITS.min(far / (p * neutral.max(1.0)));
        let unit = |v: i32| (units_of_one * p * (f64::from(v).ln() - neutral)).round();
        let units = (0..2 * shift)
            .map(|v| unit(v.max(1)).clamp(-far, far) as i16)
            .collect();
        (Scale::Log { shift, units }, units_of_one)
    }

    /// The units of the first player's points.
    #[inline(always)]
    pub fn units(&self, points: i32) -> i32 {
        match self {
            Scale::Linear { factor } => {
                let units = (i64::from(points) * factor + (1 << 15)) >> 16;
                units.clamp(-i64::from(FAR), i64::from(FAR)) as i32
            }
            Scale::Log { shift, units } => {
                let index = (points.saturating_add(*shift)).clamp(1, 2 * shift - 1);
                i32::from(units[index as usize])
            }
        }
    }

    /// The points nearest to this many units.
    pub fn points(&self, units: i32) -> i32 {
        match self {
            Scale::Linear { factor } => {
                ((i64::from(units) << 16) as f64 / *factor as f64).round() as i32
            }
            Scale::Log {
                shift,
                units: table,
            } => {
                let above = table[1..].partition_point(|&u| i32::from(u) < units) as i32 + 1;
                above.min(2 * shift - 1) - shift
            }
        }
    }

    /// Whether points survive the way to units and back.
    pub fn keeps(&self, points: i32) -> bool {
        self.points(self.units(points)) == points
    }
}

/// The cost of a value in the mover's view.
#[inline(always)]
pub(super) fn cost_of(units: i32) -> u16 {
    (MIDDLE - units) as u16
}

/// The value of a cost that is neither a win nor a loss.
#[inline(always)]
pub(super) fn units_of(cost: u16) -> i32 {
    MIDDLE - i32::from(cost)
}

/// The cost of a win in this many plies.
#[inline(always)]
pub(super) fn win_in(plies: u32) -> u16 {
    plies.min(u32::from(WIN_LAST)) as u16
}

/// The cost of a loss in this many plies, at least 1.
#[inline(always)]
pub(super) fn loss_in(plies: u32) -> u16 {
    u16::MAX - win_in(plies)
}

/// A value, kept clear of wins and losses.
#[inline(always)]
pub(super) fn within(cost: i32) -> u16 {
    cost.clamp(MIDDLE - FAR, MIDDLE + FAR) as u16
}

/// A child's cost as its parent has it: seen by the other player unless the mover stays, and this
/// many plies away.
#[inline(always)]
pub(super) fn raise(cost: u16, same_mover: bool, plies: u16) -> u16 {
    let cost = if same_mover { cost } else { turned(cost) };
    if cost <= WIN_LAST {
        (cost + plies).min(WIN_LAST)
    } else if cost >= LOSS_FIRST {
        (cost - plies).max(LOSS_FIRST)
    } else {
        cost
    }
}

/// The other player's cost of the same value.
#[inline(always)]
pub(super) fn turned(cost: u16) -> u16 {
    if cost <= WIN_LAST || cost >= LOSS_FIRST {
        u16::MAX - cost
    } else {
        cost.wrapping_neg()
    }
}

/// The first player's score of a cost that this mover has.
pub(super) fn score_of(cost: u16, mover: Player, scale: &Scale) -> Score {
    if cost <= WIN_LAST {
        view::flip(Score::win_in(u32::from(cost)), mover)
    } else if cost >= LOSS_FIRST {
        view::flip(Score::loss_in(u32::from(u16::MAX - cost)), mover)
    } else {
        let units = units_of(cost);
        Score::points(scale.points(if mover == Player::FIRST {
            units
        } else {
            -units
        }))
    }
}
