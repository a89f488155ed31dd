//! Saved analyses: a project of any game, opened by name, read, edited, run, imported and exported.
//! The pages and the command line only print what is here.
//!
//! ```text
//!   pages, commands ──▶ Project (one trait object, whatever the game) ──▶ atlas
//!                          │ reads: one view per request      (view)
//!                          │ edits: one action, with its undo (action)
//!                          │ runs: engines by name            (engines)
//!                          └ files: import, export, check     (import, export, files)
//! ```

pub mod action;
pub mod destination;
pub mod doctor;
pub mod drawing;
pub mod engines;
pub mod error;
pub mod export;
pub mod files;
pub mod games;
pub mod import;
mod judgement;
pub mod lifecycle;
pub mod moment;
pub mod open;
mod paths;
pub mod project;
mod recorded;
mod remarks;
pub mod request;
pub mod store;
pub mod target;
pub mod tour;
pub mod view;

pub use action::{Action, Done};
pub use engines::{EngineChoice, Engines};
pub use error::{ErrorKind, ProjectError, Result};
pub use project::{Project, RunRequest, RunSummary, RunWatch};
pub use store::ProjectStore;
pub use target::Target;
pub use tour::Tour;
