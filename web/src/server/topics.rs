//! The topics that tabs watch: each is read once for all of them, and what has changed is written
//! once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use super::patch;
use super::readings::{Reading, Readings, Turn};

/// How many patches of a topic are remembered: tabs that are slow have missed some readings.
const REMEMBERED: usize = 4;

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

/// All topics that somebody watches.
pub struct Topics {
    readings: Arc<Readings>,
    watched: Mutex<HashMap<String, Arc<Topic>>>,
}

/// An address that is read again and again.
pub struct Topic {
    latest: watch::Sender<Option<Turn>>,
    patches: Mutex<Vec<Patch>>,
}

/// What has changed between two readings.
struct Patch {
    from: u64,
    to: u64,
    text: Option<Arc<str>>,
}

/// A tab's view of a topic.
pub struct Watching {
    topic: Arc<Topic>,
    latest: watch::Receiver<Option<Turn>>,
    readings: Arc<Readings>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Topics {
    /// Of these readings.
    #[must_use]
    pub fn new(readings: Arc<Readings>) -> Arc<Topics> {
        Arc::new(Topics {
            readings,
            watched: Mutex::default(),
        })
    }

    /// Watches an address.
    pub fn watch(self: &Arc<Self>, path: &str) -> Watching {
        let mut watched = lock(&self.watched);
        let topic = watched.entry(path.to_owned()).or_insert_with(|| {
            let topic = Arc::new(Topic {
                latest: watch::channel(None).0,
                patches: Mutex::default(),
            });
            let (topics, own) = (Arc::clone(self), Arc::clone(&topic));
            let path = path.to_owned();
            tokio::spawn(async move { topics.keep_fresh(&path, &own).await });
            topic
        });
        Watching {
            latest: topic.latest.subscribe(),
            topic: Arc::clone(topic),
            readings: Arc::clone(&self.readings),
        }
    }

    /// Reads a topic at a rate that fits its address, while anybody watches.
    async fn keep_fresh(&self, path: &str, topic: &Topic) {
        loop {
            tokio::time::sleep(rate(path)).await;
            if self.is_left(path, topic) {
                return;
            }
            let turn = self.readings.get(path).await;
            topic.latest.send_if_modified(|latest| {
                let number = |turn: &Turn| turn.reading.number;
                let is_new = latest.as_ref().map(number) != Some(number(&turn));
                *latest = Some(turn);
                is_new
            });
        }
    }

    /// Whether nobody watches any more; then the topic is gone.
    fn is_left(&self, path: &str, topic: &Topic) -> bool {
        let mut watched = lock(&self.watched);
        let is_left = topic.latest.receiver_count() == 0;
        if is_left {
            watched.remove(path);
        }
        is_left
    }

    /// How many topics are watched.
    #[cfg(test)]
    pub fn count(&self) -> usize {
        lock(&self.watched).len()
    }
}

impl Topic {
    /// What has changed between two readings, as the text of a merge patch.
    pub fn patch(&self, from: &Reading, to: &Reading) -> Option<Arc<str>> {
        let mut patches = lock(&self.patches);
        let known = |patch: &&Patch| (patch.from, patch.to) == (from.number, to.number);
        if let Some(patch) = patches.iter().find(known) {
            return patch.text.clone();
        }
        let text = patch::between(from.value(), to.value());
        let text: Option<Arc<str>> = text.map(|patch| patch.to_string().into());
        if patches.len() == REMEMBERED {
            patches.remove(0);
        }
        patches.push(Patch {
            from: from.number,
            to: to.number,
            text: text.clone(),
        });
        text
    }
}

impl Watching {
    /// The topic.
    pub fn topic(&self) -> &Topic {
        &self.topic
    }

    /// What an address says now.
    pub async fn now(&self, path: &str) -> Turn {
        self.readings.get(path).await
    }

    /// What it says when it has changed. A tab that is slow gets the latest.
    pub async fn next(&mut self) -> Option<Turn> {
        loop {
            self.latest.changed().await.ok()?;
            if let Some(turn) = self.latest.borrow_and_update().clone() {
                return Some(turn);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use axum::Router;
    use axum::http::HeaderMap;
    use axum::routing::get;
    use serde_json::{Value, json};
    use tokio::sync::mpsc;

    use super::*;
    use crate::fresh::{Tag, fresh};
    use crate::server::Tab;

    const ADDRESS: &str = "/api/p/x/live";

    /// Something that changes, and how often it was looked at.
    #[derive(Default)]
    struct Changing {
        revision: AtomicU64,
        computed: AtomicU64,
    }

    fn topics(changing: &Arc<Changing>) -> Arc<Topics> {
        let shown = Arc::clone(changing);
        let answer = move |headers: HeaderMap| async move {
            let revision = shown.revision.load(Ordering::SeqCst);
            let compute = move || {
                shown.computed.fetch_add(1, Ordering::SeqCst);
                Ok(json!({ "schema": "a/1", "revision": revision, "same": [1, 2] }))
            };
            fresh(&headers, Tag::of(revision), compute).await
        };
        let router = Router::new().route(ADDRESS, get(answer));
        Topics::new(Readings::new(router))
    }

    async fn told(news: &mut mpsc::Receiver<String>) -> Value {
        let told = news.recv().await.expect("the tab is open");
        serde_json::from_str(&told).expect("JSON")
    }

    #[tokio::test]
    async fn a_change_is_computed_once_for_all_tabs() {
        let changing = Arc::new(Changing::default());
        let topics = topics(&changing);
        let watch = json!({ "watch": ADDRESS }).to_string();
        let mut tabs: Vec<_> = (0..60).map(|_| Tab::new(Arc::clone(&topics))).collect();
        for (tab, news) in &mut tabs {
            assert_eq!(tab.hear(&watch), None);
            let first = told(news).await;
            assert_eq!(
                (&first["version"], &first["at"]),
                (&json!(1), &json!(ADDRESS))
            );
            assert_eq!(first["snapshot"]["revision"], 0);
        }
        assert_eq!(topics.count(), 1);
        for revision in 1..=3 {
            changing.revision.store(revision, Ordering::SeqCst);
            for (_, news) in &mut tabs {
                let change = told(news).await;
                assert_eq!(change["version"], revision + 1, "no gap");
                assert_eq!(change["patch"], json!({ "revision": revision }));
            }
        }
        assert_eq!(changing.computed.load(Ordering::SeqCst), 4);
        drop(tabs);
        while topics.count() > 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    #[tokio::test]
    async fn a_tab_that_was_slow_gets_one_patch_to_what_is_true_now() {
        let changing = Arc::new(Changing::default());
        let topics = topics(&changing);
        let mut slow = topics.watch(ADDRESS);
        let first = slow.now(ADDRESS).await;
        let mut quick = topics.watch(ADDRESS);
        for revision in 1..=9 {
            changing.revision.store(revision, Ordering::SeqCst);
            while quick.next().await.expect("news").reading.value()["revision"] != revision {}
        }
        let last = slow.next().await.expect("news");
        let patch = slow.topic().patch(&first.reading, &last.reading);
        assert_eq!(patch.as_deref(), Some(r#"{"revision":9}"#));
    }
}
