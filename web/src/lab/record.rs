//! What a run has played: the journal of a match, or those of the values of a sweep.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use gametree_arena::{GameRecord, journal};

use super::figures::Figures;
use super::reader::{RunReader, Terms};
use super::request::{Kind, NewRun};
use super::view::{Best, Games, Series, SweepCard, SweepRow};
use crate::error::ApiError;

/// What a run has played.
pub struct Record {
    dir: PathBuf,
    terms: Terms,
    /// The parameter of a sweep and its values.
    over: Option<String>,
    /// By directory; of a match there is one.
    readers: BTreeMap<OsString, RunReader>,
    /// Something may have been written since the last look.
    stale: bool,
    /// Why the journal cannot be believed.
    error: Option<String>,
}

impl Record {
    /// The record of a run.
    #[must_use]
    pub fn new(dir: &Path, request: &NewRun) -> Record {
        let sprt = request.test().ok().flatten();
        let over = request.over.clone().filter(|_| request.kind == Kind::Sweep);
        let terms = Terms {
            games: request.games,
            sprt,
        };
        Record {
            dir: dir.into(),
            terms,
            over,
            readers: BTreeMap::new(),
            stale: true,
            error: None,
        }
    }

    /// Reads what was written since the last time. A run that stands still is read once.
    pub fn look(&mut self, running: bool) {
        if !self.stale && !running {
            return;
        }
        self.stale = running;
        self.error = self.read().err();
    }

    fn read(&mut self) -> Result<(), String> {
        for (name, dir) in self.places().map_err(|error| error.to_string())? {
            let reader = self
                .readers
                .entry(name)
                .or_insert_with(|| RunReader::new(&dir, self.terms));
            reader.read().map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// The directories with a journal.
    fn places(&self) -> io::Result<Vec<(OsString, PathBuf)>> {
        if self.over.is_none() {
            return Ok(vec![(OsString::new(), self.dir.clone())]);
        }
        let entries = fs::read_dir(&self.dir)?.filter_map(Result::ok);
        let begun = entries.filter(|entry| entry.path().join(journal::FILE).is_file());
        Ok(begun
            .map(|entry| (entry.file_name(), entry.path()))
            .collect())
    }

    /// Why the journal cannot be believed.
    #[must_use]
    pub fn error(&self) -> Option<String> {
        self.error.clone()
    }

    /// The settings of the match; of a sweep those of its first value.
    #[must_use]
    pub fn settings(&self) -> BTreeMap<String, String> {
        self.readers
            .values()
            .next()
            .map(RunReader::settings)
            .unwrap_or_default()
    }

    /// How a match stands.
    #[must_use]
    pub fn figures(&self) -> Option<Figures> {
        if self.over.is_some() {
            return None;
        }
        Some(self.readers.values().next().map_or_else(
            || RunReader::new(&self.dir, self.terms).figures(),
            RunReader::figures,
        ))
    }

    /// The values of a sweep that have begun, in order.
    #[must_use]
    pub fn rows(&self) -> Vec<SweepRow> {
        let Some(key) = self.key() else {
            return Vec::new();
        };
        let row = |reader: &RunReader| {
            let value = option(reader.settings().get("a")?, key)?;
            Some(SweepRow {
                value,
                figures: reader.figures(),
            })
        };
        let mut rows: Vec<SweepRow> = self.readers.values().filter_map(row).collect();
        rows.sort_by(|x, y| by_value(&x.value, &y.value));
        rows
    }

    fn key(&self) -> Option<&str> {
        self.over
            .as_deref()
            .and_then(|over| over.split_once('='))
            .map(|(key, _)| key.trim())
    }

    /// How a sweep stands.
    #[must_use]
    pub fn sweep(&self) -> Option<SweepCard> {
        let (over, key) = (self.over.clone()?, self.key()?.to_owned());
        let rows = self.rows();
        let best = rows
            .iter()
            .filter_map(|row| Some((row.figures.elo?, &row.value)));
        let best = best.max_by(|x, y| x.0.total_cmp(&y.0));
        Some(SweepCard {
            values: value_count(&over),
            over,
            key,
            played: rows.iter().filter(|row| row.figures.complete).count(),
            games: rows.iter().map(|row| row.figures.games).sum(),
            best: best.map(|(elo, value)| Best {
                value: value.clone(),
                elo,
            }),
        })
    }

    /// How it went; of a sweep its values, or how one of them went.
    ///
    /// # Errors
    /// There is no such value.
    pub fn series(&mut self, value: Option<&str>) -> Result<Series, ApiError> {
        if self.over.is_some() && value.is_none() {
            return Ok(Series {
                rows: self.rows(),
                ..Series::default()
            });
        }
        Ok(self
            .reader(value)?
            .map(RunReader::series)
            .unwrap_or_default())
    }

    /// Some of the games.
    ///
    /// # Errors
    /// There is no such value, or the journal cannot be read.
    pub fn games(&mut self, value: Option<&str>, part: (usize, usize)) -> Result<Games, ApiError> {
        if self.over.is_some() && value.is_none() {
            return Err(
                ApiError::bad("a sweep has games for each of its values").hint("add ?value=")
            );
        }
        let Some(reader) = self.reader(value)? else {
            return Ok(Games {
                count: 0,
                offset: part.0,
                games: vec![],
            });
        };
        reader
            .games(part.0, part.1)
            .map_err(|error| ApiError::failed(error.to_string()))
    }

    /// The game of a number, from 1.
    pub fn game(&mut self, value: Option<&str>, number: usize) -> Result<GameRecord, ApiError> {
        let found = match self.reader(value)? {
            Some(reader) => reader
                .game(number.wrapping_sub(1))
                .map_err(|error| ApiError::failed(error.to_string()))?,
            None => None,
        };
        found.ok_or_else(|| ApiError::absent(format!("game {number} is not finished")))
    }

    /// The match, or that of a value of a sweep.
    fn reader(&mut self, value: Option<&str>) -> Result<Option<&mut RunReader>, ApiError> {
        let Some(key) = self.key().map(str::to_owned) else {
            return Ok(self.readers.values_mut().next());
        };
        let of_value = |reader: &RunReader| {
            let a = reader.settings();
            a.get("a").and_then(|a| option(a, &key)).as_deref() == value
        };
        let reader = self.readers.values_mut().find(|reader| of_value(reader));
        let name = value.unwrap_or_default();
        reader
            .map(Some)
            .ok_or_else(|| ApiError::absent(format!("no games for the value '{name}' yet")))
    }
}

/// An option of a search's text.
fn option(search: &str, key: &str) -> Option<String> {
    let (_, options) = search.split_once(':')?;
    let mut pairs = options
        .split(',')
        .filter_map(|option| option.split_once('='));
    pairs
        .find(|(name, _)| name.trim() == key)
        .map(|(_, value)| value.trim().to_owned())
}

/// How many values `key=a,b,c` or `key=from..to:steps[:log]` has.
fn value_count(over: &str) -> usize {
    let values = over.split_once('=').map_or("", |(_, values)| values);
    match values.split_once("..") {
        Some((_, rest)) => rest
            .split(':')
            .nth(1)
            .and_then(|steps| steps.trim().parse().ok())
            .unwrap_or(0),
        None => values.split(',').count(),
    }
}

/// Numbers by size, before words.
fn by_value(x: &str, y: &str) -> std::cmp::Ordering {
    match (x.parse::<f64>(), y.parse::<f64>()) {
        (Ok(x), Ok(y)) => x.total_cmp(&y),
        (Ok(_), Err(_)) => std::cmp::Ordering::Less,
        (Err(_), Ok(_)) => std::cmp::Ordering::Greater,
        (Err(_), Err(_)) => x.cmp(y),
    }
}

/// Whether a journal was begun anywhere in the directory of a run.
#[must_use]
pub fn begun(dir: &Path) -> bool {
    let inside = || {
        fs::read_dir(dir)
            .into_iter()
            .flatten()
            .filter_map(Result::ok)
    };
    dir.join(journal::FILE).exists()
        || inside().any(|entry| entry.path().join(journal::FILE).exists())
}
