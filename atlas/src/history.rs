//! A position's life: its value, best move and effort, as the facts came.
//!
//! Up to 100,000 facts every one is applied and looked at: the history is exact. Beyond, the graph is computed at
//! evenly spaced facts, at most 200 of them and fewer the longer the story is, so that the work stays bounded: what lies
//! between two of them is not seen.

use gametree::{Archived, Score};

use crate::atlas::{Atlas, AtlasError};
use crate::changes::time;
use crate::fact::{Code, Fact, NodeId};
use crate::graph::{Graph, Misfit};
use crate::query::Query;
use crate::store::Store;

/// How a position stood after a fact.
#[derive(Clone, PartialEq, Debug)]
pub struct Point {
    /// After so many facts.
    pub facts: u64,
    /// Seconds since 1970, of the last fact that says so; 0 when none does.
    pub at: u64,
    /// The value.
    pub value: Option<Score>,
    /// The best move.
    pub best: Option<Code>,
    /// The engine's own score.
    pub direct: Option<Score>,
    /// Positions searched for that.
    pub nodes: u64,
}

/// A position's life.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct History {
    /// The points at which something had changed, oldest first.
    pub points: Vec<Point>,
    /// Whether every fact was looked at.
    pub exact: bool,
}

/// So many facts are looked at one by one.
const EXACT: u64 = 100_000;

/// The most and the fewest points of a longer story, and the facts that all computations together may look at.
const POINTS: (u64, u64) = (20, 200);
const WORK: u64 = 40_000_000;

impl<G: Archived, S: Store> Atlas<G, S> {
    /// The life of a position.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn history(&self, node: NodeId) -> Result<History, AtlasError> {
        let mut facts = 0;
        self.each_fact(|_| facts += 1)?;
        let every = if facts <= EXACT { 1 } else { facts.div_ceil((WORK / facts).clamp(POINTS.0, POINTS.1)) };
        self.history_every(node, every)
    }

    /// The life of a position, looked at after every so many facts, and after the last.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn history_every(&self, node: NodeId, every: u64) -> Result<History, AtlasError> {
        let mut teller = Teller {
            node,
            every: every.max(1),
            graph: Graph::default(),
            facts: 0,
            at: 0,
            history: History { points: Vec::new(), exact: every <= 1 },
        };
        let mut misfit = Ok(());
        self.each_fact(|fact| {
            if misfit.is_ok() {
                misfit = teller.hear(&fact);
            }
        })?;
        misfit?;
        Ok(teller.end())
    }
}

struct Teller {
    node: NodeId,
    every: u64,
    graph: Graph,
    facts: u64,
    at: u64,
    history: History,
}

impl Teller {
    fn hear(&mut self, fact: &Fact) -> Result<(), Misfit> {
        self.facts += 1;
        self.at = time(fact).unwrap_or(self.at);
        if self.every == 1 {
            self.graph.apply(fact)?;
            // Asking changes nothing that is told here.
            if !matches!(fact, Fact::Asked { .. } | Fact::Source { .. }) {
                self.look();
            }
            return Ok(());
        }
        self.graph.take(fact)?;
        if self.facts.is_multiple_of(self.every) {
            self.graph.recompute();
            self.look();
        }
        Ok(())
    }

    fn look(&mut self) {
        if self.node as usize >= self.graph.len() {
            return;
        }
        let query = Query::new(&self.graph);
        let position = query.position(self.node);
        let point = Point {
            facts: self.facts,
            at: self.at,
            value: position.value,
            best: query.best(self.node),
            direct: position.direct,
            nodes: position.nodes,
        };
        let same = |last: &Point| Point { facts: point.facts, at: point.at, ..last.clone() } == point;
        if !self.history.points.last().is_some_and(same) {
            self.history.points.push(point);
        }
    }

    fn end(mut self) -> History {
        if self.every > 1 {
            self.graph.recompute();
            self.look();
        }
        self.history
    }
}
