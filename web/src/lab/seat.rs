//! A run in the laboratory: what is kept of it, its process, and what it has played.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::book;
use super::command;
use super::kept::{Kept, Outcome, Wanted};
use super::process::{MESSAGES, OUTPUT, Process};
use super::record::Record;
use super::request::ClockName;

/// Exit codes of the program.
const DONE: i32 = 0;
const LOCKED: i32 = 6;
const INTERRUPTED: i32 = 130;

/// How often a journal is tried that another process has, and how long between: a server that was
/// killed leaves its runs a few seconds to save what they have.
const TRIES: u32 = 14;
const BETWEEN: Duration = Duration::from_millis(500);

/// Lines of the last words that are kept.
const LAST_LINES: usize = 12;

/// A run.
pub struct Seat {
    /// Its directory.
    pub dir: PathBuf,
    /// What is kept of it.
    pub kept: Kept,
    /// Its process, while it plays.
    pub process: Option<Process>,
    /// What it has played.
    pub record: Arc<Mutex<Record>>,
    /// Why it does not go on, though nothing is wrong with it.
    pub note: Option<String>,
    tries: u32,
    not_before: Option<Instant>,
}

impl Seat {
    /// The seat of a run.
    #[must_use]
    pub fn new(dir: PathBuf, kept: Kept) -> Seat {
        let record = Arc::new(Mutex::new(Record::new(&dir, &kept.request)));
        Seat {
            dir,
            kept,
            process: None,
            record,
            note: None,
            tries: 0,
            not_before: None,
        }
    }

    /// Reads the run of a directory. One that ended while nobody looked is done.
    ///
    /// # Errors
    /// There is none.
    pub fn read(dir: &Path) -> io::Result<Seat> {
        let mut kept = Kept::read(dir)?;
        if kept.outcome.is_none() && book::told_complete(dir) {
            kept.outcome = Some(Outcome::Done);
        }
        Ok(Seat::new(dir.to_path_buf(), kept))
    }

    /// How many processors it takes.
    #[must_use]
    pub fn weight(&self, processors: usize) -> usize {
        let request = &self.kept.request;
        let usual = if request.clock == Some(ClockName::Wall) {
            1
        } else {
            processors
        };
        request.threads.unwrap_or(usual).min(processors)
    }

    /// Whether it may be tried now.
    #[must_use]
    pub fn ready(&self) -> bool {
        self.not_before
            .is_none_or(|moment| Instant::now() >= moment)
    }

    /// Starts its process.
    pub fn start(&mut self, program: &Path) {
        let arguments = command::arguments(&self.kept.request, &self.dir);
        match Process::start(program, &arguments, &self.dir) {
            Ok(process) => {
                self.process = Some(process);
                self.look_again();
            }
            Err(error) => {
                let words = format!("cannot start {}: {error}", program.display());
                self.end(Outcome::Failed { words, code: None });
            }
        }
    }

    /// From now on something may be written.
    fn look_again(&mut self) {
        self.record = Arc::new(Mutex::new(Record::new(&self.dir, &self.kept.request)));
    }

    /// Whether its process has just ended; then the seat is settled, and `true` if it is to be
    /// tried again.
    pub fn settle(&mut self) -> Option<bool> {
        let status = self.process.as_mut()?.ended()?;
        self.process = None;
        let code = status.as_ref().ok().and_then(ExitStatus::code);
        match code {
            Some(DONE) => self.end(Outcome::Done),
            Some(INTERRUPTED) => self.rest(None),
            Some(LOCKED) => return Some(self.locked()),
            _ if self.kept.wanted == Wanted::Paused => self.rest(None),
            code => {
                let status =
                    status.map_or_else(|error| error.to_string(), |status| status.to_string());
                let words = last_words(&self.dir).unwrap_or(status);
                self.end(Outcome::Failed { words, code });
            }
        }
        self.tries = 0;
        Some(false)
    }

    /// Another process plays the match: it may be about to end.
    fn locked(&mut self) -> bool {
        self.tries += 1;
        if self.tries <= TRIES && self.kept.wanted == Wanted::Running {
            self.not_before = Some(Instant::now() + BETWEEN);
            return true;
        }
        self.tries = 0;
        self.rest(Some("another process plays this match".to_owned()));
        false
    }

    fn end(&mut self, outcome: Outcome) {
        self.kept.outcome = Some(outcome);
        self.save();
    }

    /// It stands still until somebody wants it to go on.
    pub fn rest(&mut self, note: Option<String>) {
        self.kept.wanted = Wanted::Paused;
        self.note = note;
        self.save();
    }

    /// It is to go on.
    pub fn want(&mut self) {
        self.kept.wanted = Wanted::Running;
        self.kept.outcome = None;
        self.note = None;
        self.not_before = None;
        self.save();
    }

    fn save(&mut self) {
        if let Err(error) = self.kept.write(&self.dir) {
            self.note = Some(format!("cannot write {}: {error}", self.dir.display()));
        }
    }

    /// What the program said of a request that it does not take: what is wrong, and how to mend it.
    #[must_use]
    pub fn complaint(&self) -> Option<(String, String)> {
        let output: Value = serde_json::from_slice(&fs::read(self.dir.join(OUTPUT)).ok()?).ok()?;
        let text = |name: &str| output.get(name).and_then(Value::as_str).map(str::to_owned);
        Some((text("error")?, text("hint").unwrap_or_default()))
    }
}

/// The end of the messages of a run.
fn last_words(dir: &Path) -> Option<String> {
    let text = fs::read(dir.join(MESSAGES)).ok()?;
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<String> = text
        .lines()
        .map(plain)
        .filter(|line| !line.trim().is_empty())
        .collect();
    let last = &lines[lines.len().saturating_sub(LAST_LINES)..];
    (!last.is_empty()).then(|| last.join("\n"))
}

/// A line without the colours of a terminal.
fn plain(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        out.push_str(before);
        rest = after.find('m').map_or("", |end| &after[end + 1..]);
    }
    out.push_str(rest);
    out.replace(|c: char| c.is_control(), " ")
}
