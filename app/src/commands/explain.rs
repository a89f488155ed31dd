//! `gametree explain`: every step of a search, in words and pictures.

use crate::args::ExplainArgs;
use crate::error::{Code, Problem};

/// Runs the command.
pub fn run(args: &ExplainArgs) -> anyhow::Result<Code> {
    crate::games::entry(&args.at.game)?;
    Err(Problem::failed("this build has no `explain`").into())
}
