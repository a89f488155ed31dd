//! Cancelling a search that runs in another thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

const STOP: u8 = 1;
const ABORT: u8 = 2;

/// Tells a search in another thread to stop. Clones share the same request.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicU8>);

impl CancelToken {
    /// A token that has not been cancelled.
    #[must_use]
    pub fn new() -> CancelToken {
        CancelToken::default()
    }

    /// Stop soon: the best move found so far is the result.
    pub fn stop(&self) {
        self.0.fetch_max(STOP, Ordering::Relaxed);
    }

    /// Stop at once, without a result.
    pub fn abort(&self) {
        self.0.fetch_max(ABORT, Ordering::Relaxed);
    }

    /// Whether [`CancelToken::stop`] or [`CancelToken::abort`] was called.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= STOP
    }

    /// Whether [`CancelToken::abort`] was called.
    #[must_use]
    pub fn is_aborted(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= ABORT
    }
}
