//! What alpha-beta's bounds are made of: the nested expression of n_1 (5.13).

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::LazyLock;

use gametree::minimax::Minimax;
use gametree::rng::Rng;
use gametree::tree::{Estimates, Tree};
use gametree::{Limits, Search, Verdict};

use crate::formula::{Formula, Values};
use crate::{Exercise, Expected, Part};

/// The exercise.
pub static EXERCISE: Exercise = Exercise {
    name: "alpha-beta-bounds",
    title: "why alpha-beta is right: n_1 as nested minima and maxima, and the bounds on n_j",
    source: "5.13",
    text: "A path leads from n_1 to n_j: n_1 is a MIN node, n_2 its child, a MAX node, n_3 a child of n_2, a MIN node, and so
on. l_i is the best (for the player above) of the nodes to the left of n_i, whose values are known already; r_i the best
of those to its right, not searched yet. Write formulas with min and max, as in min(l2, max(l3, n3)).",
    parts: LazyLock::new(parts),
    see: &[
        "gametree explain tree:examples/lecture-16.tree --with alphabeta",
        "gametree glossary alpha",
    ],
};

/// Values tried for each formula.
const SAMPLES: u64 = 400;

fn parts() -> Vec<Part> {
    let a = ["n3", "n31", "n32", "n21", "n22"];
    let b = ["l2", "l3", "l4", "n4", "r4", "r3", "r2"];
    vec![
        Part::new(
            "(a) n_1 = min(n_2, n_21, n_22) and n_2 has the children n_3, n_31 and n_32. Write n_1 without n_2.",
            Expected::Formula(Formula {
                text: "min(max(n3, n31, n32), n21, n22)",
                samples: samples(&a, "(min (max {n3} {n31} {n32}) {n21} {n22})", |_| true),
            }),
            "n_2 is a MAX node; minimax agrees for random values",
        )
        .hint("n_2 belongs to MAX"),
        Part::new(
            "(b) Write n_1 down to n_4, with l_2, r_2, l_3, r_3, l_4 and r_4.",
            Expected::Formula(Formula {
                text: "min(l2, max(l3, min(l4, n4, r4), r3), r2)",
                samples: samples(&b, "(min {l2} (max {l3} (min {l4} {n4} {r4}) {r3}) {r2})", |_| true),
            }),
            "one level is put into the other; minimax agrees for random values",
        )
        .hint("n_1 = min(l2, n2, r2), then n_2, then n_3"),
        bound_above(),
        bound_below(),
        right_side(),
    ]
}

/// (c): n_4 matters only below a bound. That bound is what n_1 is worth when n_4 is as large as can
/// be, where l_3 does not interfere.
fn bound_above() -> Part {
    let quiet = |values: &Values| values["l3"] < values["l2"].min(values["l4"]);
    Part::new(
        "(c) n_4, a MAX node, can change n_1 only while it is below which bound of l_2, l_3, l_4?",
        Expected::Formula(Formula {
            text: "min(l2, l4)",
            samples: samples(&["l2", "l3", "l4"], "(min {l2} (max {l3} (min {l4} 1000)))", quiet),
        }),
        "a larger n_4 is not chosen: MIN has l_4 beside it, or l_2 further up. The bound is β: the least value that MIN has \
         anywhere on the path",
    )
    .hint("who would avoid a large n_4, and what do they have instead?")
}

/// (d): n_5 matters only above a bound.
fn bound_below() -> Part {
    let quiet = |values: &Values| {
        let low = values["l3"].max(values["l5"]);
        low < values["l2"].min(values["l4"])
    };
    Part::new(
        "(d) n_5, a MIN node, can change n_1 only while it is above which bound of l_2, l_3, l_4, l_5?",
        Expected::Formula(Formula {
            text: "max(l3, l5)",
            samples: samples(
                &["l2", "l3", "l4", "l5"],
                "(min {l2} (max {l3} (min {l4} (max {l5} -1000))))",
                quiet,
            ),
        }),
        "a smaller n_5 is not chosen: MAX has l_5 beside it, or l_3 further up. The bound is α: the largest value that MAX \
         has anywhere on the path",
    )
    .hint("the mirror of (c)")
}

/// Why β depends on the l_i of MIN alone.
fn right_side() -> Part {
    let choices = &[
        "what lies to the right can only lower n_1 further, and what MAX has (l_3, l_5, …) cannot raise it above what MIN has: the bound holds whatever they are",
        "the nodes to the right are always worse",
        "alpha-beta searches the nodes to the right first",
    ];
    let names = ["l2", "l3", "l4", "r4", "r3", "r2"];
    let text =
        |n4: &str| format!("(min {{l2}} (max {{l3}} (min {{l4}} {n4} {{r4}}) {{r3}}) {{r2}})");
    let above = |values: &Values| values["l2"].min(values["l4"]);
    // Whatever l3 and the r are: two values of n4 above the bound give the same n1.
    let holds = (0..SAMPLES).all(|seed| {
        let values = draw(&names, seed);
        let bound = above(&values);
        let worth = |more: f64| minimax(&text(&(bound + more).to_string()), &values);
        worth(0.0).is_some() && worth(0.0) == worth(500.0)
    });
    Part::new(
        "Why do the r_i, and the l_i of the other player, not occur in the bound of (c)?",
        Expected::Statement { choices, right: if holds { 0 } else { 1 } },
        format!("in {SAMPLES} random trees two values of n_4 above min(l_2, l_4) gave the same n_1, whatever l_3 and the r_i were"),
    )
    .hint("put a large n_4 into the formula of (b)")
}

fn draw(names: &[&'static str], seed: u64) -> Values {
    let mut rng = Rng::new(seed);
    let one = |name: &&'static str| (*name, rng.below(40) as f64 - 20.0);
    names.iter().map(one).collect()
}

/// Random values of names with the worth that minimax finds for a tree of them.
fn samples(
    names: &[&'static str],
    text: &str,
    keep: impl Fn(&Values) -> bool,
) -> Vec<(Values, f64)> {
    let drawn = (0..SAMPLES)
        .map(|seed| draw(names, seed))
        .filter(|values| keep(values));
    drawn
        .filter_map(|values| {
            let worth = minimax(text, &values)?;
            Some((values, worth))
        })
        .collect()
}

/// The minimax value of a tree text with names in braces.
fn minimax(text: &str, values: &BTreeMap<&'static str, f64>) -> Option<f64> {
    let mut filled = text.to_string();
    for (name, value) in values {
        let mut number = String::new();
        write!(number, "{value}").ok()?;
        filled = filled.replace(&format!("{{{name}}}"), &number);
    }
    let tree: Tree = filled.parse().ok()?;
    let report = Minimax {
        evaluator: Estimates,
    }
    .search(&tree.two_player().ok()?, &Limits::none());
    match report.value.verdict() {
        Verdict::Points(points) => Some(f64::from(points)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_graded_by_their_values() {
        let parts = EXERCISE.parts();
        assert!(
            parts[0]
                .expected
                .accepts("min(n_22, max(n_31, n_3, n_32), n_21)")
        );
        assert!(!parts[0].expected.accepts("max(n3, n31, n32)"));
        assert!(
            parts[1]
                .expected
                .accepts("min(r2, l2, max(r3, min(l4, min(n4, r4)), l3))")
        );
        assert!(!parts[1].expected.accepts("min(l2, max(l3, n4, r3), r2)"));
        assert!(parts[2].expected.accepts("min(l4, l2)") && !parts[2].expected.accepts("l4"));
        assert!(parts[3].expected.accepts("max(l5, l3)") && !parts[3].expected.accepts("max(l3)"));
        assert_eq!(parts[4].expected.to_string(), "a");
    }
}
