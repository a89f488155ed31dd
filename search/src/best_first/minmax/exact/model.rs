//! What a search computes with, and how points become positive numbers.

use crate::score::{Score, Verdict};

use super::rule::Rule;

/// What a search computes with.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a, E> {
    pub(super) evaluator: &'a E,
    pub(super) model: Model,
    /// Whether proven bounds close tips.
    pub(super) proofs: bool,
}

/// The mathematics.
#[derive(Clone, Copy, Debug)]
pub(super) struct Model {
    pub rule: Rule,
    /// Added to points.
    pub shift: i32,
}

impl Model {
    /// The positive number that stands for a value.
    pub fn positive(self, value: Score) -> f64 {
        match value.verdict() {
            Verdict::Win(_) => (2.0 * f64::from(self.shift) - 1.0).max(1023.0),
            Verdict::Loss(_) => 1.0,
            Verdict::Points(points) => (f64::from(points) + f64::from(self.shift)).max(1.0),
        }
    }
}
