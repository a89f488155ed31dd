//! A position as time went by.

use std::hash::{Hash, Hasher};

use gametree::Score;
use rustc_hash::FxHasher;

use crate::fact::{Code, NodeId};
use crate::graph::Graph;
use crate::query::{MoveState, Query};

/// The most points of a position.
const POINTS: usize = 500;

/// The most moves that a point lists.
const MOVES: usize = 5;

/// How a position stood.
#[derive(Clone, PartialEq, Debug)]
pub struct Point {
    /// Seconds since 1970, of the last fact that says so; 0 when none does.
    pub at: u64,
    /// After this many facts.
    pub facts: u64,
    /// The value.
    pub value: Option<Score>,
    /// The best move.
    pub best: Option<Code>,
    /// The best moves of the graph with what they count for, at most five.
    pub moves: Vec<(Code, Option<Score>)>,
}

impl Point {
    fn tells_the_same(&self, other: &Point) -> bool {
        (self.value, self.best, &self.moves) == (other.value, other.best, &other.moves)
    }
}

/// A position as time went by.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// The position.
    pub node: NodeId,
    points: Vec<Point>,
    /// The last point, which may be one of those left out.
    last: Option<Point>,
    /// One change in this many is saved.
    stride: u64,
    changes: u64,
    /// What the last point was made of.
    seen: u64,
}

impl Series {
    pub(super) fn new(node: NodeId) -> Series {
        Series {
            node,
            points: Vec::new(),
            last: None,
            stride: 1,
            changes: 0,
            seen: 0,
        }
    }

    /// The points, oldest first; the last is how it stands now.
    pub fn points(&self) -> impl Iterator<Item = &Point> {
        let kept = self.points.last();
        self.points
            .iter()
            .chain(self.last.as_ref().filter(|&last| kept != Some(last)))
    }

    /// How often it has changed, points left out counted too.
    #[must_use]
    pub fn changes(&self) -> u64 {
        self.changes
    }

    pub(super) fn look(&mut self, graph: &Graph, (at, facts): (u64, u64)) {
        if self.node as usize >= graph.len() {
            return;
        }
        let seen = sight(graph, self.node);
        if self.last.is_some() && seen == self.seen {
            return;
        }
        self.seen = seen;
        let query = Query::new(graph);
        let rows = query.plain_moves(self.node);
        let counted = rows.iter().filter(|row| row.state != MoveState::Excluded);
        let moves = counted
            .take(MOVES)
            .map(|row| (row.code, row.value))
            .collect();
        let (value, best) = (query.value(self.node), query.best(self.node));
        let point = Point {
            at,
            facts,
            value,
            best,
            moves,
        };
        if !self
            .last
            .as_ref()
            .is_some_and(|last| last.tells_the_same(&point))
        {
            self.add(point);
        }
    }

    fn add(&mut self, point: Point) {
        if self.changes.is_multiple_of(self.stride) {
            // The last one, which is always listed, has a place of its own.
            if self.points.len() + 1 >= POINTS {
                let mut keep = false;
                self.points.retain(|_| {
                    keep = !keep;
                    keep
                });
                self.stride *= 2;
            }
            if self.changes.is_multiple_of(self.stride) {
                self.points.push(point.clone());
            }
        }
        self.changes += 1;
        self.last = Some(point);
    }
}

/// Everything that a point is made of, as one number: most facts change nothing of it.
fn sight(graph: &Graph, id: NodeId) -> u64 {
    let mut hasher = FxHasher::default();
    let node = graph.node(id);
    (
        node.value,
        graph.is_open(id),
        graph.line(id).first(),
        graph.rest(id),
        node.rest_best,
    )
        .hash(&mut hasher);
    for (edge_id, edge) in graph.out(id) {
        (
            edge_id,
            graph.counted(edge),
            edge.excluded,
            graph.effort_behind(node, edge),
        )
            .hash(&mut hasher);
    }
    hasher.finish()
}
