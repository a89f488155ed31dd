//! Projects over the interface: made, grown, steered, kept.

use serde_json::{Value, json};

use super::client::Serving;

const MIDDLE: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

fn made(serving: &Serving, body: Value) -> Value {
    let reply = serving.post("/api/projects", &body);
    assert_eq!(reply.status, 200, "{reply:?}");
    reply.json()
}

#[test]
fn a_pasted_position_grows_and_is_kept() {
    let directory = tempfile::tempdir().expect("a directory");
    let (positions, note) = {
        let serving = Serving::of(directory.path(), false);
        let project = made(
            &serving,
            json!({ "name": "ruy", "position": MIDDLE, "run": true }),
        );
        assert_eq!(
            (&project["state"], &project["game"]),
            (&json!("running"), &json!("chess"))
        );
        let grown = serving.wait("/api/p/ruy", |project| {
            project["evaluations"].as_u64() > Some(3)
        });
        assert!(
            grown["value_text"].is_string()
                && grown["best"].is_string()
                && grown["running"]["workers"].as_u64() > Some(0)
        );
        let moves = serving.wait("/api/p/ruy/node/root/moves", |moves| {
            moves["moves"].as_array().is_some_and(|all| !all.is_empty())
        });
        assert!(moves["moves"][0]["uci"].is_string(), "{moves}");
        let done = serving.post(
            "/api/p/ruy/node/root/actions",
            &json!({ "do": "note", "text": "hers" }),
        );
        assert_eq!(done.json()["undo"], json!([{ "do": "note", "text": "" }]));
        assert_eq!(
            serving
                .post("/api/p/ruy/run", &json!({ "state": "idle" }))
                .status,
            200
        );
        let idle = serving.wait("/api/p/ruy", |project| project["state"] == "idle");
        (
            idle["positions"].clone(),
            serving.get("/api/p/ruy/node/root").json()["note"].clone(),
        )
    };
    let serving = Serving::of(directory.path(), false);
    assert_eq!(
        (&serving.get("/api/p/ruy").json()["positions"], &note),
        (&positions, &json!("hers"))
    );
    assert_eq!(
        serving
            .post("/api/p/ruy/run", &json!({ "state": "running" }))
            .json()["state"],
        "running"
    );
    serving.wait("/api/p/ruy", |project| {
        project["positions"].as_u64() > positions.as_u64()
    });
}

#[test]
fn steering_works_while_it_runs_and_can_be_undone() {
    let directory = tempfile::tempdir().expect("a directory");
    let serving = Serving::of(directory.path(), false);
    made(
        &serving,
        json!({ "name": "x", "position": MIDDLE, "run": true }),
    );
    let act = |action: &Value| {
        let reply = serving.post("/api/p/x/node/root/actions", action);
        assert_eq!(reply.status, 200, "{action}: {reply:?}");
        reply.json()
    };
    let state = |serving: &Serving| {
        let moves = serving.get("/api/p/x/node/root/moves").json();
        let rows = moves["moves"].as_array().expect("moves");
        let row = rows.iter().find(|row| row["uci"] == "f1b5");
        row.map_or(Value::Null, |row| row["state"].clone())
    };
    let added = act(&json!({ "do": "add", "move": "Bb5" }));
    assert_eq!(added["undo"], json!([{ "do": "remove", "move": "Bb5" }]));
    let child = added["node"].as_u64().expect("where it leads");
    assert_eq!(
        serving.get(&format!("/api/p/x/node/{child}")).json()["path"][1]["move"],
        "Bb5"
    );
    let excluded = act(&json!({ "do": "exclude", "move": "f1b5" }));
    assert_eq!(state(&serving), "excluded");
    for undo in excluded["undo"].as_array().expect("how") {
        act(undo);
    }
    assert_ne!(state(&serving), "excluded");
    act(&json!({ "do": "line", "moves": ["Bb5", "a6", "Ba4"] }));
    assert_eq!(serving.get("/api/p/x/find?q=Bb5%20a6%20Ba4").status, 200);
    act(&json!({ "do": "watch", "rule": "moves", "points": 15 }));
    act(&json!({ "do": "boost", "percent": 40 }));
    act(&json!({ "do": "damp", "plies": 1.5 }));
    let node = serving.get("/api/p/x/node/root").json();
    assert_eq!(
        (&node["boost"], &node["damp"], &node["watches"][0]),
        (
            &json!(40),
            &json!(1.5),
            &json!("the value moves by 0.15 or more")
        )
    );
    for wrong in [
        json!({ "do": "add", "move": "Bb6" }),
        json!({ "do": "line", "moves": ["Bb5", "Bb5"] }),
        json!({ "do": "boost", "percent": 101 }),
        json!({ "do": "watch", "rule": "rains" }),
        json!({ "do": "watch", "rule": "above" }),
        json!({ "do": "explode" }),
        json!({ "do": "unpark" }),
        json!({ "do": "damp", "plies": -1 }),
    ] {
        let reply = serving.post("/api/p/x/node/root/actions", &wrong);
        assert!(
            reply.status == 400 && reply.json()["message"].is_string(),
            "{wrong}: {reply:?}"
        );
    }
    assert_eq!(
        serving.get("/api/p/x").json()["state"],
        "running",
        "it never stopped"
    );
}

#[test]
fn wrong_positions_leave_no_file() {
    let directory = tempfile::tempdir().expect("a directory");
    let serving = Serving::of(directory.path(), false);
    for (game, position) in [
        ("chess", "8/8/8/8/8/8/8/8 w - - 0 1"),
        (
            "chess",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1",
        ),
        ("chess", "e4 e4"),
        ("ludo", "startpos"),
    ] {
        let reply = serving.post(
            "/api/projects",
            &json!({ "name": "x", "game": game, "position": position }),
        );
        assert!(
            reply.status == 400
                && reply.json()["message"]
                    .as_str()
                    .is_some_and(|text| text.len() > 10),
            "{reply:?}"
        );
    }
    let files = std::fs::read_dir(directory.path())
        .expect("readable")
        .filter_map(|entry| Some(entry.ok()?.path()));
    assert_eq!(
        files
            .filter(|path| path.extension().is_some_and(|ending| ending == "atlas"))
            .count(),
        0
    );
    made(&serving, json!({ "name": "x", "position": "e4 e5 Nf3" }));
    assert_eq!(
        serving
            .post("/api/projects", &json!({ "name": "x", "position": "" }))
            .status,
        409,
        "nothing is overwritten"
    );
}

#[test]
fn every_project_game_grows() {
    let directory = tempfile::tempdir().expect("a directory");
    let serving = Serving::of(directory.path(), false);
    let games = serving.get("/api/about").json()["project_games"].clone();
    for game in games
        .as_array()
        .expect("games")
        .iter()
        .filter_map(Value::as_str)
    {
        let project = made(
            &serving,
            json!({ "name": "g", "game": game, "position": "", "run": true }),
        );
        assert_eq!(project["game"], game);
        serving.wait("/api/p/g", |project| {
            project["evaluations"].as_u64() > Some(2) || project["running"]["finished"] == true
        });
        let node = serving.get("/api/p/g/node/root").json();
        assert!(
            node["board"]["kind"].is_string()
                && node["legal"].as_array().is_some_and(|all| !all.is_empty()),
            "{game}: {node}"
        );
        serving.post("/api/p/g/close", &json!({}));
        std::fs::remove_file(directory.path().join("g.atlas")).expect("it is closed");
    }
}

#[test]
fn two_servers_share_a_project_for_reading() {
    let directory = tempfile::tempdir().expect("a directory");
    let first = Serving::of(directory.path(), false);
    made(
        &first,
        json!({ "name": "x", "position": MIDDLE, "run": true }),
    );
    first.wait("/api/p/x", |project| {
        project["evaluations"].as_u64() > Some(2)
    });
    let second = Serving::of(directory.path(), false);
    let seen = second.get("/api/p/x").json();
    assert_eq!(
        (&seen["state"], &seen["writable"]),
        (&json!("elsewhere"), &json!(false))
    );
    let refused = second.post(
        "/api/p/x/node/root/actions",
        &json!({ "do": "note", "text": "no" }),
    );
    assert!(
        refused.status == 409
            && refused.json()["message"]
                .as_str()
                .is_some_and(|text| text.contains("another process"))
    );
    assert_eq!(
        second
            .post("/api/p/x/run", &json!({ "state": "running" }))
            .status,
        409
    );
    assert_eq!(first.post("/api/p/x/close", &json!({})).status, 200);
}

#[test]
fn a_damaged_file_is_told_and_the_others_are_shown() {
    let directory = tempfile::tempdir().expect("a directory");
    let serving = Serving::of(directory.path(), false);
    made(&serving, json!({ "name": "good", "position": "" }));
    std::fs::write(directory.path().join("bad.atlas"), "not a project").expect("a file");
    let listed = serving.get("/api/projects").json();
    let state = |name: &str| {
        let all = listed["projects"].as_array().expect("projects");
        all.iter()
            .find(|card| card["id"] == name)
            .map(|card| card["state"].clone())
    };
    assert_eq!(
        (state("good"), state("bad")),
        (Some(json!("idle")), Some(json!("damaged")))
    );
}

/// A list of projects takes none of them away from other programs.
#[test]
fn what_is_closed_stays_closed_and_is_listed() {
    let directory = tempfile::tempdir().expect("a directory");
    let serving = Serving::of(directory.path(), false);
    made(
        &serving,
        json!({ "name": "x", "position": MIDDLE, "run": true }),
    );
    serving.wait("/api/p/x", |project| {
        project["evaluations"].as_u64() > Some(1)
    });
    assert_eq!(serving.post("/api/p/x/close", &json!({})).status, 200);
    for _ in 0..2 {
        let card = &serving.get("/api/projects").json()["projects"][0];
        assert_eq!(
            (&card["id"], &card["state"], card["best"].is_string()),
            (&json!("x"), &json!("closed"), true)
        );
        let file = directory.path().join("x.atlas");
        drop(gametree_atlas::store::FileStore::open(&file).expect("another program can have it"));
    }
    assert_eq!(
        serving.get("/api/p/x").json()["state"],
        "idle",
        "asked for, it is opened again"
    );
}

#[test]
fn news_begin_where_the_user_looked() {
    let directory = tempfile::tempdir().expect("a directory");
    let serving = Serving::of(directory.path(), false);
    made(&serving, json!({ "name": "x", "position": MIDDLE }));
    assert!(
        serving.get("/api/p/x").json()["news"].is_null(),
        "never looked"
    );
    assert_eq!(
        serving.post("/api/p/x/seen", &json!({})).json()["news"]["positions"],
        0
    );
    serving.post("/api/p/x/run", &json!({ "state": "running" }));
    let grown = serving.wait("/api/p/x", |project| {
        project["news"]["positions"].as_u64() > Some(0)
    });
    assert!(grown["news"]["since"].as_u64() > Some(1_700_000_000));
    let changes = serving.get("/api/p/x/changes?since=0").json();
    assert!(
        changes["positions"].as_u64() > Some(0) && changes["rows"][0]["path"] == "",
        "the root first: {changes}"
    );
}

#[test]
fn the_live_engine_thinks_and_its_score_is_kept() {
    let directory = tempfile::tempdir().expect("a directory");
    let serving = Serving::of(directory.path(), false);
    made(&serving, json!({ "name": "x", "position": MIDDLE }));
    assert_eq!(
        serving.post("/api/p/x/live", &json!({ "node": 0 })).json()["on"],
        true
    );
    let told = serving.wait("/api/p/x/live", |live| {
        live["nodes"].as_u64() > Some(30_000)
    });
    assert!(
        told["line"].as_array().is_some_and(|line| !line.is_empty()) && told["kept"] == true,
        "{told}"
    );
    assert_eq!(
        serving.post("/api/p/x/live", &json!({})).json()["on"],
        false
    );
    let node = serving.get("/api/p/x/node/0").json();
    assert!(
        node["direct_text"].is_string() && node["nodes"].as_u64() > Some(20_000),
        "{node}"
    );
}
