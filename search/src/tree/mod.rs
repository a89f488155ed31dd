//! Games written as text: `(max (min 3 12 8) (min 2 4 6) (min 14 5 2))`.
//!
//! | text | is |
//! | --- | --- |
//! | `3`, `-2.5` | the end of the game, worth this many points to the first player |
//! | `?` | play that never ends |
//! | `x` | a leaf whose value is not known: a word where a value is expected ([`Tree::unknown_leaves`]) |
//! | `[1 2 6]` | the end of a game of three players, a payoff for each |
//! | `(max …)`, `(min …)` | a position where the first or the second player moves |
//! | `(p1 …)`, `(p2 …)`, `(p3 …)` | the same for n players |
//! | `(chance 0.5:3 0.5:-1)` | a position where chance moves, with probabilities |
//! | `name:…` | a name for the node, and for the move that leads to it |
//! | `(min ~7 …)` | what an evaluator says of the position before it is searched |
//! | `!…` | a noisy move: quiescence follows it beyond the horizon |
//! | `; …` | a comment to the end of the line |
//!
//! A [`Tree`] is data; its positions are [`Node`]s. [`Tree::two_player`] gives the root for minimax
//! and its refinements, where the tree has neither chance nor vectors.

mod bounds;
mod labels;
mod random;
mod shared;
mod text;
mod unknown;

use std::marker::PhantomData;

use crate::board::Drawn;
use crate::erased::PackedMoves;
use crate::evaluator::Evaluator;
use crate::game::{
    Bounds, Chance, Forced, Game, Guided, Keyed, Noisy, Notation, NullMove, Outcome, Payoffs,
    Player, TwoPlayer,
};
use crate::payoff_evaluator::PayoffEvaluator;
use crate::rng::mix;
use crate::score::Score;

pub use bounds::OutOfBounds;
pub use random::{Shape, random};
pub use shared::SharedNode;
pub use text::TreeError;

/// A game tree, node by node.
#[derive(Clone, PartialEq, Debug)]
pub struct Tree {
    nodes: Vec<NodeData>,
    edges: Vec<Edge>,
    /// Decimals of the finest leaf: points are integers of `10^-decimals`.
    decimals: u32,
    players: u8,
    /// The bounds that all values are promised to keep.
    bounds: Bounds,
    /// What the payoffs of every end sum to, where it is always the same.
    sum: Option<f64>,
    /// The leaves whose values are not known; a stand-in is stored as their points.
    unknown: Vec<u32>,
}

#[derive(Clone, PartialEq, Debug)]
struct NodeData {
    kind: Kind,
    parent: Option<u32>,
    name: Option<String>,
    estimate: Option<f64>,
    /// Where the children stand in `edges`.
    first: u32,
    children: u32,
}

#[derive(Clone, PartialEq, Debug)]
enum Kind {
    Turn(Player),
    Chance,
    Points(f64),
    Vector(Vec<f64>),
    Loop,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Edge {
    child: u32,
    probability: f64,
    noisy: bool,
}

/// Why a tree is not one for minimax.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotTwoPlayer {
    /// It has chance nodes.
    #[error("the tree has chance nodes")]
    Chance,
    /// It has vectors at its leaves, or more than two players.
    #[error("the tree has vectors of payoffs, for {0} players")]
    Players(u8),
}

impl Tree {
    /// No nodes yet.
    fn empty(players: u8) -> Tree {
        let nodes = Vec::new();
        let edges = Vec::new();
        Tree {
            nodes,
            edges,
            decimals: 0,
            players,
            bounds: Bounds::UNKNOWN,
            sum: None,
            unknown: Vec::new(),
        }
    }

    /// The root, as a game of whatever kind the tree is.
    #[must_use]
    pub fn root(&self) -> Node<'_> {
        Node {
            tree: self,
            id: 0,
            kind: PhantomData,
        }
    }

    /// The root, as a game of two players without chance.
    pub fn two_player(&self) -> Result<TwoPlayerTree<'_>, NotTwoPlayer> {
        for node in &self.nodes {
            match node.kind {
                Kind::Chance => return Err(NotTwoPlayer::Chance),
                Kind::Vector(_) => return Err(NotTwoPlayer::Players(self.players)),
                Kind::Turn(Player(p)) if p > 1 => return Err(NotTwoPlayer::Players(self.players)),
                _ => {}
            }
        }
        Ok(Node {
            tree: self,
            id: 0,
            kind: PhantomData,
        })
    }

    /// The number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: a tree has a root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The number of leaves.
    #[must_use]
    pub fn leaves(&self) -> usize {
        self.nodes.iter().filter(|node| node.children == 0).count()
    }

    /// Whether a leaf is `?`: play without end.
    #[must_use]
    pub fn has_endless_play(&self) -> bool {
        self.nodes.iter().any(|node| node.kind == Kind::Loop)
    }

    /// The number of players.
    #[must_use]
    pub fn players(&self) -> u8 {
        self.players
    }

    /// A value of a search of this tree in the units of its text: `2.5`, not 25 tenths.
    #[must_use]
    pub fn show(&self, value: Score) -> String {
        match value.verdict() {
            crate::Verdict::Points(points) if self.decimals > 0 => {
                text::number(f64::from(points) / self.scale())
            }
            _ => value.to_string(),
        }
    }

    /// How many points make one unit of the text: 10 where it has one decimal.
    #[must_use]
    pub fn unit(&self) -> i32 {
        10i32.pow(self.decimals)
    }

    /// The least of the leaves' points and the evaluator's below the root, where unfinished play
    /// counts 0.
    #[must_use]
    pub fn least(&self) -> i32 {
        self.points_below_root().min().unwrap_or(0)
    }

    /// The greatest of them.
    #[must_use]
    pub fn greatest(&self) -> i32 {
        self.points_below_root().max().unwrap_or(0)
    }

    fn points_below_root(&self) -> impl Iterator<Item = i32> + '_ {
        let points = |node: &NodeData| match node.kind {
            Kind::Points(value) => self.points(value),
            _ => self.points(node.estimate.unwrap_or(0.0)),
        };
        let below = if self.nodes.len() > 1 {
            &self.nodes[1..]
        } else {
            &self.nodes
        };
        below.iter().map(points)
    }

    fn scale(&self) -> f64 {
        10f64.powi(self.decimals as i32)
    }

    fn points(&self, value: f64) -> i32 {
        (value * self.scale()).round() as i32
    }

    fn edges(&self, id: u32) -> &[Edge] {
        let node = &self.nodes[id as usize];
        &self.edges[node.first as usize..(node.first + node.children) as usize]
    }
}

/// Marks a [`Node`] of a tree of any kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Any;

/// Marks a [`Node`] of a tree of two players without chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MinMax;

/// A position of a tree for minimax.
pub type TwoPlayerTree<'t> = Node<'t, MinMax>;

/// A position: a node of the tree. A move is the index of a child.
#[derive(Debug)]
pub struct Node<'t, K = Any> {
    tree: &'t Tree,
    id: u32,
    kind: PhantomData<K>,
}

impl<K> Clone for Node<'_, K> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for Node<'_, K> {}

impl<K> PartialEq for Node<'_, K> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.tree, other.tree) && self.id == other.id
    }
}

impl<'t, K> Node<'t, K> {
    /// The node's number in the tree, the root's is 0.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.id
    }

    /// The node's own name.
    #[must_use]
    pub fn name(&self) -> Option<&'t str> {
        self.tree.nodes[self.id as usize].name.as_deref()
    }

    /// The tree.
    #[must_use]
    pub fn tree(&self) -> &'t Tree {
        self.tree
    }

    fn data(&self) -> &'t NodeData {
        &self.tree.nodes[self.id as usize]
    }
}

impl<K> Game for Node<'_, K> {
    type Move = u32;

    fn turn(&self) -> Player {
        match self.data().kind {
            Kind::Turn(player) => player,
            _ => Player::FIRST,
        }
    }

    fn moves(&self) -> impl Iterator<Item = u32> {
        0..self.data().children
    }

    fn play(&mut self, m: u32) {
        self.id = self.tree.edges(self.id)[m as usize].child;
    }

    fn outcome(&self) -> Option<Outcome> {
        match &self.data().kind {
            Kind::Turn(_) | Kind::Chance => None,
            Kind::Points(value) => Some(Outcome::Points(self.tree.points(*value))),
            Kind::Vector(payoffs) => Some(Outcome::Points(self.tree.points(payoffs[0]))),
            Kind::Loop => Some(Outcome::Loop),
        }
    }
}

impl TwoPlayer for TwoPlayerTree<'_> {}

impl<K> PackedMoves for Node<'_, K> {
    #[inline]
    fn pack(m: u32) -> u64 {
        u64::from(m)
    }

    #[inline]
    fn unpack(code: u64) -> u32 {
        code as u32
    }
}

impl<K> Drawn for Node<'_, K> {}

impl<K> Keyed for Node<'_, K> {
    fn key(&self) -> u64 {
        mix(u64::from(self.id) + 1)
    }
}

impl<K: Copy> Forced for Node<'_, K> where Self: Game {}

impl<K: Copy> NullMove for Node<'_, K> where Self: Game {}

impl<K> Noisy for Node<'_, K> {
    fn noisy(&self) -> impl Iterator<Item = u32> {
        let edges = self.tree.edges(self.id);
        (0..edges.len() as u32).filter(|&m| edges[m as usize].noisy)
    }
}

impl<K> Guided for Node<'_, K> {
    fn promise(&self, _: u32) -> i32 {
        0
    }
}

/// A child's own name, or its label: A, B, C below the root, then A1, A2, then A1a, A1b. A number
/// counted from 1 is read, too.
impl<K> Notation for Node<'_, K> {
    fn write_move(&self, m: u32) -> String {
        labels::of_move(self.tree, self.id, m)
    }

    fn write_state(&self) -> Option<String> {
        let named = if self.id == 0 { self.name() } else { None };
        named.map(String::from)
    }

    fn read_move(&self, text: &str) -> Option<u32> {
        let text = text.trim();
        let named = |&m: &u32| self.write_move(m).eq_ignore_ascii_case(text);
        let numbered = || {
            text.parse()
                .ok()
                .and_then(|number: u32| number.checked_sub(1))
        };
        self.moves()
            .find(named)
            .or_else(|| numbered().filter(|&m| m < self.data().children))
    }
}

impl Chance for Node<'_, Any> {
    fn chances(&self) -> Option<impl Iterator<Item = (u32, f64)>> {
        let edges = self.tree.edges(self.id);
        (self.data().kind == Kind::Chance)
            .then(|| (0u32..).zip(edges.iter().map(|edge| edge.probability)))
    }
}

impl Payoffs for Node<'_, Any> {
    fn players(&self) -> u8 {
        self.tree.players
    }

    fn payoff(&self, player: Player) -> f64 {
        match &self.data().kind {
            Kind::Vector(payoffs) => payoffs[player.0 as usize],
            Kind::Points(value) if player == Player::FIRST => *value,
            Kind::Points(value) => -*value,
            _ => 0.0,
        }
    }

    fn bounds(&self) -> Bounds {
        self.tree.bounds
    }

    fn sum(&self) -> Option<f64> {
        self.tree.sum
    }
}

/// The position's subtree as text.
impl<K> std::fmt::Display for Node<'_, K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        text::write(self.tree, self.id, f)
    }
}

/// The evaluator of trees: the `~` estimates, 0 where there is none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Estimates;

impl PayoffEvaluator<Node<'_, Any>> for Estimates {
    fn expected_payoff(&self, position: &Node<'_, Any>, player: Player) -> f64 {
        let value = position.data().estimate.unwrap_or(0.0);
        if player == Player::FIRST {
            value
        } else {
            -value
        }
    }
}

impl<K> Evaluator<Node<'_, K>> for Estimates {
    fn evaluate(&self, position: &Node<'_, K>) -> i32 {
        position
            .tree
            .points(position.data().estimate.unwrap_or(0.0))
    }
}
