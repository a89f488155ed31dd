//! A look into queues: into each in turn; where all are empty, a wait at all of them at once.

use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::message::AckKind;
use futures_util::StreamExt;
use futures_util::future::join_all;
use tokio::time::timeout;

use crate::message::{TaskMessage, decode};
use crate::post::Ackers;
use crate::rota::Place;

/// How long a broker may take to say what a queue holds.
const LONGEST_LOOK: Duration = Duration::from_secs(3);

/// What a look into the queues says.
pub(super) enum Pulled {
    /// It has found a task.
    Task(Box<FoundTask>),
    /// It is over.
    End { look: u64 },
}

/// A task in a queue.
pub(super) struct FoundTask {
    pub(super) look: u64,
    pub(super) place: Place,
    /// The number under which the task is acknowledged.
    pub(super) ticket: u64,
    pub(super) message: TaskMessage,
}

/// A queue, and the place that it is.
#[derive(Clone)]
pub(super) struct OpenQueue {
    pub(super) place: Place,
    pub(super) consumer: PullConsumer,
}

/// A look into queues, the warm one first.
pub(super) struct Look {
    /// The most tasks to take from one queue.
    pub(super) batch: usize,
    /// How long to wait where all are empty.
    pub(super) wait: Duration,
    pub(super) finds: Finds,
}

impl Look {
    /// Looks. `None` when the broker fails.
    pub(super) async fn around(&self, queues: &[OpenQueue]) -> Option<()> {
        // A single queue needs no quick look before the long one.
        let quick = if queues.len() > 1 { queues } else { &[] };
        for queue in quick {
            // A broker that dies meanwhile never answers.
            if timeout(LONGEST_LOOK, self.glance(queue)).await.ok()?? {
                return Some(());
            }
        }
        // At all at once: a task in another queue than the warm one must not find everyone waiting
        // elsewhere.
        let waits = queues.iter().map(|queue| {
            let wait = self.wait_at(queue);
            async move { timeout(self.wait + LONGEST_LOOK, wait).await.ok()? }
        });
        join_all(waits).await.into_iter().collect()
    }

    /// Takes what lies in a queue now; says whether there was something.
    async fn glance(&self, queue: &OpenQueue) -> Option<bool> {
        let fetch = queue.consumer.fetch().max_messages(self.batch);
        let mut messages = fetch.messages().await.ok()?;
        let mut found = false;
        while let Some(message) = messages.next().await {
            self.finds.add(&queue.place, message.ok()?).await;
            found = true;
        }
        Some(found)
    }

    /// Takes what comes into a queue for a while.
    async fn wait_at(&self, queue: &OpenQueue) -> Option<()> {
        let batch = queue.consumer.batch().max_messages(self.batch);
        let mut messages = batch.expires(self.wait).messages().await.ok()?;
        while let Some(message) = messages.next().await {
            self.finds.add(&queue.place, message.ok()?).await;
        }
        Some(())
    }
}

/// Where what is found goes.
pub(super) struct Finds {
    pub(super) look: u64,
    pub(super) pulled: Sender<Pulled>,
    pub(super) ackers: Arc<Mutex<Ackers>>,
}

impl Finds {
    /// Reads a task. What is none is taken out of the queue: no worker could do it.
    async fn add(&self, place: &Place, message: Message) {
        let (message, acker) = message.split();
        match decode::<TaskMessage>(&message.payload) {
            Ok(task) => {
                let ticket = Ackers::lock(&self.ackers).insert(acker);
                let found = FoundTask {
                    look: self.look,
                    place: place.clone(),
                    ticket,
                    message: task,
                };
                let _ = self.pulled.send(Pulled::Task(Box::new(found)));
            }
            Err(_) => {
                let _ = acker.ack_with(AckKind::Term).await;
            }
        }
    }

    /// The look is over.
    pub(super) fn end(&self) {
        let _ = self.pulled.send(Pulled::End { look: self.look });
    }
}
