//! Virtual time: it passes when the simulation says so.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use gametree_atlas::run::Clock;

/// A clock that moves only when it is told to. Its copies are the same clock.
#[derive(Clone, Debug)]
pub struct VirtualClock {
    started: Instant,
    nanos: Arc<AtomicU64>,
}

impl VirtualClock {
    /// A clock at its beginning.
    pub fn new() -> VirtualClock {
        VirtualClock {
            started: Instant::now(),
            nanos: Arc::new(AtomicU64::new(0)),
        }
    }

    /// The time since its beginning.
    pub fn now(&self) -> Duration {
        Duration::from_nanos(self.nanos.load(Ordering::Relaxed))
    }

    /// Time passes.
    pub fn advance(&self, by: Duration) {
        self.advance_to(self.now() + by);
    }

    /// Time passes until a moment; one that is past changes nothing.
    pub fn advance_to(&self, moment: Duration) {
        let nanos = u64::try_from(moment.as_nanos()).unwrap_or(u64::MAX);
        self.nanos.fetch_max(nanos, Ordering::Relaxed);
    }

    /// The clock as a run reads it.
    pub fn reader(&self) -> Clock {
        let clock = self.clone();
        Arc::new(move || clock.started + clock.now())
    }
}
