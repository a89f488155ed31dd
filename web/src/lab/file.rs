//! What is saved of a run besides what the program writes: `run.json` in its directory.

use std::fs;
use std::io;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::command;
use super::request::NewRun;

/// The file.
pub const FILE: &str = "run.json";
const SCHEMA: &str = "gametree.run/1";

/// A run on the disk.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RunFile {
    schema: String,
    /// What was asked for.
    pub request: NewRun,
    /// Both players as the program gets them, where they are not as they were asked for.
    #[serde(default)]
    pub players: Option<[String; 2]>,
    /// Seconds since 1970.
    pub created_at: u64,
    /// The command line as people type it.
    pub command: String,
    /// Whether it is to go on.
    pub wanted: Goal,
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
}

/// Whether a run is to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// As soon as there is room.
    Running,
    /// Not until it is told to.
    Paused,
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "lowercase")]
pub enum Outcome {
    /// Nothing is left to play.
    Done,
    /// It could not go on.
    Failed {
        /// Its last words.
        words: String,
        /// Its exit code, if it had one.
        code: Option<i32>,
    },
}

impl RunFile {
    /// A run that begins now.
    #[must_use]
    pub fn new(request: NewRun, players: [String; 2]) -> RunFile {
        let command = command::shown(&request);
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |now| now.as_secs());
        RunFile {
            schema: SCHEMA.into(),
            request,
            players: Some(players),
            created_at: now,
            command,
            wanted: Goal::Running,
            outcome: None,
        }
    }

    /// Reads the run of a directory.
    ///
    /// # Errors
    /// It is not there, or it is no run.
    pub fn read(dir: &Path) -> io::Result<RunFile> {
        let file: RunFile = serde_json::from_slice(&fs::read(dir.join(FILE))?)?;
        if file.schema != SCHEMA {
            return Err(io::Error::other(format!(
                "{} is not of the kind {SCHEMA}",
                dir.join(FILE).display()
            )));
        }
        Ok(file)
    }

    /// Writes it, whole or not at all.
    ///
    /// # Errors
    /// The disk is full, or read only.
    pub fn write(&self, dir: &Path) -> io::Result<()> {
        let next = dir.join("run.json.next");
        fs::write(&next, serde_json::to_string_pretty(self)? + "\n")?;
        fs::rename(next, dir.join(FILE))
    }
}
