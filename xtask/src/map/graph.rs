//! Small directed graphs: cycles, layers, and the arrows that the others do not imply.

use std::collections::BTreeSet;

/// Nodes are numbers from 0; the arrows are kept in order.
pub struct Graph {
    nodes: usize,
    arrows: BTreeSet<(usize, usize)>,
}

impl Graph {
    /// A graph of so many nodes; arrows from a node to itself are dropped.
    pub fn new(nodes: usize, arrows: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let arrows = arrows.into_iter().filter(|(from, to)| from != to).collect();
        Self { nodes, arrows }
    }

    /// The nodes that lie on a cycle, each group of those that reach each other.
    pub fn cycles(&self) -> Vec<Vec<usize>> {
        let reach = self.reach();
        let mut seen = BTreeSet::<usize>::new();
        let mut groups = Vec::new();
        for (node, from) in reach.iter().enumerate() {
            if seen.contains(&node) || !from[node] {
                continue;
            }
            let group: Vec<usize> = (0..self.nodes)
                .filter(|&other| from[other] && reach[other][node])
                .collect();
            seen.extend(&group);
            groups.push(group);
        }
        groups
    }

    /// For each node, how many arrows lie below it at most: 0 for those that use none. The arrows of
    /// a cycle count for nothing.
    pub fn layers(&self) -> Vec<usize> {
        let reach = self.reach();
        let mut layers = vec![0; self.nodes];
        for _ in 0..self.nodes {
            for &(from, to) in self.arrows.iter().filter(|&&(from, to)| !reach[to][from]) {
                layers[from] = layers[from].max(layers[to] + 1);
            }
        }
        layers
    }

    /// The arrows that no longer way implies.
    pub fn essential(&self) -> Vec<(usize, usize)> {
        let reach = self.reach();
        let implied = |from: usize, to: usize| {
            (0..self.nodes).any(|by| self.arrows.contains(&(from, by)) && by != to && reach[by][to])
        };
        let arrows = self.arrows.iter().copied();
        arrows.filter(|&(from, to)| !implied(from, to)).collect()
    }

    /// Which nodes can be reached from which, by at least one arrow (Warshall's closure).
    fn reach(&self) -> Vec<Vec<bool>> {
        let mut reach = vec![vec![false; self.nodes]; self.nodes];
        for &(from, to) in &self.arrows {
            reach[from][to] = true;
        }
        for by in 0..self.nodes {
            let further = reach[by].clone();
            for row in reach.iter_mut().filter(|row| row[by]) {
                for (old, new) in row.iter_mut().zip(&further) {
                    *old |= new;
                }
            }
        }
        reach
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_is_found_and_a_diamond_is_none() {
        let diamond = Graph::new(4, [(0, 1), (0, 2), (1, 3), (2, 3), (0, 3)]);
        assert!(diamond.cycles().is_empty());
        assert_eq!(diamond.layers(), [2, 1, 1, 0]);
        assert_eq!(diamond.essential(), [(0, 1), (0, 2), (1, 3), (2, 3)]);
        let ring = Graph::new(5, [(0, 1), (1, 2), (2, 0), (2, 3), (4, 4)]);
        assert_eq!(ring.cycles(), [[0, 1, 2]]);
        assert_eq!(ring.layers(), [0, 0, 1, 0, 0]);
    }
}
