//! `gametree analyse`: what is acknowledged is never lost, and the graph does not depend on who was
//! faster.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use gametree::rng::Rng;
use serde_json::Value;
use tempfile::tempdir;

use crate::{gametree, json};

/// Where Stockfish is. With CI=true it must be somewhere.
pub fn stockfish() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let directories =
        std::env::split_paths(&path).chain(["/usr/games".into(), "/usr/local/bin".into()]);
    let found = directories
        .map(|directory| directory.join("stockfish"))
        .find(|file| file.is_file());
    let ci = std::env::var("CI").is_ok_and(|ci| ci == "true");
    assert!(
        found.is_some() || !ci,
        "stockfish is missing: cargo xtask setup installs it"
    );
    if found.is_none() {
        println!("stockfish is not installed: this test does nothing");
    }
    found
}

fn file(directory: &Path, name: &str) -> String {
    directory.join(name).to_str().unwrap().to_string()
}

/// An analysis that gives the same graph every time.
fn reproducible<'a>(
    project: &'a str,
    engine: &'a str,
    engines: &'a str,
    evaluations: &'a str,
) -> Vec<&'a str> {
    let mut args = vec![
        "analyse",
        "startpos",
        "--project",
        project,
        "--engine",
        engine,
        "--hash",
        "4",
    ];
    args.extend(["--nodes", "1000", "--window", "8", "--reproducible"]);
    args.extend(["--engines", engines, "--evaluations", evaluations]);
    args
}

fn count(object: &Value, name: &str) -> u64 {
    object[name]
        .as_u64()
        .unwrap_or_else(|| panic!("{name} in {object}"))
}

/// A run in the background, and the lines it prints.
struct Background {
    child: Child,
    lines: Receiver<String>,
}

impl Background {
    fn start(args: &[&str]) -> Background {
        let mut child = Command::new(env!("CARGO_BIN_EXE_gametree"))
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            out.lines()
                .map_while(Result::ok)
                .try_for_each(|line| sender.send(line))
        });
        Background { child, lines }
    }

    /// Everything acknowledged so far: evaluations of the last commit that was told.
    fn acknowledged(&self) -> u64 {
        self.lines.try_iter().last().map_or(0, |line| told(&line))
    }

    /// The evaluations of the next commit that is told.
    fn wait_for_a_commit(&self) -> u64 {
        let line = self.lines.recv_timeout(Duration::from_secs(120));
        told(&line.expect("a commit"))
    }
}

/// The evaluations that a line tells.
fn told(line: &str) -> u64 {
    count(&serde_json::from_str(line).unwrap(), "evaluations")
}

#[test]
fn the_built_in_engine_needs_nothing() {
    let directory = tempdir().unwrap();
    let project = file(directory.path(), "a.atlas");
    let args = [
        "analyse",
        "--engine",
        "builtin",
        "--engines",
        "2",
        "--nodes",
        "300",
        "--evaluations",
        "30",
    ];
    let first = json(&[&args[..], &["--project", &project]].concat());
    assert_eq!(
        (count(&first, "evaluations"), first["end"].as_str()),
        (30, Some("limit"))
    );
    assert!(
        count(&first, "positions") > 5 && first["root"]["best"].is_string(),
        "{first}"
    );
    assert!(
        first["root"]["value"]
            .as_i64()
            .is_some_and(|value| value.abs() < 200),
        "{first}"
    );
    let second = json(&[&args[..], &["--project", &project]].concat());
    assert_eq!(count(&second, "evaluations"), 60);
    let check = json(&["atlas", "check", &project]);
    assert_eq!(
        (check["ok"].as_bool(), count(&check, "evaluations")),
        (Some(true), 60)
    );
    assert_eq!(check["fingerprint"], second["fingerprint"]);
}

#[test]
fn an_engine_that_reports_wins_draws_and_losses_is_asked_for_them() {
    let Some(engine) = stockfish() else { return };
    let directory = tempdir().unwrap();
    let project = file(directory.path(), "wdl.atlas");
    json(&reproducible(&project, engine.to_str().unwrap(), "1", "12"));
    let root = json(&["atlas", "show", &project])["wdl"].clone();
    let parts = ["win", "draw", "loss"].map(|part| count(&root, part));
    assert_eq!(parts.iter().sum::<u64>(), 1000, "{root}");
    let moves = json(&["atlas", "moves", &project])["moves"].clone();
    let told = |row: &Value| row["wdl"].is_object();
    assert!(moves.as_array().unwrap().iter().any(told), "{moves}");
    let table = gametree(&["atlas", "moves", &project]).out;
    assert!(table.contains("wins of White"), "{table}");
}

#[test]
fn one_engine_and_four_give_the_same_graph() {
    let Some(engine) = stockfish() else { return };
    let directory = tempdir().unwrap();
    let engine = engine.to_str().unwrap();
    let [one, four] = ["1", "4"].map(|engines| {
        let project = file(directory.path(), &format!("{engines}.atlas"));
        json(&reproducible(&project, engine, engines, "100"))
    });
    assert_eq!(one["fingerprint"], four["fingerprint"]);
    assert_eq!(count(&one, "evaluations"), 100);
}

/// Kills at random moments; then the run goes on to the same graph as one that was never killed.
#[test]
fn fifty_kills_lose_nothing_that_was_acknowledged() {
    let Some(engine) = stockfish() else { return };
    let directory = tempdir().unwrap();
    let engine = engine.to_str().unwrap();
    let [calm, killed] = ["calm.atlas", "killed.atlas"].map(|name| file(directory.path(), name));
    let mut rng = Rng::new(7);
    let mut kills = 0;
    let mut known = 0;
    while kills < 50 {
        let args = reproducible(&killed, engine, "2", "100000");
        let mut run = Background::start(&[&args[..], &["--jsonl"]].concat());
        // Every second kill falls into the start or soon after it, the others into the analysis,
        // however long it takes to get there.
        let told = if kills % 2 == 0 {
            run.wait_for_a_commit()
        } else {
            0
        };
        std::thread::sleep(Duration::from_millis(rng.below(700) as u64));
        run.child.kill().unwrap();
        run.child.wait().unwrap();
        kills += 1;
        known = known.max(told).max(run.acknowledged());
        if !Path::new(&killed).exists() {
            continue;
        }
        let check = json(&["atlas", "check", &killed]);
        assert!(
            count(&check, "evaluations") >= known,
            "{known} acknowledged, {check}"
        );
        known = count(&check, "evaluations");
    }
    assert!(
        known > 20,
        "the kills fell into the analysis: {known} evaluations"
    );
    let total = (known + 20).to_string();
    let rest = json(&reproducible(&killed, engine, "2", "20"));
    let whole = json(&reproducible(&calm, engine, "2", &total));
    assert_eq!(
        rest["fingerprint"], whole["fingerprint"],
        "{known} evaluations before the last run"
    );
}

#[test]
fn two_processes_do_not_share_a_project_and_ctrl_c_saves() {
    let directory = tempdir().unwrap();
    let project = file(directory.path(), "a.atlas");
    let args = [
        "analyse",
        "--engine",
        "builtin",
        "--engines",
        "1",
        "--nodes",
        "500",
        "--project",
        &project,
    ];
    let mut first = Background::start(&[&args[..], &["--jsonl"]].concat());
    let line = first
        .lines
        .recv_timeout(Duration::from_secs(120))
        .expect("a first commit");
    let second = gametree(&args);
    assert!(
        second.code == 6 && second.err.contains("another process"),
        "{}: {}",
        second.code,
        second.err
    );
    let read = json(&["atlas", "check", &project]);
    assert!(
        count(&read, "evaluations") >= count(&serde_json::from_str(&line).unwrap(), "evaluations")
    );
    Command::new("kill")
        .args(["-INT", &first.child.id().to_string()])
        .status()
        .unwrap();
    let begin = Instant::now();
    let status = first.child.wait().unwrap();
    assert!(
        status.code() == Some(130) && begin.elapsed() < Duration::from_secs(60),
        "{status}"
    );
    let last = first.lines.iter().last().unwrap();
    let last: Value = serde_json::from_str(&last).unwrap();
    let check = json(&["atlas", "check", &project]);
    assert_eq!(
        (&last["end"], &last["fingerprint"]),
        (&"asked".into(), &check["fingerprint"])
    );
}

#[test]
fn what_is_wrong_is_said_and_leaves_nothing_behind() {
    let directory = tempdir().unwrap();
    let project = file(directory.path(), "a.atlas");
    let with = |args: &[&str]| gametree(&[&["analyse"], args, &["--project", &project]].concat());
    let cases: [(&[&str], i32, &str); 6] = [
        (&["8/8/8/8/8/8/8/8 w - - 0 1"], 2, "king"),
        (&["e4 e5 Ke3"], 2, "Ke3"),
        (&["no-such-file.pgn"], 3, "no-such-file.pgn"),
        (&["--engine", "/no/such/engine"], 4, "/no/such/engine"),
        (&["--engine", "builtin", "--window", "0"], 2, "window"),
        (
            &["--engine", "builtin", "--option", "Threads=2"],
            2,
            "no options",
        ),
    ];
    for (args, code, word) in cases {
        let run = with(args);
        assert!(
            run.code == code && run.err.contains(word),
            "{args:?}: {} {}",
            run.code,
            run.err
        );
        assert!(!Path::new(&project).exists(), "{args:?}");
    }
    std::fs::write(
        &project,
        "not a project at all, only some text that is long enough",
    )
    .unwrap();
    let run = gametree(&["analyse", "--engine", "builtin", "--project", &project]);
    assert!(run.code != 0 && run.err.contains("a.atlas"), "{}", run.err);
}

#[test]
fn a_suite_compares_the_engine_with_the_atlas() {
    let Some(engine) = stockfish() else { return };
    let directory = tempdir().unwrap();
    let suite = file(directory.path(), "suite.epd");
    let records = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"mate\";\r\n\
                   6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd9; id \"wrong\";\r\n\
                   r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - am Nf6; id \"avoid\";\n";
    std::fs::write(&suite, records).unwrap();
    let out = file(directory.path(), "rows.jsonl");
    let args = [
        "experiment",
        "suite",
        &suite,
        "--total",
        "20k",
        "--nodes",
        "2000",
        "--out",
        &out,
    ];
    let args = [&args[..], &["--engine", engine.to_str().unwrap()]].concat();
    let object = json(&args);
    assert_eq!(object["solved"]["plain"], 2, "{object}");
    assert_eq!(object["solved"]["atlas"], 2, "{object}");
    let rows = object["rows"].as_array().unwrap();
    assert_eq!((rows.len(), &rows[0]["id"]), (2, &"mate".into()));
    let spent = rows[1]["results"]["atlas"]["nodes"].as_u64().unwrap();
    assert!((15_000..25_000).contains(&spent), "{spent}");
    assert_eq!(
        json(&args)["rows"],
        object["rows"],
        "taken from the journal"
    );
    let other = gametree(&[&args[..7], &["--out", &out, "--hash", "1"]].concat());
    assert!(
        other.code == 2 && other.err.contains("another setup"),
        "{}",
        other.err
    );
}

#[test]
fn engines_have_names_in_the_configuration() {
    let Some(engine) = stockfish() else { return };
    let directory = tempdir().unwrap();
    let config = file(directory.path(), "config.toml");
    let project = file(directory.path(), "a.atlas");
    let run = |text: String| {
        std::fs::write(&config, text).unwrap();
        Command::new(env!("CARGO_BIN_EXE_gametree"))
            .args([
                "analyse",
                "--engine",
                "mine",
                "--engines",
                "1",
                "--nodes",
                "500",
                "--evaluations",
                "2",
            ])
            .args(["--json", "--project", &project])
            .env("GAMETREE_CONFIG", &config)
            .output()
            .unwrap()
    };
    let command = engine.display();
    let right = run(format!(
        "[engine.mine]\ncommand = \"{command}\"\n[engine.mine.options]\nHash = 2\n"
    ));
    assert!(
        right.status.success(),
        "{}",
        String::from_utf8_lossy(&right.stderr)
    );
    let source = json(&["atlas", "stats", &project])["sources"][0].to_string();
    assert!(source.contains("Hash=2"), "{source}");
    let wrong = run(format!("[engine.mine]\ncomand = \"{command}\"\n"));
    let told = String::from_utf8_lossy(&wrong.stderr).to_string();
    assert!(
        wrong.status.code() == Some(2) && told.contains("comand") && told.contains("line 2"),
        "{told}"
    );
}
