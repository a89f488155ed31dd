//! What a position offers, for tools that draw the graph and tests that check it.

use super::{Graph, NodeId};
use crate::fact::{Code, Raw};
use crate::graph::UNKNOWN;

/// An option of a position: a move of the graph, or all the others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Offer {
    /// The move and where it leads; `None` is the rest.
    pub to: Option<(Code, NodeId)>,
    /// What it is thought to be worth; `None` while it is unknown.
    pub estimate: Option<Raw>,
    /// What selecting it costs, in thousandths of a ply; `None` when it must not be selected.
    pub cost: Option<u32>,
    /// Its part of what is due to the position; those of all offers together are one.
    pub share: f64,
}

impl Graph {
    /// The options of a position, excluded moves left out: the youngest move first, the rest last.
    #[must_use]
    pub fn offers(&self, node: NodeId) -> Vec<Offer> {
        let mut choices = Vec::new();
        self.choices(node, &mut choices);
        let shares = self.shares(self.node(node), &choices);
        let offer = |(choice, share): (&super::Choice, f64)| Offer {
            to: choice
                .edge
                .map(|edge| (self.edge(edge).code, self.edge(edge).to)),
            estimate: (choice.estimate != UNKNOWN).then_some(choice.estimate),
            cost: (choice.cost != u32::MAX).then_some(choice.cost),
            share,
        };
        choices.iter().zip(shares).map(offer).collect()
    }

    /// The moves of a position: number, where it leads, whether the user wanted it, whether it is
    /// excluded.
    #[doc(hidden)]
    pub fn ways(&self, node: NodeId) -> impl Iterator<Item = (Code, NodeId, bool, bool)> {
        self.out(node)
            .map(|(_, edge)| (edge.code, edge.to, edge.by_user, edge.excluded))
    }

    /// The strongly connected component of a position and its place in the order: only for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn component(&self, node: NodeId) -> (NodeId, u64) {
        let component = self.node(node).component;
        (component, self.order.label(component))
    }
}
