//! Can anything be pruned where MAX has no opponent?

use std::fmt::Write;

use gametree::Bounds;
use gametree::rng::Rng;
use gametree::tree::Tree;

use super::chance_leaves::unseen;
use super::{Exercise, Expected, Part};

/// The exercise.
pub const EXERCISE: Exercise = Exercise {
    name: "pruning",
    title: "can anything be pruned in a max tree, or an expectimax tree, when leaves are unbounded, ≥ 0, or in [0, 1]?",
    question: "In a max tree every node is MAX; in an expectimax tree MAX and chance take turns. For each kind of tree and everything
that may be known of the leaves' values: is there a tree in which some leaf need not be looked at? Answer yes or no.",
    parts,
    see: &[
        "gametree explain '(max (max 1 0.5) (max 0.2 0.9))' --with star1:low=0,high=1",
        "gametree explain '(max (chance 0.5:1 0.5:1) (chance 0.5:0.2 0.5:0.9))' --with star1:low=0,high=1",
    ],
};

/// Random trees tried of each kind.
const TREES: u64 = 2_000;

/// A kind of tree, and what is known of its leaves.
#[derive(Clone, Copy)]
struct Kind {
    chance: bool,
    bounds: Bounds,
}

fn parts() -> Vec<Part> {
    let known = [
        ("anything", Bounds::UNKNOWN),
        ("at least 0", Bounds::new(0.0, f64::INFINITY)),
        ("in [0, 1]", Bounds::new(0.0, 1.0)),
    ];
    let trees = [(false, "a max tree"), (true, "an expectimax tree")];
    let mut parts = Vec::new();
    for (words, bounds) in known {
        for (chance, name) in trees {
            let kind = Kind { chance, bounds };
            let found = (0..TREES).find(|&seed| kind.prunes(seed));
            let how = match found {
                Some(seed) => format!("yes: Star1 leaves a leaf out in {}", kind.text(seed)),
                None => format!("no: none in {TREES} random trees, and no bound would allow it"),
            };
            let ask = format!("Leaves {words}, {name}?");
            parts.push(Part::new(ask, Expected::yes(found.is_some()), how));
        }
    }
    parts
}

impl Kind {
    /// Whether Star1 leaves a leaf of a random tree out.
    fn prunes(self, seed: u64) -> bool {
        let tree: Result<Tree, _> = self.text(seed).parse();
        tree.ok()
            .and_then(|tree| tree.bounded(self.bounds).ok())
            .is_some_and(|tree| !unseen(&tree).is_empty())
    }

    /// A random tree of three levels of choices.
    fn text(self, seed: u64) -> String {
        let mut text = String::new();
        self.branch(&mut text, 3, &mut Rng::new(seed));
        text
    }

    fn branch(self, text: &mut String, depth: u32, rng: &mut Rng) {
        if depth == 0 {
            let low = if self.bounds.low.is_finite() { 0 } else { 3 };
            let high = if self.bounds.high.is_finite() { 1 } else { 3 };
            let _ = write!(text, "{}", rng.below(low + high + 1) as i64 - low as i64);
            return;
        }
        let rolls = self.chance && depth.is_multiple_of(2);
        text.push_str(if rolls { "(chance" } else { "(max" });
        for _ in 0..2 {
            text.push_str(if rolls { " 0.5:" } else { " " });
            self.branch(text, depth - 1, rng);
        }
        text.push(')');
    }
}
