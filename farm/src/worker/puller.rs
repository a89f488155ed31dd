//! The worker's end of the connection: tasks and news come in.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_nats::Client;
use async_nats::jetstream::Context;
use async_nats::jetstream::consumer::PullConsumer;
use futures_util::StreamExt;
use tokio::runtime::Handle;
use tokio::time::timeout;

use super::look::{Finds, Look, OpenQueue, Pulled};
use crate::link::{Link, LinkWatch};
use crate::message::{CancelMessage, ProjectMessage, decode};
use crate::post::{Ackers, Post};
use crate::rota::Place;
use crate::subject;

/// How long the broker may take to say where the queues are.
const REQUEST: Duration = Duration::from_secs(3);

/// The pause after a failure of the broker.
const PAUSE: Duration = Duration::from_millis(200);

/// What coordinators say.
pub(super) enum News {
    Project(ProjectMessage),
    Cancel(CancelMessage),
}

/// Pulls tasks.
pub(super) struct Puller {
    runtime: Handle,
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
    pub(super) fn new(link: &Link, post: &Post, pulled: Sender<Pulled>, wait: Duration) -> Puller {
        Puller {
            runtime: link.runtime().clone(),
            context: link.streams(),
            watch: link.watch(),
            ackers: post.ackers(),
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
