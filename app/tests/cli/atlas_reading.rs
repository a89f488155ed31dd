//! `gametree atlas`: reading a small project that the built-in engine has grown.

use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

use assert_cmd::Command;
use serde_json::Value;

use crate::{Run, gametree, json, strings};

/// A project of twenty evaluations, made once, and the directory it is in.
pub fn grown() -> &'static str {
    static PROJECT: OnceLock<(tempfile::TempDir, String)> = OnceLock::new();
    &PROJECT
        .get_or_init(|| {
            let folder = tempfile::tempdir().expect("a directory");
            let file = folder.path().join("small.atlas").display().to_string();
            let few = [
                "--engine",
                "builtin",
                "--engines",
                "1",
                "--nodes",
                "500",
                "--evaluations",
                "20",
            ];
            let run = gametree(&[&["analyse", "startpos", "--project", &file], &few[..]].concat());
            assert_eq!(run.code, 0, "{}", run.err);
            (folder, file)
        })
        .1
}

fn number(value: &Value) -> i64 {
    value
        .as_i64()
        .unwrap_or_else(|| panic!("a whole number: {value}"))
}

#[test]
fn moves_share_the_whole_and_the_best_carries_the_value() {
    let object = json(&["atlas", "moves", grown()]);
    assert_eq!(object["schema"], "gametree.atlas.moves/1");
    assert!(
        object["position"]
            .as_str()
            .expect("a FEN")
            .starts_with("rnbqkbnr/pppppppp/")
    );
    let moves = object["moves"].as_array().expect("moves");
    assert!(moves.len() > 1, "{object}");
    let shares: f64 = moves
        .iter()
        .map(|m| m["share"].as_f64().expect("a number"))
        .sum();
    let rest = object["rest"]["share"].as_f64().unwrap_or(0.0);
    assert!((shares + rest - 1.0).abs() < 1e-9, "{object}");
    let values: Vec<i64> = moves
        .iter()
        .filter(|m| !m["value"].is_null())
        .map(|m| number(&m["value"]))
        .collect();
    assert!(
        values.is_sorted_by(|a, b| a >= b),
        "White moves, the best first: {values:?}"
    );
    for m in moves {
        for field in ["move", "uci", "state", "origin", "note"] {
            assert!(m[field].is_string(), "{field}: {m}");
        }
        assert!(
            m["line"].is_array() && m["nodes"].is_u64() && m["depth"].is_u64(),
            "{m}"
        );
        assert!(m["penalty"].is_f64() || m["penalty"].is_null(), "{m}");
        assert_eq!(m["best"] == true, m["move"] == object["best"]);
    }
}

#[test]
fn moves_are_a_table_that_states_its_view() {
    let run = gametree(&["atlas", "moves", grown()]);
    assert_eq!(run.code, 0, "{}", run.err);
    for word in ["White's", "penalty", "others", "engine 0:", "White to move"] {
        assert!(run.out.contains(word), "{word}: {}", run.out);
    }
}

#[test]
fn a_path_leads_to_the_position_behind_it() {
    let root = json(&["atlas", "moves", grown()]);
    let first = root["moves"][0]["move"].as_str().expect("a move");
    let uci = root["moves"][0]["uci"].as_str().expect("a move");
    let behind = json(&["atlas", "moves", grown(), first]);
    assert_eq!(behind["turn"], "second");
    assert_eq!(
        behind["value"], root["moves"][0]["value"],
        "no mate is near: the same number"
    );
    let fen = behind["position"].as_str().expect("a FEN");
    for same in [uci, &format!("1.{first}"), fen] {
        assert_eq!(json(&["atlas", "moves", grown(), same]), behind, "{same}");
    }
}

#[test]
fn the_line_begins_with_the_best_move_and_ends_for_a_reason() {
    let line = json(&["atlas", "line", grown()]);
    let moves = json(&["atlas", "moves", grown()]);
    assert_eq!(line["line"][0], moves["best"]);
    assert_eq!(line["value"], moves["value"]);
    assert!(line["end"].is_string());
    let short = json(&["atlas", "line", grown(), "--most", "1"]);
    assert_eq!(strings(&short["line"]).len(), 1);
    let text = gametree(&["atlas", "line", grown()]).out;
    assert!(
        text.contains(&format!("1.{}", moves["best"].as_str().expect("a move"))),
        "{text}"
    );
}

#[test]
fn the_tree_has_every_row_below_its_parent() {
    let object = json(&["atlas", "tree", grown(), "--share", "0"]);
    let rows = object["rows"].as_array().expect("rows");
    assert_eq!(
        (&rows[0]["parent"], &rows[0]["share"]),
        (&Value::Null, &Value::from(1.0))
    );
    for (place, row) in rows.iter().enumerate().skip(1) {
        let parent = row["parent"].as_u64().expect("a parent") as usize;
        assert!(parent < place);
        assert_eq!(number(&row["depth"]), number(&rows[parent]["depth"]) + 1);
        assert!(row["share"].as_f64() <= rows[parent]["share"].as_f64());
    }
    let some = json(&[
        "atlas",
        "tree",
        grown(),
        "--share",
        "0",
        "--depth",
        "1",
        "--most",
        "3",
    ]);
    assert_eq!(some["rows"].as_array().map(Vec::len), Some(3));
    let text = gametree(&["atlas", "tree", grown(), "--share", "0"]).out;
    assert_eq!(
        text.lines().count(),
        rows.len() + 1,
        "a line a row, and the legend:\n{text}"
    );
}

#[test]
fn stats_count_what_was_done() {
    let stats = json(&["atlas", "stats", grown()]);
    assert_eq!(stats["evaluations"], 20);
    let positions = number(&stats["positions"]);
    let depths: i64 = stats["depths"]
        .as_array()
        .expect("depths")
        .iter()
        .map(number)
        .sum();
    assert_eq!(depths, positions);
    assert_eq!(number(&stats["sources"][0]["evaluations"]), 20);
    assert_eq!(stats["sources"][0]["engine_nodes"], stats["engine_nodes"]);
    assert!(
        stats["evaluations_per_hour"]
            .as_f64()
            .is_some_and(|rate| rate > 0.0),
        "{stats}"
    );
    assert!(
        gametree(&["atlas", "stats", grown()])
            .out
            .contains("evaluations per hour")
    );
}

#[test]
fn a_position_is_shown_with_board_and_settings() {
    let shown = json(&["atlas", "show", grown()]);
    assert_eq!(shown["root"], true);
    assert_eq!(shown["settings"]["nodes"], 500);
    assert_eq!(shown["legal"].as_array().map(Vec::len), Some(20));
    let best = shown["best"].as_str().expect("a move");
    let behind = json(&["atlas", "show", grown(), best]);
    assert_eq!(behind["reached_by"], format!("1.{best}"));
    assert!(
        behind["opening"].is_string(),
        "every good first move has a name: {behind}"
    );
    let run = gametree(&["atlas", "show", grown()]);
    for word in [
        "a b c d e f g h",
        "FEN",
        "own search",
        "at least 500 nodes per task",
        "White's",
    ] {
        assert!(run.out.contains(word), "{word}: {}", run.out);
    }
}

#[test]
fn changes_since_the_beginning_are_everything() {
    let all = json(&["atlas", "changes", grown(), "--since", "0"]);
    let stats = json(&["atlas", "stats", grown()]);
    assert_eq!(all["evaluations"], stats["evaluations"]);
    assert_eq!(all["positions"], stats["positions"]);
    assert!(
        all["rows"][0]["before"].is_null() && all["rows"][0]["now"].is_i64(),
        "{all}"
    );
    let facts = stats["facts"].to_string();
    let none = json(&["atlas", "changes", grown(), "--since", &facts]);
    assert_eq!(
        (&none["evaluations"], &none["facts"]),
        (&Value::from(0), &Value::from(0))
    );
    assert_eq!(none["rows"].as_array().map(Vec::len), Some(0));
    assert_eq!(
        json(&["atlas", "changes", grown(), "--since", "7d"])["evaluations"],
        20
    );
    let run = gametree(&["atlas", "changes", grown(), "--since", "7d"]);
    assert!(run.code == 0 && run.out.contains("White's"), "{}", run.out);
}

#[test]
fn a_history_ends_in_the_present() {
    let history = json(&["atlas", "history", grown()]);
    let points = history["points"].as_array().expect("points");
    let last = points.last().expect("a point");
    let now = json(&["atlas", "moves", grown()]);
    assert_eq!(
        (&last["value"], &last["best"]),
        (&now["value"], &now["best"])
    );
    assert_eq!(history["exact"], true);
    let facts: Vec<i64> = points.iter().map(|point| number(&point["facts"])).collect();
    assert!(facts.is_sorted());
    let folder = tempfile::tempdir().expect("a directory");
    let drawing = folder.path().join("history.svg").display().to_string();
    let run = gametree(&["atlas", "history", grown(), "--svg", &drawing]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        fs::read_to_string(&drawing)
            .expect("written")
            .starts_with("<svg")
    );
    assert_eq!(
        gametree(&["atlas", "history", grown(), "--svg", &drawing]).code,
        1,
        "it is there already"
    );
}

#[test]
fn the_queue_looks_ahead_and_changes_nothing() {
    let before = json(&["atlas", "stats", grown()]);
    let queue = json(&["atlas", "queue", grown(), "--most", "5"]);
    let next = queue["ahead"].as_array().expect("questions");
    assert_eq!(next.len(), 5, "{queue}");
    let tickets: Vec<i64> = next
        .iter()
        .map(|question| number(&question["ticket"]))
        .collect();
    assert!(
        tickets.windows(2).all(|pair| pair[1] == pair[0] + 1),
        "{tickets:?}"
    );
    assert!(
        next.iter()
            .all(|question| number(&question["nodes"]) >= 500)
    );
    assert_eq!(json(&["atlas", "stats", grown()])["facts"], before["facts"]);
    assert!(
        gametree(&["atlas", "queue", grown()])
            .out
            .contains("nothing failed")
    );
}

/// With a directory of projects of its own.
fn in_directory(directory: &std::path::Path, args: &[&str]) -> Run {
    let mut command = Command::cargo_bin("gametree").expect("the binary is built");
    Run::of(
        command
            .env("GAMETREE_PROJECTS", directory)
            .args(args)
            .output()
            .expect("it runs"),
    )
}

#[test]
fn all_projects_are_listed_also_damaged_ones() {
    let folder = tempfile::tempdir().expect("a directory");
    let empty = in_directory(folder.path(), &["atlas", "list"]);
    assert!(
        empty.code == 0 && empty.err.contains("gametree analyse"),
        "{}",
        empty.err
    );
    fs::copy(grown(), folder.path().join("good.atlas")).expect("copied");
    let mut bytes = fs::read(grown()).expect("read");
    let middle = bytes.len() / 2;
    bytes.truncate(middle);
    fs::write(folder.path().join("bad.atlas"), bytes).expect("written");
    let run = in_directory(folder.path(), &["atlas", "list", "--json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let object = run.json();
    let [bad, good] = &object["projects"].as_array().expect("projects")[..] else {
        panic!("{object}")
    };
    assert_eq!(
        (&bad["id"], &good["id"]),
        (&Value::from("bad"), &Value::from("good"))
    );
    assert!(
        bad["trouble"].is_string() && bad["state"] == "damaged",
        "{bad}"
    );
    assert!(
        good["trouble"].is_null() && good["evaluations"] == 20,
        "{good}"
    );
    let text = in_directory(folder.path(), &["atlas", "list"]).out;
    assert!(text.contains("good") && text.contains("bad:"), "{text}");
    assert_eq!(
        in_directory(folder.path(), &["atlas", "moves", "bad"]).code,
        5
    );
    assert_eq!(
        in_directory(folder.path(), &["atlas", "moves", "good"]).code,
        0
    );
}

#[test]
fn what_is_not_there_is_said_with_what_is() {
    let known = json(&["atlas", "moves", grown()]);
    let best = known["best"].as_str().expect("a move");
    let unknown = gametree(&["atlas", "moves", grown(), "a3 h6 Ra2 h5"]);
    assert_eq!(unknown.code, 3, "{}", unknown.err);
    let illegal = gametree(&["atlas", "show", grown(), "Ke2"]);
    assert_eq!(illegal.code, 2, "{}", illegal.err);
    assert!(
        illegal.err.contains("known:") && illegal.err.contains(best),
        "{}",
        illegal.err
    );
    let absent = gametree(&[
        "atlas",
        "show",
        grown(),
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "--json",
    ]);
    assert_eq!((absent.code, &absent.json()["code"]), (3, &Value::from(3)));
    assert_eq!(gametree(&["atlas", "stats", "no-such-project"]).code, 3);
    let moment = gametree(&["atlas", "changes", grown(), "--since", "soon"]);
    assert!(
        moment.code == 2 && moment.err.contains("2h"),
        "{}",
        moment.err
    );
    assert_eq!(
        gametree(&["atlas", "tree", grown(), "--share", "2"]).code,
        2
    );
}

#[test]
fn a_project_is_read_while_another_process_has_it() {
    let folder = tempfile::tempdir().expect("a directory");
    let file: PathBuf = folder.path().join("held.atlas");
    fs::copy(grown(), &file).expect("copied");
    let held = gametree_atlas::store::FileStore::open(&file).expect("opened");
    let name = file.display().to_string();
    assert_eq!(json(&["atlas", "stats", &name])["evaluations"], 20);
    assert_eq!(gametree(&["atlas", "compact", &name]).code, 6);
    drop(held);
}
