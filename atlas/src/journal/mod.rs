//! A journal: the values of important positions over time, and how fast results came.
//!
//! A long-lived process has one with its project ([`crate::Atlas::keep`]). It hears every fact as
//! it comes, and has at any moment what a page wants to draw. It is small: at most 500 points per
//! position, spread evenly over its changes, and one sample per minute for the last day.

mod series;

use std::collections::VecDeque;

pub use series::{Point, Series};

use crate::fact::{Fact, Found, NodeId, Order, Origin};
use crate::graph::Graph;

/// The minutes that are saved.
const DAY: u64 = 24 * 60;

/// Whether a fact says nothing new by itself: tasks, and engines' moves, which come with a task or
/// a result.
fn is_quiet(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::Asked { .. }
            | Fact::Source { .. }
            | Fact::Move {
                by: Origin::Engine,
                ..
            }
    )
}

/// What came in a minute.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Minute {
    /// Seconds since 1970, when it began.
    pub at: u64,
    /// Results.
    pub answers: u64,
    /// Positions that engines searched for them.
    pub nodes: u64,
    /// New positions of the graph.
    pub positions: u64,
}

/// The journal of a project.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Journal {
    series: Vec<Series>,
    minutes: VecDeque<Minute>,
    facts: u64,
    at: u64,
    /// Positions that are in a minute.
    positions: u64,
}

impl Journal {
    /// A journal that begins now: it follows the roots and what the user watches.
    #[must_use]
    pub fn begin(graph: &Graph, facts: u64) -> Journal {
        let positions = graph.len() as u64;
        let mut journal = Journal {
            facts,
            positions,
            ..Journal::following(graph)
        };
        journal.look(graph);
        journal
    }

    pub(crate) fn following(graph: &Graph) -> Journal {
        let mut journal = Journal::default();
        let watched = graph
            .marks()
            .iter()
            .filter(|(_, mark)| !mark.watches.is_empty());
        let mut watched: Vec<NodeId> = watched.map(|(&node, _)| node).collect();
        watched.sort_unstable();
        let roots = graph.roots().iter().map(|root| root.node);
        roots.chain(watched).for_each(|node| journal.follow(node));
        journal
    }

    /// Follows a position from now on.
    pub fn follow(&mut self, node: NodeId) {
        if self.of(node).is_none() {
            self.series.push(Series::new(node));
        }
    }

    /// Follows a position no more, and forgets it.
    pub fn leave(&mut self, node: NodeId) {
        self.series.retain(|series| series.node != node);
    }

    /// The positions that it follows, the roots first.
    #[must_use]
    pub fn series(&self) -> &[Series] {
        &self.series
    }

    /// A position as time went by, if it is followed.
    #[must_use]
    pub fn of(&self, node: NodeId) -> Option<&Series> {
        self.series.iter().find(|series| series.node == node)
    }

    /// The minutes in which something came, oldest first: those of the last day before the latest.
    pub fn minutes(&self) -> impl ExactSizeIterator<Item = &Minute> {
        self.minutes.iter()
    }

    /// How many facts it has heard, and when the last came that says so: seconds since 1970.
    #[must_use]
    pub fn heard(&self) -> (u64, u64) {
        (self.facts, self.at)
    }

    /// A fact has come into the graph; `fresh` when everything derived is up to date.
    pub(crate) fn hear(&mut self, fact: &Fact, graph: &Graph, fresh: bool) {
        self.facts += 1;
        if let Some(at) = fact.time() {
            self.at = self.at.max(at);
            self.count(fact, at, graph.len() as u64);
        }
        self.choose_followed(fact, graph);
        if fresh && !is_quiet(fact) {
            self.look(graph);
        }
    }

    pub(crate) fn look(&mut self, graph: &Graph) {
        let when = (self.at, self.facts);
        self.series
            .iter_mut()
            .for_each(|series| series.look(graph, when));
    }

    /// Roots are followed, and what the user watches, as long as they do.
    fn choose_followed(&mut self, fact: &Fact, graph: &Graph) {
        match fact {
            Fact::Root { about, .. } => graph
                .find(about.key)
                .into_iter()
                .for_each(|node| self.follow(node)),
            Fact::Steered {
                order:
                    Order::Watch {
                        node,
                        rule: Some(_),
                    },
                ..
            } => self.follow(*node),
            Fact::Steered {
                order: Order::Watch { node, rule: None },
                ..
            } if graph.roots().iter().all(|root| root.node != *node) => {
                self.leave(*node);
            }
            _ => {}
        }
    }

    fn count(&mut self, fact: &Fact, at: u64, positions: u64) {
        let new = positions.saturating_sub(std::mem::replace(&mut self.positions, positions));
        let (answers, nodes) = match fact {
            Fact::Found(Found {
                ticket: Some(_),
                nodes,
                ..
            }) => (1, *nodes),
            _ => (0, 0),
        };
        if (answers, new) == (0, 0) {
            return;
        }
        let minute = self.minute(at - at % 60);
        minute.answers += answers;
        minute.nodes = minute.nodes.saturating_add(nodes);
        minute.positions += new;
        let first = self.at.saturating_sub(self.at % 60 + (DAY - 1) * 60);
        while self.minutes.front().is_some_and(|minute| minute.at < first) {
            self.minutes.pop_front();
        }
    }

    /// The sample of a minute. Clocks are set back at times, and analyses come from elsewhere.
    fn minute(&mut self, at: u64) -> &mut Minute {
        let place = self.minutes.partition_point(|minute| minute.at < at);
        if self.minutes.get(place).is_none_or(|minute| minute.at != at) {
            self.minutes.insert(
                place,
                Minute {
                    at,
                    ..Minute::default()
                },
            );
        }
        &mut self.minutes[place]
    }
}
