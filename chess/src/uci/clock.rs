//! When a search is told to stop, and when it is given up.

use std::time::{Duration, Instant};

use super::cancel::CancelToken;
use super::error::ErrorKind;
use super::spec::Timeouts;
use super::task::{Effort, Task};
use super::thought::InfoAccumulator;

/// The time of a search.
pub(super) struct Clock<'a> {
    pub(super) start: Instant,
    pub(super) heard: Instant,
    pub(super) stopped: Option<Instant>,
    limit: Duration,
    enough: u64,
    cancel: &'a CancelToken,
}

/// What to do now.
pub(super) enum Next {
    Wait,
    Stop,
}

impl<'a> Clock<'a> {
    pub(super) fn new(limit: Duration, task: &'a Task) -> Clock<'a> {
        let now = Instant::now();
        let enough = match task.effort {
            // Beyond that it ignores the limit, as some do.
            Effort::Nodes(nodes) => nodes.saturating_add(nodes / 4).saturating_add(20_000),
            Effort::TimeForNodes { nodes, .. } => nodes,
            Effort::Time(_) | Effort::Depth(_) => u64::MAX,
        };
        Clock {
            start: now,
            heard: now,
            stopped: None,
            limit,
            enough,
            cancel: &task.cancel,
        }
    }

    pub(super) fn tick(
        &mut self,
        accumulator: &InfoAccumulator,
        timeouts: &Timeouts,
    ) -> Result<Next, ErrorKind> {
        if self.cancel.is_aborted() {
            return Err(ErrorKind::Aborted);
        }
        if let Some(stopped) = self.stopped {
            let late = stopped.elapsed() >= timeouts.grace;
            let error = || ErrorKind::Silent {
                what: "best move",
                waited: self.start.elapsed(),
                stderr: String::new(),
            };
            return if late { Err(error()) } else { Ok(Next::Wait) };
        }
        let silent = self.heard.elapsed() >= timeouts.silence;
        let over = self.start.elapsed() >= self.limit || accumulator.nodes() > self.enough;
        if silent || over || self.cancel.is_stopped() {
            self.stopped = Some(Instant::now());
            return Ok(Next::Stop);
        }
        Ok(Next::Wait)
    }
}
