//! The tree in memory: soft and exact values, weights and penalties, and how they are backed up.

use std::ops::Range;

use crate::game::{Bounds, Game};

/// Who decides in a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// No one yet: a tip.
    Tip,
    Max,
    Min,
    Chance,
}

/// A tip before it stands in the tree.
pub(super) struct Leaf<G> {
    pub value: f64,
    /// The game is over.
    pub proven: bool,
    /// The position, where it may be expanded.
    pub open: Option<G>,
    /// The position, where someone watches.
    pub shown: Option<G>,
}

/// A tip with the move that leads to it and how likely chance makes that move.
pub(super) type Reached<G> = ((<G as Game>::Move, f64), Leaf<G>);

/// A node. Values are the first player's.
pub(super) struct Node<G: Game> {
    /// The move that leads here.
    pub m: Option<G::Move>,
    /// How likely chance brings it; 1 where a player moves.
    pub probability: f64,
    pub kind: Kind,
    first: u32,
    count: u32,
    position: Option<G>,
    /// The value by soft means.
    pub soft: f64,
    /// The value by expectiminimax over the tree.
    pub exact: f64,
    /// `exact` is the game's own.
    pub proven: bool,
    /// The weight of the edge that leads here.
    pub weight: f64,
    /// The least penalty of an open tip below: 0 in such a tip, infinite where there is none.
    pub penalty: f64,
    /// The child below which that tip lies.
    pub best: u32,
}

impl<G: Game> Node<G> {
    fn new(m: Option<G::Move>, probability: f64, leaf: Leaf<G>) -> Self {
        Node {
            m,
            probability,
            kind: Kind::Tip,
            first: 0,
            count: 0,
            penalty: if leaf.open.is_some() {
                0.0
            } else {
                f64::INFINITY
            },
            position: leaf.open,
            soft: leaf.value,
            exact: leaf.value,
            proven: leaf.proven,
            weight: 0.0,
            best: 0,
        }
    }

    pub fn is_open(&self) -> bool {
        self.penalty < f64::INFINITY
    }

    pub fn children(&self) -> Range<u32> {
        self.first..self.first + self.count
    }

    fn range(&self) -> Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// The tree, the root first and children side by side.
pub(super) struct Grown<G: Game> {
    nodes: Vec<Node<G>>,
    /// The sharpness of the soft means, for one unit.
    beta: f64,
    bounds: Bounds,
}

impl<G: Game> Grown<G> {
    pub fn new(beta: f64, bounds: Bounds) -> Self {
        Grown {
            nodes: Vec::new(),
            beta,
            bounds,
        }
    }

    pub fn plant(&mut self, leaf: Leaf<G>) {
        self.nodes = vec![Node::new(None, 1.0, leaf)];
    }

    pub fn node(&self, id: u32) -> &Node<G> {
        &self.nodes[id as usize]
    }

    pub fn root(&self) -> Option<&Node<G>> {
        self.nodes.first()
    }

    #[cfg(test)]
    pub fn node_mut(&mut self, id: u32) -> &mut Node<G> {
        &mut self.nodes[id as usize]
    }

    /// The memory that this many more nodes would make it take: room grows by doubling. `position`
    /// is what a position takes in addition to its own size.
    pub fn bytes_with(&self, more: usize, position: usize) -> usize {
        let room = self.nodes.capacity();
        let needed = self.nodes.len() + more;
        let nodes = if needed <= room {
            room
        } else {
            needed.max(2 * room)
        };
        nodes * (size_of::<Node<G>>() + position)
    }

    /// The nodes from the root down to the open tip with the least penalty.
    pub fn path_to_best_tip(&self) -> Vec<u32> {
        let mut path = vec![0];
        let mut id = 0;
        while self.node(id).kind != Kind::Tip {
            id = self.node(id).best;
            path.push(id);
        }
        path
    }

    /// Takes a tip's position out, to expand it.
    pub fn position_of(&mut self, tip: u32) -> Option<G> {
        self.nodes[tip as usize].position.take()
    }

    /// Gives it back where that did not come about.
    pub fn give_back(&mut self, tip: u32, position: G) {
        self.nodes[tip as usize].position = Some(position);
    }

    /// Makes an inner node of a tip; the numbers of its children.
    pub fn grow(&mut self, tip: u32, kind: Kind, children: Vec<Reached<G>>) -> Range<u32> {
        let first = self.nodes.len() as u32;
        let node = &mut self.nodes[tip as usize];
        (node.kind, node.first, node.count) = (kind, first, children.len() as u32);
        let fresh = |((m, probability), leaf)| Node::new(Some(m), probability, leaf);
        self.nodes.extend(children.into_iter().map(fresh));
        first..self.nodes.len() as u32
    }

    /// Computes a node from its children: its values, their weights, and where the best tip lies.
    pub fn back_up(&mut self, id: u32) {
        let kind = self.node(id).kind;
        let range = self.node(id).range();
        let children = &mut self.nodes[range.clone()];
        let (soft, exact) = match kind {
            Kind::Tip => return,
            Kind::Chance => mean(children),
            Kind::Max => extreme(children, self.beta),
            Kind::Min => extreme(children, -self.beta),
        };
        let limit = match kind {
            Kind::Max => self.bounds.high,
            Kind::Min => self.bounds.low,
            _ => f64::NAN,
        };
        // Nothing is better than the best that there can be.
        let is_settled = |child: &Node<G>| !child.is_open() && child.exact == limit;
        let proven = children.iter().all(|child| child.proven)
            || children
                .iter()
                .any(|child| is_settled(child) && child.proven);
        let settled = children.iter().any(is_settled);
        let penalties = children.iter().map(|child| child.weight + child.penalty);
        let mut best = range.start;
        let mut penalty = f64::INFINITY;
        for (child, sum) in range.zip(penalties) {
            if sum < penalty && !settled {
                (best, penalty) = (child, sum);
            }
        }
        let node = &mut self.nodes[id as usize];
        (node.soft, node.exact, node.proven) = (soft, exact, proven);
        (node.best, node.penalty) = (best as u32, penalty);
    }

    /// What the moves at the root are worth, exactly as far as the tree goes.
    pub fn moves(&self) -> impl Iterator<Item = (G::Move, f64)> {
        let root = self
            .root()
            .filter(|root| matches!(root.kind, Kind::Max | Kind::Min));
        let children = root.map_or(0..0, Node::range);
        self.nodes[children]
            .iter()
            .filter_map(|child| Some((child.m?, child.exact)))
    }

    /// The best line by exact values, as far as players decide.
    pub fn line(&self) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut node = self.root();
        while let Some(at) = node.filter(|node| matches!(node.kind, Kind::Max | Kind::Min)) {
            let chosen = self.nodes[at.range()]
                .iter()
                .find(|child| child.exact == at.exact);
            line.extend(chosen.and_then(|child| child.m));
            node = chosen;
        }
        line
    }
}

/// The values of a chance node, (soft, exact). A weight is minus the logarithm of a probability: of
/// a derivative, as everywhere.
fn mean<G: Game>(children: &mut [Node<G>]) -> (f64, f64) {
    let mut soft = 0.0;
    let mut exact = 0.0;
    for child in children {
        child.weight = 0.0 - child.probability.ln();
        soft += child.probability * child.soft;
        exact += child.probability * child.exact;
    }
    (soft, exact)
}

/// The values of a player's node, (soft, exact): MIN's β is negative.
fn extreme<G: Game>(children: &mut [Node<G>], beta: f64) -> (f64, f64) {
    let better = |a: f64, b: f64| if beta > 0.0 { a.max(b) } else { a.min(b) };
    let worst = if beta > 0.0 {
        f64::NEG_INFINITY
    } else {
        f64::INFINITY
    };
    let top = children.iter().map(|child| child.soft).fold(worst, better);
    let exact = children.iter().map(|child| child.exact).fold(worst, better);
    let sum: f64 = children
        .iter()
        .map(|child| (beta * (child.soft - top)).exp())
        .sum();
    for child in children.iter_mut() {
        child.weight = sum.ln() - beta * (child.soft - top);
    }
    (top + (sum / children.len() as f64).ln() / beta, exact)
}
