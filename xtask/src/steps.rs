//! The checks, one after the other.

use anyhow::Result;

use crate::beside::Beside;
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
    // First, so that the program which the other tests run is the one that they have built.
    let python = python::build()?;
    run(&[&TESTS, &["--no-run"][..]].concat(), &[])?;
    // Much of both is waiting, for engines and for pages: beside each other they end sooner.
    let pages = Beside::start("browser")?;
    let tests = run(&TESTS, &[])
        .and_then(|()| run(&["cargo", "test", "--workspace", "--doc"], &[]))
        .and_then(|()| python::test(python.as_deref()));
    pages.end().and(tests)
}

/// The examples have been checked by clippy; building them all takes minutes.
const TESTS: [&str; 6] = ["cargo", "test", "--workspace", "--lib", "--bins", "--tests"];

/// The tests of the Python package.
pub fn python() -> Result<()> {
    let python = python::build()?;
    python::test(python.as_deref())
}

/// The tests of the pages, on the program that the other tests have built.
pub fn browser() -> Result<()> {
    pages::check_types()?;
    browser::test()
}

/// Seconds for each fuzz target: a minute for all, and an hour for each.
const FUZZ_SHORT: &str = "6";
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
