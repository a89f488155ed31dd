//! Weights: what spares a move a part of its cost, and how much.
//!
//! A move that looks bad at first costs much, and is searched late. Some such moves are worth an
//! earlier look: those that force the reply, and those on which searches do not agree. Each reason
//! has a strength, which the rules or the searches say, and a weight, which the user sets.

use serde::{Deserialize, Serialize};

/// The most of a cost that all weights together spare.
pub const MOST_SPARED: f64 = 0.75;

/// What may spare a move a part of its cost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Weight {
    /// It gives check.
    Check,
    /// It brings a piece against the enemy king.
    Attack,
    /// It advances a pawn that may become a queen.
    March,
    /// It takes, and does not lose material by it.
    Exchange,
    /// It promotes.
    Promotion,
    /// Two engines value the position behind it differently.
    Disagreement,
    /// One engine has given the position behind it different values.
    Spread,
}

impl Weight {
    /// All of them, in the order of tables.
    pub const ALL: [Weight; 7] = [
        Weight::Check,
        Weight::Attack,
        Weight::March,
        Weight::Exchange,
        Weight::Promotion,
        Weight::Disagreement,
        Weight::Spread,
    ];

    /// One word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Weight::Check => "check",
            Weight::Attack => "attack",
            Weight::March => "march",
            Weight::Exchange => "exchange",
            Weight::Promotion => "promotion",
            Weight::Disagreement => "disagreement",
            Weight::Spread => "spread",
        }
    }
}

/// How much of its cost a move is spared where the reason has its full strength, from 0 to
/// [`MOST_SPARED`].
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Weights {
    /// [`Weight::Check`].
    pub check: f64,
    /// [`Weight::Attack`].
    pub attack: f64,
    /// [`Weight::March`].
    pub march: f64,
    /// [`Weight::Exchange`].
    pub exchange: f64,
    /// [`Weight::Promotion`].
    pub promotion: f64,
    /// [`Weight::Disagreement`], in full where the values differ by κ or more.
    pub disagreement: f64,
    /// [`Weight::Spread`], likewise.
    pub spread: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            check: 0.25,
            // Off until a measurement speaks for them.
            attack: 0.0,
            march: 0.0,
            exchange: 0.125,
            promotion: 0.125,
            disagreement: 0.5,
            spread: 0.5,
        }
    }
}

impl Weights {
    /// Nothing is spared.
    pub const NONE: Weights = Weights {
        check: 0.0,
        attack: 0.0,
        march: 0.0,
        exchange: 0.0,
        promotion: 0.0,
        disagreement: 0.0,
        spread: 0.0,
    };

    /// One of them.
    #[must_use]
    pub fn get(&self, weight: Weight) -> f64 {
        match weight {
            Weight::Check => self.check,
            Weight::Attack => self.attack,
            Weight::March => self.march,
            Weight::Exchange => self.exchange,
            Weight::Promotion => self.promotion,
            Weight::Disagreement => self.disagreement,
            Weight::Spread => self.spread,
        }
    }

    /// Sets one of them.
    pub fn set(&mut self, weight: Weight, part: f64) {
        let slot = match weight {
            Weight::Check => &mut self.check,
            Weight::Attack => &mut self.attack,
            Weight::March => &mut self.march,
            Weight::Exchange => &mut self.exchange,
            Weight::Promotion => &mut self.promotion,
            Weight::Disagreement => &mut self.disagreement,
            Weight::Spread => &mut self.spread,
        };
        *slot = part;
    }
}

/// What one weight spares one move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spared {
    /// Which.
    pub weight: Weight,
    /// The part of the move's cost, from 0 to [`MOST_SPARED`].
    pub part: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_sets_and_gets_its_own_number() {
        let mut weights = Weights::NONE;
        for (place, weight) in Weight::ALL.into_iter().enumerate() {
            weights.set(weight, place as f64 / 10.0);
        }
        let json = serde_json::to_value(weights).unwrap();
        for (place, weight) in Weight::ALL.into_iter().enumerate() {
            assert_eq!(weights.get(weight), place as f64 / 10.0);
            assert_eq!(json[weight.name()], place as f64 / 10.0);
            let named: Weight = serde_json::from_value(weight.name().into()).unwrap();
            assert_eq!(named, weight);
        }
    }
}
