//! Brings everything derived up to date after a fact: from the deepest component that changed
//! upwards, and no further than something changes.

use std::collections::BinaryHeap;

use super::order::{Added, Neighbours};
use super::{Graph, NodeId};

/// Positions to look at with their components, the deepest component first.
type Agenda = BinaryHeap<(u64, NodeId, NodeId)>;

impl Graph {
    /// Puts the new edge, and a new position, into the order.
    pub(super) fn connect_last_edge(&mut self) {
        let edge = self.edges.len() - 1;
        let (from, to) = (self.edges[edge].from, self.edges[edge].to);
        self.place_new_nodes();
        if from == to {
            // A move that leads back to its own position: one that goes round alone.
            let component = self.node(from).component;
            self.circles
                .entry(component)
                .or_insert_with(|| vec![component]);
        }
        let (from, to) = (self.node(from).component, self.node(to).component);
        if from == to {
            return;
        }
        let mut order = std::mem::take(&mut self.order);
        let added = order.connect(from, to, &Components(self));
        self.order = order;
        if let Added::Cycle(round) = added {
            self.join(from, &round);
        }
    }

    /// New positions come last.
    fn place_new_nodes(&mut self) {
        for id in self.order.len()..self.nodes.len() {
            self.order.push(id as NodeId);
        }
    }

    /// Several components become one, named after the largest.
    fn join(&mut self, from: NodeId, round: &[NodeId]) {
        let size = |component: &NodeId| self.circles.get(component).map_or(1, Vec::len);
        let name = round
            .iter()
            .copied()
            .max_by_key(|component| (size(component), *component))
            .unwrap_or(from);
        let mut members = self.circles.remove(&name).unwrap_or_else(|| vec![name]);
        for &component in round.iter().filter(|&&component| component != name) {
            members.extend(
                self.circles
                    .remove(&component)
                    .unwrap_or_else(|| vec![component]),
            );
        }
        for &id in &members {
            self.node_mut(id).component = name;
        }
        members.sort_unstable();
        self.circles.insert(name, members);
        self.order.rename(from, name);
        self.joined.push(name);
        self.touched.push(name);
    }

    /// Recomputes what the touched positions change.
    pub(super) fn refresh(&mut self) {
        self.place_new_nodes();
        let mut agenda = Agenda::new();
        // A position's parents look at how long it has been searched, whether or not its value
        // changes.
        for id in std::mem::take(&mut self.touched) {
            self.put(id, &mut agenda);
            self.put_parents(id, &mut agenda);
        }
        let (mut changed, mut dirty) = (Vec::new(), Vec::new());
        while let Some((_, component, id)) = agenda.pop() {
            dirty.clear();
            dirty.push(id);
            while let Some(&(_, _, other)) = agenda.peek().filter(|next| next.1 == component) {
                dirty.push(other);
                agenda.pop();
            }
            dirty.dedup();
            self.update_component(component, &dirty, &mut changed);
            for id in changed.drain(..) {
                self.put_parents_outside(id, component, &mut agenda);
            }
        }
        self.joined.clear();
    }

    fn put(&self, id: NodeId, agenda: &mut Agenda) {
        let component = self.node(id).component;
        agenda.push((self.order.label(component), component, id));
    }

    fn put_parents(&self, id: NodeId, agenda: &mut Agenda) {
        for (_, edge) in self.entering(id) {
            self.put(edge.from, agenda);
        }
    }

    fn put_parents_outside(&self, id: NodeId, component: NodeId, agenda: &mut Agenda) {
        for (_, edge) in self.entering(id) {
            if self.node(edge.from).component != component {
                self.put(edge.from, agenda);
            }
        }
    }

    /// Prices have changed: everything is computed again.
    pub(super) fn reprice(&mut self) {
        self.recompute();
    }
}

/// The components as the order sees them.
struct Components<'a>(&'a Graph);

impl Components<'_> {
    fn each_member(&self, component: NodeId, mut each: impl FnMut(NodeId)) {
        match self.0.circles.get(&component) {
            Some(members) => members.iter().for_each(|&id| each(id)),
            None => each(component),
        }
    }
}

impl Neighbours for Components<'_> {
    fn after(&self, component: NodeId, each: &mut dyn FnMut(NodeId)) {
        self.each_member(component, |id| {
            for (_, edge) in self.0.out(id) {
                let other = self.0.node(edge.to).component;
                if other != component {
                    each(other);
                }
            }
        });
    }

    fn before(&self, component: NodeId, each: &mut dyn FnMut(NodeId)) {
        self.each_member(component, |id| {
            for (_, edge) in self.0.entering(id) {
                let other = self.0.node(edge.from).component;
                if other != component {
                    each(other);
                }
            }
        });
    }
}
