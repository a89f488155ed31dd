//! A small neural network that predicts moves: one hidden layer, trained by back-propagation
//! (Rumelhart, Hinton and Williams 1986) with Adam (Kingma and Ba 2015).
//!
//! ```text
//!   inputs that are on ──▶ hidden h = max(0, b + Σ rows) ──▶ a number for every output
//!   (squares, threats)                                        │ softmax over the legal ones
//!                                                             ▼
//!                                                     probabilities of the moves
//! ```
//!
//! Inputs are on or off, and few are on: the first layer is a sum of rows. Everything is plain
//! `f32`, and the same seed and data give the same network.

use std::fmt::Write;

use crate::rng::Rng;

/// The network.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    inputs: usize,
    hidden: usize,
    outputs: usize,
    /// A row of the hidden layer's size for every input, then for the bias; then for every output,
    /// and their biases.
    weights: Vec<f32>,
}

/// What is wrong with the text of a network.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetworkError {
    /// It does not begin as it should.
    #[error(
        "a network of {game} begins with '{MAGIC} {game} INPUTS HIDDEN OUTPUTS', not with '{found}'"
    )]
    Header {
        /// The game.
        game: String,
        /// What stands there.
        found: String,
    },
    /// It has another shape.
    #[error("the network has {found} inputs and outputs, where {wanted} are needed")]
    Shape {
        /// Those of the file.
        found: String,
        /// Those that are needed.
        wanted: String,
    },
    /// A word that is no number.
    #[error("'{0}' is not a number")]
    Number(String),
    /// Too few or too many numbers.
    #[error("{found} numbers, not {wanted}")]
    Count {
        /// In the file.
        found: usize,
        /// By its shape.
        wanted: usize,
    },
}

const MAGIC: &str = "gametree-network 1";
/// The most neurons of the hidden layer: they are kept on the stack.
pub const MOST_HIDDEN: usize = 128;

/// A position to learn from: the inputs that are on, and how likely each output should be. Only
/// outputs named here are legal; their probabilities sum to one.
#[derive(Clone, PartialEq, Debug)]
pub struct Example {
    /// The inputs that are on.
    pub on: Vec<u16>,
    /// The legal outputs and their probabilities.
    pub target: Vec<(u16, f32)>,
    /// What else is known of each, as a logarithm: added to the outputs while learning, so that the
    /// network learns only what this does not say. Empty: nothing.
    pub known: Vec<f32>,
}

impl Example {
    /// With nothing else known.
    #[must_use]
    pub fn new(on: Vec<u16>, target: Vec<(u16, f32)>) -> Example {
        Example {
            on,
            target,
            known: Vec::new(),
        }
    }

    /// Adds what is known to the outputs.
    fn inform(&self, outputs: &mut [f32]) {
        outputs
            .iter_mut()
            .zip(&self.known)
            .for_each(|(output, known)| *output += known);
    }
}

impl Network {
    /// Random weights (He, Zhang, Ren and Sun 2015). At most [`MOST_HIDDEN`] hidden neurons.
    #[must_use]
    pub fn random([inputs, hidden, outputs]: [usize; 3], seed: u64) -> Network {
        let hidden = hidden.clamp(1, MOST_HIDDEN);
        let mut network = Network::zero([inputs, hidden, outputs]);
        let mut rng = Rng::new(seed);
        // Some twenty inputs are on at a time.
        let first = (2.0 / 20.0f64).sqrt();
        let second = (2.0 / hidden as f64).sqrt();
        let split = inputs * hidden;
        for (i, weight) in network.weights.iter_mut().enumerate() {
            let spread = if i < split { first } else { second };
            *weight = ((rng.unit() + rng.unit() + rng.unit() - 1.5) * 2.0 * spread) as f32;
        }
        network.weights[split..split + hidden].fill(0.0);
        let biases = network.weights.len() - outputs;
        network.weights[biases..].fill(0.0);
        network
    }

    fn zero([inputs, hidden, outputs]: [usize; 3]) -> Network {
        let weights = vec![0.0; (inputs + 1) * hidden + outputs * (hidden + 1)];
        Network {
            inputs,
            hidden,
            outputs,
            weights,
        }
    }

    /// How many inputs, hidden neurons and outputs it has.
    #[must_use]
    pub fn shape(&self) -> [usize; 3] {
        [self.inputs, self.hidden, self.outputs]
    }

    /// Where the bias of the hidden layer, the rows of the outputs and their biases begin.
    fn places(&self) -> [usize; 3] {
        let bias = self.inputs * self.hidden;
        let rows = bias + self.hidden;
        [bias, rows, rows + self.outputs * self.hidden]
    }

    /// The hidden layer, cut off at 0.
    #[inline]
    fn layer<'h>(&self, on: &[u16], hidden: &'h mut [f32; MOST_HIDDEN]) -> &'h [f32] {
        let [bias, rows, _] = self.places();
        let hidden = &mut hidden[..self.hidden];
        hidden.copy_from_slice(&self.weights[bias..rows]);
        for &input in on {
            let row = usize::from(input) * self.hidden;
            let row = &self.weights[row..row + self.hidden];
            hidden.iter_mut().zip(row).for_each(|(h, w)| *h += w);
        }
        hidden.iter_mut().for_each(|h| *h = h.max(0.0));
        hidden
    }

    /// The number of an output.
    #[inline]
    fn output(&self, hidden: &[f32], output: u16) -> f32 {
        let [_, rows, biases] = self.places();
        let row = rows + usize::from(output) * self.hidden;
        let products = hidden
            .iter()
            .zip(&self.weights[row..row + self.hidden])
            .map(|(h, w)| h * w);
        self.weights[biases + usize::from(output)] + products.sum::<f32>()
    }

    /// Replaces legal outputs by their probabilities. Inputs and outputs must be within
    /// [`Network::shape`].
    #[inline]
    pub fn probabilities(&self, on: &[u16], legal: &[u16], chances: &mut Vec<f32>) {
        let mut hidden = [0.0; MOST_HIDDEN];
        let hidden = self.layer(on, &mut hidden);
        chances.clear();
        chances.extend(legal.iter().map(|&output| self.output(hidden, output)));
        softmax(chances);
    }

    /// The mean cross-entropy over some examples.
    #[must_use]
    pub fn loss(&self, examples: &[Example]) -> f64 {
        let mut sum = 0.0;
        for example in examples {
            let chances = self.expected(example, &mut [0.0; MOST_HIDDEN]);
            let terms = example.target.iter().zip(&chances);
            sum -= terms
                .map(|((_, t), p)| f64::from(*t) * f64::from(p.max(1e-12)).ln())
                .sum::<f64>();
        }
        sum / examples.len().max(1) as f64
    }

    /// The probabilities of an example's outputs, with what else is known; and the hidden layer.
    fn expected(&self, example: &Example, hidden: &mut [f32; MOST_HIDDEN]) -> Vec<f32> {
        let hidden = self.layer(&example.on, hidden);
        let mut chances: Vec<f32> = example
            .target
            .iter()
            .map(|t| self.output(hidden, t.0))
            .collect();
        example.inform(&mut chances);
        softmax(&mut chances);
        chances
    }

    /// Adds the gradient of an example's loss.
    fn back_propagate(&self, example: &Example, gradient: &mut [f32]) {
        let [bias, rows, biases] = self.places();
        let mut hidden = [0.0; MOST_HIDDEN];
        let chances = self.expected(example, &mut hidden);
        let hidden = &hidden[..self.hidden];
        let mut back = [0.0; MOST_HIDDEN];
        for (&(output, target), chance) in example.target.iter().zip(&chances) {
            let error = chance - target;
            let row = rows + usize::from(output) * self.hidden;
            gradient[biases + usize::from(output)] += error;
            for (i, &h) in hidden.iter().enumerate() {
                gradient[row + i] += error * h;
                back[i] += error * self.weights[row + i];
            }
        }
        for (i, _) in hidden.iter().enumerate().filter(|(_, h)| **h > 0.0) {
            gradient[bias + i] += back[i];
            for &input in &example.on {
                gradient[usize::from(input) * self.hidden + i] += back[i];
            }
        }
    }

    /// The mean gradient over a batch.
    fn gradient(&self, batch: &[&Example]) -> Vec<f32> {
        let mut gradient = vec![0.0; self.weights.len()];
        batch
            .iter()
            .for_each(|example| self.back_propagate(example, &mut gradient));
        let share = 1.0 / batch.len().max(1) as f32;
        gradient.iter_mut().for_each(|g| *g *= share);
        gradient
    }

    /// As text, with this many digits after the point.
    #[must_use]
    pub fn to_text(&self, game: &str, digits: usize) -> String {
        let [inputs, hidden, outputs] = self.shape();
        let mut text = format!("{MAGIC} {game} {inputs} {hidden} {outputs}\n");
        for row in self.weights.chunks(self.hidden) {
            let words = row.iter().map(|weight| {
                let word = format!("{weight:.digits$}");
                let word = word.trim_end_matches('0').trim_end_matches('.');
                if word.is_empty() || word == "-0" {
                    "0".to_string()
                } else {
                    word.to_string()
                }
            });
            let _ = writeln!(text, "{}", words.collect::<Vec<_>>().join(" "));
        }
        text
    }

    /// From such a text, with inputs and outputs as they are needed; lines that begin with `#` are
    /// skipped.
    pub fn read(
        game: &str,
        [inputs, outputs]: [usize; 2],
        text: &str,
    ) -> Result<Network, NetworkError> {
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let first = lines.next().unwrap_or("");
        let header = || NetworkError::Header {
            game: game.into(),
            found: first.chars().take(80).collect(),
        };
        let shape = first
            .strip_prefix(&format!("{MAGIC} {game} "))
            .ok_or_else(header)?;
        let shape: Vec<usize> = shape
            .split(' ')
            .filter_map(|word| word.parse().ok())
            .collect();
        let &[ins, hidden, outs] = &shape[..] else {
            return Err(header());
        };
        if ins != inputs || outs != outputs || !(1..=MOST_HIDDEN).contains(&hidden) {
            let found = format!("{ins} and {outs}");
            let wanted = format!("{inputs} and {outputs}");
            return Err(NetworkError::Shape { found, wanted });
        }
        let number = |word: &str| {
            let number = word.parse::<f32>().ok().filter(|number| number.is_finite());
            number.ok_or_else(|| NetworkError::Number(word.chars().take(40).collect()))
        };
        let weights: Vec<f32> = lines
            .flat_map(str::split_whitespace)
            .map(number)
            .collect::<Result<_, _>>()?;
        let network = Network::zero([inputs, hidden, outputs]);
        let found = weights.len();
        let wanted = network.weights.len();
        if found != wanted {
            return Err(NetworkError::Count { found, wanted });
        }
        Ok(Network { weights, ..network })
    }
}

/// e^x of each, divided by their sum.
#[inline]
fn softmax(numbers: &mut [f32]) {
    let top = numbers.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for number in numbers.iter_mut() {
        *number = (*number - top).exp();
        sum += *number;
    }
    numbers.iter_mut().for_each(|number| *number /= sum);
}

/// Adam: steps by the mean of the gradient over the root of its mean square.
#[derive(Clone, Debug)]
pub struct Adam {
    /// The length of a step.
    pub rate: f32,
    /// How many examples make a step.
    pub batch: usize,
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

impl Adam {
    /// With this rate, and 64 examples to a step.
    #[must_use]
    pub fn new(rate: f32) -> Adam {
        Adam {
            rate,
            batch: 64,
            means: Vec::new(),
            squares: Vec::new(),
            steps: 0,
        }
    }

    /// Goes through all examples once, in an order drawn by `rng`.
    pub fn epoch(&mut self, network: &mut Network, examples: &[Example], rng: &mut Rng) {
        let mut order: Vec<usize> = (0..examples.len()).collect();
        rng.shuffle(&mut order);
        for batch in order.chunks(self.batch.max(1)) {
            let batch: Vec<&Example> = batch.iter().map(|&i| &examples[i]).collect();
            let gradient = network.gradient(&batch);
            self.step(&mut network.weights, &gradient);
        }
    }

    /// Takes one step down this gradient.
    pub fn step(&mut self, weights: &mut [f32], gradient: &[f32]) {
        const FADE: (f32, f32) = (0.9, 0.999);
        self.means.resize(weights.len(), 0.0);
        self.squares.resize(weights.len(), 0.0);
        self.steps = self.steps.saturating_add(1);
        let first = 1.0 - FADE.0.powi(self.steps);
        let second = 1.0 - FADE.1.powi(self.steps);
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for ((weight, g), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments) {
            *mean = FADE.0 * *mean + (1.0 - FADE.0) * g;
            *square = FADE.1 * *square + (1.0 - FADE.1) * g * g;
            *weight -= self.rate * (*mean / first) / ((*square / second).sqrt() + 1e-8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Output 0 where exactly one of the inputs 0 and 1 is on: no layer alone can say that. Input 2
    /// is noise.
    fn exclusive(rng: &mut Rng) -> Example {
        let bits: Vec<u16> = (0..3).filter(|_| rng.below(2) == 0).collect();
        let one = bits.contains(&0) != bits.contains(&1);
        let target = if one {
            [(0, 1.0), (1, 0.0)]
        } else {
            [(0, 0.0), (1, 1.0)]
        };
        Example::new(bits, target.to_vec())
    }

    fn trained(seed: u64) -> Network {
        let mut rng = Rng::new(seed);
        let examples: Vec<Example> = (0..256).map(|_| exclusive(&mut rng)).collect();
        let mut network = Network::random([3, 8, 2], seed);
        let mut adam = Adam {
            batch: 16,
            ..Adam::new(0.01)
        };
        (0..60).for_each(|_| adam.epoch(&mut network, &examples, &mut rng));
        network
    }

    #[test]
    fn exclusive_or_is_learned_and_the_seed_decides() {
        let mut rng = Rng::new(99);
        let examples: Vec<Example> = (0..64).map(|_| exclusive(&mut rng)).collect();
        let network = trained(1);
        assert!(
            network.loss(&examples) < 0.05,
            "{}",
            network.loss(&examples)
        );
        assert!(Network::random([3, 8, 2], 1).loss(&examples) > 0.3);
        assert_eq!(network, trained(1));
        assert_ne!(network, trained(2));
    }

    #[test]
    fn gradients_are_what_differences_say() {
        let network = Network::random([6, 5, 4], 3);
        let examples = [
            Example {
                known: vec![0.5, -1.0, 0.0],
                ..Example::new(vec![0, 2, 5], vec![(0, 0.25), (1, 0.75), (3, 0.0)])
            },
            Example::new(vec![1], vec![(2, 1.0), (3, 0.0)]),
        ];
        let gradient = network.gradient(&examples.each_ref());
        let mut checked = 0;
        for (i, &found) in gradient.iter().enumerate() {
            let at = |by: f32| {
                let mut moved = network.clone();
                moved.weights[i] += by;
                moved.loss(&examples)
            };
            let near = (at(1e-3) - at(-1e-3)) / 2e-3;
            let far = (at(4e-3) - at(-4e-3)) / 8e-3;
            // Where a neuron begins to fire there is no derivative.
            if (near - far).abs() < 1e-3 {
                assert!(
                    (near - f64::from(found)).abs() < 2e-3,
                    "{i}: {near} {found}"
                );
                checked += usize::from(near.abs() > 1e-2);
            }
        }
        assert!(checked > 15, "only {checked} told anything");
    }

    /// Where what is known says everything, nothing is left to learn.
    #[test]
    fn only_what_is_not_known_is_learned() {
        let network = Network::zero([2, 3, 2]);
        let target = vec![(0, 0.8), (1, 0.2)];
        let known = vec![0.8f32.ln(), 0.2f32.ln()];
        let example = Example {
            known,
            ..Example::new(vec![1], target)
        };
        assert!(network.gradient(&[&example]).iter().all(|g| g.abs() < 1e-6));
        let blank = Example {
            known: Vec::new(),
            ..example
        };
        assert!(network.gradient(&[&blank]).iter().any(|g| g.abs() > 0.1));
    }

    #[test]
    fn probabilities_sum_to_one_over_what_is_legal() {
        let network = Network::random([4, 3, 5], 7);
        let mut chances = Vec::new();
        network.probabilities(&[0, 3], &[4, 1, 2], &mut chances);
        assert_eq!(chances.len(), 3);
        assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        network.probabilities(&[], &[2], &mut chances);
        assert_eq!(chances, [1.0]);
    }

    #[test]
    fn text_reads_back_and_errors_are_told() {
        let network = trained(4);
        let text = network.to_text("tug", 12);
        let read = Network::read("tug", [3, 2], &text).unwrap();
        let far = read
            .weights
            .iter()
            .zip(&network.weights)
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f32::max);
        assert!(far < 1e-6, "{far}");
        let error = |text: &str| Network::read("tug", [3, 2], text).unwrap_err().to_string();
        assert!(error("").contains("begins with"));
        assert!(error(&text.replace("tug", "war")).contains("begins with"));
        assert!(
            Network::read("tug", [4, 2], &text)
                .unwrap_err()
                .to_string()
                .contains("4 and 2 are needed")
        );
        assert!(error(&format!("{text} 7")).contains("numbers, not"));
        assert!(error(&format!("{text} x")).contains("'x' is not a number"));
        assert!(error("gametree-network 1 tug 3 0 2\n").contains("are needed"));
        assert!(error("gametree-network 1 tug 3 8\n").contains("begins with"));
    }
}
