//! A project of one game, open.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};

use gametree_atlas::fact::NodeId;
use gametree_atlas::journal::Journal;
use gametree_atlas::query::ResolveError;
use gametree_atlas::snapshot::Snapshot;
use gametree_atlas::store::{FileStore, StoreError};
use gametree_atlas::{Atlas, AtlasError};

use super::live::{Live, LiveAsk, LiveSlot};
use super::run::{RunAsk, RunSlot};
use super::{
    Action, Answer, ChangesView, Done, HistoryView, MapAsk, MapView, Outline, OutlineAsk, Queue,
    SettingsAsk, StatsView, Study,
};
use crate::host::Host;
use crate::refusal::Refusal;
use crate::staff::Staffed;
use crate::view::{Moves, Node, Project, WorkerRow};

/// A project's graph and file.
pub type File<G> = Atlas<G, FileStore>;

/// How a file is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// It can be changed.
    Writable,
    /// The server only shows.
    Shown,
    /// Another process has it.
    Elsewhere,
}

/// A project that is open.
pub struct Open<G: Staffed> {
    pub(super) id: String,
    pub(super) game: String,
    pub(super) path: PathBuf,
    pub(super) mode: Mode,
    pub(super) host: Arc<dyn Host>,
    atlas: RwLock<File<G>>,
    revision: AtomicU64,
    pub(super) run: Mutex<RunSlot>,
    pub(super) live: Mutex<LiveSlot>,
    /// How the project stood when the user looked, and when that was.
    pub(super) looked: Mutex<Option<(u64, Arc<Snapshot>)>>,
}

/// Locks; a thread that panicked with it has changed nothing that matters.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<G: Staffed> Open<G> {
    /// Opens a file of this game: to change it where that can be, else to read it.
    pub(super) fn new(
        id: &str,
        path: &Path,
        host: Arc<dyn Host>,
        read_only: bool,
    ) -> Answer<Arc<Open<G>>> {
        let (store, mode) = if read_only {
            (FileStore::open_read_only(path), Mode::Shown)
        } else {
            match FileStore::open(path) {
                Err(StoreError::Locked { .. }) => {
                    (FileStore::open_read_only(path), Mode::Elsewhere)
                }
                opened => (opened, Mode::Writable),
            }
        };
        let store = store.map_err(|error| store_refusal(&error))?;
        let game = store.game().to_string();
        let atlas = with_journal(Atlas::open(store).map_err(|error| refusal(&error))?)?;
        Ok(Arc::new(Open {
            id: id.to_string(),
            game,
            path: path.to_path_buf(),
            mode,
            host,
            atlas: RwLock::new(atlas),
            revision: AtomicU64::new(1),
            run: Mutex::default(),
            live: Mutex::default(),
            looked: Mutex::default(),
        }))
    }

    /// The project, to read it.
    pub(super) fn atlas(&self) -> RwLockReadGuard<'_, File<G>> {
        self.atlas.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Everything below this line can be read anew.
    pub(super) fn changed(&self) {
        self.revision.fetch_add(1, Ordering::Release);
    }

    /// Lets a run change the project; nothing is committed that it does not commit itself.
    pub(super) fn grow<T>(&self, step: impl FnOnce(&mut File<G>) -> T) -> T {
        let done = step(&mut self.atlas.write().unwrap_or_else(PoisonError::into_inner));
        self.changed();
        done
    }

    /// Changes the project; what is done is on disk when this returns.
    pub(super) fn write<T>(&self, change: impl FnOnce(&mut File<G>) -> Answer<T>) -> Answer<T> {
        match self.mode {
            Mode::Writable => {}
            Mode::Shown => {
                return Err(Refusal::forbidden(
                    "this server only shows: nothing can be changed",
                ));
            }
            Mode::Elsewhere => {
                return Err(Refusal::conflict(
                    "another process works on this project: it can only be read",
                )
                .hint("stop the other process first"));
            }
        }
        self.grow(|atlas| {
            let done = change(atlas)?;
            atlas.commit().map_err(|error| refusal(&error))?;
            Ok(done)
        })
    }

    /// A node that is there.
    pub(super) fn checked(atlas: &File<G>, node: NodeId) -> Answer<NodeId> {
        if (node as usize) < atlas.graph().len() {
            return Ok(node);
        }
        Err(Refusal::absent(format!(
            "there is no position {node} in this project"
        )))
    }

    /// The first root.
    pub(super) fn root(atlas: &File<G>) -> Answer<NodeId> {
        let root = atlas.graph().roots().first();
        root.map(|root| root.node)
            .ok_or_else(|| Refusal::absent("the project has no position yet"))
    }
}

impl<G: Staffed> Study for Arc<Open<G>> {
    fn revision(&self) -> u64 {
        self.revision.load(Ordering::Acquire)
    }

    fn project(&self) -> Answer<Project> {
        self.describe()
    }

    fn find(&self, text: &str) -> Answer<NodeId> {
        let atlas = self.atlas();
        let text = text.trim();
        if text == "root" || text.is_empty() {
            return Open::root(&atlas);
        }
        // A number may be a move, too: in connect4 columns are.
        match text.strip_prefix('#').unwrap_or(text).parse() {
            Ok(node) => Open::checked(&atlas, node),
            Err(_) => atlas.resolve(text).map_err(|error| unresolved(&error)),
        }
    }

    fn node(&self, node: NodeId) -> Answer<Node> {
        self.show_node(node)
    }

    fn moves(&self, node: NodeId) -> Answer<Moves> {
        self.show_moves(node)
    }

    fn outline(&self, ask: &OutlineAsk) -> Answer<Outline> {
        self.show_outline(ask)
    }

    fn map(&self, ask: &MapAsk) -> Answer<MapView> {
        self.show_map(ask)
    }

    fn history(&self, node: NodeId) -> Answer<HistoryView> {
        self.show_history(node)
    }

    fn changes(&self, since: u64) -> Answer<ChangesView> {
        self.show_changes(since)
    }

    fn queue(&self) -> Answer<Queue> {
        self.show_queue()
    }

    fn stats(&self) -> Answer<StatsView> {
        self.show_stats()
    }

    fn act(&self, node: NodeId, action: &Action) -> Answer<Done> {
        self.do_action(node, action)
    }

    fn set(&self, ask: &SettingsAsk) -> Answer<()> {
        self.write(|atlas| {
            let settings = ask.over(atlas.graph().settings())?;
            atlas.set(settings).map_err(|error| refusal(&error))
        })
    }

    fn start(&self, ask: &RunAsk) -> Answer<()> {
        self.start_run(ask)
    }

    fn pause(&self, wait: bool) {
        self.stop_live();
        self.stop_run(wait);
    }

    fn is_running(&self) -> bool {
        lock(&self.run).is_alive()
    }

    fn workers(&self) -> Vec<WorkerRow> {
        lock(&self.run).workers(&self.id)
    }

    fn live(&self) -> Live {
        lock(&self.live).told()
    }

    fn set_live(&self, ask: &LiveAsk) -> Answer<()> {
        self.put_live(ask)
    }

    fn is_elsewhere(&self) -> bool {
        self.mode == Mode::Elsewhere
    }
}

/// The past of a project that is longer than this is not looked at: its journal begins now.
const LONG: u64 = 200_000;

/// From now on the project remembers how it stood.
fn with_journal<G: Staffed>(mut atlas: File<G>) -> Answer<File<G>> {
    let journal = if atlas.facts() > LONG {
        Journal::begin(atlas.graph(), atlas.facts())
    } else {
        atlas.told().map_err(|error| refusal(&error))?
    };
    atlas.keep(journal);
    Ok(atlas)
}

/// A project's error.
pub(super) fn refusal(error: &AtlasError) -> Refusal {
    match error {
        AtlasError::Store(error) => store_refusal(error),
        AtlasError::Misfit(_) | AtlasError::Foreign(_) | AtlasError::OutOfTurn { .. } => {
            Refusal::failed(error.to_string())
                .hint("`gametree atlas check` says more; a backup may help")
        }
    }
}

/// A store's error.
pub(super) fn store_refusal(error: &StoreError) -> Refusal {
    match error {
        StoreError::Locked { .. } => {
            Refusal::conflict(error.to_string()).hint("stop the other process first")
        }
        StoreError::Damaged { .. } => Refusal::failed(error.to_string())
            .hint("`gametree atlas check` says more; a backup may help"),
        StoreError::Full { .. } => Refusal::failed(error.to_string())
            .hint("make room, then go on: it continues where it stopped"),
        StoreError::Foreign { .. } | StoreError::Io { .. } => Refusal::failed(error.to_string()),
    }
}

fn unresolved(error: &ResolveError) -> Refusal {
    match error {
        ResolveError::Atlas(error) => refusal(error),
        ResolveError::Illegal { .. } | ResolveError::Unreadable(_) => Refusal::bad(
            error.to_string(),
        )
        .hint("write moves from the root as in 'e4 e5 Nf3', a position, or a node's number as #12"),
        _ => Refusal::absent(error.to_string()),
    }
}
