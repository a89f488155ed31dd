//! Records a search that grows a tree in memory: the nodes it adds, the tips it selects and why, the
//! values it computes again.

use gametree::Score;

use super::{Parent, TraceBuilder};
use crate::effort;
use crate::minmax_labels::{MinMaxLabels, OpenTip, Selection};
use crate::trace::{EventKind, TraceEvent};

/// A choice among more tips than this is told without a list.
const MOST_TIPS: usize = 12;

impl TraceBuilder {
    /// Where a node grown below the search's number `parent` hangs.
    pub fn grown_parent(&self, parent: Option<u32>) -> Parent {
        match parent.map(|number| self.numbers.get(&number)) {
            None => Parent::None,
            Some(Some(&node)) => Parent::Node(node),
            Some(None) => Parent::Dropped,
        }
    }

    /// Whether the search has a number for this node already: what it grows there now is another
    /// information set.
    pub fn is_grown(&self, node: usize) -> bool {
        self.numbers.values().any(|&grown| grown == node)
    }

    /// A best-first search has added `node` under its own `number`.
    pub fn grow(&mut self, number: u32, node: Option<usize>, value: Score) {
        match node {
            Some(node) => {
                self.numbers.insert(number, node);
                self.trace.nodes[node].leaf_value = Some(value);
                self.set_value(node, value);
            }
            None => self.trace.leaves_unrecorded += 1,
        }
        self.record(node, |node| {
            TraceEvent::new(node, EventKind::Grow).worth(value)
        });
    }

    /// The search is over: counts what can only be counted at the end.
    pub fn settle(&mut self) {
        if self.trace.leaves_unrecorded == 0 {
            self.trace.reach = effort::reach(&self.trace, &self.values);
        }
    }

    /// The search turns to a tip.
    pub fn select(&mut self, number: u32) {
        let node = self.numbers.get(&number).copied();
        self.record(node, |node| TraceEvent::new(node, EventKind::Select(None)));
    }

    /// Why: the reason belongs to the selection just recorded.
    pub fn because(&mut self, number: u32, edges: &[(u32, f64)]) {
        let id = self.numbers.get(&number).copied();
        if let Some(tip) = id {
            effort::count(&mut self.trace, &self.values, tip);
        }
        let mut open = self.open_tips();
        let listed = open.iter().any(|tip| Some(tip.node) == id);
        let tips = (self.trace.leaves_unrecorded == 0 && listed).then_some(open.len());
        let least = open.first().map_or(f64::INFINITY, |tip| tip.penalty);
        open.truncate(if open.len() > MOST_TIPS { 0 } else { MOST_TIPS });
        let known = |&(number, weight): &(u32, f64)| (self.numbers.get(&number).copied(), weight);
        let edges = edges.iter().map(known).collect();
        if let Some(TraceEvent {
            node,
            kind: EventKind::Select(why),
            ..
        }) = self.trace.events.last_mut()
            && Some(*node) == id
        {
            *why = Some(Selection {
                edges,
                tips,
                least,
                open,
            });
        }
    }

    /// All tips that can be expanded, the least penalty first; of equals the one added first.
    fn open_tips(&self) -> Vec<OpenTip> {
        let tips = self
            .labels
            .iter()
            .filter(|(id, labels)| labels.is_open_tip(**id));
        let mut open: Vec<OpenTip> = tips.filter_map(|(&id, _)| self.open_tip(id)).collect();
        open.sort_by(|a, b| a.penalty.total_cmp(&b.penalty).then(a.node.cmp(&b.node)));
        open
    }

    /// A tip with its penalty; none where something above it is closed.
    fn open_tip(&self, node: usize) -> Option<OpenTip> {
        let mut penalty = 0.0;
        for id in self.trace.path(node) {
            let labels = self.labels.get(&id)?;
            if self.closed.contains(&id) || labels.penalty == f64::INFINITY {
                return None;
            }
            penalty += labels.weight.unwrap_or(0.0);
        }
        Some(OpenTip { node, penalty })
    }

    fn set_value(&mut self, node: usize, value: Score) {
        self.values.resize(self.trace.nodes.len(), None);
        self.values[node] = Some(value);
    }

    /// The node just grown was reached by a forced move.
    pub fn forced(&mut self, number: u32) {
        if let Some(&node) = self.numbers.get(&number) {
            self.trace.nodes[node].forced = true;
        }
    }

    /// A proof closes a node.
    pub fn close_by_proof(&mut self, number: u32, bound: Score, sure: Score) {
        let id = self.numbers.get(&number).copied();
        self.closed.extend(id);
        let kind = EventKind::Closed { sure };
        self.record(id, |node| TraceEvent::new(node, kind).worth(bound));
    }

    /// A node's value was computed again. A child among the labels is known here by another number,
    /// or not at all.
    pub fn backup(&mut self, number: u32, value: Score, labels: &[(&'static str, f64)]) {
        let id = self.numbers.get(&number).copied();
        let child = |x: f64| self.numbers.get(&(x as u32)).map(|&id| id as f64);
        let here = |&(name, x): &(&'static str, f64)| {
            Some((name, if name == "a" { child(x)? } else { x }))
        };
        let labels: Vec<(&'static str, f64)> = labels.iter().filter_map(here).collect();
        if let (Some(id), Some(labels)) = (id, MinMaxLabels::of(&labels)) {
            self.labels.insert(id, labels);
        }
        if let Some(id) = id {
            self.set_value(id, value);
        }
        let kind = EventKind::Backup(labels);
        self.record(id, |node| TraceEvent::new(node, kind).worth(value));
    }
}
