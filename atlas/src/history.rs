//! A position's life: its value, best move and effort, as the facts came.
//!
//! Up to 100,000 facts every one is applied and looked at: the history is exact. Beyond, the graph
//! is computed at evenly spaced facts, at most 200 of them and fewer the longer the story is, so
//! that the work stays bounded: what lies between two of them is not seen.

use gametree::{Persistent, Score};

use crate::atlas::{Atlas, AtlasError};
use crate::fact::{Code, Fact, NodeId};
use crate::graph::{Graph, InconsistentFact};
use crate::journal::Journal;
use crate::query::Query;
use crate::store::Store;

/// How a position stood after a fact.
#[derive(Clone, PartialEq, Debug)]
pub struct Point {
    /// After this many facts.
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

/// Up to this many facts every one is looked at.
const EXACT: u64 = 100_000;

/// The fewest and the most points of a longer story, and the facts that all computations together
/// may look at.
const HISTORY_SAMPLING: Sampling = Sampling {
    points: (20, 200),
    work: 40_000_000,
};

/// The same for a journal, which is made when a project is opened.
const JOURNAL_SAMPLING: Sampling = Sampling {
    points: (5, 200),
    work: 10_000_000,
};

impl<G: Persistent, S: Store> Atlas<G, S> {
    /// The life of a position.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn history(&self, node: NodeId) -> Result<History, AtlasError> {
        self.history_every(node, HISTORY_SAMPLING.every(self.facts()))
    }

    /// The life of a position, sampled once in this many facts, and after the last.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn history_every(&self, node: NodeId, every: u64) -> Result<History, AtlasError> {
        let history = History {
            points: Vec::new(),
            exact: every <= 1,
        };
        let mut builder = HistoryBuilder {
            node,
            facts: 0,
            at: 0,
            history,
        };
        self.replay(every, &mut |replayed| builder.hear(&replayed))?;
        Ok(builder.history)
    }

    /// The journal of everything that has happened so far: exact up to 100,000 facts, at evenly
    /// spaced facts beyond, so that the work stays bounded.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn told(&self) -> Result<Journal, AtlasError> {
        self.told_every(JOURNAL_SAMPLING.every(self.facts()))
    }

    /// The same, sampled once in this many facts, and after the last.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn told_every(&self, every: u64) -> Result<Journal, AtlasError> {
        let mut journal = Journal::following(self.graph());
        self.replay(every, &mut |replayed| match replayed.fact {
            Some(fact) => journal.hear(fact, replayed.graph, replayed.fresh),
            None => journal.look(replayed.graph),
        })?;
        Ok(journal)
    }

    /// Tells every fact again, with the graph as it was then. What is derived is up to date after
    /// each interval of this many facts, and at the end.
    pub(crate) fn replay(
        &self,
        every: u64,
        each: &mut dyn FnMut(Replayed<'_>),
    ) -> Result<(), AtlasError> {
        let mut graph = Graph::default();
        let mut facts: u64 = 0;
        let mut result = Ok(());
        self.each_fact(|fact| {
            if result.is_ok() {
                facts += 1;
                let fresh = every <= 1 || facts.is_multiple_of(every);
                result = advance(&mut graph, &fact, every, fresh);
                each(Replayed {
                    fact: Some(&fact),
                    graph: &graph,
                    fresh,
                });
            }
        })?;
        result?;
        if every > 1 {
            graph.recompute();
            each(Replayed {
                fact: None,
                graph: &graph,
                fresh: true,
            });
        }
        Ok(())
    }
}

/// A fact that is replayed, and the graph after it; `None` at the end.
pub(crate) struct Replayed<'a> {
    pub fact: Option<&'a Fact>,
    pub graph: &'a Graph,
    /// Whether what is derived is up to date.
    pub fresh: bool,
}

/// How often a long story is looked at.
pub(crate) struct Sampling {
    /// The fewest and the most samples.
    pub points: (u64, u64),
    /// The facts that all looks together may cost.
    pub work: u64,
}

impl Sampling {
    /// The number of facts from one sample to the next, for a log of this length.
    pub fn every(&self, facts: u64) -> u64 {
        let (least, most) = self.points;
        if facts <= EXACT {
            1
        } else {
            facts.div_ceil((self.work / facts).clamp(least, most))
        }
    }
}

fn advance(
    graph: &mut Graph,
    fact: &Fact,
    every: u64,
    fresh: bool,
) -> Result<(), InconsistentFact> {
    if every <= 1 {
        return graph.apply(fact);
    }
    graph.take(fact)?;
    if fresh {
        graph.recompute();
    }
    Ok(())
}

struct HistoryBuilder {
    node: NodeId,
    facts: u64,
    at: u64,
    history: History,
}

impl HistoryBuilder {
    fn hear(&mut self, replayed: &Replayed<'_>) {
        self.facts += u64::from(replayed.fact.is_some());
        self.at = replayed.fact.and_then(Fact::time).unwrap_or(self.at);
        // Giving out a task changes nothing that is reported here.
        let asked = self.history.exact && replayed.fact.is_some_and(is_asking);
        if replayed.fresh && !asked {
            self.look(replayed.graph);
        }
    }

    fn look(&mut self, graph: &Graph) {
        if self.node as usize >= graph.len() {
            return;
        }
        let query = Query::new(graph);
        let position = query.position(self.node);
        let point = Point {
            facts: self.facts,
            at: self.at,
            value: position.value,
            best: query.best(self.node),
            direct: position.direct,
            nodes: position.nodes,
        };
        let same = |last: &Point| {
            Point {
                facts: point.facts,
                at: point.at,
                ..last.clone()
            } == point
        };
        if !self.history.points.last().is_some_and(same) {
            self.history.points.push(point);
        }
    }
}

/// Whether a fact only says that there is or may be a task.
fn is_asking(fact: &Fact) -> bool {
    matches!(fact, Fact::Asked { .. } | Fact::Source { .. })
}
