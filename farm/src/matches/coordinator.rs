//! Gives out the games of a match, and collects their records.

use std::io;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use async_nats::jetstream::Context;
use async_nats::jetstream::message::PublishMessage;
use tokio::time::timeout;

use super::desk::{Believed, FailedGame, GameDesk, MatchNews};
use super::inbox::Inbox;
use super::message::{GameMessage, MatchMessage};
use super::{MatchSettings, RemoteMatch};
use crate::link::{BrokerAddress, Link, LinkError, LinkWatch};
use crate::message::encode;
use crate::refusals::{Counts, Refusal};
use crate::streams::{Queue, match_streams};
use crate::subject;

/// How often the games are looked after where nothing else happens.
const TICK: Duration = Duration::from_millis(50);

/// The pause after a failure of the broker.
const PAUSE: Duration = Duration::from_millis(200);

/// How long a match that ends may take to say so.
const GOODBYE: Duration = Duration::from_secs(2);

/// Why no more games are played.
#[derive(Debug)]
pub enum MatchEnd {
    /// No worker can play a game.
    Failed(FailedGame),
    /// A record could not be saved.
    Io(io::Error),
}

/// What the caller does with a match that is played elsewhere.
pub struct MatchWatch<'a, R> {
    /// Takes a game; returns whether that was the last one needed.
    pub take: &'a mut dyn FnMut(Believed<R>) -> io::Result<bool>,
    /// Is told how the match stands with its workers; returns whether to go on.
    pub look: &'a mut dyn FnMut(&MatchNews) -> bool,
}

/// A match whose games are played by the workers of a broker.
pub struct MatchCoordinator {
    link: Option<Link>,
    inbox: Inbox,
    watch: LinkWatch,
    settings: MatchSettings,
    session: u64,
    desk: GameDesk,
    announced: Option<Instant>,
    audited: Instant,
}

impl MatchCoordinator {
    /// Connects, and makes what is missing in the broker.
    ///
    /// # Errors
    /// When there is no broker, or it does not let us in, or cannot hold tasks.
    pub fn start(
        address: &BrokerAddress,
        settings: MatchSettings,
    ) -> Result<MatchCoordinator, LinkError> {
        let link = Link::connect(address, &format!("match {}", settings.name))?;
        let context = link.streams();
        link.runtime().block_on(async {
            prepare(&context, &settings).await?;
            // What an earlier run has left is published again, as far as it is missing.
            purge(&context, &settings.name).await;
            Ok::<(), LinkError>(())
        })?;
        let session = crate::random::bits();
        Ok(MatchCoordinator {
            inbox: Inbox::open(&link, &settings.name),
            watch: link.watch(),
            desk: GameDesk::new(settings.clone(), session, &[]),
            link: Some(link),
            settings,
            session,
            announced: None,
            audited: Instant::now(),
        })
    }

    /// Has the games of these numbers played.
    ///
    /// # Errors
    /// When no worker can play one of them, or a record cannot be saved.
    pub fn play<M: RemoteMatch>(
        &mut self,
        of: &M,
        missing: &[u64],
        watch: MatchWatch<'_, M::Record>,
    ) -> Result<(), MatchEnd> {
        self.desk = GameDesk::new(self.settings.clone(), self.session, missing);
        let Some(runtime) = self.link.as_ref().map(|link| link.runtime().clone()) else {
            return Ok(());
        };
        runtime.block_on(self.run(of, watch))
    }

    /// What was refused lately, oldest first.
    #[must_use]
    pub fn refusals(&self) -> Vec<Refusal> {
        self.desk.refusals()
    }

    /// What became of all records.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.desk.counts()
    }

    async fn run<M: RemoteMatch>(
        &mut self,
        of: &M,
        mut watch: MatchWatch<'_, M::Record>,
    ) -> Result<(), MatchEnd> {
        while (watch.look)(&self.desk.news(self.watch.is_connected())) {
            self.fill(of).await;
            self.announce().await;
            if self.hear(of, &mut watch).await? {
                return Ok(());
            }
            self.desk.forget_silent(Instant::now());
            if let Some(failed) = self.desk.failed() {
                return Err(MatchEnd::Failed(failed.clone()));
            }
        }
        Ok(())
    }

    /// Fills the broker from the list of missing games.
    async fn fill<M: RemoteMatch>(&mut self, of: &M) {
        let Some(context) = self.link.as_ref().map(Link::streams) else {
            return;
        };
        let lost = self.inbox.doubtful.swap(false, Ordering::SeqCst);
        if self.watch.is_new() || lost {
            if prepare(&context, &self.settings).await.is_err() {
                self.inbox.doubtful.store(true, Ordering::SeqCst);
                tokio::time::sleep(PAUSE).await;
                return;
            }
            self.desk.republish_all();
        }
        let now = Instant::now();
        // A broker may lose the end of a stream in a power cut, and does not say so.
        if now.duration_since(self.audited) > self.settings.lease {
            self.audited = now;
            self.desk.renew_quiet(of, now, 2 * self.settings.lease);
        }
        for game in self.desk.take_parcels(of, now) {
            if let Err(error) = encode(&game) {
                let what = format!("it cannot be sent: {error}");
                self.desk.give_up(game.number, what);
                return;
            }
            if publish(&context, &game).await.is_none() {
                self.desk.not_published(game.number);
                self.inbox.doubtful.store(true, Ordering::SeqCst);
                return;
            }
        }
    }

    /// Tells the workers of the match, once per beat and to each newcomer.
    async fn announce(&mut self) {
        let beat = self.settings.beat;
        if self.announced.is_some_and(|last| last.elapsed() < beat) {
            return;
        }
        self.announced = Some(Instant::now());
        if let Some(link) = &self.link {
            say(link, &self.desk.describe()).await;
        }
    }

    /// Takes what has come; says whether the last game needed was there.
    async fn hear<M: RemoteMatch>(
        &mut self,
        of: &M,
        watch: &mut MatchWatch<'_, M::Record>,
    ) -> Result<bool, MatchEnd> {
        tokio::select! {
            Some(message) = self.inbox.records.recv() => {
                let believed = self.desk.hear_bytes(of, &message.payload);
                let enough = match believed {
                    Some(game) => (watch.take)(game).map_err(MatchEnd::Io)?,
                    None => false,
                };
                // Saved first: what is acknowledged does not come again.
                let _ = message.ack().await;
                return Ok(enough);
            }
            Some(beat) = self.inbox.beats.recv() => {
                if self.desk.hear_beat(beat, Instant::now()) {
                    self.announced = None;
                }
            }
            () = tokio::time::sleep(TICK) => {}
        }
        Ok(false)
    }
}

/// Says goodbye: workers stop their games, and nothing of the match stays in the broker.
impl Drop for MatchCoordinator {
    fn drop(&mut self) {
        let Some(link) = self.link.take() else {
            return;
        };
        let last = MatchMessage {
            closed: true,
            ..self.desk.describe()
        };
        let context = link.streams();
        let name = &self.settings.name;
        let goodbye = async {
            say(&link, &last).await;
            purge(&context, name).await;
            let queues = [
                (subject::games(name), subject::GAMES),
                (subject::records(name), subject::RECORDS),
            ];
            for (queue, stream) in queues {
                let _ = context.delete_consumer_from_stream(&queue, stream).await;
            }
        };
        let _ = link
            .runtime()
            .block_on(async { timeout(GOODBYE, goodbye).await });
        link.close(GOODBYE);
    }
}

async fn say(link: &Link, message: &MatchMessage) {
    if let Ok(bytes) = encode(message) {
        let subject = subject::of_match(&message.match_name);
        let _ = link.client().publish(subject, bytes.into()).await;
    }
}

/// Makes what is missing in the broker.
async fn prepare(context: &Context, settings: &MatchSettings) -> Result<(), LinkError> {
    let (games, records) = match_streams(context).await?;
    let name = &settings.name;
    let queue = Queue {
        name: subject::games(name),
        subject: subject::game(name),
        lease: settings.lease,
        stream: &games,
    };
    queue.open().await?;
    let queue = Queue {
        name: subject::records(name),
        subject: subject::record(name),
        lease: Duration::from_secs(30),
        stream: &records,
    };
    queue.open().await.map(drop)
}

async fn purge(context: &Context, name: &str) {
    if let Ok(games) = context.get_stream_no_info(subject::GAMES).await {
        let _ = games.purge().filter(subject::game(name)).await;
    }
}

async fn publish(context: &Context, game: &GameMessage) -> Option<()> {
    let name = format!("{}.{:x}.{}", game.key(), game.session, game.attempt);
    let message = PublishMessage::build()
        .payload(encode(game).ok()?.into())
        .message_id(name);
    let subject = subject::game(&game.match_name);
    let ack = context.send_publish(subject, message).await.ok()?;
    ack.await.ok().map(drop)
}
