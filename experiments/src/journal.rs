//! Rows in a file while they come, so that an interrupted run can go on.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use gametree_catalog::CatalogError;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Rows in a file: the setup, then one row per line.
pub struct Journal<R> {
    rows: Vec<R>,
    file: Option<Mutex<File>>,
}

impl<R: Serialize + DeserializeOwned> Journal<R> {
    /// Without a file: nothing is saved.
    pub fn none() -> Journal<R> {
        Journal {
            rows: Vec::new(),
            file: None,
        }
    }

    /// Reads what is there; without a file nothing is saved.
    ///
    /// # Errors
    /// The file cannot be read or written, or holds another run.
    pub fn open(path: Option<&Path>, setup: &str) -> Result<Journal<R>, CatalogError> {
        let Some(path) = path else {
            return Ok(Journal::none());
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

    /// The first row that was there when the file was opened, and is the one.
    pub fn find(&self, is_it: impl Fn(&R) -> bool) -> Option<&R> {
        self.rows.iter().find(|row| is_it(row))
    }

    /// Saves a row.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self, row: &R) -> io::Result<()> {
        if let Some(file) = &self.file {
            // A cut line before it must not swallow this one; in one piece, because other processes
            // may add to the same file.
            let text = format!("\n{}\n", serde_json::to_string(row)?);
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            file.write_all(text.as_bytes())?;
            file.sync_data()?;
        }
        Ok(())
    }
}

/// The setup of a file, and its rows. A line that was cut by a kill is left out; its position is
/// tried again.
fn read<R: DeserializeOwned>(path: &Path) -> io::Result<(Option<String>, Vec<R>)> {
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
