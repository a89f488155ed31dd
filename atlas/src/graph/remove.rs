//! A move that the user added and does not want any more.
//!
//! It leaves the graph where nothing depends on it. Where something is known behind it, and of no
//! other way there, that stays, and the move stays with it: as one of the engines' moves, which is
//! what it would be without the user's wish.
//!
//! A move and a position that have left keep their numbers: facts name positions by number, and an
//! open task counts moves by theirs. They are in no list of moves, so no search comes by them.

use super::node::{EdgeId, NONE, UNKNOWN, is};
use super::{Graph, InconsistentFact, Mark};
use crate::fact::{Code, Fact, NodeId, Order};

impl Graph {
    /// The user's move is not wanted any more.
    pub(super) fn remove(&mut self, node: NodeId, code: Code) -> Result<(), InconsistentFact> {
        let id = self.edge_of(node, code);
        let id = id.ok_or(InconsistentFact::NoMove(node, code))?;
        if !self.edge(id).by_user {
            return Err(InconsistentFact::Range(
                "only moves of the user's are removed",
            ));
        }
        self.touched.push(node);
        if self.is_needed(id) {
            let counted = !self.edge(id).excluded;
            self.edges[id as usize].by_user = false;
            let added = &mut self.node_mut(node).added;
            *added = added.saturating_add(u16::from(counted));
        } else {
            self.return_to_rest(id);
            self.unlink(id);
        }
        Ok(())
    }

    /// Whether a move of the user's would leave the graph with [`Order::Remove`].
    #[must_use]
    pub fn can_leave(&self, node: NodeId, code: Code) -> bool {
        let edge = self.edge_of(node, code);
        edge.is_some_and(|edge| self.edge(edge).by_user && !self.is_needed(edge))
    }

    /// Whether something that is known hangs on this move alone.
    fn is_needed(&self, id: EdgeId) -> bool {
        let to = self.edge(id).to;
        let child = self.node(to);
        if child.has(is::ENDED) {
            // A claimed win may be shown by a line over this move.
            return self.nodes.iter().any(|node| node.has(is::SHOWN));
        }
        if child.born != id {
            return false;
        }
        let marked = self
            .marks
            .get(&to)
            .is_some_and(|mark| *mark != Mark::default());
        let boosted = self.boosts.iter().any(|boost| boost.0 == to);
        child.first_out != NONE || child.has(is::EVALUATED) || child.is_busy() || marked || boosted
    }

    /// What searches have said of the move is said of a move that is not in the graph again.
    fn return_to_rest(&mut self, id: EdgeId) {
        let edge = self.edge(id).clone();
        let node = self.node_mut(edge.from);
        if edge.claim == UNKNOWN || !node.has(is::RESTED) {
            return;
        }
        if node.rest_best == edge.code {
            node.set(is::STALE, false);
        } else if node.has(is::STALE) || node.view(edge.claim) > node.view(node.rest_value) {
            node.take_rest(edge.code, edge.claim, edge.claim_nodes);
        }
    }

    /// Takes a move out of both lists, and the position behind it where no other move leads there.
    fn unlink(&mut self, id: EdgeId) {
        let edge = self.edge(id).clone();
        let before = self.out(edge.from).find(|(_, other)| other.next_out == id);
        match before.map(|(before, _)| before as usize) {
            Some(before) => self.edges[before].next_out = edge.next_out,
            None => self.node_mut(edge.from).first_out = edge.next_out,
        }
        let before = self
            .entering(edge.to)
            .find(|(_, other)| other.next_in == id);
        match before.map(|(before, _)| before as usize) {
            Some(before) => self.edges[before].next_in = edge.next_in,
            None => self.node_mut(edge.to).first_in = edge.next_in,
        }
        let from = self.node_mut(edge.from);
        from.moves = from.moves.saturating_sub(1);
        self.edges[id as usize].removed = true;
        self.left.moves += 1;
        if self.node(edge.to).born == id {
            let oldest = self.entering(edge.to).map(|(other, _)| other).min();
            self.node_mut(edge.to).born = oldest.unwrap_or(NONE);
            self.left.positions += usize::from(!self.contains(edge.to));
        }
    }

    /// Whether a fact takes a move out of a circle, which may be none afterwards.
    pub(super) fn cuts_circle(&self, fact: &Fact) -> bool {
        let Fact::Steered {
            order: Order::Remove { node, code },
            ..
        } = fact
        else {
            return false;
        };
        let edge = self
            .contains(*node)
            .then(|| self.edge_of(*node, *code))
            .flatten();
        edge.is_some_and(|edge| {
            self.node(self.edge(edge).to).component == self.node(*node).component
        })
    }
}
