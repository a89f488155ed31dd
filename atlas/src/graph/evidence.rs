//! What may spare a move a part of its cost: what the rules say of it, and how much the searches of
//! the position behind it differ.

use super::Graph;
use super::node::{Edge, NO_OPINION, is};
use crate::fact::Found;
use crate::pricing::Evidence;
use crate::weights::Spared;

impl Graph {
    pub(crate) fn evidence(&self, edge: &Edge) -> Evidence {
        let child = self.node(edge.to);
        let spread = f64::from(child.high) - f64::from(child.low);
        let disagreement = if child.other == NO_OPINION {
            0.0
        } else {
            let own = self.pricing.bounded(child.own_value);
            (f64::from(own) - f64::from(child.other)).abs()
        };
        Evidence {
            traits: edge.traits,
            disagreement,
            // Nothing has been searched where the greatest is below the least.
            spread: spread.max(0.0),
        }
    }

    /// What each weight spares a move.
    pub(crate) fn spared(&self, edge: &Edge) -> Vec<Spared> {
        let second = self.node(edge.from).has(is::SECOND);
        let evidence = self.evidence(edge);
        self.pricing.spared_parts(second, &evidence)
    }

    /// Compares a search of the whole position with those before it: those of the same source show
    /// how much its values vary, the last one of another how much the two disagree. `counts` says
    /// whether the result takes the place of the one before.
    pub(super) fn compare(&mut self, found: &Found, counts: bool) {
        let value = self.pricing.bounded(found.value);
        let before = self.pricing.bounded(self.node(found.node).own_value);
        let node = self.node_mut(found.node);
        let first = node.low > node.high;
        if first || node.source == found.source {
            node.low = node.low.min(value);
            node.high = node.high.max(value);
        } else if counts {
            node.other = before;
            node.low = value;
            node.high = value;
        } else {
            node.other = value;
        }
    }
}
