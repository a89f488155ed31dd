//! What came out, as scripts read it.

use std::time::Duration;

use gametree_catalog::matches::MatchReport;
use serde::Serialize;

use super::published::{CALLS_PER_SECOND, SOURCE};
use super::rows::{Kind, Pair, Pool, Row, Step};

/// What is played.
pub struct RivestSetup {
    /// The game with what its searches may know.
    pub game: &'static str,
    /// Min/max approximation.
    pub mm: String,
    /// Alpha-beta.
    pub ab: String,
    /// The unit of time.
    pub unit: Duration,
    /// Which rows.
    pub kinds: &'static [Kind],
    /// Games per row.
    pub games_per_row: u64,
    /// The seed.
    pub seed: u64,
    /// What is not as it was in 1987.
    pub differences: Vec<&'static str>,
}

/// The experiment, as scripts read it; everything in the view of MM.
#[derive(Serialize)]
pub struct RivestReport {
    schema: &'static str,
    /// The game.
    pub game: &'static str,
    /// The search that is MM.
    pub mm: String,
    /// The search that is AB.
    pub ab: String,
    /// The unit of time.
    pub unit: String,
    /// Games per row.
    pub games_per_row: u64,
    /// The seed.
    pub seed: u64,
    /// Nothing is left to play.
    pub complete: bool,
    /// The rows that were played.
    pub rows: Vec<Row>,
    /// The sum of the rows of each kind.
    pub totals: Vec<Row>,
    /// What is not as it was in 1987.
    pub differences: Vec<&'static str>,
    /// Where the published numbers stand.
    pub source: &'static str,
    /// How many calls per second were made then.
    pub published_calls_per_second: Pair,
}

impl RivestReport {
    /// The report of the rows that were played.
    pub fn new(setup: &RivestSetup, played: &[(Step, MatchReport)]) -> RivestReport {
        let row = |(step, report): &(Step, MatchReport)| {
            let pool = Pool::default().with(report);
            Row::new(&pool, step.kind, Some(*step), setup.unit)
        };
        let total = |kind: &Kind| {
            let rows = played.iter().filter(|(step, _)| step.kind == *kind);
            let pool = rows.fold(Pool::default(), |pool, (_, report)| pool.with(report));
            Row::new(&pool, *kind, None, setup.unit)
        };
        let all = played.len() == Step::all(setup.kinds).len();
        let (mm, ab) = CALLS_PER_SECOND;
        RivestReport {
            schema: "gametree.experiment.rivest/1",
            game: setup.game,
            mm: setup.mm.clone(),
            ab: setup.ab.clone(),
            unit: format!("{:?}", setup.unit),
            games_per_row: setup.games_per_row,
            seed: setup.seed,
            complete: all && played.iter().all(|(_, report)| report.complete),
            rows: played.iter().map(row).collect(),
            totals: setup.kinds.iter().map(total).collect(),
            differences: setup.differences.clone(),
            source: SOURCE,
            published_calls_per_second: Pair { mm, ab },
        }
    }

    /// Games that count.
    pub fn games(&self) -> u64 {
        self.rows.iter().map(|row| row.games).sum()
    }
}
