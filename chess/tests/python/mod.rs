//! python-chess as an independent reader.

use std::process::Command;

/// What the script leaves with where python-chess is missing.
const MISSING: i32 = 77;

/// What a script prints, given these arguments. `None`, and a word on it, where python-chess is not
/// installed; with `CI=true` that is a failure.
pub fn run(script: &str, arguments: &[&str]) -> Option<String> {
    let first = format!(
        "import sys\ntry:\n  import chess.pgn, chess.polyglot\nexcept ImportError:\n  sys.exit({MISSING})\n"
    );
    let mut python = Command::new("python3");
    python
        .env("PYTHONIOENCODING", "utf-8")
        .args(["-c", &(first + script)])
        .args(arguments);
    let output = python
        .output()
        .ok()
        .filter(|output| output.status.code() != Some(MISSING));
    let Some(output) = output else {
        assert!(
            std::env::var("CI").as_deref() != Ok("true"),
            "python-chess is missing"
        );
        println!("skipped: python3 has no module chess (cargo xtask setup installs it)");
        return None;
    };
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Some(String::from_utf8(output.stdout).expect("UTF-8"))
}
