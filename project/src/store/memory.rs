//! What pages remember of projects between visits: when the user visited, and what they saw.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::view::{Card, News};

/// The file, beside the projects.
const FILE: &str = "pages.json";

/// Everything remembered.
#[derive(Debug)]
pub struct Memory {
    path: PathBuf,
    seen: BTreeMap<String, Seen>,
}

/// What the user saw.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Seen {
    /// Seconds since 1970.
    at: u64,
    positions: u64,
    best: Option<String>,
    value: Option<String>,
}

impl Memory {
    /// Of a directory. A file that cannot be read counts as empty: nothing in it is worth an error.
    pub fn open(directory: &Path) -> Memory {
        let path = directory.join(FILE);
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        Memory {
            path,
            seen: serde_json::from_str(&text).unwrap_or_default(),
        }
    }

    /// When the user last visited a project.
    pub fn seen_at(&self, id: &str) -> Option<u64> {
        self.seen.get(id).map(|seen| seen.at)
    }

    /// The user visits a project now.
    pub fn look(&mut self, card: &Card, at: u64) {
        let seen = Seen {
            at,
            positions: card.positions,
            best: card.best.clone(),
            value: value_text(card),
        };
        self.seen.insert(card.id.clone(), seen);
        self.save();
    }

    /// A project has another name.
    pub fn rename(&mut self, id: &str, new: &str) {
        if let Some(seen) = self.seen.remove(id) {
            self.seen.insert(new.to_string(), seen);
            self.save();
        }
    }

    /// What is new for them; none if they never visited.
    pub fn news(&self, card: &Card) -> Option<News> {
        let seen = self.seen.get(&card.id)?;
        let value = value_text(card);
        let other =
            |then: &Option<String>, now: &Option<String>| then.clone().filter(|_| then != now);
        Some(News {
            since: seen.at,
            positions: card.positions.saturating_sub(seen.positions),
            best_was: other(&seen.best, &card.best),
            value_was: other(&seen.value, &value),
        })
    }

    /// Written aside and moved, so that it is whole or old. What cannot be written is only not
    /// remembered.
    fn save(&self) {
        let aside = self.path.with_extension("json.new");
        let text = serde_json::to_string_pretty(&self.seen).unwrap_or_default();
        if std::fs::write(&aside, text).is_ok() {
            let _ = std::fs::rename(&aside, &self.path);
        }
    }
}

fn value_text(card: &Card) -> Option<String> {
    let known = card.value.value.is_some();
    known.then(|| card.value.value_text.clone())
}
