//! What counts as the truth: a search many times as long as those it judges, saved in a file.
//!
//! One MultiPV search values the best moves at equal depth, from one hash: differences between them
//! are then differences between moves, and not between depths, as they would be after a search of
//! each move alone. A move that it does not report, and that a method plays, is searched alone with
//! the nodes that a line had.

use std::path::Path;

use gametree::Notation;
use gametree_catalog::CatalogError;
use gametree_chess::Chess;
use serde::{Deserialize, Serialize};

use super::said::{Said, SaidMove, score};
use crate::assess::{Assessor, SearchPlan};
use crate::journal::Journal;
use crate::saved::{Saved, usual_path};
use crate::{Progress, each::ENGINES};

/// The file in the user's cache directory.
const FILE: &str = "chess-references.jsonl";
/// What the file holds.
const SETUP: &str = "gametree chess references 1";

/// How long the reference searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Length {
    /// Nodes in all.
    pub nodes: u64,
    /// How many lines they report.
    pub lines: u32,
}

/// What a reference depends on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Key {
    /// The engine, with its version.
    engine: String,
    /// Its options.
    options: String,
    /// How long it searched.
    #[serde(flatten)]
    length: Length,
    /// The position.
    fen: String,
    /// The one move that was searched, where it was.
    only: Option<String>,
}

/// A line of the file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Entry {
    #[serde(flatten)]
    key: Key,
    said: Said,
}

/// The best moves of a position with their true values, the best first.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reference {
    /// The moves.
    pub moves: Vec<SaidMove>,
    /// Nodes searched.
    pub nodes: u64,
    /// The depth reached.
    pub depth: u32,
}

/// The engine that values depend on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// Its name, with its version.
    pub name: String,
    /// The options that are set, as `name=value` joined by `;`.
    pub options: String,
}

impl Identity {
    /// Of an engine that is started for it.
    ///
    /// # Errors
    /// It does not start.
    pub fn of(assessor: &Assessor<'_>) -> Result<Identity, CatalogError> {
        let engine = assessor.start(1);
        let engine = engine.map_err(|why| CatalogError::engine(why).hint(ENGINES))?;
        let options = engine
            .set_options()
            .map(|(name, value)| format!("{name}={value}"));
        let identity = Identity {
            name: engine.name().to_string(),
            options: options.collect::<Vec<_>>().join(";"),
        };
        engine.quit();
        Ok(identity)
    }
}

/// Finds references: in the file, else by searching.
pub struct References {
    journal: Journal<Entry>,
    identity: Identity,
    length: Length,
}

impl References {
    /// With the file that is to be used. One that the user did not name may fail: then nothing is
    /// saved.
    ///
    /// # Errors
    /// The file cannot be used.
    pub fn open(
        saved: &Saved,
        identity: Identity,
        length: Length,
        progress: &dyn Progress,
    ) -> Result<References, CatalogError> {
        let journal = match saved {
            Saved::Not => Journal::none(),
            Saved::File(path) => open(path)?,
            Saved::Usual => match usual_path(FILE).map(|path| open(&path)) {
                Some(Ok(journal)) => journal,
                Some(Err(error)) => {
                    progress.note(&format!("{}; references are not saved", error.what));
                    Journal::none()
                }
                None => Journal::none(),
            },
        };
        Ok(References {
            journal,
            identity,
            length,
        })
    }

    /// Whether the reference of a position is in the file.
    pub fn knows(&self, position: &Chess) -> bool {
        self.find(&self.key(position, None)).is_some()
    }

    /// The best moves of a position.
    ///
    /// # Errors
    /// The engine failed, or the file cannot be written.
    pub fn of(&self, assessor: &Assessor<'_>, position: &Chess) -> Result<Reference, CatalogError> {
        let said = self.said(assessor, position, None)?;
        let mut moves = said.moves;
        let white = position.color().is_white();
        let view = |one: &SaidMove| {
            if white {
                score(one.value)
            } else {
                -score(one.value)
            }
        };
        // The engine's move is the best; a search that was cut off may have valued others at
        // another depth.
        moves.sort_by_key(|one| (one.name != said.played, std::cmp::Reverse(view(one))));
        Ok(Reference {
            moves,
            nodes: said.nodes,
            depth: said.depth,
        })
    }

    /// The value of one move, which is searched alone.
    ///
    /// # Errors
    /// The engine failed, or the file cannot be written.
    pub fn value_of(
        &self,
        assessor: &Assessor<'_>,
        position: &Chess,
        name: &str,
    ) -> Result<i64, CatalogError> {
        Ok(self.said(assessor, position, Some(name))?.value)
    }

    fn said(
        &self,
        assessor: &Assessor<'_>,
        position: &Chess,
        only: Option<&str>,
    ) -> Result<Said, CatalogError> {
        let key = self.key(position, only);
        if let Some(entry) = self.find(&key) {
            return Ok(entry.said.clone());
        }
        let among: Vec<_> = only
            .and_then(|name| position.read_move(name))
            .into_iter()
            .collect();
        let lines = if among.is_empty() {
            self.length.lines
        } else {
            1
        };
        let nodes = if among.is_empty() {
            self.length.nodes
        } else {
            self.length.nodes.div_ceil(u64::from(self.length.lines))
        };
        let plan = SearchPlan {
            lines,
            among: &among,
            ..SearchPlan::nodes(nodes)
        };
        let found = assessor.search(position, &plan);
        let found = found.map_err(|why| CatalogError::engine(why).hint(ENGINES))?;
        let said = Said::new(position, &found);
        let entry = Entry { key, said };
        let saved = self.journal.save(&entry);
        saved.map_err(|error| CatalogError::failed(format!("cannot save a reference: {error}")))?;
        Ok(entry.said)
    }

    fn find(&self, key: &Key) -> Option<&Entry> {
        self.journal.find(|entry| entry.key == *key)
    }

    fn key(&self, position: &Chess, only: Option<&str>) -> Key {
        Key {
            engine: self.identity.name.clone(),
            options: self.identity.options.clone(),
            length: self.length,
            fen: position.fen(),
            only: only.map(str::to_string),
        }
    }
}

fn open(path: &Path) -> Result<Journal<Entry>, CatalogError> {
    if let Some(dir) = path.parent() {
        std::fs::create_dir_all(dir)
            .map_err(|error| CatalogError::failed(format!("{}: {error}", dir.display())))?;
    }
    Journal::open(Some(path), SETUP).map_err(|error| match error.kind {
        gametree_catalog::ErrorKind::Usage => {
            CatalogError::usage(format!("{} is not a file of references", path.display()))
                .hint("it is left as it is: give another file with --cache")
        }
        _ => error,
    })
}
