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
    /// By how much of its rate a step draws the weights of the inputs towards 0: what few examples
    /// say is believed less (Loshchilov and Hutter 2019).
    pub decay: f32,
    /// What decides the first weights and the order.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            epochs: 10,
            batch: 4096,
            rate: 0.001,
            decay: 3.0,
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

    /// Examples that an epoch learns from.
    #[must_use]
    pub fn examples(&self) -> usize {
        self.train.len()
    }

    /// Goes through all examples once. `at` hears after each step how many are done, and says whether
    /// to go on; `None` where it is to stop.
    pub fn epoch(&mut self, data: &Data, at: &mut dyn FnMut(usize) -> bool) -> Option<Losses> {
        let mut order = self.train.clone();
        Rng::new(self.settings.seed ^ u64::from(self.epoch) << 32).shuffle(&mut order);
        let mut gradient = vec![0.0; WEIGHTS];
        let (mut loss, mut done) = (0.0, 0);
        for batch in order.chunks(self.settings.batch.max(1)) {
            let part = done as f32 / order.len() as f32;
            self.set_rate(part);
            loss += self.step(data, batch, &mut gradient);
            done += batch.len();
            if !at(done) {
                return None;
            }
        }
        self.epoch += 1;
        let train = loss / order.len().max(1) as f64;
        let held_out = self.held_out(data);
        Some(Losses { train, held_out })
    }

    /// The mean loss over what is held out.
    #[must_use]
    pub fn held_out(&self, data: &Data) -> f64 {
        self.model.loss(data, &self.test)
    }

    /// The mean loss over what is held out where the network adds nothing.
    #[must_use]
    pub fn loss_without(&self, data: &Data) -> f64 {
        Model::zero().loss(data, &self.test)
    }

    /// The rate falls in a line over all epochs; of this one a part is done.
    fn set_rate(&mut self, part: f32) {
        let done = (self.epoch as f32 + part) / self.settings.epochs.max(1) as f32;
        self.adam.rate = self.settings.rate * (1.0 - 0.98 * done.min(1.0));
    }

    /// One step; the sum of the losses before it.
    fn step(&mut self, data: &Data, batch: &[u32], gradient: &mut [f32]) -> f64 {
        gradient.fill(0.0);
        let mut loss = 0.0;
        for &i in batch {
            let example = data.example(i as usize);
            loss += f64::from(self.model.back_propagate(&example, gradient));
        }
        let share = 1.0 / batch.len() as f32;
        gradient.iter_mut().for_each(|slope| *slope *= share);
        self.adam.step(&mut self.model.weights, gradient);
        self.model
            .shrink(1.0 - self.adam.rate * self.settings.decay);
        self.model.clip();
        loss
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Color;

    use super::*;
    use crate::learning::testing::{boards, sampled};
    use crate::network::Network;

    const SETTINGS: Settings = Settings {
        epochs: 12,
        batch: 64,
        rate: 0.005,
        decay: 0.0,
        seed: 1,
    };

    /// What a knight in the enemy's half is worth here, in centipawns.
    const PLANTED: i32 = 80;

    fn planted(board: &shakmaty::Board) -> i32 {
        let north = shakmaty::Bitboard::NORTH;
        let of = |side: Color, half| (board.knights() & board.by_color(side) & half).count() as i32;
        PLANTED * (of(Color::White, north) - of(Color::Black, !north))
    }

    fn learn(settings: Settings) -> Trainer {
        let data = sampled(150, |board, known| known + planted(board));
        let mut trainer = Trainer::new(settings, data.len());
        while trainer.epoch < settings.epochs {
            trainer.epoch(&data, &mut |_| true).unwrap();
        }
        trainer
    }

    #[test]
    fn a_planted_term_is_learned() {
        let trainer = learn(SETTINGS);
        let network = Network::new(trainer.model.quantized());
        let (mut error, mut spread) = (0.0, 0.0);
        for (board, turn) in boards(170).split_off(150 * 40) {
            let wanted = f64::from(planted(&board));
            error += (f64::from(network.value(&board, turn)) - wanted).powi(2);
            spread += wanted.powi(2);
        }
        assert!(error < 0.3 * spread, "{error:.0} of {spread:.0}");
    }

    #[test]
    fn the_seed_decides() {
        let few = Settings {
            epochs: 1,
            ..SETTINGS
        };
        let file = |settings| learn(settings).model.quantized().to_bytes();
        assert_eq!(file(few), file(few));
        assert_ne!(file(few), file(Settings { seed: 2, ..few }));
    }

    #[test]
    fn an_epoch_can_be_stopped() {
        let data = sampled(10, |_, known| known);
        let mut trainer = Trainer::new(SETTINGS, data.len());
        assert_eq!(trainer.epoch(&data, &mut |done| done < 100), None);
        assert_eq!(trainer.epoch, 0);
        assert!(trainer.epoch(&data, &mut |_| true).is_some());
        assert_eq!(trainer.epoch, 1);
    }
}
