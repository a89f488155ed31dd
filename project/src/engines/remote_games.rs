//! Games of matches and tournaments on other computers: a match that gives its games to workers, and
//! the part of a worker that plays them.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use gametree_arena::{MatchError, TournamentError};
use gametree_catalog::matches::{
    AllowedEngines, FarmReport, Host, PROGRAM, RefusedRecord, RemotePlan, WorkerRow,
};
use gametree_catalog::opponents::uci;
use gametree_farm::matches::{
    Believed, GamePlayer, MatchCoordinator, MatchEnd, MatchNews, MatchSettings, MatchWatch, Player,
    PlayerSettings, RemoteMatch, SeatPlayer,
};
use gametree_farm::message::is_name;
use gametree_farm::worker::{Progress, WAIT, Wish};
use gametree_farm::{BrokerAddress, patiently};

use super::broker::{BEAT, WorkRequest, host, problem, project_name};
use super::choice::{BUILTIN, EngineChoice};
use super::{config, uci as local};
use crate::error::{ProjectError, Result};

/// How long a state lasts before the user is told of it.
const LASTING: Duration = Duration::from_secs(3);

/// How often a worker that ends looks whether its games have.
const GLANCE: Duration = Duration::from_millis(50);

/// A match or a tournament whose games are played by the workers of a broker.
pub struct RemoteGames<'p, P> {
    plan: &'p P,
    coordinator: MatchCoordinator,
    workers: BTreeMap<String, Spent>,
}

/// Why no more games are played.
#[derive(Debug)]
pub enum RemoteError {
    /// No worker can play a game.
    Unplayable(String),
    /// A game could not be saved.
    Io(io::Error),
}

impl From<RemoteError> for MatchError {
    fn from(error: RemoteError) -> MatchError {
        match error {
            RemoteError::Unplayable(what) => MatchError::Seating(what),
            RemoteError::Io(error) => MatchError::Io(error),
        }
    }
}

impl From<RemoteError> for TournamentError {
    fn from(error: RemoteError) -> TournamentError {
        match error {
            RemoteError::Unplayable(what) => TournamentError::Seating(what),
            RemoteError::Io(error) => TournamentError::Io(error),
        }
    }
}

/// What a worker has spent on games.
#[derive(Clone, Copy, Debug, Default)]
struct Spent {
    games: u64,
    nodes: u64,
    seconds: f64,
}

/// The plan as the farm sees it.
struct Orders<'p, P>(&'p P);

impl<P: RemotePlan> RemoteMatch for Orders<'_, P> {
    type Record = P::Record;

    fn order(&self, number: u64) -> String {
        self.0.order(number as usize)
    }

    fn believe(&self, number: u64, record: &str) -> std::result::Result<P::Record, String> {
        self.0.believe(number as usize, record)
    }
}

impl<'p, P: RemotePlan> RemoteGames<'p, P> {
    /// Connects, and waits for a broker where none is there. What is saved in a directory has the
    /// same name when it is resumed, so that games which ended meanwhile count.
    ///
    /// # Errors
    /// When the broker does not let us in, or cannot hold tasks.
    pub fn connect(
        broker: &BrokerAddress,
        plan: &'p P,
        saved: Option<&Path>,
        say: &mut dyn FnMut(&str),
    ) -> Result<RemoteGames<'p, P>> {
        let unsaved = format!("match-{}", std::process::id());
        let name = project_name(saved.unwrap_or_else(|| Path::new(&unsaved)));
        let engines = plan.words().engines();
        let settings = MatchSettings {
            engines: engines.map_err(|error| ProjectError::invalid(error.what))?,
            ..MatchSettings::new(&name, PROGRAM)
        };
        let stop = plan.stop();
        let mut told = false;
        let coordinator = patiently(
            || MatchCoordinator::start(broker, settings.clone()),
            &mut |error| {
                if !std::mem::replace(&mut told, true) {
                    say(&format!("{error}; trying again"));
                }
                !stop.load(Ordering::SeqCst)
            },
        );
        Ok(RemoteGames {
            plan,
            coordinator: coordinator.map_err(|error| problem(&error))?,
            workers: BTreeMap::new(),
        })
    }

    /// Has the games of these numbers played, until `take` has all it needs.
    ///
    /// # Errors
    /// When no worker can play a game, or one cannot be saved.
    pub fn play(
        &mut self,
        missing: &[usize],
        take: &mut dyn FnMut(P::Record) -> io::Result<bool>,
        say: &mut dyn FnMut(&str),
    ) -> std::result::Result<(), RemoteError> {
        if missing.is_empty() {
            return Ok(());
        }
        let missing: Vec<u64> = missing.iter().map(|&number| number as u64).collect();
        let stop = self.plan.stop();
        let mut teller = Teller::default();
        let workers = &mut self.workers;
        let watch = MatchWatch {
            take: &mut |Believed { worker, record }| {
                let spent = P::spent(&record);
                workers.entry(worker).or_default().add(&spent);
                take(record)
            },
            look: &mut |news| {
                teller.look(news, say);
                !stop.load(Ordering::SeqCst)
            },
        };
        let played = self.coordinator.play(&Orders(self.plan), &missing, watch);
        played.map_err(|end| match end {
            MatchEnd::Io(error) => RemoteError::Io(error),
            MatchEnd::Failed(game) => {
                let number = game.number + 1;
                let what = format!("no worker can play game {number}: {}", game.what);
                RemoteError::Unplayable(what)
            }
        })
    }

    /// Who played, and what was not believed.
    #[must_use]
    pub fn report(&self) -> FarmReport {
        let row = |(worker, spent): (&String, &Spent)| WorkerRow {
            worker: worker.clone(),
            games: spent.games,
            nodes_per_second: (spent.nodes as f64 / spent.seconds.max(1e-6)) as u64,
        };
        let refused = self.coordinator.refusals().into_iter();
        FarmReport {
            workers: self.workers.iter().map(row).collect(),
            refused: refused
                .map(|refusal| RefusedRecord {
                    worker: refusal.worker,
                    what: refusal.what,
                })
                .collect(),
        }
    }
}

impl Spent {
    fn add(&mut self, players: &[gametree_arena::Spent]) {
        self.games += 1;
        for player in players {
            self.nodes += player.nodes;
            self.seconds += player.seconds;
        }
    }
}

/// Tells the user why nothing is played, once it has lasted.
#[derive(Default)]
struct Teller {
    last: Option<String>,
    since: Option<Instant>,
    told: bool,
}

impl Teller {
    fn look(&mut self, news: &MatchNews, say: &mut dyn FnMut(&str)) {
        let words = obstacle(news);
        if words != self.last || self.since.is_none() {
            self.last = words;
            self.since = Some(Instant::now());
            self.told = false;
        }
        let lasting = self.since.is_some_and(|since| since.elapsed() >= LASTING);
        if let Some(words) = self.last.as_ref().filter(|_| lasting && !self.told) {
            self.told = true;
            say(words);
        }
    }
}

/// What keeps workers from playing.
fn obstacle(news: &MatchNews) -> Option<String> {
    let others = |count: usize| match count {
        1 => "1 worker leaves these games to others".to_string(),
        count => format!("{count} workers leave these games to others"),
    };
    match news {
        MatchNews {
            connected: false, ..
        } => Some("the broker is away; trying again".into()),
        MatchNews {
            suitable: 0,
            unsuitable: 0,
            ..
        } => Some("waiting for a worker: `gametree worker --broker URL` starts one".into()),
        MatchNews {
            suitable: 0,
            missing_engines,
            ..
        } if !missing_engines.is_empty() => Some(format!(
            "no worker has the engine {0}: `gametree worker --engine {0}=COMMAND` allows it",
            missing_engines[0]
        )),
        MatchNews { unsuitable: 0, .. } => None,
        news => Some(format!(
            "{}: they lack an engine, or are of another version",
            others(news.unsuitable)
        )),
    }
}

/// The engines of a worker: one for analyses, and those that matches may use.
#[derive(Debug)]
pub struct WorkerEngines {
    /// What analyses use.
    pub analysis: String,
    /// What matches may use, by name.
    pub allowed: AllowedEngines,
}

impl WorkerEngines {
    /// Those of the command line, `CMD` and `NAME=CMD`, and of the configuration file.
    ///
    /// # Errors
    /// When there are two for analyses, or a command is wrong.
    pub fn of(texts: &[String]) -> Result<WorkerEngines> {
        let mut engines = WorkerEngines {
            analysis: BUILTIN.into(),
            allowed: AllowedEngines::new(),
        };
        for name in config::read()?.engine.keys() {
            engines.allow(name, name)?;
        }
        for text in texts {
            match text.split_once('=').filter(|(name, _)| is_name(name)) {
                Some((name, command)) => engines.allow(name, command)?,
                None if engines.analysis != BUILTIN => {
                    return Err(ProjectError::invalid(format!(
                        "a worker analyses with one engine, not with {} and {text}",
                        engines.analysis
                    ))
                    .hint("start a worker for each; NAME=CMD is for matches"));
                }
                None => {
                    engines.analysis.clone_from(text);
                    if text != BUILTIN && uci::name(text).is_ok() {
                        engines.allow(text, text)?;
                    }
                }
            }
        }
        Ok(engines)
    }

    /// Matches may use the engine of a command under this name.
    fn allow(&mut self, name: &str, command: &str) -> Result<()> {
        let configured = config::read()?.engine.contains_key(command);
        let spec = match configured {
            true => local::spec(&EngineChoice::default(), command, 0)?,
            false => uci::spec(command).map_err(|error| ProjectError::invalid(error.what))?,
        };
        self.allowed.insert(name.to_owned(), spec);
        Ok(())
    }
}

/// Plays the games that matches order.
struct Hosted(Host);

impl GamePlayer for Hosted {
    fn play(
        &mut self,
        order: &str,
        stop: &Arc<AtomicBool>,
    ) -> std::result::Result<Option<String>, String> {
        self.0.play(order, stop)
    }
}

/// The part of a worker that plays games, beside its analyses: games are played while no analysis
/// needs the computer.
pub(super) struct GameThread {
    shared: Arc<Shared>,
    thread: JoinHandle<()>,
}

/// What both parts of a worker know.
struct Shared {
    wish: Mutex<Wish>,
    games: Mutex<Progress>,
}

impl Shared {
    fn games(&self) -> MutexGuard<'_, Progress> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wish(&self) -> MutexGuard<'_, Wish> {
        self.wish.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl GameThread {
    /// Begins.
    pub(super) fn start(request: &WorkRequest, jobs: usize) -> Result<GameThread> {
        let settings = PlayerSettings {
            name: host(),
            program: PROGRAM.into(),
            engines: request.allowed.keys().cloned().collect(),
            jobs,
            beat: BEAT,
            wait: WAIT,
        };
        let allowed = Arc::new(request.allowed.clone());
        let seat: SeatPlayer =
            Arc::new(move || Box::new(Hosted(Host::new(Arc::clone(&allowed), jobs))));
        let player = Player::connect(&request.broker, settings, &seat);
        let player = player.map_err(|error| problem(&error))?;
        let shared = Arc::new(Shared {
            wish: Mutex::new(Wish::GoOn),
            games: Mutex::default(),
        });
        let own = Arc::clone(&shared);
        let thread = std::thread::spawn(move || {
            let last = player.run(&mut |progress| {
                progress.clone_into(&mut own.games());
                *own.wish()
            });
            *own.games() = last;
        });
        Ok(GameThread { shared, thread })
    }

    /// What the analyses are to do beside the games.
    pub(super) fn wish_beside(
        &mut self,
        tasks: &Progress,
        watch: &mut dyn FnMut(&Progress) -> Wish,
    ) -> Wish {
        let games = self.shared.games().clone();
        let wish = watch(&joined(tasks, &games));
        *self.shared.wish() = match tasks.at_work {
            0 => wish,
            _ => wish.max(Wish::Hold),
        };
        match games.at_work {
            0 => wish,
            _ => wish.max(Wish::Hold),
        }
    }

    /// Ends as the analyses have.
    pub(super) fn end(self, tasks: Progress, watch: &mut dyn FnMut(&Progress) -> Wish) -> Progress {
        while !self.thread.is_finished() {
            let games = self.shared.games().clone();
            *self.shared.wish() = watch(&joined(&tasks, &games)).max(Wish::Drain);
            std::thread::sleep(GLANCE);
        }
        let games = self.shared.games().clone();
        joined(&tasks, &games)
    }
}

/// What a worker has done in all.
fn joined(tasks: &Progress, games: &Progress) -> Progress {
    Progress {
        done: tasks.done + games.done,
        failed: tasks.failed + games.failed,
        at_work: tasks.at_work + games.at_work,
        ..tasks.clone()
    }
}
