//! A tab and what it watches. A topic is the address of a GET, kept fresh: first a snapshot, then
//! merge patches.
//!
//! Almost nothing is queued for a browser: a topic is asked again when its last news has been
//! taken, so a slow client gets fewer and newer states, and never fills the memory. A topic that
//! takes long does not keep the others waiting.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderValue, Request, StatusCode, header};
use axum::response::IntoResponse;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;
use tower::ServiceExt;

use super::patch;
use crate::error::ApiError;

/// The most topics of a tab.
const TOPICS: usize = 64;

/// News that may wait for the browser.
const WAITING: usize = 8;

/// The largest answer that is kept fresh.
const LARGEST: usize = 16 << 20;

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
pub struct Tab {
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
    /// A tab that watches nothing yet, and where its news arrive.
    #[must_use]
    pub fn new(inside: Router) -> (Tab, mpsc::Receiver<Value>) {
        let (news, heard) = mpsc::channel(WAITING);
        let tab = Tab {
            inside,
            topics: BTreeMap::new(),
            news,
        };
        (tab, heard)
    }

    /// What the browser wants, `{"watch": ADDRESS}` or `{"unwatch": ADDRESS}`; the refusal, where
    /// there is one.
    pub fn hear(&mut self, text: &str) -> Option<Value> {
        match serde_json::from_str(text) {
            Ok(Wish::Unwatch(path)) => self.unwatch(&path),
            Ok(Wish::Watch(path)) if self.may_watch(&path) => self.watch(path),
            Ok(Wish::Watch(path)) => return Some(refusal(&path, "this cannot be watched")),
            Err(_) => {
                let how = "say {\"watch\": \"/api/…\"} or {\"unwatch\": \"/api/…\"}";
                return Some(refusal("", how));
            }
        }
        None
    }

    /// How many topics it watches.
    #[must_use]
    pub fn topics(&self) -> usize {
        self.topics.len()
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

fn refusal(path: &str, why: &str) -> Value {
    json!({ "at": path, "refused": { "code": "bad", "message": why, "hint": "" } })
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
