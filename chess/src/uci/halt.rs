//! A word to a search that is under way in another thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

const STOP: u8 = 1;
const ABORT: u8 = 2;

/// Shared by who waits for an engine and who may lose patience with it.
#[derive(Clone, Debug, Default)]
pub struct Halt(Arc<AtomicU8>);

impl Halt {
    /// One that lets the search go on.
    #[must_use]
    pub fn new() -> Halt {
        Halt::default()
    }

    /// Come to an end: the best found so far is the answer.
    pub fn stop(&self) {
        self.0.fetch_max(STOP, Ordering::Relaxed);
    }

    /// Leave at once, without an answer.
    pub fn abort(&self) {
        self.0.fetch_max(ABORT, Ordering::Relaxed);
    }

    /// Whether [`Halt::stop`] or [`Halt::abort`] was called.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= STOP
    }

    /// Whether [`Halt::abort`] was called.
    #[must_use]
    pub fn is_aborted(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= ABORT
    }
}
