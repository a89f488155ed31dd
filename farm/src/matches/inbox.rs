//! What comes to a match from the broker: records, and the beats of workers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::jetstream::Context;
use async_nats::jetstream::consumer::PullConsumer;
use futures_util::StreamExt;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::timeout;

use super::message::PlayerMessage;
use crate::link::{Link, LinkWatch};
use crate::message::decode;
use crate::subject;

/// The pause after a failure of the broker.
const PAUSE: Duration = Duration::from_millis(200);

/// How long a look for records may last.
const SILENCE: Duration = Duration::from_secs(3);

/// How many records wait to be read.
const MOST_WAITING: usize = 64;

/// What has come.
pub(super) struct Inbox {
    /// Records, each to be acknowledged.
    pub(super) records: Receiver<async_nats::jetstream::Message>,
    /// Beats of workers.
    pub(super) beats: Receiver<PlayerMessage>,
    /// Raised when the broker may have lost something.
    pub(super) doubtful: Arc<AtomicBool>,
}

impl Inbox {
    /// Listens for as long as the connection lives.
    pub(super) fn open(link: &Link, name: &str) -> Inbox {
        let doubtful = Arc::new(AtomicBool::new(false));
        let (send_record, records) = channel(MOST_WAITING);
        let (send_beat, beats) = channel(MOST_WAITING);
        let listener = Listener {
            name: name.to_owned(),
            context: link.streams(),
            records: send_record,
            doubtful: Arc::clone(&doubtful),
        };
        link.runtime().spawn(listener.listen(link.watch()));
        link.runtime().spawn(hear_beats(link.client(), send_beat));
        Inbox {
            records,
            beats,
            doubtful,
        }
    }
}

struct Listener {
    name: String,
    context: Context,
    records: Sender<async_nats::jetstream::Message>,
    doubtful: Arc<AtomicBool>,
}

impl Listener {
    async fn listen(self, mut watch: LinkWatch) {
        while !self.records.is_closed() {
            watch.is_new();
            let heard = tokio::select! {
                heard = self.hear() => heard,
                // A broker that came back does not know what we wait for.
                () = watch.until_new() => None,
            };
            if heard.is_none() {
                self.doubtful.store(true, Ordering::SeqCst);
                tokio::time::sleep(PAUSE).await;
            }
        }
    }

    /// Hears records until something fails.
    async fn hear(&self) -> Option<()> {
        let stream = self.context.get_stream_no_info(subject::RECORDS).await;
        let name = subject::records(&self.name);
        let queue: PullConsumer = stream.ok()?.get_consumer(&name).await.ok()?;
        loop {
            let batch = queue.batch().max_messages(MOST_WAITING);
            let batch = batch.expires(Duration::from_secs(1)).messages().await;
            let mut batch = batch.ok()?;
            // A broker that dies meanwhile never answers.
            while let Some(message) = timeout(SILENCE, batch.next()).await.ok()? {
                self.records.send(message.ok()?).await.ok()?;
            }
        }
    }
}

async fn hear_beats(client: async_nats::Client, beats: Sender<PlayerMessage>) {
    while !beats.is_closed() {
        let Ok(mut heard) = client.subscribe(subject::ALL_PLAYERS).await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        while let Some(message) = heard.next().await {
            let Ok(beat) = decode::<PlayerMessage>(&message.payload) else {
                continue;
            };
            // A worker speaks for itself only.
            let speaks_for_itself = message.subject.as_str() == subject::player(&beat.worker);
            if speaks_for_itself && beats.send(beat).await.is_err() {
                return;
            }
        }
    }
}
