//! All projects of a directory: those that are open, and those that could be.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use gametree_atlas::store::FileStore;
use serde::Deserialize;
use utoipa::ToSchema;

use super::memory::Memory;
use super::open::{Open, lock, refusal, store_refusal};
use super::run::{RunAsk, now};
use super::{Answer, Study};
use crate::host::Host;
use crate::refusal::Refusal;
use crate::shown::list::{self, Visit};
use crate::staff::Staffed;
use crate::view::{Card, Project, State, WorkerRow};

/// The ending of a project's file.
const ENDING: &str = "atlas";

/// Files up to this size are opened to show what is in them; larger ones when somebody asks.
const SMALL: u64 = 32 << 20;

/// A project that nobody reads or runs for so long is closed, so that other programs can have it.
const IDLE: Duration = Duration::from_secs(600);

/// How often that is looked at.
pub const SWEEP: Duration = Duration::from_secs(60);

/// How old the copy of a project may be that another process works on.
const STALE: Duration = Duration::from_secs(5);

/// A project to make.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewProject {
    /// Its name; the game's with the next free number where it is not said.
    pub name: Option<String>,
    /// The game; chess where it is not said.
    pub game: Option<String>,
    /// The position: a FEN, moves, a PGN text; the first one of the game where it is empty or
    /// `startpos`.
    #[serde(default)]
    pub position: String,
    /// The engine's id; the built-in one where it is not said.
    pub engine: Option<String>,
    /// How many work at once.
    pub count: Option<usize>,
    /// Whether it is to run at once.
    #[serde(default)]
    pub run: bool,
}

/// A project that is open.
struct Kept {
    study: Arc<dyn Study>,
    used: Instant,
    opened: Instant,
}

/// What was seen in a file that is not kept open, as long as the file is the same.
struct Glimpse {
    of: (Option<SystemTime>, u64),
    card: Card,
}

/// All projects of a directory.
pub struct Desk {
    directory: PathBuf,
    host: Arc<dyn Host>,
    read_only: bool,
    kept: Mutex<BTreeMap<String, Kept>>,
    glimpses: Mutex<BTreeMap<String, Glimpse>>,
    memory: Mutex<Memory>,
    /// One project is opened at a time.
    opening: Mutex<()>,
}

impl Desk {
    /// The projects of a directory.
    pub fn new(directory: PathBuf, host: Arc<dyn Host>, read_only: bool) -> Desk {
        let memory = Mutex::new(Memory::open(&directory));
        let (kept, glimpses, opening) = Default::default();
        Desk {
            directory,
            host,
            read_only,
            kept,
            glimpses,
            memory,
            opening,
        }
    }

    /// Where they are.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// A name that is a file's name in the directory, and nothing else.
    fn file(&self, id: &str) -> Answer<PathBuf> {
        let plain = |c: char| c.is_alphanumeric() || " _-+,.()'".contains(c);
        let fits = !id.is_empty()
            && id.len() <= 100
            && id.chars().all(plain)
            && !id.starts_with('.')
            && id.trim() == id;
        if !fits {
            return Err(Refusal::bad("this cannot be a project's name")
                .hint("letters, digits, spaces, - _ + . , ( ) '; at most 100"));
        }
        Ok(self.directory.join(format!("{id}.{ENDING}")))
    }

    /// A project, opened where it is not.
    pub fn get(&self, id: &str) -> Answer<Arc<dyn Study>> {
        if let Some(study) = self.at_hand(id) {
            return Ok(study);
        }
        let path = self.file(id)?;
        if !path.exists() {
            return Err(Refusal::absent(format!("there is no project '{id}'"))
                .hint("the first page lists all projects"));
        }
        let _one = lock(&self.opening);
        if let Some(study) = self.at_hand(id) {
            return Ok(study);
        }
        // A copy of what another process had is let go first: that process may have ended.
        lock(&self.kept).remove(id);
        let study = self.open(id, &path, self.read_only)?;
        let now = Instant::now();
        lock(&self.kept).insert(
            id.to_string(),
            Kept {
                study: Arc::clone(&study),
                used: now,
                opened: now,
            },
        );
        Ok(study)
    }

    /// A project that is open and fresh.
    fn at_hand(&self, id: &str) -> Option<Arc<dyn Study>> {
        let mut kept = lock(&self.kept);
        let found = kept.get_mut(id)?;
        found.used = Instant::now();
        let changed = || {
            std::fs::metadata(self.file(id).ok()?)
                .ok()?
                .modified()
                .ok()?
                .elapsed()
                .ok()
        };
        let age = found.opened.elapsed();
        let stale =
            found.study.is_elsewhere() && age > STALE && changed().is_none_or(|ago| ago < age);
        (!stale).then(|| Arc::clone(&found.study))
    }

    fn open(&self, id: &str, path: &Path, read_only: bool) -> Answer<Arc<dyn Study>> {
        let game = FileStore::open_read_only(path)
            .map_err(|error| store_refusal(&error))?
            .game()
            .to_string();
        let opening = Opening {
            id,
            path,
            host: Arc::clone(&self.host),
            read_only,
        };
        list::with_game(&game, opening).unwrap_or_else(|| {
            Err(Refusal::failed(format!(
                "projects of '{game}' cannot be shown"
            )))
        })
    }

    /// Makes a project.
    pub fn create(&self, new: &NewProject) -> Answer<Project> {
        let game = new.game.as_deref().unwrap_or("chess");
        let unknown = || {
            Refusal::bad(format!("'{game}' is not a game for projects"))
                .hint(list::names().join(", "))
        };
        let id = match &new.name {
            Some(name) if !name.trim().is_empty() => name.trim().to_string(),
            _ => self.free_name(game),
        };
        let path = self.file(&id)?;
        let creating = Creating {
            path: &path,
            game,
            position: &new.position,
        };
        list::with_game(game, creating).ok_or_else(unknown)??;
        let study = self.get(&id)?;
        if new.run {
            study.start(&RunAsk::with(new.engine.clone(), new.count))?;
        }
        study.project()
    }

    /// `chess 3`: the first number that is free.
    fn free_name(&self, game: &str) -> String {
        let family = game.split(':').next().unwrap_or(game);
        let taken = |name: &String| self.directory.join(format!("{name}.{ENDING}")).exists();
        let mut names = (1..).map(|number| format!("{family} {number}"));
        names.find(|name| !taken(name)).unwrap_or_default()
    }

    /// Every project, the last changed first.
    pub fn cards(&self) -> Vec<Card> {
        let Ok(entries) = std::fs::read_dir(&self.directory) else {
            return Vec::new();
        };
        let named = |path: PathBuf| {
            let id = path.file_stem()?.to_str()?.to_string();
            (path.extension()? == ENDING).then_some((id, path))
        };
        let files = entries.filter_map(|entry| named(entry.ok()?.path()));
        let mut cards: Vec<Card> = files.map(|(id, path)| self.card(&id, &path)).collect();
        cards.sort_by(|a, b| b.changed_at.cmp(&a.changed_at).then(a.id.cmp(&b.id)));
        cards
    }

    fn card(&self, id: &str, path: &Path) -> Card {
        let opened = lock(&self.kept).get(id).map(|kept| Arc::clone(&kept.study));
        let mut card = match opened {
            Some(study) => study
                .project()
                .map_or_else(|refusal| damaged(id, refusal), |project| project.card),
            None => self.glimpse(id, path),
        };
        self.dress(&mut card, path);
        card
    }

    /// What is in a file that is not open. It is read once and let go: a list of projects takes
    /// none of them away from other programs.
    fn glimpse(&self, id: &str, path: &Path) -> Card {
        let about = std::fs::metadata(path).ok();
        let of = about
            .as_ref()
            .map_or((None, 0), |about| (about.modified().ok(), about.len()));
        if of.1 > SMALL {
            return empty(id);
        }
        if let Some(glimpse) = lock(&self.glimpses)
            .get(id)
            .filter(|glimpse| glimpse.of == of)
        {
            return glimpse.card.clone();
        }
        let card = match self.open(id, path, true).and_then(|study| study.project()) {
            Ok(project) => Card {
                state: State::Closed,
                ..project.card
            },
            Err(refusal) => damaged(id, refusal),
        };
        lock(&self.glimpses).insert(
            id.to_string(),
            Glimpse {
                of,
                card: card.clone(),
            },
        );
        card
    }

    /// What the file and the user's memory tell of a project.
    fn dress(&self, card: &mut Card, path: &Path) {
        let about = std::fs::metadata(path).ok();
        card.bytes = about.as_ref().map_or(0, |about| about.len());
        let changed =
            about.and_then(|about| about.modified().ok()?.duration_since(UNIX_EPOCH).ok());
        card.changed_at = changed.map_or(0, |time| time.as_secs());
        card.news = lock(&self.memory).news(card);
    }

    /// A project with its news.
    pub fn project(&self, id: &str) -> Answer<Project> {
        let mut project = self.get(id)?.project()?;
        self.dress(&mut project.card, &self.file(id)?);
        Ok(project)
    }

    /// The user has looked at a project.
    pub fn seen(&self, id: &str) -> Answer<()> {
        let project = self.get(id)?.project()?;
        lock(&self.memory).look(&project.card, now());
        Ok(())
    }

    /// When the user looked at a project; never is 0.
    pub fn seen_at(&self, id: &str) -> u64 {
        lock(&self.memory).seen_at(id).unwrap_or(0)
    }

    /// Ends a project's run and lets its file go.
    pub fn close(&self, id: &str) {
        let kept = lock(&self.kept).remove(id);
        if let Some(kept) = kept {
            kept.study.pause(true);
        }
    }

    /// Lets go of what nobody reads or runs.
    pub fn close_idle(&self) {
        let mut kept = lock(&self.kept);
        kept.retain(|_, kept| {
            kept.study.is_running() || kept.study.live().on || kept.used.elapsed() < IDLE
        });
    }

    /// The workers of all runs.
    pub fn workers(&self) -> Vec<WorkerRow> {
        let studies: Vec<Arc<dyn Study>> = lock(&self.kept)
            .values()
            .map(|kept| Arc::clone(&kept.study))
            .collect();
        studies.iter().flat_map(|study| study.workers()).collect()
    }

    /// Ends every run: first all are told, then all are waited for.
    pub fn stop(&self) {
        let kept = std::mem::take(&mut *lock(&self.kept));
        kept.values().for_each(|kept| kept.study.pause(false));
        kept.values().for_each(|kept| kept.study.pause(true));
    }
}

fn damaged(id: &str, refusal: Refusal) -> Card {
    Card {
        state: State::Damaged,
        trouble: Some(refusal.what),
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
        value: None,
        best: None,
        spark: Vec::new(),
        positions: 0,
        evaluations: 0,
        bytes: 0,
        changed_at: 0,
        news: None,
    }
}

struct Opening<'a> {
    id: &'a str,
    path: &'a Path,
    host: Arc<dyn Host>,
    read_only: bool,
}

impl Visit for Opening<'_> {
    type Out = Answer<Arc<dyn Study>>;

    fn run<G: Staffed>(self) -> Self::Out {
        let open = Open::<G>::new(self.id, self.path, self.host, self.read_only)?;
        Ok(Arc::new(open))
    }
}

struct Creating<'a> {
    path: &'a Path,
    game: &'a str,
    position: &'a str,
}

impl Visit for Creating<'_> {
    type Out = Answer<()>;

    /// The position is read before there is a file.
    fn run<G: Staffed>(self) -> Answer<()> {
        let said = if self.position.trim().is_empty() {
            "startpos"
        } else {
            self.position
        };
        let position = G::from_user(said).map_err(Refusal::bad)?;
        if let Some(directory) = self.path.parent() {
            let failed = |error| {
                Refusal::failed(format!(
                    "cannot make the directory {}: {error}",
                    directory.display()
                ))
            };
            std::fs::create_dir_all(directory).map_err(failed)?;
        }
        if self.path.exists() {
            return Err(Refusal::conflict("a project of this name is there already")
                .hint("choose another name"));
        }
        let store =
            FileStore::create(self.path, self.game).map_err(|error| store_refusal(&error))?;
        let mut atlas =
            gametree_atlas::Atlas::<G, FileStore>::open(store).map_err(|error| refusal(&error))?;
        atlas.add_root(&position).map_err(|error| refusal(&error))?;
        atlas.commit().map_err(|error| refusal(&error))
    }
}
