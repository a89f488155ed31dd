//! A run in the laboratory: its file, its process, and what it has played.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::command;
use super::file::{Goal, Outcome, RunFile};
use super::process::{MESSAGES, OUTPUT, Process};
use super::reader;
use super::record::Record;
use super::request::ClockName;

/// Exit codes of the program.
const DONE: i32 = 0;
const LOCKED: i32 = 6;
const INTERRUPTED: i32 = 130;

/// How often a journal that another process holds is tried again, and how long between: a server
/// that was killed leaves its runs a few seconds to save what they have.
const MAX_RETRIES: u32 = 14;
const RETRY_INTERVAL: Duration = Duration::from_millis(500);

/// Lines of its last messages that are kept.
const LAST_LINES: usize = 12;

/// A run.
pub struct RunHandle {
    /// Its directory.
    pub dir: PathBuf,
    /// What is saved of it on disk.
    pub file: RunFile,
    /// Its process, while it plays.
    pub process: Option<Process>,
    /// What it has played.
    pub record: Arc<Mutex<Record>>,
    /// Why it does not go on, though nothing is wrong with it.
    pub note: Option<String>,
    retries: u32,
    not_before: Option<Instant>,
}

impl RunHandle {
    /// A run of a directory.
    #[must_use]
    pub fn new(dir: PathBuf, file: RunFile) -> RunHandle {
        let record = Arc::new(Mutex::new(Record::new(&dir, &file.request)));
        RunHandle {
            dir,
            file,
            process: None,
            record,
            note: None,
            retries: 0,
            not_before: None,
        }
    }

    /// Reads the run of a directory. One that ended unseen is done.
    ///
    /// # Errors
    /// There is none.
    pub fn read(dir: &Path) -> io::Result<RunHandle> {
        let mut file = RunFile::read(dir)?;
        if file.outcome.is_none() && reader::told_complete(dir) {
            file.outcome = Some(Outcome::Done);
        }
        Ok(RunHandle::new(dir.to_path_buf(), file))
    }

    /// How many processors it takes.
    #[must_use]
    pub fn weight(&self, processors: usize) -> usize {
        let request = &self.file.request;
        let wall = request.clock == Some(ClockName::Wall) || request.game_clock.is_some();
        let usual = if wall { 1 } else { processors };
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
        let arguments =
            command::arguments(&self.file.request, self.file.players.as_ref(), &self.dir);
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
        self.record = Arc::new(Mutex::new(Record::new(&self.dir, &self.file.request)));
    }

    /// Whether its process has just ended; then its outcome is recorded, and `true` if it is to be
    /// tried again.
    pub fn collect_exit(&mut self) -> Option<bool> {
        let status = self.process.as_mut()?.ended()?;
        self.process = None;
        let code = status.as_ref().ok().and_then(ExitStatus::code);
        match code {
            Some(DONE) => self.end(Outcome::Done),
            Some(INTERRUPTED) => self.set_paused(None),
            Some(LOCKED) => return Some(self.locked()),
            _ if self.file.wanted == Goal::Paused => self.set_paused(None),
            code => {
                let status =
                    status.map_or_else(|error| error.to_string(), |status| status.to_string());
                let words = last_words(&self.dir).unwrap_or(status);
                self.end(Outcome::Failed { words, code });
            }
        }
        self.retries = 0;
        Some(false)
    }

    /// Another process plays the match: it may be about to end.
    fn locked(&mut self) -> bool {
        self.retries += 1;
        if self.retries <= MAX_RETRIES && self.file.wanted == Goal::Running {
            self.not_before = Some(Instant::now() + RETRY_INTERVAL);
            return true;
        }
        self.retries = 0;
        self.set_paused(Some("another process plays this match".to_owned()));
        false
    }

    fn end(&mut self, outcome: Outcome) {
        self.file.outcome = Some(outcome);
        self.save();
    }

    /// It stands still until it is told to go on.
    pub fn set_paused(&mut self, note: Option<String>) {
        self.file.wanted = Goal::Paused;
        self.note = note;
        self.save();
    }

    /// It is to go on.
    pub fn set_running(&mut self) {
        self.file.wanted = Goal::Running;
        self.file.outcome = None;
        self.note = None;
        self.not_before = None;
        self.save();
    }

    fn save(&mut self) {
        if let Err(error) = self.file.write(&self.dir) {
            self.note = Some(format!("cannot write {}: {error}", self.dir.display()));
        }
    }

    /// What the program said of a request that it does not take: what is wrong, and a hint.
    #[must_use]
    pub fn rejection(&self) -> Option<(String, String)> {
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
