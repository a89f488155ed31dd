//! The state of a pool: the open tasks, and what each worker is doing.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use gametree::{Source, TaskProgress, Worker};

use super::cancel::CancelToken;
use super::queue::{Open, Queue};
use super::spec::Timeouts;

/// How a pool works.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// How long to wait for what.
    pub timeouts: Timeouts,
    /// Every task is done by an engine of one thread that has forgotten everything before: the same
    /// task has the same result, at the price of cold tables. A search that was stopped, for
    /// whatever reason, is no result.
    pub reproducible: bool,
    /// A task that failed this often gets [`gametree::AnalysisError`].
    pub attempts: u32,
    /// The pause before an engine is started again after its first failure; it doubles with each
    /// failure in a row, up to [`Settings::longest_pause`], and varies by half to both sides.
    pub pause: Duration,
    /// The longest such pause, before it varies.
    pub longest_pause: Duration,
    /// An engine that fails this often in a row, at its start or at its tasks, is given up.
    pub failures: u32,
    /// An idle engine also takes a task that another one has had for longer than the idle one would
    /// need, and for at least this time. The first good result counts.
    pub late: Duration,
    /// How long a pool whose first engine is ready waits for the others at the start.
    pub gather: Duration,
    /// Seed of the pauses.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            timeouts: Timeouts::default(),
            reproducible: false,
            attempts: 3,
            pause: Duration::from_millis(250),
            longest_pause: Duration::from_secs(30),
            failures: 6,
            late: Duration::from_millis(100),
            gather: Duration::from_secs(5),
            seed: 0,
        }
    }
}

/// What the pool and all its workers share.
pub(super) struct Shared {
    pub(super) state: Mutex<State>,
    pub(super) wake: Condvar,
    pub(super) settings: Settings,
    pub(super) closing: CancelToken,
}

/// What the lock guards.
pub(super) struct State {
    pub(super) queue: Queue,
    pub(super) workers: Vec<Status>,
}

/// A worker as the others see it.
pub(super) struct Status {
    pub(super) name: String,
    pub(super) phase: Phase,
    pub(super) answered: u64,
    pub(super) failed: u64,
    pub(super) busy: Duration,
    /// Nodes per second, lately.
    pub(super) speed: Option<f64>,
    /// Who it is; known once it has started.
    pub(super) source: Option<Arc<Source>>,
    /// Positions of the search at work, by the engine's last word.
    pub(super) searched: Arc<AtomicU64>,
}

/// What a worker is doing.
pub(super) enum Phase {
    Idle,
    Searching(Box<Search>),
    Starting,
    Pausing { until: Instant, why: String },
    GivenUp { why: String },
}

/// A task in progress.
pub(super) struct Search {
    pub(super) open: Open,
    pub(super) since: Instant,
    pub(super) cancel: CancelToken,
    /// Whether another worker had the task first, and is late with it.
    pub(super) is_copy: bool,
    /// Whether another worker has finished it.
    pub(super) is_answered: bool,
}

/// How much longer than this worker another one may need before it is late.
const LATE: f64 = 1.5;

impl Shared {
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The workers that may still have a result.
    pub(super) fn living(&self) -> Vec<usize> {
        let given_up = |index: &usize| matches!(self.workers[*index].phase, Phase::GivenUp { .. });
        (0..self.workers.len())
            .filter(|index| !given_up(index))
            .collect()
    }

    /// The others that work on a task.
    fn others_at(&mut self, ticket: u64, worker: usize) -> impl Iterator<Item = &mut Search> {
        let searches = self.workers.iter_mut().enumerate();
        searches.filter_map(move |(index, status)| match &mut status.phase {
            Phase::Searching(search)
                if index != worker && search.open.question.ticket == ticket =>
            {
                Some(&mut **search)
            }
            _ => None,
        })
    }

    /// A task is done: what others find about it does not count. A copy is stopped; an engine that
    /// is late may go on, for its next task would only be late again.
    pub(super) fn settle(&mut self, ticket: u64, worker: usize) {
        for search in self.others_at(ticket, worker) {
            search.is_answered = true;
            if search.is_copy {
                search.cancel.stop();
            }
        }
    }

    /// Drops a task: nothing that is found about it counts.
    pub(super) fn cancel(&mut self, ticket: u64) {
        self.queue.remove(ticket);
        // No worker has this number.
        for search in self.others_at(ticket, usize::MAX) {
            search.is_answered = true;
            search.cancel.stop();
        }
    }

    /// Leaves a task at which this worker failed to the other that works on it; whether there is
    /// one.
    pub(super) fn leave_to_other(&mut self, ticket: u64, worker: usize) -> bool {
        let other = self.others_at(ticket, worker).next();
        other.map(|search| search.open.failed(worker)).is_some()
    }

    /// The task that another worker is, or will be, late with, and since or from when.
    pub(super) fn next_late(&self, worker: usize, settings: &Settings) -> Option<(Instant, &Open)> {
        let searches = || {
            self.workers
                .iter()
                .filter_map(|status| match &status.phase {
                    Phase::Searching(search) if !search.is_answered => Some(&**search),
                    _ => None,
                })
        };
        // Whoever began last may still be in time.
        let is_last = |search: &&Search| {
            let later = |other: &Search| {
                other.open.question.ticket == search.open.question.ticket
                    && other.since > search.since
            };
            !searches().any(later) && !search.open.failed_on.contains(&worker)
        };
        let late = |search: &Search| {
            let own = self.workers[worker].time_for(search.open.question.nodes);
            search.since + own.mul_f64(LATE).max(settings.late)
        };
        searches()
            .filter(is_last)
            .map(|search| (late(search), &search.open))
            .min_by_key(|(at, open)| (*at, open.question.ticket))
    }

    /// Why no engine is left.
    pub(super) fn last_reason(&self) -> String {
        let reasons = self
            .workers
            .iter()
            .filter_map(|worker| match &worker.phase {
                Phase::GivenUp { why } => Some(format!("{} ({why})", worker.name)),
                _ => None,
            });
        format!(
            "every engine is given up: {}",
            reasons.collect::<Vec<_>>().join(", ")
        )
    }
}

impl Status {
    pub(super) fn new(name: String) -> Status {
        Status {
            name,
            phase: Phase::Starting,
            answered: 0,
            failed: 0,
            busy: Duration::ZERO,
            speed: None,
            source: None,
            searched: Arc::default(),
        }
    }

    /// The time that it needs for this many nodes, as far as is known.
    fn time_for(&self, nodes: u64) -> Duration {
        let seconds = self
            .speed
            .map_or(0.0, |speed| nodes as f64 / speed.max(1.0));
        Duration::from_secs_f64(seconds.min(1e6))
    }

    /// How far it is with its task.
    fn task(&self) -> Option<TaskProgress> {
        let Phase::Searching(search) = &self.phase else {
            return None;
        };
        Some(TaskProgress {
            ticket: search.open.question.ticket,
            nodes: self.searched.load(Ordering::Relaxed),
            asked: search.open.question.nodes,
            elapsed: search.since.elapsed(),
        })
    }

    pub(super) fn show(&self) -> Worker {
        let now = Instant::now();
        let (state, more) = match &self.phase {
            Phase::Idle => ("idle".to_owned(), Duration::ZERO),
            Phase::Searching(search) => ("searching".to_owned(), now - search.since),
            Phase::Starting => ("starting".to_owned(), Duration::ZERO),
            Phase::Pausing { until, why } => {
                let left = until.saturating_duration_since(now).as_secs_f64().ceil();
                (
                    format!("starting again in {left} s ({why})"),
                    Duration::ZERO,
                )
            }
            Phase::GivenUp { why } => (format!("given up ({why})"), Duration::ZERO),
        };
        let Status {
            name,
            answered,
            failed,
            busy,
            ..
        } = self;
        Worker {
            name: name.clone(),
            state,
            jobs: 1,
            searching: matches!(self.phase, Phase::Searching(_)),
            answered: *answered,
            failed: *failed,
            busy: *busy + more,
            speed: self.speed.map(|speed| speed as u64),
            task: self.task(),
        }
    }
}
