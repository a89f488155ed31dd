//! Figures of a project, and the life of a position.

use std::fmt;

use gametree_catalog::format::grouped;
use serde::Serialize;
use utoipa::ToSchema;

use super::value::{Direct, PositionValue};
use crate::error::{ProjectError, Result};

/// Figures.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct StatsView {
    /// `gametree.atlas.stats/1`.
    pub schema: &'static str,
    /// The project.
    pub project: String,
    /// The game.
    pub game: String,
    /// Its file.
    pub file: String,
    /// Bytes on disk.
    pub bytes: u64,
    /// Facts.
    pub facts: u64,
    /// Positions.
    pub positions: usize,
    /// Moves.
    pub moves: usize,
    /// Results.
    pub evaluations: u64,
    /// Positions searched by engines.
    pub engine_nodes: u64,
    /// Positions that an engine has evaluated.
    pub evaluated: usize,
    /// Positions whose value comes from their moves.
    pub open: usize,
    /// Open tasks.
    pub questions: usize,
    /// Positions whose task failed.
    pub parked: usize,
    /// Roots.
    pub roots: usize,
    /// Moves into positions that were there already.
    pub transpositions: usize,
    /// Components in which play can go round.
    pub cycles: usize,
    /// The positions in the largest cycle.
    pub largest_cycle: usize,
    /// Positions in which a player wins for certain.
    pub decided: usize,
    /// Positions in which the game is over.
    pub ended: usize,
    /// The longest way from a root, in moves.
    pub depth: usize,
    /// How many positions lie this many moves from their root.
    pub depths: Vec<usize>,
    /// How many positions were searched at least this many nodes, and less than twice as many.
    pub efforts: Vec<EffortRow>,
    /// When it was made, in seconds since 1970.
    pub created: u64,
    /// The first result, in seconds since 1970.
    pub first_answer: Option<u64>,
    /// The last result.
    pub last_answer: Option<u64>,
    /// Seconds between results, without pauses.
    pub worked_seconds: u64,
    /// Results per hour of work.
    pub evaluations_per_hour: Option<f64>,
    /// Tasks that failed.
    pub failures: u64,
    /// The engines.
    pub sources: Vec<SourceRow>,
    /// The minutes of the last day in which something came: seconds since 1970, results, nodes, new
    /// positions.
    pub minutes: Vec<(u64, u64, u64, u64)>,
    /// One number for everything.
    pub fingerprint: String,
}

/// How many positions were searched so long.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct EffortRow {
    /// At least this many nodes.
    pub nodes: u64,
    /// How many positions.
    pub positions: usize,
}

/// What an engine has done.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct SourceRow {
    /// Its number.
    pub number: usize,
    /// Name and version.
    pub name: String,
    /// The options that change its values.
    pub options: String,
    /// Positions whose present evaluation is its own.
    pub positions: usize,
    /// Its results.
    pub evaluations: u64,
    /// Positions that it has searched.
    pub engine_nodes: u64,
    /// Seconds of searching.
    pub seconds: f64,
    /// Its speed.
    pub nodes_per_second: Option<f64>,
    /// Whether its positions are searched again.
    pub distrusted: bool,
}

impl SourceRow {
    /// The source that a text names: its number from 0, as everywhere, its name, or a part of it that
    /// no other has.
    ///
    /// # Errors
    /// None is called so, or several.
    pub fn named<'a>(rows: &'a [SourceRow], text: &str) -> Result<&'a SourceRow> {
        let number = text.parse::<usize>().ok();
        if let Some(row) = number.and_then(|number| rows.get(number)) {
            return Ok(row);
        }
        let name = text.to_lowercase();
        let find = |fits: &dyn Fn(&str) -> bool| -> Vec<&'a SourceRow> {
            let named = |row: &&SourceRow| !name.is_empty() && fits(&row.name.to_lowercase());
            rows.iter().filter(named).collect()
        };
        let mut found = find(&|own| own == name);
        if found.is_empty() {
            found = find(&|own| own.contains(&name));
        }
        let error = match found[..] {
            [one] => return Ok(one),
            [] => ProjectError::not_found(format!("no source is called '{text}'")),
            _ => ProjectError::invalid(format!("'{text}' matches several sources: give a number")),
        };
        let all: Vec<String> = rows.iter().map(SourceRow::to_string).collect();
        Err(error.hint(all.join("\n")))
    }
}

/// With its number, as people name it.
impl fmt::Display for SourceRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}  {}", self.number, self.name)?;
        if !self.options.is_empty() {
            write!(f, " ({})", self.options)?;
        }
        let again = if self.distrusted { ", asked again" } else { "" };
        write!(f, ": {} positions{again}", grouped(self.positions as u64))
    }
}

/// A position's life.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct HistoryView {
    /// `gametree.atlas.history/1`.
    pub schema: &'static str,
    /// The project.
    pub project: String,
    /// The position's number.
    pub node: u32,
    /// The position as text.
    pub position: String,
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
    #[serde(flatten)]
    pub value: PositionValue,
    /// The best move.
    pub best: Option<String>,
    /// The engine's own score.
    #[serde(flatten)]
    pub direct: Direct,
    /// Positions searched for that.
    pub nodes: u64,
    /// The best moves with what they counted for, at most five; none where the position was
    /// not followed.
    pub moves: Vec<MoveValue>,
}

/// A move and what it counted for.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct MoveValue {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// Its value.
    #[serde(flatten)]
    pub value: PositionValue,
}
