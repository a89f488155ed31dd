//! `gametree book`: the book as files that need no server.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use serde::Serialize;

use crate::error::Code;
use crate::output;

/// `book`.
#[derive(Args, Debug)]
pub struct BookArgs {
    /// The directory for the pages
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

#[derive(Serialize)]
struct Object {
    schema: &'static str,
    first: String,
    pages: usize,
}

/// Writes the pages.
pub fn run(args: &BookArgs) -> anyhow::Result<Code> {
    let directory = &args.out;
    let pages = gametree_web::book::write(directory)
        .with_context(|| format!("cannot write the book into '{}'", directory.display()))?;
    let first = directory.join("index.html").display().to_string();
    if output::is_json() {
        output::json(&Object {
            schema: "gametree.book_files/1",
            first,
            pages,
        })?;
    } else {
        output::line(format!("{pages} pages; open {first}"))?;
    }
    Ok(Code::Done)
}
