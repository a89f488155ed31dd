//! The network in floats, as it is trained, and its gradient.

use gametree::rng::Rng;

use super::data::{Data, Example};
use crate::network::weights::{FULL, HIDDEN, MOST_INPUT, MOST_OUTPUT, ONE, Row, UNIT, Weights};
use crate::network::{BUCKETS, INPUTS};

type Neurons = [f32; HIDDEN];

/// Rows of weights: the inputs, what the neurons begin with, the outputs.
const ROWS: usize = INPUTS + 1 + 2 * BUCKETS;
/// How many weights there are; the last are what the outputs begin with.
pub const WEIGHTS: usize = ROWS * HIDDEN + BUCKETS;

/// The weights in a row, in the order of the file.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// In parts of a full neuron, and of [`UNIT`] centipawns.
    pub weights: Vec<f32>,
}

/// What a forward pass computes.
struct Pass {
    sums: [Neurons; 2],
    /// Cut off, not yet squared.
    neurons: [Neurons; 2],
    output: f32,
}

impl Model {
    /// Adds nothing.
    #[must_use]
    pub fn zero() -> Model {
        Model {
            weights: vec![0.0; WEIGHTS],
        }
    }

    /// Small random weights.
    #[must_use]
    pub fn random(seed: u64) -> Model {
        let mut rng = Rng::new(seed);
        let mut even = |spread: f64| ((rng.unit() * 2.0 - 1.0) * spread) as f32;
        let mut weights = vec![0.0; WEIGHTS];
        weights[..INPUTS * HIDDEN].fill_with(|| even(0.15));
        weights[INPUTS * HIDDEN..][..HIDDEN].fill(0.1);
        weights[(INPUTS + 1) * HIDDEN..ROWS * HIDDEN].fill_with(|| even(0.3));
        Model { weights }
    }

    fn rows(&self) -> &[Neurons] {
        self.weights[..ROWS * HIDDEN].as_chunks().0
    }

    fn output_rows(bucket: usize) -> [usize; 2] {
        let first = INPUTS + 1 + 2 * bucket;
        [first, first + 1]
    }

    fn pass(&self, example: &Example<'_>) -> Pass {
        let rows = self.rows();
        let mut pass = Pass {
            sums: [rows[INPUTS]; 2],
            neurons: [[0.0; HIDDEN]; 2],
            output: 0.0,
        };
        let mut output = self.weights[ROWS * HIDDEN + example.fact.bucket];
        for side in 0..2 {
            let sums = &mut pass.sums[side];
            for &input in example.inputs[side] {
                add(sums, &rows[usize::from(input)], 1.0);
            }
            pass.neurons[side] = sums.map(|sum| sum.clamp(0.0, 1.0));
            let row = &rows[Self::output_rows(example.fact.bucket)[side]];
            let squares = pass.neurons[side].map(|neuron| neuron * neuron);
            output += dot(&squares, row);
        }
        pass.output = output * UNIT as f32;
        pass
    }

    /// What it adds for the mover, in centipawns.
    #[must_use]
    pub fn value(&self, example: &Example<'_>) -> f32 {
        self.pass(example).output
    }

    /// Adds an example's gradient; its loss.
    pub fn back_propagate(&self, example: &Example<'_>, gradient: &mut [f32]) -> f32 {
        let pass = self.pass(example);
        let fact = example.fact;
        let chance = fact.chance(pass.output);
        let error = (chance - fact.target) * fact.slope * UNIT as f32;
        let rows = self.rows();
        gradient[ROWS * HIDDEN + fact.bucket] += error;
        let (slopes, _) = gradient.as_chunks_mut::<HIDDEN>();
        for side in 0..2 {
            let row = Self::output_rows(fact.bucket)[side];
            let neurons = &pass.neurons[side];
            add(
                &mut slopes[row],
                &neurons.map(|neuron| neuron * neuron),
                error,
            );
            let mut back = [0.0; HIDDEN];
            for i in 0..HIDDEN {
                // What is cut off does not move.
                let inside = pass.sums[side][i] > 0.0 && pass.sums[side][i] < 1.0;
                let slope = if inside { 2.0 * neurons[i] } else { 0.0 };
                back[i] = error * rows[row][i] * slope;
            }
            add(&mut slopes[INPUTS], &back, 1.0);
            for &input in example.inputs[side] {
                add(&mut slopes[usize::from(input)], &back, 1.0);
            }
        }
        fact.loss(chance)
    }

    /// The mean loss over some examples.
    #[must_use]
    pub fn loss(&self, data: &Data, of: &[u32]) -> f64 {
        let losses = of.iter().map(|&i| {
            let example = data.example(i as usize);
            f64::from(example.fact.loss(example.fact.chance(self.value(&example))))
        });
        losses.sum::<f64>() / of.len().max(1) as f64
    }

    /// Makes the weights of the inputs smaller.
    pub fn shrink(&mut self, factor: f32) {
        let inputs = &mut self.weights[..INPUTS * HIDDEN];
        inputs.iter_mut().for_each(|weight| *weight *= factor);
    }

    /// Keeps all weights within what whole numbers can say.
    pub fn clip(&mut self) {
        let (first, rest) = self.weights.split_at_mut((INPUTS + 1) * HIDDEN);
        let most = f32::from(MOST_INPUT) / FULL as f32;
        first
            .iter_mut()
            .for_each(|weight| *weight = weight.clamp(-most, most));
        let most = f32::from(MOST_OUTPUT) / ONE as f32;
        rest.iter_mut()
            .for_each(|weight| *weight = weight.clamp(-most, most));
    }

    /// In whole numbers.
    #[must_use]
    pub fn quantized(&self) -> Weights {
        let rows = self.rows();
        let row = |row: &Neurons, one: i32| row.map(|weight| (weight * one as f32).round() as i16);
        let output = |bucket| Self::output_rows(bucket).map(|i| -> Row { row(&rows[i], ONE) });
        let bias = &self.weights[ROWS * HIDDEN..];
        Weights {
            inputs: rows[..INPUTS]
                .iter()
                .map(|weights| row(weights, FULL))
                .collect(),
            bias: row(&rows[INPUTS], FULL),
            outputs: std::array::from_fn(output),
            output_bias: std::array::from_fn(|i| (bias[i] * (FULL * ONE) as f32).round() as i16),
        }
    }
}

#[inline]
fn add(sums: &mut Neurons, row: &Neurons, times: f32) {
    sums.iter_mut()
        .zip(row)
        .for_each(|(sum, weight)| *sum += times * weight);
}

/// The sum of products, in eight parts: the compiler may not reorder one.
#[inline]
fn dot(a: &Neurons, b: &Neurons) -> f32 {
    let mut parts = [0.0f32; 8];
    for (a, b) in a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0) {
        for i in 0..8 {
            parts[i] += a[i] * b[i];
        }
    }
    parts.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::testing::{boards, sampled};
    use crate::network::Network;

    /// What the optimiser follows is what moving a weight changes.
    #[test]
    fn gradients_are_what_differences_say() {
        let data = sampled(6, |_, _| 120);
        let of: Vec<u32> = (0..data.len() as u32).collect();
        let model = Model::random(5);
        let mut gradient = vec![0.0; WEIGHTS];
        for &i in &of {
            model.back_propagate(&data.example(i as usize), &mut gradient);
        }
        let at = |weight: usize, by: f32| {
            let mut moved = model.clone();
            moved.weights[weight] += by;
            moved.loss(&data, &of) * of.len() as f64
        };
        let mut rng = Rng::new(2);
        let inputs = (0..4000).map(|_| rng.below(WEIGHTS)).collect::<Vec<_>>();
        let told: Vec<usize> = inputs
            .into_iter()
            .filter(|&i| gradient[i].abs() > 0.02)
            .take(60)
            .collect();
        let last = (ROWS * HIDDEN..WEIGHTS).filter(|&i| gradient[i] != 0.0);
        let mut checked = 0;
        for i in told.into_iter().chain(last) {
            let near = (at(i, 2e-3) - at(i, -2e-3)) / 4e-3;
            let far = (at(i, 6e-3) - at(i, -6e-3)) / 12e-3;
            // Where a neuron is cut off there is no derivative.
            if (near - far).abs() < 0.02 * near.abs() {
                let found = f64::from(gradient[i]);
                assert!(
                    (near - found).abs() < 0.03 * near.abs() + 1e-3,
                    "{i}: {near} {found}"
                );
                checked += 1;
            }
        }
        assert!(checked > 30, "only {checked} told anything");
    }

    #[test]
    fn in_whole_numbers_it_says_nearly_the_same() {
        let data = sampled(12, |_, _| 0);
        let model = Model::random(3);
        let network = Network::new(model.quantized());
        let (mut far, mut spread) = (0.0f32, 0.0f32);
        for (i, (board, turn)) in boards(12).into_iter().enumerate() {
            let value = network.value(&board, turn) as f32;
            let mover = if turn.is_white() { value } else { -value };
            let float = model.value(&data.example(i));
            far = far.max((float - mover).abs());
            spread = spread.max(float.abs());
        }
        // The 128 output weights are rounded to 64ths of 100 centipawns.
        assert!(spread > 100.0 && far < 10.0, "{far} of {spread}");
    }

    #[test]
    fn clipped_weights_fit_into_their_numbers() {
        let mut model = Model::random(1);
        model.weights.iter_mut().for_each(|weight| *weight *= 1e4);
        model.clip();
        let weights = model.quantized();
        assert_eq!(Weights::from_bytes(&weights.to_bytes()), Ok(weights));
    }
}
