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

/// How long the broker may look for messages at a glance into a queue.
///
/// It must have an end that the broker knows: where another worker takes the message that it was
/// going to find, nats-server 2.9 never says that nothing is left (its issue 7457, mended in 2025).
/// The glance then lasted until [`LONGEST_LOOK`], the worker idle beside full queues; a second
/// opinion, which its first worker gives back, made that likely.
const GLANCE: Duration = Duration::from_millis(5);

/// How long its answer is waited for, over a slow link. The broker may be late to say that the time
/// is over; it gives nothing to a request whose time is.
const GLANCE_ANSWER: Duration = Duration::from_secs(1);

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
        let mut messages = fetch.expires(GLANCE).messages().await.ok()?;
        let mut found = false;
        while let Ok(Some(message)) = timeout(GLANCE_ANSWER, messages.next()).await {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::{BrokerAddress, Link};
    use crate::post::Post;
    use crate::server::{Server, ServerSettings, program};
    use crate::streams::{Queue, streams};
    use crate::subject;

    const WORKERS: usize = 16;
    const MESSAGES: usize = 600;

    /// Many look into one queue until it is empty. None of them waits for a message that another
    /// one has taken.
    #[test]
    fn every_glance_ends() {
        let ci = std::env::var("CI").is_ok_and(|ci| ci == "true");
        assert!(program().is_some() || !ci, "nats-server is missing");
        if program().is_none() {
            return;
        }
        let directory = tempfile::tempdir().expect("a directory");
        let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        let listen = free.local_addr().expect("an address");
        drop(free);
        let server = Server::start(ServerSettings {
            listen,
            directory: directory.path().to_path_buf(),
            workers: Vec::new(),
            certificate: None,
        });
        let server = server.expect("a broker");
        let address = BrokerAddress::new(&server.coordinator_url("127.0.0.1"));
        let link = Link::connect(&address, "glances").expect("a link");
        let ends = link.runtime().block_on(empty(&link));
        assert_eq!(ends, vec![Some(false); WORKERS]);
    }

    /// Fills a queue and empties it by many hands; how the last glance of each ended.
    async fn empty(link: &Link) -> Vec<Option<bool>> {
        let context = link.streams();
        let (tasks, _) = streams(&context).await.expect("streams");
        let queue = Queue {
            name: subject::lane("glances", 0),
            subject: subject::task("glances", 0),
            lease: Duration::from_secs(30),
            stream: &tasks,
        };
        let consumer = queue.open().await.expect("a queue");
        for _ in 0..MESSAGES {
            let published = context.publish(subject::task("glances", 0), "{}".into());
            published.await.expect("sent").await.expect("stored");
        }
        let (pulled, _found) = std::sync::mpsc::channel();
        let ackers = Post::new(link).ackers();
        let worker = |number: usize| {
            let look = Look {
                batch: 1,
                wait: Duration::from_millis(1),
                finds: Finds {
                    look: number as u64,
                    pulled: pulled.clone(),
                    ackers: Arc::clone(&ackers),
                },
            };
            let queue = OpenQueue {
                place: Place {
                    project: "glances".into(),
                    lane: 0,
                },
                consumer: consumer.clone(),
            };
            async move {
                loop {
                    let glance = timeout(LONGEST_LOOK, look.glance(&queue)).await;
                    match glance.ok().flatten() {
                        Some(true) => {}
                        end => return end,
                    }
                }
            }
        };
        join_all((0..WORKERS).map(worker)).await
    }
}
