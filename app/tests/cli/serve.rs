//! `gametree serve`: the real server with the real program behind it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::analyse::stockfish;
use super::{TREE, gametree, json as cli};

pub const TOKEN: &str = "a-secret-of-the-tests";

/// A server that is ended with the test.
pub struct Serving {
    child: Child,
    pub address: String,
}

impl Serving {
    pub fn start(directory: &Path, more: &[&str]) -> Serving {
        let mut child = Command::new(env!("CARGO_BIN_EXE_gametree"))
            .args(["serve", "--port", "0", "--token", TOKEN])
            .args(more)
            .env("GAMETREE_PROJECTS", directory)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its words"))
            .read_line(&mut line)
            .expect("an address");
        let address = line
            .split("http://")
            .nth(1)
            .and_then(|rest| rest.split('/').next());
        let address = address
            .unwrap_or_else(|| panic!("no address: {line}"))
            .to_string();
        assert!(line.contains(&format!("?token={TOKEN}")), "{line}");
        Serving { child, address }
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> (u16, Value) {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        stream
            .set_read_timeout(Some(Duration::from_secs(120)))
            .expect("a timeout");
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nAuthorization: Bearer {TOKEN}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        stream
            .write_all(format!("{head}{body}").as_bytes())
            .expect("room");
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("an answer");
        let status = text
            .split(' ')
            .nth(1)
            .and_then(|word| word.parse().ok())
            .expect("a status");
        let body = text.split("\r\n\r\n").nth(1).unwrap_or_default();
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }

    pub fn get(&self, path: &str) -> Value {
        let (status, answer) = self.ask("GET", path, "");
        assert_eq!(status, 200, "{path}: {answer}");
        answer
    }

    pub fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        self.ask("POST", path, &body.to_string())
    }

    pub fn wait(&self, path: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let end = Instant::now() + Duration::from_secs(120);
        loop {
            let answer = self.get(path);
            if fits(&answer) {
                return answer;
            }
            assert!(Instant::now() < end, "{path}: {answer}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Of its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// `kill -9`.
    pub fn kill(mut self) {
        self.child.kill().expect("a child");
        self.child.wait().expect("its end");
    }

    /// Ctrl-C; the exit code.
    pub fn interrupt(mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .expect("kill");
        let end = Instant::now() + Duration::from_secs(60);
        while Instant::now() < end {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        None
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_run_is_saved_by_ctrl_c_and_goes_on_after_it() {
    let directory = tempfile::tempdir().expect("a directory");
    let serving = Serving::start(directory.path(), &[]);
    let (status, _) = serving.post(
        "/api/projects",
        &json!({ "name": "x", "position": "e4 e5", "run": true }),
    );
    assert_eq!(status, 200);
    let grown = serving.wait("/api/p/x", |project| {
        project["evaluations"].as_u64() > Some(2)
    });
    assert_eq!(serving.interrupt(), Some(130));
    let file = directory.path().join("x.atlas").display().to_string();
    let stats = cli(&["atlas", "stats", &file]);
    assert!(
        stats["evaluations"].as_u64() >= grown["evaluations"].as_u64(),
        "{stats}"
    );
    let serving = Serving::start(directory.path(), &[]);
    assert!(serving.get("/api/p/x")["evaluations"].as_u64() >= grown["evaluations"].as_u64());
    let locked = gametree(&["atlas", "note", &file, "", "mine"]);
    assert_eq!(locked.code, 6, "the pages have it: {}", locked.err);
    assert_eq!(
        cli(&["atlas", "moves", &file])["project"],
        file.as_str(),
        "reading works meanwhile"
    );
}

/// Runs a command on the projects of a directory; its one JSON object.
fn printed(directory: &Path, args: &[&str]) -> Value {
    let run = Command::new(env!("CARGO_BIN_EXE_gametree"))
        .args(args)
        .arg("--json")
        .env("GAMETREE_PROJECTS", directory)
        .output()
        .expect("it runs");
    let told = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{args:?}: {told}");
    serde_json::from_slice(&run.stdout).expect("JSON")
}

/// One object a question: `--json` prints what the interface answers, field by field.
#[test]
fn the_command_line_and_the_interface_answer_alike() {
    let directory = tempfile::tempdir().expect("a directory");
    for (name, game, first) in [("a", "chess", "e2e4"), ("b", "connect4", "4")] {
        let few = ["--engine", "builtin", "--engines", "1", "--nodes", "300"];
        let analyse = ["analyse", "--game", game, "--project", name];
        let limit = ["--evaluations", "25"];
        printed(
            directory.path(),
            &[&analyse[..], &few[..], &limit[..]].concat(),
        );
        printed(directory.path(), &["atlas", "add", name, first]);
    }
    let serving = Serving::start(directory.path(), &["--read-only"]);
    for (name, first) in [("a", "e4"), ("b", "4")] {
        let root = |what: &str| format!("/api/p/{name}/node/root{what}");
        let node = serving.get(&format!("/api/p/{name}/find?q={first}"))["node"].clone();
        let questions: [(&[&str], String); 9] = [
            (&["moves", name], root("/moves")),
            (&["show", name], root("")),
            (&["stats", name], format!("/api/p/{name}/stats")),
            (
                &["moves", name, first],
                format!("/api/p/{name}/node/{node}/moves"),
            ),
            (&["show", name, first], format!("/api/p/{name}/node/{node}")),
            (&["line", name], root("/line")),
            (
                &["queue", name, "--most", "3"],
                format!("/api/p/{name}/queue?most=3"),
            ),
            (
                &["tree", name, "--share", "0.01"],
                format!("/api/p/{name}/outline?share=0.01&excluded=false"),
            ),
            (
                &["changes", name, "--since", "1970-01-01", "--most", "30"],
                format!("/api/p/{name}/changes?since=0"),
            ),
        ];
        for (command, address) in questions {
            let told = printed(directory.path(), &[&["atlas"], command].concat());
            assert_eq!(told, serving.get(&address), "{command:?}");
        }
        let moves = printed(directory.path(), &["atlas", "moves", name]);
        for field in ["move", "value", "direct", "penalty", "share", "state"] {
            let rows = moves["moves"].as_array().expect("moves");
            assert!(rows.iter().all(|row| row.get(field).is_some()), "{field}");
        }
        assert!(moves["moves"][0]["value"].is_i64(), "{moves}");
    }
}

#[test]
fn a_lesson_says_what_the_command_line_says() {
    let directory = tempfile::tempdir().expect("a directory");
    let serving = Serving::start(directory.path(), &["--read-only"]);
    for (game, with) in [
        (TREE, "alphabeta"),
        (TREE, "minmax"),
        ("squares:4", "onpath"),
        ("kuhn", "pimc"),
    ] {
        let position = if game == "kuhn" {
            json!("J Q p")
        } else {
            Value::Null
        };
        let ask = json!({ "game": game, "with": with, "position": position });
        let (status, told) = serving.post("/api/learn/trace", &ask);
        assert_eq!(status, 200, "{told}");
        let mut words = vec!["explain", game];
        words.extend(position.as_str());
        words.extend(["--with", with]);
        assert_eq!(told["events"], cli(&words)["events"], "{with}");
        assert!(
            told["film"]["steps"]
                .as_array()
                .is_some_and(|steps| !steps.is_empty()),
            "{with}"
        );
    }
    for wrong in [
        json!({ "game": "tree:/etc/passwd", "with": "minimax" }),
        json!({ "game": "/etc/passwd", "with": "minimax" }),
        json!({ "game": TREE, "with": "pvs:weights=/etc/passwd" }),
        json!({ "game": TREE, "with": "nothing" }),
        json!({ "game": "(max 1", "with": "minimax" }),
    ] {
        let (status, told) = serving.post("/api/learn/trace", &wrong);
        assert!(
            matches!(status, 400 | 404) && told["message"].is_string(),
            "{wrong}: {status} {told}"
        );
        assert!(!told.to_string().contains("root:"), "{told}");
    }
}

#[test]
fn engines_go_by_name_and_texts_are_not_set_by_pages() {
    let Some(_) = stockfish() else { return };
    let directory = tempfile::tempdir().expect("a directory");
    let serving = Serving::start(directory.path(), &[]);
    let (status, tested) = serving.post("/api/engines/stockfish/test", &json!({}));
    assert_eq!(status, 200, "{tested}");
    let options = tested["options"].as_array().expect("options");
    assert!(
        options
            .iter()
            .any(|option| option["name"] == "Threads" && option["kind"] == "number")
    );
    assert!(
        options
            .iter()
            .all(|option| option["name"] != "Debug Log File" && option["name"] != "SyzygyPath")
    );
    assert!(
        tested["checks"]
            .as_array()
            .is_some_and(|all| all[1]["ok"] == true),
        "{tested}"
    );
    serving.post(
        "/api/projects",
        &json!({ "name": "x", "position": "startpos" }),
    );
    let log = directory.path().join("log.txt");
    for (options, status) in [
        (json!({ "Debug Log File": log }), 403),
        (json!({ "SyzygyPath": "/" }), 403),
        (
            json!({ "Threads": "1\nsetoption name Debug Log File value x" }),
            400,
        ),
        (json!({ "Threads": "0" }), 400),
        (json!({ "Threads\nquit": "1" }), 403),
    ] {
        let ask = json!({ "state": "running", "engine": "stockfish", "options": options });
        let (found, told) = serving.post("/api/p/x/run", &ask);
        assert_eq!(found, status, "{options}: {told}");
    }
    assert!(!log.exists());
    let ask = json!({ "state": "running", "engine": "stockfish", "count": 1, "options": { "Threads": "1" } });
    assert_eq!(serving.post("/api/p/x/run", &ask).0, 200);
    let grown = serving.wait("/api/p/x", |project| {
        project["evaluations"].as_u64() > Some(1)
    });
    assert!(
        grown["running"]["engines"]
            .as_str()
            .is_some_and(|text| text.contains("Stockfish")),
        "{grown}"
    );
}

#[test]
fn a_match_reaches_its_verdict() {
    let directory = tempfile::tempdir().expect("a directory");
    let serving = Serving::start(directory.path(), &[]);
    let ask = json!({
        "kind": "match", "a": "alphabeta", "b": "random", "game": "tictactoe", "limits": { "depth": "4" },
        "sprt": "0,200", "games": 400,
    });
    let (status, run) = serving.post("/api/runs", &ask);
    assert_eq!(status, 200, "{run}");
    let address = format!("/api/runs/{}", run["id"].as_str().expect("a name"));
    let done = serving.wait(&address, |run| run["state"] == "done");
    assert!(done.to_string().contains("H1"), "{done}");
}

#[test]
fn what_cannot_be_served_is_told() {
    let short = gametree(&["serve", "--port", "0", "--token", "short"]);
    assert!(short.code == 2 && short.err.contains("16"), "{}", short.err);
    let engine = gametree(&["serve", "--listen", "nowhere"]);
    assert_eq!(engine.code, 2, "{}", engine.err);
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("its number").port().to_string();
    let refused = gametree(&["serve", "--port", &port]);
    assert!(
        refused.code == 1 && refused.err.contains("--port"),
        "{}",
        refused.err
    );
}

#[test]
fn the_glossary_explains_a_word() {
    assert!(
        gametree(&["glossary", "share"])
            .out
            .starts_with("Share (share): ")
    );
    assert_eq!(cli(&["glossary", "elo"])["terms"][0]["title"], "Elo");
    let unknown = gametree(&["glossary", "shares"]);
    assert!(
        unknown.code == 3 && unknown.err.contains("did you mean 'share'"),
        "{}",
        unknown.err
    );
}
