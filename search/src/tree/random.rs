//! Random trees for the laws that every search must keep.

use std::ops::RangeInclusive;

use super::{Edge, Kind, NodeData, Tree};
use crate::game::Player;
use crate::rng::Rng;

/// What random trees look like.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Children of an inner node.
    pub branching: RangeInclusive<u32>,
    /// Plies; every branch may end earlier unless the tree is uniform.
    pub depth: u32,
    /// Leaf values. A narrow range makes many ties.
    pub values: RangeInclusive<i32>,
    /// Chance in a hundred that a branch ends before the full depth.
    pub early_leaves: usize,
    /// MAX and MIN alternate; otherwise each node draws its mover.
    pub alternating: bool,
    /// When the tree has so many nodes, all open branches end.
    pub most_nodes: usize,
}

impl Default for Shape {
    fn default() -> Self {
        Shape {
            branching: 1..=8,
            depth: 8,
            values: -10..=10,
            early_leaves: 20,
            alternating: true,
            most_nodes: 400,
        }
    }
}

impl Shape {
    /// Every inner node has `branching` children, every leaf is at `depth`.
    #[must_use]
    pub fn uniform(branching: u32, depth: u32) -> Shape {
        Shape {
            branching: branching..=branching,
            depth,
            early_leaves: 0,
            most_nodes: usize::MAX,
            ..Shape::default()
        }
    }
}

/// The random tree of this shape and seed. Inner nodes carry random estimates.
#[must_use]
pub fn random(shape: &Shape, seed: u64) -> Tree {
    let mut rng = Rng::new(seed);
    let mut tree = Tree { nodes: Vec::new(), edges: Vec::new(), decimals: 0, players: 2 };
    let first = Player(rng.below(2) as u8);
    tree.nodes.push(fresh(shape, &mut rng, first));
    // Breadth first: `open` walks over the nodes in the order they were made.
    let mut open = vec![(0u32, 0u32, first)];
    let mut next = 0;
    while let Some(&(id, depth, mover)) = open.get(next) {
        next += 1;
        let ends = depth == shape.depth
            || tree.nodes.len() >= shape.most_nodes
            || (depth > 0 && rng.below(100) < shape.early_leaves);
        if ends {
            tree.nodes[id as usize].kind = Kind::Points(f64::from(draw(&mut rng, &shape.values)));
            tree.nodes[id as usize].estimate = None;
            continue;
        }
        let (low, high) = (*shape.branching.start(), *shape.branching.end());
        let count = low + rng.below((high - low + 1) as usize) as u32;
        tree.nodes[id as usize].first = tree.edges.len() as u32;
        tree.nodes[id as usize].children = count;
        for _ in 0..count {
            let player = if shape.alternating { mover.opponent() } else { Player(rng.below(2) as u8) };
            let child = tree.nodes.len() as u32;
            tree.nodes.push(fresh(shape, &mut rng, player));
            tree.edges.push(Edge { child, probability: 0.0, noisy: rng.below(4) == 0 });
            open.push((child, depth + 1, player));
        }
    }
    tree
}

fn fresh(shape: &Shape, rng: &mut Rng, player: Player) -> NodeData {
    NodeData {
        kind: Kind::Turn(player),
        name: None,
        estimate: Some(f64::from(draw(rng, &shape.values))),
        first: 0,
        children: 0,
    }
}

fn draw(rng: &mut Rng, range: &RangeInclusive<i32>) -> i32 {
    range.start() + rng.below((range.end() - range.start() + 1) as usize) as i32
}
