//! A topological order that stays one while edges are added, and the cycles found on the way.
//!
//! Every strongly connected component of the graph has a label; an edge between components goes from the smaller
//! label to the greater. An edge that goes the other way starts two searches at once, forwards from its head and
//! backwards from its tail, among the labels between the two (Alpern et al. 1990; Bender, Fineman, Gilbert and
//! Tarjan 2016). If one of them ends without meeting the other's start there is no cycle, and what it found is
//! moved: the cost is that of the smaller side. Otherwise everything on a way round becomes one component.
//! Labels have gaps, and are dealt out anew when a gap is used up (Dietz and Sleator 1987, without their levels).

use rustc_hash::FxHashSet;

use super::node::NONE;
use crate::fact::NodeId;

const GAP: u64 = 1 << 32;

/// Labels, and the components in the order of their labels.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    places: Vec<Place>,
    first: Option<NodeId>,
    last: Option<NodeId>,
}

/// A component's place in the order.
#[derive(Clone, Copy, Debug)]
struct Place {
    label: u64,
    before: NodeId,
    after: NodeId,
}

/// The components next to one, in a direction.
pub(crate) trait Neighbours {
    fn after(&self, component: NodeId, each: &mut dyn FnMut(NodeId));
    fn before(&self, component: NodeId, each: &mut dyn FnMut(NodeId));
}

/// What an edge did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Added {
    /// Nothing but perhaps move components.
    Acyclic,
    /// These components are one now: all go round through the edge's ends.
    Cycle(Vec<NodeId>),
}

impl Order {
    /// How many positions have a place.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    #[inline]
    pub fn label(&self, component: NodeId) -> u64 {
        self.places[component as usize].label
    }

    /// A new component, after all others.
    pub fn push(&mut self, component: NodeId) {
        debug_assert_eq!(component as usize, self.places.len());
        let label = self.last.map_or(GAP, |last| self.label(last) + GAP);
        self.places.push(Place { label, before: NONE, after: NONE });
        self.link(self.last, component, None);
    }

    /// All anew: these components in this order, of so many nodes.
    pub fn rebuild(&mut self, nodes: usize, components: impl Iterator<Item = NodeId>) {
        let place = Place { label: 0, before: NONE, after: NONE };
        *self = Order { places: vec![place; nodes], first: None, last: None };
        for component in components {
            let label = self.last.map_or(GAP, |last| self.label(last) + GAP);
            self.places[component as usize].label = label;
            self.link(self.last, component, None);
        }
    }

    /// Makes the order right for an edge between two different components.
    pub fn connect(&mut self, from: NodeId, to: NodeId, graph: &impl Neighbours) -> Added {
        if self.label(from) < self.label(to) {
            return Added::Acyclic;
        }
        let mut forwards = Search::new(to, Direction::Forwards);
        let mut backwards = Search::new(from, Direction::Backwards);
        loop {
            if !forwards.step(self, graph, from) {
                self.move_after(from, forwards.found);
                return Added::Acyclic;
            }
            if !backwards.step(self, graph, to) {
                self.move_before(to, backwards.found);
                return Added::Acyclic;
            }
            if forwards.met || backwards.met {
                return Added::Cycle(self.merge((from, to), forwards, backwards, graph));
            }
        }
    }

    /// The components on a way round become one, at the place of the edge's tail; what follows them
    /// moves behind.
    fn merge(
        &mut self,
        (from, to): (NodeId, NodeId),
        mut forwards: Search,
        mut backwards: Search,
        graph: &impl Neighbours,
    ) -> Vec<NodeId> {
        while forwards.step(self, graph, from) {}
        while backwards.step(self, graph, to) {}
        let (round, behind): (Vec<NodeId>, Vec<NodeId>) =
            forwards.found.into_iter().partition(|component| backwards.seen.contains(component));
        self.move_after(from, behind);
        for &component in round.iter().filter(|&&component| component != from) {
            self.unlink(component);
        }
        round
    }

    /// Gives the place of one component to another.
    pub fn rename(&mut self, old: NodeId, new: NodeId) {
        if old != new {
            let Place { before, after, .. } = self.places[old as usize];
            let some = |id| (id != NONE).then_some(id);
            self.unlink(old);
            self.places[new as usize].label = self.places[old as usize].label;
            self.link(some(before), new, some(after));
        }
    }

    /// Moves components, in their order, to just behind another.
    fn move_after(&mut self, anchor: NodeId, mut moved: Vec<NodeId>) {
        moved.sort_unstable_by_key(|&component| self.label(component));
        let mut place = anchor;
        for component in moved {
            self.unlink(component);
            let next = self.places[place as usize].after;
            self.squeeze(Some(place), component, (next != NONE).then_some(next));
            place = component;
        }
    }

    /// Moves components, in their order, to just before another.
    fn move_before(&mut self, anchor: NodeId, mut moved: Vec<NodeId>) {
        moved.sort_unstable_by_key(|&component| self.label(component));
        let mut place = anchor;
        for &component in moved.iter().rev() {
            self.unlink(component);
            let previous = self.places[place as usize].before;
            self.squeeze((previous != NONE).then_some(previous), component, Some(place));
            place = component;
        }
    }

    /// Puts a component between two neighbours.
    fn squeeze(&mut self, before: Option<NodeId>, component: NodeId, after: Option<NodeId>) {
        let mut low = before.map_or(0, |id| self.label(id));
        let mut high = after.map_or(low + 2 * GAP, |id| self.label(id));
        if high - low < 2 {
            self.deal_out();
            low = before.map_or(0, |id| self.label(id));
            high = after.map_or(low + 2 * GAP, |id| self.label(id));
        }
        self.places[component as usize].label = low + (high - low) / 2;
        self.link(before, component, after);
    }

    /// New labels for all, with wide gaps.
    fn deal_out(&mut self) {
        let mut label = 0;
        let mut next = self.first;
        while let Some(component) = next {
            label += GAP;
            let place = &mut self.places[component as usize];
            place.label = label;
            next = (place.after != NONE).then_some(place.after);
        }
    }

    fn link(&mut self, before: Option<NodeId>, component: NodeId, after: Option<NodeId>) {
        let place = &mut self.places[component as usize];
        place.before = before.unwrap_or(NONE);
        place.after = after.unwrap_or(NONE);
        match before {
            Some(before) => self.places[before as usize].after = component,
            None => self.first = Some(component),
        }
        match after {
            Some(after) => self.places[after as usize].before = component,
            None => self.last = Some(component),
        }
    }

    fn unlink(&mut self, component: NodeId) {
        let Place { before, after, .. } = self.places[component as usize];
        match before {
            NONE => self.first = (after != NONE).then_some(after),
            before => self.places[before as usize].after = after,
        }
        match after {
            NONE => self.last = (before != NONE).then_some(before),
            after => self.places[after as usize].before = before,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Forwards,
    Backwards,
}

/// One of the two searches.
struct Search {
    direction: Direction,
    found: Vec<NodeId>,
    seen: FxHashSet<NodeId>,
    next: usize,
    /// Whether the other end of the edge has been found.
    met: bool,
}

impl Search {
    fn new(start: NodeId, direction: Direction) -> Search {
        Search { direction, found: vec![start], seen: FxHashSet::from_iter([start]), next: 0, met: false }
    }

    /// Looks at one more component; `false` when there is none.
    fn step(&mut self, order: &Order, graph: &impl Neighbours, target: NodeId) -> bool {
        let Some(&component) = self.found.get(self.next) else { return false };
        self.next += 1;
        let limit = order.label(target);
        let direction = self.direction;
        let (found, seen, met) = (&mut self.found, &mut self.seen, &mut self.met);
        let mut each = |neighbour: NodeId| {
            let label = order.label(neighbour);
            let within = match direction {
                Direction::Forwards => label <= limit,
                Direction::Backwards => label >= limit,
            };
            if within && seen.insert(neighbour) {
                found.push(neighbour);
                *met |= neighbour == target;
            }
        };
        match direction {
            Direction::Forwards => graph.after(component, &mut each),
            Direction::Backwards => graph.before(component, &mut each),
        }
        true
    }
}
