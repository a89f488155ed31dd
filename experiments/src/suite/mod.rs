//! Chess positions with known best moves: the plain engine against the atlas, with the same number
//! of nodes in all, or in the same time.

mod methods;
mod render;
mod report;

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use gametree_catalog::CatalogError;
use gametree_chess::epd::{Epd, EpdReader};
use gametree_chess::uci::CancelToken;

use crate::each::{ENGINES, each};
use crate::journal::Journal;
use crate::{Progress, Run};
pub use methods::{Bench, Method, Tried};
pub use report::{Row, SuiteReport};

/// What is to be measured.
pub struct SuiteRequest {
    /// Positions with bm or am, in EPD.
    pub file: PathBuf,
    /// The methods and what they may spend.
    pub bench: Bench,
    /// How many positions at a time.
    pub parallel: usize,
    /// Where rows are saved, so that an interrupted run can go on.
    pub out: Option<PathBuf>,
}

/// What was measured, and of how many positions.
pub struct Measured {
    /// What came out.
    pub report: SuiteReport,
    /// The number of positions in the file.
    pub positions: usize,
}

/// Measures; a run that is stopped gives what was measured.
///
/// # Errors
/// A file is wrong, or the engine failed.
pub fn run(request: &SuiteRequest, run: &Run<'_>) -> Result<Measured, CatalogError> {
    let records = read(&request.file, run.progress)?;
    let setup = request.bench.setup(&request.file);
    let worker = Worker {
        bench: &request.bench,
        records: &records,
        journal: Journal::open(request.out.as_deref(), &setup)?,
    };
    let rows = worker.rows(request.parallel, run)?;
    Ok(Measured {
        report: SuiteReport::new(&request.bench, &request.file, rows),
        positions: records.len(),
    })
}

/// The records that can be used; the others are told with line and reason.
fn read(path: &Path, progress: &dyn Progress) -> Result<Vec<Epd>, CatalogError> {
    let shown = path.display();
    let file =
        File::open(path).map_err(|error| CatalogError::not_found(format!("{shown}: {error}")))?;
    let mut records = Vec::new();
    for record in EpdReader::new(BufReader::new(file)) {
        match record {
            Ok(record) if record.best_moves().is_empty() && record.avoid_moves().is_empty() => {
                progress.note(&format!(
                    "{shown}: {} names neither best moves nor bad ones: left out",
                    record.id().unwrap_or("a record")
                ));
            }
            Ok(record) => records.push(record),
            Err(error) => progress.note(&format!("{shown}: {error}: left out")),
        }
    }
    if records.is_empty() {
        let what = format!("{shown} holds no position with a best move");
        return Err(CatalogError::usage(what).hint("records look like: FEN bm Nf3; id \"name\";"));
    }
    Ok(records)
}

/// Tries every record by every method.
struct Worker<'a> {
    bench: &'a Bench,
    records: &'a [Epd],
    journal: Journal<Row>,
}

impl Worker<'_> {
    /// All rows, in the file's order.
    fn rows(&self, threads: usize, run: &Run<'_>) -> Result<Vec<Row>, CatalogError> {
        let total = self.records.len() as u64;
        let stage = run.progress.stage("positions".into(), total);
        let done = AtomicU64::new(0);
        each(self.records.len(), threads, run, |place, cancel| {
            let row = self.row(place, cancel)?;
            stage.at(done.fetch_add(1, Ordering::SeqCst) + 1);
            Ok(row)
        })
    }

    /// One record by every method, or what the journal has of it.
    fn row(&self, place: usize, cancel: &CancelToken) -> Result<Row, CatalogError> {
        if let Some(row) = self.journal.find(|row| row.place == place) {
            return Ok(row.clone());
        }
        let record = &self.records[place];
        let mut row = Row::new(record, place);
        for method in self.bench.methods() {
            let tried = self.bench.try_one(method, record, cancel);
            let tried = tried.map_err(|why| CatalogError::engine(why).hint(ENGINES))?;
            row.results.insert(method.word().to_string(), tried);
            if method == Method::Easy && row.solved(Method::Easy) {
                break;
            }
        }
        let saved = self.journal.save(&row);
        saved.map_err(|error| CatalogError::failed(format!("cannot save a row: {error}")))?;
        Ok(row)
    }
}
