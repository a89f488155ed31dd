//! Which leaves of a tree with chance need not be looked at.

use std::sync::LazyLock;

use gametree::expectiminimax::Expectiminimax;
use gametree::star::Order;
use gametree::star1::Star1;
use gametree::tree::{Node, Tree};
use gametree::{Blind, Bounds, Event, Game, Limits, PayoffSearch};

use crate::{Exercise, Expected, Part};

/// The tree of the textbook.
macro_rules! tree {
    () => {
        "(max (chance 0.5:(min 2 2) 0.5:(min 1 2)) (chance 0.5:(min 0 2) 0.5:(min -1 0)))"
    };
}

/// The exercise.
pub static EXERCISE: Exercise = Exercise {
    name: "chance-leaves",
    title: "a tree with chance: which leaves need not be evaluated, with and without bounds",
    source: "5.16",
    text: concat!(
        "MAX chooses between two coins; after each side of a coin MIN chooses between two leaves:\n  ",
        tree!(),
        "\nThe leaves are searched from left to right and are numbered from 1 to 8."
    ),
    parts: LazyLock::new(parts),
    see: &[
        concat!("gametree explain '", tree!(), "' --with star1:order=listed"),
        concat!(
            "gametree explain '",
            tree!(),
            "' --with star1:order=listed,low=-2,high=2"
        ),
    ],
};

fn parts() -> Vec<Part> {
    let Ok(tree) = tree!().parse::<Tree>() else {
        return Vec::new();
    };
    let report = Expectiminimax::blind().search_payoffs(&tree.root(), &Limits::none());
    let bounded = tree.clone().bounded(Bounds::new(-2.0, 2.0)).ok();
    let how = "the leaves that Star1 leaves out, in the order of the text";
    vec![
        Part::new(
            "(a) Which move is best, left or right?",
            Expected::OneOf {
                choices: &["left", "right"],
                right: usize::from(report.best() != Some(0)),
            },
            "expectiminimax",
        )
        .hint("back up: MIN, then the mean of both sides of a coin, then MAX"),
        Part::new(
            "(a) What is the root worth?",
            Expected::Number(report.values[0], 1e-9),
            "expectiminimax",
        )
        .hint("the larger of the two coins"),
        Part::new(
            "(b) Nothing is known of the leaves' values: which leaves need not be looked at?",
            Expected::Set(unseen(&tree)),
            how,
        )
        .hint("a seventh leaf could make the right coin as good as the left one: can an eighth, after it?"),
        Part::new(
            "(d) All values are known to lie in [-2, 2]: which leaves need not be looked at?",
            Expected::Set(bounded.map(|tree| unseen(&tree)).unwrap_or_default()),
            format!("{how}, with these bounds"),
        )
        .hint("how much can the right coin still be worth after its first leaf?"),
        range_after_two(),
    ]
}

/// (c): the left coin when the first two leaves are known and all others may be anything in [-2, 2]:
/// expectiminimax with the least and with the largest values there.
fn range_after_two() -> Part {
    let worth = |other: i32| {
        let text = format!("(chance 0.5:(min 2 2) 0.5:(min {other} {other}))");
        let tree: Tree = text.parse().ok()?;
        let report = Expectiminimax::blind().search_payoffs(&tree.root(), &Limits::none());
        report.values.first().copied()
    };
    let range: Option<Vec<f64>> = [-2, 2].into_iter().map(worth).collect();
    Part::new(
        "(c) All values lie in [-2, 2], and the first two leaves have been looked at: between which two values does the left coin lie?",
        Expected::Vector(range.unwrap_or_default()),
        "one side is worth min(2, 2) = 2, the other side something in [-2, 2]: 0.5·2 - 0.5·2 and 0.5·2 + 0.5·2",
    )
    .hint("one side of the coin is known; give the other one its least and its largest value")
}

/// The leaves that Star1 does not visit, counted from 1 as they stand in the text.
pub fn unseen(tree: &Tree) -> Vec<u64> {
    let mut seen = Vec::new();
    let mut last = None;
    let mut watch = |event: &Event<'_, Node<'_>>| match event {
        Event::Enter { position, .. } => last = Some(position.id()),
        Event::Leaf { .. } => seen.extend(last),
        _ => {}
    };
    let mut search = Star1::new(Blind).ordered(Order::AS_LISTED);
    search.watch_payoffs(&tree.root(), &Limits::none(), &mut watch);
    let leaves = leaves(tree.root());
    (1..)
        .zip(leaves)
        .filter(|(_, id)| !seen.contains(id))
        .map(|(number, _)| number)
        .collect()
}

/// The leaves' numbers in the tree, from left to right.
fn leaves(node: Node<'_>) -> Vec<u32> {
    if node.outcome().is_some() {
        return vec![node.id()];
    }
    node.moves().flat_map(|m| leaves(node.after(m))).collect()
}
