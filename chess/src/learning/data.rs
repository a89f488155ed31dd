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
    /// How much of an advantage counts: little where it cannot win.
    pub scale: f32,
    /// The expected result, 0 to 1.
    pub target: f32,
    /// Centipawns that make an advantage of e : 1.
    pub logistic: f32,
}

impl Fact {
    /// The expected result where the network adds these centipawns.
    #[inline]
    #[must_use]
    pub fn chance(&self, added: f32) -> f32 {
        sigmoid((self.known + added) * self.slope())
    }

    /// What a centipawn changes in the logarithm of the odds.
    #[inline]
    #[must_use]
    pub fn slope(&self) -> f32 {
        self.scale / self.logistic
    }

    /// The log-loss of a chance, above the least possible.
    #[inline]
    #[must_use]
    pub fn loss(&self, chance: f32) -> f32 {
        let cost = |p: f32, q: f32| if p == 0.0 { 0.0 } else { p * (p / q.max(1e-9)).ln() };
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
    /// The part of the search's value in the target; the rest is the game's result.
    pub score_part: f32,
    /// Centipawns that make an advantage of e : 1.
    pub logistic: f32,
    /// To which the network adds; none where it stands alone.
    pub base: Option<Tapered>,
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
        let views = [Perspective::of(board, *turn), Perspective::of(board, !*turn)];
        for (inputs, view) in self.inputs.iter_mut().zip(views) {
            let Some(view) = view else { continue };
            let on = board.iter().map(|(square, piece)| view.input(piece.color, piece.role, square));
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
        let begin = i.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        let range = begin..self.ends[i] as usize;
        let [mover, other] = &self.inputs;
        Example {
            inputs: [&mover[range.clone()], &other[range]],
            fact: &self.facts[i],
        }
    }
}

fn fact(board: &Board, turn: Color, sample: &Sample, labels: &Labels) -> Fact {
    let sign = if turn.is_white() { 1.0 } else { -1.0 };
    let score = f32::from(sample.score);
    let base = labels.base.as_ref().map_or(0, |base| base.unscaled_board(board, turn));
    let result = f32::from(sample.result) / 2.0;
    let white = labels.score_part * sigmoid(score / labels.logistic)
        + (1.0 - labels.score_part) * result;
    Fact {
        bucket: bucket(board),
        known: sign * base as f32,
        scale: scale(board, i32::from(sample.score)) as f32 / FULL as f32,
        target: if turn.is_white() { white } else { 1.0 - white },
        logistic: labels.logistic,
    }
}
