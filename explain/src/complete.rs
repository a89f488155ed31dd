//! The branches that the search never saw: added to the recorded tree after the search, so that
//! they can be drawn as cut off and their leaves counted.
//!
//! Breadth first, to the depth that the search was asked for, up to a cap on nodes. What lies
//! beyond the cap is counted without being kept, up to a second cap; past that the counts are
//! lower bounds and say so ([`Fold::exact`]).

use gametree::{Game, Notation};

use crate::recorder::Recorder;
use crate::trace::{Fold, Trace};

/// How many calls of the move operator counting may take.
const COUNTING: u64 = 2_000_000;

/// Adds every unvisited node above `horizon`, and counts what does not fit.
pub fn complete<G: Game + Notation>(
    recorder: &mut Recorder<'_, G>,
    horizon: u32,
    max_nodes: usize,
) {
    let mut counter = Counter { left: COUNTING };
    let mut id = 0;
    while id < recorder.builder.trace.nodes.len() {
        if let Some(depth) = depth_below(&recorder.builder.trace, id, horizon) {
            expand(recorder, id, max_nodes, &mut |position, fold| {
                counter.count(position, depth, fold);
            });
        }
        id += 1;
    }
    sort_children(&mut recorder.builder.trace);
}

/// The plies left below a node's children; `None` where nothing is to be added.
fn depth_below(trace: &Trace, id: usize, horizon: u32) -> Option<u32> {
    let node = &trace.nodes[id];
    let closed = node.end_value.is_some() || node.ply >= horizon || node.unlisted;
    (!closed).then(|| horizon - node.ply - 1)
}

/// Children stand in the order of the move generator, not in that of the search.
fn sort_children(trace: &mut Trace) {
    for id in 0..trace.nodes.len() {
        let mut children = std::mem::take(&mut trace.nodes[id].children);
        children.sort_by_key(|&child| trace.nodes[child].index);
        trace.nodes[id].children = children;
    }
}

/// Adds the missing children of one node, all or none.
fn expand<G: Game + Notation>(
    recorder: &mut Recorder<'_, G>,
    id: usize,
    max_nodes: usize,
    count: &mut dyn FnMut(&G, &mut Fold),
) {
    let position = recorder.positions[id].clone();
    let missing: Vec<G::Move> = position
        .moves()
        .filter(|&m| !recorder.index.contains_key(&(id, Some(m))))
        .collect();
    if recorder.builder.trace.nodes.len() + missing.len() <= max_nodes {
        for m in missing {
            recorder.add(Some(id), Some(m), &position.after(m));
        }
        return;
    }
    let mut fold = Fold {
        exact: true,
        ..Fold::default()
    };
    for m in missing {
        count(&position.after(m), &mut fold);
    }
    recorder.builder.trace.nodes[id].fold = Some(fold);
}

/// Counts trees until its budget is used up.
struct Counter {
    left: u64,
}

impl Counter {
    /// Depth first on a stack of its own: a game may be long.
    fn count<G: Game>(&mut self, position: &G, depth: u32, fold: &mut Fold) {
        let mut open = vec![(position.clone(), depth)];
        while let Some((position, depth)) = open.pop() {
            fold.nodes += 1;
            if depth == 0 || position.outcome().is_some() {
                fold.leaves += 1;
                continue;
            }
            if self.left == 0 {
                fold.exact = false;
                continue;
            }
            for m in position.moves() {
                self.left = self.left.saturating_sub(1);
                open.push((position.after(m), depth - 1));
            }
        }
    }
}
