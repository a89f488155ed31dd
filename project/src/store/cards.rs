//! What was seen in files that are not open.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::time::SystemTime;

use super::lock;
use crate::error::{ProjectError, Result};
use crate::view::{Card, PositionValue, ProjectView, State};

/// Files up to this size are opened to show what is in them; larger ones only on request.
const SMALL: u64 = 32 << 20;

/// A file as it was: when it was changed, and how large it was.
#[derive(Clone, Copy, PartialEq, Eq)]
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

/// Cards by name, as long as the files are the same.
#[derive(Default)]
pub struct CardCache {
    cards: Mutex<BTreeMap<String, (Stamp, Card)>>,
}

impl CardCache {
    /// The card of a file; read again if the file has changed.
    pub fn card(&self, id: &str, path: &Path, read: impl FnOnce() -> Result<ProjectView>) -> Card {
        let stamp = Stamp::of(path);
        if stamp.bytes > SMALL {
            return empty(id);
        }
        if let Some((seen, card)) = lock(&self.cards).get(id)
            && *seen == stamp
        {
            return card.clone();
        }
        let card = match read() {
            Ok(project) => Card {
                state: State::Closed,
                ..project.card
            },
            Err(error) => damaged(id, error),
        };
        lock(&self.cards).insert(id.to_string(), (stamp, card.clone()));
        card
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

fn empty(id: &str) -> Card {
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
