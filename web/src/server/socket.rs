//! One socket a tab. A topic is the address of a GET, kept fresh: first a snapshot, then merge patches.
//!
//! Nothing is queued for a browser: a topic that is due is computed when the last message has been taken, so a slow
//! client gets fewer and newer states, and never fills the memory.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderValue, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::Instant;
use tower::ServiceExt;

use super::patch;
use crate::refusal::Refusal;

/// The interface, behind the gate.
#[derive(Clone)]
pub struct Inside(pub Router);

/// The most sockets, topics of a socket and bytes of a message.
const SOCKETS: usize = 64;
const TOPICS: usize = 64;
const LONGEST: usize = 4096;

/// The largest answer that is kept fresh.
const LARGEST: usize = 16 << 20;

static OPEN: AtomicUsize = AtomicUsize::new(0);

/// What a browser says.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum Wish {
    Watch(String),
    Unwatch(String),
}

/// An address and what the browser knows of it.
struct Topic {
    known: Option<Value>,
    tag: Option<HeaderValue>,
    version: u64,
    every: Duration,
    due: Instant,
}

/// Takes a browser's socket.
pub async fn open(State(inside): State<Inside>, upgrade: WebSocketUpgrade) -> Response {
    if OPEN.load(Ordering::Relaxed) >= SOCKETS {
        return Refusal::conflict("too many tabs are open").into_response();
    }
    upgrade.max_message_size(LONGEST).on_upgrade(move |socket| async move {
        OPEN.fetch_add(1, Ordering::Relaxed);
        Tab { inside: inside.0, topics: BTreeMap::new() }.serve(socket).await;
        OPEN.fetch_sub(1, Ordering::Relaxed);
    })
}

/// How often an address may change for a reader.
fn rate(path: &str) -> Duration {
    let last = path.split('?').next().unwrap_or("").rsplit('/').next().unwrap_or("");
    let millis = match last {
        "live" => 200,
        "moves" => 500,
        "map" | "projects" => 2000,
        "stats" | "history" | "changes" => 5000,
        _ if path.contains("/node/") => 500,
        _ => 1000,
    };
    Duration::from_millis(millis)
}

/// A tab.
struct Tab {
    inside: Router,
    topics: BTreeMap<String, Topic>,
}

impl Tab {
    async fn serve(mut self, mut socket: WebSocket) {
        loop {
            let next = self.topics.values().map(|topic| topic.due).min();
            let idle = Instant::now() + Duration::from_secs(20);
            let heard = tokio::time::timeout_at(next.unwrap_or(idle).min(idle), socket.recv()).await;
            let goes_on = match heard {
                Ok(Some(Ok(message))) => self.hear(&message, &mut socket).await,
                Ok(_) => false,
                Err(_) if next.is_none_or(|next| next > Instant::now()) => {
                    socket.send(Message::Ping(axum::body::Bytes::new())).await.is_ok()
                }
                Err(_) => self.tell(&mut socket).await,
            };
            if !goes_on {
                return;
            }
        }
    }

    /// What the browser wants; `false` ends the socket.
    async fn hear(&mut self, message: &Message, socket: &mut WebSocket) -> bool {
        let text = match message {
            Message::Text(text) => text.as_str(),
            Message::Ping(_) | Message::Pong(_) => return true,
            Message::Binary(_) | Message::Close(_) => return false,
        };
        match serde_json::from_str(text) {
            Ok(Wish::Unwatch(path)) => _ = self.topics.remove(&path),
            Ok(Wish::Watch(path))
                if path.starts_with("/api/")
                    && (self.topics.len() < TOPICS || self.topics.contains_key(&path)) =>
            {
                let every = rate(&path);
                let version = self.topics.get(&path).map_or(0, |topic| topic.version);
                self.topics
                    .insert(path, Topic { known: None, tag: None, version, every, due: Instant::now() });
            }
            Ok(Wish::Watch(path)) => return refuse(socket, &path, "this cannot be watched").await,
            Err(_) => {
                return refuse(socket, "", "say {\"watch\": \"/api/…\"} or {\"unwatch\": \"/api/…\"}").await;
            }
        }
        true
    }

    /// Everything that is due.
    async fn tell(&mut self, socket: &mut WebSocket) -> bool {
        let now = Instant::now();
        let due: Vec<String> =
            self.topics.iter().filter(|(_, topic)| topic.due <= now).map(|(path, _)| path.clone()).collect();
        for path in due {
            let Some(topic) = self.topics.get_mut(&path) else { continue };
            let news = topic.ask(&self.inside, &path).await;
            topic.due = Instant::now() + topic.every;
            if let Some(news) = news
                && socket.send(Message::Text(news.to_string().into())).await.is_err()
            {
                return false;
            }
        }
        true
    }
}

async fn refuse(socket: &mut WebSocket, path: &str, why: &str) -> bool {
    let refused = json!({ "at": path, "refused": { "code": "bad", "message": why, "hint": "" } });
    socket.send(Message::Text(refused.to_string().into())).await.is_ok()
}

impl Topic {
    /// Asks the interface; the message for the browser, where there is news.
    async fn ask(&mut self, inside: &Router, path: &str) -> Option<Value> {
        let mut request = Request::get(path);
        if let Some(tag) = &self.tag {
            request = request.header(header::IF_NONE_MATCH, tag);
        }
        let response = match request.body(Body::empty()) {
            Ok(request) => inside.clone().oneshot(request).await.into_response(),
            Err(_) => Refusal::bad("this is no address").into_response(),
        };
        if response.status() == StatusCode::NOT_MODIFIED {
            return None;
        }
        let (status, tag) = (response.status(), response.headers().get(header::ETAG).cloned());
        let body = to_bytes(response.into_body(), LARGEST).await.unwrap_or_default();
        let new: Value = serde_json::from_slice(&body).unwrap_or(Value::Null);
        if !status.is_success() {
            return self.refused(path, new);
        }
        self.tag = tag;
        self.news(path, new)
    }

    fn refused(&mut self, path: &str, why: Value) -> Option<Value> {
        let told = self.known.as_ref() == Some(&why);
        self.tag = None;
        self.known = Some(why.clone());
        (!told).then(|| json!({ "at": path, "refused": why }))
    }

    fn news(&mut self, path: &str, new: Value) -> Option<Value> {
        let refused = self.known.as_ref().is_some_and(|known| known.get("schema").is_none());
        let message = match &self.known {
            Some(known) if !refused => {
                let patch = patch::between(known, &new)?;
                json!({ "at": path, "version": self.version + 1, "patch": patch })
            }
            _ => json!({ "at": path, "version": self.version + 1, "snapshot": new }),
        };
        self.version += 1;
        self.known = Some(new);
        Some(message)
    }
}
