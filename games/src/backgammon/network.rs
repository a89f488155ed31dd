//! A small neural network for backgammon, as TD-Gammon's (Tesauro 1995): what the one on roll may
//! expect.
//!
//! ```text
//!   4 units a point and side ┐
//!   bar, borne off           ├─ 80 hidden units ─── win, gammon, backgammon, lost gammon, lost backgammon
//!   pips, shots, primes …    ┘   x / (1 + |x|)       1 / (1 + e^-x), each counted among the wider one
//! ```
//!
//! Inputs are few and mostly zero: only those that are not are added up. Hidden units bend by
//! division instead of an exponential, which is several times as fast. Weights are `f32`, read from
//! and written to one small file.

use super::features::Features;

/// Inputs: see [`Inputs`].
const INPUTS: usize = 2 * SIDE + 1;
/// Inputs of a side: four a point, bar, off, and four of [`Features`].
const SIDE: usize = 24 * 4 + 6;
/// Hidden units.
const HIDDEN: usize = 80;
/// Outputs: see [`Expectation`].
const OUTPUTS: usize = 5;

/// What the one on roll may expect: probabilities.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Expectation {
    /// To win.
    pub win: f32,
    /// To win a gammon or a backgammon.
    pub gammon: f32,
    /// To win a backgammon.
    pub backgammon: f32,
    /// To lose a gammon or a backgammon.
    pub lost_gammon: f32,
    /// To lose a backgammon.
    pub lost_backgammon: f32,
}

impl Expectation {
    /// As the opponent sees it.
    #[must_use]
    pub fn turned(self) -> Expectation {
        Expectation {
            win: 1.0 - self.win,
            gammon: self.lost_gammon,
            backgammon: self.lost_backgammon,
            lost_gammon: self.gammon,
            lost_backgammon: self.backgammon,
        }
    }

    /// What a game is expected to bring, in points, without a cube.
    #[must_use]
    pub fn points(self) -> f32 {
        let gammons = self.gammon - self.lost_gammon;
        2.0 * self.win - 1.0 + gammons + self.backgammon - self.lost_backgammon
    }

    /// The certain expectation of the one who has won this many points (lost, where negative).
    #[must_use]
    pub fn of_points(points: i32) -> Expectation {
        let at_least = |points: i32, size: i32| if points >= size { 1.0 } else { 0.0 };
        Expectation {
            win: at_least(points, 1),
            gammon: at_least(points, 2),
            backgammon: at_least(points, 3),
            lost_gammon: at_least(-points, 2),
            lost_backgammon: at_least(-points, 3),
        }
    }

    /// This much of `self`, the rest of `other`.
    #[must_use]
    pub fn blend(self, other: Expectation, share: f32) -> Expectation {
        let (one, other) = (self.array(), other.array());
        Expectation::from_array(std::array::from_fn(|i| {
            share * one[i] + (1.0 - share) * other[i]
        }))
    }

    fn array(self) -> [f32; OUTPUTS] {
        [
            self.win,
            self.gammon,
            self.backgammon,
            self.lost_gammon,
            self.lost_backgammon,
        ]
    }

    fn from_array(
        [win, gammon, backgammon, lost_gammon, lost_backgammon]: [f32; OUTPUTS],
    ) -> Expectation {
        Expectation {
            win,
            gammon,
            backgammon,
            lost_gammon,
            lost_backgammon,
        }
    }
}

/// What the network sees: numbers of inputs that are not zero, with their values.
#[derive(Clone, Copy, Debug)]
pub struct Inputs {
    active: [(u16, f32); ACTIVE],
    count: usize,
    /// Checkers borne off, of the one on roll and of the other: after the first there is no gammon
    /// to lose.
    off: [u8; 2],
}

/// No more inputs than these are ever active: three for each of 15 points a side, and the others.
const ACTIVE: usize = 2 * (15 * 3 + 6) + 1;

impl Inputs {
    /// Of the one on roll, who has `mine`, against `theirs`, each on their own points.
    #[must_use]
    pub fn of(mine: &[u8; 26], theirs: &[u8; 26]) -> Inputs {
        let mut inputs = Inputs {
            active: [(0, 0.0); ACTIVE],
            count: 0,
            off: [mine[0], theirs[0]],
        };
        inputs.add_side(0, mine, theirs);
        inputs.add_side(SIDE, theirs, mine);
        inputs
    }

    #[inline]
    fn add(&mut self, input: usize, value: f32) {
        self.active[self.count] = (input as u16, value);
        self.count += usize::from(value != 0.0);
    }

    fn add_side(&mut self, base: usize, mine: &[u8; 26], theirs: &[u8; 26]) {
        for (at, &count) in mine[1..=24].iter().enumerate() {
            if count > 0 {
                self.add_point(base + 4 * at, count);
            }
        }
        let seen = Features::of(mine, theirs);
        let rest = base + 96;
        self.add(rest, 0.5 * seen.bar as f32);
        self.add(rest + 1, seen.off as f32 / 15.0);
        self.add(rest + 2, seen.pips as f32 / 100.0);
        self.add(rest + 3, seen.shots as f32 / 36.0);
        self.add(rest + 4, seen.prime as f32 / 6.0);
        self.add(rest + 5, seen.rear as f32 / 25.0);
        if base == 0 {
            self.add(2 * SIDE, f32::from(u8::from(seen.contact)));
        }
    }

    /// One; two or more; three or more, and how many beyond three.
    #[inline]
    fn add_point(&mut self, base: usize, count: u8) {
        match count {
            1 => self.add(base, 1.0),
            2 => self.add(base + 1, 1.0),
            _ => {
                self.add(base + 1, 1.0);
                self.add(base + 2, 1.0);
                self.add(base + 3, f32::from(count - 3) * 0.5);
            }
        }
    }

    fn active(&self) -> &[(u16, f32)] {
        &self.active[..self.count]
    }
}

type Units = [f32; HIDDEN];

/// The weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    /// From each input to the hidden units; the last row is theirs alone.
    inner: Vec<Units>,
    /// From the hidden units to each output.
    outer: [Units; OUTPUTS],
    bias: [f32; OUTPUTS],
    /// Games that it has learnt from.
    pub games: u64,
}

/// The first bytes of a file, a name with the sizes.
const MAGIC: [u8; 8] = [
    b'B',
    b'G',
    b'N',
    b'1',
    INPUTS as u8,
    HIDDEN as u8,
    OUTPUTS as u8,
    0,
];

impl Network {
    /// A network that has learnt nothing; `draw` gives numbers from 0 to 1.
    #[must_use]
    pub fn new(mut draw: impl FnMut() -> f64) -> Network {
        let mut units = |scale: f32| std::array::from_fn(|_| (draw() as f32 - 0.5) * scale);
        let inner = (0..=INPUTS).map(|_| units(0.2)).collect();
        Network {
            inner,
            outer: std::array::from_fn(|_| units(0.2)),
            bias: [-0.1; OUTPUTS],
            games: 0,
        }
    }

    /// What the one on roll may expect.
    #[must_use]
    pub fn expect(&self, inputs: &Inputs) -> Expectation {
        let hidden = bend(&self.sums(inputs));
        possible(self.outputs(&hidden), inputs)
    }

    fn sums(&self, inputs: &Inputs) -> Units {
        let mut sums = self.inner[INPUTS];
        for &(input, value) in inputs.active() {
            let weights = &self.inner[usize::from(input)];
            sums.iter_mut()
                .zip(weights)
                .for_each(|(sum, weight)| *sum += value * weight);
        }
        sums
    }

    fn outputs(&self, hidden: &Units) -> [f32; OUTPUTS] {
        std::array::from_fn(|i| sigmoid(self.bias[i] + product(hidden, &self.outer[i])))
    }

    /// One step of gradient descent on the cross-entropy, towards `target`.
    pub fn learn(&mut self, inputs: &Inputs, target: Expectation, rate: f32) {
        let sums = self.sums(inputs);
        let hidden = bend(&sums);
        let (said, target) = (self.outputs(&hidden), target.array());
        let mut back = [0.0; HIDDEN];
        for i in 0..OUTPUTS {
            let push = rate * (target[i] - said[i]);
            self.bias[i] += push;
            for ((back, weight), unit) in back.iter_mut().zip(&mut self.outer[i]).zip(&hidden) {
                *back += push * *weight;
                *weight += push * unit;
            }
        }
        back.iter_mut()
            .zip(&sums)
            .for_each(|(back, sum)| *back *= slope(*sum));
        for &(input, value) in inputs.active().iter().chain(&[(INPUTS as u16, 1.0)]) {
            let weights = &mut self.inner[usize::from(input)];
            weights
                .iter_mut()
                .zip(&back)
                .for_each(|(weight, back)| *weight += value * back);
        }
    }

    /// As a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = [MAGIC, self.games.to_le_bytes()].concat();
        let weights = self
            .inner
            .iter()
            .chain(&self.outer)
            .flatten()
            .chain(&self.bias);
        weights.for_each(|weight| bytes.extend(weight.to_le_bytes()));
        bytes
    }

    /// From a file; `None` where it is no network, or one of another shape.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Network> {
        let (head, rest) = bytes.split_first_chunk::<8>()?;
        let (games, rest) = rest.split_first_chunk::<8>()?;
        let expected = 4 * ((INPUTS + 1 + OUTPUTS) * HIDDEN + OUTPUTS);
        if *head != MAGIC || rest.len() != expected {
            return None;
        }
        let mut weights = rest
            .chunks_exact(4)
            .map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]));
        let mut next = || weights.next().unwrap_or_default();
        let inner = (0..=INPUTS)
            .map(|_| std::array::from_fn(|_| next()))
            .collect();
        let outer = std::array::from_fn(|_| std::array::from_fn(|_| next()));
        let bias = std::array::from_fn(|_| next());
        let network = Network {
            inner,
            outer,
            bias,
            games: u64::from_le_bytes(*games),
        };
        network.is_finite().then_some(network)
    }

    fn is_finite(&self) -> bool {
        self.inner
            .iter()
            .chain(&self.outer)
            .flatten()
            .chain(&self.bias)
            .all(|weight| weight.is_finite())
    }
}

/// Leaves out what cannot happen: no gammon against a player who has borne off, nothing wider than
/// what it is part of.
fn possible(said: [f32; OUTPUTS], inputs: &Inputs) -> Expectation {
    let mut all = Expectation::from_array(said);
    let against = |off: u8| if off > 0 { 0.0 } else { 1.0 };
    all.gammon = all.gammon.min(all.win) * against(inputs.off[1]);
    all.lost_gammon = all.lost_gammon.min(1.0 - all.win) * against(inputs.off[0]);
    all.backgammon = all.backgammon.min(all.gammon);
    all.lost_backgammon = all.lost_backgammon.min(all.lost_gammon);
    all
}

#[inline]
fn bend(sums: &Units) -> Units {
    std::array::from_fn(|i| sums[i] / (1.0 + sums[i].abs()))
}

/// The slope of [`bend`].
#[inline]
fn slope(sum: f32) -> f32 {
    let width = 1.0 + sum.abs();
    1.0 / (width * width)
}

/// The sum of products, in eight lanes: the compiler may not change the order of additions by
/// itself.
#[inline]
fn product(one: &Units, other: &Units) -> f32 {
    let mut lanes = [0.0; 8];
    for (one, other) in one.chunks_exact(8).zip(other.chunks_exact(8)) {
        for lane in 0..8 {
            lanes[lane] += one[lane] * other[lane];
        }
    }
    lanes.iter().sum()
}

#[inline]
fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use gametree::rng::Rng;

    use super::*;

    fn start() -> Inputs {
        let mut men = [0; 26];
        [(24, 2), (13, 5), (8, 3), (6, 5)]
            .into_iter()
            .for_each(|(point, count)| men[point] = count);
        Inputs::of(&men, &men)
    }

    fn fresh() -> Network {
        let mut rng = Rng::new(1);
        Network::new(|| rng.unit())
    }

    #[test]
    fn learning_moves_towards_the_target() {
        let (mut network, target) = (fresh(), Expectation::of_points(2));
        let before = network.expect(&start());
        (0..200).for_each(|_| network.learn(&start(), target, 0.05));
        let after = network.expect(&start());
        assert!(
            before.win < 0.7 && after.win > 0.95 && after.gammon > 0.95 && after.backgammon < 0.05
        );
    }

    /// The step of learning is the gradient, as differences show it.
    #[test]
    fn the_gradient_is_the_slope_of_the_error() {
        let (network, inputs, target) = (fresh(), start(), Expectation::of_points(-3));
        let error = |network: &Network| -> f64 {
            let said = network.outputs(&bend(&network.sums(&inputs)));
            let pairs = said.into_iter().zip(target.array());
            pairs
                .map(|(p, t)| -f64::from(if t > 0.5 { p } else { 1.0 - p }).ln())
                .sum()
        };
        let mut learnt = network.clone();
        learnt.learn(&inputs, target, 1e-3);
        for (row, unit) in [(INPUTS, 3), (4 * 23 + 1, 0), (4 * 5 + 3, 79), (96 + 2, 40)] {
            let slope = -f64::from(learnt.inner[row][unit] - network.inner[row][unit]) / 1e-3;
            let mut nudged = network.clone();
            nudged.inner[row][unit] += 1e-2;
            let measured = (error(&nudged) - error(&network)) / 1e-2;
            assert!(
                (slope - measured).abs() < 0.02 * measured.abs() + 2e-3,
                "{slope} {measured}"
            );
        }
    }

    #[test]
    fn files_lead_back_and_others_are_refused() {
        let bytes = fresh().to_bytes();
        assert_eq!(Network::from_bytes(&bytes), Some(fresh()));
        assert_eq!(Network::from_bytes(&bytes[1..]), None);
        assert_eq!(Network::from_bytes(&bytes[..bytes.len() - 4]), None);
        let mut broken = bytes;
        broken[16..20].copy_from_slice(&f32::NAN.to_le_bytes());
        assert_eq!(Network::from_bytes(&broken), None);
    }
}
