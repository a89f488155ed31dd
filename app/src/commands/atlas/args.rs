//! The grammar of `atlas`.

use clap::{Args, Subcommand};

/// `atlas`.
#[derive(Args, Debug)]
pub struct AtlasArgs {
    /// What to do.
    #[command(subcommand)]
    pub which: Atlas,
}

/// The commands, each group in a file of its own.
#[derive(Subcommand, Debug)]
pub enum Atlas {
    /// Shows.
    #[command(flatten)]
    Reading(super::reading::Reading),
    /// Changes.
    #[command(flatten)]
    Steering(super::steering::Steering),
    /// Imports, exports, merges.
    #[command(flatten)]
    Exchange(super::exchange::Exchange),
    /// Checks, backs up, compacts.
    #[command(flatten)]
    Keeping(super::keeping::Keeping),
}
