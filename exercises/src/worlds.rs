//! Averaging over worlds, and where it goes wrong.

use std::sync::LazyLock;

use gametree::cfr::Cfr;
use gametree::expectiminimax::Expectiminimax;
use gametree::pimc::{InnerSearch, Pimc};
use gametree::{Game, Limits, Notation, PayoffSearch, Player};
use gametree_games::fork::{Fork, Way};

use crate::{Exercise, Expected, Part};

/// The exercise.
pub static EXERCISE: Exercise = Exercise {
    name: "two-roads",
    title: "two roads: why solving every world by itself is not enough",
    source: "the section on partly observed games",
    text: "Road A leads to a little gold, worth 1. Road B leads to a fork: on one side lies much gold, worth 3, on the other
waits a bus, worth -5; a coin has decided which, and was not shown.",
    parts: LazyLock::new(parts),
    see: &["gametree search fork left --with pimc", "gametree search fork left --with ismcts", "gametree explain fork left --with pimc"],
};

fn parts() -> Vec<Part> {
    let before = Fork::new().after(Way::Left);
    let mut pimc = Pimc::new(InnerSearch::by(Expectiminimax::blind()), 1);
    let average = pimc.search_payoffs(&before, &Limits::none());
    let name = |way: Option<Way>| way.map(|way| before.write_move(way)).unwrap_or_default();
    let Ok(solution) = Cfr::default().solve(&before, &Limits::none()) else {
        return Vec::new();
    };
    let view = [];
    let moves = solution
        .game
        .moves(&solution.profile, Player::FIRST, &view)
        .unwrap_or_default();
    let best = moves
        .iter()
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(way, _)| *way);
    let fork = moves
        .iter()
        .find(|(way, _)| *way == Way::B)
        .map_or(0.0, |(_, value)| *value);
    vec![
        Part::new(
            "Which road is best on average over both worlds, if each is solved with the side known?",
            Expected::word(&name(average.best())),
            "perfect-information Monte Carlo (`pimc`)",
        )
        .hint("in each world the good side is known"),
        Part::new(
            "Which road is best without knowing the side?",
            Expected::word(&name(best)),
            "the equilibrium over what is known (`cfr`)",
        )
        .hint("the side must be chosen without knowing"),
        Part::new(
            "What is road B worth without knowing the side?",
            Expected::Number(fork, 0.01),
            "the mean over both sides: (3 - 5) / 2",
        )
        .hint("the coin is fair"),
    ]
}
