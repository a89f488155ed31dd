//! What the search found, as a plan for the root's mover: a move at every decision of theirs that
//! can come up, whatever the replies.
//!
//! It rests on the leaves that the search has seen and on nothing else. From them follows for every
//! node what each side is sure of; a plan goes only where the root's mover is sure of something.

use gametree::{Bound, Score};

use crate::trace::{EventKind, Mover, Node, Trace};

/// How many decisions are listed.
const MOST: usize = 1_000;

/// The move at one own decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The node.
    pub node: usize,
    /// The child to move to.
    pub child: usize,
    /// What the mover is sure of there.
    pub value: Score,
    /// Whether the child is worth exactly that, by what the search has seen.
    pub bound: Bound,
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
pub fn strategy(trace: &Trace, preferred: &[usize], stopped: bool) -> Strategy {
    if trace
        .nodes
        .iter()
        .any(|node| matches!(node.mover, Mover::Chance | Mover::Player(_)))
    {
        return note("a strategy is worked out only for two players without chance");
    }
    if trace.worlds() > 0 {
        return note(
            "a strategy needs the whole position, and some of it is hidden: worlds that look alike must be played alike",
        );
    }
    if !trace.reports_leaves() {
        return note("this search does not report which leaves it evaluates");
    }
    if trace.extended {
        return note("some moves were searched beyond the depth limit and others were not");
    }
    if trace.leaves_unrecorded > 0 {
        return note("the tree is too large for a complete strategy");
    }
    let plan = Plan {
        trace,
        known: known(trace),
        own: trace.nodes[0].mover,
        preferred,
    };
    if plan.is_sure(0) {
        return plan.strategy();
    }
    note(if stopped {
        "the search was stopped before it had a complete strategy"
    } else {
        "the leaves that the search has seen give no complete strategy"
    })
}

fn note(why: &'static str) -> Strategy {
    Strategy {
        note: Some(why),
        ..Strategy::default()
    }
}

/// Between what a node's value lies, by the leaves seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Known {
    low: Score,
    high: Score,
}

impl Known {
    const NOTHING: Known = Known {
        low: Score::from_raw(-Score::INFINITY.raw()),
        high: Score::INFINITY,
    };

    fn of(value: Score, bound: Bound) -> Known {
        match bound {
            Bound::Exact => Known {
                low: value,
                high: value,
            },
            Bound::Lower => Known {
                low: value,
                ..Known::NOTHING
            },
            Bound::Upper => Known {
                high: value,
                ..Known::NOTHING
            },
        }
    }
}

/// What is known of every node.
fn known(trace: &Trace) -> Vec<Known> {
    let told = last_told(trace);
    let grown = trace.best_first();
    let mut known = vec![Known::NOTHING; trace.nodes.len()];
    let mut order: Vec<usize> = (0..trace.nodes.len()).collect();
    order.sort_by_key(|&id| std::cmp::Reverse(trace.nodes[id].ply));
    for id in order {
        let node = &trace.nodes[id];
        let searched = seen_children(trace, node).next().is_some();
        known[id] = match told[id] {
            _ if !node.visited => Known::NOTHING,
            // A tip of a tree in memory that is not the end of the game is a guess.
            _ if grown && !searched => node
                .end_value
                .map_or(Known::NOTHING, |value| Known::of(value, Bound::Exact)),
            // Beyond the horizon not all moves are tried, and a value stands for the rest.
            Some(told) if !searched || trace.horizon.is_some_and(|most| node.ply >= most) => told,
            _ if !searched => Known::NOTHING,
            _ => of_children(trace, node, &known),
        };
    }
    known
}

/// What the search told last of every node's value.
fn last_told(trace: &Trace) -> Vec<Option<Known>> {
    let mut told = vec![None; trace.nodes.len()];
    for event in &trace.events {
        let bound = match event.kind {
            EventKind::Leaf { .. } => Bound::Exact,
            EventKind::TableHit(bound) | EventKind::Leave(bound) => bound,
            _ => continue,
        };
        told[event.node] = event.value.map(|value| Known::of(value, bound));
    }
    told
}

fn seen_children<'a>(trace: &'a Trace, node: &'a Node) -> impl Iterator<Item = usize> + 'a {
    let seen = |child: &usize| trace.nodes[*child].visited && !trace.nodes[*child].unlisted;
    node.children.iter().copied().filter(seen)
}

/// What the children say of a node; of those that were not seen nothing is known.
fn of_children(trace: &Trace, node: &Node, known: &[Known]) -> Known {
    let listed = node
        .children
        .iter()
        .filter(|&&child| !trace.nodes[child].unlisted)
        .map(|&child| known[child])
        .chain(node.fold.map(|_| Known::NOTHING));
    let both = |a: Known, b: Known| match node.mover {
        Mover::Min => Known {
            low: a.low.min(b.low),
            high: a.high.min(b.high),
        },
        _ => Known {
            low: a.low.max(b.low),
            high: a.high.max(b.high),
        },
    };
    listed.reduce(both).unwrap_or(Known::NOTHING)
}

/// A plan that is worked out.
struct Plan<'a> {
    trace: &'a Trace,
    known: Vec<Known>,
    own: Mover,
    preferred: &'a [usize],
}

impl Plan<'_> {
    /// What the planner is sure of at a node.
    fn sure(&self, node: usize) -> Score {
        match self.own {
            Mover::Min => self.known[node].high,
            _ => self.known[node].low,
        }
    }

    fn is_sure(&self, node: usize) -> bool {
        self.sure(node).raw().abs() < Score::INFINITY.raw()
    }

    fn strategy(&self) -> Strategy {
        let mut strategy = Strategy::default();
        let mut open = std::collections::VecDeque::from([0]);
        while let Some(id) = open.pop_front() {
            let node = &self.trace.nodes[id];
            let beyond = self.trace.horizon.is_some_and(|most| node.ply >= most);
            let children: Vec<usize> = seen_children(self.trace, node).collect();
            if children.is_empty() || beyond {
                continue;
            }
            if strategy.decisions.len() >= MOST {
                strategy.note = Some("only the first 1000 decisions are listed");
                break;
            }
            if node.mover != self.own {
                open.extend(&children);
                strategy.replies.push((id, children));
            } else if let Some(decision) = self.decide(id, &children) {
                open.push_back(decision.child);
                strategy.decisions.push(decision);
            }
        }
        strategy
    }

    /// The child where the planner is sure of the most.
    fn decide(&self, node: usize, children: &[usize]) -> Option<Decision> {
        let best = children.iter().copied().reduce(|a, b| {
            if self.own.prefers(self.sure(b), self.sure(a)) {
                b
            } else {
                a
            }
        })?;
        let value = self.sure(best);
        let liked = children
            .iter()
            .copied()
            .find(|child| self.sure(*child) == value && self.preferred.contains(child));
        let child = liked.unwrap_or(best);
        let exact = self.known[child].low == self.known[child].high;
        let bound = match self.own {
            _ if exact => Bound::Exact,
            Mover::Min => Bound::Upper,
            _ => Bound::Lower,
        };
        Some(Decision {
            node,
            child,
            value,
            bound,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::strategy;
    use crate::test_support::{explained, trace_of};
    use gametree::alphabeta::AlphaBeta;
    use gametree::{Bound, Limits, Score};

    #[test]
    fn a_strategy_answers_every_reply() {
        let trace = trace_of("(max (min (max 3 5) (max 4 9)) (min 2 8))");
        let plan = strategy(&trace, &[], false);
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

    #[test]
    fn behind_a_cut_a_strategy_knows_no_more_than_the_search() {
        let tree = "(max (min 5 (max 7 9)) 1)".parse().unwrap();
        let decisions = explained(&tree, &mut AlphaBeta::blind(), &Limits::none(), |told| {
            told.strategy.decisions.clone()
        });
        let last = decisions[1];
        assert_eq!(
            (last.value, last.bound),
            (Score::points(7), Bound::Exact),
            "9 was never seen"
        );
    }

    #[test]
    fn a_stopped_search_has_no_strategy_through_leaves_that_it_has_not_seen() {
        let tree = "(max (min 3 4) (min 5 6))".parse().unwrap();
        explained(&tree, &mut AlphaBeta::blind(), &Limits::nodes(3), |told| {
            assert!(told.strategy.decisions.is_empty());
            assert_eq!(
                told.strategy.note,
                Some("the search was stopped before it had a complete strategy")
            );
        });
    }
}
