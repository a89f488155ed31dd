//! A run in the server: a thread that grows a project while pages read and steer it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use gametree::{Analyst, Worker};
use gametree_atlas::run::{End, Run, Until, Wish};
use serde::Deserialize;
use utoipa::ToSchema;

use super::Answer;
use super::open::{Open, lock, refusal};
use crate::host::Wanted;
use crate::refusal::Refusal;
use crate::staff::{BUILTIN, Staffed};
use crate::view::{Running, State, WorkerRow};

/// How often what workers do is looked at.
const GLANCE: Duration = Duration::from_millis(250);

/// The rate of answers is that of so long ago.
const RECENT: Duration = Duration::from_secs(60);

/// Start or pause.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RunAsk {
    /// `running` or `idle`.
    pub state: String,
    /// The engine's id; the built-in one where it is not said.
    pub engine: Option<String>,
    /// How many work at once.
    pub count: Option<usize>,
    /// Mebibytes of hash for each.
    pub hash: Option<u64>,
    /// Options that are numbers, switches or choices.
    #[serde(default)]
    pub options: std::collections::BTreeMap<String, String>,
}

impl RunAsk {
    /// With an engine and nothing else said.
    #[must_use]
    pub fn with(engine: Option<String>, count: Option<usize>) -> RunAsk {
        RunAsk {
            state: "running".into(),
            engine,
            count,
            hash: None,
            options: Default::default(),
        }
    }

    /// What is to be hired.
    pub(super) fn wanted(&self, reproducible: bool) -> Wanted {
        Wanted {
            engine: self.engine.clone().unwrap_or_else(|| BUILTIN.into()),
            count: self.count,
            hash: self.hash,
            options: self.options.clone(),
            reproducible,
        }
    }
}

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
    started: Option<Instant>,
    first: u64,
    /// Moments and answers lately.
    recent: Vec<(Instant, u64)>,
    saved_at: u64,
    finished: bool,
    trouble: Option<String>,
}

impl RunSlot {
    /// Whether the thread works.
    pub(super) fn is_alive(&self) -> bool {
        self.thread
            .as_ref()
            .is_some_and(|thread| !thread.is_finished())
    }

    pub(super) fn state(&self) -> State {
        match (self.is_alive(), self.wish.load(Ordering::Relaxed)) {
            (true, GO_ON) => State::Running,
            (true, _) => State::Pausing,
            (false, _) => State::Idle,
        }
    }

    /// What to tell of the run, or of how the last one ended.
    pub(super) fn told(&self, answers: u64) -> Option<Running> {
        let started = self.started?;
        let alive = self.is_alive();
        if !alive && self.trouble.is_none() && !self.finished {
            return None;
        }
        let busy = self
            .workers
            .iter()
            .filter(|worker| worker.state.starts_with("searching"))
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

    pub(super) fn workers(&self, project: &str) -> Vec<WorkerRow> {
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
            utilisation: (worker.busy.as_secs_f64() / run).min(1.0),
        };
        if self.is_alive() {
            self.workers.iter().map(row).collect()
        } else {
            Vec::new()
        }
    }

    fn glance(&mut self, workers: Vec<Worker>, answers: u64) {
        self.workers = workers;
        let now = Instant::now();
        self.recent.push((now, answers));
        let old = self
            .recent
            .iter()
            .take_while(|(at, _)| now.duration_since(*at) > RECENT)
            .count();
        self.recent.drain(..old);
    }
}

/// Seconds since 1970.
pub(super) fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_secs())
}

impl<G: Staffed> Open<G> {
    pub(super) fn start_run(self: &Arc<Self>, ask: &RunAsk) -> Answer<()> {
        self.write(|_| Ok(()))?;
        if lock(&self.run).is_alive() {
            return Err(Refusal::conflict("it is running already")
                .hint("pause it first to change the engine"));
        }
        let (reproducible, first) = {
            let atlas = self.atlas();
            (
                atlas.graph().settings().reproducible,
                atlas.graph().evaluations(),
            )
        };
        let wanted = ask.wanted(reproducible);
        let hired = G::hire(&*self.host, &wanted)?;
        // From here on the project is not asked: who reads it may wait for the slot.
        let mut slot = lock(&self.run);
        if slot.is_alive() {
            return Err(Refusal::conflict("it is running already"));
        }
        let wish = Arc::new(AtomicU8::new(GO_ON));
        *slot = RunSlot {
            wish: Arc::clone(&wish),
            about: hired.1,
            engine: wanted.engine,
            workers: hired.0.workers(),
            started: Some(Instant::now()),
            first,
            saved_at: now(),
            ..RunSlot::default()
        };
        let (open, mut analyst) = (Arc::clone(self), hired.0);
        let thread = std::thread::Builder::new().name(format!("run {}", self.id));
        let thread = thread.spawn(move || open.run(&mut *analyst, &wish));
        slot.thread = Some(
            thread
                .map_err(|error| Refusal::failed(format!("no thread can be started: {error}")))?,
        );
        drop(slot);
        self.changed();
        Ok(())
    }

    /// Lets the run finish what is in work; asked a second time it stops now. To wait is not to ask
    /// again.
    pub(super) fn stop_run(&self, wait: bool) {
        let thread = {
            let mut slot = lock(&self.run);
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

    /// The thread: waits without the project, steps with it.
    fn run(&self, analyst: &mut (dyn Analyst<G> + Send), wish: &AtomicU8) {
        let ended = self.grown(analyst, wish);
        let mut slot = lock(&self.run);
        slot.saved_at = now();
        slot.finished = matches!(ended, Ok(End::Nothing));
        slot.trouble = ended.err().map(|refusal| refusal.what);
        drop(slot);
        self.changed();
    }

    fn grown(&self, analyst: &mut (dyn Analyst<G> + Send), wish: &AtomicU8) -> Answer<End> {
        let mut run =
            Run::begin(&*self.atlas(), Until::default()).map_err(|error| refusal(&error))?;
        let mut glanced: Option<Instant> = None;
        loop {
            let wish = match wish.load(Ordering::Relaxed) {
                GO_ON => Wish::GoOn,
                FINISH => Wish::Finish,
                _ => Wish::Stop,
            };
            let end = self
                .grow(|atlas| run.step(atlas, analyst, wish))
                .map_err(|error| refusal(&error))?;
            if let Some(end) = end {
                return Ok(end);
            }
            if glanced.is_none_or(|at| at.elapsed() >= GLANCE) {
                glanced = Some(Instant::now());
                self.glance(analyst.workers());
            }
            run.wait(analyst);
        }
    }

    fn glance(&self, workers: Vec<Worker>) {
        let (answers, saved) = {
            let atlas = self.atlas();
            (atlas.graph().evaluations(), atlas.uncommitted() == 0)
        };
        let mut slot = lock(&self.run);
        slot.glance(workers, answers);
        if saved {
            slot.saved_at = now();
        }
    }
}
