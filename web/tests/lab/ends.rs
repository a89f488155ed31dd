//! Runs that end otherwise: refused, failed, stubborn, elsewhere, and servers that go.

use std::process::Command;
use std::time::{Duration, Instant};

use gametree_web::lab::{Lab, RunState, Setup};

use crate::fake::{Bench, alive, of, until, until_state};

#[test]
fn what_the_program_refuses_leaves_nothing_behind() {
    let bench = Bench::new(4, None);
    let lab = bench.lab(1);
    let refusal = lab.start(of("refused")).unwrap_err();
    assert_eq!(
        (refusal.code, refusal.what.as_str(), refusal.hint.as_str()),
        ("bad", "unknown game", "games: nim")
    );
    assert!(lab.list().runs.is_empty());
    assert!(!bench.runs().join("m-0001").exists());
}

#[test]
fn last_words_are_told_and_it_may_be_tried_again() {
    let bench = Bench::new(4, None);
    let lab = bench.lab(1);
    let id = lab.start(of("fails")).unwrap().card.id;
    until_state(&lab, &id, RunState::Failed);
    let card = lab.get(&id).unwrap().card;
    assert_eq!(
        card.why.as_deref(),
        Some("a hint\nerror: the board fell down")
    );
    assert_eq!(lab.pause(&id).unwrap_err().code, "conflict");
    drop(lab);
    let lab = bench.lab(1);
    assert_eq!(
        lab.get(&id).unwrap().card.state,
        RunState::Failed,
        "also after a restart"
    );
    lab.resume(&id).unwrap();
    until_state(&lab, &id, RunState::Failed);
}

#[test]
fn a_program_that_is_not_there_is_told() {
    let bench = Bench::new(4, None);
    let lab = Lab::open(Setup {
        program: "/nowhere/gametree".into(),
        ..bench.setup(1)
    })
    .unwrap();
    let run = lab.start(of("quick")).unwrap();
    assert_eq!(run.card.state, RunState::Failed);
    assert!(
        run.card
            .why
            .unwrap()
            .starts_with("cannot start /nowhere/gametree")
    );
    assert_eq!(lab.get("m-0009").unwrap_err().code, "absent");
    assert_eq!(lab.pause("../m-0001").unwrap_err().code, "absent");
}

#[test]
fn what_does_not_stop_is_killed() {
    let bench = Bench::new(4, None);
    let lab = bench.lab(1);
    let id = lab.start(of("stubborn")).unwrap().card.id;
    let (pid, start) = (bench.pid(&id), Instant::now());
    assert_eq!(lab.pause(&id).unwrap().card.state, RunState::Paused);
    assert!(start.elapsed() >= Duration::from_secs(5) && !alive(&pid));
}

#[test]
fn a_journal_that_another_process_has_is_tried_again() {
    let bench = Bench::new(4, None);
    let lab = bench.lab(1);
    let id = lab.start(of("held")).unwrap().card.id;
    until_state(&lab, &id, RunState::Done);
    let id = lab.start(of("elsewhere")).unwrap().card.id;
    until_state(&lab, &id, RunState::Paused);
    assert_eq!(
        lab.get(&id).unwrap().card.why.as_deref(),
        Some("another process plays this match")
    );
}

/// A server that ends takes its runs with it; the next one goes on with them, if it is told to.
#[test]
fn runs_survive_the_server() {
    let bench = Bench::new(40, None);
    let lab = bench.lab(1);
    let id = lab.start(of("held-back")).unwrap().card.id;
    let waiting = lab.start(of("quick")).unwrap().card.id;
    until("games", || {
        lab.get(&id).unwrap().card.figures.unwrap().games >= 4
    });
    let pid = bench.pid(&id);
    drop(lab);
    assert!(!alive(&pid));
    let calm = Lab::open(Setup {
        resume: false,
        ..bench.setup(1)
    })
    .unwrap();
    assert_eq!(calm.get(&id).unwrap().card.state, RunState::Paused);
    drop(calm);
    let lab = bench.lab(1);
    bench.open_gate();
    until_state(&lab, &id, RunState::Done);
    assert_eq!(lab.get(&id).unwrap().card.figures.unwrap().games, 40);
    until_state(&lab, &waiting, RunState::Done);
}

#[test]
fn a_second_server_only_looks() {
    let bench = Bench::new(40, None);
    let lab = bench.lab(1);
    let id = lab.start(of("held-back")).unwrap().card.id;
    let other = bench.lab(1);
    assert_eq!(other.get(&id).unwrap().card.state, RunState::Running);
    assert_eq!(other.start(of("quick")).unwrap_err().code, "conflict");
    assert_eq!(other.pause(&id).unwrap_err().code, "conflict");
    lab.pause(&id).unwrap();
    assert_eq!(other.list().runs[0].state, RunState::Paused);
}

/// Damage is told, and does not hide the other runs.
#[test]
fn a_damaged_journal_is_told() {
    let bench = Bench::new(4, None);
    let lab = bench.lab(1);
    let [one, two] = [0, 1].map(|_| lab.start(of("quick")).unwrap().card.id);
    until_state(&lab, &two, RunState::Done);
    drop(lab);
    let path = bench.runs().join(&one).join("journal.jsonl");
    let text = std::fs::read_to_string(&path)
        .unwrap()
        .replace("\"win\"", "\"Win\"")
        .replace("\"loss\"", "\"Loss\"");
    std::fs::write(&path, text).unwrap();
    let lab = bench.lab(1);
    assert!(
        lab.get(&one)
            .unwrap()
            .card
            .why
            .unwrap()
            .contains("the line is damaged")
    );
    assert_eq!(lab.get(&two).unwrap().card.why, None);
}

/// The server of the next test.
#[test]
#[ignore = "started by another test"]
fn a_server_to_be_killed() {
    let Some(runs) = std::env::var_os("LAB_TO_BE_KILLED") else {
        return;
    };
    let runs = std::path::PathBuf::from(runs);
    let program = runs.join("../program");
    let lab = Lab::open(Setup {
        program,
        runs,
        processors: 1,
        resume: true,
    })
    .unwrap();
    lab.start(of("stubborn")).unwrap();
    // Longer than the other test waits before it kills this one.
    std::thread::sleep(Duration::from_secs(600));
}

/// After kill -9 nothing of the server's runs stays alive, not even what ignores an interrupt.
#[test]
fn a_killed_server_leaves_no_process() {
    let bench = Bench::new(4, None);
    let mut server = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "ends::a_server_to_be_killed"])
        .env("LAB_TO_BE_KILLED", bench.runs())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let dir = bench.runs().join("m-0001");
    until("it runs", || dir.join("journal.jsonl").exists());
    let pid = bench.pid("m-0001");
    assert!(alive(&pid));
    server.kill().unwrap();
    server.wait().unwrap();
    until("it is gone", || !alive(&pid));
}
