//! `gametree match` and `gametree tournament` with UCI engines: small scripts that misbehave, and
//! real ones.

#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use tempfile::{TempDir, tempdir};

use crate::analyse::stockfish;
use crate::matches::wait_for_lines;
use crate::{gametree, json};

/// The program itself as an engine.
fn own() -> String {
    format!("uci:{} uci", env!("CARGO_BIN_EXE_gametree"))
}

/// An engine that does this on `go`.
fn script(dir: &TempDir, name: &str, go: &str) -> String {
    let path = dir.path().join(name);
    let text = format!(
        "while read -r word rest; do case $word in\n\
         uci) echo 'id name Script'; echo uciok;;\nisready) echo readyok;;\n\
         go) {go};;\nquit) exit 0;;\nesac; done\n"
    );
    std::fs::write(&path, text).unwrap();
    format!("uci:sh '{}'", path.display())
}

/// Two games of a script against a search that answers at once.
fn against(engine: &str, more: &[&str]) -> Value {
    let plan = [
        "match", engine, "random", "--game", "chess", "--games", "2", "--depth", "1",
    ];
    json(&[&plan[..], more].concat())
}

/// A crash, an illegal move, a hang and a late move lose the game; the table, the JSON and the PGN
/// say why.
#[test]
fn every_fault_is_a_result_with_a_reason() {
    let dir = tempdir().unwrap();
    let pgn = dir.path().join("games.pgn").display().to_string();
    let clock = &["--clock", "0.2+0", "--time-margin", "50ms"][..];
    let silence = &["--engine-timeout", "300ms"][..];
    let cases = [
        (
            "crashes",
            "exit 7",
            &[][..],
            "failed",
            "abandoned",
            "exit status: 7",
        ),
        (
            "cheats",
            "echo bestmove h1h1",
            &[],
            "illegal",
            "rules infraction",
            "h1h1",
        ),
        ("hangs", ":", silence, "failed", "abandoned", "no best move"),
        ("dawdles", ":", clock, "time", "time forfeit", "time"),
    ];
    for (name, go, more, kind, termination, words) in cases {
        let engine = script(&dir, name, go);
        let object = against(&engine, &[more, &["--pgn", &pgn]].concat());
        assert_eq!(object["losses"], 2, "{name}: {object}");
        assert_eq!(object["faults"]["a"][kind], 2, "{name}: {object}");
        assert_eq!(object["faults"]["b"]["last"], Value::Null, "{name}");
        let last = object["faults"]["a"]["last"].as_str().unwrap();
        assert!(last.contains(words), "{name}: {last}");
        let text = std::fs::read_to_string(&pgn).unwrap();
        let tag = format!("[Termination \"{termination}\"]");
        assert_eq!(text.matches(&tag).count(), 2, "{name}: {text}");
    }
    let engine = script(&dir, "again", "exit 7");
    let run = gametree(&[
        "match", &engine, "random", "--game", "chess", "--games", "2", "--depth", "1",
    ]);
    assert!(run.out.contains("A lost 2 by failures"), "{}", run.out);
}

#[test]
fn what_cannot_play_is_refused_before_the_first_game() {
    let refused = |args: &[&str]| {
        let run = gametree(&[&["match"], args, &["--games", "2"]].concat());
        (run.code, run.err)
    };
    let (code, err) = refused(&[
        "uci:no-such-engine",
        "pvs",
        "--game",
        "chess",
        "--depth",
        "1",
    ]);
    assert!(code == 3 && err.contains("no-such-engine"), "{err}");
    let (code, err) = refused(&[&own(), "pvs", "--game", "nim:3,4,5", "--depth", "1"]);
    assert!(code == 2 && err.contains("play chess"), "{err}");
    let (code, err) = refused(&[&own(), "pvs", "--game", "chess", "--moves", "100"]);
    assert!(code == 2 && err.contains("move calls"), "{err}");
    let wrong = format!("{}?Hush=1", own());
    let (code, err) = refused(&[&wrong, "pvs", "--game", "chess", "--depth", "1"]);
    assert!(code == 2 && err.contains("Hush"), "{err}");
}

/// The program's own engine against itself at fewer nodes, from a PGN, killed again and again.
fn plan<'a>(engine: &'a str, openings: &'a str, out: &'a str, threads: &'a str) -> Vec<&'a str> {
    let limits = [
        "--nodes",
        "150",
        "--limits-b",
        "nodes=60",
        "--max-plies",
        "60",
    ];
    let mut args = vec!["match", engine, engine, "--game", "chess", "--games", "16"];
    args.extend(limits);
    args.extend(["--openings", openings, "--out", out, "--threads", threads]);
    args
}

/// The fields that do not depend on time or on interruptions.
fn essence(mut object: Value) -> Value {
    let fields = object.as_object_mut().unwrap();
    for name in ["seconds", "moves_per_second", "resumed"] {
        fields.remove(name);
    }
    object
}

#[test]
fn kills_and_threads_change_nothing() {
    let dir = tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).display().to_string();
    let (openings, calm, killed) = (at("openings.pgn"), at("calm"), at("killed"));
    let lines = ["1. e4 e5 *", "1. d4 d5 *", "1. c4 e5 *", "1. Nf3 d5 *"];
    let games: String = lines
        .map(|line| format!("[Event \"o\"]\n\n{line}\n\n"))
        .concat();
    std::fs::write(&openings, games).unwrap();
    let engine = own();
    let undisturbed = json(&plan(&engine, &openings, &calm, "2"));
    assert_eq!(undisturbed["opening_count"], 4);
    for kill in 0..3 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_gametree"))
            .args(plan(&engine, &openings, &killed, "1"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        wait_for_lines(Path::new(&killed), 2 + 3 * kill);
        std::thread::sleep(Duration::from_millis(30));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let resumed = json(&plan(&engine, &openings, &killed, "1"));
    assert!(resumed["resumed"].as_u64().unwrap() >= 7);
    assert_eq!(essence(resumed), essence(undisturbed));
    let games = |dir: &str| std::fs::read_to_string(Path::new(dir).join("games.txt")).unwrap();
    assert_eq!(games(&calm), games(&killed));
}

/// python-chess reads the same results, values and times.
#[test]
fn games_are_read_by_others() {
    let dir = tempdir().unwrap();
    let pgn = dir.path().join("games.pgn").display().to_string();
    let object = json(&[
        "match",
        &own(),
        "random",
        "--game",
        "chess",
        "--nodes",
        "200",
        "--games",
        "4",
        "--max-plies",
        "120",
        "--pgn",
        &pgn,
    ]);
    let script = "import sys, chess.pgn\n\
        f = open(sys.argv[1])\n\
        points = games = told = 0\n\
        while game := chess.pgn.read_game(f):\n\
        \x20   assert not game.errors, game.errors\n\
        \x20   games += 1\n\
        \x20   score = {'1-0': 2, '1/2-1/2': 1, '0-1': 0}[game.headers['Result']]\n\
        \x20   points += 2 - score if game.headers['White'] == 'random' else score\n\
        \x20   told += sum(n.eval() is not None and n.emt() is not None for n in game.mainline())\n\
        \x20   end = game.end().board().outcome(claim_draw=True)\n\
        \x20   normal = game.headers['Termination'] == 'normal'\n\
        \x20   assert not normal or end.result() == game.headers['Result'], end\n\
        print(games, points, told > 20)\n";
    let output = Command::new("python3")
        .args(["-c", script, &pgn])
        .output()
        .unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    if err.contains("No module named 'chess'") {
        assert!(
            std::env::var("CI").as_deref() != Ok("true"),
            "python-chess is missing"
        );
        println!("skipped: python3 has no module chess (cargo xtask setup installs it)");
        return;
    }
    assert!(output.status.success(), "{err}");
    let halves = 2 * object["wins"].as_u64().unwrap() + object["draws"].as_u64().unwrap();
    let read = String::from_utf8_lossy(&output.stdout);
    assert_eq!(read.trim(), format!("4 {halves} True"));
}

/// Strong engines meet under a clock, and nobody loses on time.
#[test]
fn a_short_tournament_of_engines() {
    let Some(_) = stockfish() else { return };
    let dir = tempdir().unwrap();
    let pgn = dir.path().join("games.pgn").display().to_string();
    let engine = own();
    let object = json(&[
        "tournament",
        "uci:stockfish",
        &engine,
        "random",
        "--game",
        "chess",
        "--gauntlet",
        "--rounds",
        "1",
        "--clock",
        "20+0.1",
        "--max-plies",
        "12",
        "--pgn",
        &pgn,
    ]);
    assert_eq!(object["games"], 4, "{object}");
    for row in object["rows"].as_array().unwrap() {
        assert_eq!(row["faults"]["last"], Value::Null, "{row}");
    }
    let text = std::fs::read_to_string(&pgn).unwrap();
    assert_eq!(text.matches("[TimeControl \"20+0.1\"]").count(), 4);
    assert_eq!(
        text.matches("\"stockfish\"").count(),
        4,
        "a gauntlet of the first"
    );
}
