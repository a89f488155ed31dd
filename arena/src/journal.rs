//! Every game on disk as soon as it ends.
//!
//! A directory holds `journal.jsonl` and `lock`. The first line of the journal has the settings of
//! the match, every other line a game, of a match or of a tournament ([`Entry`]). Each line ends
//! with a check sum of itself and is on the disk before the next game is taken in. A last line
//! without its end was being written when the process died: it is cut off. Any other line that does
//! not check is damage, and reported. The lock is the operating system's, so it dies with its
//! process.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::game::GameRecord;

/// The settings of a match, by name. All that decides its games belongs here.
pub type Settings = BTreeMap<String, String>;

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// Another process plays this match.
    #[error("{} is in use by another process", .0.display())]
    Locked(PathBuf),
    /// It belongs to another match.
    #[error("{} holds a match with other settings: {}", .path.display(), .differences.join("; "))]
    OtherSettings {
        /// The directory.
        path: PathBuf,
        /// What differs.
        differences: Vec<String>,
    },
    /// A line cannot be believed.
    #[error("{}, line {line}: {why}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// The file system said no.
    #[error("{}: {error}", .path.display())]
    Io {
        /// Of what.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// The journal's name in its directory.
pub const FILE: &str = "journal.jsonl";
const LOCK: &str = "lock";

/// A game that a journal can hold.
pub trait Entry: Serialize + DeserializeOwned {
    /// What the first line of such a journal says it is.
    const SCHEMA: &'static str;

    /// The game's number: it is there once.
    fn number(&self) -> usize;
}

impl Entry for GameRecord {
    const SCHEMA: &'static str = "gametree.match-journal/1";

    fn number(&self) -> usize {
        self.number
    }
}

#[derive(Serialize, Deserialize)]
struct Header {
    schema: String,
    settings: Settings,
}

/// An open journal. While it is open no other process can open it.
#[derive(Debug)]
pub struct Journal<E = GameRecord> {
    file: File,
    _lock: File,
    entries: PhantomData<E>,
}

impl Journal {
    /// Opens the journal of a match in a directory, or begins one there; gives the games it holds.
    pub fn open(
        dir: &Path,
        settings: &Settings,
    ) -> Result<(Journal, Vec<GameRecord>), JournalError> {
        Journal::open_of(dir, settings)
    }
}

impl<E: Entry> Journal<E> {
    /// The same for games of any kind.
    pub fn open_of(dir: &Path, settings: &Settings) -> Result<(Journal<E>, Vec<E>), JournalError> {
        let told = |path: &Path| {
            let path = path.to_path_buf();
            move |error| JournalError::Io { path, error }
        };
        fs::create_dir_all(dir).map_err(told(dir))?;
        let lock = lock(dir)?;
        let path = dir.join(FILE);
        let file = File::options()
            .read(true)
            .append(true)
            .create(true)
            .open(&path)
            .map_err(told(&path))?;
        let text = fs::read(&path).map_err(told(&path))?;
        let whole = text
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |at| at + 1);
        let games = if whole > 0 {
            read(dir, &text[..whole], settings)?
        } else {
            Vec::new()
        };
        let mut journal = Journal {
            file,
            _lock: lock,
            entries: PhantomData,
        };
        journal.file.set_len(whole as u64).map_err(told(&path))?;
        if whole == 0 {
            let header = Header {
                schema: E::SCHEMA.into(),
                settings: settings.clone(),
            };
            journal.write(&header).map_err(told(&path))?;
            // The directory's entry of the new file, where directories can be opened.
            #[cfg(unix)]
            File::open(dir)
                .and_then(|dir| dir.sync_all())
                .map_err(told(dir))?;
        }
        Ok((journal, games))
    }

    /// Writes a game; it is on the disk when this returns.
    pub fn append(&mut self, game: &E) -> io::Result<()> {
        self.write(game)
    }

    fn write(&mut self, value: &impl Serialize) -> io::Result<()> {
        let line = seal(&serde_json::to_string(value)?);
        self.file.write_all(line.as_bytes())?;
        self.file.sync_data()
    }
}

fn lock(dir: &Path) -> Result<File, JournalError> {
    let path = dir.join(LOCK);
    let file = File::options()
        .write(true)
        .create(true)
        .truncate(false)
        .open(&path);
    let file = file.map_err(|error| JournalError::Io {
        path: path.clone(),
        error,
    })?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(JournalError::Locked(dir.to_path_buf())),
        Err(TryLockError::Error(error)) => Err(JournalError::Io { path, error }),
    }
}

/// The games of whole lines.
fn read<E: Entry>(dir: &Path, text: &[u8], settings: &Settings) -> Result<Vec<E>, JournalError> {
    let damaged = |line: usize, why: &str| JournalError::Damaged {
        path: dir.join(FILE),
        line,
        why: format!("{why}; what stands before it can be saved by cutting the file there"),
    };
    let mut lines = (1..).zip(text[..text.len() - 1].split(|&byte| byte == b'\n'));
    let (_, first) = lines.next().unwrap_or((1, b""));
    let known = settings_of::<E>(first).map_err(|why| damaged(1, &why))?;
    compare(dir, &known, settings)?;
    let mut games: Vec<E> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for (number, line) in lines {
        let game: E = unseal(line).map_err(|why| damaged(number, why))?;
        if !seen.insert(game.number()) {
            return Err(damaged(number, "this game is there twice"));
        }
        games.push(game);
    }
    Ok(games)
}

/// What the first line says.
pub(crate) fn settings_of<E: Entry>(line: &[u8]) -> Result<Settings, String> {
    let header: Header = unseal(line)?;
    if header.schema != E::SCHEMA {
        return Err(format!("this is not a journal of the kind {}", E::SCHEMA));
    }
    Ok(header.settings)
}

/// Refuses to go on under other settings.
fn compare(dir: &Path, old: &Settings, new: &Settings) -> Result<(), JournalError> {
    let names: std::collections::BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let value = |settings: &Settings, name: &str| {
        settings.get(name).map_or("nothing".into(), String::clone)
    };
    let differences: Vec<String> = names
        .into_iter()
        .filter(|name| old.get(*name) != new.get(*name))
        .map(|name| format!("{name} was {}, is {}", value(old, name), value(new, name)))
        .collect();
    if differences.is_empty() {
        return Ok(());
    }
    Err(JournalError::OtherSettings {
        path: dir.to_path_buf(),
        differences,
    })
}

/// Before the check sum at the end of an object.
const CHECK: &str = ",\"check\":\"";
/// The check sum's digits and what closes the object.
const TAIL: usize = 16 + "\"}".len();

/// The line of an object.
fn seal(object: &str) -> String {
    let body = object.strip_suffix('}').unwrap_or(object);
    format!("{body}{CHECK}{:016x}\"}}\n", sum(body.as_bytes()))
}

/// The object of a line.
pub(crate) fn unseal<T: for<'de> Deserialize<'de>>(line: &[u8]) -> Result<T, &'static str> {
    const WRONG: &str = "the line is damaged (its check sum is wrong)";
    let text = std::str::from_utf8(line).map_err(|_| WRONG)?;
    let at = text.len().checked_sub(CHECK.len() + TAIL).ok_or(WRONG)?;
    let (body, check) = text.split_at_checked(at).ok_or(WRONG)?;
    if check != format!("{CHECK}{:016x}\"}}", sum(body.as_bytes())) {
        return Err(WRONG);
    }
    serde_json::from_str(&format!("{body}}}")).map_err(|_| "the line is not one of this program's")
}

/// FNV-1a: no single changed byte keeps the sum.
#[must_use]
pub fn sum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Points, Reason, Side, Spent};
    use crate::move_stats::MoveStats;

    fn game(number: usize) -> GameRecord {
        GameRecord {
            number,
            opening: "4 4".into(),
            first: Side::A,
            moves: vec!["1".into(), "ü\n\"".into()],
            result: Points::Draw,
            reason: Reason::Failed("it broke".into()),
            a: Spent {
                moves: 7,
                seconds: 0.1 + 0.2,
                ..Spent::default()
            },
            b: Spent::default(),
            margin: Some(-1.5),
            stats: vec![MoveStats {
                seconds: 0.25,
                points: Some(-31),
                ..MoveStats::default()
            }],
        }
    }

    fn settings(seed: &str) -> Settings {
        [("seed".to_string(), seed.to_string())].into()
    }

    /// A directory with a journal of this many games, and the journal's bytes.
    fn filled(games: usize) -> (tempfile::TempDir, Vec<u8>) {
        let dir = tempfile::tempdir().unwrap();
        let (mut journal, known) = Journal::open(dir.path(), &settings("1")).unwrap();
        assert!(known.is_empty());
        (0..games).for_each(|n| journal.append(&game(n)).unwrap());
        let bytes = fs::read(dir.path().join(FILE)).unwrap();
        (dir, bytes)
    }

    #[test]
    fn games_come_back_as_they_were() {
        let (dir, _) = filled(3);
        let (mut journal, games) = Journal::open(dir.path(), &settings("1")).unwrap();
        assert_eq!(games, [game(0), game(1), game(2)]);
        journal.append(&game(3)).unwrap();
        drop(journal);
        assert_eq!(
            Journal::open(dir.path(), &settings("1")).unwrap().1.len(),
            4
        );
    }

    /// Cut anywhere, as a dying process may leave it: whole lines stay, and writing goes on behind
    /// them.
    #[test]
    fn a_torn_line_is_cut_off() {
        let (dir, bytes) = filled(3);
        for end in (0..bytes.len()).step_by(7) {
            fs::write(dir.path().join(FILE), &bytes[..end]).unwrap();
            let lines = bytes[..end].iter().filter(|&&byte| byte == b'\n').count();
            let (mut journal, games) = Journal::open(dir.path(), &settings("1")).unwrap();
            assert_eq!(games.len(), lines.saturating_sub(1), "cut at {end}");
            journal.append(&game(9)).unwrap();
            drop(journal);
            let again = Journal::open(dir.path(), &settings("1")).unwrap().1;
            assert_eq!(again.last(), Some(&game(9)), "cut at {end}");
        }
    }

    /// Every byte flipped: reported, or no more lost than the last game; never a wrong one.
    #[test]
    fn damage_is_told() {
        let (dir, bytes) = filled(2);
        for at in 0..bytes.len() {
            let mut broken = bytes.clone();
            broken[at] ^= 1;
            fs::write(dir.path().join(FILE), &broken).unwrap();
            match Journal::open(dir.path(), &settings("1")) {
                Err(JournalError::Damaged { .. }) => {}
                Ok((_, games)) => assert!(at == bytes.len() - 1 && games == [game(0)], "byte {at}"),
                Err(other) => panic!("byte {at}: {other}"),
            }
        }
        let twice = [
            &bytes[..],
            bytes.split_inclusive(|&b| b == b'\n').nth(1).unwrap(),
        ]
        .concat();
        fs::write(dir.path().join(FILE), twice).unwrap();
        let error = Journal::open(dir.path(), &settings("1")).unwrap_err();
        assert!(
            error
                .to_string()
                .contains("line 4: this game is there twice"),
            "{error}"
        );
    }

    #[test]
    fn other_settings_and_other_processes_are_refused() {
        let (dir, _) = filled(1);
        let error = Journal::open(dir.path(), &settings("2")).unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with("other settings: seed was 1, is 2"),
            "{error}"
        );
        let held = Journal::open(dir.path(), &settings("1")).unwrap();
        assert!(matches!(
            Journal::open(dir.path(), &settings("1")),
            Err(JournalError::Locked(_))
        ));
        drop(held);
        assert!(Journal::open(dir.path(), &settings("1")).is_ok());
    }
}
