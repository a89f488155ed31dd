//! The JSON object of the experiment.

use serde::Serialize;

use super::players::{self, Sides};
use super::published::{CALLS_PER_SECOND, SOURCE};
use super::rows::{Kind, Pair, Pool, Row, Step};
use crate::commands::experiment::args::RivestArgs;
use gametree_catalog::matches::MatchReport;

/// The experiment, as scripts read it; everything in the view of MM.
#[derive(Serialize)]
pub struct Object<'a> {
    schema: &'static str,
    pub game: &'static str,
    /// The searches.
    pub mm: &'a str,
    pub ab: &'a str,
    /// The unit of time.
    pub unit: String,
    pub games_per_row: u64,
    pub seed: u64,
    /// Nothing is left to play.
    pub complete: bool,
    pub rows: Vec<Row>,
    /// The sum of the rows of each kind.
    pub totals: Vec<Row>,
    /// What is not as it was in 1987.
    pub differences: &'static [&'static str],
    /// Where the published numbers stand.
    pub source: &'static str,
    pub published_calls_per_second: Pair,
}

impl<'a> Object<'a> {
    /// The object of the rows that were played.
    pub fn new(args: &RivestArgs, sides: &'a Sides, played: &[(Step, MatchReport)]) -> Object<'a> {
        let row = |(step, object): &(Step, MatchReport)| {
            Row::new(
                &Pool::default().with(object),
                step.kind,
                Some(*step),
                args.unit,
            )
        };
        let total = |kind: &Kind| {
            let rows = played.iter().filter(|(step, _)| step.kind == *kind);
            let pool = rows.fold(Pool::default(), |pool, (_, object)| pool.with(object));
            Row::new(&pool, *kind, None, args.unit)
        };
        let all = played.len() == Step::all(args).len();
        let (mm, ab) = CALLS_PER_SECOND;
        Object {
            schema: "gametree.experiment.rivest/1",
            game: players::game(args.players),
            mm: &sides.mm,
            ab: &sides.ab,
            unit: format!("{:?}", args.unit),
            games_per_row: args.games_per_row,
            seed: args.seed,
            complete: all && played.iter().all(|(_, object)| object.complete),
            rows: played.iter().map(row).collect(),
            totals: Kind::of(args.rows).iter().map(total).collect(),
            differences: sides.differences(),
            source: SOURCE,
            published_calls_per_second: Pair { mm, ab },
        }
    }

    /// Games that count.
    pub fn games(&self) -> u64 {
        self.rows.iter().map(|row| row.games).sum()
    }
}
