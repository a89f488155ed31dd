//! The longest that a search may take.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Raises a flag when the time is over or the program is told to end; ends when dropped.
///
/// A time limit would do, but some searches are built differently, or run longer, where there is
/// one. A WebAssembly module has no clock and no second thread: there the page ends the worker that
/// runs the module.
pub struct Watchdog {
    /// The flag.
    pub flag: Arc<AtomicBool>,
    #[cfg(not(target_family = "wasm"))]
    _alive: std::sync::mpsc::Sender<()>,
}

#[cfg(not(target_family = "wasm"))]
impl Watchdog {
    /// How often it looks at the clock.
    const POLL_INTERVAL: Duration = Duration::from_millis(20);

    /// Watches from now on.
    pub fn new(time: Duration, shutdown: Arc<AtomicBool>) -> Watchdog {
        use std::sync::mpsc::{RecvTimeoutError, channel};
        use std::time::Instant;

        let flag = Arc::new(AtomicBool::new(false));
        let raised = flag.clone();
        let (alive, gone) = channel();
        let deadline = Instant::now() + time;
        std::thread::spawn(move || {
            while let Err(RecvTimeoutError::Timeout) = gone.recv_timeout(Self::POLL_INTERVAL) {
                if Instant::now() >= deadline || shutdown.load(Ordering::SeqCst) {
                    raised.store(true, Ordering::SeqCst);
                }
            }
        });
        Watchdog {
            flag,
            _alive: alive,
        }
    }
}

#[cfg(target_family = "wasm")]
impl Watchdog {
    /// Watches nothing.
    pub fn new(_time: Duration, shutdown: Arc<AtomicBool>) -> Watchdog {
        Watchdog { flag: shutdown }
    }
}

impl Watchdog {
    /// Whether it stopped the search.
    pub fn fired(&self) -> bool {
        self.flag.load(Ordering::SeqCst)
    }
}
