//! A map of what lies below a position: every position a box as wide as its part of the start, its
//! moves below it.
//!
//! ```text
//!   ├──────────────── start ────────────────┤   x 0, width 1
//!   ├─────── e4 ───────┤├─── d4 ───┤             best first; the gap is what is not shown, and moves not in the graph
//!   ├── c5 ──┤├ e5 ┤     ├─ d5 ─┤
//! ```
//!
//! It is an outline (see [`crate::walk`]) with places: a position stands once, where its part is
//! greatest, and its other boxes are empty. So the cost is that of the boxes shown and their moves,
//! however large the graph is.

use gametree::Score;

use crate::fact::{Code, NodeId, Origin};
use crate::graph::{Graph, NONE, is};
use crate::query::{MoveRow, MoveState, Query};
use crate::walk::{Cut, Growing, Place, Row, Walk};

/// How much of a map is wanted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MapCut {
    /// Nothing narrower; the start has 1.
    pub min: f64,
    /// Nothing further down, in moves.
    pub depth: usize,
    /// At most this many rows, the widest.
    pub limit: usize,
    /// What a width means.
    pub size: Size,
}

impl Default for MapCut {
    /// What a screen can show.
    fn default() -> Self {
        MapCut {
            min: 0.0006,
            depth: 60,
            limit: 5000,
            size: Size::Share,
        }
    }
}

/// What a width means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Size {
    /// Shares: how much a position matters to the start.
    #[default]
    Share,
    /// How many positions came into the graph below it, itself one of them. A position counts where
    /// it came in first; by other moves it has no width. Takes a look at every position of the
    /// graph.
    Positions,
    /// The same, by `ln(1 + n)` among the moves of a position: small parts are seen, too.
    LogPositions,
}

/// A box of the map.
#[derive(Clone, PartialEq, Debug)]
pub struct MapRow {
    /// The position.
    pub node: NodeId,
    /// The row of the position before the move; `None` for the first.
    pub parent: Option<usize>,
    /// Where the box begins, from 0.
    pub x: f64,
    /// How wide it is, at most 1.
    pub width: f64,
    /// Moves from the start.
    pub depth: usize,
    /// The move; `None` for the first row.
    pub code: Option<Code>,
    /// The position's value, counted from itself.
    pub value: Option<Score>,
    /// What is going on there; `None` for the first row.
    pub state: Option<MoveState>,
    /// Whether the move carries the value of the position before it.
    pub best: bool,
    /// Whether the position stands here, or is seen elsewhere, in which row.
    pub kind: Place,
    /// Whether the user wanted the move.
    pub by_user: bool,
    /// Whether the user wrote a note on the position.
    pub noted: bool,
    /// Whether the user watches the position.
    pub watched: bool,
    /// Moves of the graph that are not shown below it.
    pub hidden: usize,
    /// What the best of them counts for, excluded ones aside.
    pub hidden_best: Option<Score>,
    /// Whether a task about the position is open.
    pub running: bool,
}

/// A map: rows depth first, the mover's best move first.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MapRows {
    /// The rows; every row comes after its parent.
    pub rows: Vec<MapRow>,
}

impl Query<'_> {
    /// The map of what lies below a position. Excluded moves are not on it.
    #[must_use]
    pub fn map(&self, start: NodeId, cut: MapCut) -> MapRows {
        let walk = self.sized(start, cut);
        let mut rows: Vec<MapRow> = Vec::with_capacity(walk.rows.len());
        // Where the next box below each row begins.
        let mut next: Vec<f64> = Vec::with_capacity(walk.rows.len());
        for row in &walk.rows {
            let x = row.parent.map_or(0.0, |parent| next[parent]);
            if let Some(parent) = row.parent {
                next[parent] += row.share;
            }
            next.push(x);
            rows.push(self.boxed(row, x));
        }
        MapRows { rows }
    }

    fn sized(&self, start: NodeId, cut: MapCut) -> Walk {
        let outline = Cut {
            share: cut.min,
            depth: cut.depth,
            rows: cut.limit,
            excluded: false,
        };
        let counts = match cut.size {
            Size::Share => return self.walk(start, outline),
            Size::Positions | Size::LogPositions => self.graph().positions_below(),
        };
        let log = cut.size == Size::LogPositions;
        let parts =
            |node: NodeId, moves: &[MoveRow]| parts(self.graph(), &counts, (node, moves), log);
        Growing::by(self, outline, &parts).walk(start)
    }

    fn boxed(&self, row: &Row, x: f64) -> MapRow {
        let node = self.graph().node(row.node);
        let watched = self
            .graph()
            .marks()
            .get(&row.node)
            .is_some_and(|mark| !mark.watches.is_empty());
        MapRow {
            node: row.node,
            parent: row.parent,
            x,
            width: row.share,
            depth: row.depth,
            code: row.code,
            value: row.value,
            state: row.state,
            best: row.best,
            kind: row.place,
            by_user: row.origin == Some(Origin::User),
            noted: !row.note.is_empty(),
            watched,
            hidden: row.hidden,
            hidden_best: row.hidden_best,
            running: node.has(is::WHOLE_ASKED) || node.has(is::REST_ASKED),
        }
    }
}

/// The parts of moves by the positions below them. The position itself counts as one that is not
/// shown.
fn parts(
    graph: &Graph,
    counts: &[u32],
    (node, moves): (NodeId, &[MoveRow]),
    log: bool,
) -> Vec<f64> {
    let size = |count: u32| {
        if log {
            libm::log1p(f64::from(count))
        } else {
            f64::from(count)
        }
    };
    let born_here = |found: &MoveRow| {
        let born = graph.node(found.node).born;
        born != NONE && (graph.edge(born).from, graph.edge(born).code) == (node, found.code)
    };
    let weight = |found: &MoveRow| {
        if born_here(found) {
            size(counts[found.node as usize])
        } else {
            0.0
        }
    };
    let weights: Vec<f64> = moves.iter().map(weight).collect();
    let sum = size(1) + weights.iter().sum::<f64>();
    weights.into_iter().map(|weight| weight / sum).collect()
}

impl Graph {
    /// How many positions came into the graph below each position, itself one of them. The move by
    /// which a position came is always newer than the one by which the position before it did, so
    /// one look at each is enough.
    #[must_use]
    pub fn positions_below(&self) -> Vec<u32> {
        let mut counts = vec![1; self.len()];
        for (id, edge) in self.edges.iter().enumerate().rev() {
            if self.node(edge.to).born == id as u32 {
                counts[edge.from as usize] += counts[edge.to as usize];
            }
        }
        counts
    }
}
