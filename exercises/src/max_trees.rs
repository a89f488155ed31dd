//! Can anything be pruned where MAX has no opponent (5.20)?

use std::sync::LazyLock;

use gametree::Bounds;
use gametree::rng::Rng;
use gametree::tree::Tree;

use crate::chance_leaves::unseen;
use crate::{Exercise, Expected, Part};

/// The exercise.
pub static EXERCISE: Exercise = Exercise {
    name: "pruning",
    title: "can anything be pruned in a max tree, or an expectimax tree, when leaves are unbounded, ≥ 0, or in [0, 1]?",
    source: "5.20",
    text: "In a max tree every node is MAX; in an expectimax tree MAX and chance take turns. For each kind of tree and everything
that may be known of the leaves' values: is there a tree in which some leaf need not be looked at? Answer yes or no.",
    parts: LazyLock::new(parts),
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

const CLAIMS: &str = "Some printed keys give the answers of (c) to (f) under each other's letters: in a max tree or an \
     expectimax tree with leaves of at least 0 nothing can be pruned, in [0, 1] a leaf of 1 can prune the rest.";

fn parts() -> Vec<Part> {
    let known = [
        ("anything", Bounds::UNKNOWN),
        ("at least 0", Bounds::new(0.0, f64::INFINITY)),
        ("in [0, 1]", Bounds::new(0.0, 1.0)),
    ];
    let trees = [(false, "a max tree"), (true, "an expectimax tree")];
    let mut parts = Vec::new();
    let mut letters = 'a'..;
    for (words, bounds) in known {
        for (chance, name) in trees {
            let kind = Kind { chance, bounds };
            let letter = letters.next().unwrap_or(' ');
            let ask = format!("({letter}) Leaves {words}, {name}?");
            let part = kind.part(ask);
            let remarked = bounds.low.is_finite();
            parts.push(if remarked { part.remark(CLAIMS) } else { part });
        }
    }
    parts.push(order());
    parts
}

/// (g): Star1 on the same expectimax trees with the outcomes listed in both orders.
fn order() -> Part {
    let choices = &[
        "lowest probability first",
        "highest probability first",
        "the order makes no difference",
    ];
    let kind = Kind {
        chance: true,
        bounds: Bounds::new(0.0, 1.0),
    };
    let pruned = |largest_first: bool| -> usize {
        (0..TREES)
            .map(|seed| kind.left_out(seed, largest_first))
            .sum()
    };
    let (low, high) = (pruned(false), pruned(true));
    let right = match low.cmp(&high) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Less => 1,
        std::cmp::Ordering::Equal => 2,
    };
    Part::new(
        "(g) Which order of a chance node's outcomes is most likely to allow pruning?",
        Expected::Statement { choices, right },
        format!(
            "{TREES} random expectimax trees with values in [0, 1]: Star1 left {high} leaves out with the likeliest \
             outcomes first, {low} with the least likely first. The likelier an outcome, the more it narrows the bounds"
        ),
    )
    .hint("which outcome narrows the bounds of the mean most?")
}

impl Kind {
    /// Whether anything can be pruned in a tree of this kind.
    fn part(self, ask: String) -> Part {
        let found = (0..TREES).find(|&seed| self.left_out(seed, true) > 0);
        let how = match found {
            Some(seed) => format!("yes: Star1 leaves a leaf out in {}", self.text(seed, true)),
            None => format!("no: none in {TREES} random trees, and no bound would allow it"),
        };
        Part::new(ask, Expected::yes(found.is_some()), how)
            .hint("could the next leaf change the root's value, whatever was seen before?")
    }

    /// How many leaves of a random tree Star1 leaves out.
    fn left_out(self, seed: u64, largest_first: bool) -> usize {
        let tree: Result<Tree, _> = self.text(seed, largest_first).parse();
        tree.ok()
            .and_then(|tree| tree.bounded(self.bounds).ok())
            .map_or(0, |tree| unseen(&tree).len())
    }

    /// A random tree of three levels of choices. The order of outcomes changes nothing else.
    fn text(self, seed: u64, largest_first: bool) -> String {
        self.branch(3, largest_first, &mut Rng::new(seed))
    }

    fn branch(self, depth: u32, largest_first: bool, rng: &mut Rng) -> String {
        if depth == 0 {
            let low = if self.bounds.low.is_finite() { 0 } else { 3 };
            let high = if self.bounds.high.is_finite() { 1 } else { 3 };
            return (rng.below(low + high + 1) as i64 - low as i64).to_string();
        }
        if !(self.chance && depth.is_multiple_of(2)) {
            let below = [(); 2].map(|()| self.branch(depth - 1, largest_first, rng));
            return format!("(max {})", below.join(" "));
        }
        let mut outcomes =
            [0.7, 0.3].map(|p| format!("{p}:{}", self.branch(depth - 1, largest_first, rng)));
        if !largest_first {
            outcomes.reverse();
        }
        format!("(chance {})", outcomes.join(" "))
    }
}
