//! Chance, and what is known of its leaves.

use gametree::expectiminimax::Expectiminimax;
use gametree::minmax_chance::MinMaxChance;
use gametree::tree::Tree;
use gametree::{Limits, view};
use serde_json::{Value, json};

use crate::{Options, explain_payoffs};

#[test]
fn chance_is_told_and_drawn_as_chance() {
    let tree: Tree = "(max (chance 0.5:4 0.5:-2) 0)".parse().unwrap();
    let mut search = Expectiminimax::blind();
    let options = Options::default();
    let (told, report) = explain_payoffs(&tree.root(), &mut search, &Limits::none(), &options);
    assert_eq!(report.values[0], 1.0);
    let text = told.text();
    assert!(
        text.contains("MAX tries A, where chance is to move."),
        "{text}"
    );
    assert!(
        text.contains("Chance may bring A1: the game ends there, worth 4 to MAX."),
        "{text}"
    );
    assert!(
        text.contains("a strategy is worked out only for two players without chance"),
        "{text}"
    );
    assert_eq!(
        (told.value(), told.leaves.evaluated),
        (view::to_fixed(1.0), 3)
    );
    assert!(told.svg().contains("class=\"node chance done\""));
    let animation = told.animation();
    let odds: Vec<&Value> = (0..5).map(|id| &animation["nodes"][id]["odds"]).collect();
    assert_eq!(
        odds,
        [
            &Value::Null,
            &Value::Null,
            &json!(0.5),
            &json!(0.5),
            &Value::Null
        ]
    );
}

/// Chance has its own shape in the drawing, its value is an expectation, and a of an open tip is the
/// tip.
#[test]
fn the_min_max_approximation_draws_chance_as_chance() {
    let tree: Tree = "(max a:(chance 0.5:(min 4 5) 0.5:-2) 0)".parse().unwrap();
    let mut search = MinMaxChance::blind();
    let options = Options::default();
    let (told, _) = explain_payoffs(&tree.root(), &mut search, &Limits::none(), &options);
    let text = told.text();
    for expected in [
        "◇ a 0  [a, 0]",
        "At a the expected value of a1: 0, a2: -2 is ṽ = -1",
    ] {
        assert!(text.contains(expected), "{expected:?} is not in\n{text}");
    }
    assert!(!text.contains("[ω, 0]"), "an open tip is left\n{text}");
}

#[test]
fn a_search_whose_leaves_are_unknown_is_not_said_to_have_saved_any() {
    let tree: Tree = "(max (chance 0.5:4 0.5:-2) 0)".parse().unwrap();
    let options = Options {
        leaves_known: false,
        ..Options::default()
    };
    let mut search = Expectiminimax::blind();
    let (told, _) = explain_payoffs(&tree.root(), &mut search, &Limits::none(), &options);
    assert!(
        told.summary().contains("does not report which leaves"),
        "{}",
        told.summary()
    );
    assert!(told.json()["leaves_evaluated"].is_null() && told.pruned.is_empty());
}
