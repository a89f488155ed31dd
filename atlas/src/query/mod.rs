//! Reading a graph: the moves of a position with everything known of them, the best move, the best
//! line, figures.
//!
//! Values are the first player's; lists are the mover's, best first.

mod best;
mod moves;
mod resolve;
mod stats;

use std::cell::RefCell;

use gametree::{Player, Score, Wdl};
use rustc_hash::FxHashMap;

pub use crate::graph::Basis;
pub use best::{Line, LineEnd};
pub use moves::{MoveRow, MoveState, Moves, RestRow, RestState};
pub use resolve::ResolveError;
pub use stats::{SourceRow, Stats};

use crate::fact::{Code, NodeId};
use crate::graph::{Graph, UNKNOWN, is};

/// The positions of one component, each with how many moves lie between it and a way out.
type Ranks = FxHashMap<NodeId, u32>;

/// Reads a graph. Use one for many queries: ways out of cycles are found once.
pub struct Query<'g> {
    graph: &'g Graph,
    ranks: RefCell<FxHashMap<NodeId, Ranks>>,
}

/// What is known of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Position {
    /// Where it is in the graph.
    pub node: NodeId,
    /// Its identity.
    pub key: u128,
    /// Who moves.
    pub turn: Player,
    /// Whether it is a root.
    pub root: bool,
    /// The value that follows from everything known.
    pub value: Option<Score>,
    /// The value of the engine's own search, or of the rules at the game's end.
    pub direct: Option<Score>,
    /// Whether the game is over.
    pub ended: bool,
    /// Whether the value comes from the moves rather than from the position's own search.
    pub open: bool,
    /// Positions searched for the own value.
    pub nodes: u64,
    /// The depth of that search.
    pub depth: u32,
    /// What that search said of wins, draws and losses.
    pub wdl: Option<Wdl>,
    /// Who said so: a number of [`Graph::sources`].
    pub source: Option<u16>,
    /// Legal moves, and how many of them are in the graph.
    pub legal: usize,
    /// Moves in the graph.
    pub known: usize,
    /// Ways into it.
    pub entries: usize,
    /// Whether a task about it is open.
    pub asked: bool,
    /// Why its task failed.
    pub parked: Option<String>,
    /// The user's note; empty when there is none.
    pub note: String,
}

impl<'g> Query<'g> {
    /// Of this graph.
    #[must_use]
    pub fn new(graph: &'g Graph) -> Query<'g> {
        Query {
            graph,
            ranks: RefCell::default(),
        }
    }

    /// The graph.
    #[must_use]
    pub fn graph(&self) -> &'g Graph {
        self.graph
    }

    /// What is known of a position.
    #[must_use]
    pub fn position(&self, id: NodeId) -> Position {
        let node = self.graph.node(id);
        let evaluated = node.has(is::EVALUATED);
        Position {
            node: id,
            key: node.key,
            turn: node.turn(),
            root: node.has(is::ROOT),
            value: self.value(id),
            direct: score(node.own_value),
            ended: node.has(is::ENDED),
            open: self.graph.is_open(id),
            nodes: node.own_nodes,
            depth: u32::from(node.depth),
            wdl: node.wdl,
            source: evaluated.then_some(node.source),
            legal: usize::from(node.legal),
            known: self.graph.out(id).count(),
            entries: self.graph.entering(id).count(),
            asked: node.has(is::WHOLE_ASKED) || node.has(is::REST_ASKED),
            parked: node
                .has(is::PARKED)
                .then(|| self.mark(id, |mark| mark.parked.clone())),
            note: self.note(id),
        }
    }

    /// The value that follows from everything known.
    #[must_use]
    pub fn value(&self, node: NodeId) -> Option<Score> {
        self.graph.value(node).map(Score::from_raw)
    }

    /// Whether the value is that of the engine's own search, rather than backed up from the moves or
    /// given by the rules.
    #[must_use]
    pub fn is_own_search(&self, id: NodeId) -> bool {
        let node = self.graph.node(id);
        node.has(is::EVALUATED) && !node.has(is::ENDED) && self.graph.fixed(id).is_some()
    }

    /// The user's note; empty when there is none.
    #[must_use]
    pub fn note(&self, node: NodeId) -> String {
        self.mark(node, |mark| mark.note.clone())
    }

    fn mark(&self, node: NodeId, get: impl Fn(&crate::graph::Mark) -> String) -> String {
        self.graph.marks().get(&node).map(get).unwrap_or_default()
    }

    /// Where a move of the graph leads.
    #[must_use]
    pub fn child(&self, node: NodeId, code: Code) -> Option<NodeId> {
        self.graph
            .edge_of(node, code)
            .map(|edge| self.graph.edge(edge).to)
    }

    /// The moves of the graph that lead to a position, each with where it comes from.
    #[must_use]
    pub fn parents(&self, node: NodeId) -> Vec<(NodeId, Code)> {
        self.graph
            .entering(node)
            .map(|(_, edge)| (edge.from, edge.code))
            .collect()
    }

    /// The moves by which a position came into the graph, from its root.
    #[must_use]
    pub fn path(&self, node: NodeId) -> (NodeId, Vec<Code>) {
        let mut codes = Vec::new();
        let mut at = node;
        while !self.graph.node(at).has(is::ROOT)
            && let Some(born) = self.graph.edges.get(self.graph.node(at).born as usize)
        {
            codes.push(born.code);
            at = born.from;
        }
        codes.reverse();
        (at, codes)
    }
}

fn score(raw: i32) -> Option<Score> {
    (raw != UNKNOWN).then(|| Score::from_raw(raw))
}
