//! The clocks that limits are read from: time on the wall, and the processor time of a thread.
//!
//! A WebAssembly module has neither, unless its host lends it one: there both stand still, so that
//! limits of time never end a search. Give one of nodes, moves or depth.

#[cfg(not(target_family = "wasm"))]
pub use cpu_time::ThreadTime;
#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

#[cfg(target_family = "wasm")]
pub use still::{Instant, ThreadTime};

#[cfg(target_family = "wasm")]
mod still {
    use std::time::Duration;

    /// The one moment there is.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    pub struct Instant;

    /// Processor time that nobody counts.
    pub type ThreadTime = Instant;

    impl Instant {
        /// Now.
        #[must_use]
        pub fn now() -> Instant {
            Instant
        }

        /// The time since then: none.
        #[must_use]
        pub fn elapsed(&self) -> Duration {
            Duration::ZERO
        }
    }
}
