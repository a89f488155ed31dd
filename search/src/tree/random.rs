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
    /// When the tree has this many nodes, all open branches end.
    pub most_nodes: usize,
    /// Chance in a hundred that an inner node is one where chance moves, with random probabilities.
    /// It takes no one's turn: who would have moved there moves below it.
    pub chance: usize,
    /// How many play, at least 1. Leaves are single numbers where two do and there is no `sum`, and
    /// vectors otherwise; trees with vectors have no estimates.
    pub players: u8,
    /// What the payoffs of every leaf sum to: the attainable number nearest to this, since all of
    /// them lie in `values`.
    pub sum: Option<i32>,
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
            chance: 0,
            players: 2,
            sum: None,
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

/// The random tree of this shape and seed. Inner nodes carry random estimates where leaves are
/// single numbers.
///
/// ```
/// use gametree::{Payoffs, tree::{Shape, random}};
/// let shape = Shape { players: 3, sum: Some(6), values: 0..=6, ..Shape::uniform(2, 1) };
/// let tree = random(&shape, 4);
/// assert_eq!(tree.to_string(), "(p3 [4 1 1] [1 4 1])");
/// assert_eq!(tree.root().sum(), Some(6.0));
/// ```
#[must_use]
pub fn random(shape: &Shape, seed: u64) -> Tree {
    let mut rng = Rng::new(seed);
    let players = shape.players.max(1);
    let mut tree = Tree::empty(players);
    let first = Player(rng.below(usize::from(players)) as u8);
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
            tree.nodes[id as usize].kind = leaf(shape, &mut rng);
            tree.nodes[id as usize].estimate = None;
            continue;
        }
        let low = *shape.branching.start();
        let high = *shape.branching.end();
        let count = low + rng.below((high - low + 1) as usize) as u32;
        let chance = shape.chance > 0 && rng.below(100) < shape.chance;
        let from = tree.edges.len();
        let node = &mut tree.nodes[id as usize];
        (node.first, node.children) = (from as u32, count);
        if chance {
            node.kind = Kind::Chance;
        }
        for _ in 0..count {
            let player = if !shape.alternating {
                Player(rng.below(usize::from(players)) as u8)
            } else if chance {
                mover
            } else {
                Player((mover.0 + 1) % players)
            };
            let child = tree.nodes.len() as u32;
            tree.nodes.push(fresh(shape, &mut rng, player));
            tree.edges.push(Edge {
                child,
                probability: 0.0,
                noisy: rng.below(4) == 0,
            });
            open.push((child, depth + 1, player));
        }
        if chance {
            share(&mut tree.edges[from..], &mut rng);
        }
    }
    tree.sum = tree.common_sum();
    tree
}

/// Probabilities for the edges of a chance node.
fn share(edges: &mut [Edge], rng: &mut Rng) {
    let parts: Vec<usize> = edges.iter().map(|_| 1 + rng.below(10)).collect();
    let sum: usize = parts.iter().sum();
    for (edge, part) in edges.iter_mut().zip(parts) {
        edge.probability = part as f64 / sum as f64;
    }
}

impl Shape {
    fn vectors(&self) -> bool {
        self.players != 2 || self.sum.is_some()
    }
}

fn fresh(shape: &Shape, rng: &mut Rng, player: Player) -> NodeData {
    NodeData {
        kind: Kind::Turn(player),
        name: None,
        estimate: (!shape.vectors()).then(|| f64::from(draw(rng, &shape.values))),
        first: 0,
        children: 0,
    }
}

fn leaf(shape: &Shape, rng: &mut Rng) -> Kind {
    if !shape.vectors() {
        return Kind::Points(f64::from(draw(rng, &shape.values)));
    }
    let players = i32::from(shape.players.max(1));
    let payoffs: Vec<i32> = match shape.sum {
        None => (0..players).map(|_| draw(rng, &shape.values)).collect(),
        Some(sum) => summing_to(sum, players, &shape.values, rng),
    };
    Kind::Vector(payoffs.into_iter().map(f64::from).collect())
}

/// Payoffs that sum to a number: each is drawn among what leaves the others enough and not too
/// much.
fn summing_to(sum: i32, players: i32, values: &RangeInclusive<i32>, rng: &mut Rng) -> Vec<i32> {
    let low = *values.start();
    let high = *values.end();
    let mut rest = sum.clamp(low * players, high * players);
    let mut payoffs: Vec<i32> = (0..players)
        .rev()
        .map(|others| {
            let payoff = draw(
                rng,
                &(low.max(rest - high * others)..=high.min(rest - low * others)),
            );
            rest -= payoff;
            payoff
        })
        .collect();
    rng.shuffle(&mut payoffs);
    payoffs
}

fn draw(rng: &mut Rng, range: &RangeInclusive<i32>) -> i32 {
    range.start() + rng.below((range.end() - range.start() + 1) as usize) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Chance, Game, Payoffs};
    use crate::testkit::Kit;

    #[test]
    fn chance_moves_with_probabilities_that_sum_to_one() {
        let mut shares = [0; 2];
        for seed in 0..200 {
            let tree = random(
                &Shape {
                    chance: 50,
                    ..Shape::default()
                },
                seed,
            );
            Kit::new(&tree.root()).chance().payoffs();
            let text = tree.to_string();
            assert_eq!(text.parse::<Tree>().unwrap().to_string(), text);
            for node in tree.nodes.iter().filter(|node| node.children > 0) {
                shares[usize::from(node.kind == Kind::Chance)] += 1;
            }
        }
        assert!(
            (45..=55).contains(&(100 * shares[1] / (shares[0] + shares[1]))),
            "{shares:?}"
        );
    }

    #[test]
    fn chance_takes_nobodys_turn() {
        let tree = random(
            &Shape {
                chance: 40,
                ..Shape::default()
            },
            8,
        );
        let mut open = vec![(tree.root(), None)];
        while let Some((node, due)) = open.pop() {
            if node.outcome().is_some() {
                continue;
            }
            let next = if node.chances().is_some() {
                due
            } else {
                assert!(due.is_none_or(|due| due == node.turn()));
                Some(node.turn().opponent())
            };
            open.extend(node.moves().map(|m| (node.after(m), next)));
        }
    }

    #[test]
    fn several_players_get_vectors_within_the_range_and_with_the_sum() {
        for (players, sum) in [
            (1, None),
            (2, Some(3)),
            (3, None),
            (3, Some(10)),
            (4, Some(-7)),
            (5, Some(500)),
        ] {
            let shape = Shape {
                players,
                sum,
                values: -5..=9,
                ..Shape::default()
            };
            for seed in 0..50 {
                let tree = random(&shape, seed);
                Kit::new(&tree.root()).payoffs();
                let due = sum.map(|sum| f64::from(sum.min(9 * i32::from(players))));
                assert!(sum.is_none() || tree.root().sum() == due);
                for node in &tree.nodes {
                    if let Kind::Vector(payoffs) = &node.kind {
                        assert_eq!(payoffs.len(), usize::from(players));
                        assert!(payoffs.iter().all(|payoff| (-5.0..=9.0).contains(payoff)));
                    }
                }
            }
        }
    }

    #[test]
    fn trees_without_chance_are_what_they_always_were() {
        let tree = random(&Shape::uniform(2, 2), 1);
        assert_eq!(tree.to_string(), "(min ~5 !(max ~5 3 !-5) (max ~2 6 -7))");
    }
}
