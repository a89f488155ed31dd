//! `atlas`: Imports, exports and merges.

use clap::Subcommand;

use crate::error::Code;

/// Imports, exports and merges.
#[derive(Subcommand, Debug)]
pub enum Exchange {}

/// Runs the command.
pub fn run(command: &Exchange) -> anyhow::Result<Code> {
    match *command {}
}

/// Whether errors are to be told as JSON too.
pub fn wants_json(command: &Exchange) -> bool {
    match *command {}
}
