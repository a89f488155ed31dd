//! A small network that corrects the linear evaluator, and is cheap to keep up to date
//! ("efficiently updatable", Nasu 2018).
//!
//! ```text
//!   768 inputs, as the mover sees the board ──▶ 64 sums ──▶ cut off, squared ─┐
//!                                                                             ├──▶ centipawns
//!   768 inputs, as the other sees it ─────────▶ 64 sums ──▶ cut off, squared ─┘
//! ```
//!
//! The weights of the first layer are the same for both sides; those of the last depend on how many
//! pieces are left. All are whole numbers, so values are the same on every machine.
//! [`crate::learning`] makes them.

mod accumulator;
mod inputs;
mod static_evaluator;
pub mod weights;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

use shakmaty::{Board, Color};

pub use inputs::{BUCKETS, INPUTS, Perspective, bucket};
pub use static_evaluator::StaticEvaluator;
use weights::{BadWeights, FULL, ONE, Row, UNIT, Weights};

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

    /// The one that comes with this crate. Its weights are read once.
    ///
    /// # Panics
    /// Never: a test reads them.
    #[must_use]
    pub fn learned() -> Network {
        static LEARNED: LazyLock<Network> = LazyLock::new(|| {
            let bytes = include_bytes!("../weights/learned.network");
            Network::from_bytes(bytes).expect("the committed weights are whole")
        });
        LEARNED.clone()
    }

    /// With the weights of a file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, BadWeights> {
        Weights::from_bytes(bytes).map(Network::new)
    }

    /// What tells it from all others of this process.
    pub(crate) fn number(&self) -> u64 {
        self.number
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

#[cfg(test)]
mod tests {
    use gametree::Game;
    use gametree::rng::Rng;
    use gametree::testkit::Kit;
    use shakmaty::{Move, Position};

    use super::*;
    use crate::Chess;

    /// Any weights of the usual size.
    pub(super) fn any_weights(seed: u64) -> Weights {
        let mut rng = Rng::new(seed);
        let mut weights = Weights::zero();
        let mut draw = |most: usize| rng.below(2 * most + 1) as i16 - most as i16;
        let rows = weights.inputs.iter_mut().chain([&mut weights.bias]);
        rows.flatten().for_each(|weight| *weight = draw(60));
        let outputs = weights.outputs.as_flattened_mut().as_flattened_mut();
        outputs.iter_mut().for_each(|weight| *weight = draw(30));
        weights
            .output_bias
            .iter_mut()
            .for_each(|bias| *bias = draw(500));
        weights
    }

    /// The value by the formula: all sums from scratch, in large numbers.
    fn by_formula(weights: &Weights, board: &Board, turn: Color) -> i64 {
        let outputs = &weights.outputs[bucket(board)];
        let mut sum = 0;
        for (side, outputs) in [turn, !turn].into_iter().zip(outputs) {
            let view = Perspective::of(board, side).unwrap();
            for (i, &output) in outputs.iter().enumerate() {
                let on = board.iter().map(|(square, piece)| {
                    i64::from(weights.inputs[view.input(piece.color, piece.role, square)][i])
                });
                let neuron = (on.sum::<i64>() + i64::from(weights.bias[i])).clamp(0, 255);
                sum += neuron * neuron * i64::from(output);
            }
        }
        let parts = sum / 255 + i64::from(weights.output_bias[bucket(board)]);
        let value = parts * 100 / (255 * 64);
        if turn.is_white() { value } else { -value }
    }

    /// Through random games, with all moves that are rare, and now and then another network.
    #[test]
    fn step_by_step_it_is_what_it_is_from_scratch() {
        let networks = [any_weights(1), any_weights(2)].map(Network::new);
        let (mut rare, mut values) = ([0; 3], std::collections::BTreeSet::new());
        let starts = (0..60).map(|i| Chess::chess960(i * 16 + 6).unwrap());
        for (seed, start) in starts.chain((0..30).map(|_| Chess::default())).enumerate() {
            let mut rng = Rng::new(seed as u64);
            let mut game = start;
            for ply in 0..160 {
                if game.outcome().is_some() {
                    break;
                }
                let moves: Vec<Move> = game.moves().collect();
                let special = moves.iter().find(|m| m.is_castle() || m.is_en_passant());
                let m = special.copied().unwrap_or(moves[rng.below(moves.len())]);
                game.play(m);
                rare[0] += u32::from(m.is_castle());
                rare[1] += u32::from(m.is_en_passant());
                rare[2] += u32::from(m.is_promotion());
                let network = &networks[usize::from(ply % 40 > 30)];
                let (board, turn) = (game.inner().board(), game.color());
                let value = network.value(board, turn);
                let expected = by_formula(&network.weights, board, turn);
                assert_eq!(i64::from(value), expected, "{game}");
                values.insert(value);
            }
        }
        assert!(rare.iter().all(|&count| count > 20), "{rare:?}");
        assert!(values.len() > 500, "{}", values.len());
    }

    #[test]
    fn both_sides_and_both_halves_of_the_board_are_judged_alike() {
        let network = Network::new(any_weights(3));
        Kit::new(&Chess::default()).each(|game| {
            let (board, turn) = (game.inner().board(), game.color());
            let value = network.value(board, turn);
            let turned = board.clone().into_mirrored();
            assert_eq!(network.value(&turned, !turn), -value, "{game}");
            let mut flipped = board.clone();
            flipped.flip_horizontal();
            assert_eq!(network.value(&flipped, turn), value, "{game}");
        });
    }

    #[test]
    fn the_learned_one_knows_something_and_is_one() {
        let learned = Network::learned();
        assert_eq!(learned.number(), Network::learned().number());
        let of = |fen: &str| {
            let game: Chess = fen.parse().unwrap();
            learned.value(game.inner().board(), game.color())
        };
        let start = of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert!(start.abs() < 60, "{start}");
    }

    /// The largest weights that a file may hold overflow nowhere (tests check all sums).
    #[test]
    fn no_sum_overflows() {
        let mut weights = any_weights(4);
        for row in &mut weights.inputs {
            row.fill(weights::MOST_INPUT);
        }
        weights.bias.fill(weights::MOST_INPUT);
        weights.outputs = [[[weights::MOST_OUTPUT; weights::HIDDEN]; 2]; BUCKETS];
        weights.output_bias = [i16::MAX; BUCKETS];
        let board = Chess::default().inner().board().clone();
        let value = Network::new(weights.clone()).value(&board, Color::White);
        assert_eq!(i64::from(value), by_formula(&weights, &board, Color::White));
        assert!(value > 20_000);
    }
}
