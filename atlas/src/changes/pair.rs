//! A project then and now, position by position.

use gametree::Score;

use crate::fact::{Code, NodeId};
use crate::graph::Graph;
use crate::query::Query;
use crate::walk::Cut;

/// A position then and now.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// The position.
    pub node: NodeId,
    /// The moves to it, from the root nearest by share.
    pub path: Vec<Code>,
    /// Where the path starts.
    pub root: NodeId,
    /// Its part of that root, today.
    pub share: f64,
    /// Its value then.
    pub before: Option<Score>,
    /// Its value now.
    pub now: Option<Score>,
    /// The best move then.
    pub best_before: Option<Code>,
    /// The best move now.
    pub best_now: Option<Code>,
}

/// What a new best move counts, in points of the bounded scale.
const NEW_BEST: f64 = 10.0;

/// How positions stood.
pub(crate) trait Past {
    fn value(&self, node: NodeId) -> Option<Score>;
    fn best(&self, node: NodeId) -> Option<Code>;
    fn figures(&self) -> Figures;
}

/// How much there was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Figures {
    pub positions: usize,
    pub moves: usize,
    pub evaluations: u64,
    pub engine_nodes: u64,
}

impl Figures {
    pub fn of(graph: &Graph) -> Figures {
        Figures {
            positions: graph.positions(),
            moves: graph.moves(),
            evaluations: graph.evaluations(),
            engine_nodes: graph.engine_nodes(),
        }
    }
}

/// The older graph of a project: its positions have the same numbers in the newer.
impl Past for Query<'_> {
    fn value(&self, node: NodeId) -> Option<Score> {
        ((node as usize) < self.graph().len())
            .then(|| Query::value(self, node))
            .flatten()
    }

    fn best(&self, node: NodeId) -> Option<Code> {
        ((node as usize) < self.graph().len())
            .then(|| Query::best(self, node))
            .flatten()
    }

    fn figures(&self) -> Figures {
        Figures::of(self.graph())
    }
}

/// A project then and now.
pub(super) struct Pair<'a> {
    pub before: &'a dyn Past,
    pub now: Query<'a>,
}

/// A way from a root, and how much of that root lies behind it.
pub(super) struct Way {
    root: NodeId,
    path: Vec<Code>,
    share: f64,
}

/// A position below which changes are looked for, and the way to it.
struct Start {
    node: NodeId,
    way: Way,
}

impl Way {
    /// The beginning of all ways.
    pub fn from_root(root: NodeId) -> Way {
        Way {
            root,
            path: Vec::new(),
            share: 1.0,
        }
    }

    /// The way to a position that has changed.
    pub fn of(change: &Change) -> Way {
        Way {
            root: change.root,
            path: change.path.clone(),
            share: change.share,
        }
    }

    /// The way one move further; that move's part of the root is not known.
    pub fn then(&self, code: Code) -> Way {
        let mut path = self.path.clone();
        path.push(code);
        Way { path, ..*self }
    }
}

impl Pair<'_> {
    pub fn change(&self, way: &Way, node: NodeId) -> Change {
        Change {
            node,
            path: way.path.clone(),
            root: way.root,
            share: way.share,
            before: self.before.value(node),
            now: self.now.value(node),
            best_before: self.before.best(node),
            best_now: self.now.best(node),
        }
    }

    /// How much a change matters; 0 when nothing has changed.
    fn weight(&self, change: &Change) -> f64 {
        let (Some(before), Some(now)) = (change.before, change.now) else {
            return 0.0;
        };
        let pricing = &self.now.graph().pricing;
        let moved = pricing.loss(before.raw(), now.raw());
        let best = if change.best_before == change.best_now {
            0.0
        } else {
            NEW_BEST
        };
        let nearer = if before == now { 0.0 } else { 1.0 };
        (moved.max(nearer) + best) * change.share
    }

    /// Where to look for changes: below the positions that have a part of the tasks, which may lie
    /// too deep to have a part of the root, and below the roots.
    fn starts(&self) -> Vec<Start> {
        let boosted = |&(node, percent): &(NodeId, u8)| {
            let (root, path) = self.now.path(node);
            let share = f64::from(percent) / 100.0;
            let way = Way { root, path, share };
            Start { node, way }
        };
        let boosts = self.now.graph().boosts().iter().map(boosted);
        let roots = self.now.graph().roots().iter().map(|root| Start {
            node: root.node,
            way: Way::from_root(root.node),
        });
        boosts.chain(roots).collect()
    }

    pub fn moved(&self, most: usize) -> Vec<Change> {
        let mut found: Vec<(f64, Change)> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        for start in self.starts() {
            let walk = self.now.walk(
                start.node,
                Cut {
                    depth: usize::MAX,
                    ..Cut::default()
                },
            );
            for (number, row) in walk.rows.iter().enumerate() {
                if seen.insert(row.node) {
                    let mut path = start.way.path.clone();
                    path.extend(walk.path(number));
                    let way = Way {
                        root: start.way.root,
                        path,
                        share: row.share * start.way.share,
                    };
                    let change = self.change(&way, row.node);
                    found.push((self.weight(&change), change));
                }
            }
        }
        found.retain(|(weight, _)| *weight > 0.0);
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        found
            .into_iter()
            .take(most)
            .map(|(_, change)| change)
            .collect()
    }
}
