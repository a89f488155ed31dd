//! Values for three players.

use std::sync::LazyLock;

use gametree::maxn::Maxn;
use gametree::paranoid::Paranoid;
use gametree::tree::Tree;
use gametree::{Limits, PayoffSearch};

use crate::{Exercise, Expected, Part};

macro_rules! tree {
    () => {
        "(p1 (p2 (p3 [1 2 6] [4 2 3]) (p3 [6 1 2] [7 4 1])) (p2 (p3 [5 1 1] [1 5 2]) (p3 [7 7 1] [5 4 5])))"
    };
}

/// The exercise.
pub static EXERCISE: Exercise = Exercise {
    name: "vectors",
    title: "a tree of three players: back vectors up",
    source: "the figure with three players",
    text: concat!(
        "Players 1, 2 and 3 move in turn, and each maximizes their own value; of equal moves the first is taken:\n  ",
        tree!()
    ),
    parts: LazyLock::new(parts),
    see: &[concat!("gametree explain '", tree!(), "' --with maxn")],
};

fn parts() -> Vec<Part> {
    let Ok(tree) = tree!().parse::<Tree>() else {
        return Vec::new();
    };
    let root = tree.root();
    let fair = Maxn::blind().search_payoffs(&root, &Limits::none());
    let feared = Paranoid::blind().search_payoffs(&root, &Limits::none());
    vec![
        Part::new(
            "What is the root worth to players 1, 2 and 3?",
            Expected::Vector(fair.values),
            "max^n: at each node the player to move takes the vector with their own largest value",
        )
        .hint("begin above the leaves: player 3 compares the third numbers"),
        Part::new(
            "What is player 1 sure of, if the others play together against player 1?",
            Expected::Number(feared.values[0], 1e-9),
            "paranoid search: players 2 and 3 together minimize the first number",
        )
        .hint("read the first numbers only, with two players against one"),
    ]
}
