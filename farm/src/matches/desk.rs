//! The games of a match that are missing: the truth that the broker is filled from. No input or
//! output, like [`crate::desk`].

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use super::message::{
    GameMessage, MatchMessage, PlayedMessage, PlayerMessage, RecordMessage, game_key,
};
use super::{MatchSettings, RemoteMatch};
use crate::message::{TaskKey, as_line, decode};
use crate::refusals::{Counts, Heard, Refusal, Refusals};

/// How many attempts, on how many workers, end the match.
const MOST_ATTEMPTS: u32 = 3;
const LEAST_WORKERS: usize = 2;

/// The fewest games in the broker, before any worker is known.
const SHORTEST_QUEUE: usize = 2;

/// The most workers that are remembered: whoever has the token could invent more.
const MOST_WORKERS: usize = 10_000;

/// A game that is missing.
#[derive(Debug, Default)]
struct OpenGame {
    /// Since when it is in the broker, or with a worker; `None`: it is here only.
    published: Option<Instant>,
    attempt: u32,
    errors: u32,
    failed_on: BTreeSet<String>,
}

/// A worker that plays games.
#[derive(Debug)]
struct KnownPlayer {
    beat: PlayerMessage,
    heard: Instant,
}

/// A game that counts, and who played it.
#[derive(Clone, PartialEq, Debug)]
pub struct Believed<R> {
    /// The worker.
    pub worker: String,
    /// The game.
    pub record: R,
}

/// How a match stands with its workers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MatchNews {
    /// How many workers may play its games.
    pub suitable: usize,
    /// How many workers play games, but not of this match: for want of an engine, or by another
    /// version of the program.
    pub unsuitable: usize,
    /// The engines that no worker has.
    pub missing_engines: Vec<String>,
    /// Whether the broker is there.
    pub connected: bool,
}

/// A game that has failed for good.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FailedGame {
    /// Its number.
    pub number: u64,
    /// Why.
    pub what: String,
}

/// The games that are missing, and who plays them.
pub struct GameDesk {
    settings: MatchSettings,
    session: u64,
    open: BTreeMap<u64, OpenGame>,
    /// The games that are done here, to tell a duplicate from a lie.
    done: BTreeSet<u64>,
    players: BTreeMap<String, KnownPlayer>,
    refusals: Refusals,
    failed: Option<FailedGame>,
}

impl GameDesk {
    /// The desk of a match of which these games are missing.
    #[must_use]
    pub fn new(settings: MatchSettings, session: u64, missing: &[u64]) -> GameDesk {
        let open = missing.iter().map(|&number| (number, OpenGame::default()));
        GameDesk {
            settings,
            session,
            open: open.collect(),
            done: BTreeSet::new(),
            players: BTreeMap::new(),
            refusals: Refusals::default(),
            failed: None,
        }
    }

    /// The games to publish now, the first ones first; the queue stays short, so that a test that is
    /// decided has played few games too many.
    pub fn take_parcels<M: RemoteMatch>(&mut self, of: &M, now: Instant) -> Vec<GameMessage> {
        let published = self.open.values().filter(|game| game.published.is_some());
        let most = (2 * self.jobs()).max(SHORTEST_QUEUE);
        let room = most.saturating_sub(published.count());
        let waiting = self
            .open
            .iter()
            .filter(|(_, game)| game.published.is_none());
        let next: Vec<u64> = waiting.take(room).map(|(&number, _)| number).collect();
        next.into_iter()
            .filter_map(|number| {
                let avoid = self.avoided(number);
                let game = self.open.get_mut(&number)?;
                game.published = Some(now);
                Some(GameMessage {
                    match_name: self.settings.name.clone(),
                    session: self.session,
                    number,
                    attempt: game.attempt,
                    order: of.order(number),
                    avoid,
                    lease: u64::try_from(self.settings.lease.as_millis()).unwrap_or(u64::MAX),
                })
            })
            .collect()
    }

    /// Those that failed at a game, as long as there are others.
    fn avoided(&self, number: u64) -> Vec<String> {
        let failed_on = self.open.get(&number).map(|game| &game.failed_on);
        let tried: Vec<String> = failed_on.into_iter().flatten().cloned().collect();
        match self.others(&tried) {
            0 => Vec::new(),
            _ => tried,
        }
    }

    /// A game has not arrived in the broker.
    pub fn not_published(&mut self, number: u64) {
        if let Some(game) = self.open.get_mut(&number) {
            game.published = None;
        }
    }

    /// The broker may have lost everything.
    pub fn republish_all(&mut self) {
        self.open
            .values_mut()
            .for_each(|game| game.published = None);
    }

    /// Publishes the games again, under new names, that were published this long ago and that no
    /// worker holds.
    pub fn renew_quiet<M: RemoteMatch>(&mut self, of: &M, now: Instant, silence: Duration) {
        let players = self.players.values();
        let held: BTreeSet<TaskKey> = players
            .flat_map(|player| player.beat.games.clone())
            .collect();
        for (&number, game) in &mut self.open {
            let old = game
                .published
                .is_some_and(|at| now.duration_since(at) > silence);
            let key = || game_key(&self.settings.name, number, &of.order(number));
            if old && !held.contains(&key()) {
                game.attempt += 1;
                game.published = None;
            }
        }
    }

    /// Takes a beat; says whether the worker is new.
    pub fn hear_beat(&mut self, beat: PlayerMessage, now: Instant) -> bool {
        let known = self.players.contains_key(&beat.worker);
        if beat.leaving {
            self.players.remove(&beat.worker);
            return false;
        }
        if !known && self.players.len() >= MOST_WORKERS {
            return false;
        }
        let name = beat.worker.clone();
        self.players.insert(name, KnownPlayer { beat, heard: now });
        !known
    }

    /// Forgets the workers that are silent: the broker gives their games to others.
    pub fn forget_silent(&mut self, now: Instant) {
        let silence = self.settings.lease.max(5 * self.settings.beat);
        self.players
            .retain(|_, player| now.duration_since(player.heard) <= silence);
    }

    /// Takes the bytes of a record; returns the game where it counts.
    pub fn hear_bytes<M: RemoteMatch>(
        &mut self,
        of: &M,
        bytes: &[u8],
    ) -> Option<Believed<M::Record>> {
        let heard = match decode::<RecordMessage>(bytes) {
            Ok(message) => self.judge(of, message),
            Err(error) => Err(self.refuse("?", &error.to_string())),
        };
        match heard {
            Ok(believed) => {
                self.refusals.count(&Heard::Applied);
                Some(believed)
            }
            Err(heard) => {
                self.refusals.count(&heard);
                None
            }
        }
    }

    fn judge<M: RemoteMatch>(
        &mut self,
        of: &M,
        message: RecordMessage,
    ) -> Result<Believed<M::Record>, Heard> {
        let RecordMessage { number, worker, .. } = message;
        if message.match_name != self.settings.name {
            return Err(self.refuse(&worker, "the record is for another match"));
        }
        if self.done.contains(&number) {
            return Err(Heard::Duplicate);
        }
        let is_open = self.open.contains_key(&number);
        let key = || game_key(&self.settings.name, number, &of.order(number));
        if !is_open || message.key != key() {
            return Err(match message.session == self.session {
                true => self.refuse(&worker, "such a game was never given out"),
                false => Heard::Outdated,
            });
        }
        let record = match message.outcome {
            PlayedMessage::Failed(what) => {
                self.note_failure(number, &worker, what);
                return Err(Heard::Failed);
            }
            PlayedMessage::Played(record) => record,
        };
        match of.believe(number, &record) {
            Ok(record) => {
                self.open.remove(&number);
                self.done.insert(number);
                Ok(Believed { worker, record })
            }
            Err(what) => {
                let refused = self.refuse(&worker, &what);
                self.note_failure(number, &worker, what);
                Err(refused)
            }
        }
    }

    fn refuse(&mut self, worker: &str, what: &str) -> Heard {
        self.refusals.note(worker, as_line(what));
        Heard::Refused
    }

    /// A try has failed: another one, or the end of the match.
    fn note_failure(&mut self, number: u64, worker: &str, what: String) {
        let Some(game) = self.open.get_mut(&number) else {
            return;
        };
        game.errors += 1;
        game.attempt += 1;
        game.published = None;
        game.failed_on.insert(worker.to_owned());
        let errors = game.errors;
        let tried: Vec<String> = game.failed_on.iter().cloned().collect();
        let enough = tried.len() >= LEAST_WORKERS || self.others(&tried) == 0;
        if errors >= MOST_ATTEMPTS && enough {
            self.give_up(number, what);
        }
    }

    /// A game cannot be played at all.
    pub fn give_up(&mut self, number: u64, what: String) {
        self.failed.get_or_insert(FailedGame { number, what });
    }

    /// The first game that no worker could play.
    #[must_use]
    pub fn failed(&self) -> Option<&FailedGame> {
        self.failed.as_ref()
    }

    fn suits(&self, player: &KnownPlayer) -> bool {
        let has = |engine: &String| player.beat.engines.contains(engine);
        player.beat.program == self.settings.program && self.settings.engines.iter().all(has)
    }

    fn suitable(&self) -> impl Iterator<Item = (&String, &KnownPlayer)> {
        self.players.iter().filter(|(_, player)| self.suits(player))
    }

    /// How many workers could take a game that these must leave to others.
    fn others(&self, tried: &[String]) -> usize {
        self.suitable()
            .filter(|(name, _)| !tried.contains(name))
            .count()
    }

    /// How many games all suitable workers play at once.
    fn jobs(&self) -> usize {
        let jobs = |(_, player): (&String, &KnownPlayer)| player.beat.jobs as usize;
        self.suitable().map(jobs).sum()
    }

    /// What workers need to know of the match.
    #[must_use]
    pub fn describe(&self) -> MatchMessage {
        MatchMessage {
            match_name: self.settings.name.clone(),
            session: self.session,
            program: self.settings.program.clone(),
            engines: self.settings.engines.clone(),
            closed: false,
        }
    }

    /// How the match stands with its workers.
    #[must_use]
    pub fn news(&self, connected: bool) -> MatchNews {
        let suitable = self.suitable().count();
        let unknown = |engine: &&String| {
            let mut players = self.players.values();
            !players.any(|player| player.beat.engines.contains(engine))
        };
        let missing = self.settings.engines.iter().filter(unknown);
        MatchNews {
            suitable,
            unsuitable: self.players.len() - suitable,
            missing_engines: missing.cloned().collect(),
            connected,
        }
    }

    /// What was refused lately, oldest first.
    #[must_use]
    pub fn refusals(&self) -> Vec<Refusal> {
        self.refusals.list()
    }

    /// What became of all records.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.refusals.counts()
    }
}
