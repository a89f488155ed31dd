//! A program that plays as the real one does, as seen from outside: a script that hands out a
//! journal line by line.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gametree::random_mover::RandomMover;
use gametree::tree::Tree;
use gametree::{Limits, alphabeta::AlphaBeta};
use gametree_arena::journal::{self, Settings};
use gametree_arena::{Journal, Match, MatchResult, Opening, Searcher, Sprt, Table};
use gametree_web::lab::{Kind, Lab, MoveLimits, NewRun, RunState, Setup};

/// What it does depends on the game: see the cases. Everything it is told is written down in
/// `arguments`. A match of `held-back` hands out a few games and plays on only when a test opens the
/// gate: so it lasts as long as the test needs, however busy the machine is.
const SCRIPT: &str = r#"#!/bin/sh
here=$(dirname "$0"); pause=0.02; values=.; gate=
for word; do case "$word" in
  --out=*) out=${word#--out=};;
  --game=*) game=${word#--game=};;
  --over=*) values="c=1 c=2";;
esac; done
printf '%s\n' "$@" > "$out/arguments"
echo $$ > "$out/pid"
trap 'exit 130' INT
case "$game" in
  fails) echo 'a hint' >&2; printf '\033[31merror:\033[0m the board fell down\n' >&2; exit 1;;
  refused) echo '{"error":"unknown game","hint":"games: nim"}'; exit 3;;
  stubborn) trap '' INT; cp "$here/journal" "$out/journal.jsonl"; while :; do sleep 0.1; done;;
  held) if [ ! -e "$out/tried" ]; then touch "$out/tried"; exit 6; fi;;
  elsewhere) exit 6;;
  held-back) gate="$here/gate";;
esac
for value in $values; do
  mkdir -p "$out/$value"; to="$out/$value/journal.jsonl"; from="$here/journal"
  [ "$value" = . ] || from="$here/journal-$value"
  touch "$to"; have=$(wc -l < "$to")
  tail -n +$((have + 1)) "$from" | while IFS= read -r line; do
    have=$((have + 1))
    if [ -n "$gate" ] && [ $have -gt 8 ]; then while [ ! -e "$gate" ]; do sleep 0.02; done; fi
    printf '%s\n' "$line" >> "$to"; sleep $pause
  done
  echo '{"complete":true}' > "$out/$value/result.json"
done
[ "$values" = . ] || echo '{"complete":true}' > "$out/sweep.json"
"#;

/// A directory with the program and room for runs.
pub struct Bench {
    dir: tempfile::TempDir,
    /// What the match of the journal gave.
    pub result: MatchResult,
}

impl Bench {
    /// A program that hands out the journal of a match which is played here and now.
    pub fn new(games: usize, sprt: Option<Sprt>) -> Bench {
        let dir = tempfile::tempdir().unwrap();
        let program = dir.path().join("program");
        fs::write(&program, SCRIPT).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let result = play(&dir.path().join("journal"), "alphabeta", games, sprt);
        play(
            &dir.path().join("journal-c=1"),
            "mcts:expand=3,c=1",
            games,
            None,
        );
        play(
            &dir.path().join("journal-c=2"),
            "mcts:expand=3,c=2",
            games,
            None,
        );
        Bench { dir, result }
    }

    pub fn runs(&self) -> PathBuf {
        self.dir.path().join("runs")
    }

    pub fn setup(&self, processors: usize) -> Setup {
        let program = self.dir.path().join("program");
        Setup {
            program,
            runs: self.runs(),
            processors,
            resume: true,
        }
    }

    pub fn lab(&self, processors: usize) -> Lab {
        Lab::open(self.setup(processors)).unwrap()
    }

    /// Lets matches that are held back play on.
    pub fn open_gate(&self) {
        fs::write(self.dir.path().join("gate"), "").unwrap();
    }

    pub fn arguments(&self, id: &str) -> Vec<String> {
        let text = self.written(id, "arguments");
        text.lines().map(str::to_owned).collect()
    }

    /// The number of the process of a run.
    pub fn pid(&self, id: &str) -> String {
        self.written(id, "pid").trim().to_owned()
    }

    /// What the program of a run writes into a file, as soon as it is there.
    fn written(&self, id: &str, name: &str) -> String {
        let read = || fs::read_to_string(self.runs().join(id).join(name)).unwrap_or_default();
        until(name, || read().ends_with('\n'));
        read()
    }
}

/// Plays a match, and leaves its journal in a file.
fn play(file: &Path, a: &str, games: usize, sprt: Option<Sprt>) -> MatchResult {
    let dir = tempfile::tempdir().unwrap();
    let settings: Settings = [("a", a), ("b", "random")]
        .map(|(k, v)| (k.to_owned(), v.to_owned()))
        .into();
    let (mut journal, _) = Journal::open(dir.path(), &settings).unwrap();
    let tree: Tree = "(max (min (max 1 -1) -1) (min 1 (max 0 -1)))"
        .parse()
        .unwrap();
    let root = tree.two_player().unwrap();
    let plan = Match {
        openings: vec![Opening {
            name: "start".into(),
            position: root,
        }],
        limits: [Limits::depth(2), Limits::depth(2)],
        sprt,
        ..Match::new(games)
    };
    let table = || {
        Ok(Table {
            a: Box::new(Searcher::new(AlphaBeta::blind())),
            b: Box::new(Searcher::new(RandomMover::new(1))),
        })
    };
    let result = plan
        .resume(&table, Vec::new(), &mut |game, _| journal.append(game))
        .unwrap();
    fs::copy(dir.path().join(journal::FILE), file).unwrap();
    result
}

/// A match of a game, which decides what the program does.
pub fn of(game: &str) -> NewRun {
    NewRun {
        kind: Kind::Match,
        a: "alphabeta".into(),
        b: "random".into(),
        game: game.into(),
        limits: MoveLimits {
            depth: Some("2".into()),
            ..MoveLimits::default()
        },
        limits_a: None,
        limits_b: None,
        clock: None,
        game_clock: None,
        openings: None,
        games: Some(40),
        sprt: None,
        elo_model: None,
        max_plies: None,
        adjudicate_win: None,
        adjudicate_draw: None,
        seed: None,
        threads: Some(1),
        over: None,
    }
}

/// Far more than anything here takes, so that only what hangs meets it.
const DEADLINE: Duration = Duration::from_secs(120);

/// Waits until something is so.
pub fn until(what: &str, so: impl Fn() -> bool) {
    let start = Instant::now();
    while !so() {
        assert!(start.elapsed() < DEADLINE, "in vain: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Waits until a run is in a state.
pub fn until_state(lab: &Lab, id: &str, state: RunState) {
    until(&format!("{id} {state:?}"), || {
        lab.get(id).unwrap().card.state == state
    });
}

/// Whether a process is alive and no zombie.
pub fn alive(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit(')')
        .next()
        .is_some_and(|rest| !rest.is_empty() && !rest.trim_start().starts_with('Z'))
}
