//! Chess positions with known best moves: the plain engine against the atlas, with the same number
//! of nodes in all, or in the same time.

mod journal;
mod methods;
mod node_budget;
mod render;
mod report;

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use gametree_catalog::CatalogError;
use gametree_chess::epd::{Epd, EpdReader};

use crate::{Progress, Run};
use journal::Journal;
pub use methods::{Bench, Method, Tried};
pub use report::{Row, SuiteReport};

/// What to do where an engine fails.
const ENGINES: &str = "`gametree doctor` lists the engines found";

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
        next: AtomicUsize::new(0),
        done: Mutex::default(),
        failed: Mutex::default(),
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

/// Tries every record by every method; several threads may.
struct Worker<'a> {
    bench: &'a Bench,
    records: &'a [Epd],
    journal: Journal,
    next: AtomicUsize,
    done: Mutex<Vec<Row>>,
    failed: Mutex<Option<CatalogError>>,
}

impl Worker<'_> {
    /// All rows, in the file's order.
    fn rows(self, threads: usize, run: &Run<'_>) -> Result<Vec<Row>, CatalogError> {
        let total = self.records.len() as u64;
        let stage = run.progress.stage("positions".into(), total);
        let work =
            || while !run.stopped() && !self.has_failed() && self.step(&|done| stage.at(done)) {};
        std::thread::scope(|scope| {
            for _ in 1..threads.max(1) {
                scope.spawn(work);
            }
            work();
        });
        drop(stage);
        let failed = self.failed.into_inner();
        if let Some(error) = failed.unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        let done = self.done.into_inner();
        let mut rows = done.unwrap_or_else(PoisonError::into_inner);
        rows.sort_by_key(|row| row.place);
        Ok(rows)
    }

    fn has_failed(&self) -> bool {
        let failed = self.failed.lock();
        failed.unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// The next record; false where there is none.
    fn step(&self, at: &dyn Fn(u64)) -> bool {
        let place = self.next.fetch_add(1, Ordering::SeqCst);
        let Some(record) = self.records.get(place) else {
            return false;
        };
        match self.row(record, place) {
            Ok(row) => {
                let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
                done.push(row);
                at(done.len() as u64);
            }
            Err(error) => {
                *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            }
        }
        true
    }

    /// One record by every method, or what the journal has of it.
    fn row(&self, record: &Epd, place: usize) -> Result<Row, CatalogError> {
        if let Some(row) = self.journal.row(place) {
            return Ok(row.clone());
        }
        let mut row = Row::new(record, place);
        for method in self.bench.methods() {
            let tried = self.bench.try_one(method, record);
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
