//! `atlas`: Shows projects.

use clap::Subcommand;

use crate::error::Code;

/// Shows projects.
#[derive(Subcommand, Debug)]
pub enum Reading {}

/// Runs the command.
pub fn run(command: &Reading) -> anyhow::Result<Code> {
    match *command {}
}

/// Whether errors are to be told as JSON too.
pub fn wants_json(command: &Reading) -> bool {
    match *command {}
}
