//! The min/max approximation: its numbers in data, pictures and sentences.

use gametree::alphabeta::AlphaBeta;
use gametree::best_first::BestFirst;
use gametree::minmax::{Breadth, Exact, Proving, Reverse};
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
                "    └─0.069─ ○ u 11.38  [w, 1.009]  v̂ 11\n       ├─0.316─ □ w 11  [y, 0.693]  v̂ 11\n"
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

/// The labels that the steps have told by then, by node.
fn told_labels(data: &Value, until: usize) -> Vec<(usize, Value)> {
    // The news without a step of their own go before the step that they are told with.
    let events = &data["events"].as_array().unwrap()[..=until];
    let mut all: Vec<(usize, Value)> = Vec::new();
    for event in events {
        let also = event["also"].as_array().into_iter().flatten();
        for news in also.chain([event]).filter(|news| !news["labels"].is_null()) {
            let node = news["node"].as_u64().unwrap() as usize;
            all.retain(|(known, _)| *known != node);
            all.push((node, news["labels"].clone()));
        }
    }
    all
}

/// The penalties of all open tips as the steps have told them: tips of which a is themselves, and
/// nothing above them closed.
fn open_penalties(data: &Value, until: usize) -> Vec<f64> {
    let labels = told_labels(data, until);
    let closed: Vec<u64> = data["events"].as_array().unwrap()[..until]
        .iter()
        .filter(|event| event["kind"] == "closed")
        .map(|event| event["node"].as_u64().unwrap())
        .collect();
    let of = |node: usize| {
        labels
            .iter()
            .find(|(known, _)| *known == node)
            .map(|(_, l)| l)
    };
    let mut sums = Vec::new();
    for (node, own) in &labels {
        if own["a"] != data["tree"][*node]["name"] {
            continue;
        }
        let mut sum = 0.0;
        let mut open = true;
        let mut at = Some(*node);
        while let Some(id) = at {
            sum += of(id).and_then(|l| l["w"].as_f64()).unwrap_or(0.0);
            open &= !closed.contains(&(id as u64)) && of(id).is_some_and(|l| !l["π"].is_null());
            at = data["tree"][id]["parent"].as_u64().map(|id| id as usize);
        }
        if open {
            sums.push(sum);
        }
    }
    sums
}

fn check_reasons(told: &Explanation, what: &str) -> usize {
    let data = told.json();
    let mut reasons = 0;
    for (number, event) in data["events"].as_array().unwrap().iter().enumerate() {
        let because = &event["because"];
        if because.is_null() {
            continue;
        }
        let sums = open_penalties(&data, number);
        let least = sums.iter().copied().fold(f64::INFINITY, f64::min);
        let sum = because["sum"].as_f64().unwrap();
        assert!((sum - least).abs() < 1e-9, "{what}, {event}: {sums:?}");
        assert_eq!(because["tips"], json!(sums.len()), "{what}, {event}");
        let text = event["text"].as_str().unwrap();
        let words = if sums.len() == 1 {
            "the only tip.".into()
        } else {
            format!("the least of {} tips.", sums.len())
        };
        assert!(text.ends_with(&words), "{what}: {text}");
        assert!((because["D"].as_f64().unwrap() - (-sum).exp()).abs() < 1e-12);
        reasons += 1;
    }
    reasons
}

#[test]
fn every_reason_is_the_least_of_all_open_tips_and_the_value_is_that_of_minimax() {
    let mut reasons = 0;
    let mut closed = 0;
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
        let exact = Exact {
            evaluator: Estimates,
            p: 1.5,
            shift: 10,
        };
        let reverse = Reverse {
            evaluator: Estimates,
            p: 10.0,
            shift: 10,
            breadth: Breadth::Count,
        };
        let mut check = |told: &Explanation| {
            assert_eq!(told.value(), plain, "seed {seed}");
            assert!(matches!(told.value().verdict(), Verdict::Points(_)));
            reasons += check_reasons(told, &format!("seed {seed}"));
            closed += told
                .steps
                .iter()
                .filter(|step| step.kind == "closed")
                .count();
        };
        explained(&tree, &mut { exact }, &Limits::none(), &mut check);
        explained(&tree, &mut Proving(exact), &Limits::none(), &mut check);
        explained(&tree, &mut { reverse }, &Limits::none(), |told| {
            check(told);
            assert!(!told.text().contains("mean for"), "no mean was taken");
            let maxima = told.steps.iter().filter(|step| step.kind == "backup");
            assert!({ maxima }.all(|step| step.text.contains("imum of")));
        });
    }
    assert!(
        reasons > 4_000 && closed > 50,
        "{reasons} reasons, {closed} closed"
    );
}

/// A tip closed by a proof is told with the reason, counted no more, and drawn as closed.
#[test]
fn what_a_proof_closes_is_told_and_drawn() {
    let tree = "(max ~0 a:(min ~5 aa:4 ab:(max ~6 7 8)) b:(min ~3 ba:(max ~3 1 2) bb:2))";
    let exact = Exact {
        evaluator: Estimates,
        p: 10.0,
        shift: 1,
    };
    explained(
        &tree.parse().unwrap(),
        &mut Proving(exact),
        &Limits::none(),
        |told| {
            let text = told.text();
            for expected in [
                "A proof closes b: it is worth at most 2, and MAX at the root is already sure of 4.",
                "└─4.717─ ○ b 3.2  [closed]  v̂ 3\n",
                "├─3.155─ □ ba 4  [closed]\n",
                "  ba1    1 leaf; a proof has closed b\n",
            ] {
                assert!(text.contains(expected), "{expected} is not in\n{text}");
            }
        },
    );
    explained(
        &tree.parse().unwrap(),
        &mut { exact },
        &Limits::none(),
        |told| {
            assert!(!told.text().contains("closes"), "not in the paper");
        },
    );
}

/// v̂ beside ṽ, a(c) = c in a tip, ω and ∞ where none is left, D beside the penalties, and the shift
/// at the beginning.
#[test]
fn the_labels_of_the_paper_are_printed() {
    on(TREE, 0, &Limits::nodes(5), |told| {
        let text = told.text();
        for expected in [
            "□ root 9.85  [u, 0.165]  v̂ 10\n",
            "├─15.04─ ○ t 2  [t, 0]\n",
            "of t: 2, u: 10.56 is ṽ = 9.85, v̂ = 10; weights t: 15.04, u: 0.069",
            "Open tips, by penalty: w 0.165 (D = 0.848), x 2.170 (D = 0.114), t 15.04 (D = 2.9e-7).",
        ] {
            assert!(text.contains(expected), "{expected} is not in\n{text}");
        }
    });
    on(TREE, 0, &Limits::none(), |told| {
        assert!(told.text().contains("· x1 12  [ω, ∞]\n"), "{}", told.text());
    });
}
