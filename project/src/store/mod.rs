//! All projects of a directory: those that are open, and those that could be.

mod cards;
mod memory;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, UNIX_EPOCH};

use cards::CardCache;
use memory::Memory;

use crate::engines::{Engines, LastRun};
use crate::error::{ProjectError, Result};
use crate::files::{self, ENDING};
use crate::import;
use crate::lifecycle::{self, Shelf, Shelved};
use crate::moment::now;
use crate::open::{Access, OpenAsk, open};
use crate::project::Project;
use crate::request::{NewProject, RunAsk};
use crate::view::{Card, ProjectView, RefusalRow, WorkerRow};

/// A project that is neither read nor run for this long is closed, so that other programs can have
/// it.
const IDLE: Duration = Duration::from_secs(600);

/// How often to check that.
pub const SWEEP: Duration = Duration::from_secs(60);

/// How old the copy of a project may be that another process works on.
const STALE: Duration = Duration::from_secs(5);

/// A project that is open.
struct Held {
    project: Arc<dyn Project>,
    used: Instant,
    opened: Instant,
}

/// All projects of a directory.
pub struct ProjectStore {
    directory: PathBuf,
    engines: Arc<Engines>,
    read_only: bool,
    held: Mutex<BTreeMap<String, Held>>,
    cards: CardCache,
    memory: Mutex<Memory>,
    /// One project is opened at a time.
    opening: Mutex<()>,
}

impl ProjectStore {
    /// The projects of a directory.
    pub fn new(directory: PathBuf, engines: Arc<Engines>, read_only: bool) -> ProjectStore {
        let memory = Mutex::new(Memory::open(&directory));
        let cards = CardCache::open(&directory, read_only);
        ProjectStore {
            directory,
            engines,
            read_only,
            held: Mutex::default(),
            cards,
            memory,
            opening: Mutex::default(),
        }
    }

    /// Where they are.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// A name that is a file's name in the directory, and nothing else.
    fn file(&self, id: &str) -> Result<PathBuf> {
        let plain = |c: char| c.is_alphanumeric() || " _-+,.()'".contains(c);
        let fits = !id.is_empty()
            && id.len() <= 100
            && id.chars().all(plain)
            && !id.starts_with('.')
            && id.trim() == id;
        if !fits {
            return Err(ProjectError::invalid("this cannot be a project's name")
                .hint("letters, digits, spaces, - _ + . , ( ) '; at most 100"));
        }
        Ok(self.directory.join(format!("{id}.{ENDING}")))
    }

    /// The file of a project that must be there.
    fn existing(&self, id: &str) -> Result<PathBuf> {
        let path = self.file(id)?;
        if path.exists() {
            return Ok(path);
        }
        Err(
            ProjectError::not_found(format!("there is no project '{id}'"))
                .hint("the first page lists all projects"),
        )
    }

    /// A project, opened where it is not.
    pub fn get(&self, id: &str) -> Result<Arc<dyn Project>> {
        if let Some(project) = self.at_hand(id) {
            return Ok(project);
        }
        let path = self.existing(id)?;
        let _one = lock(&self.opening);
        if let Some(project) = self.at_hand(id) {
            return Ok(project);
        }
        // A copy of what another process had is let go first: that process may have ended.
        lock(&self.held).remove(id);
        let project = self.open(id, &path, self.read_only)?;
        let now = Instant::now();
        lock(&self.held).insert(
            id.to_string(),
            Held {
                project: Arc::clone(&project),
                used: now,
                opened: now,
            },
        );
        Ok(project)
    }

    /// A project that is open and fresh.
    fn at_hand(&self, id: &str) -> Option<Arc<dyn Project>> {
        let mut held = lock(&self.held);
        let found = held.get_mut(id)?;
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
            found.project.is_elsewhere() && age > STALE && changed().is_none_or(|ago| ago < age);
        (!stale).then(|| Arc::clone(&found.project))
    }

    fn open(&self, id: &str, path: &Path, read_only: bool) -> Result<Arc<dyn Project>> {
        let access = if read_only {
            Access::Read
        } else {
            Access::WriteOrRead
        };
        open(OpenAsk {
            name: id,
            path,
            access,
            follow: true,
            engines: Arc::clone(&self.engines),
        })
    }

    /// Makes a project.
    ///
    /// # Errors
    /// When the position is wrong, or the name is taken.
    pub fn create(&self, new: &NewProject) -> Result<ProjectView> {
        let game = new.game.as_deref().unwrap_or("chess");
        let id = match &new.name {
            Some(name) if !name.trim().is_empty() => name.trim().to_string(),
            _ => self.free_name(game, &new.position),
        };
        let path = self.file(&id)?;
        let ask = RunAsk::with(new.engine.clone(), new.count);
        let choice = self.engines.choose(&ask, None)?;
        files::create(&path, game, &new.position)?;
        // What a project of the same name had does not count.
        let last_run = self.engines.last_run(&path);
        last_run.forget();
        if new.engine.is_some() {
            last_run.update(|last| last.with(&choice));
        }
        let project = self.get(&id)?;
        if new.run {
            Arc::clone(&project).start(&ask)?;
        }
        project.project()
    }

    /// The players of a PGN, else `chess 3`: with the first number that is free.
    fn free_name(&self, game: &str, position: &str) -> String {
        let family = game.split(':').next().unwrap_or(game);
        let taken = |name: &String| self.directory.join(format!("{name}.{ENDING}")).exists();
        let title = import::title(position);
        let first = title.clone().into_iter();
        let family = title.as_deref().unwrap_or(family);
        let from = if title.is_some() { 2 } else { 1 };
        let mut names = first.chain((from..).map(|number| format!("{family} {number}")));
        names.find(|name| !taken(name)).unwrap_or_default()
    }

    /// Every project, the last changed first.
    pub fn cards(&self) -> Vec<Card> {
        let mut read_a_large_one = false;
        let mut cards = Vec::new();
        for (id, path) in files::all(&self.directory) {
            let takes_long = !self.is_held(&id) && self.cards.takes_long(&id, &path);
            // One at a time: the next list has the next one.
            cards.push(match takes_long && read_a_large_one {
                true => self.unread_card(&id, &path),
                false => self.card(&id, &path),
            });
            read_a_large_one |= takes_long;
        }
        cards.sort_by(|a, b| b.changed_at.cmp(&a.changed_at).then(a.id.cmp(&b.id)));
        cards
    }

    fn is_held(&self, id: &str) -> bool {
        lock(&self.held).contains_key(id)
    }

    fn unread_card(&self, id: &str, path: &Path) -> Card {
        let mut card = cards::empty(id);
        self.add_file_info(&mut card, path);
        card
    }

    /// A file that is not open is read once and let go: a list of projects takes none of them away
    /// from other programs.
    fn card(&self, id: &str, path: &Path) -> Card {
        let opened = lock(&self.held)
            .get(id)
            .map(|held| Arc::clone(&held.project));
        let mut card = match opened {
            Some(project) => project
                .project()
                .map_or_else(|error| cards::damaged(id, error), |view| view.card),
            None => self.cards.card(id, path, || {
                self.open(id, path, true)
                    .and_then(|project| project.project())
            }),
        };
        self.add_file_info(&mut card, path);
        card
    }

    /// Saves how the open projects stand, for lists after a restart.
    fn save_cards(&self) {
        let open: Vec<(String, Arc<dyn Project>)> = lock(&self.held)
            .iter()
            .map(|(id, held)| (id.clone(), Arc::clone(&held.project)))
            .collect();
        for (id, project) in open {
            if let (Ok(path), Ok(view)) = (self.file(&id), project.project()) {
                self.cards.saw(&path, view.card);
            }
        }
        self.cards.save();
    }

    /// What the file and the user's memory say of a project.
    fn add_file_info(&self, card: &mut Card, path: &Path) {
        let about = std::fs::metadata(path).ok();
        card.bytes = about.as_ref().map_or(0, |about| about.len());
        let changed =
            about.and_then(|about| about.modified().ok()?.duration_since(UNIX_EPOCH).ok());
        card.changed_at = changed.map_or(0, |time| time.as_secs());
        card.news = lock(&self.memory).news(card);
        card.last_run = self.engines.last_run_view(path);
    }

    /// A project with its news.
    pub fn project(&self, id: &str) -> Result<ProjectView> {
        let mut project = self.get(id)?.project()?;
        self.add_file_info(&mut project.card, &self.file(id)?);
        Ok(project)
    }

    /// The user has visited a project.
    pub fn seen(&self, id: &str) -> Result<()> {
        let project = self.get(id)?.project()?;
        lock(&self.memory).look(&project.card, now());
        Ok(())
    }

    /// When the user last visited a project; never is 0.
    pub fn seen_at(&self, id: &str) -> u64 {
        lock(&self.memory).seen_at(id).unwrap_or(0)
    }

    /// Ends a project's run and lets its file go.
    pub fn close(&self, id: &str) {
        self.save_cards();
        let held = lock(&self.held).remove(id);
        if let Some(held) = held {
            held.project.pause(true);
        }
    }

    /// Lets a file go that is to move; a run is not ended for that.
    fn release(&self, id: &str) -> Result<PathBuf> {
        let path = self.existing(id)?;
        let mut held = lock(&self.held);
        if held.get(id).is_some_and(|held| held.project.is_running()) {
            return Err(ProjectError::conflict(format!("{id} is running")).hint("pause it first"));
        }
        held.remove(id);
        drop(held);
        self.cards.forget(id);
        Ok(path)
    }

    /// Gives a project another name.
    ///
    /// # Errors
    /// When it runs, or the name is taken or none.
    pub fn rename(&self, id: &str, new: &str) -> Result<ProjectView> {
        let to = self.file(new)?;
        {
            let _one = lock(&self.opening);
            lifecycle::rename(&self.engines, &self.release(id)?, &to)?;
        }
        lock(&self.memory).rename(id, new);
        self.project(new)
    }

    /// Copies a project, also while it runs.
    ///
    /// # Errors
    /// When the name is taken or none.
    pub fn duplicate(&self, id: &str, new: &str) -> Result<ProjectView> {
        lifecycle::duplicate(&self.engines, &self.existing(id)?, &self.file(new)?)?;
        self.project(new)
    }

    /// Takes a project from the list; returns how to restore it.
    ///
    /// # Errors
    /// When it runs.
    pub fn put_away(&self, id: &str, shelf: Shelf) -> Result<Shelved> {
        let _one = lock(&self.opening);
        let file = lifecycle::put_away(&self.engines, &self.release(id)?, shelf)?;
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        Ok(Shelved {
            name: name.into_owned(),
            shelf,
        })
    }

    /// Puts an archived or deleted project back into the list.
    ///
    /// # Errors
    /// When it is not there, or its name is taken.
    pub fn restore(&self, item: &Shelved) -> Result<ProjectView> {
        // The name must be one.
        self.file(&item.name)?;
        self.cards.forget(&item.name);
        lifecycle::restore(&self.engines, &self.directory, item)?;
        self.project(&item.name)
    }

    /// The archived and deleted projects.
    pub fn shelved(&self) -> Vec<Shelved> {
        lifecycle::shelved(&self.directory)
    }

    /// Lets go of what is neither read nor run.
    pub fn close_idle(&self) {
        self.save_cards();
        let mut held = lock(&self.held);
        held.retain(|_, held| {
            held.project.is_running() || held.project.live().on || held.used.elapsed() < IDLE
        });
    }

    /// The workers of all runs.
    pub fn workers(&self) -> Vec<WorkerRow> {
        let projects = self.open_projects();
        let rows = projects.iter().flat_map(|project| project.workers());
        rows.collect()
    }

    /// What was not believed in all runs, oldest first.
    pub fn refused(&self) -> Vec<RefusalRow> {
        let projects = self.open_projects();
        let rows = projects.iter().flat_map(|project| project.refused());
        let mut rows: Vec<RefusalRow> = rows.collect();
        rows.sort_by_key(|row| row.at);
        rows
    }

    fn open_projects(&self) -> Vec<Arc<dyn Project>> {
        let held = lock(&self.held);
        let projects = held.values().map(|held| Arc::clone(&held.project));
        projects.collect()
    }

    /// Goes on with the runs that the last program left: those that are to go on by themselves, or
    /// all of them. What cannot go on stays unfinished.
    pub fn resume_runs(&self, all: bool) {
        let files = files::all(&self.directory).into_iter();
        let left = files.filter(|(_, path)| {
            let last = self.engines.last_run(path).read();
            last.is_some_and(|last| last.unfinished && (all || last.resume))
        });
        for (id, _) in left {
            let _ = self
                .get(&id)
                .and_then(|project| project.start(&RunAsk::with(None, None)));
        }
    }

    /// Whether a project's run goes on by itself when the program starts again.
    pub fn set_resume(&self, id: &str, resume: bool) -> Result<()> {
        let path = self.file(id)?;
        self.engines
            .last_run(&path)
            .update(|last| LastRun { resume, ..last });
        Ok(())
    }

    /// Ends every run: first signals all of them, then waits for all. They count as unfinished.
    pub fn stop(&self) {
        self.save_cards();
        let held = std::mem::take(&mut *lock(&self.held));
        held.values().for_each(|held| held.project.leave());
        held.values().for_each(|held| held.project.pause(true));
    }
}

/// Locks; a thread that panicked with it has changed nothing that matters.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
