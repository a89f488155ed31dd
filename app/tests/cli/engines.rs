//! `gametree analyse` with engines that misbehave: small scripts that speak UCI.

#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::{TempDir, tempdir};

use crate::analyse::stockfish;
use crate::{gametree, interrupt, wait_until_it_hears_interrupts};

/// A folder with a project and scripts in it.
struct Bench(TempDir);

impl Bench {
    fn new() -> Bench {
        Bench(tempdir().unwrap())
    }

    fn project(&self) -> String {
        self.0.path().join("a.atlas").display().to_string()
    }

    /// The command of an engine that does this on `uci` and `go`; it is always ready.
    fn engine(&self, name: &str, uci: &str, go: &str) -> String {
        let path = self.0.path().join(name);
        let script = format!(
            "while read -r word rest; do case $word in\n\
             uci) {uci};;\nisready) echo readyok;;\nposition) at=$rest;;\n\
             go) {go};;\nquit) exit 0;;\nesac; done\n"
        );
        std::fs::write(&path, script).unwrap();
        format!("sh '{}'", path.display())
    }

    fn args<'a>(&self, project: &'a str, engines: &[&'a str]) -> Vec<&'a str> {
        let mut args = vec!["analyse", "startpos", "--project", project, "--nodes", "2k"];
        args.extend(["--hash", "4"]);
        for engine in engines {
            args.extend(["--engine", engine]);
        }
        args
    }
}

const GREETING: &str = "echo 'id name Script'; echo uciok";

#[test]
fn an_engine_that_always_fails_is_told_with_its_reason() {
    let bench = Bench::new();
    let project = bench.project();
    let go = "echo 'info depth 5 score cp 3 nodes 1000 pv e4d5'; echo 'bestmove h1h1'";
    let engine = bench.engine("illegal", GREETING, go);
    let args = bench.args(&project, &[&engine]);
    let run = gametree(&[&args[..], &["--engines", "1", "--json"]].concat());
    assert_eq!(run.code, 4, "{}", run.err);
    let object = run.json();
    assert_eq!(object["end"], "failed");
    let trouble = object["trouble"].as_str().unwrap();
    assert!(trouble.contains("h1h1"), "{trouble}");
    assert!(run.err.contains("h1h1"), "{}", run.err);
    let state = object["engines"][0]["state"].as_str().unwrap();
    assert!(state.starts_with("given up"), "{state}");
}

#[test]
fn one_that_cannot_start_does_not_stop_the_others() {
    let Some(stockfish) = stockfish() else { return };
    let bench = Bench::new();
    let project = bench.project();
    let tried = bench.0.path().join("tried");
    let fails = format!("touch '{}'; exit 3", tried.display());
    let broken = bench.engine("broken", &fails, "true");
    // It begins when the other has failed, so that the run is not over before that is known.
    let second = bench.0.path().join("second");
    let script = format!(
        "until [ -e '{}' ]; do sleep 0.02; done\nexec '{}'\n",
        tried.display(),
        stockfish.display()
    );
    std::fs::write(&second, script).unwrap();
    let second = format!("sh '{}'", second.display());
    let engines = [second.as_str(), &broken];
    let args = bench.args(&project, &engines);
    let run = gametree(&[&args[..], &["--engines", "2", "--evaluations", "100"]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("exit status: 3"), "{}", run.err);
    let typo = [
        &args[..],
        &["--engine", "no-such-engine", "--evaluations", "1"],
    ]
    .concat();
    let run = gametree(&typo);
    assert!(
        run.code == 4 && run.err.contains("no-such-engine"),
        "{}: {}",
        run.code,
        run.err
    );
}

#[test]
fn a_silent_engine_holds_nobody_up() {
    let Some(stockfish) = stockfish() else { return };
    let bench = Bench::new();
    let project = bench.project();
    // It does what it is asked while it is tried, and nothing afterwards.
    let go = "case $at in *'ppp1pppp/8/3p4/4P3/8/PPPP1PPP'*) case $rest in \
              *searchmoves*) m=d1g4;; *) m=e4d5;; esac; \
              echo \"info depth 5 score cp 3 nodes 1000 pv $m\"; echo \"bestmove $m\";; esac";
    let silent = bench.engine("silent", GREETING, go);
    let engines = [stockfish.to_str().unwrap(), &silent];
    let args = bench.args(&project, &engines);
    let args = [
        &args[..],
        &["--engines", "2", "--evaluations", "60", "--json"],
    ]
    .concat();
    let run = gametree(&args);
    assert_eq!(run.code, 0, "{}", run.err);
    let object = run.json();
    assert_eq!(object["evaluations"], 60);
    // A few answers more than have had their turn.
    assert!(object["engines"][0]["answered"].as_u64() >= Some(60));
    assert_eq!(object["engines"][1]["answered"], 0);
}

#[test]
fn ctrl_c_is_heard_while_an_engine_starts() {
    let bench = Bench::new();
    let project = bench.project();
    let hanging = bench.engine("hanging", "true", "true");
    let args = bench.args(&project, &[&hanging]);
    let child = Command::new(env!("CARGO_BIN_EXE_gametree"))
        .args([&args[..], &["--engines", "1"]].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_until_it_hears_interrupts(&child);
    let run = interrupt(child);
    assert_eq!(run.code, 130, "{}", run.err);
    assert!(
        run.err.contains("gametree analyse --project"),
        "{}",
        run.err
    );
    assert!(Path::new(&project).exists(), "so that it can go on");
}
