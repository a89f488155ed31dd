//! Rows in a file while they come, so that an interrupted run can go on.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use gametree_catalog::CatalogError;

use super::report::Row;

/// Rows in a file: the setup, then one row per line.
pub struct Journal {
    rows: Vec<Row>,
    file: Option<Mutex<File>>,
}

impl Journal {
    /// Reads what is there; without a file nothing is saved.
    ///
    /// # Errors
    /// The file cannot be read or written, or holds another run.
    pub fn open(path: Option<&Path>, setup: &str) -> Result<Journal, CatalogError> {
        let Some(path) = path else {
            return Ok(Journal {
                rows: Vec::new(),
                file: None,
            });
        };
        let failed =
            |error: io::Error| CatalogError::failed(format!("{}: {error}", path.display()));
        let mut rows = Vec::new();
        if path.exists() {
            let (first, found) = read(path).map_err(failed)?;
            if first.as_deref() != Some(setup) {
                let what = format!("{} holds a run of another setup", path.display());
                return Err(CatalogError::usage(what)
                    .hint("name another file, or repeat the arguments of that run"));
            }
            rows = found;
        }
        let file = create(path, setup).map_err(failed)?;
        Ok(Journal {
            rows,
            file: Some(Mutex::new(file)),
        })
    }

    /// The row of a place.
    pub fn row(&self, place: usize) -> Option<&Row> {
        self.rows.iter().find(|row| row.place == place)
    }

    /// Saves a row.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self, row: &Row) -> io::Result<()> {
        if let Some(file) = &self.file {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            // A cut line before it must not swallow this one.
            writeln!(file, "\n{}", serde_json::to_string(row)?)?;
            file.sync_data()?;
        }
        Ok(())
    }
}

/// The setup of a file, and its rows. A line that was cut by a kill is left out; its position is
/// tried again.
fn read(path: &Path) -> io::Result<(Option<String>, Vec<Row>)> {
    let mut lines = BufReader::new(File::open(path)?).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    let rows = lines
        .map_while(Result::ok)
        .filter_map(|line| serde_json::from_str(&line).ok());
    Ok((serde_json::from_str(&first).ok(), rows.collect()))
}

/// The file to be added to, with its setup in the first line.
fn create(path: &Path, setup: &str) -> io::Result<File> {
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    if file.metadata()?.len() == 0 {
        writeln!(file, "{}", serde_json::to_string(setup)?)?;
    }
    Ok(file)
}
