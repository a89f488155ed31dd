//! How far a worker is, and what it is told to do.

use std::fmt;
use std::time::Duration;

/// What a worker is to do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Wish {
    /// Go on.
    GoOn,
    /// Go on with the tasks in progress, and take no more for now.
    Hold,
    /// Finish the tasks in progress, take no more.
    Drain,
    /// Give all tasks back at once.
    GiveBack,
}

/// How far a worker is.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Progress {
    /// Tasks done.
    pub done: u64,
    /// Tasks that failed.
    pub failed: u64,
    /// Tasks in progress.
    pub at_work: usize,
    /// Since when it works.
    pub elapsed: Duration,
    /// Whether there is a connection now.
    pub connected: bool,
    /// Whether a project takes no results of it any more, because others contradict them.
    pub barred: bool,
    /// Why no task can be done any more.
    pub trouble: Option<String>,
}

impl Progress {
    /// Tasks done per second.
    #[must_use]
    pub fn per_second(&self) -> f64 {
        self.done as f64 / self.elapsed.as_secs_f64().max(1e-3)
    }
}

/// For people.
impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Progress { done, failed, .. } = self;
        let per_second = self.per_second();
        match per_second < 1.0 && *done > 0 {
            true => write!(
                f,
                "{done} done, {failed} failed, {:.1} per minute",
                60.0 * per_second
            )?,
            false => write!(
                f,
                "{done} done, {failed} failed, {per_second:.1} per second"
            )?,
        }
        if !self.connected {
            f.write_str("; the broker is away")?;
        }
        if self.barred {
            f.write_str("; a project takes no results any more: others contradict them")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_work_is_counted_by_the_minute() {
        let text = |done, seconds| {
            let elapsed = Duration::from_secs(seconds);
            let progress = Progress {
                done,
                elapsed,
                connected: true,
                ..Progress::default()
            };
            progress.to_string()
        };
        assert_eq!(text(30, 20), "30 done, 0 failed, 1.5 per second");
        assert_eq!(text(5, 200), "5 done, 0 failed, 1.5 per minute");
        assert_eq!(text(0, 200), "0 done, 0 failed, 0.0 per second");
    }
}
