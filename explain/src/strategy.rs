//! What the search found, as a plan for the root's mover: a move at every decision of theirs that
//! can come up, whatever the replies.
//!
//! Computed from the exact minimax values of the recorded and completed tree, not from the search's
//! bounds: behind a cut-off the search itself knows no move.

use gametree::Score;

use crate::trace::{Mover, Trace};

/// How many decisions are listed.
const MOST: usize = 1_000;

/// The move at one own decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The node.
    pub node: usize,
    /// The child to move to.
    pub child: usize,
    /// What that is worth.
    pub value: Score,
}

/// A complete plan for the root's mover.
#[derive(Clone, Debug, Default)]
pub struct Strategy {
    /// The own decisions, from the root down.
    pub decisions: Vec<Decision>,
    /// The opponent's nodes that can come up, with all replies.
    pub replies: Vec<(usize, Vec<usize>)>,
    /// What is missing, and why.
    pub note: Option<&'static str>,
}

/// The plan of the root's mover; `preferred` (the search's own line of nodes) breaks ties.
pub fn strategy(trace: &Trace, preferred: &[usize]) -> Strategy {
    if trace
        .nodes
        .iter()
        .any(|node| matches!(node.mover, Mover::Chance | Mover::Player(_)))
    {
        return note("a strategy is worked out only for two players without chance");
    }
    if trace.worlds() > 0 {
        return note(
            "what is hidden allows no strategy by position: worlds that look alike must be played alike",
        );
    }
    if trace.nodes.iter().any(|node| node.fold.is_some()) || trace.leaves_unrecorded > 0 {
        return note("the tree is too large for a complete strategy");
    }
    let values = values(trace);
    if values[0].is_none() {
        return note("some leaves at the depth limit were never evaluated: no complete strategy");
    }
    plan(trace, &values, preferred)
}

fn note(why: &'static str) -> Strategy {
    Strategy {
        note: Some(why),
        ..Strategy::default()
    }
}

/// The minimax value of every node, as far as the leaves below it are known.
fn values(trace: &Trace) -> Vec<Option<Score>> {
    let mut values: Vec<Option<Score>> = vec![None; trace.nodes.len()];
    let mut order: Vec<usize> = (0..trace.nodes.len()).collect();
    order.sort_by_key(|&id| std::cmp::Reverse(trace.nodes[id].ply));
    for id in order {
        let node = &trace.nodes[id];
        let mut children = node
            .children
            .iter()
            .filter(|&&child| !trace.nodes[child].unlisted)
            .peekable();
        values[id] = if children.peek().is_none() {
            node.end_value.or(node.leaf_value)
        } else {
            let all: Option<Vec<Score>> = children.map(|&child| values[child]).collect();
            all.and_then(|all| {
                if node.mover == Mover::Min {
                    all.into_iter().min()
                } else {
                    all.into_iter().max()
                }
            })
        };
    }
    values
}

fn plan(trace: &Trace, values: &[Option<Score>], preferred: &[usize]) -> Strategy {
    let own = trace.nodes[0].mover;
    let mut strategy = Strategy::default();
    let mut open = std::collections::VecDeque::from([0]);
    while let Some(id) = open.pop_front() {
        let node = &trace.nodes[id];
        let children: Vec<usize> = node
            .children
            .iter()
            .copied()
            .filter(|&child| !trace.nodes[child].unlisted)
            .collect();
        if children.is_empty() {
            continue;
        }
        if strategy.decisions.len() >= MOST {
            strategy.note = Some("only the first 1000 decisions are listed");
            break;
        }
        if node.mover == own {
            let best = |child: &&usize| values[**child] == values[id];
            let liked = children
                .iter()
                .filter(best)
                .find(|child| preferred.contains(child));
            let Some(&child) = liked.or_else(|| children.iter().find(best)) else {
                continue;
            };
            let Some(value) = values[child] else { continue };
            strategy.decisions.push(Decision {
                node: id,
                child,
                value,
            });
            open.push_back(child);
        } else {
            open.extend(&children);
            strategy.replies.push((id, children));
        }
    }
    strategy
}

#[cfg(test)]
mod tests {
    use super::strategy;
    use crate::test_support::trace_of;
    use gametree::Score;

    #[test]
    fn a_strategy_answers_every_reply() {
        let trace = trace_of("(max (min (max 3 5) (max 4 9)) (min 2 8))");
        let plan = strategy(&trace, &[]);
        let moves: Vec<_> = plan
            .decisions
            .iter()
            .map(|d| (d.node, d.child, d.value))
            .collect();
        // root, A, A1, A1a 3, A1b 5, A2, A2a 4, A2b 9, B, …
        let (five, nine) = (Score::points(5), Score::points(9));
        assert_eq!(moves, [(0, 1, five), (2, 4, five), (5, 7, nine)]);
        assert_eq!(plan.replies, [(1, vec![2, 5])]);
        assert!(plan.note.is_none());
    }
}
