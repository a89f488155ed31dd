//! Which leaves of a tree with chance need not be looked at.

use gametree::expectiminimax::Expectiminimax;
use gametree::star::Order;
use gametree::star1::Star1;
use gametree::tree::{Node, Tree};
use gametree::{Blind, Bounds, Event, Game, Limits, PayoffSearch};

use super::{Exercise, Expected, Part};

/// The tree of the textbook.
macro_rules! tree {
    () => {
        "(max (chance 0.5:(min 2 2) 0.5:(min 1 2)) (chance 0.5:(min 0 2) 0.5:(min -1 0)))"
    };
}

/// The exercise.
pub const EXERCISE: Exercise = Exercise {
    name: "chance-leaves",
    title: "a tree with chance: which leaves need not be evaluated, with and without bounds",
    question: concat!(
        "MAX chooses between two coins; behind each side of a coin MIN chooses between two leaves:\n  ",
        tree!(),
        "\nThe leaves are searched from left to right and are numbered from 1 to 8."
    ),
    parts,
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
    let side = if report.best() == Some(0) {
        "left"
    } else {
        "right"
    };
    let bounded = tree.clone().bounded(Bounds::new(-2.0, 2.0)).ok();
    let how = "the leaves that Star1 leaves out, in the order of the text";
    vec![
        Part::new(
            "Which move is best, left or right?",
            Expected::word(side),
            "expectiminimax",
        ),
        Part::new(
            "What is the root worth?",
            Expected::Number(report.values[0], 1e-9),
            "expectiminimax",
        ),
        Part::new(
            "Nothing is known of the leaves' values: which leaves need not be looked at?",
            Expected::Set(unseen(&tree)),
            how,
        ),
        Part::new(
            "All values are known to lie in [-2, 2]: which leaves need not be looked at?",
            Expected::Set(bounded.map(|tree| unseen(&tree)).unwrap_or_default()),
            format!("{how}, with these bounds"),
        ),
    ]
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
