//! A project remembers its engines, from both doors, and nothing is lost over restarts.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::Run;
use crate::analyse::stockfish;
use crate::serve::Serving;

/// Runs a command on the projects of a directory.
fn gametree(projects: &Path, args: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_gametree"))
        .args(args)
        .env("GAMETREE_PROJECTS", projects)
        .output();
    Run::of(output.expect("it runs"))
}

fn analyse(projects: &Path, more: &[&str]) -> Run {
    let few = ["--evaluations", "3", "--nodes", "2000", "--json"];
    let args = [&["analyse", "--project", "ruy"], &few[..], more].concat();
    gametree(projects, &args)
}

fn engines(run: &Run) -> Vec<String> {
    let engines = run.json()["engines"].as_array().cloned();
    let name = |engine: &Value| engine["name"].as_str().unwrap_or_default().to_string();
    engines.expect("engines").iter().map(name).collect()
}

#[test]
fn analyse_goes_on_with_the_project_s_own_engine_and_another_one_asks_first() {
    if stockfish().is_none() {
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    let projects = directory.path();
    let first = ["--engine", "stockfish", "--engines", "1", "--hash", "16"];
    assert_eq!(analyse(projects, &first).code, 0);
    let again = analyse(projects, &[]);
    assert_eq!(again.code, 0, "{}", again.err);
    assert_eq!(engines(&again), ["stockfish 1"], "one engine, as before");
    let other = ["--engine", "builtin"];
    let refused = analyse(projects, &other);
    assert_eq!(refused.code, 2, "{}", refused.err);
    assert!(
        refused.err.contains("Stockfish") && refused.err.contains("--engine-change"),
        "{}",
        refused.err
    );
    assert_eq!(engines(&analyse(projects, &[])), ["stockfish 1"]);
    let changed = analyse(projects, &[&other[..], &["--engine-change"]].concat());
    assert_eq!(changed.code, 0, "{}", changed.err);
    let now = engines(&analyse(projects, &[]));
    assert!(now[0].contains("built-in"), "{now:?}");
}

#[test]
fn the_strongest_engine_found_is_the_default() {
    if stockfish().is_none() {
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    let run = analyse(directory.path(), &["--engines", "1"]);
    assert_eq!(engines(&run), ["stockfish 1"], "{}", run.err);
    let serving = Serving::start(directory.path(), &["--engine", "/no/such/engine"]);
    let listed = serving.get("/api/engines");
    let all = listed["engines"].as_array().expect("engines");
    let strongest = all.iter().filter(|engine| engine["strongest"] == true);
    let strongest: Vec<&Value> = strongest.map(|engine| &engine["id"]).collect();
    assert_eq!(strongest, [&json!("stockfish")]);
}

/// The server is killed in the middle of a run: the next one has everything that was told, offers
/// to go on, and goes on with the same engine and options.
#[test]
fn a_killed_server_goes_on_with_the_same_engine() {
    if stockfish().is_none() {
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    let serving = Serving::start(directory.path(), &[]);
    let made = json!({ "name": "x", "position": "e4 e5" });
    assert_eq!(serving.post("/api/projects", &made).0, 200);
    serving.post("/api/p/x/settings", &json!({ "nodes": 5000 }));
    let run = json!({
        "state": "running", "engine": "stockfish", "count": 1, "hash": 32,
        "options": { "Threads": "2" },
    });
    let (status, started) = serving.post("/api/p/x/run", &run);
    assert_eq!(status, 200, "{started}");
    let grown = serving.wait("/api/p/x", |project| {
        project["evaluations"].as_u64() > Some(5) && project["running"]["saved_at"].is_u64()
    });
    let told = serving.get("/api/p/x");
    serving.kill();
    let serving = Serving::start(directory.path(), &[]);
    let card = &serving.get("/api/projects")["projects"][0];
    let last = &card["last_run"];
    assert_eq!(last["unfinished"], true, "{card}");
    assert_eq!(
        (&last["engine"], &last["options"], &last["hash"]),
        (&json!("stockfish"), &json!(["Threads=2"]), &json!(32))
    );
    let (status, going) = serving.post("/api/p/x/run", &json!({ "state": "running" }));
    assert_eq!(status, 200, "{going}");
    assert_eq!(going["running"]["engine"], "stockfish");
    assert_eq!(going["running"]["workers"], 1);
    serving.wait("/api/p/x", |project| {
        project["evaluations"].as_u64() > grown["evaluations"].as_u64()
    });
    let stats = serving.get("/api/p/x/stats");
    let sources = stats["sources"].as_array().expect("sources");
    assert_eq!(
        sources.len(),
        1,
        "one engine with the same options: {stats}"
    );
    assert!(told["positions"].as_u64() > Some(1));
}

#[test]
fn a_run_goes_on_by_itself_where_it_is_set_to() {
    let directory = tempfile::tempdir().expect("a directory");
    let serving = Serving::start(directory.path(), &[]);
    for (name, resume) in [("by-itself", true), ("asks", false)] {
        let new = json!({ "name": name, "game": "connect4", "count": 1 });
        assert_eq!(serving.post("/api/projects", &new).0, 200);
        let run = json!({ "state": "running", "resume": resume });
        let (status, started) = serving.post(&format!("/api/p/{name}/run"), &run);
        assert_eq!(status, 200, "{started}");
    }
    // Ctrl-C is no pause: the run goes on later, too.
    assert_eq!(serving.interrupt(), Some(130));
    let serving = Serving::start(directory.path(), &[]);
    serving.wait("/api/p/by-itself", |project| project["state"] == "running");
    let asks = serving.get("/api/p/asks");
    assert_eq!(asks["state"], "idle");
    assert_eq!(asks["last_run"]["unfinished"], true);
    // The user does not want it any more.
    serving.post("/api/p/asks/run", &json!({ "state": "idle" }));
    assert_eq!(serving.get("/api/p/asks")["last_run"]["unfinished"], false);
}

#[test]
fn stop_now_ends_a_long_search_and_saves_what_it_has_found() {
    if stockfish().is_none() {
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    let serving = Serving::start(directory.path(), &[]);
    let made = json!({ "name": "x", "position": "e4 e5" });
    assert_eq!(serving.post("/api/projects", &made).0, 200);
    // A search that takes a day.
    let long = json!({ "nodes": 100_000_000_000_u64 });
    let (status, set) = serving.post("/api/p/x/settings", &long);
    assert_eq!(status, 200, "{set}");
    let run = json!({ "state": "running", "engine": "stockfish", "count": 1 });
    assert_eq!(serving.post("/api/p/x/run", &run).0, 200);
    // The engine has been searching for a while.
    serving.wait("/api/workers", |workers| {
        workers["rows"][0]["busy"].as_f64() > Some(0.5)
    });
    serving.post("/api/p/x/run", &json!({ "state": "idle", "now": true }));
    let stopped = serving.wait("/api/p/x", |project| project["state"] == "idle");
    assert!(stopped["value"].is_i64(), "{stopped}");
    let node = serving.get("/api/p/x/node/root");
    assert!(
        node["direct"].is_i64() && node["nodes"].as_u64() > Some(0),
        "{node}"
    );
}

#[test]
fn projects_are_renamed_duplicated_archived_and_deleted_on_both_doors() {
    let directory = tempfile::tempdir().expect("a directory");
    let projects = directory.path();
    let atlas = |args: &[&str]| {
        let run = gametree(projects, &[&["atlas"], args, &["--json"]].concat());
        assert_eq!(run.code, 0, "{args:?}: {}", run.err);
        run.json()
    };
    let ids = |list: &Value| -> Vec<String> {
        let all = list["projects"].as_array().expect("projects");
        let name = |card: &Value| card["id"].as_str().unwrap_or_default().to_string();
        let mut names: Vec<String> = all.iter().map(name).collect();
        names.sort();
        names
    };
    let few = ["--engine", "builtin", "--engines", "1"];
    assert_eq!(analyse(projects, &few).code, 0);
    atlas(&["rename", "ruy", "spanish"]);
    atlas(&["duplicate", "spanish", "copy"]);
    assert_eq!(
        atlas(&["stats", "copy"])["fingerprint"],
        atlas(&["stats", "spanish"])["fingerprint"]
    );
    let serving = Serving::start(projects, &[]);
    assert_eq!(ids(&serving.get("/api/projects")), ["copy", "spanish"]);
    let post = |path: &str, body: Value| {
        let (status, answer) = serving.post(path, &body);
        assert_eq!(status, 200, "{path}: {answer}");
        answer
    };
    post("/api/p/copy/rename", json!({ "name": "second" }));
    post("/api/p/second/duplicate", json!({ "name": "third" }));
    let archived = post("/api/p/second/archive", json!({}));
    let deleted = post("/api/p/third/delete", json!({}));
    assert_eq!(ids(&serving.get("/api/projects")), ["spanish"]);
    let shelved = atlas(&["restore"]);
    assert_eq!(shelved["projects"], json!([archived, deleted]));
    assert_eq!(serving.get("/api/shelved"), shelved);
    post("/api/shelved", archived);
    assert_eq!(atlas(&["restore", "third"])["changed"], true);
    let listed = serving.get("/api/projects");
    assert_eq!(ids(&listed), ["second", "spanish", "third"]);
    for card in listed["projects"].as_array().expect("projects") {
        assert_eq!(card["last_run"]["count"], 1, "engines move along: {card}");
    }
    let taken = serving.post("/api/p/third/rename", &json!({ "name": "second" }));
    assert_eq!(taken.0, 409, "{}", taken.1);
    let escape = serving.post("/api/p/third/rename", &json!({ "name": "../x" }));
    assert_eq!(escape.0, 400, "{}", escape.1);
    let absent = gametree(projects, &["atlas", "restore", "absent"]);
    assert_eq!(absent.code, 3, "{}", absent.err);
}
