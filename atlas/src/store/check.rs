//! Whether a file is what it should be.

use std::ops::ControlFlow;
use std::path::Path;

use super::file::FileStore;
use super::{StoreError, records};

/// What a check has found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// The game; empty when it cannot be read.
    pub game: String,
    /// How many facts can be read: all before the first problem.
    pub facts: u64,
    /// In how many rows.
    pub rows: u64,
    /// The file's length.
    pub bytes: u64,
    /// What is wrong, in words; empty for a store that is whole.
    pub problems: Vec<String>,
}

impl Report {
    /// Nothing is wrong.
    pub fn is_whole(&self) -> bool {
        self.problems.is_empty()
    }
}

/// Verifies every checksum of a file and reads every fact. The file is not touched, and may be open
/// elsewhere.
///
/// # Errors
/// When the file cannot be read at all, or was made by a newer version. A damaged one can: that is
/// what the report is for.
pub fn check(path: &Path) -> Result<Report, StoreError> {
    let bytes = std::fs::metadata(path).map(|m| m.len());
    let mut report = Report {
        bytes: bytes.unwrap_or_default(),
        ..Report::default()
    };
    match FileStore::open_read_only(path) {
        Ok(store) => {
            report.game = store.game().into();
            let read = count_rows(&store, &mut report);
            note(read, &mut report)?;
        }
        Err(error) => note(Err(error), &mut report)?,
    }
    Ok(report)
}

/// What is wrong with the file goes into the report; what is not its fault does not.
fn note(read: Result<(), StoreError>, report: &mut Report) -> Result<(), StoreError> {
    match read {
        Err(error @ (StoreError::Damaged { .. } | StoreError::Foreign { .. })) => {
            report.problems.push(error.what());
            Ok(())
        }
        other => other,
    }
}

fn count_rows(store: &FileStore, report: &mut Report) -> Result<(), StoreError> {
    store.rows(0, &mut |key, row| {
        for fact in records::facts(key, row).map_err(|e| store.name.record(&e))? {
            fact.map_err(|e| store.name.record(&e))?;
            report.facts += 1;
        }
        report.rows += 1;
        Ok(ControlFlow::Continue(()))
    })
}
