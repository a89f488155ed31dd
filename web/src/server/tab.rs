//! A tab and what it watches. A topic is the address of a GET, kept fresh: first a snapshot, then
//! merge patches.
//!
//! Almost nothing is queued for a browser: a tab takes the latest reading of a topic when its last
//! news have been taken, so a slow client gets fewer and newer states, and never fills the memory. A
//! topic that takes long does not keep the others waiting.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

use super::readings::{Reading, Turn};
use super::topics::{Topic, Topics, Watching};

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
struct View {
    /// The address as JSON.
    at: String,
    known: Option<Turn>,
    version: u64,
}

/// A tab: a task for each topic, which waits while the browser has not taken what was said before.
pub struct Tab {
    watchable: Arc<Topics>,
    topics: BTreeMap<String, AbortHandle>,
    news: mpsc::Sender<String>,
}

impl Drop for Tab {
    fn drop(&mut self) {
        self.topics.values().for_each(AbortHandle::abort);
    }
}

impl Tab {
    /// A tab that watches nothing yet, and where its news arrive.
    #[must_use]
    pub fn new(watchable: Arc<Topics>) -> (Tab, mpsc::Receiver<String>) {
        let (news, heard) = mpsc::channel(WAITING);
        let tab = Tab {
            watchable,
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
        let watching = self.watchable.watch(&path);
        let told = keep_fresh(path.clone(), watching, self.news.clone());
        let task = tokio::spawn(told);
        self.topics.insert(path, task.abort_handle());
    }
}

fn refusal(path: &str, why: &str) -> Value {
    json!({ "at": path, "refused": { "code": "bad", "message": why, "hint": "" } })
}

/// Tells a browser of an address, and of every change.
async fn keep_fresh(path: String, mut watching: Watching, news: mpsc::Sender<String>) {
    let mut view = View {
        at: json!(path).to_string(),
        known: None,
        version: 0,
    };
    let mut turn = watching.now(&path).await;
    loop {
        if let Some(told) = view.take(watching.topic(), turn)
            && news.send(told).await.is_err()
        {
            return;
        }
        match watching.next().await {
            Some(next) => turn = next,
            None => return,
        }
    }
}

impl View {
    /// The message for the browser, where there is news.
    fn take(&mut self, topic: &Topic, turn: Turn) -> Option<String> {
        let known = self.known.as_ref();
        let is_old = |known: &Turn| {
            turn.number <= known.number || turn.reading.number == known.reading.number
        };
        if known.is_some_and(is_old) {
            return None;
        }
        let known = self.known.replace(turn.clone()).map(|turn| turn.reading);
        match turn.reading.status.is_success() {
            true => self.news(topic, known.as_deref(), &turn.reading),
            false => self.refusal(known.as_deref(), &turn.reading),
        }
    }

    fn refusal(&self, known: Option<&Reading>, why: &Reading) -> Option<String> {
        let is_told = known.is_some_and(|known| value(known) == value(why));
        (!is_told).then(|| format!(r#"{{"at":{},"refused":{}}}"#, self.at, value(why)))
    }

    fn news(&mut self, topic: &Topic, known: Option<&Reading>, new: &Reading) -> Option<String> {
        let (name, text) = match known.filter(|known| known.status.is_success()) {
            Some(known) if known.bytes().max(new.bytes()) <= LARGEST => {
                ("patch", topic.patch(known, new)?.to_string())
            }
            _ => ("snapshot", value(new).to_string()),
        };
        self.version += 1;
        let View { at, version, .. } = self;
        Some(format!(
            r#"{{"at":{at},"version":{version},"{name}":{text}}}"#
        ))
    }
}

/// What is told of a reading: nothing of one that is too large.
fn value(reading: &Reading) -> &Value {
    match reading.bytes() <= LARGEST {
        true => reading.value(),
        false => &Value::Null,
    }
}
