//! `gametree atlas`: reads and steers projects.
//!
//! One file a group of commands: `reading` shows, `steering` changes, `exchange` imports, exports
//! and merges, `keeping` checks, backs up and compacts.

pub mod args;
mod exchange;
mod keeping;
mod reading;
mod steering;

use args::{Atlas, AtlasArgs};

use crate::error::Code;

/// Runs the command.
pub fn run(args: &AtlasArgs) -> anyhow::Result<Code> {
    match &args.which {
        Atlas::Reading(args) => reading::run(args),
        Atlas::Steering(args) => steering::run(args),
        Atlas::Exchange(args) => exchange::run(args),
        Atlas::Keeping(args) => keeping::run(args),
    }
}

/// Whether errors are to be told as JSON too.
pub fn wants_json(args: &AtlasArgs) -> bool {
    match &args.which {
        Atlas::Reading(args) => reading::wants_json(args),
        Atlas::Steering(args) => steering::wants_json(args),
        Atlas::Exchange(args) => exchange::wants_json(args),
        Atlas::Keeping(args) => keeping::wants_json(args),
    }
}
