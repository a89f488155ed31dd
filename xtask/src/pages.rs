//! The checks of the pages' own JavaScript and CSS: the formatter and the types. Both need Node.

use anyhow::Result;

use crate::browser::{packages, place, skip};
use crate::tools::{enough_node, present, run};

const WEB: &str = "web";

/// Lays the sources of the pages out anew.
///
/// # Errors
/// When Node is missing or a source cannot be read.
pub fn format() -> Result<()> {
    packages()?;
    npm("format")
}

/// Compares the layout of the sources with what the formatter would make of them.
///
/// # Errors
/// When a source is laid out otherwise, or Node is missing where it must be there.
pub fn check_format() -> Result<()> {
    checked("format:check")
}

/// Checks the types of the pages against the interface of the program that the tests have built.
///
/// # Errors
/// When a page uses what the interface does not have, or Node is missing where it must be there.
pub fn check_types() -> Result<()> {
    checked("types")
}

fn checked(script: &str) -> Result<()> {
    if !enough_node("node") || !present("npm") {
        return skip("the JavaScript of the pages", "node or npm is missing");
    }
    packages()?;
    npm(script)
}

fn npm(script: &str) -> Result<()> {
    let web = place(WEB).display().to_string();
    run(&["npm", "run", "--silent", "--prefix", &web, script], &[])
}
