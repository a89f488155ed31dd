//! Where a best-first search spends its time: how its expansions spread over lines with no, one,
//! two, … moves that did not look best when the tip was selected.
//!
//! Rivest expects the time spent on a line to fall with the number of such moves in it. But more
//! lines have many such moves than few, so the share of them that was expanded is reported too.

use gametree::Score;
use serde_json::{Value, json};

use crate::trace::{Reach, Trace};

/// Counts the selection of a tip; `values` are the nodes' values by then.
pub fn count(trace: &mut Trace, values: &[Option<Score>], tip: usize) {
    let path = trace.path(tip);
    let non_best = path
        .iter()
        .filter(|&&node| !is_best(trace, values, node))
        .count();
    if trace.effort.len() <= non_best {
        trace.effort.resize(non_best + 1, 0);
    }
    trace.effort[non_best] += 1;
}

/// Counts the nodes of the tree at the end of the search, by the number of non-best moves.
pub fn reach(trace: &Trace, values: &[Option<Score>]) -> Vec<Reach> {
    let mut reach = vec![Reach::default(); trace.effort.len()];
    let mut non_best = vec![0; trace.nodes.len()];
    // A node stands behind its parent.
    for (number, node) in trace.nodes.iter().enumerate() {
        let above = node.parent.map_or(0, |parent| non_best[parent]);
        non_best[number] = above + usize::from(!is_best(trace, values, number));
        if let Some(reach) = reach.get_mut(non_best[number])
            && node.visited
            && node.end_value.is_none()
        {
            let mut children = node.children.iter();
            reach.nodes += 1;
            reach.expanded += u64::from(children.any(|&child| trace.nodes[child].visited));
        }
    }
    reach
}

fn share(count: u64, counts: &[u64]) -> f64 {
    count as f64 / counts.iter().sum::<u64>().max(1) as f64
}

/// A sentence; none where nothing was expanded below the root.
pub fn text(trace: &Trace) -> Option<String> {
    let counts = &trace.effort;
    let total: u64 = counts.iter().sum();
    if total < 2 {
        return None;
    }
    let part =
        |(non_best, &n): (usize, &u64)| format!("{non_best}: {:.1} %", 100.0 * share(n, counts));
    let parts: Vec<String> = counts.iter().enumerate().map(part).collect();
    Some(format!(
        "{total} expansions, by how many moves on the way to the tip did not look best: {}.{}",
        parts.join(", "),
        reach_text(&trace.reach)
    ))
}

fn reach_text(reach: &[Reach]) -> String {
    if reach.is_empty() {
        return String::new();
    }
    let part = |(non_best, reach): (usize, &Reach)| {
        let percent = 100.0 * reach.expanded as f64 / reach.nodes.max(1) as f64;
        format!("{non_best}: {percent:.1} %")
    };
    let parts: Vec<String> = reach.iter().enumerate().map(part).collect();
    format!(
        " Of all nodes with that many such moves at the end, expanded: {}.",
        parts.join(", ")
    )
}

/// The same as data.
pub fn json(trace: &Trace) -> Value {
    let counts = &trace.effort;
    let row = |(non_best, &n): (usize, &u64)| {
        let mut row = json!({ "non_best": non_best, "expansions": n, "share": share(n, counts) });
        if let Some(reach) = trace.reach.get(non_best) {
            row["nodes"] = json!(reach.nodes);
            row["expanded"] = json!(reach.expanded);
        }
        row
    };
    counts.iter().enumerate().map(row).collect()
}

/// Whether no sibling is better for the mover above. The root is.
fn is_best(trace: &Trace, values: &[Option<Score>], node: usize) -> bool {
    let Some(parent) = trace.nodes[node].parent else {
        return true;
    };
    // Nodes that the search did not see have no values.
    let value = |node: usize| values.get(node).copied().flatten();
    let Some(own) = value(node) else {
        return true;
    };
    let parent = &trace.nodes[parent];
    let siblings = parent.children.iter().filter_map(|&child| value(child));
    !{ siblings }.any(|value| parent.mover.prefers(value, own))
}

#[cfg(test)]
mod tests {
    use gametree::Limits;
    use gametree::minmax::Exact;
    use gametree::tree::{Estimates, Shape, Tree, random};
    use serde_json::json;

    use crate::test_support::explained;

    fn search(p: f64) -> Exact<Estimates> {
        Exact {
            evaluator: Estimates,
            p,
            shift: 0,
        }
    }

    /// s, then u (best), then w (best for MIN), then y; t is expanded last, below one bad move.
    #[test]
    fn moves_count_as_they_looked_when_the_tip_was_selected() {
        let tree: Tree = "(max ~9 t:(min ~2 1 3) u:(min ~11 w:(max ~10 9 8) x:(max ~12 9 8)))"
            .parse()
            .unwrap();
        explained(&tree, &mut search(10.0), &Limits::none(), |told| {
            let effort = &told.json()["effort"];
            // s, u, w with none; x, worse for MIN than w, and t with one.
            assert_eq!(effort[0]["expansions"], json!(3));
            assert_eq!(effort[1]["expansions"], json!(2));
            assert_eq!(effort[1]["share"], json!(0.4));
            assert!(told.text().contains("5 expansions, by how many moves"));
            // At the end w and x are worth 9 and t 1: only t does not look best.
            assert_eq!(effort[0]["nodes"], json!(4));
            assert_eq!(effort[0]["expanded"], json!(4));
            assert_eq!(effort[1]["nodes"], json!(1));
        });
    }

    /// The more moves on the way do not look best, the less of the lines is expanded.
    #[test]
    fn less_is_expanded_on_lines_with_more_bad_moves() {
        let shape = Shape {
            values: 1..=100,
            ..Shape::uniform(4, 8)
        };
        let tree = random(&shape, 3);
        explained(&tree, &mut search(20.0), &Limits::nodes(600), |told| {
            let effort = told.json()["effort"].as_array().unwrap().clone();
            let part = |row: &serde_json::Value| {
                row["expanded"].as_f64().unwrap() / row["nodes"].as_f64().unwrap()
            };
            let parts: Vec<f64> = effort.iter().map(part).collect();
            assert!(parts.len() >= 3, "{parts:?}");
            assert!(parts.is_sorted_by(|a, b| a > b), "{parts:?}");
        });
    }

    /// The greater p, the more of the time goes to lines of best moves.
    #[test]
    fn a_sharper_search_spends_less_on_bad_moves() {
        let on_best_lines = |p: f64| {
            let mut sum = 0.0;
            for seed in 0..8 {
                let shape = Shape {
                    values: 1..=100,
                    ..Shape::uniform(3, 8)
                };
                let tree = random(&shape, seed);
                sum += explained(&tree, &mut search(p), &Limits::nodes(200), |told| {
                    told.json()["effort"][0]["share"].as_f64().unwrap()
                });
            }
            sum
        };
        assert!(on_best_lines(100.0) > 2.0 * on_best_lines(1.5));
    }
}
