//! The analysis graph in memory: what the facts say, and what follows from them.
//!
//! ```text
//!   facts ──▶ Graph::apply ──▶ positions, moves, evaluations      (what is known)
//!                   │
//!                   ▼
//!             Graph::refresh ──▶ values, penalties, components    (what follows; only what changed)
//!             Graph::recompute ─▶ the same, all of it, from nothing
//! ```
//!
//! The graph knows no game: positions are identities, moves are numbers, values are the first
//! player's.

mod apply;
mod component;
mod effort;
mod evidence;
mod fingerprint;
mod inspect;
mod local;
mod node;
mod options;
mod order;
mod refresh;
mod remove;
mod scratch;
mod tasks;

use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHashSet};

pub use inspect::Offer;
pub(crate) use node::{Edge, EdgeId, NONE, Node, UNKNOWN, is, over_edge};
pub use options::Basis;
pub(crate) use options::Choice;
use order::Order;
use tasks::OpenTasks;

use crate::fact::{Code, Fact, NodeId, Raw, Rule, Scope};
use crate::pricing::Pricing;
use crate::settings::Settings;

/// The graph.
#[derive(Clone, Debug)]
pub struct Graph {
    pub(crate) nodes: Vec<Node>,
    pub(crate) edges: Vec<Edge>,
    index: HashTable<NodeId>,
    lines: Vec<Code>,
    pub(crate) roots: Vec<Root>,
    pub(crate) sources: Vec<gametree::Source>,
    pub(crate) distrusted: FxHashSet<u16>,
    pub(crate) settings: Settings,
    pub(crate) pricing: Pricing,
    pub(crate) marks: FxHashMap<NodeId, Mark>,
    pub(crate) boosts: Vec<(NodeId, u8)>,
    games: Vec<GameRecord>,
    left: Left,
    open: OpenTasks,
    pub(crate) tickets: u64,
    pub(crate) spent: u64,
    pub(crate) evaluations: u64,
    order: Order,
    /// The positions of every component that has more than one.
    circles: FxHashMap<NodeId, Vec<NodeId>>,
    /// Components that have become larger since the last refresh.
    joined: Vec<NodeId>,
    /// Positions whose options have changed since the last refresh.
    touched: Vec<NodeId>,
    /// Room for the options of one position.
    choices_buffer: Vec<options::Choice>,
    /// Room for the lines of one result.
    reported_buffer: Vec<apply::Reported>,
}

/// How much has left the graph: see `remove.rs`.
#[derive(Clone, Copy, Debug, Default)]
struct Left {
    positions: usize,
    moves: usize,
}

/// A position to analyse.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Root {
    /// Where it is in the graph.
    pub node: NodeId,
    /// Its text.
    pub text: String,
}

/// A game that was played, as its players write it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// The position in which it began.
    pub node: NodeId,
    /// The record.
    pub text: String,
}

/// What the user wrote on a position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Mark {
    /// A note.
    pub note: String,
    /// What entering it costs more, in thousandths of a ply.
    pub damp: u32,
    /// What to tell them.
    pub watches: Vec<Rule>,
    /// Why its task failed.
    pub parked: String,
}

/// An open task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Open {
    /// Its number.
    pub ticket: u64,
    /// About this position.
    pub node: NodeId,
    /// About which moves.
    pub scope: Scope,
    /// How many positions may be searched.
    pub nodes: u64,
    /// When its result is applied: results are taken in this order, equal ones by number.
    pub turn: u64,
    /// Moves of the whole graph when it was given out. The rest is what was not among them then:
    /// given out again after a stop it must be the same, though moves have been added meanwhile.
    pub moves: u32,
}

/// Why a fact cannot be true of this graph: the store is damaged, or an imported file is.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InconsistentFact {
    /// It names a position that is not there.
    #[error("position {0} is not in the graph")]
    NoNode(NodeId),
    /// It names a move that is not there.
    #[error("move {1} of position {0} is not in the graph")]
    NoMove(NodeId, Code),
    /// It names a source that is not there.
    #[error("source {0} is not known")]
    NoSource(u16),
    /// It is the result of a task that is not open.
    #[error("question {0} is not open")]
    NoQuestion(u64),
    /// Its task is out of order.
    #[error("question {0} is out of order")]
    OutOfOrder(u64),
    /// A move is there already.
    #[error("move {1} of position {0} is in the graph already")]
    Twice(NodeId, Code),
    /// A number is out of its range.
    #[error("{0}")]
    Range(&'static str),
}

impl Default for Graph {
    fn default() -> Self {
        Graph::new(Settings::default())
    }
}

impl Graph {
    /// An empty graph.
    #[must_use]
    pub fn new(settings: Settings) -> Graph {
        Graph {
            nodes: Vec::new(),
            edges: Vec::new(),
            index: HashTable::new(),
            lines: Vec::new(),
            roots: Vec::new(),
            sources: Vec::new(),
            distrusted: FxHashSet::default(),
            pricing: Pricing::new(&settings),
            settings,
            marks: FxHashMap::default(),
            boosts: Vec::new(),
            games: Vec::new(),
            left: Left::default(),
            open: OpenTasks::default(),
            tickets: 0,
            spent: 0,
            evaluations: 0,
            order: Order::default(),
            circles: FxHashMap::default(),
            joined: Vec::new(),
            touched: Vec::new(),
            choices_buffer: Vec::new(),
            reported_buffer: Vec::new(),
        }
    }

    /// The graph of many facts: everything derived is computed once, at the end.
    ///
    /// # Errors
    /// The first fact that does not fit.
    pub fn from_facts(facts: impl IntoIterator<Item = Fact>) -> Result<Graph, InconsistentFact> {
        let mut graph = Graph::default();
        for fact in facts {
            graph.load(&fact)?;
        }
        graph.recompute();
        Ok(graph)
    }

    /// Takes a fact and leaves everything derived out of date, until [`Graph::recompute`].
    ///
    /// # Errors
    /// When the fact does not fit.
    pub fn take(&mut self, fact: &Fact) -> Result<(), InconsistentFact> {
        self.load(fact)
    }

    /// Takes a fact and brings everything derived up to date.
    ///
    /// # Errors
    /// When the fact does not fit; nothing has changed then.
    pub fn apply(&mut self, fact: &Fact) -> Result<(), InconsistentFact> {
        let cut = self.cuts_circle(fact);
        self.apply_later(fact)?;
        match fact {
            Fact::Settings(_) => self.reprice(),
            _ if cut => self.recompute(),
            _ => self.refresh(),
        }
        Ok(())
    }

    /// Takes a fact that another follows at once: what is derived is brought up to date with the
    /// next one that is applied, for both together.
    ///
    /// # Errors
    /// When the fact does not fit; nothing has changed then.
    pub(crate) fn apply_later(&mut self, fact: &Fact) -> Result<(), InconsistentFact> {
        let edges = self.edges.len();
        self.load(fact)?;
        if self.edges.len() > edges {
            self.connect_last_edge();
        }
        Ok(())
    }

    /// Brings everything derived up to date after [`Graph::apply_later`].
    pub(crate) fn catch_up(&mut self) {
        self.refresh();
    }

    /// How many numbers positions have: every one is below. Those that have left the graph keep
    /// theirs; how many there are, [`Graph::positions`] says.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How many positions.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.nodes.len() - self.left.positions
    }

    /// Whether a position is in the graph.
    #[must_use]
    pub fn contains(&self, node: NodeId) -> bool {
        let node = self.nodes.get(node as usize);
        node.is_some_and(|node| node.has(is::ROOT) || node.born != NONE)
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many moves.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.edges.len() - self.left.moves
    }

    /// The positions to analyse.
    #[must_use]
    pub fn roots(&self) -> &[Root] {
        &self.roots
    }

    /// The sources of results.
    #[must_use]
    pub fn sources(&self) -> &[gametree::Source] {
        &self.sources
    }

    /// How it is grown.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The open task whose result is applied next.
    #[must_use]
    pub fn next(&self) -> Option<Open> {
        self.open.next()
    }

    /// When the result of the next task is applied, if it may search this many positions: the
    /// longer the search, the more tasks are done meanwhile, so that no engine waits for it.
    pub(crate) fn turn_of(&self, nodes: u64) -> u64 {
        let settings = &self.settings;
        let longer = (nodes / settings.nodes.max(1)).saturating_sub(1);
        self.tickets + longer.saturating_mul(u64::from(settings.window.div_ceil(2)))
    }

    /// The open tasks, oldest first.
    #[must_use]
    pub fn open(&self) -> &[Open] {
        self.open.as_slice()
    }

    /// The open task of this number.
    pub(crate) fn task(&self, ticket: u64) -> Option<Open> {
        self.open.get(ticket)
    }

    /// Positions that engines have searched, in all.
    #[must_use]
    pub fn engine_nodes(&self) -> u64 {
        self.spent
    }

    /// Results, in all.
    #[must_use]
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// What the user wrote, by position.
    #[must_use]
    pub fn marks(&self) -> &FxHashMap<NodeId, Mark> {
        &self.marks
    }

    /// The shares of tasks that the user gave to parts of the graph.
    #[must_use]
    pub fn boosts(&self) -> &[(NodeId, u8)] {
        &self.boosts
    }

    /// The games that were played, by the numbers of their records.
    #[must_use]
    pub fn games(&self) -> &[GameRecord] {
        &self.games
    }

    /// The components with cycles: how many, and the positions in the largest.
    #[must_use]
    pub fn cycles(&self) -> (usize, usize) {
        (
            self.circles.len(),
            self.circles.values().map(Vec::len).max().unwrap_or(0),
        )
    }

    /// The positions that go round with this one; `None` when no cycle leads through it.
    pub(crate) fn circle(&self, node: NodeId) -> Option<&[NodeId]> {
        self.circles
            .get(&self.node(node).component)
            .map(Vec::as_slice)
    }

    /// The position of this identity.
    #[must_use]
    pub fn find(&self, key: u128) -> Option<NodeId> {
        self.index
            .find(hash(key), |&id| self.nodes[id as usize].key == key)
            .copied()
    }

    /// The value that follows from everything known; `None` while nothing is.
    #[must_use]
    pub fn value(&self, node: NodeId) -> Option<Raw> {
        let value = self.nodes[node as usize].value;
        (value != UNKNOWN).then_some(value)
    }

    /// The least sum of costs from here to a task; `None` when there is none.
    #[must_use]
    pub fn penalty(&self, node: NodeId) -> Option<u32> {
        let penalty = self.nodes[node as usize].penalty;
        (penalty != u32::MAX).then_some(penalty)
    }

    #[inline]
    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    #[inline]
    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    #[inline]
    pub(crate) fn edge(&self, id: EdgeId) -> &Edge {
        &self.edges[id as usize]
    }

    /// The moves from a position, the oldest last.
    pub(crate) fn out(&self, id: NodeId) -> impl Iterator<Item = (EdgeId, &Edge)> {
        let first = self.node(id).first_out;
        std::iter::successors(
            self.edges.get(first as usize).map(|edge| (first, edge)),
            |(_, edge)| {
                self.edges
                    .get(edge.next_out as usize)
                    .map(|next| (edge.next_out, next))
            },
        )
    }

    /// The moves into a position.
    pub(crate) fn entering(&self, id: NodeId) -> impl Iterator<Item = (EdgeId, &Edge)> {
        let first = self.node(id).first_in;
        std::iter::successors(
            self.edges.get(first as usize).map(|edge| (first, edge)),
            |(_, edge)| {
                self.edges
                    .get(edge.next_in as usize)
                    .map(|next| (edge.next_in, next))
            },
        )
    }

    /// The move of this number.
    pub(crate) fn edge_of(&self, node: NodeId, code: Code) -> Option<EdgeId> {
        self.out(node)
            .find(|(_, edge)| edge.code == code)
            .map(|(id, _)| id)
    }

    /// The line of the position's own search.
    pub(crate) fn line(&self, node: NodeId) -> &[Code] {
        let node = self.node(node);
        &self.lines[node.line as usize..][..usize::from(node.line_len)]
    }
}

/// Where an identity goes in the index.
fn hash(key: u128) -> u64 {
    (key ^ (key >> 64)) as u64
}
