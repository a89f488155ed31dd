//! What was not believed, for people to read; and what became of all results.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::SystemTime;

/// How many refusals are remembered.
const REMEMBERED: usize = 200;

/// A result, or a message that should have been one, that was not believed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// When.
    pub at: SystemTime,
    /// Whose; `?` where the message does not say.
    pub worker: String,
    /// Why.
    pub what: String,
}

/// Reads the latest refusals of a coordinator, also when it has ended.
pub type RefusalReader = Arc<dyn Fn() -> Vec<Refusal> + Send + Sync>;

/// What became of a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// It counts.
    Applied,
    /// A second opinion is wanted first.
    Held,
    /// The task is done already.
    Duplicate,
    /// It was for an earlier run of the coordinator.
    Outdated,
    /// The worker could not do it: it is tried again, or has failed.
    Failed,
    /// It is not believed: see [`Refusals`].
    Refused,
}

/// What became of all results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Results that count.
    pub applied: u64,
    /// Results of tasks that were done already.
    pub duplicates: u64,
    /// Results of an earlier run of the coordinator.
    pub outdated: u64,
    /// Tries that failed.
    pub failed: u64,
    /// What was not believed.
    pub refused: u64,
}

/// The refusals of a coordinator.
#[derive(Debug, Default)]
pub struct Refusals {
    list: VecDeque<Refusal>,
    counts: Counts,
}

impl Refusals {
    /// Remembers one.
    pub fn note(&mut self, worker: &str, what: String) {
        self.counts.refused += 1;
        if self.list.len() == REMEMBERED {
            self.list.pop_front();
        }
        self.list.push_back(Refusal {
            at: SystemTime::now(),
            worker: worker.to_owned(),
            what,
        });
    }

    /// Counts what became of a result.
    pub fn count(&mut self, heard: &Heard) {
        match heard {
            Heard::Applied => self.counts.applied += 1,
            Heard::Duplicate => self.counts.duplicates += 1,
            Heard::Outdated => self.counts.outdated += 1,
            Heard::Failed => self.counts.failed += 1,
            Heard::Held | Heard::Refused => {}
        }
    }

    /// The latest ones, oldest first.
    #[must_use]
    pub fn list(&self) -> Vec<Refusal> {
        self.list.iter().cloned().collect()
    }

    /// What became of all results.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }
}
