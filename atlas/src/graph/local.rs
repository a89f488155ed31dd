//! A change inside a large component, without a look at all of it.
//!
//! Every position of a component whose value is not a draw keeps a *rank*: the position that its
//! value comes from has a smaller one (all its moves have, where it has no choice). Values that are
//! consistent everywhere and have such ranks are the values of the game: play that follows them
//! ends, and not with a worse value. So it is enough to solve again what does not hold any more,
//! and then what does not hold because of that, until all holds. Penalties need no ranks: costs are
//! positive, so that only one assignment is consistent.

use rustc_hash::{FxHashMap, FxHashSet};

use super::component::{Circle, Derived};
use super::node::Node;
use super::{Edge, Graph, NodeId};

/// What positions were before a change.
type Before = FxHashMap<NodeId, Earlier>;

/// What a position was before a change.
#[derive(Clone, Copy)]
struct Earlier {
    derived: Derived,
    rank: u32,
}

/// Positions that are solved together, and those that were.
#[derive(Default)]
struct Region {
    members: Vec<NodeId>,
    set: FxHashSet<NodeId>,
    most: usize,
}

impl Region {
    fn add(&mut self, id: NodeId) {
        if self.set.insert(id) {
            self.members.push(id);
        }
    }

    fn is_too_large(&self) -> bool {
        self.members.len() > self.most
    }
}

impl Graph {
    /// Brings a component up to date in which only the options of the `dirty` have changed.
    /// `false`, with nothing changed, when it is cheaper to compute all of it at once.
    pub(super) fn patch(
        &mut self,
        size: usize,
        dirty: &[NodeId],
        changed: &mut Vec<NodeId>,
    ) -> bool {
        let mut before = Before::default();
        let most = size / 3 + 1;
        self.patch_efforts(dirty, &mut before);
        let done = self.patch_values(most, dirty, &mut before)
            && self.mates_hold(dirty, &before)
            && self.patch_penalties(most, dirty, &mut before);
        for (&id, &earlier) in &before {
            if !done {
                self.restore(id, earlier);
            } else if self.derived(id) != earlier.derived {
                changed.push(id);
            }
        }
        done
    }

    fn remember(&self, id: NodeId, before: &mut Before) {
        before.entry(id).or_insert_with(|| Earlier {
            derived: self.derived(id),
            rank: self.node(id).rank,
        });
    }

    fn restore(&mut self, id: NodeId, earlier: Earlier) {
        let node = self.node_mut(id);
        node.value = earlier.derived.value;
        node.penalty = earlier.derived.penalty;
        node.effort = earlier.derived.effort;
        node.rank = earlier.rank;
    }

    /// Inside a component efforts do not depend on each other: those of the dirty are enough.
    fn patch_efforts(&mut self, dirty: &[NodeId], before: &mut Before) {
        for &id in dirty {
            self.remember(id, before);
            self.node_mut(id).effort = self.effort(id);
        }
    }

    fn patch_values(&mut self, most: usize, dirty: &[NodeId], before: &mut Before) -> bool {
        let mut region = Region {
            most,
            ..Region::default()
        };
        dirty
            .iter()
            .copied()
            .filter(|&id| !self.holds(id))
            .for_each(|id| region.add(id));
        let mut solved = 0;
        while solved < region.members.len() {
            if region.is_too_large() {
                return false;
            }
            solved = region.members.len();
            region
                .members
                .iter()
                .for_each(|&id| self.remember(id, before));
            self.solve_values(&region.members);
            for place in 0..solved {
                self.add_parents(region.members[place], &mut region, |graph, id| {
                    !graph.holds(id)
                });
            }
        }
        true
    }

    /// Whether the same wins and losses are shown as before. They seldom change: then all of the
    /// component is computed again.
    fn mates_hold(&self, dirty: &[NodeId], before: &Before) -> bool {
        let holds = |id: NodeId| self.is_shown(id) == self.node(id).settled;
        let parents_hold = |id: NodeId| {
            let component = self.node(id).component;
            let mut parents = self.entering(id).map(|(_, edge)| edge.from);
            parents.all(|parent| self.node(parent).component != component || holds(parent))
        };
        dirty.iter().all(|&id| holds(id)) && before.keys().all(|&id| holds(id) && parents_hold(id))
    }

    /// Adds the parents of the same component of which something is true.
    fn add_parents(&self, id: NodeId, region: &mut Region, test: impl Fn(&Graph, NodeId) -> bool) {
        let component = self.node(id).component;
        for (_, edge) in self.entering(id) {
            let inside = self.node(edge.from).component == component;
            if inside && !region.set.contains(&edge.from) && test(self, edge.from) {
                region.add(edge.from);
            }
        }
    }

    /// Settles these positions, everything else being known.
    pub(super) fn solve_values(&mut self, members: &[NodeId]) {
        let (values, settled) = Circle::new(members).values(self);
        for (&id, value) in members.iter().zip(values) {
            let node = self.node_mut(id);
            (node.value, node.rank) = (value, UNRANKED);
        }
        for &id in members {
            if self.fixed(id).is_some() {
                self.node_mut(id).rank = 0;
            }
        }
        for &id in &settled {
            self.node_mut(id).rank = self.rank(id);
        }
    }

    /// Whether a position's value follows from its options, and from ones of smaller rank.
    fn holds(&self, id: NodeId) -> bool {
        let node = self.node(id);
        match self.fixed(id) {
            Some(value) => node.value == value && node.rank == 0,
            None => {
                self.backed_up(id) == node.value && (node.value == 0 || self.rank(id) <= node.rank)
            }
        }
    }

    /// The least rank that a position may have. Only moves to positions of the same component and
    /// the same distance from a draw matter: what is farther from it was settled before.
    fn rank(&self, id: NodeId) -> u32 {
        let node = self.node(id);
        let rest = self.rest(id).map(|value| (value, 0));
        let moves = self.out(id).filter_map(|(_, edge)| {
            self.counted(edge)
                .map(|value| (value, self.rank_through(node, edge)))
        });
        let options = moves.chain(rest);
        let under = if node.view(node.value) > 0 {
            options
                .filter(|&(value, _)| value == node.value)
                .map(|(_, rank)| rank)
                .min()
        } else {
            options.map(|(_, rank)| rank).max()
        };
        under.unwrap_or(0).saturating_add(1)
    }

    fn rank_through(&self, node: &Node, edge: &Edge) -> u32 {
        let child = self.node(edge.to);
        let beside = child.component == node.component && child.value.abs() == node.value.abs();
        if beside && self.follows(edge) {
            child.rank
        } else {
            0
        }
    }

    fn patch_penalties(&mut self, most: usize, dirty: &[NodeId], before: &mut Before) -> bool {
        let mut region = Region {
            most,
            ..Region::default()
        };
        let moved: Vec<NodeId> = before
            .keys()
            .copied()
            .filter(|&id| self.node(id).value != before[&id].derived.value)
            .collect();
        let suspects = dirty.iter().chain(&moved).copied();
        suspects
            .filter(|&id| !self.is_priced(id))
            .for_each(|id| region.add(id));
        for &id in &moved {
            self.add_parents(id, &mut region, |graph, id| !graph.is_priced(id));
        }
        let mut solved = 0;
        while solved < region.members.len() {
            if region.is_too_large() {
                return false;
            }
            solved = region.members.len();
            region
                .members
                .iter()
                .for_each(|&id| self.remember(id, before));
            self.solve_penalties(&region.members);
            for place in 0..solved {
                self.add_parents(region.members[place], &mut region, |graph, id| {
                    !graph.is_priced(id)
                });
            }
        }
        true
    }

    /// Finds the shortest ways of these positions, everything else being known.
    pub(super) fn solve_penalties(&mut self, members: &[NodeId]) {
        let penalties = Circle::new(members).penalties(self);
        for (&id, penalty) in members.iter().zip(penalties) {
            self.node_mut(id).penalty = penalty;
        }
    }

    /// Whether a position's penalty follows from its options.
    fn is_priced(&self, id: NodeId) -> bool {
        let least = self.least(id, &mut Vec::new(), |child| self.node(child).penalty);
        least == self.node(id).penalty
    }
}

/// The rank of a draw, and of what is not settled yet.
const UNRANKED: u32 = u32::MAX;
