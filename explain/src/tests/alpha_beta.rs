//! Minimax and alpha-beta on trees: cutoffs, leaves, depth limits.

use gametree::alphabeta::AlphaBeta;
use gametree::minimax::Minimax;
use gametree::tree::{Estimates, Shape, Tree, random};
use gametree::{Game, Limits, Notation, Search};
use serde_json::{Value, json};

use super::{AIMA, on, sentences};
use crate::test_support::explained;

#[test]
fn the_textbook_tree_saves_two_leaves_and_says_why() {
    on(AIMA, |told| {
        assert_eq!(
            (told.leaves.evaluated, told.leaves.total.unwrap().count),
            (7, 9)
        );
        let cuts = sentences(told, "cutoff");
        assert_eq!(
            cuts[0],
            "MIN at B has found 2 ≤ α = 3 and returns: MAX already has 3 at A, so the other 2 moves of B \
             cannot matter (cut by l_1 = 3, MAX's best left of the path at depth 1): 2 leaves saved."
        );
        assert!(cuts[1].contains("that was the last move"), "{}", cuts[1]);
        let data = told.json();
        assert_eq!(data["schema"], "gametree.explain/1");
        assert_eq!(
            (&data["value"], &data["best"], &data["best_name"]),
            (&json!(3), &json!("A"), &json!("A"))
        );
        assert_eq!(
            (&data["leaves_evaluated"], &data["leaves_total"]),
            (&json!(7), &json!(9))
        );
        let names: Vec<&Value> = data["pruned"]
            .as_array()
            .unwrap()
            .iter()
            .map(|cut| &cut["name"])
            .collect();
        assert_eq!(names, ["B2", "B3"]);
        assert_eq!(data["pruned"][0]["node"], "B");
        assert_eq!(data["line_names"], json!(["A", "A1"]));
        assert_eq!(
            data["strategy"]["root"],
            json!({"move": "A", "to": "A", "value": 3, "bound": "exact"})
        );
        assert_eq!(data["replies"]["A"], json!(["A1", "A2", "A3"]));
        assert_eq!(data["events"].as_array().unwrap().len(), told.steps.len());
    });
}

#[test]
fn minimax_never_speaks_of_windows() {
    let tree: Tree = AIMA.parse().unwrap();
    explained(&tree, &mut Minimax::blind(), &Limits::none(), |told| {
        assert!(
            told.steps
                .iter()
                .all(|step| !step.text.contains('α') && !step.text.contains('β'))
        );
        assert_eq!((told.leaves.evaluated, told.pruned.len()), (9, 0));
    });
}

#[test]
fn a_deep_cut_names_the_bound_that_decides_among_all_on_the_path() {
    // B1a: 2 is below what the root has at A; MIN's l_2 and MAX's l_3 are not it.
    on("(max 6 (min 7 (max 5 (min 2 9))))", |told| {
        let cuts = sentences(told, "cutoff");
        assert!(cuts[0].contains("(cut by l_1 = 6,"), "{}", cuts[0]);
        assert!(cuts[0].ends_with(
            "On the path: l_1 = 6 (MAX's, at A), l_2 = 7 (MIN's, at B1), l_3 = 5 (MAX's, at B2a)."
        ));
        let event = &told.json()["events"]
            .as_array()
            .unwrap()
            .iter()
            .find(|e| e["kind"] == "cutoff")
            .cloned();
        let event = event.as_ref().unwrap();
        assert_eq!(
            (&event["cut_by"], event["bounds"].as_array().unwrap().len()),
            (&json!(1), 3)
        );
    });
}

#[test]
fn on_random_trees_every_leaf_is_evaluated_or_saved_and_the_report_is_the_same() {
    let mut saved = 0;
    for seed in 0..1_500 {
        let alternating = seed % 3 > 0;
        let tree = random(
            &Shape {
                alternating,
                values: -4..=4,
                most_nodes: 120,
                ..Shape::default()
            },
            seed,
        );
        let plain = AlphaBeta::blind().search(&tree.two_player().unwrap(), &Limits::none());
        explained(&tree, &mut AlphaBeta::blind(), &Limits::none(), |told| {
            let total = told.leaves.total;
            let cut: u64 = told.pruned.iter().map(|branch| branch.leaves.count).sum();
            assert_eq!(
                (total.unwrap().count, total.unwrap().exact),
                (tree.leaves() as u64, true),
                "seed {seed}"
            );
            assert_eq!(
                told.leaves.evaluated + cut,
                total.unwrap().count,
                "seed {seed}"
            );
            let last = told
                .steps
                .iter()
                .rev()
                .find(|step| step.kind == "leave" || step.kind == "leaf");
            assert_eq!(
                last.and_then(|step| step.value),
                Some(plain.value),
                "seed {seed}"
            );
            assert_eq!(
                (told.value(), told.recording.counts),
                (plain.value, plain.counts),
                "seed {seed}"
            );
            let mut node = tree.root();
            for (name, &m) in told.line().iter().zip(&plain.line) {
                assert_eq!(node.read_move(name), Some(m), "seed {seed}");
                node.play(m);
            }
            assert_eq!(told.line().len(), plain.line.len(), "seed {seed}");
            let first = told
                .strategy
                .decisions
                .first()
                .map(|decision| decision.value);
            assert!(
                first.is_none_or(|value| value == plain.value),
                "seed {seed}"
            );
            saved += cut;
            if let Some(step) = told.steps.last() {
                assert_eq!(
                    (step.evaluated, step.saved),
                    (told.leaves.evaluated, cut),
                    "seed {seed}"
                );
            }
        });
    }
    assert!(saved > 10_000, "{saved} leaves saved");
}

#[test]
fn every_cut_of_alpha_beta_is_explained_by_a_bound_on_the_path() {
    for seed in 0..500 {
        let tree = random(&Shape::default(), seed);
        explained(&tree, &mut AlphaBeta::blind(), &Limits::none(), |told| {
            for cut in sentences(told, "cutoff") {
                assert!(
                    cut.contains("cut by l_") || cut.contains("that was the last move"),
                    "seed {seed}: {cut}"
                );
            }
        });
    }
}

#[test]
fn at_a_depth_limit_the_leaves_are_those_of_that_depth() {
    let tree = random(&Shape::uniform(3, 5), 4);
    let root = tree.two_player().unwrap();
    for depth in 1..=5 {
        explained(
            &tree,
            &mut AlphaBeta {
                evaluator: Estimates,
            },
            &Limits::depth(depth),
            |told| {
                assert_eq!(told.leaves.total.unwrap().count, 3u64.pow(depth));
                let plain = AlphaBeta {
                    evaluator: Estimates,
                }
                .search(&root, &Limits::depth(depth));
                assert_eq!(told.value(), plain.value);
                let horizon = if depth < 5 {
                    plain.counts.evaluations
                } else {
                    told.leaves.evaluated
                };
                assert_eq!(told.leaves.evaluated, horizon);
                assert!(depth < 3 || told.leaves.evaluated < told.leaves.total.unwrap().count);
            },
        );
    }
}

#[test]
fn decimals_are_shown_in_the_unit_of_the_text() {
    on("(max (min 2.5 3) (min 0.25 9))", |told| {
        assert!(sentences(told, "cutoff")[0].contains("has found 0.25 ≤ α = 2.5"));
        assert_eq!(told.json()["value"], 2.5);
    });
}
