//! An outline of what lies below a position: best first, every position once.
//!
//! Shares multiply along a way, so the way of the greatest share to a position is found as a shortest way is
//! (Dijkstra 1959): the position stands there with what lies below it, and everywhere else as a transposition.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use gametree::{Archived, Score};
use rustc_hash::FxHashMap;

use crate::atlas::{Atlas, AtlasError, illegal, settled};
use crate::fact::{Code, NodeId, Origin};
use crate::graph::Graph;
use crate::query::{MoveRow, MoveState, Query};
use crate::store::Store;

/// How much of what lies below a position is wanted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cut {
    /// Nothing with a smaller share.
    pub share: f64,
    /// Nothing further down, in moves.
    pub depth: usize,
    /// At most so many rows.
    pub rows: usize,
    /// Whether moves that the user excluded are shown.
    pub excluded: bool,
}

impl Cut {
    /// Everything.
    pub const NOTHING: Cut = Cut { share: 0.0, depth: usize::MAX, rows: usize::MAX, excluded: true };
}

impl Default for Cut {
    /// What a person can read.
    fn default() -> Self {
        Cut { share: 0.001, depth: 40, rows: 2000, excluded: false }
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
        self.rows.iter().position(|row| row.node == node && row.place == Place::First)
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

/// A row that may come next.
struct Waiting {
    share: f64,
    /// Where among all rows that ever waited: older ones first.
    number: usize,
    /// The row found for the position before it, and the place among its moves.
    parent: Option<(usize, usize)>,
    row: Row,
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        self.share.total_cmp(&other.share).then(other.number.cmp(&self.number))
    }
}

/// An outline as it grows, rows in the order in which they are found.
struct Growing<'q, 'g> {
    query: &'q Query<'g>,
    cut: Cut,
    waiting: BinaryHeap<Waiting>,
    pushed: usize,
    rows: Vec<Row>,
    /// The rows below each row, with their places among its moves.
    below: Vec<Vec<(usize, usize)>>,
    first: FxHashMap<NodeId, usize>,
}

impl Query<'_> {
    /// The outline of what lies below a position.
    #[must_use]
    pub fn walk(&self, start: NodeId, cut: Cut) -> Walk {
        let mut growing = Growing {
            query: self,
            cut,
            waiting: BinaryHeap::new(),
            pushed: 0,
            rows: Vec::new(),
            below: Vec::new(),
            first: FxHashMap::default(),
        };
        growing.push(None, start_row(self, start));
        growing.grow();
        growing.ordered()
    }
}

fn start_row(query: &Query<'_>, node: NodeId) -> Row {
    Row {
        parent: None,
        depth: 0,
        code: None,
        node,
        value: query.value(node),
        share: 1.0,
        place: Place::First,
        best: true,
        state: None,
        origin: None,
        note: query.note(node),
        hidden: 0,
    }
}

impl Growing<'_, '_> {
    fn push(&mut self, parent: Option<(usize, usize)>, row: Row) {
        self.waiting.push(Waiting { share: row.share, number: self.pushed, parent, row });
        self.pushed += 1;
    }

    fn grow(&mut self) {
        while self.rows.len() < self.cut.rows
            && let Some(next) = self.waiting.pop()
        {
            let place = self.rows.len();
            if let Some((parent, among)) = next.parent {
                self.below[parent].push((among, place));
                self.rows[parent].hidden -= 1;
            }
            self.rows.push(next.row);
            self.below.push(Vec::new());
            match self.first.get(&self.rows[place].node) {
                Some(&first) => self.rows[place].place = self.elsewhere(place, first),
                None => {
                    self.first.insert(self.rows[place].node, place);
                    self.expand(place);
                }
            }
        }
    }

    fn elsewhere(&self, place: usize, first: usize) -> Place {
        let mut up = std::iter::successors(self.rows[place].parent, |&row| self.rows[row].parent);
        if up.any(|row| row == first) { Place::Again(first) } else { Place::See(first) }
    }

    fn expand(&mut self, place: usize) {
        let (node, depth, share) = {
            let row = &self.rows[place];
            (row.node, row.depth + 1, row.share)
        };
        let moves = self.query.moves(node).rows;
        self.rows[place].hidden = moves.len();
        for (among, found) in moves.into_iter().enumerate() {
            let share = share * found.share;
            let excluded = found.state == MoveState::Excluded;
            if depth > self.cut.depth || share < self.cut.share || (excluded && !self.cut.excluded) {
                continue;
            }
            let row = self.below(place, found);
            self.push(Some((place, among)), Row { depth, share, ..row });
        }
    }

    fn below(&self, parent: usize, found: MoveRow) -> Row {
        Row {
            parent: Some(parent),
            depth: 0,
            code: Some(found.code),
            node: found.node,
            value: self.query.value(found.node),
            share: 0.0,
            place: Place::First,
            best: found.best,
            state: Some(found.state),
            origin: Some(found.origin),
            note: found.note,
            hidden: 0,
        }
    }

    /// Depth first, with new numbers.
    fn ordered(mut self) -> Walk {
        let mut order = Vec::with_capacity(self.rows.len());
        let mut stack: Vec<usize> = (0..self.rows.len().min(1)).collect();
        while let Some(place) = stack.pop() {
            order.push(place);
            self.below[place].sort_unstable();
            stack.extend(self.below[place].iter().rev().map(|&(_, row)| row));
        }
        let mut number = vec![0; self.rows.len()];
        for (new, &old) in order.iter().enumerate() {
            number[old] = new;
        }
        let renumbered = |old: usize| {
            let mut row = self.rows[old].clone();
            row.parent = row.parent.map(|parent| number[parent]);
            row.place = match row.place {
                Place::First => Place::First,
                Place::See(first) => Place::See(number[first]),
                Place::Again(first) => Place::Again(number[first]),
            };
            row
        };
        Walk { rows: order.into_iter().map(renumbered).collect() }
    }
}

/// A row with the positions behind it.
pub struct Played<'a, G: Archived> {
    /// The row's number.
    pub number: usize,
    /// The row.
    pub row: &'a Row,
    /// The position before the move, and the move; `None` for the first row.
    pub by: Option<(&'a G, G::Move)>,
    /// The position.
    pub position: &'a G,
}

impl<G: Archived> Played<'_, G> {
    /// The move's name; empty for the first row.
    #[must_use]
    pub fn name(&self) -> String {
        self.by.map(|(before, m)| before.write_move(m)).unwrap_or_default()
    }
}

impl<G: Archived, S: Store> Atlas<G, S> {
    /// Plays an outline: every row with its position, in order.
    ///
    /// # Errors
    /// When a move of the graph is not legal: the file is of another game or version. Or what `each` says.
    pub fn play<E: From<AtlasError>>(
        &self,
        walk: &Walk,
        mut each: impl FnMut(Played<'_, G>) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(start) = walk.rows.first() else { return Ok(()) };
        // The positions on the way to the present row, by depth.
        let mut way: Vec<G> = vec![self.position(start.node)?];
        for (number, row) in walk.rows.iter().enumerate() {
            way.truncate(row.depth.max(1));
            let mut by = None;
            if let Some(code) = row.code {
                let before = &way[row.depth - 1];
                let m = before.decode(code).ok_or_else(|| illegal(before, code))?;
                way.push(settled(before.after(m)));
                by = Some(m);
            }
            let by = by.map(|m| (&way[row.depth - 1], m));
            each(Played { number, row, by, position: &way[row.depth] })?;
        }
        Ok(())
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
