//! Figures of a whole graph.

use gametree::Score;

use super::Query;
use crate::fact::NodeId;
use crate::graph::{NONE, is};

/// Figures of a whole graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stats {
    /// Positions.
    pub positions: usize,
    /// Moves.
    pub moves: usize,
    /// Results, in all.
    pub evaluations: u64,
    /// Positions that engines have searched, in all.
    pub engine_nodes: u64,
    /// Positions that an engine has evaluated.
    pub evaluated: usize,
    /// Positions whose value comes from their moves.
    pub open: usize,
    /// Open tasks.
    pub questions: usize,
    /// Positions whose task failed.
    pub parked: usize,
    /// Positions to analyse.
    pub roots: usize,
    /// Moves into positions that were there already.
    pub transpositions: usize,
    /// Components in which play can go round.
    pub cycles: usize,
    /// The positions in the largest of them.
    pub largest_cycle: usize,
    /// Positions that are won or lost for certain.
    pub decided: usize,
    /// Positions in which the game is over.
    pub ended: usize,
    /// How many positions lie this many moves from their root, on the path by which they entered
    /// the graph.
    pub depths: Vec<usize>,
    /// Who has said how much.
    pub sources: Vec<SourceRow>,
    /// How many evaluated positions were searched at least this many nodes, and less than twice as
    /// many.
    pub efforts: Vec<(u64, usize)>,
    /// One number for everything.
    pub fingerprint: u64,
}

/// A source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceRow {
    /// Name and version.
    pub name: String,
    /// The options that change its values.
    pub options: String,
    /// Positions whose present evaluation is its own.
    pub positions: usize,
    /// Whether the user wants its positions searched again.
    pub distrusted: bool,
}

impl Stats {
    /// The longest way from a root, in moves.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depths.len().saturating_sub(1)
    }
}

impl Query<'_> {
    /// Figures of the whole graph.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let graph = self.graph;
        let count = |flag: u16| graph.nodes.iter().filter(|node| node.has(flag)).count();
        let decided = graph.nodes.iter().filter(|node| node.is_valued());
        let born = graph
            .nodes
            .iter()
            .filter(|node| !node.has(is::ROOT) && node.born != NONE)
            .count();
        let (cycles, largest_cycle) = graph.cycles();
        Stats {
            positions: graph.positions(),
            moves: graph.moves(),
            evaluations: graph.evaluations(),
            engine_nodes: graph.engine_nodes(),
            evaluated: count(is::EVALUATED),
            open: (0..graph.len() as NodeId)
                .filter(|&id| graph.is_open(id))
                .count(),
            questions: graph.open().len(),
            parked: count(is::PARKED),
            roots: graph.roots().len(),
            transpositions: graph.moves() - born,
            cycles,
            largest_cycle,
            decided: decided
                .filter(|node| node.settled && Score::from_raw(node.value).is_decided())
                .count(),
            ended: count(is::ENDED),
            depths: self.depths(),
            sources: self.sources(),
            efforts: self.efforts(),
            fingerprint: graph.fingerprint(),
        }
    }

    /// The move by which a position came is always newer than the one by which the position
    /// before it did.
    fn depths(&self) -> Vec<usize> {
        let mut depth = vec![0; self.graph.len()];
        let mut counts = vec![self.graph.roots().len()];
        for (id, edge) in self.graph.edges.iter().enumerate() {
            let node = self.graph.node(edge.to);
            if node.has(is::ROOT) || node.born != id as u32 {
                continue;
            }
            let plies = depth[edge.from as usize] + 1;
            depth[edge.to as usize] = plies;
            counts.resize(counts.len().max(plies + 1), 0);
            counts[plies] += 1;
        }
        counts
    }

    fn sources(&self) -> Vec<SourceRow> {
        let mut positions = vec![0; self.graph.sources().len()];
        for node in self
            .graph
            .nodes
            .iter()
            .filter(|node| node.has(is::EVALUATED))
        {
            positions[usize::from(node.source)] += 1;
        }
        let row = |(place, source): (usize, &gametree::Source)| SourceRow {
            name: source.name.clone(),
            options: source.options.clone(),
            positions: positions[place],
            distrusted: self.graph.distrusted.contains(&(place as u16)),
        };
        self.graph.sources().iter().enumerate().map(row).collect()
    }

    fn efforts(&self) -> Vec<(u64, usize)> {
        let mut counts = [0; 65];
        for node in self
            .graph
            .nodes
            .iter()
            .filter(|node| node.has(is::EVALUATED))
        {
            counts[64 - node.own_nodes.leading_zeros() as usize] += 1;
        }
        let least = |place: usize| if place == 0 { 0 } else { 1 << (place - 1) };
        (0..65)
            .filter(|&place| counts[place] > 0)
            .map(|place| (least(place), counts[place]))
            .collect()
    }
}
