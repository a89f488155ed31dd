//! What is known of the outcomes of a chance node before all of them are searched.

use super::run::{Opened, Tried};
use super::stake::Stake;
use crate::game::{Bounds, Payoffs, Player};
use crate::observer::Bound;
use crate::window::RealWindow;

/// One outcome of a chance node, as far as it is known.
pub(super) struct Outcome<G: Payoffs> {
    pub m: G::Move,
    pub probability: f64,
    pub bounds: Bounds,
    /// The position after it, once it was visited.
    pub child: Option<G>,
    /// Its moves, where some of them were tried.
    pub opened: Option<Opened<G>>,
}

impl<G: Payoffs> Outcome<G> {
    /// Nothing is known but the game's own bounds.
    pub fn new(m: G::Move, probability: f64, bounds: Bounds) -> Self {
        Outcome {
            m,
            probability,
            bounds,
            child: None,
            opened: None,
        }
    }

    /// Its part of the node's value.
    pub fn weighted(&self) -> Bounds {
        Bounds::new(
            self.probability * self.bounds.low,
            self.probability * self.bounds.high,
        )
    }

    /// What a value says of it.
    pub fn narrow(&mut self, value: f64, bound: Bound) {
        if bound != Bound::Upper {
            self.bounds.low = self.bounds.low.max(value);
        }
        if bound != Bound::Lower {
            self.bounds.high = self.bounds.high.min(value);
        }
    }
}

/// What the moves tried say of the node: MIN has at most the least of them, MAX at least the
/// greatest.
pub(super) fn narrow_by_tried(bounds: &mut Bounds, known: &[Tried], mover: Player) {
    for tried in known {
        match (mover, tried.bound) {
            (Player::FIRST, Bound::Exact | Bound::Lower) => {
                bounds.low = bounds.low.max(tried.value)
            }
            (Player::SECOND, Bound::Exact | Bound::Upper) => {
                bounds.high = bounds.high.min(tried.value)
            }
            _ => {}
        }
    }
}

/// What one outcome is probed for: what it must be worth to settle the node.
pub(super) struct ProbeQuestion {
    pub stake: Stake,
    pub aims: Aims,
    /// The node's window.
    pub window: RealWindow,
}

/// What the outcomes probed so far add, and their probability.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub sum: Bounds,
    pub mass: f64,
}

/// What probes are for: to show the node to be at most α, or at least β.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Aims {
    pub low: bool,
    pub high: bool,
}

impl Aims {
    /// A move of MIN can only show a node to be low, a move of MAX to be high.
    pub fn at(self, mover: Player) -> bool {
        if mover == Player::FIRST {
            self.high
        } else {
            self.low
        }
    }
}
