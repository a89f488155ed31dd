//! Figures of a project, and the life of a position.

use gametree::Score;
use gametree_atlas::fact::{Code, NodeId};
use gametree_atlas::{history, journal};
use serde::Serialize;
use utoipa::ToSchema;

use super::Answer;
use super::open::{File, Open, refusal};
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
    /// The engines: name, options, positions whose present value is theirs, whether they are
    /// distrusted.
    pub sources: Vec<(String, String, usize, bool)>,
    /// The minutes of the last day in which something came: seconds since 1970, answers, nodes, new
    /// positions.
    pub minutes: Vec<(u64, u64, u64, u64)>,
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
    /// The best moves with what they counted for, at most five; none where nobody followed the
    /// position.
    pub moves: Vec<(String, Option<Worth>)>,
}

/// A position that nobody follows is looked up in a past of at most so many facts.
const SHORT: u64 = 30_000;

fn minutes<G: Staffed>(atlas: &File<G>) -> Vec<(u64, u64, u64, u64)> {
    let journal = atlas.journal();
    let all = journal.into_iter().flat_map(|journal| journal.minutes());
    all.map(|minute| (minute.at, minute.answers, minute.nodes, minute.positions))
        .collect()
}

impl<G: Staffed> Open<G> {
    pub(super) fn show_stats(&self) -> Answer<StatsView> {
        let atlas = self.atlas();
        let stats = atlas.query().stats();
        let sources = stats
            .sources
            .into_iter()
            .map(|row| (row.name, row.options, row.positions, row.distrusted));
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
            minutes: minutes(&atlas),
            bytes: atlas.store().bytes(),
            fingerprint: format!("{:016x}", stats.fingerprint),
        })
    }

    /// From the journal where it follows the position; else from the facts, where they are few. A
    /// position that is asked for is followed from then on.
    pub(super) fn show_history(&self, node: NodeId) -> Answer<HistoryView> {
        let followed = {
            let atlas = self.atlas();
            Open::checked(&atlas, node)?;
            atlas
                .journal()
                .is_some_and(|journal| journal.of(node).is_some())
        };
        if !followed && self.atlas().facts() > SHORT {
            self.grow(|atlas| atlas.journal_mut().map(|journal| journal.follow(node)));
        }
        let atlas = self.atlas();
        let position = atlas.position(node).map_err(|error| refusal(&error))?;
        let series = atlas.journal().and_then(|journal| journal.of(node));
        let (points, exact): (Vec<HistoryPoint>, bool) = match series {
            Some(series) => {
                let points: Vec<_> = series
                    .points()
                    .map(|point| followed_point(&position, point))
                    .collect();
                let all = points.len() as u64 >= series.changes();
                (points, all)
            }
            None => {
                let history = atlas.history(node).map_err(|error| refusal(&error))?;
                (
                    history
                        .points
                        .iter()
                        .map(|point| past_point(&position, point))
                        .collect(),
                    history.exact,
                )
            }
        };
        let points = dated(points, atlas.store().created());
        Ok(HistoryView {
            schema: "gametree.history/1",
            node,
            points,
            exact,
        })
    }
}

/// Points before the first fact that has a date are as old as the project.
fn dated(mut points: Vec<HistoryPoint>, created: u64) -> Vec<HistoryPoint> {
    points
        .iter_mut()
        .for_each(|point| point.at = point.at.max(created));
    points
}

fn name<G: Staffed>(position: &G, code: Option<Code>) -> Option<String> {
    code.and_then(|code| position.decode(code))
        .map(|m| position.write_move(m))
}

fn followed_point<G: Staffed>(position: &G, point: &journal::Point) -> HistoryPoint {
    let row = |&(code, value): &(Code, Option<Score>)| {
        Some((name(position, Some(code))?, value.map(Worth::of::<G>)))
    };
    HistoryPoint {
        at: point.at,
        facts: point.facts,
        value: point.value.map(Worth::of::<G>),
        best: name(position, point.best),
        direct: None,
        nodes: 0,
        moves: point.moves.iter().filter_map(row).collect(),
    }
}

fn past_point<G: Staffed>(position: &G, point: &history::Point) -> HistoryPoint {
    HistoryPoint {
        at: point.at,
        facts: point.facts,
        value: point.value.map(Worth::of::<G>),
        best: name(position, point.best),
        direct: point.direct.map(Worth::of::<G>),
        nodes: point.nodes,
        moves: Vec::new(),
    }
}
