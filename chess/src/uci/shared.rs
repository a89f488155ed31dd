//! The state of a pool: the open questions, and what each worker is doing.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use gametree::{Source, Worker};

use super::cancel::CancelToken;
use super::queue::Queue;
use super::spec::Timeouts;

/// How a pool works.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// How long to wait for what.
    pub timeouts: Timeouts,
    /// Every question is answered by an engine of one thread that has forgotten all before: the
    /// same question has the same answer, at the price of cold tables. A search that was stopped,
    /// for whatever reason, is no answer.
    pub reproducible: bool,
    /// A question that failed this often is answered with [`gametree::AnalysisError`].
    pub attempts: u32,
    /// The pause before an engine is started again after its first failure; it doubles with each
    /// failure in a row, up to [`Settings::longest_pause`], and varies by half to both sides.
    pub pause: Duration,
    /// The longest such pause, before it varies.
    pub longest_pause: Duration,
    /// An engine that cannot be started this often in a row is given up.
    pub starts: u32,
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
            starts: 6,
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
    pub(super) source: Arc<Source>,
}

/// What a worker is doing.
pub(super) enum Phase {
    Idle,
    Searching { since: Instant, cancel: CancelToken },
    Starting,
    Pausing { until: Instant, why: String },
    GivenUp { why: String },
}

impl Shared {
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The workers that may still answer.
    pub(super) fn living(&self) -> Vec<usize> {
        let given_up = |index: &usize| matches!(self.workers[*index].phase, Phase::GivenUp { .. });
        (0..self.workers.len())
            .filter(|index| !given_up(index))
            .collect()
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
    pub(super) fn new(name: String, source: Source) -> Status {
        Status {
            name,
            phase: Phase::Idle,
            answered: 0,
            failed: 0,
            busy: Duration::ZERO,
            source: Arc::new(source),
        }
    }

    pub(super) fn show(&self) -> Worker {
        let now = Instant::now();
        let (state, more) = match &self.phase {
            Phase::Idle => ("idle".to_owned(), Duration::ZERO),
            Phase::Searching { since, .. } => ("searching".to_owned(), now - *since),
            Phase::Starting => ("starting again".to_owned(), Duration::ZERO),
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
            searching: matches!(self.phase, Phase::Searching { .. }),
            answered: *answered,
            failed: *failed,
            busy: *busy + more,
        }
    }
}
