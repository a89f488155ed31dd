//! Reading a journal while another process writes it.
//!
//! A follower takes no lock and changes nothing. It reads whole lines only, each once: what is
//! being written now comes with the next read. Every line is checked as [`crate::Journal`] checks
//! it.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use crate::game::GameRecord;
use crate::journal::{self, Entry, JournalError, Settings};

/// A journal that grows.
#[derive(Debug)]
pub struct Follower<E = GameRecord> {
    path: PathBuf,
    settings: Settings,
    /// The bytes that were read, all of them whole lines.
    read: u64,
    lines: usize,
    entries: PhantomData<E>,
}

/// A game of a journal.
#[derive(Clone, PartialEq, Debug)]
pub struct JournalEntry<E> {
    /// Where its line begins, for [`Follower::again`].
    pub at: u64,
    /// The game.
    pub entry: E,
}

impl<E: Entry> Follower<E> {
    /// Follows the journal of a directory; `None` as long as there is none, or none with a whole
    /// first line.
    ///
    /// # Errors
    /// The journal cannot be read or believed.
    pub fn open(dir: &Path) -> Result<Option<Follower<E>>, JournalError> {
        let path = dir.join(journal::FILE);
        let text = match whole_lines(&path, 0) {
            Err(JournalError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(None);
            }
            text => text?,
        };
        let Some(end) = text.iter().position(|&byte| byte == b'\n') else {
            return Ok(None);
        };
        let settings =
            journal::settings_of::<E>(&text[..end]).map_err(|why| damaged(&path, 1, why))?;
        let read = end as u64 + 1;
        Ok(Some(Follower {
            path,
            settings,
            read,
            lines: 1,
            entries: PhantomData,
        }))
    }

    /// The settings of the match.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The games that were written since the last read, in the order in which they ended.
    ///
    /// # Errors
    /// The journal cannot be read or believed.
    pub fn more(&mut self) -> Result<Vec<JournalEntry<E>>, JournalError> {
        let text = whole_lines(&self.path, self.read)?;
        let mut found = Vec::new();
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            let entry = self.entry(line, self.lines + 1)?;
            found.push(JournalEntry {
                at: self.read,
                entry,
            });
            self.read += line.len() as u64;
            self.lines += 1;
        }
        Ok(found)
    }

    /// A game once more.
    ///
    /// # Errors
    /// The journal cannot be read or believed.
    pub fn again(&self, at: u64) -> Result<E, JournalError> {
        let line = line(&self.path, at).map_err(|error| JournalError::Io {
            path: self.path.clone(),
            error,
        })?;
        self.entry(&line, 0)
    }

    fn entry(&self, line: &[u8], number: usize) -> Result<E, JournalError> {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        journal::unseal(line).map_err(|why| damaged(&self.path, number, why.into()))
    }
}

fn damaged(path: &Path, line: usize, why: String) -> JournalError {
    JournalError::Damaged {
        path: path.to_path_buf(),
        line,
        why,
    }
}

/// What follows a place in the file, as far as lines are whole.
fn whole_lines(path: &Path, from: u64) -> Result<Vec<u8>, JournalError> {
    let mut text = bytes(path, from).map_err(|error| JournalError::Io {
        path: path.into(),
        error,
    })?;
    let whole = text
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |at| at + 1);
    text.truncate(whole);
    Ok(text)
}

fn line(path: &Path, from: u64) -> io::Result<Vec<u8>> {
    let mut file = BufReader::new(File::open(path)?);
    file.seek(SeekFrom::Start(from))?;
    let mut line = Vec::new();
    file.read_until(b'\n', &mut line)?;
    Ok(line)
}

fn bytes(path: &Path, from: u64) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(from))?;
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Journal;
    use crate::game::{Points, Reason, Side, Spent};
    use std::fs;

    fn game(number: usize) -> GameRecord {
        GameRecord {
            number,
            opening: "ü\n".into(),
            first: Side::A,
            moves: vec!["1".into()],
            result: Points::Win,
            reason: Reason::Rules,
            a: Spent::default(),
            b: Spent::default(),
            margin: None,
            stats: Vec::new(),
        }
    }

    fn entries(found: &[JournalEntry<GameRecord>]) -> Vec<GameRecord> {
        found.iter().map(|found| found.entry.clone()).collect()
    }

    /// While the writer holds the lock, every game is seen once.
    #[test]
    fn games_are_seen_as_they_end() {
        let dir = tempfile::tempdir().unwrap();
        assert!(Follower::<GameRecord>::open(dir.path()).unwrap().is_none());
        let settings: Settings = [("seed".to_string(), "1".to_string())].into();
        let (mut journal, _) = Journal::open(dir.path(), &settings).unwrap();
        let mut follower: Follower = Follower::open(dir.path()).unwrap().unwrap();
        assert_eq!(follower.settings(), &settings);
        assert!(follower.more().unwrap().is_empty());
        journal.append(&game(1)).unwrap();
        journal.append(&game(0)).unwrap();
        let found = follower.more().unwrap();
        assert_eq!(entries(&found), [game(1), game(0)]);
        journal.append(&game(2)).unwrap();
        assert_eq!(entries(&follower.more().unwrap()), [game(2)]);
        assert!(follower.more().unwrap().is_empty());
        assert_eq!(follower.again(found[1].at).unwrap(), game(0));
        let again = Follower::<GameRecord>::open(dir.path())
            .unwrap()
            .unwrap()
            .more()
            .unwrap();
        assert_eq!(entries(&again), [game(1), game(0), game(2)]);
    }

    /// At every length that a file has while it is written: whole lines, and the rest later.
    #[test]
    fn half_a_line_is_not_seen_yet() {
        let dir = tempfile::tempdir().unwrap();
        let (mut journal, _) = Journal::open(dir.path(), &Settings::new()).unwrap();
        (0..3).for_each(|n| journal.append(&game(n)).unwrap());
        drop(journal);
        let path = dir.path().join(journal::FILE);
        let bytes = fs::read(&path).unwrap();
        let (mut follower, mut seen) = (None, Vec::new());
        for end in 0..=bytes.len() {
            fs::write(&path, &bytes[..end]).unwrap();
            follower = follower.or_else(|| Follower::<GameRecord>::open(dir.path()).unwrap());
            let lines = bytes[..end].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(follower.is_some(), lines > 0);
            if let Some(follower) = &mut follower {
                seen.extend(entries(&follower.more().unwrap()));
            }
            assert_eq!(seen.len(), lines.saturating_sub(1), "cut at {end}");
        }
        assert_eq!(seen, [game(0), game(1), game(2)]);
    }

    #[test]
    fn damage_is_told() {
        let dir = tempfile::tempdir().unwrap();
        let (mut journal, _) = Journal::open(dir.path(), &Settings::new()).unwrap();
        journal.append(&game(0)).unwrap();
        drop(journal);
        let path = dir.path().join(journal::FILE);
        let mut bytes = fs::read(&path).unwrap();
        let end = bytes.len();
        bytes[end - 40] ^= 1;
        fs::write(&path, &bytes).unwrap();
        let error = Follower::<GameRecord>::open(dir.path())
            .unwrap()
            .unwrap()
            .more()
            .unwrap_err();
        assert!(
            error.to_string().contains("line 2: the line is damaged"),
            "{error}"
        );
        bytes[3] ^= 1;
        fs::write(&path, &bytes).unwrap();
        assert!(matches!(
            Follower::<GameRecord>::open(dir.path()),
            Err(JournalError::Damaged { line: 1, .. })
        ));
    }
}
