//! The checks, one after the other.

use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::browser;
use crate::pages;
use crate::setup::present;

/// Runs a command and fails with it.
pub fn run(command: &[&str], env: &[(&str, &str)]) -> Result<()> {
    let line = command.join(" ");
    println!("\n$ {line}");
    let start = Instant::now();
    // Nothing is built twice there, so what would make the second time faster only costs.
    let once = std::env::var("CI")
        .is_ok_and(|ci| ci == "true")
        .then_some(("CARGO_INCREMENTAL", "0"));
    let status = Command::new(command[0])
        .args(&command[1..])
        .envs(once)
        .envs(env.iter().copied())
        .status()
        .with_context(|| format!("cannot start `{line}`"))?;
    println!("({:.1} s)", start.elapsed().as_secs_f64());
    if !status.success() {
        bail!("`{line}` failed");
    }
    Ok(())
}

/// Everything that must be green before a change lands.
pub fn test() -> Result<()> {
    run(&["cargo", "fmt", "--all", "--check"], &[])?;
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
