//! How fast a worker is, and so how many tasks it fetches ahead.
//!
//! A task that waits behind a long one holds up all whose turn comes later, so nothing waits behind
//! a task that goes on for longer than the way to the broker takes:
//!
//! ```text
//!   task    ███████████████████████████████░░░░│          horizon: there and back again
//!                                          └ now the next one is fetched
//! ```

use std::time::Duration;

/// Past this share of a task's time the way to the broker is long, and tasks are fetched ahead.
const LONG_WAY: f64 = 0.01;

/// The most tasks that are fetched ahead.
const MOST_AHEAD: usize = 64;

/// The weight of what was measured last.
const LATEST: f64 = 0.2;

/// A task in progress.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Begun {
    /// The nodes it asks for.
    pub(super) nodes: u64,
    /// Since when the worker has it.
    pub(super) elapsed: Duration,
}

/// How long tasks and deliveries take, lately; in seconds.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Pace {
    task: f64,
    node: f64,
    way: f64,
}

impl Pace {
    /// Nothing is known yet: tasks seem long, and the way short.
    pub(super) fn new() -> Pace {
        Pace {
            task: 1.0,
            node: 0.0,
            way: 0.0,
        }
    }

    /// A task of this many nodes was done.
    pub(super) fn note_task(&mut self, nodes: u64, took: Duration) {
        let seconds = took.as_secs_f64();
        let node = seconds / nodes.max(1) as f64;
        self.task += (seconds - self.task) * LATEST;
        self.node = match self.node > 0.0 {
            true => self.node + (node - self.node) * LATEST,
            false => node,
        };
    }

    /// A result was delivered.
    pub(super) fn note_way(&mut self, took: Duration) {
        self.way += (took.as_secs_f64() - self.way) * LATEST;
    }

    /// The time that a fetch must be ahead; 0 where the way is short.
    fn horizon(&self) -> f64 {
        match self.way < LONG_WAY * self.task {
            true => 0.0,
            false => 2.0 * self.way,
        }
    }

    /// How long a task will go on. One that takes longer than expected may do so for long.
    fn remaining(&self, task: Begun) -> f64 {
        let elapsed = task.elapsed.as_secs_f64();
        let left = task.nodes as f64 * self.node - elapsed;
        match left > 0.0 {
            true => left,
            false => elapsed / 4.0,
        }
    }

    /// How many tasks to fetch now, so that each of so many engines has work until then.
    pub(super) fn wanted(&self, jobs: usize, held: &[Begun]) -> usize {
        let free = jobs.saturating_sub(held.len());
        let horizon = self.horizon();
        if horizon == 0.0 {
            return free;
        }
        let work = |&task: &Begun| self.remaining(task).min(horizon);
        let missing = jobs as f64 * horizon - held.iter().map(work).sum::<f64>();
        let ahead = missing / self.task.clamp(horizon / MOST_AHEAD as f64, horizon);
        free.max((ahead.ceil() as usize).min(MOST_AHEAD))
    }

    /// How long until a task may have to be fetched ahead.
    pub(super) fn next_fetch(&self, held: &[Begun]) -> Option<Duration> {
        let horizon = self.horizon();
        let left = held.iter().map(|&task| self.remaining(task) - horizon);
        let soonest = left.min_by(f64::total_cmp).filter(|_| horizon > 0.0)?;
        Some(Duration::from_secs_f64(soonest.max(0.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pace(task: Duration, way: Duration) -> Pace {
        let mut pace = Pace::new();
        for _ in 0..100 {
            pace.note_task(1000, task);
            pace.note_way(way);
        }
        pace
    }

    fn begun(nodes: u64, elapsed: u64) -> Begun {
        let elapsed = Duration::from_millis(elapsed);
        Begun { nodes, elapsed }
    }

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn where_the_way_is_short_nothing_is_fetched_ahead() {
        let near = pace(100 * MS, MS / 2);
        assert_eq!(near.wanted(2, &[]), 2);
        assert_eq!(near.wanted(2, &[begun(1000, 99); 2]), 0);
        assert_eq!(near.next_fetch(&[begun(1000, 0)]), None);
    }

    #[test]
    fn nothing_waits_behind_a_long_task() {
        let pace = pace(100 * MS, 5 * MS);
        assert_eq!(pace.wanted(1, &[begun(1000, 10)]), 0);
        assert_eq!(pace.wanted(1, &[begun(1000, 95)]), 1);
        assert_eq!(pace.wanted(1, &[begun(50_000, 95)]), 0, "a long task");
        assert_eq!(pace.wanted(1, &[begun(1000, 300)]), 0, "a late task");
        assert_eq!(pace.wanted(2, &[begun(1000, 95), begun(50_000, 95)]), 1);
        let next = pace.next_fetch(&[begun(1000, 10)]).expect("a time");
        assert!((70 * MS..=85 * MS).contains(&next), "{next:?}");
    }

    #[test]
    fn a_long_way_is_covered_by_many_short_tasks() {
        let far = pace(10 * MS, 50 * MS);
        assert_eq!(far.wanted(1, &[]), 10);
        assert_eq!(far.wanted(2, &[]), 20);
        assert_eq!(far.wanted(1, &[begun(1000, 0); 10]), 0);
        assert_eq!(far.wanted(1, &[begun(1000, 0); 4]), 6);
        assert_eq!(pace(MS / 100, 500 * MS).wanted(1, &[]), MOST_AHEAD);
    }
}
