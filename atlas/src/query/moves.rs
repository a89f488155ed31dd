//! The moves of a position, a row each, and the row of the *rest*.

use std::cmp::Reverse;

use gametree::{Score, Wdl};

use super::{Query, score};
use crate::fact::{Code, NodeId, Origin, Raw};
use crate::graph::{Basis, Choice, Edge, EdgeId, NONE, Node, is, over_edge};
use crate::weights::Spared;

/// The moves of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Moves {
    /// The moves in the graph, the mover's best first.
    pub rows: Vec<MoveRow>,
    /// All other moves; `None` when there are none, or nothing is known of them.
    pub rest: Option<RestRow>,
}

/// A move of the graph.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveRow {
    /// The move.
    pub code: Code,
    /// Where it leads.
    pub node: NodeId,
    /// What it counts for: the first player's view, from the position before the move.
    pub value: Option<Score>,
    /// Where that value comes from.
    pub basis: Basis,
    /// The engine's own score of the position it leads to, likewise.
    pub direct: Option<Score>,
    /// How much worse than the best option it is for the mover, in points of the bounded scale.
    pub loss: Option<f64>,
    /// What choosing it costs, in thousandths of a ply; `None` when it is excluded.
    pub cost: Option<u32>,
    /// What each weight spares it of that, as parts of the cost.
    pub spared: Vec<Spared>,
    /// The least sum of costs from here through this move to a task; `None` when there is none.
    pub penalty: Option<u32>,
    /// Its part of the position; all moves and the rest together have exactly one.
    pub share: f64,
    /// What is going on there.
    pub state: MoveState,
    /// Positions searched for the direct value.
    pub nodes: u64,
    /// Positions searched behind the move, with everything below it, to about a tenth.
    pub effort: u64,
    /// The depth of the direct search.
    pub depth: u32,
    /// What that search said of wins, draws and losses.
    pub wdl: Option<Wdl>,
    /// Who said so: a number of [`crate::graph::Graph::sources`].
    pub source: Option<u16>,
    /// Whether the value comes from another source than the direct one.
    pub mixed: bool,
    /// Who wanted it.
    pub origin: Origin,
    /// Whether it carries the position's value.
    pub best: bool,
    /// The user's note on the position it leads to.
    pub note: String,
}

/// What is going on behind a move. The first that is true counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveState {
    /// Excluded by the user: it does not count, and it is not searched.
    Excluded,
    /// The game is over.
    Ended,
    /// A win or a loss, in a known number of plies.
    Decided,
    /// A task about it failed, and waits for the user.
    Parked,
    /// A task about it is open.
    Asked,
    /// It is in the graph, and not evaluated yet.
    New,
    /// Its value comes from its moves.
    Open,
    /// Its value is its own search's.
    Searched,
}

impl MoveState {
    /// One word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            MoveState::Excluded => "excluded",
            MoveState::Ended => "ended",
            MoveState::Decided => "decided",
            MoveState::Parked => "parked",
            MoveState::Asked => "asked",
            MoveState::New => "new",
            MoveState::Open => "open",
            MoveState::Searched => "searched",
        }
    }
}

/// The moves that are not in the graph.
#[derive(Clone, PartialEq, Debug)]
pub struct RestRow {
    /// The best of them; `None` when no search has named it.
    pub code: Option<Code>,
    /// What it counts for, or what it is worth at most to the mover.
    pub value: Score,
    /// Whether the value is only such a bound: none of these moves is known.
    pub bound: bool,
    /// How much worse than the best option it is for the mover, in points of the bounded scale.
    pub loss: f64,
    /// What a task about it costs, in thousandths of a ply; `None` when there will be none.
    pub cost: Option<u32>,
    /// Its part of the position.
    pub share: f64,
    /// What is going on there.
    pub state: RestState,
    /// Positions searched for its value.
    pub nodes: u64,
    /// How many legal moves are not in the graph.
    pub count: usize,
}

/// What is going on with the rest. The first that is true counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RestState {
    /// A task about it is open.
    Asked,
    /// Its best move is in the graph now: the value is only a bound, until the rest is searched
    /// again.
    Stale,
    /// It may get a task.
    Open,
    /// It will get no task: the position's task failed, or it has as many moves as engines may add.
    Closed,
}

impl RestState {
    /// One word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            RestState::Asked => "asked",
            RestState::Stale => "stale",
            RestState::Open => "open",
            RestState::Closed => "closed",
        }
    }
}

/// What all rows of a position have in common.
struct Table {
    choices: Vec<Choice>,
    shares: Vec<f64>,
    /// The value of the best option.
    best_value: Option<Raw>,
    best_move: Option<Code>,
}

impl Query<'_> {
    /// The moves of a position, the mover's best first; of equals the one with the greater share,
    /// then the one that came first. What is not known comes last, what is excluded after that.
    #[must_use]
    pub fn moves(&self, node: NodeId) -> Moves {
        let table = self.table(node);
        let mut rows = self.rows(node, &table);
        for row in &mut rows {
            row.mixed = row
                .source
                .is_some_and(|own| self.bearer(row.node).is_some_and(|source| source != own));
        }
        Moves {
            rows,
            rest: self.rest_row(node, &table),
        }
    }

    /// The moves of the graph alone, `mixed` left out: to know where values come from is most of
    /// the work.
    pub(crate) fn plain_moves(&self, node: NodeId) -> Vec<MoveRow> {
        self.rows(node, &self.table(node))
    }

    fn rows(&self, node: NodeId, table: &Table) -> Vec<MoveRow> {
        let mut rows: Vec<MoveRow> = self
            .graph
            .out(node)
            .map(|(id, edge)| self.row(id, edge, table))
            .collect();
        rows.reverse();
        let view = |value: Score| self.graph.node(node).view(value.raw());
        rows.sort_by(|a, b| {
            let key = |row: &MoveRow| {
                (
                    row.state == MoveState::Excluded,
                    Reverse(row.value.map(view)),
                    !row.best,
                )
            };
            key(a).cmp(&key(b)).then(b.share.total_cmp(&a.share))
        });
        rows
    }

    fn table(&self, id: NodeId) -> Table {
        let node = self.graph.node(id);
        let mut choices = Vec::new();
        self.graph.choices(id, &mut choices);
        let shares = self.graph.shares(node, &choices);
        Table {
            choices,
            shares,
            best_value: self.graph.value(id),
            best_move: self.best(id),
        }
    }

    fn row(&self, id: EdgeId, edge: &Edge, table: &Table) -> MoveRow {
        let child = self.graph.node(edge.to);
        let place = table
            .choices
            .iter()
            .position(|choice| choice.edge == Some(id));
        let worth = self.graph.worth(edge);
        let value = worth.map(|worth| worth.value);
        let cost = place.map(|place| table.choices[place].cost);
        let evaluated = child.has(is::EVALUATED);
        MoveRow {
            code: edge.code,
            node: edge.to,
            value: value.map(Score::from_raw),
            basis: worth.map_or(Basis::Position, |worth| worth.basis),
            direct: score(child.own_value).map(|own| Score::from_raw(over_edge(own.raw()))),
            loss: self.loss(edge.from, table, value),
            cost,
            spared: self.graph.spared(edge),
            penalty: cost.and_then(|cost| self.graph.penalty(edge.to)?.checked_add(cost)),
            share: place.map_or(0.0, |place| table.shares[place]),
            state: self.state(edge, child),
            nodes: child.own_nodes,
            effort: self.graph.effort_behind(self.graph.node(edge.from), edge),
            depth: u32::from(child.depth),
            wdl: child.wdl,
            source: evaluated.then_some(child.source),
            mixed: false,
            origin: if edge.by_user {
                Origin::User
            } else {
                Origin::Engine
            },
            best: !edge.excluded && table.best_move == Some(edge.code),
            note: self.note(edge.to),
        }
    }

    /// Excluded moves may be better than the best: they lose nothing then.
    fn loss(&self, from: NodeId, table: &Table, value: Option<Raw>) -> Option<f64> {
        let node = self.graph.node(from);
        let best = table.best_value.unwrap_or(value?);
        let better = node.view(value?) >= node.view(best);
        Some(if better {
            0.0
        } else {
            self.graph.pricing.loss(best, value?)
        })
    }

    fn state(&self, edge: &Edge, child: &Node) -> MoveState {
        if edge.excluded {
            MoveState::Excluded
        } else if child.has(is::ENDED) {
            MoveState::Ended
        } else if child.settled {
            MoveState::Decided
        } else if child.has(is::PARKED) {
            MoveState::Parked
        } else if child.is_busy() {
            MoveState::Asked
        } else if !child.is_valued() {
            MoveState::New
        } else if self.graph.is_open(edge.to) {
            MoveState::Open
        } else {
            MoveState::Searched
        }
    }

    /// The source of the search that a position's value comes from in the end; `None` where the
    /// rules say it, or play goes round.
    fn bearer(&self, id: NodeId) -> Option<u16> {
        let last = self.bearing(id)?;
        let node = self.graph.node(last);
        node.has(is::EVALUATED).then_some(node.source)
    }

    fn rest_row(&self, id: NodeId, table: &Table) -> Option<RestRow> {
        let node = self.graph.node(id);
        let counted = self.graph.rest(id);
        let value = counted.or_else(|| self.graph.rest_bound(id))?;
        let place = table
            .choices
            .iter()
            .position(|choice| choice.edge.is_none());
        let cost = place
            .map(|place| table.choices[place].cost)
            .filter(|&cost| cost != u32::MAX);
        Some(RestRow {
            code: (node.rest_best != NONE && !node.has(is::STALE)).then_some(node.rest_best),
            value: Score::from_raw(value),
            bound: counted.is_none(),
            loss: self.loss(id, table, Some(value)).unwrap_or(0.0),
            cost,
            share: place.map_or(0.0, |place| table.shares[place]),
            state: rest_state(node, cost),
            nodes: node.rest_nodes,
            count: usize::from(node.legal).saturating_sub(self.graph.out(id).count()),
        })
    }
}

fn rest_state(node: &Node, cost: Option<u32>) -> RestState {
    if node.has(is::REST_ASKED) {
        RestState::Asked
    } else if node.has(is::STALE) {
        RestState::Stale
    } else if cost.is_some() {
        RestState::Open
    } else {
        RestState::Closed
    }
}
