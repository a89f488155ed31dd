//! The streams and queues in the broker. They are made where they are missing, whenever that is.

use std::time::Duration;

use async_nats::jetstream::Context;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType, Stream};

use crate::link::LinkError;
use crate::subject;

/// How long the broker remembers the names of messages, to drop duplicates.
const NAMES: Duration = Duration::from_secs(120);

/// How long messages wait for a side that does not come back.
const OLDEST: Duration = Duration::from_secs(24 * 3600);

/// The most bytes of a stream. Tasks are few at any time; results wait for a coordinator.
const MOST_BYTES: i64 = 512 << 20;

fn stream(name: &str, subjects: &str) -> Config {
    Config {
        name: name.to_owned(),
        subjects: vec![subjects.to_owned()],
        retention: RetentionPolicy::WorkQueue,
        // What does not fit is refused, and published again later; nothing is pushed out.
        discard: DiscardPolicy::New,
        max_bytes: MOST_BYTES,
        max_age: OLDEST,
        duplicate_window: NAMES,
        storage: StorageType::File,
        num_replicas: 1,
        ..Config::default()
    }
}

/// The stream of tasks and the stream of results.
///
/// # Errors
/// When the broker cannot have them.
pub async fn streams(context: &Context) -> Result<(Stream, Stream), LinkError> {
    let tasks = open(context, stream(subject::TASKS, subject::ALL_TASKS)).await?;
    let results = open(context, stream(subject::RESULTS, subject::ALL_RESULTS)).await?;
    Ok((tasks, results))
}

/// The stream of games to be played and the stream of their records.
///
/// # Errors
/// When the broker cannot have them.
pub async fn match_streams(context: &Context) -> Result<(Stream, Stream), LinkError> {
    let games = open(context, stream(subject::GAMES, subject::ALL_GAMES)).await?;
    let records = open(context, stream(subject::RECORDS, subject::ALL_RECORDS)).await?;
    Ok((games, records))
}

async fn open(context: &Context, config: Config) -> Result<Stream, LinkError> {
    let opened = context.get_or_create_stream(config).await;
    opened.map_err(|error| LinkError::Streams(error.to_string()))
}

/// A queue of messages that are each given to one taker, and to another one if that is silent.
pub struct Queue<'a> {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub subject: String,
    /// How long a taker may be silent.
    pub lease: Duration,
    /// Its stream.
    pub stream: &'a Stream,
}

impl Queue<'_> {
    /// Makes it where it is missing.
    ///
    /// # Errors
    /// When the broker cannot.
    pub async fn open(self) -> Result<PullConsumer, LinkError> {
        let config = pull::Config {
            durable_name: Some(self.name.clone()),
            filter_subject: self.subject,
            ack_policy: AckPolicy::Explicit,
            ack_wait: self.lease,
            max_deliver: -1,
            max_ack_pending: 20_000,
            max_waiting: 20_000,
            ..pull::Config::default()
        };
        self.stream
            .get_or_create_consumer(&self.name, config)
            .await
            .map_err(|error| LinkError::Streams(error.to_string()))
    }
}
