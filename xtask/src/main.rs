//! What developers and continuous integration run. `cargo xtask` lists the tasks.

mod instructions;
mod setup;
mod steps;

use anyhow::{Result, bail};

const USAGE: &str = "\
usage: cargo xtask TASK

  test          install what the tests need, then run every check and test (what CI runs)
  setup         only install what the tests need
  soak          the long tests: the empty connect4 board, more random trees
  instructions  count instructions of fixed searches under valgrind, beside the peer crate";

fn main() -> Result<()> {
    let task = std::env::args().nth(1);
    match task.as_deref() {
        Some("test") => {
            setup::everything()?;
            steps::test()
        }
        Some("setup") => setup::everything(),
        Some("soak") => steps::soak(),
        Some("instructions") => instructions::count(),
        Some(other) => bail!("unknown task '{other}'\n\n{USAGE}"),
        None => {
            println!("{USAGE}");
            Ok(())
        }
    }
}
