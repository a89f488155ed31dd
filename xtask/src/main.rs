//! What developers and continuous integration run. `cargo xtask` lists the tasks.

mod allowed;
mod browser;
mod guard;
mod instructions;
mod map;
mod pages;
mod python;
mod setup;
mod steps;
mod tools;
mod vendor;
mod wasm;
mod workspace;

use anyhow::{Result, bail};

const USAGE: &str = "\
usage: cargo xtask TASK

  test          install what the tests need, then run every check and test (what CI runs)
  setup         only install what the tests need
  soak          the long tests: the empty connect4 board, more random trees, 200 clients on a server, the fuzz
                targets for a minute; --long: for an hour each
  map           draw docs/map.svg again, and fail where modules use each other in a circle
  guard         fail on functions above 80 lines, files above 600 and files of tests that no program names
  browser       the tests of the pages, on the program that `cargo test` has built
  wasm          build the classroom as WebAssembly, for pages without a server; then `browser` tests it
  python        build the Python package and run its tests
  screens       draw the pictures of the README again, in the browser
  instructions  count instructions of fixed searches under valgrind, beside the peer crate
  pages         format the JavaScript and CSS of the pages (web)
  vendor        fetch the JavaScript of the pages again; --check compares it with its hashes";

fn main() -> Result<()> {
    let task = std::env::args().nth(1);
    match task.as_deref() {
        Some("test") => {
            setup::everything()?;
            steps::test()
        }
        Some("setup") => setup::everything(),
        Some("soak") => steps::soak(std::env::args().nth(2).as_deref() == Some("--long")),
        Some("map") => map::write(),
        Some("guard") => guard::check(),
        Some("browser") => steps::browser(),
        Some("python") => steps::python(),
        Some("wasm") => wasm::build(),
        Some("screens") => browser::screens(),
        Some("instructions") => instructions::count(),
        Some("pages") => pages::format(),
        Some("vendor") => vendor::vendor(&std::env::args().skip(2).collect::<Vec<_>>()),
        Some(other) => bail!("unknown task '{other}'\n\n{USAGE}"),
        None => {
            println!("{USAGE}");
            Ok(())
        }
    }
}
