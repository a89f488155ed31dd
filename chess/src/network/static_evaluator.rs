//! The evaluator of the built-in engine: the linear one, and the network that corrects it.

use std::sync::Arc;

use gametree::{Evaluator, Game};
use shakmaty::Position;

use super::Network;
use crate::Chess;
use crate::evaluate::{FULL, Known, Tapered, scale};

/// Centipawns for White: what [`Tapered`] counts, and what a network adds to it, if there is one.
#[derive(Clone, Debug)]
pub struct StaticEvaluator {
    linear: Tapered,
    network: Option<(Network, Arc<Known>)>,
}

/// The linear evaluator alone.
impl From<Tapered> for StaticEvaluator {
    fn from(linear: Tapered) -> StaticEvaluator {
        StaticEvaluator {
            linear,
            network: None,
        }
    }
}

impl StaticEvaluator {
    /// With a network that was trained to correct the learned weights.
    #[must_use]
    pub fn with_network(network: Network) -> StaticEvaluator {
        StaticEvaluator {
            linear: Tapered::default(),
            network: Some((network, Arc::new(Known::new()))),
        }
    }

    /// The value of a position, computed anew.
    fn corrected(&self, network: &Network, position: &Chess) -> i32 {
        let board = position.inner().board();
        let value = self.linear.unscaled(position) + network.value(board, position.color());
        value * scale(board, value) / FULL
    }
}

/// Also for positions that wrap one of chess.
impl<G: Game + AsRef<Chess>> Evaluator<G> for StaticEvaluator {
    #[inline]
    fn evaluate(&self, position: &G) -> i32 {
        let position = position.as_ref();
        let Some((network, known)) = &self.network else {
            return self.linear.evaluate(position);
        };
        let key = position.key as u64;
        known.value(key).unwrap_or_else(|| {
            let value = self.corrected(network, position);
            known.remember(key, value);
            value
        })
    }
}
