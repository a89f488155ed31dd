//! `atlas`: Changes what a project looks at.

use clap::Subcommand;

use crate::error::Code;

/// Changes what a project looks at.
#[derive(Subcommand, Debug)]
pub enum Steering {}

/// Runs the command.
pub fn run(command: &Steering) -> anyhow::Result<Code> {
    match *command {}
}

/// Whether errors are to be told as JSON too.
pub fn wants_json(command: &Steering) -> bool {
    match *command {}
}
