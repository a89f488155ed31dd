//! The trees of `examples/`: every claim of their headers, checked.

use std::path::PathBuf;

use gametree::alphabeta::AlphaBeta;
use gametree::maxn::Maxn;
use gametree::minimax::Minimax;
use gametree::minmax::Exact;
use gametree::pvs::Pvs;
use gametree::quiescence::Quiescence;
use gametree::tree::{Estimates, Tree};
use gametree::{Limits, PayoffSearch, Search};
use serde_json::Value;

use crate::test_support::explained;
use crate::{Options, explain};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../examples")
}

/// Every example: its name and its text.
fn examples() -> Vec<(String, String)> {
    let files = std::fs::read_dir(folder())
        .expect("the examples")
        .map(|entry| entry.expect("an entry").path());
    let mut all: Vec<(String, String)> = files
        .filter(|path| path.extension().is_some_and(|ending| ending == "tree"))
        .map(|path| {
            let name = path
                .file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            (name, std::fs::read_to_string(&path).expect("readable"))
        })
        .collect();
    all.sort();
    all
}

/// The words after `; expect`.
fn claims(text: &str) -> Vec<Vec<&str>> {
    text.lines()
        .filter_map(|line| line.strip_prefix("; expect "))
        .map(|claim| claim.split_whitespace().collect())
        .collect()
}

fn check(name: &str, tree: &Tree, data: &Value, claim: &[&str]) {
    match claim {
        ["value", value] => assert_eq!(data["value"].to_string(), *value, "{name}"),
        ["best", best] => assert_eq!(data["best_name"], *best, "{name}"),
        ["evaluated", seen, "of", total] => {
            assert_eq!(data["leaves_evaluated"].to_string(), *seen, "{name}");
            assert_eq!(data["leaves_total"].to_string(), *total, "{name}");
        }
        ["never", names @ ..] => {
            let pruned: Vec<&str> = data["pruned"]
                .as_array()
                .expect("pruned")
                .iter()
                .map(|cut| cut["name"].as_str().unwrap())
                .collect();
            assert_eq!(pruned, *names, "{name}");
        }
        ["depth", depth, "value", value, "best", best] => {
            let limits = Limits::depth(depth.parse().expect("a depth"));
            explained(
                tree,
                &mut Minimax {
                    evaluator: Estimates,
                },
                &limits,
                |told| {
                    let data = told.json();
                    assert_eq!(
                        (data["value"].to_string(), &data["best_name"]),
                        (value.to_string(), &Value::from(*best))
                    );
                },
            );
        }
        ["maxn", values @ ..] => {
            let report = Maxn::blind().search_payoffs(&tree.root(), &Limits::none());
            let found: Vec<String> = report.values.iter().map(f64::to_string).collect();
            assert_eq!(found, *values, "{name}");
        }
        ["minmax", step, words @ ..] => {
            let step: usize = step.parse().expect("a step");
            explained(
                tree,
                &mut Exact {
                    evaluator: Estimates,
                    p: 10.0,
                    shift: 0,
                },
                &Limits::none(),
                |told| {
                    assert_eq!(
                        told.json()["events"][step - 1]["text"],
                        words.join(" "),
                        "{name}"
                    );
                },
            );
        }
        other => panic!("{name}: an unknown claim {other:?}"),
    }
}

#[test]
fn every_header_tells_the_truth() {
    let all = examples();
    assert_eq!(all.len(), 12);
    for (name, text) in all {
        let tree: Tree = text
            .parse()
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let claims = claims(&text);
        if tree.two_player().is_err() {
            assert!(!claims.is_empty(), "{name} claims too little");
            let claims = claims.iter();
            claims.for_each(|claim| check(&name, &tree, &Value::Null, claim));
            continue;
        }
        assert!(claims.len() >= 3, "{name} claims too little");
        explained(
            &tree,
            &mut AlphaBeta {
                evaluator: Estimates,
            },
            &Limits::none(),
            |told| {
                let data = told.json();
                claims
                    .iter()
                    .for_each(|claim| check(&name, &tree, &data, claim));
            },
        );
    }
}

#[test]
fn the_overview_repeats_the_headers() {
    let readme = std::fs::read_to_string(folder().join("README.md")).expect("readable");
    for (name, text) in examples() {
        let claims = claims(&text);
        let counts = claims
            .iter()
            .find(|claim| ["evaluated", "maxn"].contains(&claim[0]))
            .expect("a count")[1..]
            .join(" ");
        let row = readme
            .lines()
            .find(|line| line.contains(&format!("`{name}`")));
        let row = row.unwrap_or_else(|| panic!("{name} is not in the overview"));
        assert!(row.ends_with(&format!("| {counts} |")), "{row}");
    }
}

#[test]
fn both_orderings_have_the_same_leaves_and_only_one_is_minimal() {
    let leaves = |file: &str| {
        let text = std::fs::read_to_string(folder().join(file)).expect("readable");
        let body: String = text.lines().filter(|line| !line.starts_with(';')).collect();
        let mut all: Vec<u32> = body
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|n| n.parse().ok())
            .collect();
        all.sort_unstable();
        all
    };
    assert_eq!(leaves("ordering-good.tree"), leaves("ordering-bad.tree"));
    assert_eq!(leaves("ordering-good.tree"), (1..=27).collect::<Vec<u32>>());
}

#[test]
fn following_the_noisy_moves_at_the_horizon_cures_depth_two() {
    use gametree::{Evaluator, Game, Noisy, Player};
    // Quiescence in three lines, by plain reasoning: stand pat, or the best noisy move.
    fn quiet(position: &gametree::tree::TwoPlayerTree<'_>) -> i32 {
        let value = |m| {
            let next = position.after(m);
            match next.outcome() {
                Some(gametree::Outcome::Points(points)) => points,
                _ => quiet(&next),
            }
        };
        let all = position
            .noisy()
            .map(value)
            .chain([Estimates.evaluate(position)]);
        if position.turn() == Player::FIRST {
            all.max().unwrap()
        } else {
            all.min().unwrap()
        }
    }
    let text = std::fs::read_to_string(folder().join("horizon.tree")).expect("readable");
    let tree: Tree = text.parse().expect("a tree");
    let root = tree.two_player().expect("two players");
    let value = |evaluator: &dyn Fn(&gametree::tree::TwoPlayerTree<'_>) -> i32| {
        Minimax { evaluator }
            .search(&root, &Limits::depth(2))
            .value
            .raw()
    };
    assert_eq!(
        (
            value(&|position| Estimates.evaluate(position)),
            value(&quiet)
        ),
        (1, 4)
    );
}

/// At the horizon the mover may leave things as they are: that is an evaluation, not a branch that
/// was left out.
#[test]
fn a_position_left_as_it_is_was_evaluated() {
    let text = std::fs::read_to_string(folder().join("horizon.tree")).expect("readable");
    let tree: Tree = text.parse().expect("a tree");
    let mut search = Pvs::new(Estimates).quiet(Quiescence::default());
    let root = tree.two_player().expect("two players");
    let options = Options::default();
    let text = explain(&root, &mut search, &Limits::depth(2), &options).text();
    let stays = "The depth is used up at b: MAX may stop there, which is worth 2";
    assert!(text.contains(stays), "{text}");
    assert!(text.contains("4 leaves evaluated"), "{text}");
    assert!(!text.contains("Not seen"), "{text}");
}
