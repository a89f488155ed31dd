//! Matches on the command line: what `match`, `sweep` and `tournament` share.

pub mod args;
pub mod end_args;
pub mod journal;
mod plan;
mod print;
pub mod tournament_args;

use std::path::Path;

use gametree_catalog::matches::{MatchFiles, MatchPlan, MatchReport};

use crate::error::CliError;
pub use crate::files::write_file as write;
pub use journal::tell_interrupted;
pub use plan::{plan, request, run, run_by};
pub use print::print;

/// One match of several, in a directory of its own where games are saved.
pub fn play(plan: &MatchPlan<'_>, dir: Option<&Path>) -> anyhow::Result<MatchReport> {
    let result = run(plan, dir)?;
    let report = MatchReport::new(plan, &result);
    if let Some(dir) = dir {
        let files = MatchFiles {
            plan,
            result: &result,
            report: &report,
        };
        write_all(&files, dir)?;
    }
    Ok(report)
}

/// What is wrong with `--pgn` for other games.
pub fn only_chess() -> CliError {
    CliError::usage("--pgn is for games of chess").hint("write the games with --out DIR")
}

/// Writes everything that a match leaves behind into the directory of its journal.
pub fn write_all(files: &MatchFiles<'_>, dir: &Path) -> Result<(), CliError> {
    for (name, text) in files.all() {
        write(&dir.join(name), &text)?;
    }
    Ok(())
}
