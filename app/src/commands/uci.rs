//! `gametree uci`: the built-in chess engine for other programs.

use std::io;

use crate::error::Code;

/// Serves until `quit` or the end of the input; Ctrl-C ends it at once.
pub fn run() -> anyhow::Result<Code> {
    let input = io::BufReader::new(io::stdin());
    crate::interrupt::waiting(|| gametree_chess::serving::serve(input, io::stdout()))?;
    Ok(Code::Done)
}
