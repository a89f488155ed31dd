//! Installs what the tests need from the package registries, where it is missing.

use std::process::{Command, Stdio};

use anyhow::{Result, bail};

use crate::steps::run;

/// A program that some test needs.
struct Tool {
    program: &'static str,
    needed_for: &'static str,
    install: &'static [&'static [&'static str]],
}

const TOOLS: &[Tool] = &[
    Tool {
        program: "cargo-deny",
        needed_for: "the check of licences and sources",
        install: &[&["cargo", "install", "--locked", "cargo-deny"]],
    },
    Tool {
        program: "chromium",
        needed_for: "the tests of the pages that `explain --html` writes",
        install: &[&["apt-get", "update"], &["apt-get", "install", "-y", "--no-install-recommends", "chromium"]],
    },
];

/// Installs every missing tool. With `CI=true` one that cannot be had is an error; otherwise it is
/// said, and the tests that need it say so too.
pub fn everything() -> Result<()> {
    for tool in TOOLS {
        if present(tool.program) {
            continue;
        }
        println!("installing {}, for {}", tool.program, tool.needed_for);
        let installed = tool.install.iter().try_for_each(|command| run(command, &[]));
        if present(tool.program) {
            continue;
        }
        let why = installed.err().map_or_else(|| "it is still not on PATH".into(), |e| e.to_string());
        if std::env::var("CI").is_ok_and(|ci| ci == "true") {
            bail!("{} is missing and could not be installed: {why}", tool.program);
        }
        println!("{} could not be installed ({why}); {} will not run", tool.program, tool.needed_for);
    }
    Ok(())
}

/// Whether a program can be started.
pub fn present(program: &str) -> bool {
    let mut version = Command::new(program);
    version.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    version.status().is_ok_and(|status| status.success())
}
