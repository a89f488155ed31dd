//! `gametree experiment truth`, mostly with an engine whose values are known.

#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::{TempDir, tempdir};

use crate::analyse::stockfish;
use crate::{gametree, interrupt, json};

/// Three positions in which the script's moves are legal. In the second one the plain search plays
/// a move that the reference does not report; the third one the script may not finish.
const POSITIONS: &str = "\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"start\";
rnbqkbnr/1ppppppp/p7/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq - id \"a3\";
rnbqkbnr/ppppppp1/7p/8/8/7P/PPPPPPP1/RNBQKBNR w KQkq - id \"h3\";
";

/// Nodes of the methods and of the reference.
const LENGTHS: [&str; 4] = ["--total", "2k", "--reference", "100k"];

/// A folder with positions, a script and what it writes.
struct Bench(TempDir);

impl Bench {
    fn new() -> Bench {
        let bench = Bench(tempdir().unwrap());
        std::fs::write(bench.path("p.epd"), POSITIONS).unwrap();
        std::fs::write(bench.path("engine"), bench.script()).unwrap();
        std::fs::write(bench.path("may-finish"), "").unwrap();
        std::fs::write(bench.path("log"), "").unwrap();
        bench
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    /// MultiPV is always right: +0.30, +0.20, +0.10, 0. A single line is 0.30 too high. A move
    /// alone is worth -0.20.
    fn script(&self) -> String {
        let directory = self.0.path().display();
        format!(
            "k=1\nsay() {{ echo \"info depth 9 multipv $1 score cp $2 nodes $n pv $3\"; }}\n\
             while read -r word rest; do case $word in\n\
             uci) echo 'id name Script 1'\n\
             for o in Hash Threads MultiPV; do echo \"option name $o type spin default 1 min 1 max 999\"; done\n\
             echo uciok;;\n\
             isready) echo readyok;;\n\
             setoption) case $rest in *MultiPV*) k=${{rest##* }};; esac;;\n\
             position) at=$rest;;\n\
             go) echo \"$k $rest\" >> '{directory}/log'\n\
             case $at in *P/PPPPPPP1*) while [ ! -e '{directory}/may-finish' ]; do sleep 0.1; done;; esac\n\
             n=${{rest#nodes }}; n=${{n%% *}}\n\
             case \"$k $rest $at\" in\n\
             *searchmoves*) say 1 -20 b1c3; echo bestmove b1c3;;\n\
             '1 '*/P7/*) say 1 60 b1c3; echo bestmove b1c3;;\n\
             '1 '*) say 1 60 e2e4; echo bestmove e2e4;;\n\
             *) say 1 30 e2e4; say 2 20 d2d4; say 3 10 g1f3; say 4 0 c2c4; echo bestmove e2e4;;\n\
             esac;;\n\
             quit) exit 0;;\nesac; done\n"
        )
    }

    /// The command, with further arguments.
    fn args(&self, more: &[&str]) -> Vec<String> {
        let engine = format!("sh '{}'", self.text("engine"));
        let mut args = vec!["experiment".to_string(), "truth".into(), self.text("p.epd")];
        args.extend([
            "--engine".into(),
            engine,
            "--cache".into(),
            self.text("cache"),
        ]);
        // One task of the atlas has all its nodes.
        args.extend(["--nodes", "2k"].map(String::from));
        args.extend(LENGTHS.iter().chain(more).map(|arg| (*arg).to_string()));
        args
    }

    fn json(&self, more: &[&str]) -> Value {
        let args = self.args(more);
        json(&args.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// How many searches of this many nodes there were.
    fn searches(&self, nodes: u64) -> usize {
        let log = std::fs::read_to_string(self.path("log")).unwrap();
        let wanted = nodes.to_string();
        log.lines()
            .filter(|line| line.split(' ').nth(2) == Some(&wanted))
            .count()
    }
}

/// White's win chance of centipawns.
fn chance(value: f64) -> f64 {
    1.0 / (1.0 + (-0.003_682_08 * value).exp())
}

fn assert_is(value: &Value, expected: f64) {
    let value = value.as_f64().unwrap_or_else(|| panic!("{value}"));
    assert!((value - expected).abs() < 1e-9, "{value} is not {expected}");
}

#[test]
fn figures_of_a_known_engine_are_exact() {
    let bench = Bench::new();
    let object = bench.json(&["--with", "multipv:lines=2"]);
    assert_eq!(object["schema"], "gametree.experiment.truth/1");
    assert_eq!(
        (&object["complete"], &object["positions"]),
        (&true.into(), &3.into())
    );
    assert_eq!(object["engine"], "Script 1");

    let high = chance(60.0) - chance(30.0);
    assert_is(&object["error"]["plain"], high);
    assert_is(&object["error"]["multipv"], 0.0);
    // Plain search says nothing of the next best moves: its value bounds them.
    let next = [20.0, 10.0, 0.0].map(|value| chance(60.0) - chance(value));
    assert_is(&object["others"]["plain"], next.iter().sum::<f64>() / 3.0);
    assert_is(&object["others"]["multipv"], 0.0);
    // On one of three positions it plays a move that is worth -0.20.
    assert_is(
        &object["regret"]["plain"],
        (chance(30.0) - chance(-20.0)) / 3.0,
    );
    assert_is(&object["agreement"]["plain"], 2.0 / 3.0);
    assert_is(&object["agreement"]["multipv"], 1.0);

    let methods = object["totals"][0]["methods"].as_array().unwrap();
    assert_eq!(methods.len(), 4);
    assert_eq!(
        (&methods[0]["said"], &methods[1]["said"]),
        (&0.0.into(), &1.0.into())
    );
    assert_is(&methods[0]["error"]["low"], high);
    assert_is(&methods[0]["by_rank"][2]["mean"], next[2]);
    let against = &methods[1]["against_plain"];
    assert_is(&against["error"]["mean"], -high);
    assert_is(&against["error"]["p_value"], 0.25);
    assert_eq!(
        (&against["only_this"], &against["only_other"]),
        (&1.into(), &0.into())
    );
    // Two lines: the script reports four, whatever it is told.
    assert_is(&methods[3]["others"]["mean"], 0.0);
    assert!(methods[0]["against_plain"].is_null());

    let row = &object["rows"][1];
    assert_eq!((&row["id"], &row["total"]), (&"a3".into(), &2000.into()));
    assert_eq!(row["reference"]["moves"][1]["move"], "d4");
    assert_eq!(row["results"]["plain"]["move"], "Nc3");
    assert_eq!(row["results"]["plain"]["near"], false);
}

#[test]
fn references_are_searched_once() {
    let bench = Bench::new();
    let first = bench.json(&[]);
    assert_eq!(bench.searches(100_000), 3);
    // A move that no line begins with has the nodes of a line.
    assert_eq!(bench.searches(25_000), 1);
    assert_eq!(bench.json(&[]), first);
    assert_eq!((bench.searches(100_000), bench.searches(25_000)), (3, 1));
    bench.json(&["--hash", "32"]);
    assert_eq!(bench.searches(100_000), 6, "another hash is another engine");
    std::fs::write(bench.path("cache"), "dear diary\n").unwrap();
    let args = bench.args(&[]);
    let run = gametree(&args.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(
        run.code == 2 && run.err.contains("not a file of references"),
        "{}",
        run.err
    );
    assert_eq!(
        std::fs::read_to_string(bench.path("cache")).unwrap(),
        "dear diary\n"
    );
}

/// Waits until the log has this many lines.
fn wait_for_searches(log: &Path, lines: usize) {
    let start = std::time::Instant::now();
    while std::fs::read_to_string(log)
        .unwrap_or_default()
        .lines()
        .count()
        < lines
    {
        assert!(start.elapsed().as_secs() < 300, "the script is not asked");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn an_interrupted_run_goes_on_with_the_same_rows() {
    let whole = Bench::new().json(&[]);
    let bench = Bench::new();
    std::fs::remove_file(bench.path("may-finish")).unwrap();
    let out = bench.text("out.jsonl");
    let args = bench.args(&["--out", &out]);
    let child = Command::new(env!("CARGO_BIN_EXE_gametree"))
        .args(&args)
        .arg("--json")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Four searches of the first position, five of the second, and the third reference.
    wait_for_searches(&bench.path("log"), 10);
    let run = interrupt(child);
    let object = run.json();
    assert_eq!(
        (run.code, &object["complete"]),
        (130, &false.into()),
        "{}",
        run.err
    );
    assert_eq!(object["rows"].as_array().map(Vec::len), Some(2));
    assert!(
        run.err.contains("To resume:\n  gametree experiment truth"),
        "{}",
        run.err
    );

    std::fs::write(bench.path("may-finish"), "").unwrap();
    let object = bench.json(&["--out", &out]);
    assert_eq!(object["rows"], whole["rows"]);
    assert_eq!(object["totals"], whole["totals"]);
    // The third reference was begun twice; nothing else was.
    assert_eq!((bench.searches(100_000), bench.searches(2000)), (4, 9));
    let other = bench.json(&["--out", &out, "--with", "multipv:lines=2"]);
    assert_eq!(other["error"]["plain"], whole["error"]["plain"]);
    assert_eq!(bench.searches(2000), 12, "only the new method was tried");
}

#[test]
fn files_hold_the_table_and_the_picture() {
    let bench = Bench::new();
    let [svg, markdown, csv] = ["t.svg", "t.md", "t.csv"].map(|name| bench.text(name));
    let more = [
        "--total",
        "1k,2k",
        "--svg",
        &svg,
        "--markdown",
        &markdown,
        "--csv",
        &csv,
    ];
    let mut args = bench.args(&[]);
    args.retain(|arg| arg != "--total" && arg != "2k");
    args.retain(|arg| arg != "--nodes");
    let args: Vec<&str> = args.iter().map(String::as_str).chain(more).collect();
    let run = gametree(&args);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.out.contains("3 of 3 positions") && run.out.contains("multipv"),
        "{}",
        run.out
    );
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    assert_eq!(read(&csv).lines().count(), 7, "two totals, three methods");
    assert!(
        read(&markdown).contains("| 2,000 | plain |"),
        "{}",
        read(&markdown)
    );
    let picture = read(&svg);
    assert_eq!(picture.matches("<circle").count(), 18, "three panels");
    crate::experiments::assert_well_formed(&picture);
}

#[test]
fn what_cannot_be_measured_is_told() {
    let bench = Bench::new();
    let empty = bench.text("empty.epd");
    std::fs::write(&empty, "# nothing\n").unwrap();
    let missing = bench.text("missing.epd");
    let good = bench.text("p.epd");
    let failing = |args: &[&str]| {
        let engine = format!("sh '{}'", bench.text("engine"));
        let run = gametree(&[&["experiment", "truth", "--engine", &engine], args].concat());
        (run.code, run.err)
    };
    let told = |args: &[&str], code: i32, words: &str| {
        let (found, err) = failing(args);
        assert!(
            found == code && err.contains(words),
            "{args:?}: {found} {err}"
        );
    };
    told(&[&empty], 2, "holds no position");
    told(&[&missing], 3, "missing.epd");
    told(&[], 2, "FILE.epd");
    told(&[&good, "--total", "0"], 2, "at least 1");
    told(&[&good, "--with", "atlas:trus=1"], 2, "trust");
    told(&[&good, "--with", "minimax"], 2, "is not a method");
    told(&[&good, "--random", "3", "--plies", "9..2"], 2, "--plies");
    let run = gametree(&["experiment", "truth", &good, "--engine", "/nowhere/engine"]);
    assert_eq!(run.code, 4, "{}", run.err);
}

/// The real engine on positions that `--random 5 --seed 11` drew.
#[test]
fn stockfish_is_measured() {
    if stockfish().is_none() {
        return;
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/quiet.epd");
    let args = [
        "experiment",
        "truth",
        file,
        "--positions",
        "3",
        "--no-cache",
    ];
    let more = ["--total", "2k", "--reference", "100k", "--nodes", "500"];
    let object = json(&[&args[..], &more[..]].concat());
    assert_eq!(
        (&object["complete"], &object["positions"]),
        (&true.into(), &3.into())
    );
    for method in ["plain", "multipv", "atlas"] {
        let error = object["error"][method].as_f64().unwrap();
        assert!((0.0..0.5).contains(&error), "{method}: {error}");
        for row in object["rows"].as_array().unwrap() {
            let result = &row["results"][method];
            let nodes = result["nodes"].as_u64().unwrap();
            assert!(
                (1000..4000).contains(&nodes),
                "{method} spent {nodes} nodes"
            );
            assert_eq!(result["others"].as_array().map(Vec::len), Some(3));
            assert!(result["agrees"] == false || result["regret"] == 0.0);
        }
    }
    let tasks = &object["rows"][0]["results"]["atlas"]["tasks"];
    assert!(tasks.as_u64() > Some(1), "{tasks}");
}
