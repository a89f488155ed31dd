//! Where a best-first search spends its time: how its expansions spread over lines with no, one,
//! two, … moves that did not look best when the tip was selected.
//!
//! Rivest expects the time on a line to fall with the number of such moves in it.

use gametree::Score;
use serde_json::{Value, json};

use crate::trace::Trace;

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

fn share(count: u64, counts: &[u64]) -> f64 {
    count as f64 / counts.iter().sum::<u64>().max(1) as f64
}

/// A sentence; none where nothing was expanded below the root.
pub fn text(counts: &[u64]) -> Option<String> {
    let total: u64 = counts.iter().sum();
    if total < 2 {
        return None;
    }
    let part =
        |(non_best, &n): (usize, &u64)| format!("{non_best}: {:.1} %", 100.0 * share(n, counts));
    let parts: Vec<String> = counts.iter().enumerate().map(part).collect();
    Some(format!(
        "{total} expansions, by the number of moves on the way to the tip that did not look best: {}.",
        parts.join(", ")
    ))
}

/// The same as data.
pub fn json(counts: &[u64]) -> Value {
    let row = |(non_best, &n): (usize, &u64)| json!({ "non_best": non_best, "expansions": n, "share": share(n, counts) });
    counts.iter().enumerate().map(row).collect()
}

/// Whether no sibling is better for the mover above. The root is.
fn is_best(trace: &Trace, values: &[Option<Score>], node: usize) -> bool {
    let Some(parent) = trace.nodes[node].parent else {
        return true;
    };
    let Some(own) = values[node] else {
        return true;
    };
    let parent = &trace.nodes[parent];
    let siblings = parent.children.iter().filter_map(|&child| values[child]);
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
            assert!(told.text().contains("5 expansions, by the number of moves"));
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
