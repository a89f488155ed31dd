//! A run: engines grow a project while others read and edit it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use gametree::{Analyst, TaskProgress, Worker};
use gametree_atlas::run::{End, Run, Until, Wish};
use gametree_atlas::settings::Change;
use gametree_catalog::Position;
use gametree_farm::RefusalReader;

use super::OpenProject;
use super::about::lock;
use crate::engines::{EngineChoice, Started, Starting, farm, fitting_window, start};
use crate::error::{ErrorKind, ProjectError, Result};
use crate::moment::now;
use crate::project::{Project, RunRequest, RunSummary, RunWatch};
use crate::request::RunAsk;
use crate::view::{RefusalRow, Running, State, WorkerRow};

/// How often to read what workers do.
const GLANCE: Duration = Duration::from_millis(250);

/// How often to check the watcher while engines start.
const STARTING: Duration = Duration::from_millis(20);

/// How often readers are told how far long searches are.
const TOLD: Duration = Duration::from_secs(1);

/// The rate of results is measured over this long.
const RECENT: Duration = Duration::from_secs(60);

/// What the thread is to do.
const GO_ON: u8 = 0;
const FINISH: u8 = 1;
const STOP: u8 = 2;

/// The run of a project, or what is left of the last one.
#[derive(Default)]
pub struct RunSlot {
    thread: Option<JoinHandle<()>>,
    wish: Arc<AtomicU8>,
    about: String,
    engine: String,
    workers: Vec<Worker>,
    /// What was not believed, where workers are elsewhere.
    refusals: Option<RefusalReader>,
    /// When each open task was first seen in this run.
    asked: BTreeMap<u64, Instant>,
    /// Tasks whose results wait for their turn.
    early: Vec<u64>,
    started: Option<Instant>,
    first: u64,
    /// Moments and numbers of recent results.
    recent: Vec<(Instant, u64)>,
    saved_at: u64,
    finished: bool,
    /// Whether it ends only because the program does.
    leaving: bool,
    trouble: Option<String>,
}

impl RunSlot {
    /// Whether the thread works.
    pub fn is_alive(&self) -> bool {
        self.thread
            .as_ref()
            .is_some_and(|thread| !thread.is_finished())
    }

    pub fn state(&self) -> State {
        match (self.is_alive(), self.wish.load(Ordering::Relaxed)) {
            (true, GO_ON) => State::Running,
            (true, _) => State::Pausing,
            (false, _) => State::Idle,
        }
    }

    /// What to report about the run, or about how the last one ended.
    pub fn view(&self, answers: u64) -> Option<Running> {
        let started = self.started?;
        let alive = self.is_alive();
        if !alive && self.trouble.is_none() && !self.finished {
            return None;
        }
        let busy = self
            .workers
            .iter()
            .filter(|worker| worker.searching)
            .count();
        Some(Running {
            engines: self.about.clone(),
            engine: self.engine.clone(),
            busy: if alive { busy } else { 0 },
            workers: self.workers.len(),
            seconds: if alive {
                started.elapsed().as_secs_f64()
            } else {
                0.0
            },
            answers: answers.saturating_sub(self.first),
            per_hour: self.per_hour(),
            saved_at: self.saved_at,
            finished: self.finished,
            trouble: self.trouble.clone(),
        })
    }

    fn per_hour(&self) -> f64 {
        let (Some(first), Some(last)) = (self.recent.first(), self.recent.last()) else {
            return 0.0;
        };
        let seconds = last.0.duration_since(first.0).as_secs_f64();
        if seconds < 1.0 {
            0.0
        } else {
            (last.1 - first.1) as f64 * 3600.0 / seconds
        }
    }

    pub fn workers(&self, project: &str) -> Vec<WorkerRow> {
        let run = self
            .started
            .map_or(1.0, |started| started.elapsed().as_secs_f64())
            .max(0.001);
        let row = |worker: &Worker| WorkerRow {
            project: project.to_string(),
            name: worker.name.clone(),
            state: worker.state.clone(),
            answered: worker.answered,
            failed: worker.failed,
            busy: worker.busy.as_secs_f64(),
            speed: worker.speed,
            utilisation: (worker.busy.as_secs_f64() / run).min(1.0),
        };
        if self.is_alive() {
            self.workers.iter().map(row).collect()
        } else {
            Vec::new()
        }
    }

    /// What was not believed in this run, or in the last one.
    pub fn refused(&self, project: &str) -> Vec<RefusalRow> {
        let rows = |reader: &RefusalReader| farm::refused(project, reader);
        self.refusals.as_ref().map(rows).unwrap_or_default()
    }

    /// The engines that have a task, and how far they are.
    pub fn engines_at(&self, ticket: u64) -> Vec<(&str, TaskProgress)> {
        let at = |worker: &'_ Worker| worker.task.filter(|task| task.ticket == ticket);
        let workers = self.workers.iter();
        workers
            .filter_map(|worker| Some((worker.name.as_str(), at(worker)?)))
            .collect()
    }

    /// Whether the result of a task waits for its turn.
    pub fn is_finished(&self, ticket: u64) -> bool {
        self.early.contains(&ticket)
    }

    /// How long ago a task was given out, in this run.
    pub fn age(&self, ticket: u64) -> Option<Duration> {
        self.asked.get(&ticket).map(Instant::elapsed)
    }

    /// The run is over: no engine has a task.
    fn rest(&mut self) {
        self.workers
            .iter_mut()
            .for_each(|worker| worker.task = None);
        self.asked.clear();
        self.early.clear();
    }

    fn glance(&mut self, glance: Glance) {
        let now = Instant::now();
        self.workers = glance.workers;
        self.early = glance.early;
        self.asked.retain(|ticket, _| glance.open.contains(ticket));
        for ticket in glance.open {
            self.asked.entry(ticket).or_insert(now);
        }
        self.recent.push((now, glance.answers));
        let old = self
            .recent
            .iter()
            .take_while(|(at, _)| now.duration_since(*at) > RECENT)
            .count();
        self.recent.drain(..old);
    }
}

impl OpenProject {
    pub(super) fn start_run(self: Arc<Self>, ask: &RunAsk) -> Result<()> {
        self.check_writable()?;
        let running = || {
            ProjectError::conflict("it is running already")
                .hint("pause it first to change the engine")
        };
        if lock(&self.run).is_alive() {
            return Err(running());
        }
        let first = self.atlas().graph().evaluations();
        let choice = self.engines.choose(ask, self.last_run.read().as_ref())?;
        let choice = self.settled(choice);
        let mut started = start(&self.game, &choice, &Starting::now())?;
        let names = self.check_engines(&choice, &*started.analyst)?;
        // The project is not used from here on: a reader that holds it may be waiting for the slot.
        let mut slot = lock(&self.run);
        if slot.is_alive() {
            return Err(running());
        }
        let wish = Arc::new(AtomicU8::new(GO_ON));
        *slot = RunSlot {
            wish: Arc::clone(&wish),
            about: started.about,
            engine: self.engine_id(&choice),
            workers: started.analyst.workers(),
            refusals: started.refusals,
            started: Some(Instant::now()),
            first,
            saved_at: now(),
            ..RunSlot::default()
        };
        let project = Arc::clone(&self);
        let thread = std::thread::Builder::new().name(format!("run {}", self.about.name));
        self.remember(&choice, names);
        let thread = thread.spawn(move || project.run_until_asked(&mut *started.analyst, &wish));
        let refused = |error| ProjectError::failed(format!("no thread can be started: {error}"));
        slot.thread = Some(thread.map_err(refused)?);
        drop(slot);
        self.changed();
        Ok(())
    }

    /// Stops the run; what engines have found so far is saved.
    pub(super) fn stop_run_now(&self) {
        lock(&self.run).wish.store(STOP, Ordering::Relaxed);
        self.changed();
    }

    /// Lets the run finish what is in progress, because the program ends.
    pub(super) fn leave_run(&self) {
        let mut slot = lock(&self.run);
        slot.leaving = true;
        slot.wish.fetch_max(FINISH, Ordering::Relaxed);
    }

    /// Lets the run finish what is in progress; requested a second time, it stops now. To wait is
    /// not to ask again. A run that the last program left is not offered any more.
    pub(super) fn stop_run(&self, wait: bool) {
        let thread = {
            let mut slot = lock(&self.run);
            if !wait && !slot.is_alive() {
                self.remember_end();
            }
            let before = slot.wish.fetch_max(FINISH, Ordering::Relaxed);
            if before == FINISH && !wait {
                slot.wish.store(STOP, Ordering::Relaxed);
            }
            if wait { slot.thread.take() } else { None }
        };
        self.changed();
        if let Some(thread) = thread {
            let _ = thread.join();
        }
    }

    /// The thread of a run.
    fn run_until_asked(&self, analyst: &mut (dyn Analyst<Position> + Send), wish: &AtomicU8) {
        let ended = self.grow_until(analyst, Until::default(), &mut |_| match wish
            .load(Ordering::Relaxed)
        {
            GO_ON => Wish::GoOn,
            FINISH => Wish::Finish,
            _ => Wish::Stop,
        });
        let mut slot = lock(&self.run);
        slot.rest();
        if !slot.leaving {
            self.remember_end();
        }
        slot.saved_at = now();
        slot.finished = matches!(&ended, Ok(ended) if ended.end == End::Nothing);
        slot.trouble = match ended {
            Ok(ended) => ended.trouble.filter(|_| ended.end == End::Failed),
            Err(error) => Some(error.message),
        };
        drop(slot);
        self.changed();
    }

    /// A run in the caller's thread.
    pub(super) fn run_here(
        &self,
        request: &RunRequest,
        watch: &mut dyn RunWatch,
    ) -> Result<RunSummary> {
        self.check_writable()?;
        let chosen = request.engines.clone();
        let choice = self.settled(chosen.or_as_before(self.last_run.read().as_ref()));
        let mut started = self.start_watched(&choice, watch)?;
        let names = self.check_engines(&choice, &*started.analyst)?;
        self.remember(&choice, names);
        watch.started(&started.about);
        let begun = Instant::now();
        let analyst = &mut *started.analyst;
        let ended = self.grow_until(analyst, request.until, &mut |step| match step {
            Step::Before(workers) => watch.look(workers),
            Step::Committed => {
                watch.committed();
                Wish::GoOn
            }
        });
        lock(&self.run).rest();
        self.remember_end();
        let ended = ended?;
        Ok(RunSummary {
            end: ended.end,
            trouble: ended.trouble,
            workers: started.analyst.workers(),
            refused: started
                .refusals
                .map(|reader| farm::refused(&self.about.name, &reader)),
            elapsed: begun.elapsed(),
        })
    }

    /// Starts engines while checking whether the watcher wants to go on: an engine may take half a
    /// minute.
    fn start_watched(&self, choice: &EngineChoice, watch: &mut dyn RunWatch) -> Result<Started> {
        let starting = Starting::patient();
        std::thread::scope(|scope| {
            let start = scope.spawn(|| start(&self.game, choice, &starting));
            while !start.is_finished() {
                if watch.look(&Vec::new) != Wish::GoOn {
                    starting.cancel.stop();
                }
                if let Some(obstacle) = starting.take_obstacle() {
                    watch.waiting(&obstacle);
                }
                std::thread::sleep(STARTING);
            }
            let started = start.join();
            let started = started.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            match started {
                Err(_) if starting.cancel.is_stopped() => Err(ProjectError::new(
                    ErrorKind::Interrupted,
                    "stopped before the engines were ready; nothing was asked",
                )),
                started => started,
            }
        })
    }

    /// Waits without the project, steps with it.
    fn grow_until(
        &self,
        analyst: &mut (dyn Analyst<Position> + Send),
        until: Until,
        watch: &mut dyn FnMut(Step<'_>) -> Wish,
    ) -> Result<Ended> {
        let mut run = Run::begin(&*self.atlas(), until)?;
        let mut rhythm = Rhythm::default();
        loop {
            if rhythm.is_time_to_glance() {
                self.widen_window(&analyst.workers())?;
                self.glance(analyst.workers(), run.finished(), &mut rhythm);
            }
            let wish = watch(Step::Before(&|| analyst.workers()));
            let commits = run.commits();
            let end = self.grow(|atlas| run.step(atlas, analyst, wish))?;
            if run.commits() > commits {
                watch(Step::Committed);
            }
            if let Some(end) = end {
                let trouble = run.trouble().map(String::from);
                if end == End::Asked || until.time.is_some() {
                    self.save_stopped(analyst)?;
                }
                return Ok(Ended { end, trouble });
            }
            run.wait(analyst);
        }
    }

    /// More engines than tasks that may be open: some would be idle, so the window grows, also while
    /// workers join. It stays as it is where results repeat: that graph must not depend on who
    /// computes it.
    fn widen_window(&self, workers: &[Worker]) -> Result<()> {
        let engines: usize = workers.iter().map(|worker| worker.jobs).sum();
        let (window, reproducible) = {
            let atlas = self.atlas();
            let settings = atlas.graph().settings();
            (settings.window, settings.reproducible)
        };
        if reproducible || engines <= window as usize {
            return Ok(());
        }
        self.set(&Change {
            window: Some(fitting_window(engines)),
            ..Change::default()
        })
    }

    fn glance(&self, workers: Vec<Worker>, early: Vec<u64>, rhythm: &mut Rhythm) {
        let (glance, saved) = {
            let atlas = self.atlas();
            let open = atlas.graph().open().iter().map(|open| open.ticket);
            let glance = Glance {
                workers,
                early,
                open: open.collect(),
                answers: atlas.graph().evaluations(),
            };
            (glance, atlas.uncommitted() == 0)
        };
        let mut slot = lock(&self.run);
        slot.glance(glance);
        if saved {
            slot.saved_at = now();
        }
        drop(slot);
        if rhythm.is_time_to_tell() {
            self.changed();
        }
    }
}

/// What a glance at a run sees.
struct Glance {
    workers: Vec<Worker>,
    /// Tasks whose results wait for their turn.
    early: Vec<u64>,
    /// The open tasks.
    open: Vec<u64>,
    /// Results so far.
    answers: u64,
}

/// When a run was last glanced at, and when readers were last told of it.
#[derive(Default)]
struct Rhythm {
    glanced: Option<Instant>,
    told: Option<Instant>,
}

impl Rhythm {
    fn is_time_to_glance(&mut self) -> bool {
        due(&mut self.glanced, GLANCE)
    }

    fn is_time_to_tell(&mut self) -> bool {
        due(&mut self.told, TOLD)
    }
}

/// Whether this long has passed since the last time; if so, it begins anew.
fn due(last: &mut Option<Instant>, pause: Duration) -> bool {
    let due = last.is_none_or(|at| at.elapsed() >= pause);
    if due {
        *last = Some(Instant::now());
    }
    due
}

/// How a run ended.
struct Ended {
    end: End,
    trouble: Option<String>,
}

/// What the watcher of a run gets.
enum Step<'a> {
    /// The next step begins; the workers on request.
    Before(&'a dyn Fn() -> Vec<Worker>),
    /// The facts so far are safe on disk.
    Committed,
}
