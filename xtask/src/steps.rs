//! The checks, one after the other.

use anyhow::Result;

use crate::tools::{present, run};
use crate::{browser, guard, map, pages, python};

/// Everything that must be green before a change lands.
pub fn test() -> Result<()> {
    run(&["cargo", "fmt", "--all", "--check"], &[])?;
    map::check()?;
    guard::check()?;
    pages::check_format()?;
    run(
        &[
            "cargo",
            "clippy",
            "--workspace",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ],
        &[],
    )?;
    if present("cargo-deny") {
        run(
            &["cargo", "deny", "check", "licenses", "bans", "sources"],
            &[],
        )?;
    }
    run(
        &["cargo", "doc", "--workspace", "--no-deps"],
        &[("RUSTDOCFLAGS", "-D warnings")],
    )?;
    // The examples have been checked by clippy; building them all takes minutes.
    run(
        &["cargo", "test", "--workspace", "--lib", "--bins", "--tests"],
        &[],
    )?;
    run(&["cargo", "test", "--workspace", "--doc"], &[])?;
    python::test()?;
    pages::check_types()?;
    browser::test()
}

/// The tests that take too long for every change: those marked `#[ignore]` as soak tests.
pub fn soak() -> Result<()> {
    run(
        &[
            "cargo",
            "test",
            "--release",
            "--workspace",
            "--",
            "--ignored",
            "soak",
        ],
        &[],
    )
}
