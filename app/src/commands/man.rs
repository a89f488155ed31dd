//! `gametree man`: the manual pages, from the same definitions as the help.

use anyhow::Context;
use clap::CommandFactory;

use crate::args::{Cli, ManArgs};
use crate::error::Code;
use crate::output;

/// Prints the page of the program, or writes the pages of all commands.
pub fn run(args: &ManArgs) -> anyhow::Result<Code> {
    let command = Cli::command();
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
