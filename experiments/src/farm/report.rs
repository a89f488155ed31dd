//! What came out, as scripts read it.

use std::time::Duration;

use serde::Serialize;

use super::coordinator::Measured;
use super::project::Restart;
use super::workers::{Events, Workforce};

/// Workers are busy when they search for this part of the time.
pub const BUSY: f64 = 0.95;

/// What came out.
#[derive(Clone, Debug, Serialize)]
pub struct FarmReport {
    /// What the object is.
    pub schema: &'static str,
    /// Where facts go: `file` or `memory`.
    pub store: &'static str,
    /// Positions before the first row.
    pub positions: usize,
    /// Seconds that a shortest task takes, on average.
    pub task: f64,
    /// Seconds that a message is on its way.
    pub latency: f64,
    /// The share of tasks during which the worker fails.
    pub fail: f64,
    /// Seconds after which the task of such a worker is given to another.
    pub lease: f64,
    /// Tasks that a worker holds besides the one it searches.
    pub prefetch: usize,
    /// The seed.
    pub seed: u64,
    /// The fewest workers that the coordinator could not keep busy, whatever the window.
    pub saturated: Option<usize>,
    /// A number of workers and a window each.
    pub rows: Vec<Row>,
    /// How soon a coordinator that was killed works again; only with a file.
    pub restart: Option<Restart>,
    /// Nothing was left out.
    pub complete: bool,
}

/// A number of workers and a window.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// How many workers.
    pub workers: usize,
    /// How many tasks are open at once.
    pub window: u32,
    /// Positions at the end.
    pub positions: usize,
    /// Results applied, in all.
    pub results: u64,
    /// Virtual seconds over which rates and shares are measured: the beginning and the end of the
    /// row are left out.
    pub seconds: f64,
    /// Results applied per virtual second.
    pub results_per_second: f64,
    /// The share of the time in which workers search.
    pub workers_busy: f64,
    /// The share of the time in which the coordinator computes or waits for the disk.
    pub coordinator_busy: f64,
    /// Results per second that the coordinator could apply if it never waited for workers.
    pub capacity: f64,
    /// Microseconds per result, of the middle step.
    pub step_median: f64,
    /// Microseconds per result, of the step that one in a hundred exceeds.
    pub step_p99: f64,
    /// Milliseconds of the middle commit.
    pub commit_median: f64,
    /// Milliseconds of the longest commit.
    pub commit_max: f64,
    /// The share of the coordinator's time in which it waits for the disk.
    pub disk_share: f64,
    /// The most tasks that waited for a worker.
    pub queue_max: usize,
    /// The most results that waited for their turn.
    pub early_max: usize,
    /// Workers that failed.
    pub failures: u64,
    /// Tasks that were given to another worker.
    pub redelivered: u64,
    /// Results that came after the first one of their task.
    pub duplicates: u64,
    /// Tasks without a result.
    pub lost: u64,
    /// Results that were applied more than once.
    pub applied_twice: u64,
    /// The graph at the end, as one number: a function of the seed, the results and the window.
    pub fingerprint: String,
}

/// What a row is made of.
pub(super) struct Parts<'a> {
    pub force: &'a Workforce,
    pub window: u32,
    pub positions: usize,
    pub measured: &'a Measured,
    pub events: Events,
    pub fingerprint: u64,
}

impl Row {
    pub(super) fn new(parts: &Parts<'_>) -> Row {
        let Parts {
            measured, events, ..
        } = parts;
        let seconds = measured.elapsed.as_secs_f64();
        let per = |part: Duration, whole: f64| part.as_secs_f64() / whole.max(1e-9);
        let workers = parts.force.workers;
        let spent = measured.spent.as_secs_f64();
        Row {
            workers,
            window: parts.window,
            positions: parts.positions,
            results: measured.results,
            seconds,
            results_per_second: measured.applied as f64 / seconds.max(1e-9),
            workers_busy: per(measured.searched, seconds * workers as f64),
            coordinator_busy: per(measured.spent, seconds),
            capacity: measured.applied as f64 / spent.max(1e-9),
            step_median: at(&measured.steps, 0.5) * 1e6,
            step_p99: at(&measured.steps, 0.99) * 1e6,
            commit_median: at(&measured.commits, 0.5) * 1e3,
            commit_max: at(&measured.commits, 1.0) * 1e3,
            disk_share: per(measured.waited, spent),
            queue_max: events.queue_max,
            early_max: measured.early_max,
            failures: events.failures,
            redelivered: events.redelivered,
            duplicates: events.duplicates,
            lost: measured.lost,
            applied_twice: measured.twice,
            fingerprint: format!("{:016x}", parts.fingerprint),
        }
    }

    /// Whether the workers are busy.
    pub fn is_busy(&self) -> bool {
        self.workers_busy >= BUSY
    }

    /// Whether the coordinator has no time left.
    pub fn is_saturated(&self) -> bool {
        !self.is_busy() && self.coordinator_busy >= BUSY
    }
}

/// The place of sorted durations that this part of them does not exceed, in seconds.
fn at(sorted: &[Duration], part: f64) -> f64 {
    let last = sorted.len().saturating_sub(1);
    let place = (last as f64 * part) as usize;
    sorted.get(place).map_or(0.0, Duration::as_secs_f64)
}
