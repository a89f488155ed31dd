//! An outline as it grows, the greatest share first.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use gametree::Score;
use rustc_hash::FxHashMap;

use super::{Cut, Place, Row, Walk};
use crate::fact::NodeId;
use crate::query::{MoveRow, MoveState, Query};

/// A row that may come next.
struct Waiting {
    share: f64,
    /// Where among all rows that ever waited: older ones first.
    number: usize,
    /// The row found for the position before it, and the place among its moves.
    parent: Option<(usize, usize)>,
    /// What the move counts for.
    counts: Option<Score>,
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
        self.share
            .total_cmp(&other.share)
            .then(other.number.cmp(&self.number))
    }
}

/// The parts that the moves of a position have of it, together at most one.
pub(crate) type Parts<'q> = &'q dyn Fn(NodeId, &[MoveRow]) -> Vec<f64>;

/// An outline as it grows, rows in the order in which they are found.
pub(crate) struct Growing<'q, 'g> {
    query: &'q Query<'g>,
    cut: Cut,
    parts: Parts<'q>,
    waiting: BinaryHeap<Waiting>,
    pushed: usize,
    rows: Vec<Row>,
    /// The rows below each row, with their places among its moves.
    below: Vec<Vec<(usize, usize)>>,
    /// The first move of each row that is not shown, excluded ones aside, and what it counts for.
    unseen: Vec<Option<(usize, Option<Score>)>>,
    first: FxHashMap<NodeId, usize>,
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
        hidden_best: None,
    }
}

impl<'q, 'g> Growing<'q, 'g> {
    /// An outline whose parts are the shares.
    pub fn new(query: &'q Query<'g>, cut: Cut) -> Growing<'q, 'g> {
        Growing::by(query, cut, &|_, moves| {
            moves.iter().map(|found| found.share).collect()
        })
    }

    /// An outline with parts of another kind.
    pub fn by(query: &'q Query<'g>, cut: Cut, parts: Parts<'q>) -> Growing<'q, 'g> {
        Growing {
            query,
            cut,
            parts,
            waiting: BinaryHeap::new(),
            pushed: 0,
            rows: Vec::new(),
            below: Vec::new(),
            unseen: Vec::new(),
            first: FxHashMap::default(),
        }
    }

    /// The outline below a position.
    pub fn walk(mut self, start: NodeId) -> Walk {
        let row = start_row(self.query, start);
        self.push(Waiting {
            share: row.share,
            number: 0,
            parent: None,
            counts: None,
            row,
        });
        self.grow();
        self.look_back();
        self.ordered()
    }

    fn push(&mut self, waiting: Waiting) {
        self.waiting.push(Waiting {
            number: self.pushed,
            ..waiting
        });
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
            self.unseen.push(None);
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
        if up.any(|row| row == first) {
            Place::Again(first)
        } else {
            Place::See(first)
        }
    }

    fn expand(&mut self, place: usize) {
        let (node, depth, share) = {
            let row = &self.rows[place];
            (row.node, row.depth + 1, row.share)
        };
        let moves = self.query.plain_moves(node);
        let parts = (self.parts)(node, &moves);
        self.rows[place].hidden = moves.len();
        for (among, (found, part)) in moves.into_iter().zip(parts).enumerate() {
            let share = share * part;
            let (excluded, counts) = (found.state == MoveState::Excluded, found.value);
            if excluded && !self.cut.excluded {
                continue;
            }
            if depth > self.cut.depth || share < self.cut.share {
                self.miss((place, among), counts);
                continue;
            }
            let row = Row {
                depth,
                share,
                ..self.below(place, found)
            };
            self.push(Waiting {
                share,
                number: 0,
                parent: Some((place, among)),
                counts,
                row,
            });
        }
    }

    /// A move is not shown. The first of them is the best.
    fn miss(&mut self, (place, among): (usize, usize), counts: Option<Score>) {
        let first = &mut self.unseen[place];
        if first.is_none_or(|(before, _)| among < before) {
            *first = Some((among, counts));
        }
    }

    /// What still waits is not shown; every row knows the best that is not.
    fn look_back(&mut self) {
        for waiting in std::mem::take(&mut self.waiting).into_vec() {
            if let Some(parent) = waiting.parent
                && waiting.row.state != Some(MoveState::Excluded)
            {
                self.miss(parent, waiting.counts);
            }
        }
        for (row, unseen) in self.rows.iter_mut().zip(&self.unseen) {
            row.hidden_best = unseen.and_then(|(_, counts)| counts);
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
            hidden_best: None,
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
        Walk {
            rows: order.into_iter().map(renumbered).collect(),
        }
    }
}
