//! An evaluator by categories.

use std::sync::LazyLock;

use gametree::learning::categories::Seen;

use crate::{Exercise, Expected, Part};

/// The exercise.
pub static EXERCISE: Exercise = Exercise {
    name: "categories",
    title: "what is a category of positions worth?",
    source: "the lecture on evaluation functions",
    text: "Of all positions with the same features that were met, 72 in a hundred led to a win (worth 1), 20 to a loss (0) and 8
to a draw (1/2). What value should the evaluator give to all of them?",
    parts: LazyLock::new(parts),
    see: &["gametree train connect4 --method categories --games 200"],
};

fn parts() -> Vec<Part> {
    let seen = Seen {
        wins: 72,
        draws: 8,
        losses: 20,
    };
    vec![
        Part::new(
            "The value?",
            Expected::Number(seen.mean(), 1e-9),
            "the mean of the results: 0.72 · 1 + 0.20 · 0 + 0.08 · ½",
        )
        .hint("what does such a position earn on average?"),
    ]
}
