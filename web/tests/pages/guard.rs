//! Who is refused.

use serde_json::json;

use super::client::{Reply, Serving, TOKEN};

fn serving() -> (tempfile::TempDir, Serving) {
    let directory = tempfile::tempdir().expect("a directory");
    let serving = Serving::of(directory.path(), false);
    (directory, serving)
}

fn bearer() -> String {
    format!("Bearer {TOKEN}")
}

fn refused(reply: &Reply, status: u16) {
    assert_eq!(reply.status, status, "{reply:?}");
    let told = reply.json();
    assert!(
        told["code"].is_string()
            && told["message"]
                .as_str()
                .is_some_and(|text| !text.is_empty()),
        "{told}"
    );
}

#[test]
fn a_missing_or_wrong_token_is_refused() {
    let (_directory, serving) = serving();
    refused(&serving.ask("GET", "/api/projects", &[], ""), 401);
    refused(
        &serving.ask(
            "GET",
            "/api/projects",
            &[("Authorization", "Bearer a-secret-of-the-texts")],
            "",
        ),
        401,
    );
    refused(
        &serving.ask("GET", &format!("/api/projects?token={TOKEN}"), &[], ""),
        401,
    );
    let cookie = format!("gametree_{}=wrong", serving.address.port());
    refused(
        &serving.ask("GET", "/api/projects", &[("Cookie", &cookie)], ""),
        401,
    );
    let page = serving.ask("GET", "/", &[], "");
    assert!(
        page.status == 401
            && page.body.contains("gametree serve")
            && !page.body.contains("<script"),
        "{page:?}"
    );
    assert_eq!(serving.get("/api/projects").status, 200);
}

#[test]
fn the_token_becomes_a_cookie_and_leaves_the_address() {
    let (_directory, serving) = serving();
    let reply = serving.ask("GET", &format!("/learn/aima?step=3&token={TOKEN}"), &[], "");
    assert_eq!(
        (reply.status, reply.header("location")),
        (303, Some("/learn/aima?step=3"))
    );
    let cookie = reply.header("set-cookie").expect("a cookie").to_string();
    assert!(
        cookie.contains("HttpOnly")
            && cookie.contains("SameSite=Strict")
            && !cookie.contains("Domain"),
        "{cookie}"
    );
    let pair = cookie.split(';').next().expect("a pair");
    assert_eq!(
        serving
            .ask("GET", "/api/projects", &[("Cookie", pair)], "")
            .status,
        200
    );
    let elsewhere = serving.ask("GET", &format!("//evil.example/?token={TOKEN}"), &[], "");
    assert_eq!(
        elsewhere.header("location"),
        Some("/evil.example/"),
        "never an address elsewhere"
    );
}

#[test]
fn a_foreign_host_is_refused() {
    let (_directory, serving) = serving();
    let port = serving.address.port();
    for host in [
        "evil.example",
        &format!("evil.example:{port}"),
        "127.0.0.1",
        "localhost:1",
        "",
    ] {
        refused(
            &serving.ask(
                "GET",
                "/api/projects",
                &[("Host", host), ("Authorization", &bearer())],
                "",
            ),
            403,
        );
    }
    for host in [format!("localhost:{port}"), format!("127.0.0.1:{port}")] {
        assert_eq!(
            serving
                .ask(
                    "GET",
                    "/api/projects",
                    &[("Host", &host), ("Authorization", &bearer())],
                    ""
                )
                .status,
            200
        );
    }
}

#[test]
fn a_foreign_page_is_refused() {
    let (_directory, serving) = serving();
    let own = format!("http://{}", serving.address);
    let json = ("Content-Type", "application/json");
    for origin in [
        "http://evil.example",
        "null",
        "https://127.0.0.1",
        &own.replace("http:", "https:"),
    ] {
        let headers = [("Origin", origin), ("Authorization", &bearer()), json];
        refused(&serving.ask("POST", "/api/projects", &headers, "{}"), 403);
        refused(&serving.ask("GET", "/api/projects", &headers, ""), 403);
        let mut upgrade = vec![
            ("Upgrade", "websocket"),
            ("Connection", "Upgrade"),
            ("Sec-WebSocket-Version", "13"),
        ];
        upgrade.push(("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="));
        upgrade.extend(headers);
        refused(&serving.ask("GET", "/ws", &upgrade, ""), 403);
    }
    let site = [
        ("Sec-Fetch-Site", "cross-site"),
        ("Sec-Fetch-Mode", "no-cors"),
        ("Authorization", &bearer()),
    ];
    refused(&serving.ask("GET", "/api/projects", &site, ""), 403);
    assert_eq!(
        serving
            .ask(
                "GET",
                "/api/projects",
                &[("Origin", &own), ("Authorization", &bearer())],
                ""
            )
            .status,
        200
    );
}

#[test]
fn the_socket_needs_the_token_too() {
    let (_directory, serving) = serving();
    let upgrade = [
        ("Upgrade", "websocket"),
        ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    refused(&serving.ask("GET", "/ws", &upgrade, ""), 401);
}

#[test]
fn changes_are_json_and_of_some_size() {
    let (_directory, serving) = serving();
    let auth = bearer();
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
    ] {
        let headers = [("Content-Type", kind), ("Authorization", auth.as_str())];
        refused(&serving.ask("POST", "/api/projects", &headers, "{}"), 415);
    }
    refused(
        &serving.ask("POST", "/api/projects", &[("Authorization", &auth)], "{}"),
        415,
    );
    let large = format!("{{\"position\": \"{}\"}}", "x".repeat(2 << 20));
    let headers = [
        ("Content-Type", "application/json"),
        ("Authorization", auth.as_str()),
    ];
    refused(&serving.ask("POST", "/api/projects", &headers, &large), 413);
    for wrong in [
        "",
        "{",
        "[]",
        "{\"position\": 1}",
        "{\"engine_path\": \"/bin/sh\"}",
        "\u{0}",
    ] {
        refused(&serving.ask("POST", "/api/projects", &headers, wrong), 400);
    }
    let deep = "[".repeat(100_000);
    refused(&serving.ask("POST", "/api/projects", &headers, &deep), 400);
}

#[test]
fn path_tricks_find_nothing() {
    let (directory, serving) = serving();
    std::fs::write(directory.path().join("secret.txt"), "treasure").expect("a file");
    for path in [
        "/../secret.txt",
        "/lib/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/lib/%2e%2e/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "/vendor/..%5c..%5cCargo.toml",
        "/api/p/..%2f..%2fsecret",
        "/api/p/%2e%2e",
        "/api/p/.hidden",
        "/api/p/a%00b",
        "/api/p/..%5csecret.txt",
        "/api/nothing",
        "/lib/nothing.js",
    ] {
        let reply = serving.get(path);
        assert!(matches!(reply.status, 400 | 404), "{path}: {reply:?}");
        assert!(
            !reply.body.contains("treasure")
                && !reply.body.contains("[package]")
                && !reply.body.contains("root:"),
            "{path}"
        );
    }
    let page = serving.get("//etc/passwd.txt");
    assert!(
        page.body.contains("<title>gametree"),
        "an address of a page, whatever it looks like"
    );
    for name in [
        "../x",
        "a/b",
        "..",
        ".x",
        "a\\b",
        &"x".repeat(101),
        "a\nb",
        "a\u{0}",
    ] {
        refused(
            &serving.post(
                "/api/projects",
                &json!({ "name": name, "position": "startpos" }),
            ),
            400,
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
}

#[test]
fn an_engine_is_never_a_path() {
    let (directory, serving) = serving();
    let made = serving.post(
        "/api/projects",
        &json!({ "name": "x", "position": "startpos" }),
    );
    assert_eq!(made.status, 200, "{made:?}");
    let mark = directory.path().join("started");
    let command = format!("/bin/touch {}", mark.display());
    for engine in [
        "/bin/sh",
        command.as_str(),
        "../sh",
        "builtin --x",
        "stockfish\nquit",
    ] {
        let reply = serving.post(
            "/api/p/x/run",
            &json!({ "state": "running", "engine": engine }),
        );
        refused(&reply, 404);
        refused(
            &serving.post("/api/p/x/live", &json!({ "node": 0, "engine": engine })),
            404,
        );
    }
    refused(
        &serving.post(
            "/api/p/x/run",
            &json!({ "state": "running", "command": "/bin/sh" }),
        ),
        400,
    );
    assert!(!mark.exists());
}

#[test]
fn a_server_that_only_shows_changes_nothing() {
    let directory = tempfile::tempdir().expect("a directory");
    {
        let serving = Serving::of(directory.path(), false);
        assert_eq!(
            serving
                .post(
                    "/api/projects",
                    &json!({ "name": "x", "position": "startpos" })
                )
                .status,
            200
        );
    }
    let serving = Serving::of(directory.path(), true);
    let before = std::fs::read(directory.path().join("x.atlas")).expect("the file");
    for (path, body) in [
        ("/api/projects", json!({ "position": "startpos" })),
        ("/api/p/x/run", json!({ "state": "running" })),
        (
            "/api/p/x/node/root/actions",
            json!({ "do": "note", "text": "no" }),
        ),
        ("/api/p/x/settings", json!({ "nodes": 1 })),
        ("/api/p/x/live", json!({ "node": 0 })),
        ("/api/p/x/close", json!({})),
        ("/api/p/x/seen", json!({})),
        ("/api/runs", json!({})),
    ] {
        refused(&serving.post(path, &body), 403);
    }
    assert_eq!(serving.get("/api/p/x/node/root").status, 200);
    assert_eq!(serving.get("/api/p/x").json()["writable"], false);
    assert_eq!(
        serving
            .post(
                "/api/learn/trace",
                &json!({ "game": "(max 1 2)", "with": "minimax" })
            )
            .status,
        200,
        "asked, not refused"
    );
    assert_eq!(
        std::fs::read(directory.path().join("x.atlas")).expect("the file"),
        before
    );
}

#[test]
fn every_answer_bears_the_policy() {
    let (_directory, serving) = serving();
    for reply in [
        serving.get("/"),
        serving.get("/api/projects"),
        serving.get("/api/none"),
        serving.ask("GET", "/", &[], ""),
    ] {
        let policy = reply.header("content-security-policy").expect("a policy");
        assert!(
            policy.starts_with("default-src 'self'") && policy.contains("frame-ancestors 'none'"),
            "{policy}"
        );
        assert!(
            !policy.contains("unsafe-eval") && !policy.contains("script-src"),
            "{policy}"
        );
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
    }
    assert_eq!(
        serving.get("/api/projects").header("cache-control"),
        Some("no-store")
    );
}

#[test]
fn the_description_lists_what_is_there() {
    let (_directory, serving) = serving();
    assert_eq!(
        serving
            .post(
                "/api/projects",
                &json!({ "name": "x", "position": "[Event \"club\"]\n\n1. e4 e5 *" })
            )
            .status,
        200
    );
    let described = serving.get("/api/openapi.json").json();
    let paths = described["paths"].as_object().expect("paths");
    assert!(paths.len() > 20);
    for (path, methods) in paths.iter().filter(|(path, _)| !path.contains("/runs")) {
        let path = path.replace("{id}", "x").replace("{n}", "root");
        let path = path
            .replace("exercises/{name}", "exercises/four-squares")
            .replace("book/{name}", "book/minimax")
            + if path.ends_with("find") {
                "?q=root"
            } else {
                ""
            };
        if methods.get("get").is_some() {
            let reply = serving.get(&path);
            // A game as a file is the one thing that is not JSON.
            let is_right = if path.ends_with(".pgn") {
                reply.body.starts_with("[Event ")
            } else {
                reply.json()["schema"].is_string()
            };
            assert!(reply.status == 200 && is_right, "{path}: {reply:?}");
        }
    }
}
