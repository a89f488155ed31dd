//! The numbers by which observers know the nodes.

use rustc_hash::FxHashMap;

use crate::game::Player;

/// The numbers of the nodes shown; empty when no observer watches.
#[derive(Default)]
pub(super) struct Names {
    /// The nodes along an edge: after the move, and after each forced reply to it. The last one is
    /// the node that the edge leads to.
    edges: FxHashMap<Edge, Vec<u32>>,
    pub blocks: FxHashMap<u32, u32>,
    /// Who moves at a node.
    pub movers: FxHashMap<u32, Player>,
    next: u32,
}

/// An edge of the graph: a lane of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Edge {
    block: u32,
    lane: u32,
}

impl Names {
    pub fn root(&mut self, block: u32) {
        self.blocks.insert(block, 0);
    }

    /// A number for the next node along an edge.
    pub fn add(&mut self, block: u32, lane: u32) -> u32 {
        self.next += 1;
        let edge = self.edges.entry(Edge { block, lane }).or_default();
        edge.push(self.next);
        self.next
    }

    /// The nodes along an edge; none where it was not shown.
    pub fn along(&self, block: u32, lane: u32) -> &[u32] {
        self.edges
            .get(&Edge { block, lane })
            .map_or(&[], Vec::as_slice)
    }

    /// The node that an edge leads to.
    pub fn end(&self, block: u32, lane: u32) -> Option<u32> {
        self.along(block, lane).last().copied()
    }
}
