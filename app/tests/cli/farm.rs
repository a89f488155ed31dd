//! Broker, worker and analysis as three programs, started in any order and killed.

use std::io::{BufRead, BufReader, Read};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

/// A program that is ended with the test.
struct Program {
    child: Child,
}

impl Program {
    fn start(directory: &Path, args: &[&str]) -> Program {
        let child = Command::new(env!("CARGO_BIN_EXE_gametree"))
            .args(args)
            .arg("--json")
            .env("GAMETREE_PROJECTS", directory)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        Program {
            child: child.expect("it starts"),
        }
    }

    /// The next line that it prints for people.
    fn hint(&mut self) -> String {
        let words = self.child.stderr.as_mut().expect("its words");
        let mut line = Vec::new();
        let mut byte = [0];
        while words.read(&mut byte).expect("a line") == 1 && byte[0] != b'\n' {
            line.push(byte[0]);
        }
        String::from_utf8(line).expect("UTF-8")
    }

    fn signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status();
        assert!(sent.expect("kill").success());
    }

    /// What it prints in the end.
    fn report(mut self) -> Value {
        let mut out = String::new();
        let words = self.child.stdout.as_mut().expect("its words");
        words.read_to_string(&mut out).expect("UTF-8");
        serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}"))
    }

    fn code(&mut self) -> Option<i32> {
        self.child.wait().expect("its end").code()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A broker's address, and a directory for it and the projects.
struct Place {
    directory: tempfile::TempDir,
    listen: SocketAddr,
}

impl Place {
    /// None where nats-server is not installed. With `CI=true` it must be.
    fn new() -> Option<Place> {
        let installed = gametree_project::engines::farm::server_program().is_some();
        let ci = std::env::var("CI").is_ok_and(|ci| ci == "true");
        assert!(installed || !ci, "nats-server is missing");
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        installed.then(|| Place {
            directory: tempfile::tempdir().expect("a directory"),
            listen: listener.local_addr().expect("an address"),
        })
    }

    fn start(&self, args: &[&str]) -> Program {
        Program::start(self.directory.path(), args)
    }

    /// A broker that listens; its addresses for the coordinator and for a worker.
    fn broker(&self) -> (Program, [String; 2]) {
        let mut broker = self.start(&["broker", "--listen", &self.listen.to_string()]);
        let words = broker.child.stdout.as_mut().expect("its words");
        let mut line = String::new();
        BufReader::new(words).read_line(&mut line).expect("a line");
        let report: Value = serde_json::from_str(&line).expect("JSON");
        let urls = [&report["broker"], &report["workers"][0]];
        let urls = urls.map(|url| url.as_str().expect("an address").to_string());
        (broker, urls)
    }
}

#[test]
fn worker_and_analysis_wait_for_their_broker() {
    let Some(place) = Place::new() else {
        return;
    };
    // Tokens are made once, and stay.
    let (mut first, [coordinator, worker]) = place.broker();
    first.signal("-INT");
    first.code();
    let mut worker = place.start(&["worker", "--broker", &worker, "--jobs", "1"]);
    assert!(worker.hint().contains("Ctrl-C"));
    assert!(worker.hint().contains("no broker at"));
    let mut analysis = place.start(&[
        "analyse",
        "startpos",
        "--project",
        "far",
        "--broker",
        &coordinator,
        "--nodes",
        "300",
        "--evaluations",
        "20",
    ]);
    assert!(analysis.hint().contains("no broker at"));
    let (_broker, again) = place.broker();
    assert_eq!(again[0], coordinator);
    let report = analysis.report();
    assert_eq!(report["evaluations"], 20);
    assert_eq!(report["refused"], Value::Array(Vec::new()));
    assert_eq!(report["engines"].as_array().map(Vec::len), Some(1));
    // The first Ctrl-C lets it finish.
    worker.signal("-INT");
    assert!(worker.report()["done"].as_u64() >= Some(20));
}

#[test]
fn a_second_interrupt_gives_the_work_back_at_once() {
    let Some(place) = Place::new() else {
        return;
    };
    let (_broker, [coordinator, url]) = place.broker();
    let mut worker = place.start(&["worker", "--broker", &url, "--jobs", "1"]);
    worker.hint();
    worker.hint();
    let mut analysis = place.start(&[
        "analyse",
        "startpos",
        "--project",
        "long",
        "--broker",
        &coordinator,
        "--nodes",
        "900M",
        "--evaluations",
        "20",
    ]);
    // Its heading: the worker is known, and has the first task, which takes many minutes.
    assert!(analysis.hint().contains("long"));
    worker.signal("-INT");
    assert!(worker.hint().contains("finishing the tasks in progress: 1"));
    worker.signal("-INT");
    let report = worker.report();
    assert_eq!(report["done"], 0);
    assert_eq!(report["failed"], 0);
}

#[test]
fn a_worker_that_works_once_ends_where_nothing_is_to_do() {
    let Some(place) = Place::new() else {
        return;
    };
    let (_broker, [_, url]) = place.broker();
    let mut worker = place.start(&["worker", "--broker", &url, "--jobs", "1", "--once"]);
    assert_eq!(worker.code(), Some(0));
}

#[test]
fn a_broker_that_was_killed_leaves_room_for_the_next() {
    let Some(place) = Place::new() else {
        return;
    };
    let (mut first, _) = place.broker();
    let mut again = place.start(&["broker", "--listen", "127.0.0.1:1"]);
    let refused = again.hint();
    assert!(refused.contains("a broker runs in"), "{refused}");
    first.signal("-KILL");
    first.code();
    // Its server has ended with it, or is ended now.
    let _second = place.broker();
}

/// A short match.
const MATCH: &str = "match pvs mcts --game connect4 --nodes 1500 --games 60 --seed 9";

/// A short tournament, and one of three at a table.
const TOURNAMENT: &str =
    "tournament pvs mcts alphabeta --game connect4 --nodes 1500 --rounds 10 --seed 9";
const TABLES: &str =
    "tournament maxn paranoid brs random --game tictactoe3 --nodes 4k --rounds 5 --seed 9";

/// A command with more words.
fn words_of<'a>(command: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    command.split(' ').chain(more.iter().copied()).collect()
}

/// A report without times, and without what differs by who played.
fn timeless(mut report: Value) -> Value {
    let fields = report.as_object_mut().expect("a report");
    for field in ["seconds", "moves_per_second", "farm", "resumed"] {
        fields.remove(field);
    }
    for row in fields
        .get_mut("rows")
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
    {
        row.as_object_mut().expect("a row").remove("seconds");
    }
    report
}

/// How many games a journal holds.
fn saved(out: &Path) -> usize {
    let journal = std::fs::read_to_string(out.join("journal.jsonl"));
    journal.map_or(0, |text| text.lines().count().saturating_sub(1))
}

fn until_saved(out: &Path, games: usize) {
    while saved(out) < games {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

/// Plays the command alone and on workers, where a worker, the broker and the command itself are
/// killed.
fn is_the_same_on_workers(command: &str) {
    let Some(place) = Place::new() else {
        return;
    };
    let alone = timeless(place.start(&words_of(command, &[])).report());
    assert_eq!(alone["games"], 60);
    let (mut broker, [coordinator, url]) = place.broker();
    let worker = ["worker", "--broker", &url, "--jobs", "1"];
    let mut doomed = place.start(&worker);
    let steady = place.start(&worker);
    let out = place.directory.path().join("remote");
    let more = ["--broker", &coordinator, "--out", out.to_str().unwrap()];
    let words = words_of(command, &more);
    let mut first = place.start(&words);
    until_saved(&out, 5);
    doomed.signal("-KILL");
    doomed.code();
    until_saved(&out, 15);
    broker.signal("-KILL");
    broker.code();
    let (_broker, _) = place.broker();
    until_saved(&out, 25);
    first.signal("-KILL");
    first.code();
    let report = place.start(&words).report();
    let farm = &report["farm"];
    assert_eq!(farm["refused"], Value::Array(Vec::new()));
    let workers = farm["workers"].as_array().expect("workers");
    let played: u64 = workers.iter().filter_map(|row| row["games"].as_u64()).sum();
    assert!(
        played <= 35,
        "the games that were saved are not played again: {report}"
    );
    assert!(workers[0]["nodes_per_second"].as_u64() > Some(0));
    assert_eq!(timeless(report), alone);
    assert_eq!(saved(&out), 60, "each game is saved once");
    steady.signal("-INT");
    assert!(steady.report()["done"].as_u64() > Some(0));
}

#[test]
fn a_match_of_workers_is_the_match_played_alone() {
    is_the_same_on_workers(MATCH);
}

#[test]
fn a_tournament_of_workers_is_the_tournament_played_alone() {
    is_the_same_on_workers(TOURNAMENT);
}

#[test]
fn a_table_of_three_on_workers_is_the_same_as_alone() {
    let Some(place) = Place::new() else {
        return;
    };
    let alone = timeless(place.start(&words_of(TABLES, &[])).report());
    assert_eq!(alone["seats"], 3);
    let (_broker, [coordinator, url]) = place.broker();
    let _worker = place.start(&["worker", "--broker", &url, "--jobs", "2"]);
    let report = place
        .start(&words_of(TABLES, &["--broker", &coordinator]))
        .report();
    assert_eq!(report["farm"]["refused"], Value::Array(Vec::new()));
    assert_eq!(timeless(report), alone);
}

#[test]
fn a_worker_runs_only_the_engines_that_its_user_allows() {
    let Some(place) = Place::new() else {
        return;
    };
    let (_broker, [coordinator, url]) = place.broker();
    let words = "match uci:mine?Hash=32 uci:mine --game chess --nodes 200 --games 2 --max-plies 12";
    let broker = ["--broker", coordinator.as_str()];
    let words: Vec<&str> = words.split(' ').chain(broker).collect();
    let mut contest = place.start(&words);
    let without = place.start(&["worker", "--broker", &url, "--jobs", "1"]);
    let told = contest.hint();
    assert!(
        told.contains("no worker has the engine mine") || told.contains("waiting for a worker"),
        "{told}"
    );
    let engine = format!("mine={} uci", env!("CARGO_BIN_EXE_gametree"));
    let args = [
        "worker", "--broker", &url, "--jobs", "1", "--engine", &engine,
    ];
    let _with = place.start(&args);
    let report = contest.report();
    assert_eq!(report["games"], 2);
    assert_eq!(report["ends"]["too long"], 2);
    assert_eq!(report["farm"]["workers"].as_array().map(Vec::len), Some(1));
    without.signal("-INT");
    assert_eq!(without.report()["done"], 0);
}

#[test]
fn commands_and_files_do_not_travel() {
    let Some(place) = Place::new() else {
        return;
    };
    let (_broker, [coordinator, _]) = place.broker();
    for player in ["uci:/bin/true", "pvs:weights=/etc/hostname"] {
        let rest = ["--game", "chess", "--nodes", "10", "--broker", &coordinator];
        for command in ["match", "tournament"] {
            let words: Vec<&str> = [command, player, "pvs"].into_iter().chain(rest).collect();
            let mut refused = place.start(&words);
            assert_eq!(refused.code(), Some(2), "{command} {player}");
        }
    }
}
