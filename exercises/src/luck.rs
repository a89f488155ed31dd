//! A perfect player can lose where dice are thrown.

use std::sync::LazyLock;

use gametree_games::backgammon::sampling::{greedy, random, sample_games};
use gametree_games::backgammon::{Backgammon, Handmade, Trained};

use crate::{Exercise, Expected, Part};

/// The exercise.
pub static EXERCISE: Exercise = Exercise {
    name: "luck",
    title: "can a perfect player of backgammon lose against a weak one?",
    source: "5.21 (c)",
    text: "A strong player of backgammon, with a trained evaluator, meets a weak one, with a hand-made evaluator, and one who
moves at random. Both throw the same dice in two games, with sides exchanged.",
    parts: LazyLock::new(parts),
    see: &["gametree match oneply handmade --game backgammon --depth 1 --games 200"],
};

/// Pairs of games against each.
const PAIRS: u64 = 150;

fn parts() -> Vec<Part> {
    let start = Backgammon::start();
    let (hand, net) = (Handmade::default(), Trained);
    let weak = sample_games(&start, [&mut greedy(&net), &mut greedy(&hand)], PAIRS, 1);
    let silly = sample_games(&start, [&mut greedy(&net), &mut random(1)], PAIRS, 2);
    let games = 2 * PAIRS;
    let (won, beaten) = (weak.wins() as u64, silly.wins() as u64);
    let how = format!(
        "{games} games by seeded dice: the strong player lost {} of them to the weak one, {} to the random one",
        games - won,
        games - beaten
    );
    vec![
        Part::new(
            "Does the strong player ever lose to the weak one? (yes or no)",
            Expected::yes(won < games),
            how,
        )
        .hint("what do dice do?"),
        Part::new(
            "What share of its games does the strong player win against the weak one? (within 0.15)",
            Expected::Number(won as f64 / games as f64, 0.15),
            format!("{won} of {games}, mean {:+.2} points per game", weak.mean()),
        )
        .hint("far above a half, and below 1"),
    ]
}
