//! `gametree atlas`: what changes a project, and that nothing else does.

use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::{Run, gametree, json};

pub const ITALIAN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";

/// A directory with small projects, and what is done to them.
pub struct Bench {
    directory: TempDir,
}

impl Bench {
    pub fn new() -> Bench {
        Bench {
            directory: tempfile::tempdir().expect("a directory"),
        }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    pub fn text(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    pub fn write(&self, name: &str, text: &str) -> String {
        std::fs::write(self.path(name), text).expect("a file");
        self.text(name)
    }

    /// A project, or a longer one, by so many answers of the built-in engine.
    pub fn analyse(&self, name: &str, position: &str, evaluations: &str) -> String {
        let file = self.text(name);
        let limits = [
            "--engine",
            "builtin",
            "--engines",
            "1",
            "--nodes",
            "500",
            "--evaluations",
            evaluations,
        ];
        json(&[&["analyse", position, "--project", &file], &limits[..]].concat());
        file
    }

    /// A project with 1. e4, which is the user's.
    pub fn project(&self) -> String {
        let file = self.analyse("p.atlas", "startpos", "20");
        atlas(&["add", &file, "e4"]);
        file
    }
}

/// Runs `atlas` with `--json` and expects success.
pub fn atlas(args: &[&str]) -> Value {
    let object = json(&[&["atlas"], args].concat());
    assert_eq!(object["schema"], "gametree.atlas.edit/1");
    assert_eq!(object["command"], args[0]);
    object
}

/// Every fact of a project, as one number, and how many they are.
fn facts(file: &str) -> (Value, Value) {
    let object = json(&["atlas", "check", file]);
    (object["facts"].clone(), object["fingerprint"].clone())
}

/// Runs `atlas`, expects a refusal, and that not one fact was written.
pub fn refused(file: &str, args: &[&str], code: i32) -> String {
    let before = facts(file);
    let run = gametree(&[&["atlas"], args].concat());
    assert_eq!(run.code, code, "{args:?}: {}{}", run.out, run.err);
    assert_eq!(facts(file), before, "{args:?} changed the project");
    run.err
}

/// Runs the commands that take it back, as a shell does.
fn undo(told: &Value) {
    let commands = told["undo"].as_array().expect("commands");
    assert!(!commands.is_empty(), "{told}");
    for command in commands {
        let arguments = command
            .as_str()
            .and_then(|text| text.strip_prefix("gametree "))
            .expect("a command");
        let run = std::process::Command::new("sh")
            .args(["-c", &format!("\"$GAMETREE\" {arguments}")])
            .env("GAMETREE", env!("CARGO_BIN_EXE_gametree"))
            .output()
            .expect("a shell");
        let run = Run::of(run);
        assert_eq!(run.code, 0, "{command}: {}", run.err);
    }
}

pub fn fingerprint(file: &str) -> String {
    let object = json(&["atlas", "check", file]);
    assert_eq!(object["ok"], true);
    object["fingerprint"]
        .as_str()
        .expect("a fingerprint")
        .to_string()
}

fn settings(file: &str) -> Value {
    atlas(&["set", file])["settings"].clone()
}

#[test]
fn moves_are_added_once_and_stay() {
    let bench = Bench::new();
    let p = bench.project();
    let added = atlas(&["add", &p, "1...h5 2. a3 a7a5", "--from", "e4"]);
    assert_eq!(
        (&added["changed"], &added["position"]),
        (&Value::from(true), &Value::from("e4 h5 a3 a5"))
    );
    assert!(
        added["new_moves"].as_u64().expect("a count") >= 2,
        "{added}"
    );
    let again = atlas(&["add", &p, "e4 h5 a3 a5"]);
    assert_eq!(
        (&again["changed"], &again["new_moves"]),
        (&Value::from(false), &Value::from(0))
    );
    // Neither engines nor a smaller file take them away.
    bench.analyse("p.atlas", "startpos", "30");
    json(&["atlas", "compact", &p]);
    let still = atlas(&["add", &p, "e4 h5 a3 a5"]);
    assert_eq!(still["changed"], false, "{still}");
    undo(&added);
    let gone = gametree(&["atlas", "moves", &p, "e4 h5 a3 a5"]);
    assert_eq!(gone.code, 3, "the line is taken away: {}", gone.out);
    let back = atlas(&["add", &p, "e4 h5 a3 a5"]);
    assert_eq!(back["changed"], true, "{back}");
    assert!(back["new_moves"].as_u64().expect("a count") >= 1, "{back}");
}

#[test]
fn roots_are_added_and_lines_find_theirs() {
    let bench = Bench::new();
    let p = bench.project();
    let ending = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1";
    let added = atlas(&["add", &p, "Kd2 Kd5", "--root", ending]);
    assert_eq!(
        (&added["new_roots"], &added["new_moves"]),
        (&Value::from(1), &Value::from(2))
    );
    assert_eq!(atlas(&["add", &p, "--root", ending])["changed"], false);
    assert_eq!(
        atlas(&["add", &p, "Kf2 Kf5"])["new_moves"],
        2,
        "only the second root has these moves"
    );
    let refusal = refused(&p, &["add", &p, "Kd2 Kd5 Kd9"], 2);
    assert!(refusal.contains("move 3, Kd9"), "{refusal}");
    refused(&p, &["add", &p, "Ke4", "--root", "8/8/8/8 w - - 0 1"], 2);
    refused(
        &p,
        &[
            "add",
            &p,
            "Ke4",
            "--root",
            "8/8/4k3/8/8/8/4P3/4K3 w - - 0 1",
        ],
        2,
    );
    refused(&p, &["add", &p, " "], 2);
    refused(&p, &["add", &p, "e4", "--from", "e4 e4"], 2);
    refused(&p, &["add", &p, "e4", "--from", "a3 a6 b3"], 3);
    let mated = atlas(&["add", &p, "f3 e5 g4 Qh4#"]);
    assert_eq!(mated["position"], "f3 e5 g4 Qh4#");
    let refusal = refused(&p, &["add", &p, "f3 e5 g4 Qh4 a3"], 2);
    assert!(refusal.contains("the game is over there"), "{refusal}");
}

#[test]
fn every_order_is_taken_back_by_what_it_says() {
    let bench = Bench::new();
    let p = bench.project();
    let before = (fingerprint(&p), settings(&p));
    let orders: [&[&str]; 9] = [
        &["boost", &p, "e4", "40"],
        &["focus", &p, "e4"],
        &["damp", &p, "e4", "1.5"],
        &["note", &p, "e4", "it's \"best\" by test"],
        &[
            "watch", &p, "e4", "--moves", "30", "--best", "--above", "0.5", "--below", "-#3",
        ],
        &[
            "set", &p, "--nodes", "700", "--cost", "black", "--theirs", "80",
        ],
        &[
            "set",
            &p,
            "--reproducible",
            "--most-positions",
            "9k",
            "--alternatives",
            "3",
            "--window",
            "9",
        ],
        &["exclude", &p, "", "e4"],
        &["note", &p, "", "-- a dash"],
    ];
    for order in orders {
        let told = atlas(order);
        assert_eq!(told["changed"], true, "{order:?}");
        assert_eq!(atlas(order)["changed"], false, "{order:?} again");
        undo(&told);
        assert_eq!((fingerprint(&p), settings(&p)), before, "{order:?}");
        let again = atlas(order);
        assert_eq!(
            (&again["changed"], &again["undo"]),
            (&Value::from(true), &told["undo"]),
            "{order:?}"
        );
        undo(&again);
    }
}

/// What is not given stays as it is.
#[test]
fn a_setting_leaves_the_others_alone() {
    let bench = Bench::new();
    let p = bench.project();
    atlas(&[
        "set",
        &p,
        "--cost",
        "white",
        "--per-ply",
        "10",
        "--theirs",
        "90",
    ]);
    atlas(&["set", &p, "--theirs", "70"]);
    let preset = &settings(&p)["cost"]["preset"];
    assert_eq!(
        (
            &preset["Repertoire"]["own"],
            &preset["Repertoire"]["theirs"]
        ),
        (&10.0.into(), &70.0.into())
    );
    atlas(&["set", &p, "--cost", "rivest", "--p", "9"]);
    let again = atlas(&["set", &p, "--cost", "rivest"]);
    assert_eq!(again["changed"], false, "{again}");
    assert_eq!(settings(&p)["cost"]["preset"]["Rivest"]["p"], 9.0);
}

/// A weight is set by its name, shown with the moves that it makes cheaper, and taken back by the
/// undo.
#[test]
fn a_weight_spares_the_moves_it_names() {
    let bench = Bench::new();
    let p = bench.project();
    atlas(&["add", &p, "e4 f5 Qh5+"]);
    let told = atlas(&["set", &p, "--weights", "all=0,check=0.5"]);
    let weights = &settings(&p)["cost"]["weights"];
    assert_eq!(
        (&weights["check"], &weights["march"]),
        (&0.5.into(), &0.0.into())
    );
    let row = &json(&["atlas", "moves", &p, "e4 f5"])["moves"][0];
    assert_eq!(row["move"], "Qh5+");
    assert_eq!(
        row["spared"],
        serde_json::json!([{"weight": "check", "part": 0.5}])
    );
    undo(&told);
    assert_eq!(settings(&p)["cost"]["weights"]["check"], 0.25);
    refused(&p, &["set", &p, "--weights", "check=0.8"], 2);
    refused(&p, &["set", &p, "--weights", "chek=0.1"], 2);
}

#[test]
fn shares_never_exceed_all() {
    let bench = Bench::new();
    let p = bench.project();
    let second = atlas(&["add", &p, "e4 e5"]);
    assert_eq!(second["position"], "e4 e5");
    atlas(&["boost", &p, "e4", "70"]);
    let refusal = refused(&p, &["boost", &p, "e4 e5", "40"], 2);
    assert!(refusal.contains("e4 70 %"), "{refusal}");
    refused(&p, &["boost", &p, "e4 e5", "101"], 2);
    let focus = atlas(&["focus", &p, "e4 e5"]);
    assert_eq!(focus["undo"].as_array().map(Vec::len), Some(2), "{focus}");
    undo(&focus);
    assert_eq!(atlas(&["boost", &p, "e4", "70"])["changed"], false);
    assert_eq!(
        atlas(&["focus", &p, "--off"])["changed"],
        false,
        "70 % is no focus"
    );
}

#[test]
fn excluded_moves_wait_for_their_return() {
    let bench = Bench::new();
    let p = bench.project();
    let told = atlas(&["exclude", &p, "", "a2a4"]);
    assert_eq!(
        (&told["move"], &told["changed"]),
        (&Value::from("a4"), &Value::from(true))
    );
    bench.analyse("p.atlas", "startpos", "5");
    assert_eq!(atlas(&["exclude", &p, "", "a4"])["changed"], false);
    assert_eq!(atlas(&["include", &p, "", "a4"])["changed"], true);
    refused(&p, &["include", &p, "a4", "h5"], 3);
    refused(&p, &["exclude", &p, "", "a5"], 2);
    refused(&p, &["exclude", &p, "", "a4 a5"], 2);
}

#[test]
fn sources_are_distrusted_by_name_or_number() {
    let bench = Bench::new();
    let p = bench.project();
    let list = atlas(&["distrust", &p]);
    let name = list["sources"][0]
        .as_str()
        .expect("the built-in engine")
        .to_string();
    refused(&p, &["distrust", &p, "no such engine"], 3);
    refused(&p, &["distrust", &p, "7"], 3);
    let told = atlas(&["distrust", &p, "0"]);
    assert_eq!(
        (&told["changed"], &told["source"]),
        (&Value::from(true), &Value::from(name.as_str()))
    );
    assert_eq!(
        atlas(&["distrust", &p, &name.to_uppercase()])["changed"],
        false
    );
    let undo = told["undo"][0].as_str().expect("an undo");
    assert!(undo.ends_with("0 --off"), "{undo}");
    let trusted = atlas(&["distrust", &p, "0", "--off"]);
    assert_eq!(trusted["changed"], true);
    assert!(trusted["undo"][0].as_str().unwrap().ends_with(" 0"));
    assert_eq!(atlas(&["distrust", &p, "0", "--off"])["changed"], false);
    assert_eq!(atlas(&["retry", &p])["positions"], 0);
    assert_eq!(atlas(&["retry", &p, "e4"])["changed"], false);
}

#[test]
fn projects_are_merged_parted_renamed_and_deleted() {
    let bench = Bench::new();
    let (p, q) = (bench.project(), bench.analyse("q.atlas", ITALIAN, "10"));
    let master = bench.text("master.atlas");
    let told = atlas(&["merge", &master, &p, &q]);
    assert_eq!(told["merged"].as_array().map(Vec::len), Some(2));
    assert_eq!(atlas(&["merge", &master, &p, &q])["changed"], false);
    refused(&p, &["merge", &p, &p], 2);
    refused(&p, &["merge", &p, &bench.text("absent.atlas")], 3);
    assert!(
        gametree(&[
            "atlas",
            "merge",
            &bench.text("new.atlas"),
            &bench.text("absent.atlas")
        ])
        .code
            == 3
    );
    assert!(
        !Path::new(&bench.text("new.atlas")).exists(),
        "a failed merge leaves no file"
    );
    let part = bench.text("part.atlas");
    let told = atlas(&["extract", &master, ITALIAN, &part, "--depth", "3"]);
    assert!(told["positions"].as_u64() >= Some(2), "{told}");
    refused(&part, &["extract", &master, ITALIAN, &part], 2);
    let new = bench.text("renamed.atlas");
    atlas(&["rename", &part, &new]);
    refused(&p, &["rename", &p, &new], 2);
    fingerprint(&new);
    refused(&new, &["delete", &new], 2);
    assert_eq!(atlas(&["delete", &new, "--yes"])["changed"], true);
    assert!(!Path::new(&new).exists());
}

#[test]
fn a_project_in_use_is_not_steered() {
    let bench = Bench::new();
    let p = bench.project();
    let mut run = std::process::Command::new(env!("CARGO_BIN_EXE_gametree"))
        .args([
            "analyse",
            "--project",
            &p,
            "--engine",
            "builtin",
            "--engines",
            "1",
            "--nodes",
            "500",
        ])
        .args(["--for", "60s", "--jsonl"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("it runs");
    // Its first commit says that it has the project.
    let mut line = String::new();
    // It ends when its reader does: the pipe stays open.
    let mut out = std::io::BufReader::new(run.stdout.take().expect("its output"));
    std::io::BufRead::read_line(&mut out, &mut line).expect("a line");
    for args in [
        &["note", &p, "e4", "x"][..],
        &["delete", &p, "--yes"],
        &["rename", &p, &bench.text("r.atlas")],
    ] {
        let run = gametree(&[&["atlas"], args].concat());
        assert_eq!(run.code, 6, "{args:?}: {}", run.err);
        assert!(run.err.contains("another process"), "{}", run.err);
    }
    run.kill().and_then(|()| run.wait()).expect("it ends");
    assert_eq!(atlas(&["note", &p, "e4", "x"])["changed"], true);
}

/// Every game that can be a project is analysed, read and edited by the same commands.
#[test]
fn all_games_are_projects_on_the_command_line() {
    let bench = Bench::new();
    let games = [
        ("connect4", "44"),
        ("othello", "othello:6"),
        ("breakthrough", "breakthrough:5"),
        ("nim", "3,4,5"),
        ("tictactoe", "b2"),
        ("mnk", "mnk:5x5x4"),
        ("squares", "squares:6"),
    ];
    for (game, position) in games {
        let file = bench.text(&format!("{game}.atlas"));
        let limits = ["--engines", "1", "--nodes", "200", "--evaluations", "6"];
        let told = json(
            &[
                &["analyse", position, "--game", game, "--project", &file],
                &limits[..],
            ]
            .concat(),
        );
        assert_eq!(told["game"], game);
        let word = told["root"]["best"].as_str().expect("a move");
        let moves = json(&["atlas", "moves", &file]);
        assert_eq!(moves["schema"], "gametree.atlas.moves/1");
        assert_eq!(moves["best"], word, "{game}");
        assert_eq!(atlas(&["add", &file, word])["position"], word, "{game}");
        let excluded = atlas(&["exclude", &file, "", word]);
        assert_eq!(excluded["changed"], true, "{game}");
        undo(&excluded);
        assert_eq!(atlas(&["note", &file, word, "seen"])["changed"], true);
        for show in ["show", "moves", "line", "tree", "stats", "history", "queue"] {
            let run = gametree(&["atlas", show, &file]);
            assert_eq!(run.code, 0, "{game} {show}: {}", run.err);
        }
        let drawing = bench.text(&format!("{game}.svg"));
        let pages = bench.text(&format!("{game}-pages"));
        let run = gametree(&[
            "atlas", "export", &file, "--svg", &drawing, "--html", &pages,
        ]);
        assert_eq!(run.code, 0, "{game}: {}", run.err);
        let refusal = refused(&file, &["export", &file, "--pgn", "-"], 2);
        assert!(refusal.contains("format of chess"), "{refusal}");
        fingerprint(&file);
    }
    let other = gametree(&[
        "analyse",
        "--game",
        "chess",
        "--project",
        &bench.text("nim.atlas"),
    ]);
    assert!(
        other.code == 2 && other.err.contains("nim"),
        "{}",
        other.err
    );
    let unknown = gametree(&[
        "analyse",
        "--game",
        "ludo",
        "--project",
        &bench.text("l.atlas"),
    ]);
    assert!(
        unknown.code == 2 && unknown.err.contains("connect4"),
        "{}",
        unknown.err
    );
}
