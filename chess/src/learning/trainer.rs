//! Training: Adam on mini-batches, in an order drawn by the seed.

use gametree::learning::Adam;
use gametree::rng::Rng;

use super::data::Data;
use super::model::{Model, WEIGHTS};

/// How a network is trained.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// How often all examples are seen.
    pub epochs: u32,
    /// Examples to a step.
    pub batch: usize,
    /// The length of the first steps; it falls to a fiftieth.
    pub rate: f32,
    /// What decides the first weights and the order.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            epochs: 20,
            batch: 4096,
            rate: 0.002,
            seed: 1,
        }
    }
}

/// One example in this many is held out, and shows how well the others were learned.
const HELD_OUT: u32 = 20;

/// A training, from epoch to epoch.
#[derive(Clone, Debug)]
pub struct Trainer {
    /// The weights so far.
    pub model: Model,
    /// Epochs done.
    pub epoch: u32,
    settings: Settings,
    adam: Adam,
    train: Vec<u32>,
    test: Vec<u32>,
}

/// The mean losses of an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Losses {
    /// Over what was learned from, on the way.
    pub train: f64,
    /// Over what was held out, afterwards.
    pub held_out: f64,
}

impl Trainer {
    /// At the beginning.
    #[must_use]
    pub fn new(settings: Settings, examples: usize) -> Trainer {
        let all = 0..examples as u32;
        let held_out = |i: &u32| i % (HELD_OUT * 64) < 64;
        Trainer {
            model: Model::random(settings.seed),
            epoch: 0,
            settings,
            adam: Adam::new(settings.rate),
            train: all.clone().filter(|i| !held_out(i)).collect(),
            test: all.filter(held_out).collect(),
        }
    }

    /// Goes through all examples once.
    pub fn epoch(&mut self, data: &Data) -> Losses {
        let mut order = self.train.clone();
        Rng::new(self.settings.seed ^ u64::from(self.epoch) << 32).shuffle(&mut order);
        let mut gradient = vec![0.0; WEIGHTS];
        let mut loss = 0.0;
        let batches = order.len().div_ceil(self.settings.batch).max(1);
        for (number, batch) in order.chunks(self.settings.batch).enumerate() {
            let done = f64::from(self.epoch) + number as f64 / batches as f64;
            let part = (done / f64::from(self.settings.epochs)) as f32;
            self.adam.rate = self.settings.rate * (1.0 - 0.98 * part);
            gradient.fill(0.0);
            for &i in batch {
                loss += f64::from(self.model.back_propagate(&data.example(i as usize), &mut gradient));
            }
            let share = 1.0 / batch.len() as f32;
            gradient.iter_mut().for_each(|slope| *slope *= share);
            self.adam.step(&mut self.model.weights, &gradient);
            self.model.clip();
        }
        self.epoch += 1;
        Losses {
            train: loss / order.len().max(1) as f64,
            held_out: self.model.loss(data, &self.test),
        }
    }
}
