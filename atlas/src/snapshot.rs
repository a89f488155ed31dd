//! How a project stands at a moment: the value and the best move of every position, eight bytes
//! each.
//!
//! A process that lives long takes one when its user looks, and knows at once what has changed when
//! they look again: [`Atlas::changes`] must tell the whole story to know how it was.

use gametree::{Persistent, Score};

use crate::atlas::{Atlas, AtlasError};
use crate::changes::{Changes, Figures, Moment, Past};
use crate::fact::{Code, NodeId, Raw};
use crate::graph::{Graph, NONE, UNKNOWN};
use crate::query::Query;
use crate::store::Store;

/// How a project stands.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Snapshot {
    values: Vec<Raw>,
    bests: Vec<Code>,
    figures: Figures,
    facts: u64,
}

impl Snapshot {
    /// Of a graph of this many facts.
    #[must_use]
    pub fn of(graph: &Graph, facts: u64) -> Snapshot {
        let query = Query::new(graph);
        let nodes = 0..graph.len() as NodeId;
        Snapshot {
            values: nodes
                .clone()
                .map(|node| graph.value(node).unwrap_or(UNKNOWN))
                .collect(),
            bests: nodes.map(|node| query.best(node).unwrap_or(NONE)).collect(),
            figures: Figures::of(graph),
            facts,
        }
    }

    /// How many facts there were.
    #[must_use]
    pub fn facts(&self) -> u64 {
        self.facts
    }

    /// How many positions there were.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.values.len()
    }
}

impl Past for Snapshot {
    fn value(&self, node: NodeId) -> Option<Score> {
        self.values
            .get(node as usize)
            .filter(|&&value| value != UNKNOWN)
            .map(|&value| Score::from_raw(value))
    }

    fn best(&self, node: NodeId) -> Option<Code> {
        self.bests
            .get(node as usize)
            .copied()
            .filter(|&code| code != NONE)
    }

    fn figures(&self) -> Figures {
        self.figures
    }
}

impl<G: Persistent, S: Store> Atlas<G, S> {
    /// How the project stands now.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot::of(self.graph(), self.facts())
    }

    /// How the project stood at a moment.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn snapshot_at(&self, moment: Moment) -> Result<Snapshot, AtlasError> {
        let then = self.then(moment)?;
        Ok(Snapshot::of(&then.graph, then.facts))
    }

    /// What has changed since a snapshot of this project, with this many of the positions that have
    /// changed most.
    ///
    /// # Errors
    /// When a move of the graph is not legal: the file is of another game or version.
    pub fn changes_against(&self, snapshot: &Snapshot, most: usize) -> Result<Changes, AtlasError> {
        self.compare(snapshot, snapshot.facts, most)
    }
}
