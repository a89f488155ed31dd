//! What the built-in evaluator counts, and what each of it is worth: below positions, which bring the
//! sum of their material and squares along.

pub mod features;
pub(crate) mod placed;
pub(crate) mod tuned;
