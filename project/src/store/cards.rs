//! What was seen in files that are not open. It is saved, so that a list after a restart shows what
//! is in large files without reading them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::lock;
use crate::error::{ProjectError, Result};
use crate::view::{Card, PositionValue, ProjectView, State};

/// The file, beside the projects.
const FILE: &str = "cards.json";

/// Files up to this size are opened at once to show what is in them; of larger ones only one for
/// each list, where nothing is known of it.
const SMALL: u64 = 32 << 20;

/// A file as it was: when it was changed, and how large it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Stamp {
    modified: Option<SystemTime>,
    bytes: u64,
}

impl Stamp {
    fn of(path: &Path) -> Stamp {
        let about = std::fs::metadata(path).ok();
        Stamp {
            modified: about.as_ref().and_then(|about| about.modified().ok()),
            bytes: about.map_or(0, |about| about.len()),
        }
    }
}

/// A file and what was in it.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Seen {
    stamp: Stamp,
    card: Card,
}

/// Cards by name.
pub struct CardCache {
    path: PathBuf,
    cards: Mutex<BTreeMap<String, Seen>>,
    small: u64,
    /// Whether nothing may be written.
    read_only: bool,
}

impl CardCache {
    /// Of a directory. A file that cannot be read counts as empty.
    pub fn open(directory: &Path, read_only: bool) -> CardCache {
        let path = directory.join(FILE);
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        CardCache {
            cards: Mutex::new(serde_json::from_str(&text).unwrap_or_default()),
            path,
            small: SMALL,
            read_only,
        }
    }

    /// The card of a file that is not open. If the file has changed, it is read again; but of a
    /// large one the last known card counts.
    pub fn card(&self, id: &str, path: &Path, read: impl FnOnce() -> Result<ProjectView>) -> Card {
        let stamp = Stamp::of(path);
        let known = lock(&self.cards).get(id).cloned();
        if let Some(seen) = known
            && (seen.stamp == stamp || stamp.bytes > self.small)
        {
            return seen.card;
        }
        let card = match read() {
            Ok(project) => Card {
                state: State::Closed,
                ..project.card
            },
            Err(error) => damaged(id, error),
        };
        self.saw(path, card.clone());
        self.save();
        card
    }

    /// Whether a list would have to wait for a file: it is large, and nothing is known of it.
    pub fn takes_long(&self, id: &str, path: &Path) -> bool {
        Stamp::of(path).bytes > self.small && !lock(&self.cards).contains_key(id)
    }

    /// A project as it is now, for the time after it is closed.
    pub fn saw(&self, path: &Path, card: Card) {
        let stamp = Stamp::of(path);
        let card = match card.state {
            State::Damaged => card,
            _ => Card {
                state: State::Closed,
                ..card
            },
        };
        lock(&self.cards).insert(card.id.clone(), Seen { stamp, card });
    }

    /// A project has another name, or none.
    pub fn forget(&self, id: &str) {
        lock(&self.cards).remove(id);
    }

    /// Written aside and moved, so that it is whole or old. What cannot be written is only not
    /// remembered.
    pub fn save(&self) {
        if self.read_only {
            return;
        }
        let text = serde_json::to_string(&*lock(&self.cards)).unwrap_or_default();
        let aside = self.path.with_extension("json.new");
        if std::fs::write(&aside, text).is_ok() {
            let _ = std::fs::rename(&aside, &self.path);
        }
    }
}

/// The card of a file that cannot be read.
pub fn damaged(id: &str, error: ProjectError) -> Card {
    Card {
        state: State::Damaged,
        trouble: Some(error.message),
        ..empty(id)
    }
}

/// The card of a file that was not read.
pub fn empty(id: &str) -> Card {
    Card {
        id: id.to_string(),
        game: String::new(),
        state: State::Closed,
        trouble: None,
        position: String::new(),
        opening: None,
        value: PositionValue::default(),
        best: None,
        spark: Vec::new(),
        roots: 0,
        positions: 0,
        evaluations: 0,
        engine_nodes: 0,
        bytes: 0,
        changed_at: 0,
        news: None,
        last_run: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(id: &str, positions: u64) -> Card {
        Card {
            positions,
            ..empty(id)
        }
    }

    fn unread() -> Result<ProjectView> {
        Err(ProjectError::failed("it was read"))
    }

    #[test]
    fn a_large_file_shows_after_a_restart_what_was_last_known_of_it() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x.atlas");
        std::fs::write(&path, "0123456789").unwrap();
        let open = || CardCache {
            small: 4,
            ..CardCache::open(directory.path(), false)
        };
        let cards = open();
        assert!(cards.takes_long("x", &path), "nothing is known yet");
        cards.saw(&path, card("x", 436_000));
        cards.save();
        let cards = open();
        std::fs::write(&path, "it has grown since").unwrap();
        assert!(!cards.takes_long("x", &path));
        assert_eq!(cards.card("x", &path, unread).positions, 436_000);
        cards.forget("x");
        assert_eq!(cards.card("x", &path, unread).state, State::Damaged);
    }

    #[test]
    fn a_small_file_is_read_again_when_it_has_changed() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x.atlas");
        std::fs::write(&path, "one").unwrap();
        let cards = CardCache::open(directory.path(), true);
        cards.saw(&path, card("x", 7));
        assert_eq!(cards.card("x", &path, unread).positions, 7);
        std::fs::write(&path, "three").unwrap();
        assert_eq!(cards.card("x", &path, unread).state, State::Damaged);
    }
}
