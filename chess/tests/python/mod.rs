//! python-chess as an independent reader.

use std::process::Command;

/// What a script prints, given these arguments. `None`, and a word on it, where python-chess is not installed; with
/// `CI=true` that is a failure.
pub fn run(script: &str, arguments: &[&str]) -> Option<String> {
    let there = Command::new("python3").args(["-c", "import chess.pgn, chess.polyglot"]).output();
    if !there.is_ok_and(|output| output.status.success()) {
        assert!(std::env::var("CI").as_deref() != Ok("true"), "python-chess is missing");
        println!("skipped: python3 has no module chess (cargo xtask setup installs it)");
        return None;
    }
    let mut python = Command::new("python3");
    python.env("PYTHONIOENCODING", "utf-8").args(["-c", script]).args(arguments);
    let output = python.output().expect("python3 starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).expect("UTF-8"))
}
