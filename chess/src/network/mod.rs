//! A small network that is cheap to keep up to date (Nasu 2018, "efficiently updatable").
//!
//! ```text
//!   768 inputs, as the mover sees the board ──▶ 64 sums ──▶ cut off, squared ─┐
//!                                                                             ├──▶ centipawns
//!   768 inputs, as the other sees it ─────────▶ 64 sums ──▶ cut off, squared ─┘
//! ```

mod accumulator;
mod inputs;
mod static_evaluator;
pub mod weights;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use shakmaty::{Board, Color};

pub use static_evaluator::StaticEvaluator;
pub use inputs::{BUCKETS, INPUTS, Perspective, bucket};
use weights::{FULL, ONE, Row, UNIT, Weights};

/// The network with its weights, which all clones share.
#[derive(Clone, Debug)]
pub struct Network {
    weights: Arc<Weights>,
    number: u64,
}

impl Network {
    /// With these weights.
    #[must_use]
    pub fn new(weights: Weights) -> Network {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Network {
            weights: Arc::new(weights),
            number: NEXT.fetch_add(1, Ordering::Relaxed),
        }
    }

    /// Centipawns for White; 0 for a board without both kings.
    #[inline]
    #[must_use]
    pub fn value(&self, board: &Board, turn: Color) -> i32 {
        let views = [Perspective::of(board, turn), Perspective::of(board, !turn)];
        let [Some(mover), Some(other)] = views else {
            return 0;
        };
        let outputs = &self.weights.outputs[bucket(board)];
        let bias = i32::from(self.weights.output_bias[bucket(board)]);
        let weights = (self.number, &*self.weights);
        let sum = accumulator::with_sums(weights, board, [mover, other], turn, |sums| {
            product(sums[0], &outputs[0]) + product(sums[1], &outputs[1])
        });
        let value = (sum / FULL + bias) * UNIT / (FULL * ONE);
        if turn.is_white() { value } else { -value }
    }
}

/// The sums, cut off and squared, times the weights.
#[inline]
fn product(sums: &Row, weights: &Row) -> i32 {
    let products = sums.iter().zip(weights).map(|(&sum, &weight)| {
        let neuron = sum.clamp(0, FULL as i16);
        // Within 16 bits: 255 · 127.
        i32::from(neuron * weight) * i32::from(neuron)
    });
    products.sum()
}
