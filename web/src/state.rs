//! What every request may need.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gametree_project::{Engines, ProjectStore};

use crate::lab::Lab;

/// What all requests share.
pub struct ServerState {
    /// Raised when the program is told to end.
    pub shutdown: Arc<AtomicBool>,
    /// The engines.
    pub engines: Arc<Engines>,
    /// The projects.
    pub projects: ProjectStore,
    /// The matches.
    pub lab: Arc<Lab>,
    /// Whether nothing may be changed.
    pub read_only: bool,
}
