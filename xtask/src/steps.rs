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
    // Not `cargo test --no-run`: that would leave out the library of the Python package.
    run(&[&["cargo", "build"], &TESTED[..]].concat(), &[])?;
    let python = python::prepare()?;
    run(&[&["cargo", "test"], &TESTED[..]].concat(), &[])?;
    run(&["cargo", "test", "--workspace", "--doc"], &[])?;
    python::test(python.as_deref())?;
    browser()
}

/// The examples have been checked by clippy; building them all takes minutes.
const TESTED: [&str; 4] = ["--workspace", "--lib", "--bins", "--tests"];

/// The tests of the Python package.
pub fn python() -> Result<()> {
    // With the program, so that the crates they share are built once.
    let both = ["-p", "gametree-python", "-p", "gametree-cli"];
    run(&[&["cargo", "build"], &both[..]].concat(), &[])?;
    let python = python::prepare()?;
    python::test(python.as_deref())
}

/// The tests of the pages, on the program that the other tests have built.
pub fn browser() -> Result<()> {
    pages::check_types()?;
    browser::test()
}

/// Seconds for each fuzz target: a minute for all, and an hour for each.
const FUZZ_SHORT: &str = "5";
const FUZZ_LONG: &str = "3600";

/// The tests that take too long for every change: those marked `#[ignore]` as soak tests, and the
/// fuzz targets.
pub fn soak(long: bool) -> Result<()> {
    run(
        &[
            "cargo",
            "test",
            "--release",
            "--workspace",
            "--",
            "--ignored",
            "--show-output",
            "soak",
        ],
        &[],
    )?;
    let seconds = if long { FUZZ_LONG } else { FUZZ_SHORT };
    run(
        &[
            "cargo",
            "run",
            "--release",
            "-p",
            "gametree-fuzz",
            "--",
            "--seconds",
            seconds,
        ],
        &[],
    )
}
