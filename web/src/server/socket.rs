//! One socket per tab. A topic is the address of a GET, kept fresh: first a snapshot, then merge
//! patches.
//!
//! Almost nothing is queued for a browser: a topic is asked again when its last news has been
//! taken, so a slow client gets fewer and newer states, and never fills the memory. A topic that
//! takes long does not keep the others waiting.

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
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use tower::ServiceExt;

use super::patch;
use crate::error::ApiError;

/// The interface, behind the gate.
#[derive(Clone)]
pub struct Inside(pub Router);

/// The most sockets, topics of a socket and bytes of a message.
const SOCKETS: usize = 64;
const TOPICS: usize = 64;
const LONGEST: usize = 4096;

/// News that may wait for the browser.
const WAITING: usize = 8;

/// A browser that hears nothing for this long is asked whether it is still there.
const SILENCE: Duration = Duration::from_secs(20);

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
#[derive(Default)]
struct Topic {
    path: String,
    known: Option<Value>,
    tag: Option<HeaderValue>,
    version: u64,
}

/// Takes a browser's socket.
pub async fn open(State(inside): State<Inside>, upgrade: WebSocketUpgrade) -> Response {
    if OPEN.load(Ordering::Relaxed) >= SOCKETS {
        return ApiError::conflict("too many tabs are open").into_response();
    }
    upgrade
        .max_message_size(LONGEST)
        .on_upgrade(move |socket| async move {
            OPEN.fetch_add(1, Ordering::Relaxed);
            let (news, heard) = mpsc::channel(WAITING);
            Tab {
                inside: inside.0,
                topics: BTreeMap::new(),
                news,
            }
            .serve(socket, heard)
            .await;
            OPEN.fetch_sub(1, Ordering::Relaxed);
        })
}

/// How often an address may change for a reader.
fn rate(path: &str) -> Duration {
    let last = path
        .split('?')
        .next()
        .unwrap_or("")
        .rsplit('/')
        .next()
        .unwrap_or("");
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

/// A tab: a task for each topic, which waits while the browser has not taken what was said before.
struct Tab {
    inside: Router,
    topics: BTreeMap<String, AbortHandle>,
    news: mpsc::Sender<Value>,
}

impl Drop for Tab {
    fn drop(&mut self) {
        self.topics.values().for_each(AbortHandle::abort);
    }
}

impl Tab {
    async fn serve(mut self, mut socket: WebSocket, mut news: mpsc::Receiver<Value>) {
        let mut silence = tokio::time::interval(SILENCE);
        loop {
            let goes_on = tokio::select! {
                heard = socket.recv() => match heard {
                    Some(Ok(message)) => self.hear(&message, &mut socket).await,
                    _ => false,
                },
                Some(told) = news.recv() => socket.send(Message::Text(told.to_string().into())).await.is_ok(),
                _ = silence.tick() => socket.send(Message::Ping(axum::body::Bytes::new())).await.is_ok(),
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
            Ok(Wish::Unwatch(path)) => self.unwatch(&path),
            Ok(Wish::Watch(path)) if self.may_watch(&path) => self.watch(path),
            Ok(Wish::Watch(path)) => return refuse(socket, &path, "this cannot be watched").await,
            Err(_) => {
                let how = "say {\"watch\": \"/api/…\"} or {\"unwatch\": \"/api/…\"}";
                return refuse(socket, "", how).await;
            }
        }
        true
    }

    fn may_watch(&self, path: &str) -> bool {
        path.starts_with("/api/") && (self.topics.len() < TOPICS || self.topics.contains_key(path))
    }

    fn unwatch(&mut self, path: &str) {
        if let Some(topic) = self.topics.remove(path) {
            topic.abort();
        }
    }

    /// Begins with a snapshot, also where the topic is watched already.
    fn watch(&mut self, path: String) {
        self.unwatch(&path);
        let topic = Topic {
            path: path.clone(),
            ..Topic::default()
        };
        let task = tokio::spawn(topic.keep_fresh(self.inside.clone(), self.news.clone()));
        self.topics.insert(path, task.abort_handle());
    }
}

async fn refuse(socket: &mut WebSocket, path: &str, why: &str) -> bool {
    let refused = json!({ "at": path, "refused": { "code": "bad", "message": why, "hint": "" } });
    socket
        .send(Message::Text(refused.to_string().into()))
        .await
        .is_ok()
}

impl Topic {
    /// Asks again and again, at a rate that fits the address.
    async fn keep_fresh(mut self, inside: Router, news: mpsc::Sender<Value>) {
        let every = rate(&self.path);
        loop {
            if let Some(told) = self.ask(&inside).await
                && news.send(told).await.is_err()
            {
                return;
            }
            tokio::time::sleep(every).await;
        }
    }

    /// Asks the interface; the message for the browser, where there is news.
    async fn ask(&mut self, inside: &Router) -> Option<Value> {
        let mut request = Request::get(&self.path);
        if let Some(tag) = &self.tag {
            request = request.header(header::IF_NONE_MATCH, tag);
        }
        let response = match request.body(Body::empty()) {
            Ok(request) => inside.clone().oneshot(request).await.into_response(),
            Err(_) => ApiError::bad("not an address").into_response(),
        };
        if response.status() == StatusCode::NOT_MODIFIED {
            return None;
        }
        let (status, tag) = (
            response.status(),
            response.headers().get(header::ETAG).cloned(),
        );
        let body = to_bytes(response.into_body(), LARGEST)
            .await
            .unwrap_or_default();
        let new: Value = serde_json::from_slice(&body).unwrap_or(Value::Null);
        if !status.is_success() {
            return self.refused(new);
        }
        self.tag = tag;
        self.news(new)
    }

    fn refused(&mut self, why: Value) -> Option<Value> {
        let told = self.known.as_ref() == Some(&why);
        self.tag = None;
        self.known = Some(why.clone());
        (!told).then(|| json!({ "at": self.path, "refused": why }))
    }

    fn news(&mut self, new: Value) -> Option<Value> {
        let refused = self
            .known
            .as_ref()
            .is_some_and(|known| known.get("schema").is_none());
        let message = match &self.known {
            Some(known) if !refused => {
                let patch = patch::between(known, &new)?;
                json!({ "at": self.path, "version": self.version + 1, "patch": patch })
            }
            _ => json!({ "at": self.path, "version": self.version + 1, "snapshot": new }),
        };
        self.version += 1;
        self.known = Some(new);
        Some(message)
    }
}
