//! What is said at the end of a search: its result, what it cost, and the strategy.

use std::collections::HashSet;

use super::Case;
use super::checker::Checker;
use super::raw::{Path, Told, What};
use super::run::Run;
use crate::Explanation;
use crate::claim::{Claim, Worth};
use crate::strategy::Decision;
use crate::trace::Mover;

/// What is said at the end.
pub fn check_end(run: &Run, case: &Case, checker: &Checker<'_>, claim: &Claim) {
    let trace = run.explanation.trace();
    let place = |id: usize| trace.nodes[id].index;
    let stopped = !["done", "depth"].contains(&run.stop);
    let is_leaf = |path: &&Path| checker.is_leaf(path);
    let seen: HashSet<&Path> = { checker.leaves.keys() }
        .chain(&checker.left_as_they_are)
        .filter(is_leaf)
        .collect();
    let evaluated = seen.len() as u64;
    match claim {
        Claim::Stopped { limit } => assert_eq!((*limit, stopped), (run.stop, true)),
        Claim::RootWorth { worth, so_far } => {
            assert_eq!(*so_far, stopped);
            match worth {
                Worth::Score(value) => assert_eq!(*value, run.value),
                Worth::Each(values) => assert_eq!(*values, run.values),
                Worth::Loop => panic!("the root has a value"),
            }
        }
        Claim::Plays { child } => {
            let at = (trace.nodes[*child].parent, place(*child));
            assert_eq!(at, (Some(0), run.line[0]));
        }
        Claim::Line { nodes } => {
            let told: Path = nodes.iter().map(|&id| place(id)).collect();
            assert!(!stopped && run.line.starts_with(&told));
            let joined = |pair: &[usize]| trace.nodes[pair[1]].parent == Some(pair[0]);
            assert!(nodes.windows(2).all(joined));
        }
        Claim::LeavesSeen {
            evaluated: told,
            total,
            depth,
        } => {
            assert_eq!(*told, evaluated);
            let all = depth.map(|depth| checker.leaves_to(depth));
            if let (Some(total), Some(all)) = (total, all.or(case.leaves)) {
                assert_eq!((total.count, total.exact), (all, true));
            }
        }
        Claim::LeavesSaved { saved, total } => {
            assert!(!stopped, "a stopped search has saved nothing");
            assert_eq!(saved + evaluated, *total);
        }
        Claim::NodesVisited { nodes } => assert_eq!(*nodes, run.nodes),
        Claim::MeanOfWorlds {
            worlds,
            cut_off,
            nodes,
        } => {
            let all = run.told.iter();
            let all = all.filter(|told| matches!(told.what, What::World(_)));
            assert_eq!((worlds + cut_off, *nodes), (all.count(), run.nodes));
        }
        Claim::Endless => {
            let repeats = |told: &Told| matches!(told.what, What::Repeats { .. });
            assert!(run.told.iter().any(repeats));
        }
        other => panic!("{other:?} at the end"),
    }
}

/// Whatever the opponent replies, the strategy gets what it says, by leaves that were seen.
pub fn check_strategy(explanation: &Explanation, checker: &Checker<'_>) {
    let own = explanation.trace().nodes[0].mover;
    for decision in &explanation.strategy.decisions {
        let sure = worst(explanation, checker, decision.child);
        let value = f64::from(decision.value.raw());
        let kept = if own == Mover::Min {
            sure <= value
        } else {
            sure >= value
        };
        assert!(kept, "{decision:?} gets {sure}");
    }
}

/// What the strategy gets below a node at the worst.
fn worst(explanation: &Explanation, checker: &Checker<'_>, node: usize) -> f64 {
    let trace = explanation.trace();
    let plan = &explanation.strategy.decisions;
    let decided = plan
        .iter()
        .find(|decision: &&Decision| decision.node == node);
    let children = &trace.nodes[node].children;
    let low = trace.nodes[0].mover == Mover::Max;
    if let Some(decision) = decided {
        return worst(explanation, checker, decision.child);
    }
    if let Some(value) = checker.end_of_plan(node).or(checker.leaf(node)) {
        return f64::from(value.raw());
    }
    assert!(!children.is_empty(), "a leaf of the strategy was seen");
    let all = children
        .iter()
        .map(|&child| worst(explanation, checker, child));
    let pick = if low { f64::min } else { f64::max };
    all.reduce(pick).expect("there are children")
}
