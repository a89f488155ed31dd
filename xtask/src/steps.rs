//! The checks, one after the other.

use anyhow::Result;

use crate::tools::{present, run};
use crate::{browser, guard, map, pages};

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
