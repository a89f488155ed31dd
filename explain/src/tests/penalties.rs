//! The min/max approximation: its numbers in data, pictures and sentences.

use gametree::alphabeta::AlphaBeta;
use gametree::best_first::BestFirst;
use gametree::minmax::Exact;
use gametree::tree::{Estimates, Shape, random};
use gametree::{AnySearch, Limits, Verdict};
use serde_json::{Value, json};

use crate::Explanation;
use crate::test_support::explained;

const TREE: &str = "(max ~9 t:(min ~2 1 3) u:(min ~11 w:(max ~10 y:(min ~11 10 12) z:(min ~11 11 9)) x:(max ~12 12 13)))";

fn on<T>(text: &str, shift: i32, limits: &Limits, check: impl FnOnce(&Explanation) -> T) -> T {
    explained(
        &text.parse().unwrap(),
        &mut Exact {
            evaluator: Estimates,
            p: 10.0,
            shift,
        },
        limits,
        check,
    )
}

#[test]
fn the_data_has_the_labels_and_the_reasons() {
    on(TREE, 0, &Limits::nodes(7), |told| {
        let data = told.json();
        let events = data["events"].as_array().unwrap();
        let select = events
            .iter()
            .find(|event| event["kind"] == "select" && event["name"] == "w")
            .unwrap();
        let because = &select["because"];
        assert_eq!(
            (&because["tips"], &because["edges"][1]["name"]),
            (&json!(3), &json!("w"))
        );
        assert!((because["sum"].as_f64().unwrap() - 0.1647).abs() < 5e-5);
        let root = events
            .iter()
            .rfind(|event| event["kind"] == "backup")
            .unwrap();
        assert_eq!(
            (&root["name"], &root["labels"]["a"]),
            (&json!("root"), &json!("u"))
        );
        assert!((root["labels"]["ṽ"].as_f64().unwrap() - 10.6218).abs() < 5e-5);
        let t = root["also"]
            .as_array()
            .unwrap()
            .iter()
            .find(|news| news["name"] == "t")
            .unwrap();
        assert!((t["labels"]["w"].as_f64().unwrap() - 15.7210).abs() < 5e-5);
    });
    on(TREE, 0, &Limits::none(), |told| {
        let data: Value = serde_json::from_str(&told.json().to_string()).unwrap();
        let last = data["events"]
            .as_array()
            .unwrap()
            .iter()
            .rfind(|event| event["kind"] == "backup");
        assert_eq!(last.unwrap()["labels"]["π"], Value::Null, "infinite");
    });
}

#[test]
fn the_picture_has_weights_only_where_the_search_has_them() {
    on(TREE, 0, &Limits::nodes(7), |told| {
        let svg = told.svg();
        for expected in [
            ">15.72</text>",
            ">[u, 1.078]</text>",
            ">10.62</text>",
            ">0.316</text>",
            "[a, π] beside",
        ] {
            assert!(svg.contains(expected), "{expected} is not in\n{svg}");
        }
        let text = told.text();
        assert!(
            text.contains(
                "    └─0.069─ ○ u 11.38  [w, 1.009]\n       ├─0.316─ □ w 11  [y, 0.693]\n"
            ),
            "{text}"
        );
        assert!(told.html().contains("<body class=\"weights\">"));
    });
    let tree = TREE.parse().unwrap();
    unweighted(
        &tree,
        &mut AlphaBeta {
            evaluator: Estimates,
        },
    );
    unweighted(
        &tree,
        &mut BestFirst {
            evaluator: Estimates,
        },
    );
}

fn unweighted<S: for<'t> AnySearch<gametree::tree::TwoPlayerTree<'t>>>(
    tree: &gametree::tree::Tree,
    search: &mut S,
) {
    explained(tree, search, &Limits::none(), |told| {
        assert!(
            !told.svg().contains("class=\"weight\"")
                && told.html().contains("<body class=\"windows\">")
        );
        assert!(told.steps.iter().all(|step| step.quiet.is_empty()));
    });
}

#[test]
fn values_are_drawn_in_the_unit_of_the_text_with_the_shift() {
    on(
        "(max ~1 a:(min ~-0.5 1 2) b:(min ~2.5 1 2))",
        10,
        &Limits::nodes(3),
        |told| {
            let inside: Vec<&str> = told.looks[1..3]
                .iter()
                .map(|look| look.value.as_str())
                .collect();
            assert_eq!(inside, ["0.5", "3.5"], "-0.5 and 2.5 with a shift of 1.0");
        },
    );
}

#[test]
fn every_reason_is_the_least_sum_and_the_value_is_that_of_minimax() {
    for seed in 0..150 {
        let shape = Shape {
            values: -9..=9,
            most_nodes: 80,
            alternating: seed % 2 == 0,
            ..Shape::default()
        };
        let tree = random(&shape, seed);
        let plain = explained(&tree, &mut AlphaBeta::blind(), &Limits::none(), |told| {
            told.value()
        });
        explained(
            &tree,
            &mut Exact {
                evaluator: Estimates,
                p: 10.0,
                shift: 10,
            },
            &Limits::none(),
            |told| {
                assert_eq!(told.value(), plain, "seed {seed}");
                assert!(matches!(told.value().verdict(), Verdict::Points(_)));
                for step in told.steps.iter().filter(|step| step.kind == "select") {
                    assert!(
                        step.text.contains("the least of ") || step.text.contains("the only tip"),
                        "{}",
                        step.text
                    );
                    assert!(!step.text.contains("the least of 0"), "{}", step.text);
                }
            },
        );
    }
}
