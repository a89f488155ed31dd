//! What would cross from one part of a graph to another, if every part had a coordinator of its own.
//!
//! A part is what came into the graph below one position, a few plies from a root. Moves that lead
//! from one part into another are transpositions: the value behind them is known elsewhere.

use crate::fact::NodeId;
use crate::graph::{Graph, NONE};

/// A graph in parts.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize)]
pub struct Shards {
    /// Plies from a root to the first position of a part.
    pub plies: u32,
    /// How many parts.
    pub parts: usize,
    /// Positions in all.
    pub positions: usize,
    /// Positions of the largest part.
    pub largest: usize,
    /// Moves in all.
    pub moves: usize,
    /// Moves that lead from one part into another.
    pub crossing: usize,
    /// Positions that such moves lead to: what one part has to tell another.
    pub boundary: usize,
}

/// Where a position is.
#[derive(Clone, Copy)]
struct Home {
    plies: u32,
    /// The first position of its part; none above all parts.
    part: NodeId,
}

impl Graph {
    /// The parts that begin this many plies from a root.
    #[must_use]
    pub fn shards(&self, plies: u32) -> Shards {
        let homes = self.homes(plies);
        let mut sizes = vec![0_usize; self.len()];
        for home in homes.iter().filter(|home| home.part != NONE) {
            sizes[home.part as usize] += 1;
        }
        let part = |node: NodeId| homes[node as usize].part;
        let crosses = |from: NodeId, to: NodeId| part(from) != NONE && part(from) != part(to);
        let crossing: Vec<NodeId> = self
            .edges
            .iter()
            .filter(|edge| crosses(edge.from, edge.to))
            .map(|edge| edge.to)
            .collect();
        let mut boundary = crossing.clone();
        boundary.sort_unstable();
        boundary.dedup();
        Shards {
            plies,
            parts: sizes.iter().filter(|&&size| size > 0).count(),
            positions: self.len(),
            largest: sizes.iter().copied().max().unwrap_or(0),
            moves: self.moves(),
            crossing: crossing.len(),
            boundary: boundary.len(),
        }
    }

    /// Where each position is, by the moves by which it came into the graph: from positions that
    /// were there before it.
    fn homes(&self, plies: u32) -> Vec<Home> {
        let mut homes: Vec<Home> = Vec::with_capacity(self.len());
        for (id, node) in self.nodes.iter().enumerate() {
            let parent = self.edges.get(node.born as usize).map(|edge| edge.from);
            let above = parent.and_then(|parent| homes.get(parent as usize));
            let far = above.map_or(0, |home| home.plies + 1);
            let part = match above {
                Some(home) if far > plies => home.part,
                _ if far == plies => id as NodeId,
                _ => NONE,
            };
            homes.push(Home { plies: far, part });
        }
        homes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fact::{About, Fact, Origin};

    fn about(key: u128) -> About {
        About {
            key,
            second: false,
            legal: 9,
            end: None,
        }
    }

    fn a_move(from: NodeId, code: u32, to: u128) -> Fact {
        Fact::Move {
            from,
            code,
            to: about(to),
            traits: gametree::MoveTraits::default(),
            by: Origin::User,
        }
    }

    /// Two parts: positions 1 and 3, and positions 2, 4 and 5. Position 4 is also reached from 3,
    /// and 1 again from 5.
    #[test]
    fn moves_that_lead_into_another_part_are_counted() {
        let root = Fact::Root {
            text: String::new(),
            about: about(10),
        };
        let moves = [
            a_move(0, 1, 11),
            a_move(0, 2, 12),
            a_move(1, 1, 13),
            a_move(2, 1, 14),
            a_move(4, 1, 15),
            a_move(3, 1, 14),
            a_move(5, 1, 11),
        ];
        let graph = Graph::from_facts(std::iter::once(root).chain(moves)).unwrap();
        let expected = Shards {
            plies: 1,
            parts: 2,
            positions: 6,
            largest: 3,
            moves: 7,
            crossing: 2,
            boundary: 2,
        };
        assert_eq!(graph.shards(1), expected);
        let whole = graph.shards(0);
        assert_eq!((whole.parts, whole.largest, whole.crossing), (1, 6, 0));
    }
}
