//! What a worker sends: results, acknowledgements, words that may be lost.

use std::collections::HashMap;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_nats::Client;
use async_nats::jetstream::Context;
use async_nats::jetstream::message::{AckKind, Acker, PublishMessage};
use tokio::runtime::Handle;
use tokio::time::timeout;

use crate::link::Link;

/// The pause after a failure of the broker.
const PAUSE: Duration = Duration::from_millis(200);

/// The pause before a task that must go to another worker is offered again.
const OTHERS_FIRST: Duration = Duration::from_millis(50);

/// How long acknowledgements may take at the end.
const SETTLE: Duration = Duration::from_secs(2);

/// A result on its way.
pub(crate) struct Delivery {
    pub(crate) ticket_of_broker: u64,
    pub(crate) subject: String,
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// The messages that the broker waits for.
#[derive(Default)]
pub(crate) struct Ackers {
    pub(crate) open: HashMap<u64, Arc<Acker>>,
    next: u64,
}

impl Ackers {
    pub(crate) fn lock(shared: &Mutex<Ackers>) -> MutexGuard<'_, Ackers> {
        shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn insert(&mut self, acker: Acker) -> u64 {
        self.next += 1;
        self.open.insert(self.next, Arc::new(acker));
        self.next
    }
}

/// Sends for one worker.
pub(crate) struct Post {
    runtime: Handle,
    client: Client,
    context: Context,
    ackers: Arc<Mutex<Ackers>>,
}

impl Post {
    pub(crate) fn new(link: &Link) -> Post {
        Post {
            runtime: link.runtime().clone(),
            client: link.client(),
            context: link.streams(),
            ackers: Arc::default(),
        }
    }

    /// The messages that are to be acknowledged.
    pub(crate) fn ackers(&self) -> Arc<Mutex<Ackers>> {
        Arc::clone(&self.ackers)
    }

    fn acker(&self, ticket: u64, last: bool) -> Option<Arc<Acker>> {
        let mut ackers = Ackers::lock(&self.ackers);
        match last {
            true => ackers.open.remove(&ticket),
            false => ackers.open.get(&ticket).cloned(),
        }
    }

    fn acknowledge(&self, ticket: u64, kind: AckKind) {
        let last = !matches!(kind, AckKind::Progress);
        if let Some(acker) = self.acker(ticket, last) {
            self.runtime.spawn(async move {
                let _ = acker.ack_with(kind).await;
            });
        }
    }

    /// The task is in progress: the lease is renewed.
    pub(crate) fn keep_task(&self, ticket: u64) {
        self.acknowledge(ticket, AckKind::Progress);
    }

    /// The task is for another worker; at once, or a little later.
    pub(crate) fn return_task(&self, ticket: u64, later: bool) {
        let pause = later.then_some(OTHERS_FIRST);
        self.acknowledge(ticket, AckKind::Nak(pause));
    }

    /// The task is not needed any more.
    pub(crate) fn drop_task(&self, ticket: u64) {
        self.acknowledge(ticket, AckKind::Term);
    }

    /// Says something that may be lost.
    pub(crate) fn say(&self, subject: String, bytes: Vec<u8>) {
        let client = self.client.clone();
        self.runtime.spawn(async move {
            let _ = client.publish(subject, bytes.into()).await;
        });
    }

    /// Publishes a result until the broker has it, then acknowledges the task; tells how long it
    /// took.
    pub(crate) fn deliver(&self, delivery: Delivery, delivered: Sender<Duration>) {
        let context = self.context.clone();
        let acker = self.acker(delivery.ticket_of_broker, true);
        self.runtime.spawn(async move {
            let started = Instant::now();
            while publish(&context, &delivery).await.is_none() {
                tokio::time::sleep(PAUSE).await;
            }
            if let Some(acker) = acker {
                let _ = acker.ack().await;
            }
            let _ = delivered.send(started.elapsed());
        });
    }

    /// Waits until what was said has gone out.
    pub(crate) fn settle(&self) {
        let client = self.client.clone();
        // What was spawned before runs before: one thread serves the connection.
        let flush = self.runtime.spawn(async move {
            tokio::task::yield_now().await;
            let _ = client.flush().await;
        });
        let _ = self
            .runtime
            .block_on(async { timeout(SETTLE, flush).await });
    }
}

async fn publish(context: &Context, delivery: &Delivery) -> Option<()> {
    let subject = delivery.subject.clone();
    let message = PublishMessage::build()
        .payload(delivery.bytes.clone().into())
        .message_id(&delivery.name);
    let ack = context.send_publish(subject, message).await.ok()?;
    ack.await.ok().map(drop)
}
