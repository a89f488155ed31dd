//! What has changed since a moment: the graph of the facts before it against the graph of today.

mod causes;
mod pair;

use gametree::Persistent;

pub use causes::Cause;
pub use pair::Change;
pub(crate) use pair::{Figures, Past};

use crate::atlas::{Atlas, AtlasError};
use crate::fact::{Fact, NodeId, Origin, Rule};
use crate::graph::{Graph, InconsistentFact};
use crate::query::Query;
use crate::store::Store;
use pair::{Pair, Way};

/// A moment in a project's life.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// Seconds since 1970: everything before the first result or order that is later.
    At(u64),
    /// After this many facts.
    Fact(u64),
}

/// A rule of the user's that has come true.
#[derive(Clone, PartialEq, Debug)]
pub struct Fired {
    /// At this position.
    pub node: NodeId,
    /// Which rule.
    pub rule: Rule,
    /// How it stood then, and how it stands now.
    pub change: Change,
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
    /// The same changes by what caused them, the newest first.
    pub causes: Vec<Cause>,
}

/// A graph as it was, and how many facts there were then.
pub(crate) struct GraphAt {
    pub graph: Graph,
    pub facts: u64,
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
        let root = |root: &crate::graph::Root| pair.change(&Way::from_root(root.node), root.node);
        let roots: Vec<Change> = self.graph().roots().iter().map(root).collect();
        let moved = pair.moved(most);
        let changed: Vec<&Change> = roots.iter().chain(&moved).collect();
        let causes = self.causes(&pair, &changed, facts)?;
        Ok(Changes {
            facts_before: facts,
            facts: self.facts().saturating_sub(facts),
            positions: now.positions.saturating_sub(before.positions),
            moves: now.moves.saturating_sub(before.moves),
            evaluations: now.evaluations.saturating_sub(before.evaluations),
            engine_nodes: now.engine_nodes.saturating_sub(before.engine_nodes),
            roots,
            moved,
            fired: self.fired(&pair),
            causes,
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
        // The moves that a result reports come right before it and bear no time of their own.
        let mut reported = Vec::new();
        self.each_fact(|fact| {
            over |= match moment {
                Moment::At(at) => fact.time().is_some_and(|time| time > at),
                Moment::Fact(number) => then.facts + reported.len() as u64 >= number,
            };
            if over || result.is_err() {
                return;
            }
            let waits = is_engines_move(&fact);
            reported.push(fact);
            if !waits {
                result = then.take(&mut reported);
            }
        })?;
        result?;
        if !over || matches!(moment, Moment::Fact(_)) {
            then.take(&mut reported)?;
        }
        then.graph.recompute();
        Ok(then)
    }

    fn fired(&self, pair: &Pair<'_>) -> Vec<Fired> {
        let mut marked: Vec<NodeId> = self.graph().marks().keys().copied().collect();
        marked.sort_unstable();
        let mut fired = Vec::new();
        for node in marked {
            let change = pair.change(&Way::from_root(node), node);
            for &rule in &self.graph().marks()[&node].watches {
                if holds(rule, &change) {
                    let change = change.clone();
                    fired.push(Fired { node, rule, change });
                }
            }
        }
        fired
    }
}

impl GraphAt {
    /// Takes facts out of a list, in their order.
    fn take(&mut self, facts: &mut Vec<Fact>) -> Result<(), InconsistentFact> {
        facts.drain(..).try_for_each(|fact| {
            self.facts += 1;
            self.graph.take(&fact)
        })
    }
}

fn is_engines_move(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::Move {
            by: Origin::Engine,
            ..
        }
    )
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
