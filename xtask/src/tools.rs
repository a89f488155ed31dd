//! Running programs, and finding out whether they are there.

use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};

/// The first node whose test runner can do what these tests ask for.
pub const NODE: u32 = 20;

/// For continuous integration: nothing is built twice there, so what would make the second time
/// faster only costs; and no one looks into the programs with a debugger.
const BUILT_ONCE: [(&str, &str); 2] = [
    ("CARGO_INCREMENTAL", "0"),
    ("CARGO_PROFILE_DEV_DEBUG", "false"),
];

/// Runs a command and fails with it.
pub fn run(command: &[&str], env: &[(&str, &str)]) -> Result<()> {
    let line = command.join(" ");
    println!("\n$ {line}");
    let start = Instant::now();
    let once: &[(&str, &str)] = match std::env::var("CI").as_deref() {
        Ok("true") => &BUILT_ONCE,
        _ => &[],
    };
    let status = Command::new(command[0])
        .args(&command[1..])
        .envs(once.iter().copied())
        .envs(env.iter().copied())
        .status()
        .with_context(|| format!("cannot start `{line}`"))?;
    println!("({:.1} s)", start.elapsed().as_secs_f64());
    if !status.success() {
        bail!("`{line}` failed");
    }
    Ok(())
}

/// Whether a program can be started.
pub fn present(program: &str) -> bool {
    succeeds(Command::new(program).arg("--version"))
}

/// Whether a command ends well; what it says is not shown.
pub fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Whether node is there and new enough.
pub fn enough_node(program: &str) -> bool {
    let told = Command::new(program)
        .arg("--version")
        .stderr(Stdio::null())
        .output();
    told.is_ok_and(|told| {
        major(&String::from_utf8_lossy(&told.stdout)).is_some_and(|found| found >= NODE)
    })
}

/// The first number of a version such as `v20.11.1`.
fn major(version: &str) -> Option<u32> {
    version
        .trim()
        .strip_prefix('v')?
        .split('.')
        .next()?
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_node_are_read() {
        assert_eq!(major("v20.11.1\n"), Some(20));
        assert_eq!(major("v9.0.0"), Some(9));
        assert_eq!((major("20"), major("vx.1"), major("")), (None, None, None));
    }
}
