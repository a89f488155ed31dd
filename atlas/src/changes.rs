//! What has changed since a moment: the graph of the facts before it against the graph of today.

use gametree::{Persistent, Score};

use crate::atlas::{Atlas, AtlasError};
use crate::fact::{Code, NodeId, Rule};
use crate::graph::Graph;
use crate::query::Query;
use crate::store::Store;
use crate::walk::Cut;

/// A moment in a project's life.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// Seconds since 1970: everything before the first fact that is later.
    At(u64),
    /// After this many facts.
    Fact(u64),
}

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

/// A rule of the user's that has come true.
#[derive(Clone, PartialEq, Debug)]
pub struct Fired {
    /// At this position.
    pub node: NodeId,
    /// Which rule.
    pub rule: Rule,
    /// What has happened, for people.
    pub words: String,
}

/// What has changed.
#[derive(Clone, PartialEq, Debug)]
pub struct Changes {
    /// How many facts there were then.
    pub facts_before: u64,
    /// Facts since.
    pub facts: u64,
    /// Positions that are new.
    pub positions: usize,
    /// Moves that are new.
    pub moves: usize,
    /// Results since.
    pub evaluations: u64,
    /// Positions that engines have searched since.
    pub engine_nodes: u64,
    /// Every root.
    pub roots: Vec<Change>,
    /// The positions that have changed most, by how far their value has moved times their share; a
    /// new best move counts as a move of ten points.
    pub moved: Vec<Change>,
    /// The rules that have come true.
    pub fired: Vec<Fired>,
}

/// What a new best move counts, in points of the bounded scale.
const NEW_BEST: f64 = 10.0;

/// A graph as it was, and how many facts there were then.
pub(crate) struct GraphAt {
    pub graph: Graph,
    pub facts: u64,
}

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
            positions: graph.len(),
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

impl<G: Persistent, S: Store> Atlas<G, S> {
    /// What has changed since a moment, with this many of the positions that have changed most.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn changes(&self, since: Moment, most: usize) -> Result<Changes, AtlasError> {
        let then = self.then(since)?;
        self.compare(&Query::new(&then.graph), then.facts, most)
    }

    /// What has changed since the project stood like that.
    pub(crate) fn compare(
        &self,
        past: &dyn Past,
        facts: u64,
        most: usize,
    ) -> Result<Changes, AtlasError> {
        let pair = Pair {
            before: past,
            now: self.query(),
        };
        let (before, now) = (past.figures(), Figures::of(self.graph()));
        let root = |root: &crate::graph::Root| pair.change(root.node, (root.node, Vec::new()), 1.0);
        Ok(Changes {
            facts_before: facts,
            facts: self.facts().saturating_sub(facts),
            positions: now.positions.saturating_sub(before.positions),
            moves: now.moves.saturating_sub(before.moves),
            evaluations: now.evaluations.saturating_sub(before.evaluations),
            engine_nodes: now.engine_nodes.saturating_sub(before.engine_nodes),
            roots: self.graph().roots().iter().map(root).collect(),
            moved: pair.moved(most),
            fired: self.fired(&pair)?,
        })
    }

    /// The graph at a moment.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn graph_at(&self, moment: Moment) -> Result<Graph, AtlasError> {
        Ok(self.then(moment)?.graph)
    }

    pub(crate) fn then(&self, moment: Moment) -> Result<GraphAt, AtlasError> {
        let mut then = GraphAt {
            graph: Graph::default(),
            facts: 0,
        };
        let mut over = false;
        let mut result = Ok(());
        self.each_fact(|fact| {
            over |= match moment {
                Moment::At(at) => fact.time().is_some_and(|time| time > at),
                Moment::Fact(number) => then.facts >= number,
            };
            if !over && result.is_ok() {
                then.facts += 1;
                result = then.graph.take(&fact);
            }
        })?;
        result?;
        then.graph.recompute();
        Ok(then)
    }

    fn fired(&self, pair: &Pair<'_>) -> Result<Vec<Fired>, AtlasError> {
        let mut marked: Vec<NodeId> = self.graph().marks().keys().copied().collect();
        marked.sort_unstable();
        let mut fired = Vec::new();
        for node in marked {
            let change = pair.change(node, (node, Vec::new()), 1.0);
            for &rule in &self.graph().marks()[&node].watches {
                if holds(rule, &change) {
                    let words = self.tell(rule, &change)?;
                    fired.push(Fired { node, rule, words });
                }
            }
        }
        Ok(fired)
    }

    fn tell(&self, rule: Rule, change: &Change) -> Result<String, AtlasError> {
        let position = self.position(change.node)?;
        let value =
            |value: Option<Score>| value.map_or("unknown".to_string(), |value| value.to_string());
        let name = |code: Option<Code>| {
            let m = code.and_then(|code| position.decode(code));
            m.map_or("none".to_string(), |m| position.write_move(m))
        };
        let (before, now) = (value(change.before), value(change.now));
        Ok(match rule {
            Rule::Moves(points) => {
                format!("the value has moved by {points} or more: {before}, now {now}")
            }
            Rule::BestChanges => {
                let (old, new) = (name(change.best_before), name(change.best_now));
                format!("the best move has changed: {old}, now {new}")
            }
            Rule::Above(limit) => {
                format!(
                    "the value has risen to {} or above: {before}, now {now}",
                    Score::from_raw(limit)
                )
            }
            Rule::Below(limit) => {
                format!(
                    "the value has fallen to {} or below: {before}, now {now}",
                    Score::from_raw(limit)
                )
            }
        })
    }
}

/// Whether a rule has come true between then and now.
fn holds(rule: Rule, change: &Change) -> bool {
    let Some(now) = change.now else { return false };
    let before = change.before;
    match rule {
        Rule::Moves(points) => before.is_some_and(|before| {
            let distance = i64::from(now.raw()) - i64::from(before.raw());
            distance != 0 && distance.abs() >= i64::from(points)
        }),
        Rule::BestChanges => before.is_some() && change.best_before != change.best_now,
        Rule::Above(limit) => {
            now.raw() >= limit && before.is_none_or(|before| before.raw() < limit)
        }
        Rule::Below(limit) => {
            now.raw() <= limit && before.is_none_or(|before| before.raw() > limit)
        }
    }
}

/// A project then and now.
struct Pair<'a> {
    before: &'a dyn Past,
    now: Query<'a>,
}

impl Pair<'_> {
    fn change(&self, node: NodeId, (root, path): (NodeId, Vec<Code>), share: f64) -> Change {
        Change {
            node,
            path,
            root,
            share,
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

    fn moved(&self, most: usize) -> Vec<Change> {
        let mut found: Vec<(f64, Change)> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        for root in self.now.graph().roots() {
            let walk = self.now.walk(
                root.node,
                Cut {
                    depth: usize::MAX,
                    ..Cut::default()
                },
            );
            for (number, row) in walk.rows.iter().enumerate() {
                if seen.insert(row.node) {
                    let change = self.change(row.node, (root.node, walk.path(number)), row.share);
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
