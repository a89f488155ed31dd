//! The worker's end of the connection: tasks in, results and acknowledgements out.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_nats::Client;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::message::{AckKind, Acker, PublishMessage};
use async_nats::jetstream::{Context, Message};
use futures_util::StreamExt;
use tokio::runtime::Handle;

use crate::link::Link;
use crate::message::{CancelMessage, ProjectMessage, TaskMessage, decode};
use crate::rota::Place;
use crate::subject;

/// How long a look into a queue waits where all are empty.
const LONG_LOOK: Duration = Duration::from_millis(250);

/// How long a look may take in all.
const LONGEST_LOOK: Duration = Duration::from_secs(3);

/// The pause after a failure of the broker.
const PAUSE: Duration = Duration::from_millis(200);

/// The pause before a task that must go to another worker is offered again.
const OTHERS_FIRST: Duration = Duration::from_millis(200);

/// How long acknowledgements may take at the end.
const SETTLE: Duration = Duration::from_secs(2);

/// What coordinators say.
pub(super) enum News {
    Project(ProjectMessage),
    Cancel(CancelMessage),
}

/// What a look into the queues has found.
#[derive(Default)]
pub(super) struct Pulled {
    pub(super) place: Option<Place>,
    /// Tasks, with the numbers under which they are acknowledged.
    pub(super) tasks: Vec<(u64, TaskMessage)>,
}

/// A result on its way.
pub(super) struct Delivery {
    pub(super) ticket_of_broker: u64,
    pub(super) subject: String,
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
}

/// The messages that the broker waits for.
#[derive(Default)]
struct Ackers {
    open: HashMap<u64, Arc<Acker>>,
    next: u64,
}

/// Pulls tasks and acknowledges them.
pub(super) struct Puller {
    runtime: Handle,
    client: Client,
    context: Context,
    ackers: Arc<Mutex<Ackers>>,
    queues: Arc<tokio::sync::Mutex<HashMap<String, PullConsumer>>>,
    pulled: Sender<Pulled>,
}

impl Puller {
    pub(super) fn new(link: &Link, pulled: Sender<Pulled>) -> Puller {
        Puller {
            runtime: link.runtime().clone(),
            client: link.client(),
            context: link.streams(),
            ackers: Arc::default(),
            queues: Arc::default(),
            pulled,
        }
    }

    /// Looks into queues in turn, and then waits a little at the first. What is found is sent.
    pub(super) fn pull(&self, round: Vec<Place>, batch: usize) {
        let context = self.context.clone();
        let queues = Arc::clone(&self.queues);
        let ackers = Arc::clone(&self.ackers);
        let pulled = self.pulled.clone();
        self.runtime.spawn(async move {
            let mut queues = queues.lock().await;
            let look = Look {
                context: &context,
                batch,
            };
            // A broker that dies meanwhile never answers.
            let found = tokio::time::timeout(LONGEST_LOOK, look.around(&mut queues, &round)).await;
            let found = match found {
                Ok(Some(found)) => found,
                Ok(None) | Err(_) => {
                    // The broker may have been wiped: queues are looked up again.
                    queues.clear();
                    tokio::time::sleep(PAUSE).await;
                    Found::default()
                }
            };
            let _ = pulled.send(accept(found, &ackers).await);
        });
    }

    fn acker(&self, ticket: u64, last: bool) -> Option<Arc<Acker>> {
        let mut ackers = self.ackers.lock().unwrap_or_else(PoisonError::into_inner);
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
    pub(super) fn keep_task(&self, ticket: u64) {
        self.acknowledge(ticket, AckKind::Progress);
    }

    /// The task is for another worker; at once, or a little later.
    pub(super) fn return_task(&self, ticket: u64, later: bool) {
        let pause = later.then_some(OTHERS_FIRST);
        self.acknowledge(ticket, AckKind::Nak(pause));
    }

    /// The task is not needed any more.
    pub(super) fn drop_task(&self, ticket: u64) {
        self.acknowledge(ticket, AckKind::Term);
    }

    /// Says something that may be lost.
    pub(super) fn say(&self, subject: String, bytes: Vec<u8>) {
        let client = self.client.clone();
        self.runtime.spawn(async move {
            let _ = client.publish(subject, bytes.into()).await;
        });
    }

    /// Publishes a result until the broker has it, then acknowledges the task; tells how long it
    /// took.
    pub(super) fn deliver(&self, delivery: Delivery, delivered: Sender<Duration>) {
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
    pub(super) fn settle(&self) {
        let client = self.client.clone();
        // What was spawned before runs before: one thread serves the connection.
        let flush = self.runtime.spawn(async move {
            tokio::task::yield_now().await;
            let _ = client.flush().await;
        });
        let _ = self
            .runtime
            .block_on(async { tokio::time::timeout(SETTLE, flush).await });
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

/// Messages of one queue.
#[derive(Default)]
struct Found {
    place: Option<Place>,
    messages: Vec<Message>,
}

/// A look into queues.
struct Look<'a> {
    context: &'a Context,
    batch: usize,
}

impl Look<'_> {
    /// `None` when the broker fails.
    async fn around(
        &self,
        queues: &mut HashMap<String, PullConsumer>,
        round: &[Place],
    ) -> Option<Found> {
        // A single queue needs no quick look before the long one.
        let quick = if round.len() > 1 { round } else { &[] };
        for place in quick {
            let found = self.one_queue(queues, place, None).await?;
            if !found.messages.is_empty() {
                return Some(found);
            }
        }
        self.one_queue(queues, round.first()?, Some(LONG_LOOK))
            .await
    }

    async fn one_queue(
        &self,
        queues: &mut HashMap<String, PullConsumer>,
        place: &Place,
        wait: Option<Duration>,
    ) -> Option<Found> {
        let name = subject::lane(&place.project, place.lane);
        if !queues.contains_key(&name) {
            let queue = self.context.get_consumer_from_stream(&name, subject::TASKS);
            queues.insert(name.clone(), queue.await.ok()?);
        }
        let queue = queues.get(&name)?;
        let messages = match wait {
            None => queue.fetch().max_messages(self.batch).messages().await,
            Some(wait) => {
                let batch = queue.batch().max_messages(self.batch);
                batch.expires(wait).messages().await
            }
        };
        let mut messages = messages.ok()?;
        let mut found = Found::default();
        while let Some(message) = messages.next().await {
            found.messages.push(message.ok()?);
        }
        found.place = (!found.messages.is_empty()).then(|| place.clone());
        Some(found)
    }
}

/// Reads tasks. What is none is taken out of the queue: no worker could do it.
async fn accept(found: Found, ackers: &Mutex<Ackers>) -> Pulled {
    let mut pulled = Pulled {
        place: found.place,
        tasks: Vec::new(),
    };
    for message in found.messages {
        let (message, acker) = message.split();
        match decode::<TaskMessage>(&message.payload) {
            Ok(task) => {
                let mut ackers = ackers.lock().unwrap_or_else(PoisonError::into_inner);
                ackers.next += 1;
                let ticket = ackers.next;
                ackers.open.insert(ticket, Arc::new(acker));
                pulled.tasks.push((ticket, task));
            }
            Err(_) => {
                let _ = acker.ack_with(AckKind::Term).await;
            }
        }
    }
    pulled
}

/// Hears what coordinators say, for as long as the connection lives.
pub(super) fn listen(link: &Link) -> Receiver<News> {
    let (sender, news) = channel();
    let client = link.client();
    link.runtime().spawn(async move {
        loop {
            if hear(&client, &sender).await.is_none() {
                tokio::time::sleep(PAUSE).await;
            }
        }
    });
    news
}

async fn hear(client: &Client, sender: &Sender<News>) -> Option<()> {
    let mut projects = client.subscribe(subject::ALL_PROJECTS).await.ok()?;
    let mut cancels = client.subscribe(subject::ALL_CANCELS).await.ok()?;
    loop {
        let news = tokio::select! {
            message = projects.next() => {
                decode::<ProjectMessage>(&message?.payload).map(News::Project)
            }
            message = cancels.next() => {
                decode::<CancelMessage>(&message?.payload).map(News::Cancel)
            }
        };
        if let Ok(news) = news {
            sender.send(news).ok()?;
        }
    }
}
