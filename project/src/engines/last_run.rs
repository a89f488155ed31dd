//! What a project remembers of its last run: the engines, their options, and whether it ended.
//!
//! A file for each project, in the user's own directory of projects and never in the project: a
//! project that comes from elsewhere must not name programs to start.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use gametree::rng::mix;
use serde::{Deserialize, Serialize};

use super::choice::EngineChoice;

/// The directory of these files, among the projects.
pub const DIRECTORY: &str = "last-runs";

/// The last run of a project.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct LastRun {
    /// The engines' commands, or names of the configuration file.
    pub commands: Vec<String>,
    /// Their options as `NAME=VALUE`.
    pub options: Vec<String>,
    /// How many worked at once.
    pub count: Option<usize>,
    /// Mebibytes of hash for each.
    pub hash: Option<u64>,
    /// Directories of Syzygy tables, as in the search path of programs; empty: the user wants none.
    pub syzygy: Option<String>,
    /// What the engines call themselves.
    pub names: Vec<String>,
    /// Whether nothing has ended the run: no pause, no limit, no error. The program was stopped or
    /// killed meanwhile, unless the run goes on.
    pub unfinished: bool,
    /// Whether an unfinished run goes on by itself when the server starts.
    pub resume: bool,
    /// The project's file, where that is not in the directory of projects.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<PathBuf>,
}

impl LastRun {
    /// With the engines of a choice, as the next run is to have them.
    #[must_use]
    pub fn with(self, choice: &EngineChoice) -> LastRun {
        LastRun {
            commands: choice.commands.clone(),
            options: choice.options.clone(),
            count: choice.count,
            hash: choice.hash,
            syzygy: choice
                .syzygy
                .as_deref()
                .and_then(OsStr::to_str)
                .map(Into::into),
            ..self
        }
    }

    /// The tables, while they are where they were: a run goes on without those that are gone.
    fn tables(&self) -> Option<OsString> {
        let text = OsString::from(self.syzygy.as_ref()?);
        let there = text.is_empty() || std::env::split_paths(&text).any(|path| path.is_dir());
        there.then_some(text)
    }
}

impl EngineChoice {
    /// What is not chosen is as in the last run. Another engine begins without options.
    #[must_use]
    pub fn or_as_before(self, last: Option<&LastRun>) -> EngineChoice {
        let Some(last) = last else { return self };
        let same = self.commands.is_empty() || self.commands == last.commands;
        let or_last = |given: Vec<String>, before: &[String]| match given.is_empty() {
            true => before.to_vec(),
            false => given,
        };
        EngineChoice {
            options: match same {
                true => or_last(self.options, &last.options),
                false => self.options,
            },
            commands: or_last(self.commands, &last.commands),
            count: self.count.or(last.count),
            hash: self.hash.or(last.hash),
            syzygy: self.syzygy.or_else(|| last.tables()),
            ..self
        }
    }
}

/// Where the last run of a project is saved; nowhere by default.
#[derive(Clone, Debug, Default)]
pub struct LastRunFile {
    path: Option<PathBuf>,
    /// The project's file, where that is not in the directory of projects.
    project: Option<PathBuf>,
}

impl LastRunFile {
    /// The file of a project, in a directory.
    #[must_use]
    pub fn of(directory: &Path, project: &Path) -> LastRunFile {
        let name = project.file_stem().unwrap_or_default().to_string_lossy();
        let place = std::path::absolute(project).unwrap_or_else(|_| project.to_path_buf());
        let among = std::path::absolute(directory).unwrap_or_else(|_| directory.to_path_buf());
        if place.parent() == among.parent() {
            return LastRunFile {
                path: Some(directory.join(format!("{name}.json"))),
                project: None,
            };
        }
        // Projects elsewhere may have equal names.
        let bytes = place.as_os_str().as_encoded_bytes().iter();
        let hash = bytes.fold(0, |hash, &byte| mix(hash ^ u64::from(byte)));
        LastRunFile {
            path: Some(directory.join(format!("{name}@{hash:016x}.json"))),
            project: Some(place),
        }
    }

    /// The last run, where it is known. A file that cannot be read says nothing.
    #[must_use]
    pub fn read(&self) -> Option<LastRun> {
        read(self.path.as_ref()?)
    }

    /// Changes what is remembered. What cannot be written is only not remembered.
    pub fn update(&self, change: impl FnOnce(LastRun) -> LastRun) {
        let Some(path) = &self.path else { return };
        let old = self.read();
        let new = LastRun {
            project: self.project.clone(),
            ..change(old.clone().unwrap_or_default())
        };
        if old.is_none() && self.project.is_some() {
            forget_missing(path.parent());
        }
        if old.as_ref() != Some(&new) {
            let _ = write(path, &new);
        }
    }

    /// The project is another file from now on.
    pub fn rename(&self, to: &LastRunFile) {
        if let Some(last) = self.read() {
            to.update(|_| last);
            self.forget();
        }
    }

    /// Another project begins with the same engines; its own run has not begun.
    pub fn copy(&self, to: &LastRunFile) {
        if let Some(last) = self.read() {
            to.update(|_| LastRun {
                unfinished: false,
                ..last
            });
        }
    }

    /// Nothing is remembered any more.
    pub fn forget(&self) {
        if let Some(path) = &self.path {
            let _ = std::fs::remove_file(path);
        }
    }
}

fn read(path: &Path) -> Option<LastRun> {
    let text = std::fs::read_to_string(path).ok()?;
    serde_json::from_str(&text).ok()
}

/// Forgets projects elsewhere whose files are gone: no one tells when they go.
fn forget_missing(directory: Option<&Path>) {
    let entries = directory.and_then(|directory| std::fs::read_dir(directory).ok());
    for entry in entries.into_iter().flatten().flatten() {
        let project = read(&entry.path()).and_then(|last| last.project);
        if project.is_some_and(|project| !project.exists()) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Written aside and moved, so that it is whole or old.
fn write(path: &Path, last: &LastRun) -> std::io::Result<()> {
    if let Some(directory) = path.parent() {
        std::fs::create_dir_all(directory)?;
    }
    let aside = path.with_extension("json.new");
    std::fs::write(&aside, serde_json::to_string_pretty(last)?)?;
    std::fs::rename(&aside, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stockfish() -> EngineChoice {
        EngineChoice {
            commands: vec!["stockfish".into()],
            options: vec!["Threads=2".into()],
            count: Some(3),
            hash: Some(64),
            ..EngineChoice::default()
        }
    }

    #[test]
    fn what_a_run_had_is_read_back_until_it_is_forgotten() {
        let projects = tempfile::tempdir().unwrap();
        let directory = projects.path().join(DIRECTORY);
        let file = LastRunFile::of(&directory, &projects.path().join("ruy.atlas"));
        assert_eq!(file.read(), None);
        file.update(|last| LastRun {
            unfinished: true,
            ..last.with(&stockfish())
        });
        assert!(directory.join("ruy.json").exists());
        let last = file.read().unwrap();
        assert_eq!(last.commands, ["stockfish"]);
        assert_eq!((last.count, last.hash), (Some(3), Some(64)));
        let copy = LastRunFile::of(&directory, &projects.path().join("copy.atlas"));
        file.copy(&copy);
        let copied = copy.read().unwrap();
        assert!(!copied.unfinished && copied.options == ["Threads=2"]);
        let renamed = LastRunFile::of(&directory, &projects.path().join("spanish.atlas"));
        file.rename(&renamed);
        assert_eq!((file.read(), renamed.read()), (None, Some(last)));
        renamed.forget();
        assert_eq!(renamed.read(), None);
    }

    #[test]
    fn equal_names_elsewhere_are_told_apart_and_no_directory_remembers_nothing() {
        let directory = Path::new("/data/last-runs");
        let file = |project: &str| LastRunFile::of(directory, Path::new(project)).path;
        assert_ne!(file("/a/ruy.atlas"), file("/b/ruy.atlas"));
        assert_eq!(
            file("/data/ruy.atlas"),
            Some("/data/last-runs/ruy.json".into())
        );
        let data = tempfile::tempdir().unwrap();
        let of = |project: &str| LastRunFile::of(data.path(), Path::new(project));
        of("/no/such/ruy.atlas").update(|last| last.with(&stockfish()));
        of("/nor/this/ruy.atlas").update(|last| last.with(&stockfish()));
        assert_eq!(of("/no/such/ruy.atlas").read(), None, "its project is gone");
        assert!(of("/nor/this/ruy.atlas").read().is_some());
        let nowhere = LastRunFile::default();
        nowhere.update(|last| last.with(&stockfish()));
        assert_eq!(nowhere.read(), None);
    }

    #[test]
    fn what_is_not_chosen_is_as_before() {
        let last = LastRun::default().with(&stockfish());
        let chosen = EngineChoice {
            hash: Some(256),
            ..EngineChoice::default()
        };
        let choice = chosen.clone().or_as_before(Some(&last));
        assert_eq!(choice.commands, ["stockfish"]);
        assert_eq!(choice.options, ["Threads=2"]);
        assert_eq!((choice.count, choice.hash), (Some(3), Some(256)));
        assert_eq!(chosen.clone().or_as_before(None), chosen);
    }

    #[test]
    fn another_engine_begins_without_the_options_of_the_last_one() {
        let last = LastRun::default().with(&stockfish());
        let other = EngineChoice {
            commands: vec!["lc0".into()],
            ..EngineChoice::default()
        };
        let choice = other.or_as_before(Some(&last));
        assert_eq!(
            (choice.commands, choice.options),
            (vec!["lc0".into()], vec![])
        );
        let again = EngineChoice {
            commands: vec!["stockfish".into()],
            options: vec!["Threads=1".into()],
            ..EngineChoice::default()
        };
        assert_eq!(again.or_as_before(Some(&last)).options, ["Threads=1"]);
    }

    #[test]
    fn tables_are_used_again_while_they_are_there() {
        let tables = tempfile::tempdir().unwrap();
        let place = tables.path().as_os_str().to_owned();
        let chosen = EngineChoice {
            syzygy: Some(place.clone()),
            ..stockfish()
        };
        let last = LastRun::default().with(&chosen);
        let next = EngineChoice::default().or_as_before(Some(&last));
        assert_eq!(next.syzygy, Some(place));
        let none = EngineChoice {
            syzygy: Some(OsString::new()),
            ..EngineChoice::default()
        };
        let without = none.clone().or_as_before(Some(&last));
        assert_eq!(without.syzygy, none.syzygy, "the user wants none");
        let still = EngineChoice::default().or_as_before(Some(&last.clone().with(&without)));
        assert_eq!(still.syzygy, none.syzygy, "nor the next time");
        drop(tables);
        let gone = EngineChoice::default().or_as_before(Some(&last));
        assert_eq!(gone.syzygy, None, "they are gone");
    }
}
