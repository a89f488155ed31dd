//! The interface of the pages, asked in process: requests as text, requests built from its own
//! description, and the topics of tabs. A panic, a response of the kind 5xx and a response that
//! never comes are failures.

use std::cell::RefCell;
use std::net::SocketAddr;
use std::sync::OnceLock;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use gametree_web::server::{ConnectionLimits, Options, Site, Token};
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tower::ServiceExt;

use crate::shapes::{Entropy, Operation, operations};

/// Inputs that share a server: to start one takes longer than to ask it.
const INPUTS: usize = 200;
/// Requests, or messages of a tab, in one input.
const REQUESTS: usize = 8;
/// A response takes seconds at most; one that takes this long never comes.
const PATIENCE: Duration = Duration::from_secs(120);
/// The largest response.
const LARGEST: usize = 64 << 20;
const TOKEN: &str = "a-secret-of-the-fuzzer";
const ADDRESS: &str = "127.0.0.1:8117";

thread_local! {
    static SERVER: RefCell<Option<Server>> = const { RefCell::new(None) };
}

/// Requests as text, separated by empty lines: the method and the address, then lines of body.
/// Accepted when one was granted.
pub fn http(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let requests = text.split("\n\n").take(REQUESTS);
    let asked: Vec<Asked> = requests.filter_map(Asked::read).collect();
    with_server(|server| asked.iter().filter(|asked| server.ask(asked)).count() > 0)
}

/// Requests built from the description of the interface; the bytes make every choice.
pub fn openapi(bytes: &[u8]) -> bool {
    static OPERATIONS: OnceLock<Vec<Operation>> = OnceLock::new();
    let all = OPERATIONS.get_or_init(|| {
        let description = serde_json::to_value(gametree_web::description());
        operations(&description.expect("the description is JSON"))
    });
    let mut entropy = Entropy::new(bytes);
    let mut asked = Vec::new();
    while !entropy.is_used_up() && asked.len() < REQUESTS {
        let operation = &all[entropy.below(all.len())];
        asked.push(Asked {
            method: operation.method.clone(),
            path: operation.address(&mut entropy),
            body: operation.body(&mut entropy).to_string(),
        });
    }
    with_server(|server| asked.iter().filter(|asked| server.ask(asked)).count() > 0)
}

/// What a tab says, a line each. Accepted when something is watched.
pub fn topics(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    with_server(|server| server.runtime.block_on(watch(&server.site, &text)))
}

async fn watch(site: &Site, text: &str) -> bool {
    let (mut tab, mut news) = site.tab();
    let mut watched = false;
    for line in text.lines().take(REQUESTS) {
        if let Some(refusal) = tab.hear(line) {
            assert_eq!(refusal["refused"]["code"], "bad", "{line}: {refusal}");
            continue;
        }
        let wish: Value = serde_json::from_str(line).expect("what was heard is JSON");
        let Some(path) = wish.get("watch") else {
            continue;
        };
        let told = async {
            loop {
                let told = news.recv().await.expect("the tab is open");
                let told: Value = serde_json::from_str(&told).expect("what is told is JSON");
                if told["at"] == *path {
                    return told;
                }
            }
        };
        let told = tokio::time::timeout(PATIENCE, told).await;
        let told = told.unwrap_or_else(|_| panic!("{line}: nothing is told"));
        assert_ne!(told["refused"]["code"], "failed", "{line}: {told}");
        watched |= told.get("snapshot").is_some();
    }
    watched
}

/// One request.
struct Asked {
    method: String,
    path: String,
    body: String,
}

impl Asked {
    fn read(text: &str) -> Option<Asked> {
        let (first, body) = text.trim_start().split_once('\n').unwrap_or((text, ""));
        let (method, path) = first.trim().split_once(' ')?;
        Some(Asked {
            method: method.into(),
            path: path.into(),
            body: body.into(),
        })
    }

    /// No program is started but the built-in engine.
    fn is_harmless(&self) -> bool {
        !self.path.starts_with("/api/engines/") || self.path == "/api/engines/builtin/test"
    }

    fn harmless_body(&self) -> String {
        let runs = ["/api/projects", "/run", "/live"];
        match serde_json::from_str(&self.body) {
            Ok(Value::Object(mut all)) if runs.iter().any(|end| self.path.ends_with(end)) => {
                all.insert("engine".into(), json!("builtin"));
                Value::Object(all).to_string()
            }
            _ => self.body.clone(),
        }
    }
}

/// A server with a small project, in a directory of its own.
struct Server {
    site: Site,
    runtime: Runtime,
    inputs: usize,
    _folder: tempfile::TempDir,
}

impl Server {
    fn new() -> Server {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let address: SocketAddr = ADDRESS.parse().expect("an address");
        let options = Options {
            listen: address,
            read_only: false,
            program: "/bin/false".into(),
            shutdown: std::sync::Arc::default(),
            projects: folder.path().join("projects"),
            runs: folder.path().join("runs"),
            engines: Vec::new(),
            resume: false,
            syzygy: None,
            farm: None,
            token: None,
            limits: ConnectionLimits::default(),
        };
        let token = Token::new(Some(TOKEN)).expect("a good secret");
        let server = Server {
            site: Site::open(&options, address, token).expect("a server"),
            runtime: Runtime::new().expect("a runtime"),
            inputs: 0,
            _folder: folder,
        };
        let project = Asked {
            method: "POST".into(),
            path: "/api/projects".into(),
            body: r#"{"name": "p", "game": "tictactoe", "position": "a1 b2"}"#.into(),
        };
        assert!(server.ask(&project), "a project to ask about");
        server
    }

    /// Whether a request is granted.
    fn ask(&self, asked: &Asked) -> bool {
        if !asked.is_harmless() {
            return false;
        }
        let request = Request::builder()
            .method(asked.method.as_str())
            .uri(asked.path.as_str())
            .header(header::HOST, ADDRESS)
            .header(header::AUTHORIZATION, format!("Bearer {TOKEN}"))
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(asked.harmless_body()));
        // What is no request for the library never reaches the interface.
        let Ok(request) = request else {
            return false;
        };
        let (status, body) = self.runtime.block_on(self.response(request, asked));
        assert!(
            !status.is_server_error(),
            "{status} to {} {}\n{}\n{body}",
            asked.method,
            asked.path,
            asked.body
        );
        status.is_success()
    }

    async fn response(&self, request: Request<Body>, asked: &Asked) -> (StatusCode, String) {
        let answered = tokio::time::timeout(PATIENCE, self.site.router().oneshot(request)).await;
        let Ok(Ok(response)) = answered else {
            panic!(
                "no response to {} {}\n{}",
                asked.method, asked.path, asked.body
            );
        };
        let status = response.status();
        let body = to_bytes(response.into_body(), LARGEST).await;
        let body = body.expect("a response that is not too large");
        (status, String::from_utf8_lossy(&body).into_owned())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.site.stop();
    }
}

/// Asks the server of this thread; a new one now and then, and after a panic.
fn with_server<T>(ask: impl FnOnce(&Server) -> T) -> T {
    let kept = SERVER.with_borrow_mut(Option::take);
    let mut server = kept
        .filter(|server| server.inputs < INPUTS)
        .unwrap_or_else(Server::new);
    server.inputs += 1;
    let answer = ask(&server);
    SERVER.with_borrow_mut(|kept| *kept = Some(server));
    answer
}
