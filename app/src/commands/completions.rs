//! `gametree completions`: for bash, zsh, fish, elvish and PowerShell.

use crate::args::CompletionArgs;
use crate::error::Code;
use crate::output;

/// Prints the script.
pub fn run(args: &CompletionArgs, mut command: clap::Command) -> anyhow::Result<Code> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "gametree", &mut script);
    output::bytes(&script)?;
    Ok(Code::Done)
}
