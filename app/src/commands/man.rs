//! `gametree man`: the manual pages, from the same definitions as the help.

use anyhow::Context;

use crate::args::ManArgs;
use crate::error::Code;
use crate::output;

/// Prints the page of the program, or writes the pages of all commands.
pub fn run(args: &ManArgs, command: clap::Command) -> anyhow::Result<Code> {
    let command = with_examples(command);
    let Some(dir) = &args.dir else {
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        output::bytes(&page)?;
        return Ok(Code::Done);
    };
    let failed = || format!("cannot write the manual into '{}'", dir.display());
    std::fs::create_dir_all(dir).with_context(failed)?;
    clap_mangen::generate_to(command, dir).with_context(failed)?;
    output::hint(&format!("the manual pages are in {}", dir.display()));
    Ok(Code::Done)
}

/// The manual prints what follows the help, not what precedes it: puts the examples there.
fn with_examples(command: clap::Command) -> clap::Command {
    let parts: Vec<String> = [command.get_before_help(), command.get_after_help()]
        .into_iter()
        .flatten()
        .map(ToString::to_string)
        .collect();
    command
        .after_help(parts.join("\n\n"))
        .mut_subcommands(with_examples)
}
