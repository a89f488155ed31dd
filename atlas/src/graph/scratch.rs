//! Everything derived, from scratch: strongly connected components (Tarjan 1972), then values and
//! penalties from the last to the first. Used when a project is opened, and to check what was
//! updated step by step.

use rustc_hash::{FxHashMap, FxHashSet};

use super::node::{EdgeId, NONE};
use super::{Graph, NodeId, UNKNOWN};

impl Graph {
    /// Forgets everything derived and computes it again.
    pub fn recompute(&mut self) {
        self.forget();
        let components = Tarjan::new(self).run();
        self.circles = components.circles;
        for (id, component) in components.of.into_iter().enumerate() {
            self.nodes[id].component = component;
        }
        // Tarjan finds what lies below first.
        let mut order = std::mem::take(&mut self.order);
        order.rebuild(self.nodes.len(), components.found.iter().rev().copied());
        self.order = order;
        let mut changed = Vec::new();
        for component in components.found {
            self.recompute_component(component, &mut changed);
            changed.clear();
        }
        self.touched.clear();
        self.joined.clear();
    }

    /// Spoils everything derived, as a damaged memory would: only for tests that what is derived
    /// depends on nothing but facts.
    #[doc(hidden)]
    pub fn forget(&mut self) {
        for node in &mut self.nodes {
            node.value = UNKNOWN;
            node.penalty = 0;
            node.component = NONE;
            node.rank = 0;
            node.effort = u8::MAX;
            node.settled = false;
        }
    }
}

/// What Tarjan's algorithm finds.
struct Components {
    /// The components, what lies below before what lies above.
    found: Vec<NodeId>,
    /// The component of every position.
    of: Vec<NodeId>,
    circles: FxHashMap<NodeId, Vec<NodeId>>,
}

/// Tarjan's algorithm, with a stack of its own.
struct Tarjan<'a> {
    graph: &'a Graph,
    /// When a position was entered, and the earliest one on the stack it reaches.
    entered: Vec<u32>,
    low: Vec<u32>,
    on_stack: Vec<bool>,
    stack: Vec<NodeId>,
    /// Positions being visited, each with the edge to look at next.
    path: Vec<(NodeId, EdgeId)>,
    time: u32,
    /// Positions with a move to themselves.
    loops: FxHashSet<NodeId>,
    result: Components,
}

impl<'a> Tarjan<'a> {
    fn new(graph: &'a Graph) -> Tarjan<'a> {
        let n = graph.len();
        let result = Components {
            found: Vec::with_capacity(n),
            of: vec![NONE; n],
            circles: FxHashMap::default(),
        };
        Tarjan {
            graph,
            entered: vec![NONE; n],
            low: vec![NONE; n],
            on_stack: vec![false; n],
            stack: Vec::new(),
            path: Vec::new(),
            time: 0,
            loops: FxHashSet::default(),
            result,
        }
    }

    fn run(mut self) -> Components {
        for id in 0..self.graph.len() as NodeId {
            if self.entered[id as usize] == NONE {
                self.enter(id);
                while let Some((id, edge)) = self.path.pop() {
                    self.advance(id, edge);
                }
            }
        }
        self.result
    }

    fn enter(&mut self, id: NodeId) {
        self.entered[id as usize] = self.time;
        self.low[id as usize] = self.time;
        self.time += 1;
        self.stack.push(id);
        self.on_stack[id as usize] = true;
        self.path.push((id, self.graph.node(id).first_out));
    }

    fn advance(&mut self, id: NodeId, edge: EdgeId) {
        if edge == NONE {
            return self.leave(id);
        }
        let (to, next) = (self.graph.edge(edge).to, self.graph.edge(edge).next_out);
        self.path.push((id, next));
        if to == id {
            self.loops.insert(id);
        }
        if self.entered[to as usize] == NONE {
            self.enter(to);
        } else if self.on_stack[to as usize] {
            self.reach(id, self.entered[to as usize]);
        }
    }

    fn reach(&mut self, id: NodeId, time: u32) {
        let low = &mut self.low[id as usize];
        *low = (*low).min(time);
    }

    fn leave(&mut self, id: NodeId) {
        let low = self.low[id as usize];
        if let Some(&(parent, _)) = self.path.last() {
            self.reach(parent, low);
        }
        if low == self.entered[id as usize] {
            self.close(id);
        }
    }

    /// The position is the first of its component: all above it on the stack belong to it.
    fn close(&mut self, id: NodeId) {
        let start = self
            .stack
            .iter()
            .rposition(|&other| other == id)
            .unwrap_or(0);
        let mut members = self.stack.split_off(start);
        members.sort_unstable();
        for &member in &members {
            self.on_stack[member as usize] = false;
            self.result.of[member as usize] = id;
        }
        self.result.found.push(id);
        if members.len() > 1 || self.loops.contains(&id) {
            self.result.circles.insert(id, members);
        }
    }
}
