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

/// What the engine uses where nothing else is said: the linear evaluator alone.
impl Default for StaticEvaluator {
    fn default() -> StaticEvaluator {
        Tapered::default().into()
    }
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

#[cfg(test)]
mod tests {
    use gametree::testkit::Kit;

    use super::*;
    use crate::network::tests::any_weights;
    use crate::network::weights::Weights;

    #[test]
    fn a_network_of_noughts_changes_nothing() {
        let linear = Tapered::default();
        let zero = StaticEvaluator::with_network(Network::new(Weights::zero()));
        let alone = StaticEvaluator::from(Tapered::default());
        Kit::new(&Chess::default()).each(|game| {
            let value = linear.evaluate(game);
            assert_eq!(zero.evaluate(game), value, "{game}");
            assert_eq!(alone.evaluate(game), value, "{game}");
        });
    }

    #[test]
    fn what_is_remembered_is_what_is_computed() {
        let network = Network::new(any_weights(1));
        let evaluator = StaticEvaluator::with_network(network.clone());
        let mut different = 0;
        Kit::new(&Chess::default()).each(|game| {
            let value = evaluator.corrected(&network, game);
            assert_eq!(evaluator.evaluate(game), value, "{game}");
            assert_eq!(evaluator.evaluate(game), value, "remembered");
            different += u32::from(value != Tapered::default().evaluate(game));
        });
        assert!(different > 500, "{different}");
    }

    /// Whatever the network says, what cannot win is worth little.
    #[test]
    fn drawn_endgames_stay_drawn() {
        for seed in 0..20 {
            let network = Network::new(any_weights(seed));
            let evaluator = StaticEvaluator::with_network(network);
            for fen in [
                "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1",
                "4k3/8/8/8/8/8/8/4KB2 b - - 0 1",
            ] {
                let game: Chess = fen.parse().unwrap();
                let value = evaluator.evaluate(&game);
                assert!(value.abs() < 150, "{fen}: {value}");
            }
        }
    }
}
