//! A topological order that stays one while edges are added, and the cycles found on the way.
//!
//! Every strongly connected component of the graph has a label; an edge between components goes
//! from the smaller label to the greater. An edge that goes the other way starts two searches at
//! once, forwards from its head and backwards from its tail, among the labels between the two
//! (Alpern et al. 1990; Bender, Fineman, Gilbert and Tarjan 2016). If one of them ends without
//! meeting the other's start there is no cycle, and what it found is moved: the cost is that of the
//! smaller side. Otherwise everything on a way round becomes one component. Labels have gaps; when
//! one is used up the labels around it are assigned again (Bender, Cole, Demaine, Farach-Colton and
//! Zito 2002), O(log n) of them a move in the long run.

use rustc_hash::FxHashSet;

use super::node::NONE;
use crate::fact::NodeId;

const GAP: u64 = 1 << 32;

/// A range of 2^b labels may hold this to the power of b components before it is assigned again.
const CROWDED: f64 = 1.5;

/// Labels, and the components in the order of their labels.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    places: Vec<Place>,
    first: Option<NodeId>,
    last: Option<NodeId>,
    /// How many labels have been assigned again: a measure of the work.
    dealt: u64,
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

/// The range of labels that share all but the last `bits` bits.
fn range(label: u64, bits: u32) -> (u64, u64) {
    let low = label >> bits << bits;
    (low, low + ((1 << bits) - 1))
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
        self.places.push(Place {
            label,
            before: NONE,
            after: NONE,
        });
        self.link(self.last, component, None);
    }

    /// Starts over: these components in this order, of this many nodes.
    pub fn rebuild(&mut self, nodes: usize, components: impl Iterator<Item = NodeId>) {
        let place = Place {
            label: 0,
            before: NONE,
            after: NONE,
        };
        *self = Order {
            places: vec![place; nodes],
            first: None,
            last: None,
            dealt: 0,
        };
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
        let (round, behind): (Vec<NodeId>, Vec<NodeId>) = forwards
            .found
            .into_iter()
            .partition(|component| backwards.seen.contains(component));
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
    fn move_after(&mut self, anchor: NodeId, moved: Vec<NodeId>) {
        let sorted = self.take_out(moved);
        self.put_in(Some(anchor), &sorted);
    }

    /// Moves components, in their order, to just before another.
    fn move_before(&mut self, anchor: NodeId, moved: Vec<NodeId>) {
        let sorted = self.take_out(moved);
        let before = self.places[anchor as usize].before;
        self.put_in((before != NONE).then_some(before), &sorted);
    }

    /// Takes components out of the list; they are sorted by their labels.
    fn take_out(&mut self, mut moved: Vec<NodeId>) -> Vec<NodeId> {
        moved.sort_unstable_by_key(|&component| self.label(component));
        moved.iter().for_each(|&component| self.unlink(component));
        moved
    }

    /// Puts components behind another, or first of all, evenly spread over the gap there.
    fn put_in(&mut self, mut place: Option<NodeId>, moved: &[NodeId]) {
        let next = match place {
            Some(place) => self.places[place as usize].after,
            None => self.first.unwrap_or(NONE),
        };
        let next = (next != NONE).then_some(next);
        let low = place.map_or(0, |id| self.label(id));
        let high = next.map_or(low + GAP * (moved.len() as u64 + 1), |id| self.label(id));
        let gap = (high - low) / (moved.len() as u64 + 1);
        for (nth, &component) in moved.iter().enumerate() {
            if gap >= 2 {
                self.places[component as usize].label = low + gap * (nth as u64 + 1);
                self.link(place, component, next);
            } else {
                self.squeeze(place, component, next);
            }
            place = Some(component);
        }
    }

    /// Puts a component between two neighbours.
    fn squeeze(&mut self, before: Option<NodeId>, component: NodeId, after: Option<NodeId>) {
        let mut low = before.map_or(0, |id| self.label(id));
        let mut high = after.map_or(low + 2 * GAP, |id| self.label(id));
        if high - low < 2 {
            self.make_room(before.or(after).unwrap_or(component));
            low = before.map_or(0, |id| self.label(id));
            high = after.map_or(low + 2 * GAP, |id| self.label(id));
        }
        self.places[component as usize].label = low + (high - low) / 2;
        self.link(before, component, after);
    }

    /// New labels round a place where a gap is used up: for the smallest range of labels, aligned
    /// to its size, that holds few enough. The larger the range the sparser it must be, so that
    /// this is needed rarely.
    fn make_room(&mut self, place: NodeId) {
        let (mut start, mut end) = (place, place);
        let (mut count, mut most) = (1, 1.0);
        for bits in 1..u64::BITS {
            most *= CROWDED;
            let (low, high) = range(self.label(place), bits);
            count += self.widen_start(&mut start, low) + self.widen_end(&mut end, high);
            if (count + 1) as f64 <= most {
                return self.deal_out(start, count, (low, high));
            }
        }
    }

    /// Goes back to the first component with a label in the range; how many steps it took.
    fn widen_start(&self, start: &mut NodeId, low: u64) -> u64 {
        let mut steps = 0;
        loop {
            let before = self.places[*start as usize].before;
            if before == NONE || self.label(before) < low {
                return steps;
            }
            (*start, steps) = (before, steps + 1);
        }
    }

    /// The same forwards.
    fn widen_end(&self, end: &mut NodeId, high: u64) -> u64 {
        let mut steps = 0;
        loop {
            let after = self.places[*end as usize].after;
            if after == NONE || self.label(after) > high {
                return steps;
            }
            (*end, steps) = (after, steps + 1);
        }
    }

    /// Spreads this many components, from this one on, evenly over a range.
    fn deal_out(&mut self, start: NodeId, count: u64, (low, high): (u64, u64)) {
        let gap = (high - low) / (count + 1);
        let (mut component, mut label) = (start, low);
        for _ in 0..count {
            label += gap;
            self.places[component as usize].label = label;
            component = self.places[component as usize].after;
        }
        self.dealt += count;
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
        Search {
            direction,
            found: vec![start],
            seen: FxHashSet::from_iter([start]),
            next: 0,
            met: false,
        }
    }

    /// Looks at one more component; `false` when there is none.
    fn step(&mut self, order: &Order, graph: &impl Neighbours, target: NodeId) -> bool {
        let Some(&component) = self.found.get(self.next) else {
            return false;
        };
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

#[cfg(test)]
mod tests {
    use gametree::rng::Rng;

    use super::*;

    /// A graph of at most 64 nodes with its components, kept as the order says.
    struct Net {
        edges: Vec<(NodeId, NodeId)>,
        component: Vec<NodeId>,
        order: Order,
    }

    impl Net {
        fn new(nodes: u32) -> Net {
            let mut order = Order::default();
            (0..nodes).for_each(|node| order.push(node));
            Net {
                edges: Vec::new(),
                component: (0..nodes).collect(),
                order,
            }
        }

        fn add(&mut self, from: NodeId, to: NodeId) {
            self.edges.push((from, to));
            let (from, to) = (self.component[from as usize], self.component[to as usize]);
            if from == to {
                return;
            }
            let mut order = std::mem::take(&mut self.order);
            let added = order.connect(from, to, self);
            self.order = order;
            if let Added::Cycle(round) = added {
                let name = *round.iter().min().unwrap();
                self.component
                    .iter_mut()
                    .filter(|c| round.contains(c))
                    .for_each(|c| *c = name);
                self.order.rename(from, name);
            }
        }

        /// What each node reaches, by Warshall's algorithm.
        fn reach(&self) -> Vec<u64> {
            let mut reach: Vec<u64> = (0..self.component.len()).map(|node| 1 << node).collect();
            for &(from, to) in &self.edges {
                reach[from as usize] |= 1 << to;
            }
            for middle in 0..reach.len() {
                for node in 0..reach.len() {
                    if reach[node] >> middle & 1 == 1 {
                        reach[node] |= reach[middle];
                    }
                }
            }
            reach
        }

        fn check(&self) {
            let reach = self.reach();
            for a in 0..reach.len() {
                for b in 0..reach.len() {
                    let mutual = reach[a] >> b & 1 == 1 && reach[b] >> a & 1 == 1;
                    assert_eq!(mutual, self.component[a] == self.component[b], "{a} {b}");
                }
            }
            for &(from, to) in &self.edges {
                let (from, to) = (self.component[from as usize], self.component[to as usize]);
                assert!(from == to || self.order.label(from) < self.order.label(to));
            }
            self.check_list();
        }

        /// The list holds each component once, with labels that rise.
        fn check_list(&self) {
            let mut names: Vec<NodeId> = self.component.clone();
            names.sort_unstable();
            names.dedup();
            let mut listed = Vec::new();
            let (mut next, mut label) = (self.order.first, 0);
            while let Some(component) = next {
                assert!(self.order.label(component) > label);
                label = self.order.label(component);
                listed.push(component);
                let after = self.order.places[component as usize].after;
                next = (after != NONE).then_some(after);
            }
            assert_eq!(listed.last().copied(), self.order.last);
            listed.sort_unstable();
            assert_eq!(listed, names);
        }
    }

    impl Neighbours for Net {
        fn after(&self, component: NodeId, each: &mut dyn FnMut(NodeId)) {
            for &(from, to) in &self.edges {
                let (from, to) = (self.component[from as usize], self.component[to as usize]);
                if from == component && to != component {
                    each(to);
                }
            }
        }

        fn before(&self, component: NodeId, each: &mut dyn FnMut(NodeId)) {
            for &(from, to) in &self.edges {
                let (from, to) = (self.component[from as usize], self.component[to as usize]);
                if to == component && from != component {
                    each(from);
                }
            }
        }
    }

    #[test]
    fn random_edges_with_cycles() {
        let mut rng = Rng::new(1);
        for nodes in 2..40 {
            for _ in 0..4 {
                let mut net = Net::new(nodes);
                for _ in 0..nodes * 2 {
                    net.add(
                        rng.below(nodes as usize) as u32,
                        rng.below(nodes as usize) as u32,
                    );
                    net.check();
                }
            }
        }
    }

    #[test]
    fn random_edges_without_cycles() {
        let mut rng = Rng::new(2);
        for nodes in 2..50 {
            // Along a hidden order, far from that of the numbers.
            let mut hidden: Vec<u32> = (0..nodes).collect();
            rng.shuffle(&mut hidden);
            let mut net = Net::new(nodes);
            for _ in 0..nodes * 3 {
                let (a, b) = (rng.below(nodes as usize), rng.below(nodes as usize));
                if a != b {
                    net.add(hidden[a.min(b)], hidden[a.max(b)]);
                    net.check();
                }
            }
            let mut names = net.component.clone();
            names.dedup();
            assert_eq!(names.len(), nodes as usize);
        }
    }

    /// The same gap, again and again: labels run out and are assigned again.
    #[test]
    fn a_gap_that_is_used_up() {
        const NODES: u32 = 20_000;
        let mut order = Order::default();
        (0..NODES).for_each(|node| order.push(node));
        for node in (2..NODES).rev() {
            order.move_after(0, vec![node]);
            assert!(order.label(0) < order.label(node));
        }
        let mut next = order.first;
        let (mut label, mut count) = (0, 0);
        while let Some(component) = next {
            assert!(order.label(component) > label);
            (label, count) = (order.label(component), count + 1);
            let after = order.places[component as usize].after;
            next = (after != NONE).then_some(after);
        }
        assert_eq!(count, NODES);
        assert!(
            order.dealt < u64::from(NODES) * 40,
            "{} labels for {NODES} moves",
            order.dealt
        );
    }
}
