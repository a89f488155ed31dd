//! Values and penalties of one strongly connected component, everything below it being settled.
//!
//! A component of one position is plain back-up. In a larger one play can loop forever, which
//! is a draw: the positions form a deterministic graphical game, solved by retrograde analysis
//! (Andersson, Hansen, Miltersen and Sørensen 2012): values are settled in order of decreasing
//! distance from a draw, and what is never settled is a draw. Penalties are shortest ways to a
//! task: Dijkstra 1959, from the tasks upwards.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::node::{Edge, over_edge};
use super::options::Choice;
use super::{Graph, NodeId};
use crate::fact::Raw;
use crate::pricing::INFINITE;

impl Graph {
    /// Computes a component again and notes every position whose value or penalty is another one
    /// now.
    pub(super) fn recompute_component(&mut self, component: NodeId, changed: &mut Vec<NodeId>) {
        match self.circles.remove(&component) {
            None => self.recompute_single(component, changed),
            Some(members) => {
                self.recompute_circle(&members, changed);
                self.circles.insert(component, members);
            }
        }
    }

    /// The same when only the options of some of its positions have changed.
    pub(super) fn update_component(
        &mut self,
        component: NodeId,
        dirty: &[NodeId],
        changed: &mut Vec<NodeId>,
    ) {
        let size = self.circles.get(&component).map_or(1, Vec::len);
        let local = size >= LARGE && !self.joined.contains(&component);
        if !local || !self.patch(size, dirty, changed) {
            self.recompute_component(component, changed);
        }
    }

    fn recompute_single(&mut self, id: NodeId, changed: &mut Vec<NodeId>) {
        let before = self.derived(id);
        self.node_mut(id).effort = self.effort(id);
        let value = self.backed_up(id);
        self.node_mut(id).value = value;
        self.node_mut(id).settled = self.is_shown(id);
        let mut choices = std::mem::take(&mut self.choices_buffer);
        let penalty = self.least(id, &mut choices, |child| self.node(child).penalty);
        self.choices_buffer = choices;
        self.node_mut(id).penalty = penalty;
        if before != self.derived(id) {
            changed.push(id);
        }
    }

    /// What the positions above look at.
    pub(super) fn derived(&self, id: NodeId) -> Derived {
        let node = self.node(id);
        Derived {
            value: node.value,
            penalty: node.penalty,
            effort: node.effort,
            settled: node.settled,
        }
    }

    fn recompute_circle(&mut self, members: &[NodeId], changed: &mut Vec<NodeId>) {
        let before: Vec<Derived> = members.iter().map(|&id| self.derived(id)).collect();
        for &id in members {
            self.node_mut(id).effort = self.effort(id);
        }
        self.solve_values(members);
        self.show_mates(members);
        self.solve_penalties(members);
        let now = members.iter().map(|&id| self.derived(id));
        let differ = members
            .iter()
            .zip(before.iter().zip(now))
            .filter(|(_, (old, new))| *old != new);
        changed.extend(differ.map(|(&id, _)| id));
    }
}

/// What is derived of a position and looked at from above.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Derived {
    pub value: Raw,
    pub penalty: u32,
    pub effort: u8,
    pub settled: bool,
}

impl Graph {
    /// Which wins and losses of a component are shown, values being settled: the nearest ends
    /// first, for a line comes nearer to its end with every move.
    fn show_mates(&mut self, members: &[NodeId]) {
        let mut nearest = members.to_vec();
        nearest.sort_unstable_by_key(|&id| (Reverse(self.node(id).value.unsigned_abs()), id));
        nearest
            .iter()
            .for_each(|&id| self.node_mut(id).settled = false);
        for id in nearest {
            self.node_mut(id).settled = self.is_shown(id);
        }
    }
}

/// Components of at least this many positions are not computed again when only a few of them
/// change.
const LARGE: usize = 6;

/// A component with cycles or a part of one, everything else being known; its positions numbered
/// from 0.
pub(super) struct Circle<'a> {
    members: &'a [NodeId],
    place: FxHashMap<NodeId, usize>,
}

/// What retrograde analysis knows of a position.
#[derive(Clone, Copy)]
struct State {
    settled: Option<Raw>,
    /// Moves inside the component that are not settled.
    waiting: usize,
    /// The best of the settled options, none of which is good for the mover.
    least_evil: Option<Raw>,
}

/// Positions that may be settled, the farthest from a draw first; ties by number, so that runs
/// repeat.
type Agenda = BinaryHeap<(u32, Reverse<usize>, Raw)>;

impl<'a> Circle<'a> {
    pub fn new(members: &'a [NodeId]) -> Circle<'a> {
        let place = members
            .iter()
            .enumerate()
            .map(|(place, &id)| (id, place))
            .collect();
        Circle { members, place }
    }

    /// Whether a move stays inside, between positions that both take their values from their moves
    /// or may.
    fn inside(&self, id: NodeId) -> Option<usize> {
        self.place.get(&id).copied()
    }

    /// The values, and the positions that have them from their options, in the order in which they
    /// were settled.
    pub fn values(&self, graph: &Graph) -> (Vec<Raw>, Vec<NodeId>) {
        let fixed: Vec<Option<Raw>> = self.members.iter().map(|&id| graph.fixed(id)).collect();
        let mut agenda = Agenda::new();
        let mut states: Vec<State> = Vec::with_capacity(self.members.len());
        for (place, &id) in self.members.iter().enumerate() {
            let state = self.start(graph, id, fixed[place], &fixed);
            self.consider(graph, place, &state, &mut agenda);
            states.push(state);
        }
        let mut order = Vec::new();
        while let Some((_, Reverse(place), value)) = agenda.pop() {
            if states[place].settled.is_none() {
                states[place].settled = Some(value);
                order.push(self.members[place]);
                self.tell_parents(graph, (place, value), &mut states, &mut agenda);
            }
        }
        let value = |(state, fixed): (&State, Option<Raw>)| fixed.or(state.settled).unwrap_or(0);
        (states.iter().zip(fixed).map(value).collect(), order)
    }

    /// Where analysis begins: what lies outside is known, and so are positions that do not look at
    /// their moves.
    fn start(&self, graph: &Graph, id: NodeId, fixed: Option<Raw>, all: &[Option<Raw>]) -> State {
        if fixed.is_some() {
            return State {
                settled: fixed,
                waiting: 0,
                least_evil: None,
            };
        }
        let waits = |to: NodeId| self.inside(to).is_some_and(|place| all[place].is_none());
        let waiting = graph
            .out(id)
            .filter(|(_, edge)| graph.follows(edge) && waits(edge.to))
            .count();
        let least_evil = self.best_known(graph, id, all);
        State {
            settled: None,
            waiting,
            least_evil,
        }
    }

    /// The best option outside, or inside with a fixed value.
    fn best_known(&self, graph: &Graph, id: NodeId, all: &[Option<Raw>]) -> Option<Raw> {
        let node = graph.node(id);
        let followed = |edge: &Edge| self.inside(edge.to).filter(|_| graph.follows(edge));
        let known =
            graph
                .out(id)
                .filter_map(|(_, edge)| match followed(edge).map(|place| all[place]) {
                    None => graph.counted(edge),
                    Some(value) => value.map(over_edge),
                });
        known
            .chain(graph.rest(id))
            .max_by_key(|&value| node.view(value))
    }

    /// Puts a position on the agenda when it can be settled: something good is at hand, or all is
    /// known.
    fn consider(&self, graph: &Graph, place: usize, state: &State, agenda: &mut Agenda) {
        let node = graph.node(self.members[place]);
        let (None, Some(value)) = (state.settled, state.least_evil) else {
            return;
        };
        if node.view(value) > 0 || state.waiting == 0 {
            agenda.push((value.unsigned_abs(), Reverse(place), value));
        }
    }

    fn tell_parents(
        &self,
        graph: &Graph,
        (place, value): (usize, Raw),
        states: &mut [State],
        agenda: &mut Agenda,
    ) {
        let seen = over_edge(value);
        for (_, edge) in graph
            .entering(self.members[place])
            .filter(|(_, edge)| graph.follows(edge))
        {
            let Some(parent) = self.inside(edge.from) else {
                continue;
            };
            let state = &mut states[parent];
            if state.settled.is_some() {
                continue;
            }
            state.waiting -= 1;
            let node = graph.node(edge.from);
            let better = state
                .least_evil
                .is_none_or(|least| node.view(seen) > node.view(least));
            if better {
                state.least_evil = Some(seen);
            }
            let state = *state;
            self.consider(graph, parent, &state, agenda);
        }
    }

    /// Shortest ways to a task, values being settled.
    pub fn penalties(&self, graph: &Graph) -> Vec<u32> {
        let mut costs: Vec<Vec<(usize, u32)>> = vec![Vec::new(); self.members.len()];
        let mut best = vec![INFINITE; self.members.len()];
        let mut choices: Vec<Choice> = Vec::new();
        for (place, &id) in self.members.iter().enumerate() {
            let outside = |child: NodeId| match self.inside(child) {
                None => graph.node(child).penalty,
                Some(_) => INFINITE,
            };
            choices.clear();
            best[place] = graph.least(id, &mut choices, outside);
            if graph.settled_penalty(id).is_none() {
                self.list_inside(graph, place, &choices, &mut costs);
            }
        }
        self.shortest(&costs, best)
    }

    /// Notes the cost of every move that stays inside, at the position it leads to.
    fn list_inside(
        &self,
        graph: &Graph,
        place: usize,
        choices: &[Choice],
        costs: &mut [Vec<(usize, u32)>],
    ) {
        for choice in choices {
            let Some(edge) = choice.edge else { continue };
            if let Some(child) = self.inside(graph.edge(edge).to) {
                costs[child].push((place, choice.cost));
            }
        }
    }

    fn shortest(&self, costs: &[Vec<(usize, u32)>], mut best: Vec<u32>) -> Vec<u32> {
        let mut agenda: BinaryHeap<_> = best
            .iter()
            .enumerate()
            .map(|(place, &cost)| Reverse((cost, place)))
            .collect();
        while let Some(Reverse((cost, place))) = agenda.pop() {
            if cost > best[place] || cost == INFINITE {
                continue;
            }
            for &(parent, step) in &costs[place] {
                let through = cost.saturating_add(step);
                if through < best[parent] {
                    best[parent] = through;
                    agenda.push(Reverse((through, parent)));
                }
            }
        }
        best
    }
}
