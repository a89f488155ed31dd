//! The worker's end of the connection: tasks in, results and acknowledgements out.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_nats::Client;
use async_nats::jetstream::Context;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::message::{AckKind, Acker, PublishMessage};
use futures_util::StreamExt;
use tokio::runtime::Handle;
use tokio::time::timeout;

use super::look::{Ackers, Finds, Look, OpenQueue, Pulled};
use crate::link::{Link, LinkWatch};
use crate::message::{CancelMessage, ProjectMessage, decode};
use crate::rota::Place;
use crate::subject;

/// How long the broker may take to say where the queues are.
const REQUEST: Duration = Duration::from_secs(3);

/// The pause after a failure of the broker.
const PAUSE: Duration = Duration::from_millis(200);

/// The pause before a task that must go to another worker is offered again.
const OTHERS_FIRST: Duration = Duration::from_millis(50);

/// How long acknowledgements may take at the end.
const SETTLE: Duration = Duration::from_secs(2);

/// What coordinators say.
pub(super) enum News {
    Project(ProjectMessage),
    Cancel(CancelMessage),
}

/// A result on its way.
pub(super) struct Delivery {
    pub(super) ticket_of_broker: u64,
    pub(super) subject: String,
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
}

/// Pulls tasks and acknowledges them.
pub(super) struct Puller {
    runtime: Handle,
    client: Client,
    context: Context,
    watch: LinkWatch,
    ackers: Arc<Mutex<Ackers>>,
    queues: Arc<tokio::sync::Mutex<HashMap<String, PullConsumer>>>,
    pulled: Sender<Pulled>,
    /// How long to wait where all queues are empty.
    wait: Duration,
    /// How many looks there were.
    looks: u64,
}

impl Puller {
    pub(super) fn new(link: &Link, pulled: Sender<Pulled>, wait: Duration) -> Puller {
        Puller {
            runtime: link.runtime().clone(),
            client: link.client(),
            context: link.streams(),
            watch: link.watch(),
            ackers: Arc::default(),
            queues: Arc::default(),
            pulled,
            wait,
            looks: 0,
        }
    }

    /// Looks into queues in turn, and then waits a little at all of them. Tasks are sent as they are
    /// found. Returns the look's number.
    pub(super) fn pull(&mut self, round: Vec<Place>, batch: usize) -> u64 {
        self.looks += 1;
        let number = self.looks;
        let context = self.context.clone();
        let queues = Arc::clone(&self.queues);
        let look = Look {
            batch,
            wait: self.wait,
            finds: Finds {
                look: number,
                pulled: self.pulled.clone(),
                ackers: Arc::clone(&self.ackers),
            },
        };
        let mut watch = self.watch.clone();
        watch.is_new();
        self.runtime.spawn(async move {
            let looked = tokio::select! {
                looked = look_around(&look, &context, &queues, round) => looked,
                // A broker that came back does not know of the look.
                () = watch.until_new() => None,
            };
            if looked.is_none() {
                // The broker may have been wiped: queues are looked up again.
                queues.lock().await.clear();
                tokio::time::sleep(PAUSE).await;
            }
            look.finds.end();
        });
        number
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

async fn look_around(
    look: &Look,
    context: &Context,
    queues: &tokio::sync::Mutex<HashMap<String, PullConsumer>>,
    round: Vec<Place>,
) -> Option<()> {
    let open = timeout(REQUEST, open(context, queues, round))
        .await
        .ok()??;
    look.around(&open).await
}

/// The queues of these places; those that were looked up before are known. `None` when the broker
/// fails.
async fn open(
    context: &Context,
    queues: &tokio::sync::Mutex<HashMap<String, PullConsumer>>,
    round: Vec<Place>,
) -> Option<Vec<OpenQueue>> {
    let mut queues = queues.lock().await;
    let mut open = Vec::with_capacity(round.len());
    for place in round {
        let name = subject::lane(&place.project, place.lane);
        if !queues.contains_key(&name) {
            // A project that has ended has no queues any more; the others still have theirs.
            let queue = context.get_consumer_from_stream(&name, subject::TASKS);
            if let Ok(queue) = queue.await {
                queues.insert(name.clone(), queue);
            }
        }
        if let Some(consumer) = queues.get(&name).cloned() {
            open.push(OpenQueue { place, consumer });
        }
    }
    (!open.is_empty()).then_some(open)
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
