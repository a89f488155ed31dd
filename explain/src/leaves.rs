//! Counting leaves: how many there are, how many the search evaluated, and where it saved the rest.
//!
//! Invariant (tested on random trees): evaluated + the leaves of all cut branches = total.

use crate::trace::{Cutoff, EventKind, Fold, Trace};

/// A number of leaves; a lower bound where `exact` is false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeafCount {
    /// How many.
    pub count: u64,
    /// Whether that is all of them.
    pub exact: bool,
}

impl LeafCount {
    /// No leaf.
    pub const NONE: LeafCount = LeafCount {
        count: 0,
        exact: true,
    };

    /// One leaf.
    const ONE: LeafCount = LeafCount {
        count: 1,
        exact: true,
    };

    /// Those of a part that was counted but not kept.
    pub fn of(fold: Fold) -> LeafCount {
        LeafCount {
            count: fold.leaves,
            exact: fold.exact,
        }
    }

    /// Counts others too.
    pub fn add(&mut self, other: LeafCount) {
        self.count += other.count;
        self.exact &= other.exact;
    }

    /// `2 leaves`, `at least 1 leaf`.
    pub fn words(self) -> String {
        if self.count == 0 && !self.exact {
            return "leaves not counted".into();
        }
        let least = if self.exact { "" } else { "at least " };
        let noun = if self.count == 1 { "leaf" } else { "leaves" };
        format!("{least}{} {noun}", self.count)
    }
}

/// `7 of 9 leaves to depth 2 evaluated`.
pub fn leaves_seen(evaluated: u64, total: Option<LeafCount>, depth: Option<u32>) -> String {
    match total {
        Some(total) => {
            let least = if total.exact { "" } else { "at least " };
            let deep = depth.map(|depth| format!(" to depth {depth}"));
            let deep = deep.unwrap_or_default();
            format!(
                "{evaluated} of {least}{} leaves{deep} evaluated",
                total.count
            )
        }
        None if evaluated == 1 => "1 leaf evaluated".into(),
        None => format!("{evaluated} leaves evaluated"),
    }
}

/// Why a branch was not searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SkipReason {
    /// A cutoff; the number of its event.
    Cutoff(usize),
    /// The table knew the value.
    Table,
    /// A best-first search found other tips more urgent.
    NeverGrown,
    /// The search skipped it, or stopped before it got there.
    NotReached,
}

/// A branch that was not searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PrunedBranch {
    /// The node where it was left out.
    pub parent: usize,
    /// The first node of the branch; `None` for branches that were counted but not kept.
    pub node: Option<usize>,
    /// Its leaves.
    pub leaves: LeafCount,
    /// Why.
    pub reason: SkipReason,
}

/// The leaves below a node (itself, if it is one), no deeper than `horizon`.
pub fn leaves_below(trace: &Trace, node: usize, horizon: u32) -> LeafCount {
    let mut sum = LeafCount::NONE;
    let mut open = vec![node];
    while let Some(id) = open.pop() {
        let node = &trace.nodes[id];
        let listed = || {
            node.children
                .iter()
                .filter(|&&child| !trace.nodes[child].unlisted)
        };
        if node.ply >= horizon || (listed().count() == 0 && node.fold.is_none()) {
            sum.count += 1;
            continue;
        }
        if let Some(fold) = node.fold {
            sum.add(LeafCount::of(fold));
        }
        open.extend(listed());
    }
    sum
}

/// The nodes below and including a node; folded ones are counted too.
pub fn nodes_below(trace: &Trace, node: usize) -> u64 {
    let mut sum = 0;
    let mut open = vec![node];
    while let Some(id) = open.pop() {
        sum += 1 + trace.nodes[id].fold.map_or(0, |fold| fold.nodes);
        open.extend(&trace.nodes[id].children);
    }
    sum
}

/// A leaf of the finished tree.
pub fn is_leaf(trace: &Trace, id: usize) -> bool {
    let node = &trace.nodes[id];
    !node.unlisted
        && node.fold.is_none()
        && node
            .children
            .iter()
            .all(|&child| trace.nodes[child].unlisted)
}

/// The leaves that the search evaluated.
pub fn evaluated(trace: &Trace) -> u64 {
    let seen = |id: &usize| is_leaf(trace, *id) && trace.nodes[*id].leaf_value.is_some();
    (0..trace.nodes.len()).filter(seen).count() as u64
}

/// The children that a cutoff left out.
pub fn skipped(trace: &Trace, node: usize, cut: &Cutoff) -> Vec<usize> {
    let out = |child: &usize| !cut.seen.contains(child) && !trace.nodes[*child].unlisted;
    trace.nodes[node]
        .children
        .iter()
        .copied()
        .filter(out)
        .collect()
}

/// Every branch that was not searched, in the order of the tree. Where the search went on past the
/// recorder's cap, what it saw below the nodes that were kept is unknown: that part is left out.
pub fn pruned(trace: &Trace) -> Vec<PrunedBranch> {
    let mut all = Vec::new();
    let mut open = vec![0];
    while let Some(id) = open.pop() {
        let node = &trace.nodes[id];
        if let Some(fold) = node.fold
            && trace.leaves_unrecorded == 0
        {
            all.push(PrunedBranch {
                parent: id,
                node: None,
                leaves: LeafCount::of(fold),
                reason: reason(trace, id, None),
            });
        }
        if is_leaf(trace, id) && node.leaf_value.is_none() {
            all.push(PrunedBranch {
                parent: node.parent.unwrap_or(0),
                node: Some(id),
                leaves: LeafCount::ONE,
                reason: reason(trace, id, None),
            });
        }
        for &child in node.children.iter().rev() {
            if trace.nodes[child].visited {
                open.push(child);
                continue;
            }
            all.push(PrunedBranch {
                parent: id,
                node: Some(child),
                leaves: leaves_below(trace, child, u32::MAX),
                reason: reason(trace, id, Some(child)),
            });
        }
    }
    all.sort_by_key(|branch| trace.path(branch.node.unwrap_or(branch.parent)));
    all
}

/// Why `child` of `node` (or `node` itself) was left out: the last event that can tell.
fn reason(trace: &Trace, node: usize, child: Option<usize>) -> SkipReason {
    for (number, event) in trace.events.iter().enumerate().rev() {
        match &event.kind {
            EventKind::Cutoff(cut)
                if event.node == node && child.is_none_or(|c| !cut.seen.contains(&c)) =>
            {
                return SkipReason::Cutoff(number);
            }
            EventKind::TableHit(_) if event.node == node => return SkipReason::Table,
            _ => {}
        }
    }
    if trace.best_first() {
        SkipReason::NeverGrown
    } else {
        SkipReason::NotReached
    }
}
