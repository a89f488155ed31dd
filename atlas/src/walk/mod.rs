//! An outline of what lies below a position: best first, every position once.
//!
//! Shares multiply along a way, so the way of the greatest share to a position is found as a
//! shortest way is (Dijkstra 1959): the position stands there with what lies below it, and
//! everywhere else as a transposition.

mod growing;
mod played;

use gametree::Score;

pub(crate) use growing::Growing;
pub use played::Played;

use crate::fact::{Code, NodeId, Origin};
use crate::graph::Graph;
use crate::query::{MoveState, Query};

/// How much of what lies below a position is wanted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cut {
    /// Nothing with a smaller share.
    pub share: f64,
    /// Nothing further down, in moves.
    pub depth: usize,
    /// At most this many rows.
    pub rows: usize,
    /// Whether moves that the user excluded are shown.
    pub excluded: bool,
}

impl Cut {
    /// Everything.
    pub const NOTHING: Cut = Cut {
        share: 0.0,
        depth: usize::MAX,
        rows: usize::MAX,
        excluded: true,
    };
}

impl Default for Cut {
    /// What a person can read.
    fn default() -> Self {
        Cut {
            share: 0.001,
            depth: 40,
            rows: 2000,
            excluded: false,
        }
    }
}

/// A position as the outline shows it, and the move that leads to it.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The row of the position before the move; `None` for the first.
    pub parent: Option<usize>,
    /// Moves from the start.
    pub depth: usize,
    /// The move; `None` for the first row.
    pub code: Option<Code>,
    /// The position.
    pub node: NodeId,
    /// Its value, counted from the position itself.
    pub value: Option<Score>,
    /// Its part of the start.
    pub share: f64,
    /// How it stands here.
    pub place: Place,
    /// Whether the move carries the value of the position before it.
    pub best: bool,
    /// What is going on there; `None` for the first row.
    pub state: Option<MoveState>,
    /// Who wanted the move; `None` for the first row.
    pub origin: Option<Origin>,
    /// The user's note.
    pub note: String,
    /// Moves of the graph that are not shown below it.
    pub hidden: usize,
    /// What the best of them counts for, excluded ones aside.
    pub hidden_best: Option<Score>,
}

/// How a position stands in the outline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Here, with what lies below it.
    First,
    /// As a transposition: it stands in this row.
    See(usize),
    /// It has been on the way to itself, in this row: a repetition.
    Again(usize),
}

/// An outline: rows depth first, the mover's best move first.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Walk {
    /// The rows; every row comes after its parent.
    pub rows: Vec<Row>,
}

impl Walk {
    /// The row with the position and what lies below it.
    #[must_use]
    pub fn first(&self, node: NodeId) -> Option<usize> {
        self.rows
            .iter()
            .position(|row| row.node == node && row.place == Place::First)
    }

    /// The moves from the start to a row.
    #[must_use]
    pub fn path(&self, row: usize) -> Vec<Code> {
        let mut codes: Vec<Code> = self.up(row).filter_map(|row| self.rows[row].code).collect();
        codes.reverse();
        codes
    }

    /// A row, its parent, and so on.
    pub fn up(&self, row: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(row), |&row| self.rows[row].parent)
    }

    /// The rows below each row, in order.
    #[must_use]
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.rows.len()];
        for (place, row) in self.rows.iter().enumerate() {
            if let Some(parent) = row.parent {
                children[parent].push(place);
            }
        }
        children
    }
}

impl Query<'_> {
    /// The outline of what lies below a position.
    #[must_use]
    pub fn walk(&self, start: NodeId, cut: Cut) -> Walk {
        Growing::new(self, cut).walk(start)
    }
}

impl Graph {
    /// Every position that can be reached from one, itself first.
    #[must_use]
    pub fn reachable(&self, start: NodeId) -> Vec<NodeId> {
        let mut seen = vec![false; self.len()];
        let mut found = vec![start];
        seen[start as usize] = true;
        let mut next = 0;
        while let Some(&at) = found.get(next) {
            next += 1;
            for (_, edge) in self.out(at) {
                if !std::mem::replace(&mut seen[edge.to as usize], true) {
                    found.push(edge.to);
                }
            }
        }
        found
    }
}
