//! Matches on the command line: what `match`, `sweep` and `tournament` share.

pub mod args;
pub mod journal;
mod plan;
mod print;
pub mod tournament_args;

use std::path::Path;

use gametree_catalog::matches::MatchFiles;

use crate::error::CliError;
pub use crate::files::write_file as write;
pub use journal::tell_interrupted;
pub use plan::{plan, run};
pub use print::print;

/// Writes everything that a match leaves behind into the directory of its journal.
pub fn write_all(files: &MatchFiles<'_>, dir: &Path) -> Result<(), CliError> {
    for (name, text) in files.all() {
        write(&dir.join(name), &text)?;
    }
    Ok(())
}
