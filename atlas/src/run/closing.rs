//! The end of a run that knows how many nodes it has: one more search of every root.
//!
//! Searches of a root take turns, and each is longer than the one before it. A run that ends at any
//! moment may end after a search of the alternatives, when the last search of all moves was short.
//! A run that knows its end does not: it saves a part of its nodes for the best move of every root.

use gametree::Persistent;

use super::Run;
use crate::atlas::Atlas;
use crate::fact::NodeId;
use crate::graph::Graph;
use crate::store::Store;

/// The part of a run's nodes that is saved for its end.
const PART: f64 = 0.3;

/// The last search of a root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Closing {
    pub root: NodeId,
    pub nodes: u64,
}

impl<G: Persistent> Run<G> {
    /// Nodes that the next task may have, at least the shortest task's; `None` without a limit.
    pub(super) fn room<S: Store>(&self, atlas: &Atlas<G, S>) -> Option<u64> {
        let shortest = atlas.graph().settings().nodes;
        Some(self.before_closing(atlas.graph())?.max(shortest))
    }

    /// The last search of a root, if its time has come: less than the shortest task would be left
    /// before it.
    pub(super) fn closing<S: Store>(&self, atlas: &Atlas<G, S>) -> Option<Closing> {
        let graph = atlas.graph();
        let shortest = graph.settings().nodes;
        let nodes = self.unspent(graph)?.div_ceil(self.parts(graph));
        if nodes < shortest || self.before_closing(graph)? >= shortest {
            return None;
        }
        let free = |&root: &NodeId| graph.is_worth_closing(root, nodes) && !graph.is_asked(root);
        let root = self.unclosed(graph).find(free)?;
        Some(Closing { root, nodes })
    }

    /// Nodes that are left before the last searches begin.
    fn before_closing(&self, graph: &Graph) -> Option<u64> {
        let saved = PART * self.until.engine_nodes? as f64;
        let each = (saved / self.parts(graph) as f64) as u64;
        let closes = self
            .unclosed(graph)
            .any(|root| graph.is_worth_closing(root, each));
        let saved = if closes { saved as u64 } else { 0 };
        Some(self.unspent(graph)?.saturating_sub(saved))
    }

    /// Nodes that have not been given out.
    fn unspent(&self, graph: &Graph) -> Option<u64> {
        let limit = self.until.engine_nodes?.saturating_add(self.first_nodes);
        let open = graph.open().iter().map(|open| open.nodes);
        let given = open.fold(graph.engine_nodes(), u64::saturating_add);
        Some(limit.saturating_sub(given))
    }

    /// In how many parts the end is searched: while one engine searches a root, the others search
    /// other roots or go on.
    fn parts(&self, graph: &Graph) -> u64 {
        let engines = u64::from(graph.settings().window.div_ceil(2).max(1));
        engines.max(self.unclosed(graph).count() as u64)
    }

    fn unclosed<'a>(&'a self, graph: &'a Graph) -> impl Iterator<Item = NodeId> + 'a {
        let roots = graph.roots().iter().map(|root| root.node);
        roots.filter(|root| !self.closed.contains(root))
    }
}
