//! `gametree completions`: for bash, zsh, fish, elvish and PowerShell.

use clap::CommandFactory;

use crate::args::{Cli, CompletionArgs};
use crate::error::Code;
use crate::output;

/// Prints the script.
pub fn run(args: &CompletionArgs) -> anyhow::Result<Code> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "gametree", &mut script);
    output::bytes(&script)?;
    Ok(Code::Done)
}
