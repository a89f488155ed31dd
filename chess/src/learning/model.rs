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
    chance: f32,
}

impl Model {
    /// Small random weights.
    #[must_use]
    pub fn random(seed: u64) -> Model {
        let mut rng = Rng::new(seed);
        let mut even = |spread: f64| ((rng.unit() * 2.0 - 1.0) * spread) as f32;
        let mut weights = vec![0.0; WEIGHTS];
        weights[..INPUTS * HIDDEN].fill_with(|| even(0.15));
        weights[INPUTS * HIDDEN..][..HIDDEN].fill(0.1);
        weights[(INPUTS + 1) * HIDDEN..ROWS * HIDDEN].fill_with(|| even(0.08));
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
            chance: 0.0,
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
        pass.chance = example.fact.chance(output * UNIT as f32);
        pass
    }

    /// Centipawns for the mover, without what is known.
    #[must_use]
    pub fn value(&self, example: &Example<'_>) -> f32 {
        let chance = self.pass(&Example {
            fact: &super::data::Fact { known: 0.0, scale: 1.0, ..example.fact.clone() },
            ..*example
        });
        let p = chance.chance;
        (p / (1.0 - p)).ln() * example.fact.logistic
    }

    /// Adds an example's gradient; its loss.
    pub fn back_propagate(&self, example: &Example<'_>, gradient: &mut [f32]) -> f32 {
        let pass = self.pass(example);
        let fact = example.fact;
        let error = (pass.chance - fact.target) * fact.slope() * UNIT as f32;
        let rows = self.rows();
        gradient[ROWS * HIDDEN + fact.bucket] += error;
        let (slopes, _) = gradient.as_chunks_mut::<HIDDEN>();
        for side in 0..2 {
            let row = Self::output_rows(fact.bucket)[side];
            let neurons = &pass.neurons[side];
            add(&mut slopes[row], &neurons.map(|neuron| neuron * neuron), error);
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
        fact.loss(pass.chance)
    }

    /// The mean loss over some examples.
    #[must_use]
    pub fn loss(&self, data: &Data, of: &[u32]) -> f64 {
        let losses = of.iter().map(|&i| {
            let example = data.example(i as usize);
            f64::from(example.fact.loss(self.pass(&example).chance))
        });
        losses.sum::<f64>() / of.len().max(1) as f64
    }

    /// Keeps all weights within what whole numbers can say.
    pub fn clip(&mut self) {
        let (first, rest) = self.weights.split_at_mut((INPUTS + 1) * HIDDEN);
        let most = f32::from(MOST_INPUT) / FULL as f32;
        first.iter_mut().for_each(|weight| *weight = weight.clamp(-most, most));
        let most = f32::from(MOST_OUTPUT) / ONE as f32;
        rest.iter_mut().for_each(|weight| *weight = weight.clamp(-most, most));
    }

    /// In whole numbers.
    #[must_use]
    pub fn quantized(&self) -> Weights {
        let rows = self.rows();
        let row = |row: &Neurons, one: i32| row.map(|weight| (weight * one as f32).round() as i16);
        let output = |bucket| Self::output_rows(bucket).map(|i| -> Row { row(&rows[i], ONE) });
        let bias = &self.weights[ROWS * HIDDEN..];
        Weights {
            inputs: rows[..INPUTS].iter().map(|weights| row(weights, FULL)).collect(),
            bias: row(&rows[INPUTS], FULL),
            outputs: std::array::from_fn(output),
            output_bias: std::array::from_fn(|i| (bias[i] * (FULL * ONE) as f32).round() as i16),
        }
    }
}

#[inline]
fn add(sums: &mut Neurons, row: &Neurons, times: f32) {
    sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += times * weight);
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
