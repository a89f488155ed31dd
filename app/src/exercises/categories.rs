//! An evaluator by categories.

use gametree::learning::categories::Seen;

use super::{Exercise, Expected, Part};

/// The exercise.
pub const EXERCISE: Exercise = Exercise {
    name: "categories",
    title: "what is a category of positions worth?",
    question: "Of all positions with the same features that were met, 72 in a hundred led to a win (worth 1), 20 to a loss (0) and 8
to a draw (1/2). What value should the evaluator give to all of them?",
    parts,
    see: &["gametree train connect4 --method categories --games 200"],
};

fn parts() -> Vec<Part> {
    let seen = Seen {
        wins: 72,
        draws: 8,
        losses: 20,
    };
    vec![Part::new(
        "The value?",
        Expected::Number(seen.mean(), 1e-9),
        "the mean of the results",
    )]
}
