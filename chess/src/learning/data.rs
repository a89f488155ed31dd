//! Samples as the trainer takes them: inputs that are on, and what they should come to.

use shakmaty::{Board, Color};

use super::samples::Sample;
use crate::evaluate::{FULL, Tapered, scale};
use crate::network::{Perspective, bucket};

/// What is known of a position besides its inputs, as its mover sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct Fact {
    /// The set of output weights.
    pub bucket: usize,
    /// Centipawns by the linear evaluator, to which the network adds.
    pub known: f32,
    /// What a centipawn changes in the logarithm of the odds: little where no advantage can win.
    pub slope: f32,
    /// The expected result, 0 to 1.
    pub target: f32,
}

impl Fact {
    /// The expected result where the network adds these centipawns.
    #[inline]
    #[must_use]
    pub fn chance(&self, added: f32) -> f32 {
        sigmoid((self.known + added) * self.slope)
    }

    /// The log-loss of a chance, above the least possible.
    #[inline]
    #[must_use]
    pub fn loss(&self, chance: f32) -> f32 {
        let cost = |p: f32, q: f32| {
            if p == 0.0 {
                0.0
            } else {
                p * (p / q.max(1e-9)).ln()
            }
        };
        cost(self.target, chance) + cost(1.0 - self.target, 1.0 - chance)
    }
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// An example: the inputs that the mover and the other see, and the facts.
#[derive(Clone, Copy, Debug)]
pub struct Example<'d> {
    /// Of the mover and of the other.
    pub inputs: [&'d [u16]; 2],
    /// The rest.
    pub fact: &'d Fact,
}

/// How samples become examples.
#[derive(Clone, Debug)]
pub struct Labels {
    /// To which the network adds.
    pub base: Tapered,
    /// The part of the search's value in the target; the rest is the game's result.
    pub score_part: f32,
    /// Centipawns that make an advantage of e : 1: those that say the results of self-play best.
    pub logistic: f32,
}

impl Default for Labels {
    fn default() -> Self {
        Labels {
            base: Tapered::default(),
            score_part: 0.9,
            logistic: 275.0,
        }
    }
}

/// Examples, their inputs in one row.
#[derive(Clone, Debug, Default)]
pub struct Data {
    inputs: [Vec<u16>; 2],
    ends: Vec<u32>,
    facts: Vec<Fact>,
}

impl Data {
    /// Adds a sample.
    pub fn push(&mut self, sample: &Sample, labels: &Labels) {
        let Sample { board, turn, .. } = sample;
        let views = [
            Perspective::of(board, *turn),
            Perspective::of(board, !*turn),
        ];
        for (inputs, view) in self.inputs.iter_mut().zip(views) {
            let Some(view) = view else { continue };
            let on = board
                .iter()
                .map(|(square, piece)| view.input(piece.color, piece.role, square));
            inputs.extend(on.map(|input| input as u16));
        }
        self.ends.push(self.inputs[0].len() as u32);
        self.facts.push(fact(board, *turn, sample, labels));
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// One of them.
    #[inline]
    #[must_use]
    pub fn example(&self, i: usize) -> Example<'_> {
        let begin = i
            .checked_sub(1)
            .map_or(0, |before| self.ends[before] as usize);
        let range = begin..self.ends[i] as usize;
        let [mover, other] = &self.inputs;
        Example {
            inputs: [&mover[range.clone()], &other[range]],
            fact: &self.facts[i],
        }
    }
}

fn fact(board: &Board, turn: Color, sample: &Sample, labels: &Labels) -> Fact {
    let score = i32::from(sample.score);
    let result = f32::from(sample.result) / 2.0;
    let expected = sigmoid(score as f32 / labels.logistic);
    let white = labels.score_part * expected + (1.0 - labels.score_part) * result;
    let known = labels.base.unscaled_board(board, turn) as f32;
    let counted = scale(board, score) as f32 / FULL as f32;
    let is_white = turn.is_white();
    Fact {
        bucket: bucket(board),
        known: if is_white { known } else { -known },
        slope: counted / labels.logistic,
        target: if is_white { white } else { 1.0 - white },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Chess;

    fn sample(fen: &str, score: i16, result: u8) -> Sample {
        let game: Chess = fen.parse().unwrap();
        Sample {
            board: shakmaty::Position::board(game.inner()).clone(),
            turn: game.color(),
            score,
            result,
            ply: 0,
        }
    }

    #[test]
    fn a_fact_is_the_movers() {
        let labels = Labels::default();
        let mut data = Data::default();
        for fen in [
            "4k3/8/8/8/8/8/4P3/3QK3 w - - 0 1",
            "4k3/8/8/8/8/8/4P3/3QK3 b - - 0 1",
        ] {
            data.push(&sample(fen, 700, 2), &labels);
        }
        let [white, black] = [data.example(0), data.example(1)];
        assert!(white.fact.known > 500.0 && black.fact.known < -500.0);
        assert!((white.fact.target + black.fact.target - 1.0).abs() < 1e-6);
        assert!((white.fact.target - (0.9 * 0.9273 + 0.1)).abs() < 1e-3);
        assert_eq!(white.inputs[0], black.inputs[1], "White's view");
        assert_eq!([white.inputs[0].len(), data.len()], [4, 2]);
    }

    #[test]
    fn where_no_advantage_wins_a_centipawn_says_little() {
        let labels = Labels::default();
        let mut data = Data::default();
        data.push(&sample("4k3/8/8/8/8/8/4N3/4K3 w - - 0 1", 10, 1), &labels);
        data.push(&sample("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", 10, 1), &labels);
        assert!(data.example(0).fact.slope < data.example(1).fact.slope / 20.0);
    }

    #[test]
    fn the_least_loss_is_at_the_target() {
        let fact = Fact {
            bucket: 0,
            known: 0.0,
            slope: 0.01,
            target: 0.3,
        };
        assert!(fact.loss(0.3).abs() < 1e-6);
        assert!(fact.loss(0.2) > 0.0 && fact.loss(0.4) > 0.0);
        assert_eq!(fact.chance(0.0), 0.5);
    }
}
