//! How an experiment that runs is followed and stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Hears how far an experiment has come.
pub trait Progress: Sync {
    /// A stage begins; it ends when what is returned is dropped.
    fn stage(&self, name: String, steps: u64) -> Box<dyn Stage + '_>;
    /// Something that a person should know.
    fn note(&self, text: &str);
}

/// A part of an experiment, counted in steps.
pub trait Stage: Sync {
    /// This many steps are done.
    fn at(&self, steps: u64);
}

/// Hears nothing.
impl Progress for () {
    fn stage(&self, _: String, _: u64) -> Box<dyn Stage + '_> {
        Box::new(())
    }

    fn note(&self, _: &str) {}
}

impl Stage for () {
    fn at(&self, _: u64) {}
}

/// How a run is followed and stopped.
pub struct Run<'a> {
    /// Hears how far it has come.
    pub progress: &'a dyn Progress,
    /// Raised to stop it.
    pub stop: Arc<AtomicBool>,
}

impl Run<'_> {
    /// Whether it is to stop.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }
}
