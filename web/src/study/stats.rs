//! Figures of a project, and the life of a position.

use gametree_atlas::fact::NodeId;
use serde::Serialize;
use utoipa::ToSchema;

use super::Answer;
use super::open::{Open, refusal};
use crate::staff::Staffed;
use crate::view::Worth;

/// Figures.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct StatsView {
    /// `gametree.stats/1`.
    pub schema: &'static str,
    /// Positions.
    pub positions: usize,
    /// Moves.
    pub moves: usize,
    /// Answers.
    pub evaluations: u64,
    /// Positions searched by engines.
    pub engine_nodes: u64,
    /// Positions whose value comes from their moves.
    pub open: usize,
    /// Open questions.
    pub questions: usize,
    /// Parked positions.
    pub parked: usize,
    /// Moves into positions that were there already.
    pub transpositions: usize,
    /// Components in which play can go round, and the positions in the largest.
    pub cycles: usize,
    /// The positions in the largest cycle.
    pub largest_cycle: usize,
    /// Positions in which somebody wins for certain.
    pub decided: usize,
    /// Positions in which the game is over.
    pub ended: usize,
    /// How many positions lie so many moves from their root.
    pub depths: Vec<usize>,
    /// How many positions were searched at least so many nodes, and less than twice as many.
    pub efforts: Vec<(u64, usize)>,
    /// The engines: name, options, positions whose present value is theirs, whether they are distrusted.
    pub sources: Vec<(String, String, usize, bool)>,
    /// Bytes on disk.
    pub bytes: u64,
    /// One number for everything.
    pub fingerprint: String,
}

/// A position's life.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct HistoryView {
    /// `gametree.history/1`.
    pub schema: &'static str,
    /// The position.
    pub node: u32,
    /// The points, oldest first.
    pub points: Vec<HistoryPoint>,
    /// Whether every fact was looked at.
    pub exact: bool,
}

/// A point of a position's life.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct HistoryPoint {
    /// Seconds since 1970.
    pub at: u64,
    /// Facts so far.
    pub facts: u64,
    /// The value.
    pub value: Option<Worth>,
    /// The best move.
    pub best: Option<String>,
    /// The engine's own score.
    pub direct: Option<Worth>,
    /// Positions searched for that.
    pub nodes: u64,
}

impl<G: Staffed> Open<G> {
    pub(super) fn show_stats(&self) -> Answer<StatsView> {
        let atlas = self.atlas();
        let stats = atlas.query().stats();
        let sources =
            stats.sources.into_iter().map(|row| (row.name, row.options, row.positions, row.distrusted));
        Ok(StatsView {
            schema: "gametree.stats/1",
            positions: stats.positions,
            moves: stats.moves,
            evaluations: stats.evaluations,
            engine_nodes: stats.engine_nodes,
            open: stats.open,
            questions: stats.questions,
            parked: stats.parked,
            transpositions: stats.transpositions,
            cycles: stats.cycles,
            largest_cycle: stats.largest_cycle,
            decided: stats.decided,
            ended: stats.ended,
            depths: stats.depths,
            efforts: stats.efforts,
            sources: sources.collect(),
            bytes: atlas.store().bytes(),
            fingerprint: format!("{:016x}", stats.fingerprint),
        })
    }

    pub(super) fn show_history(&self, node: NodeId) -> Answer<HistoryView> {
        let atlas = self.atlas();
        Open::checked(&atlas, node)?;
        let position = atlas.position(node).map_err(|error| refusal(&error))?;
        let history = atlas.history(node).map_err(|error| refusal(&error))?;
        let point = |point: gametree_atlas::history::Point| HistoryPoint {
            at: point.at,
            facts: point.facts,
            value: point.value.map(Worth::of::<G>),
            best: point.best.and_then(|code| position.decode(code)).map(|m| position.write_move(m)),
            direct: point.direct.map(Worth::of::<G>),
            nodes: point.nodes,
        };
        let points = history.points.into_iter().map(point).collect();
        Ok(HistoryView { schema: "gametree.history/1", node, points, exact: history.exact })
    }
}
