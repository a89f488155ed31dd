//! Eight queens by local search.

use std::sync::LazyLock;

use gametree::Limits;
use gametree::local::{Restarts, Rule, Sideways, Steepest};
use gametree_games::queens::Queens;

use crate::{Exercise, Expected, Part};

/// The exercise.
pub static EXERCISE: Exercise = Exercise {
    name: "queens",
    title: "eight queens: how often does hill climbing succeed?",
    source: "the lecture on local search",
    text: "Eight queens stand at random, one in each column. A step moves the queen in its column that leaves the fewest pairs in
conflict. What share of random starts ends in a solution? (within 0.02)",
    parts: LazyLock::new(parts),
    see: &["gametree queens 8 --with steepest --starts 10000", "gametree queens 8 --with sideways --starts 10000"],
};

/// Random starts.
const STARTS: u64 = 4_000;

fn parts() -> Vec<Part> {
    let how = format!("{STARTS} seeded starts");
    vec![
        Part::new(
            "Steepest descent, stopping where no step is better?",
            share(Steepest),
            how.clone(),
        )
        .hint("fewer than one in four"),
        Part::new(
            "With up to 100 sideways steps in a row?",
            share(Sideways::new(100)),
            how,
        )
        .hint("plateaus are often shoulders"),
    ]
}

fn share(rule: impl Rule<Queens> + Copy) -> Expected {
    let Ok(queens) = Queens::new(8) else {
        return Expected::word("impossible");
    };
    let solved = |seed: &u64| {
        Restarts::once(rule, *seed)
            .search(&queens, &Limits::none())
            .solved
    };
    Expected::Number(
        (0..STARTS).filter(solved).count() as f64 / STARTS as f64,
        0.02,
    )
}
