//! A project of one game, open: read while it grows, edited while it grows.

mod about;
mod actions;
mod changes;
mod describe;
mod game;
mod history;
mod line;
mod live;
mod map;
mod moves;
mod node;
mod outline;
mod past;
mod queue;
mod read_line;
mod run;
mod run_engines;
mod stats;
mod stopped;
mod times;

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};

use gametree_atlas::changes::Moment;
use gametree_atlas::fact::NodeId;
use gametree_atlas::forecast::Forecast;
use gametree_atlas::settings::{Change, Settings};
use gametree_atlas::snapshot::Snapshot;
use gametree_atlas::store::{FileStore, StoreError};
use gametree_catalog::{ProjectGame, score_text};

use about::{About, Mode, lock};
use live::LiveSlot;
use past::past;
use run::RunSlot;
use times::Times;

use crate::action::{Action, Done};
use crate::drawing;
use crate::engines::{Engines, LastRunFile};
use crate::error::{ProjectError, Result};
use crate::export::{self, ExportAsk, PagesAsk};
use crate::import::{self, ImportAsk, Imported, Survey};
use crate::paths::{self, File, checked};
use crate::project::{Project, RunRequest, RunSummary, RunWatch};
use crate::recorded;
use crate::request::{ChangesAsk, LiveAsk, MapAsk, OutlineAsk, RunAsk};
use crate::view::{
    ChangesView, Counts, GameView, HistoryView, LineView, LiveView, MapView, MovesView, NodeView,
    OutlineView, ProjectView, QueueView, RefusalRow, RootView, StatsView, WorkerRow,
};

/// How a file is opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Only read it, also while another process works on it.
    Read,
    /// Change it.
    Write,
    /// Change it if possible, otherwise read it.
    WriteOrRead,
}

/// A file to open.
pub struct OpenAsk<'a> {
    /// What the project is called.
    pub name: &'a str,
    /// Its file.
    pub path: &'a Path,
    /// How it is opened.
    pub access: Access,
    /// Whether to remember earlier states: pages request them again and again.
    pub follow: bool,
    /// The engines that pages may choose from.
    pub engines: Arc<Engines>,
}

/// Opens a project of any game.
///
/// # Errors
/// When the file cannot be opened, is damaged, or is of a game that is not known.
pub fn open(ask: OpenAsk<'_>) -> Result<Arc<dyn Project>> {
    Ok(Arc::new(OpenProject::new(ask)?))
}

/// A project that is open.
struct OpenProject {
    about: About,
    game: ProjectGame,
    engines: Arc<Engines>,
    last_run: LastRunFile,
    atlas: RwLock<File>,
    revision: AtomicU64,
    run: Mutex<RunSlot>,
    live: Mutex<LiveSlot>,
    times: Mutex<Times>,
    /// The project at a requested moment, saved because pages request it again and again.
    looked: Mutex<Option<(u64, Arc<Snapshot>)>>,
}

impl OpenProject {
    fn new(ask: OpenAsk<'_>) -> Result<OpenProject> {
        let (store, mode) = match ask.access {
            Access::Read => (FileStore::open_read_only(ask.path)?, Mode::ReadOnly),
            Access::Write => (FileStore::open(ask.path)?, Mode::Writable),
            Access::WriteOrRead => match FileStore::open(ask.path) {
                Err(StoreError::Locked { .. }) => {
                    (FileStore::open_read_only(ask.path)?, Mode::Elsewhere)
                }
                opened => (opened?, Mode::Writable),
            },
        };
        let about = About {
            name: ask.name.to_string(),
            game: store.game().to_string(),
            path: ask.path.to_path_buf(),
            mode,
        };
        let mut file = File::open(store)?;
        if ask.follow {
            // From now on the project remembers how it stood.
            let journal = past(&file)?;
            file.keep(journal);
        }
        Ok(OpenProject {
            about,
            game: file.game.clone(),
            last_run: ask.engines.last_run(ask.path),
            engines: ask.engines,
            atlas: RwLock::new(file),
            revision: AtomicU64::new(1),
            run: Mutex::default(),
            live: Mutex::default(),
            times: Mutex::default(),
            looked: Mutex::default(),
        })
    }

    /// The project, to read it.
    fn atlas(&self) -> RwLockReadGuard<'_, File> {
        self.atlas.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Everything must be read again.
    fn changed(&self) {
        self.revision.fetch_add(1, Ordering::Release);
    }

    /// Lets a run change the project; nothing is committed that it does not commit itself. Readers
    /// are told only where something has changed: most steps of a run change nothing.
    fn grow<T>(&self, step: impl FnOnce(&mut File) -> T) -> T {
        let mut atlas = self.atlas.write().unwrap_or_else(PoisonError::into_inner);
        let before = atlas.facts();
        let done = step(&mut atlas);
        if atlas.facts() != before {
            self.changed();
        }
        done
    }

    /// Whether the project may be changed.
    fn check_writable(&self) -> Result<()> {
        match self.about.mode {
            Mode::Writable => Ok(()),
            Mode::ReadOnly => Err(ProjectError::forbidden(
                "this project is read-only: nothing can be changed",
            )),
            Mode::Elsewhere => Err(ProjectError::conflict(
                "another process works on this project: it can only be read",
            )
            .hint("stop the other process first")),
        }
    }

    /// Changes the project; what is done is on disk when this returns.
    fn write<T>(&self, change: impl FnOnce(&mut File) -> Result<T>) -> Result<T> {
        self.check_writable()?;
        self.grow(|atlas| {
            let done = change(atlas)?;
            atlas.commit()?;
            Ok(done)
        })
    }

    /// The project at a moment; the last one requested is saved.
    fn snapshot_at(&self, since: u64) -> Result<Arc<Snapshot>> {
        if let Some((at, snapshot)) = &*lock(&self.looked)
            && *at == since
        {
            return Ok(Arc::clone(snapshot));
        }
        let snapshot = Arc::new(self.atlas().snapshot_at(Moment::At(since))?);
        *lock(&self.looked) = Some((since, Arc::clone(&snapshot)));
        Ok(snapshot)
    }
}

impl Project for OpenProject {
    fn name(&self) -> &str {
        &self.about.name
    }

    fn game(&self) -> &str {
        &self.about.game
    }

    fn file(&self) -> &Path {
        &self.about.path
    }

    fn players(&self) -> [&'static str; 2] {
        self.game.facts.players
    }

    fn unit(&self) -> &'static str {
        self.game.facts.unit
    }

    fn read_value(&self, text: &str) -> Option<i64> {
        let value = self.game.facts.read_value(text);
        value.map(score_text::number)
    }

    fn write_value(&self, number: i64) -> String {
        let value = score_text::from_number(number);
        value.map_or_else(|| number.to_string(), |value| self.game.facts.words(value))
    }

    fn revision(&self) -> u64 {
        self.revision.load(Ordering::Acquire)
    }

    fn project(&self) -> Result<ProjectView> {
        let atlas = self.atlas();
        describe::project(&self.about, &atlas, &lock(&self.run))
    }

    fn counts(&self) -> Counts {
        let atlas = self.atlas();
        Counts {
            positions: atlas.graph().positions(),
            evaluations: atlas.graph().evaluations(),
            engine_nodes: atlas.graph().engine_nodes(),
            facts: atlas.facts(),
            questions: atlas.graph().open().len(),
        }
    }

    fn roots(&self) -> Result<Vec<RootView>> {
        line::roots(&self.atlas())
    }

    fn focus(&self) -> Result<Option<RootView>> {
        line::focus(&self.atlas())
    }

    fn played(&self) -> Result<GameView> {
        game::game(&self.about, &self.atlas())
    }

    fn shown(&self) -> Result<NodeId> {
        let atlas = self.atlas();
        let of_game = paths::focused(&atlas).filter(|_| !atlas.graph().games().is_empty());
        of_game.map_or_else(|| paths::root(&atlas), Ok)
    }

    fn present(&self) -> Result<NodeId> {
        game::present(&self.atlas())
    }

    fn settings(&self) -> Settings {
        self.atlas().graph().settings().clone()
    }

    fn find(&self, text: &str) -> Result<NodeId> {
        let atlas = self.atlas();
        // A number alone is a move of the game.
        if text.trim().ends_with('.') {
            return recorded::find(&atlas, text.trim());
        }
        // What is no way from a root may be one from the focus, or a move of the game.
        paths::find(&atlas, text).or_else(|error| {
            let focus = paths::focused(&atlas);
            let below = focus.and_then(|focus| atlas.resolve_moves(focus, text).ok());
            below
                .map_or_else(|| recorded::find(&atlas, text.trim()), Ok)
                .map_err(|_| error)
        })
    }

    fn path(&self, node: NodeId) -> Result<String> {
        paths::path(&self.atlas(), node)
    }

    fn drawing(&self, node: NodeId) -> Result<String> {
        let atlas = self.atlas();
        Ok(drawing::text(&atlas.position(checked(&atlas, node)?)?))
    }

    fn node(&self, node: NodeId) -> Result<NodeView> {
        node::node(&self.about, &self.atlas(), node)
    }

    fn moves(&self, node: NodeId) -> Result<MovesView> {
        moves::moves(&self.about, &self.atlas(), node)
    }

    fn line(&self, node: NodeId, most: usize) -> Result<LineView> {
        line::line(&self.about, &self.atlas(), node, most)
    }

    fn outline(&self, ask: &OutlineAsk) -> Result<OutlineView> {
        outline::outline(&self.about, &self.atlas(), ask)
    }

    fn map(&self, ask: &MapAsk) -> Result<MapView> {
        map::map(&self.atlas(), ask)
    }

    /// A requested position is followed from then on.
    fn history(&self, node: NodeId) -> Result<HistoryView> {
        if history::should_follow(&self.atlas(), node)? {
            self.grow(|atlas| atlas.journal_mut().map(|journal| journal.follow(node)));
        }
        history::history(&self.about, &self.atlas(), node)
    }

    fn changes(&self, ask: &ChangesAsk) -> Result<ChangesView> {
        let snapshot = match ask.since {
            Moment::At(since) => self.snapshot_at(since)?,
            moment => Arc::new(self.atlas().snapshot_at(moment)?),
        };
        changes::changes(&self.about, &self.atlas(), &snapshot, ask)
    }

    fn queue(&self, ahead: usize) -> Result<QueueView> {
        let atlas = self.atlas();
        queue::queue(&self.about, &atlas, &lock(&self.run), ahead)
    }

    fn stats(&self) -> Result<StatsView> {
        stats::stats(&self.about, &self.atlas(), &mut lock(&self.times))
    }

    fn forecast(&self, positions: u64) -> Result<Forecast> {
        Ok(self.atlas().forecast(positions)?)
    }

    fn act(&self, node: NodeId, action: &Action) -> Result<Done> {
        self.write(|atlas| actions::act(atlas, node, action))
    }

    fn set(&self, change: &Change) -> Result<()> {
        self.write(|atlas| {
            let old = atlas.graph().settings();
            let new = change
                .over(old)
                .map_err(|error| ProjectError::invalid(error.to_string()))?;
            if new != *old {
                atlas.set(new)?;
            }
            Ok(())
        })
    }

    fn survey(&self, ask: &ImportAsk, stop: &dyn Fn() -> bool) -> Result<Survey> {
        import::survey(&self.atlas(), ask, stop)
    }

    fn import(&self, ask: &ImportAsk, stop: &dyn Fn() -> bool) -> Result<Imported> {
        self.check_writable()?;
        self.grow(|atlas| import::import(atlas, ask, stop))
    }

    fn export(&self, ask: &ExportAsk, out: &mut dyn io::Write) -> Result<String> {
        export::export(&self.about.name, &self.atlas(), ask, out)
    }

    fn export_pages(&self, ask: &PagesAsk) -> Result<usize> {
        export::pages(&self.atlas(), ask)
    }

    fn run(&self, request: &RunRequest, watch: &mut dyn RunWatch) -> Result<RunSummary> {
        self.run_here(request, watch)
    }

    fn start(self: Arc<Self>, ask: &RunAsk) -> Result<()> {
        self.start_run(ask)
    }

    fn pause(&self, wait: bool) {
        self.stop_live();
        self.stop_run(wait);
    }

    fn stop_now(&self) {
        self.stop_live();
        self.stop_run_now();
    }

    fn leave(&self) {
        self.stop_live();
        self.leave_run();
    }

    fn is_running(&self) -> bool {
        lock(&self.run).is_alive()
    }

    fn workers(&self) -> Vec<WorkerRow> {
        lock(&self.run).workers(&self.about.name)
    }

    fn refused(&self) -> Vec<RefusalRow> {
        lock(&self.run).refused(&self.about.name)
    }

    fn live(&self) -> LiveView {
        lock(&self.live).view()
    }

    fn set_live(self: Arc<Self>, ask: &LiveAsk) -> Result<()> {
        self.start_live(ask)
    }

    fn is_elsewhere(&self) -> bool {
        self.about.mode == Mode::Elsewhere
    }
}
