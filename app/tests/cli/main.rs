//! The real binary, as people and scripts use it.

mod analyse;
mod atlas_export;
mod atlas_import;
mod atlas_reading;
mod atlas_steering;
mod bad_input;
mod chance;
mod chess;
mod commands;
mod engine_matches;
mod engine_memory;
mod engines;
mod experiments;
mod farm;
mod features;
mod game;
mod limits;
mod load;
mod matches;
mod min_max;
mod mistakes;
mod output;
mod play;
mod queens;
mod repeatable;
mod serve;
mod simulate;
mod solve;
mod train;
mod truth;
mod uci;
mod words;

use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

/// The textbook's tree.
const TREE: &str = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))";

/// What the binary printed and how it ended.
struct Run {
    code: i32,
    out: String,
    err: String,
}

impl Run {
    fn of(output: Output) -> Run {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
        let run = Run {
            code: output.status.code().expect("no signal ended it"),
            out: text(output.stdout),
            err: text(output.stderr),
        };
        assert!(!run.err.contains("panicked"), "{}", run.err);
        run
    }

    /// The one JSON object on stdout.
    fn json(&self) -> Value {
        assert_eq!(
            self.out.lines().count(),
            1,
            "one object: {}{}",
            self.out,
            self.err
        );
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }
}

fn gametree(args: &[&str]) -> Run {
    with_input(args, "")
}

fn with_input(args: &[&str], input: &str) -> Run {
    let mut command = Command::cargo_bin("gametree").expect("the binary is built");
    Run::of(
        command
            .args(args)
            .write_stdin(input)
            .output()
            .expect("it runs"),
    )
}

/// Waits until a process has its own way to deal with Ctrl-C (bit 1 of the signals it catches), and
/// a moment longer, so that it is at work.
#[cfg(unix)]
fn wait_until_it_hears_interrupts(child: &std::process::Child) {
    let status = format!("/proc/{}/status", child.id());
    let caught = || {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let mask = text.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
            .is_some_and(|mask| mask & 2 != 0)
    };
    let start = std::time::Instant::now();
    // Where there is no /proc, a while must do.
    while std::path::Path::new(&status).exists() && !caught() {
        assert!(start.elapsed().as_secs() < 120, "it hears no interrupts");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    std::thread::sleep(std::time::Duration::from_millis(500));
}

/// Ctrl-C, and what comes of it.
#[cfg(unix)]
fn interrupt(child: std::process::Child) -> Run {
    let told = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(told.success());
    Run::of(child.wait_with_output().unwrap())
}

/// Runs with `--json` and expects success.
fn json(args: &[&str]) -> Value {
    let run = gametree(&[args, &["--json"]].concat());
    assert_eq!(run.code, 0, "{args:?}: {}", run.err);
    run.json()
}

/// The strings of a JSON array.
fn strings(value: &Value) -> Vec<&str> {
    value
        .as_array()
        .expect("an array")
        .iter()
        .map(|item| item.as_str().expect("a string"))
        .collect()
}
