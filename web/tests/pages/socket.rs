//! The socket: a topic is a GET, kept fresh.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use super::client::{Serving, TOKEN};

type Socket =
    tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

async fn connect(serving: &Serving) -> Socket {
    let mut request = format!("ws://{}/ws", serving.address)
        .into_client_request()
        .expect("a request");
    request.headers_mut().insert(
        "Authorization",
        format!("Bearer {TOKEN}").parse().expect("a header"),
    );
    tokio_tungstenite::connect_async(request)
        .await
        .expect("a socket")
        .0
}

async fn say(socket: &mut Socket, words: &Value) {
    socket
        .send(Message::text(words.to_string()))
        .await
        .expect("it is heard");
}

async fn hear(socket: &mut Socket) -> Value {
    loop {
        let heard = tokio::time::timeout(Duration::from_secs(120), socket.next()).await;
        match heard.expect("in time").expect("open").expect("sound") {
            Message::Text(text) => return serde_json::from_str(&text).expect("JSON"),
            _ => continue,
        }
    }
}

/// As RFC 7396 says.
fn apply(old: &mut Value, patch: &Value) {
    let Some(patch) = patch.as_object() else {
        *old = patch.clone();
        return;
    };
    if !old.is_object() {
        *old = json!({});
    }
    for (name, change) in patch {
        if change.is_null() {
            old.as_object_mut().expect("an object").remove(name);
        } else {
            apply(&mut old[name.as_str()], change);
        }
    }
}

/// Null and gone are the same.
fn bare(value: &Value) -> Value {
    match value {
        Value::Object(all) => Value::Object(
            all.iter()
                .filter(|(_, v)| !v.is_null())
                .map(|(k, v)| (k.clone(), bare(v)))
                .collect(),
        ),
        Value::Array(all) => Value::Array(all.iter().map(bare).collect()),
        other => other.clone(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn patches_lead_to_what_a_get_says() {
    let directory = tempfile::tempdir().expect("a directory");
    let serving = Serving::of(directory.path(), false);
    let made = json!({ "name": "x", "position": "startpos", "run": true });
    assert_eq!(
        tokio::task::block_in_place(|| serving.post("/api/projects", &made)).status,
        200
    );
    let mut socket = connect(&serving).await;
    let topic = "/api/p/x/node/root/moves";
    say(&mut socket, &json!({ "watch": topic })).await;
    let first = hear(&mut socket).await;
    let (mut state, mut version) = (
        first["snapshot"].clone(),
        first["version"].as_u64().expect("a version"),
    );
    assert_eq!(
        (&first["at"], &state["schema"]),
        (&json!(topic), &json!("gametree.atlas.moves/1"))
    );
    for _ in 0..6 {
        let news = hear(&mut socket).await;
        assert_eq!(news["version"], version + 1, "no gap");
        version += 1;
        apply(&mut state, &news["patch"]);
    }
    tokio::task::block_in_place(|| serving.post("/api/p/x/run", &json!({ "state": "idle" })));
    tokio::task::block_in_place(|| serving.wait("/api/p/x", |project| project["state"] == "idle"));
    let truth = bare(&tokio::task::block_in_place(|| serving.get(topic).json()));
    let mut tries = 0;
    while bare(&state) != truth {
        tries += 1;
        assert!(tries < 10, "{state} is not {truth}");
        let news = hear(&mut socket).await;
        apply(&mut state, &news["patch"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_watched_is_said() {
    let directory = tempfile::tempdir().expect("a directory");
    let serving = Serving::of(directory.path(), false);
    let mut socket = connect(&serving).await;
    for words in [
        json!({ "watch": "/etc/passwd" }),
        json!({ "watch": "/api/p/none" }),
        json!({ "sing": "loud" }),
        json!([]),
    ] {
        say(&mut socket, &words).await;
        let told = hear(&mut socket).await;
        assert!(told["refused"]["message"].is_string(), "{words}: {told}");
    }
    say(&mut socket, &json!({ "unwatch": "/api/p/none" })).await;
    say(&mut socket, &json!({ "watch": "/api/projects" })).await;
    assert_eq!(hear(&mut socket).await["snapshot"]["projects"], json!([]));
}

/// A thousand changes a second are a few messages a second.
#[tokio::test(flavor = "multi_thread")]
async fn changes_are_gathered() {
    let directory = tempfile::tempdir().expect("a directory");
    let serving = Serving::of(directory.path(), false);
    let quick = json!({ "name": "x", "game": "tictactoe", "position": "" });
    assert_eq!(
        tokio::task::block_in_place(|| serving.post("/api/projects", &quick)).status,
        200
    );
    let fast = json!({ "nodes": 1 });
    assert_eq!(
        tokio::task::block_in_place(|| serving.post("/api/p/x/settings", &fast)).status,
        200
    );
    let mut socket = connect(&serving).await;
    say(&mut socket, &json!({ "watch": "/api/p/x/node/root/moves" })).await;
    hear(&mut socket).await;
    tokio::task::block_in_place(|| serving.post("/api/p/x/run", &json!({ "state": "running" })));
    let mut messages = 0;
    let start = tokio::time::Instant::now();
    let end = start + Duration::from_secs(3);
    while tokio::time::timeout_at(end, socket.next()).await.is_ok() {
        messages += 1;
    }
    // One in half a second, and what was on its way; on a busy machine 3 seconds may be longer.
    let seconds = start.elapsed().as_secs_f64();
    assert!(
        f64::from(messages) <= 2.0 + 2.0 * seconds,
        "{messages} messages in {seconds} seconds"
    );
}
