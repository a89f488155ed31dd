//! `kill -9` at random moments: every batch that was acknowledged is there, once.

use crate::store_support;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use gametree_atlas::store::{FileStore, Store, check};
use store_support::{Random, facts, verified};

const FILE: &str = "GAMETREE_STORE_KILL_FILE";
const BATCH: u64 = 9;

/// Not a test: what the killed process does, until it is killed.
#[test]
#[ignore = "helper: run by the test below"]
fn appends_for_ever() {
    let Some(path) = std::env::var_os(FILE) else {
        return;
    };
    let mut store = FileStore::open(Path::new(&path)).unwrap();
    let mut out = std::io::stdout();
    let mut compact = Random::new(store.facts() + 1);
    loop {
        let first = store.facts();
        store.append(&facts(first, first + BATCH)).unwrap();
        writeln!(out, "\nkept {}", first + BATCH)
            .and_then(|()| out.flush())
            .unwrap();
        if compact.below(40) == 0 {
            store.compact().unwrap();
        }
    }
}

fn start(path: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "store_kill::appends_for_ever",
            "--ignored",
            "--nocapture",
            "--test-threads=1",
        ])
        .env(FILE, path)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Lets a process append for a time, kills it, and says how many facts it has acknowledged last.
/// The time begins at once, or with the first batch that is acknowledged: so kills fall into the
/// start and, however busy the machine is, into the work.
fn killed_after(path: &Path, time: Duration, from_first: bool) -> Option<u64> {
    let mut child = start(path);
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let (first, is_first) = channel();
    let reader = std::thread::spawn(move || {
        let kept = lines
            .map_while(Result::ok)
            .filter_map(|l| l.strip_prefix("kept ")?.parse::<u64>().ok());
        // Sent for every batch; after the kill the other end may be gone.
        let tell = |_: &u64| {
            let _ = first.send(());
        };
        kept.inspect(tell).last()
    });
    if from_first {
        let begun = is_first.recv_timeout(Duration::from_secs(120));
        begun.expect("the process appends");
    }
    std::thread::sleep(time);
    child.kill().unwrap();
    child.wait().unwrap();
    reader.join().unwrap()
}

fn kills(times: u64) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("kill.atlas");
    drop(FileStore::create(&path, "nim").unwrap());
    let mut random = Random::new(3);
    let (mut before, mut appended) = (0, 0);
    for kill in 0..times {
        let time = Duration::from_millis(20 + random.below(180) as u64);
        let acknowledged = killed_after(&path, time, kill % 2 == 0).unwrap_or(before);
        let start = Instant::now();
        assert!(check(&path).unwrap().is_whole(), "kill {kill}");
        let found = verified(&FileStore::open(&path).unwrap()).unwrap();
        assert!(start.elapsed() < Duration::from_secs(120));
        // The last batch may have been saved without being acknowledged.
        let allowed = found == acknowledged || found == acknowledged + BATCH;
        assert!(
            allowed,
            "kill {kill}: {found} facts, {acknowledged} acknowledged"
        );
        appended += u64::from(found > before);
        before = found;
    }
    assert!(
        appended >= times / 2,
        "only {appended} of {times} processes came to append anything"
    );
}

#[test]
fn nothing_acknowledged_is_lost() {
    kills(20);
}

#[test]
#[ignore = "soak: a thousand kills"]
fn nothing_acknowledged_is_lost_soak() {
    kills(1_000);
}
