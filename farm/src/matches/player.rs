//! A worker that plays games of matches, one per job.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::message::AckKind;
use futures_util::StreamExt;

use super::SeatPlayer;
use super::message::{GameMessage, MatchMessage, PlayedMessage, PlayerMessage, RecordMessage};
use crate::link::{BrokerAddress, Link, LinkError};
use crate::message::{TaskKey, as_line, as_name, decode, encode};
use crate::post::{Ackers, Delivery, Post};
use crate::subject;
use crate::worker::{Progress, Wish};

/// How long to wait where there is nothing to do.
const IDLE: Duration = Duration::from_millis(20);

/// The pause after a failure of the broker.
const PAUSE: Duration = Duration::from_millis(200);

/// How long a broker may take to answer.
const LONGEST_LOOK: Duration = Duration::from_secs(3);

/// How long records may take to be published when a worker ends.
const GOODBYE: Duration = Duration::from_secs(10);

/// How a worker plays games.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerSettings {
    /// The computer's name.
    pub name: String,
    /// Its program, with its version.
    pub program: String,
    /// The engines that its user has allowed, by name.
    pub engines: Vec<String>,
    /// How many games at once.
    pub jobs: usize,
    /// How often it says that it is there.
    pub beat: Duration,
    /// How long it waits at a queue that is empty.
    pub wait: Duration,
}

/// What the threads of a player say.
enum Event {
    /// A match speaks of itself.
    Match(MatchMessage),
    /// A look into a queue has ended, with a game or without one.
    Looked(Option<(u64, GameMessage)>),
    /// A game has ended: its hand, and what came of it.
    Played(usize, Result<Option<String>, String>),
}

/// A game in progress.
struct Held {
    ticket_of_broker: u64,
    message: GameMessage,
    key: TaskKey,
    renewed: Instant,
    stop: Arc<AtomicBool>,
}

/// A thread that plays, and its game.
struct Hand {
    orders: Sender<(String, Arc<AtomicBool>)>,
    game: Option<Held>,
}

/// A match that has been heard of.
struct Known {
    heard: Instant,
    session: u64,
    /// Whether its games can be played here.
    suits: bool,
}

/// A worker that plays games.
pub struct Player {
    link: Link,
    post: Post,
    settings: PlayerSettings,
    name: String,
    hands: Vec<Hand>,
    matches: BTreeMap<String, Known>,
    /// The match whose queue was looked into last: they take turns.
    last: String,
    looking: bool,
    events: Receiver<Event>,
    say: Sender<Event>,
    deliveries: Receiver<Duration>,
    delivered: Sender<Duration>,
    delivering: usize,
    progress: Progress,
    started: Instant,
    beaten: Option<Instant>,
}

impl Player {
    /// Connects. `seat` makes the player of each job.
    ///
    /// # Errors
    /// When there is no broker, or it does not let us in.
    pub fn connect(
        address: &BrokerAddress,
        settings: PlayerSettings,
        seat: &SeatPlayer,
    ) -> Result<Player, LinkError> {
        let name = format!(
            "{}-{:08x}",
            as_name(&settings.name),
            crate::random::bits() as u32
        );
        let link = Link::connect(address, &name)?;
        let (say, events) = channel();
        let (delivered, deliveries) = channel();
        let hand = |number| Hand {
            orders: start_hand(number, Arc::clone(seat), say.clone()),
            game: None,
        };
        let hands = (0..settings.jobs.max(1)).map(hand).collect();
        listen(&link, say.clone());
        Ok(Player {
            post: Post::new(&link),
            link,
            name,
            hands,
            settings,
            matches: BTreeMap::new(),
            last: String::new(),
            looking: false,
            events,
            say,
            deliveries,
            delivered,
            delivering: 0,
            progress: Progress::default(),
            started: Instant::now(),
            beaten: None,
        })
    }

    /// Its name in the farm.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Plays until it is told to stop. `watch` is called often; what it returns is done.
    pub fn run(mut self, watch: &mut dyn FnMut(&Progress) -> Wish) -> Progress {
        loop {
            self.look_around();
            let wish = watch(&self.progress);
            let idle = self.progress.at_work == 0 && self.delivering == 0 && !self.looking;
            if wish == Wish::GiveBack || (wish == Wish::Drain && idle) {
                break;
            }
            self.beat(false);
            self.renew_leases();
            if wish == Wish::GoOn {
                self.pull();
            }
            let first = self.events.recv_timeout(IDLE).ok();
            let more: Vec<Event> = self.events.try_iter().collect();
            for event in first.into_iter().chain(more) {
                self.hear(event, wish);
            }
        }
        self.end()
    }

    fn look_around(&mut self) {
        let at_work = self.hands.iter().filter(|hand| hand.game.is_some());
        self.progress.at_work = at_work.count();
        self.progress.elapsed = self.started.elapsed();
        self.progress.connected = self.link.watch().is_connected();
        while self.deliveries.try_recv().is_ok() {
            self.delivering -= 1;
        }
        let silence = 30 * self.settings.beat;
        self.matches
            .retain(|_, known| known.heard.elapsed() <= silence);
    }

    fn hear(&mut self, event: Event, wish: Wish) {
        match event {
            Event::Match(message) => self.hear_match(message),
            Event::Looked(found) => {
                self.looking = false;
                if let Some((ticket, message)) = found {
                    self.take(ticket, message, wish);
                }
            }
            Event::Played(hand, outcome) => self.finish(hand, outcome),
        }
    }

    fn hear_match(&mut self, message: MatchMessage) {
        let known = self.matches.get(&message.match_name);
        let session = known.map_or(message.session, |known| known.session);
        if message.closed {
            self.matches.remove(&message.match_name);
            if session == message.session {
                self.stop(&message.match_name);
            }
            return;
        }
        let has = |engine: &String| self.settings.engines.contains(engine);
        let suits = message.program == self.settings.program && message.engines.iter().all(has);
        let known = Known {
            heard: Instant::now(),
            session: message.session,
            suits,
        };
        self.matches.insert(message.match_name, known);
    }

    /// The games of a match are not needed any more.
    fn stop(&mut self, match_name: &str) {
        let games = self.hands.iter().filter_map(|hand| hand.game.as_ref());
        for game in games.filter(|game| game.message.match_name == match_name) {
            game.stop.store(true, Ordering::SeqCst);
            self.post.drop_task(game.ticket_of_broker);
        }
    }

    /// Looks into the queue of the next match, where a hand is free.
    fn pull(&mut self) {
        let free = self.hands.iter().any(|hand| hand.game.is_none());
        if self.looking || !free {
            return;
        }
        let playable = || self.matches.iter().filter(|(_, known)| known.suits);
        let next = playable().find(|(name, _)| **name > self.last);
        let Some((name, _)) = next.or_else(|| playable().next()) else {
            return;
        };
        self.last = name.clone();
        self.looking = true;
        let look = Look {
            queue: subject::games(name),
            wait: self.settings.wait,
        };
        let context = self.link.streams();
        let ackers = self.post.ackers();
        let say = self.say.clone();
        self.link.runtime().spawn(async move {
            let found = look.look(&context, &ackers).await;
            if found.is_none() {
                tokio::time::sleep(PAUSE).await;
            }
            let _ = say.send(Event::Looked(found.flatten()));
        });
    }

    fn take(&mut self, ticket_of_broker: u64, message: GameMessage, wish: Wish) {
        let for_others = message.avoid.contains(&self.name);
        let free = self.hands.iter_mut().find(|hand| hand.game.is_none());
        let Some(hand) = free.filter(|_| wish <= Wish::Hold && !for_others) else {
            self.post.return_task(ticket_of_broker, for_others);
            return;
        };
        let stop = Arc::new(AtomicBool::new(false));
        let order = (message.order.clone(), Arc::clone(&stop));
        if hand.orders.send(order).is_err() {
            self.post.return_task(ticket_of_broker, false);
            return;
        }
        hand.game = Some(Held {
            ticket_of_broker,
            key: message.key(),
            message,
            renewed: Instant::now(),
            stop,
        });
    }

    fn finish(&mut self, hand: usize, outcome: Result<Option<String>, String>) {
        let Some(game) = self.hands[hand].game.take() else {
            return;
        };
        let outcome = match outcome {
            // Stopped: it was given back, or is not needed.
            Ok(None) => return,
            Ok(Some(record)) => {
                self.progress.done += 1;
                PlayedMessage::Played(record)
            }
            Err(what) => {
                self.progress.failed += 1;
                PlayedMessage::Failed(as_line(&what))
            }
        };
        self.deliver(&game, outcome);
    }

    /// Publishes a record, then acknowledges its game.
    fn deliver(&mut self, game: &Held, outcome: PlayedMessage) {
        let message = &game.message;
        let record = RecordMessage {
            match_name: message.match_name.clone(),
            session: message.session,
            number: message.number,
            key: game.key,
            attempt: message.attempt,
            worker: self.name.clone(),
            outcome,
        };
        let bytes = encode(&record).or_else(|error| {
            let what = as_line(&format!("the record cannot be sent: {error}"));
            encode(&RecordMessage {
                outcome: PlayedMessage::Failed(what),
                ..record.clone()
            })
        });
        let Ok(bytes) = bytes else {
            return;
        };
        self.delivering += 1;
        let parcel = Delivery {
            ticket_of_broker: game.ticket_of_broker,
            subject: subject::record(&record.match_name),
            name: format!("{}.{}.{}", record.key, record.attempt, self.name),
            bytes,
        };
        self.post.deliver(parcel, self.delivered.clone());
    }

    /// Says that it is there, once per beat.
    fn beat(&mut self, leaving: bool) {
        let beat = self.settings.beat;
        if !leaving && self.beaten.is_some_and(|last| last.elapsed() < beat) {
            return;
        }
        self.beaten = Some(Instant::now());
        let held = self.hands.iter().filter_map(|hand| hand.game.as_ref());
        let message = PlayerMessage {
            worker: self.name.clone(),
            program: self.settings.program.clone(),
            engines: self.settings.engines.clone(),
            jobs: self.settings.jobs.clamp(1, 4096) as u32,
            games: held.map(|game| game.key).collect(),
            leaving,
        };
        if let Ok(bytes) = encode(&message) {
            self.post.say(subject::player(&self.name), bytes);
        }
    }

    /// Keeps the games in progress.
    fn renew_leases(&mut self) {
        let now = Instant::now();
        for game in self.hands.iter_mut().filter_map(|hand| hand.game.as_mut()) {
            let lease = Duration::from_millis(game.message.lease);
            if now.duration_since(game.renewed) >= lease / 3 {
                game.renewed = now;
                self.post.keep_task(game.ticket_of_broker);
            }
        }
    }

    /// Gives back what is left, says goodbye.
    fn end(mut self) -> Progress {
        for game in self.hands.iter().filter_map(|hand| hand.game.as_ref()) {
            game.stop.store(true, Ordering::SeqCst);
            self.post.return_task(game.ticket_of_broker, false);
        }
        for event in self.events.try_iter() {
            if let Event::Looked(Some((ticket, _))) = event {
                self.post.return_task(ticket, false);
            }
        }
        self.beat(true);
        let latest = Instant::now() + GOODBYE;
        while self.delivering > 0 && Instant::now() < latest && self.link.watch().is_connected() {
            if self.deliveries.recv_timeout(IDLE).is_ok() {
                self.delivering -= 1;
            }
        }
        self.look_around();
        self.post.settle();
        self.link.close(GOODBYE);
        self.progress
    }
}

/// Starts a thread that plays one game after the other.
fn start_hand(
    number: usize,
    seat: SeatPlayer,
    say: Sender<Event>,
) -> Sender<(String, Arc<AtomicBool>)> {
    let (orders, ordered) = channel::<(String, Arc<AtomicBool>)>();
    std::thread::spawn(move || {
        let mut player = seat();
        for (order, stop) in ordered {
            let played = catch_unwind(AssertUnwindSafe(|| player.play(&order, &stop)));
            let outcome = played.unwrap_or_else(|_| {
                player = seat();
                Err("the program broke in this game".into())
            });
            if say.send(Event::Played(number, outcome)).is_err() {
                return;
            }
        }
    });
    orders
}

/// A look into the queue of a match.
struct Look {
    queue: String,
    wait: Duration,
}

impl Look {
    /// Waits for a game. `None` when the broker fails.
    async fn look(
        &self,
        context: &async_nats::jetstream::Context,
        ackers: &std::sync::Mutex<Ackers>,
    ) -> Option<Option<(u64, GameMessage)>> {
        let queue = context.get_consumer_from_stream(&self.queue, subject::GAMES);
        let queue: PullConsumer = queue.await.ok()?;
        let batch = queue.batch().max_messages(1).expires(self.wait);
        let mut found = batch.messages().await.ok()?;
        // A broker that dies meanwhile never answers.
        let next = tokio::time::timeout(self.wait + LONGEST_LOOK, found.next());
        let Some(message) = next.await.ok()? else {
            return Some(None);
        };
        let (message, acker) = message.ok()?.split();
        match decode::<GameMessage>(&message.payload) {
            Ok(game) => Some(Some((Ackers::lock(ackers).insert(acker), game))),
            Err(_) => {
                // No worker could play it.
                let _ = acker.ack_with(AckKind::Term).await;
                Some(None)
            }
        }
    }
}

/// Hears what matches say, for as long as the connection lives.
fn listen(link: &Link, say: Sender<Event>) {
    let client = link.client();
    link.runtime().spawn(async move {
        loop {
            let Ok(mut heard) = client.subscribe(subject::ALL_MATCHES).await else {
                tokio::time::sleep(PAUSE).await;
                continue;
            };
            while let Some(message) = heard.next().await {
                let news = decode::<MatchMessage>(&message.payload);
                if news.is_ok_and(|news| say.send(Event::Match(news)).is_err()) {
                    return;
                }
            }
        }
    });
}
