//! The built-in engine for other programs: the Universal Chess Interface (Meyer-Kahlen and Huber
//! 2004), from the engine's side.
//!
//! Lines are read while a search runs on a thread of its own, so that `stop`, `ponderhit` and
//! `isready` are heard at once. What cannot be done is reported as `info string` and nothing is
//! searched.

pub mod clock;
pub mod command;
mod engine;
mod known_endings;
mod options;
mod output;
mod strength;
mod task;
mod teller;
mod wdl;

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use gametree::repetition::WithHistory;
use gametree::root_moves::RootMoves;
use gametree::{Game, Keyed, Limits};
use shakmaty::{Move, Position};

use crate::Chess;
use crate::builtin;
use clock::{Share, share};
use command::{Command, Go};
use engine::{Engine, Root};
use known_endings::KnownEnding;
use options::Options;
use output::{Output, say};
use task::Task;

/// The place where a game stands.
#[derive(Clone)]
struct Place {
    position: Chess,
    /// The keys of earlier positions since the last move that cannot be taken back.
    earlier: Vec<u64>,
}

impl Place {
    /// Reads a starting position and the moves from it.
    fn read(first: &str, moves: &[String]) -> Result<Place, String> {
        let position: Chess = first
            .parse()
            .map_err(|error| format!("no position: {error}"))?;
        let mut place = Place {
            position,
            earlier: Vec::new(),
        };
        for text in moves {
            let Some(m) = place.position.from_uci(text) else {
                return Err(format!(
                    "{text} is no legal move in {}",
                    place.position.fen()
                ));
            };
            place.earlier.push(place.position.key());
            place.position.play(m);
            if place.position.inner().halfmoves() == 0 {
                place.earlier.clear();
            }
        }
        Ok(place)
    }

    /// The moves of these names.
    fn moves(&self, names: &[String]) -> Result<Vec<Move>, String> {
        let read = |name: &String| {
            let m = self.position.from_uci(name);
            m.ok_or_else(|| format!("{name} is no legal move to search"))
        };
        names.iter().map(read).collect()
    }

    /// The root of a search among these moves, or all; `None` where the game is over.
    fn root(&self, only: &[Move]) -> Option<Root> {
        let root = WithHistory::new(self.position.clone(), &self.earlier);
        RootMoves::new(root, only).filter(|root| root.outcome().is_none())
    }
}

/// A root that is ready to be searched.
struct Prepared {
    root: Root,
    position: Chess,
    /// What tablebases know of it.
    known: Option<KnownEnding>,
}

/// A search at work.
struct Work {
    thread: JoinHandle<Engine>,
    stop: Arc<AtomicBool>,
    /// The move may be given: not while pondering, nor before `stop` where there is no limit.
    free: Arc<AtomicBool>,
    /// The move is given, or about to be.
    done: Arc<AtomicBool>,
    /// The time that counts from `ponderhit`.
    share: Option<Share>,
}

struct Server {
    output: Output,
    options: Options,
    engine: Option<Engine>,
    place: Result<Place, String>,
    work: Option<Work>,
}

/// Serves until `quit`, or the end of the input and of what was begun.
///
/// # Errors
/// When the input cannot be read.
pub fn serve(input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let place = Ok(Place {
        position: Chess::default(),
        earlier: Vec::new(),
    });
    let output: Output = Arc::new(Mutex::new(output));
    let mut server = Server {
        output,
        options: Options::default(),
        engine: None,
        place,
        work: None,
    };
    for line in input.split(b'\n') {
        let line = line?;
        if !server.obey(Command::read(&String::from_utf8_lossy(&line))) {
            return Ok(());
        }
    }
    server.finish();
    Ok(())
}

impl Server {
    fn say(&self, line: &str) {
        say(&self.output, line);
    }

    fn complain(&self, what: &str) {
        self.say(&format!("info string {}", what.replace(['\n', '\r'], " ")));
    }

    /// False when the conversation is over.
    fn obey(&mut self, command: Command) -> bool {
        self.collect();
        match command {
            Command::Hello => self.hello(),
            Command::Ready => self.ready(),
            Command::Stop => self.end(),
            Command::PonderHit => self.ponder_hit(),
            Command::Quit => {
                self.end();
                return false;
            }
            Command::Nothing => {}
            _ if self.work.is_some() => self.complain("a search is running: stop it first"),
            Command::NewGame => self.engine.iter_mut().for_each(Engine::new_game),
            Command::Set(name, value) => self.set(&name, &value),
            Command::Position(first, moves) => {
                self.place = Place::read(&first, &moves);
                if let Err(what) = &self.place {
                    self.complain(what);
                }
            }
            Command::Go(go) => self.go(&go),
        }
        true
    }

    fn hello(&self) {
        self.say(&format!("id name {}", builtin::name()));
        self.say("id author The gametree developers");
        for line in Options::declarations() {
            self.say(&line);
        }
        self.say("uciok");
    }

    /// Makes the engine before the clock runs: a large table takes its time.
    fn ready(&mut self) {
        if self.work.is_none() && self.engine.is_none() {
            self.engine = Some(Engine::new(&self.options));
        }
        self.say("readyok");
    }

    fn set(&mut self, name: &str, value: &str) {
        if name == "clear hash" {
            self.engine.iter_mut().for_each(Engine::new_game);
            return;
        }
        let mut options = self.options.clone();
        match options.set(name, value) {
            Err(what) => self.complain(&what),
            Ok(()) => {
                let kept = options.keep_engine_of(&self.options);
                self.engine = self.engine.take().filter(|_| kept);
                self.options = options;
            }
        }
    }

    /// Begins a search, or says why not; an interface that waits for a move gets one.
    fn go(&mut self, go: &Go) {
        let prepared = match &self.place {
            Ok(place) => self.prepare(place, go),
            Err(what) => Err(what.clone()),
        };
        match prepared {
            Ok(prepared) => self.begin(go, prepared),
            Err(what) => self.refuse(&what),
        }
    }

    /// The root of a search, with what tablebases leave of its moves.
    fn prepare(&self, place: &Place, go: &Go) -> Result<Prepared, String> {
        let only = place.moves(&go.moves)?;
        let over = || "the game is over".to_string();
        let mut root = place.root(&only).ok_or_else(over)?;
        let tables = self.options.tables.as_deref();
        // Who wants several lines wants to see more than the best moves.
        let tables = tables.filter(|_| self.options.lines == 1);
        let known = tables.and_then(|tables| KnownEnding::of(tables, &place.position, &only));
        if let Some(known) = &known {
            root = place.root(&known.best).ok_or_else(over)?;
        }
        Ok(Prepared {
            root,
            position: place.position.clone(),
            known,
        })
    }

    fn refuse(&self, what: &str) {
        self.complain(what);
        self.say("bestmove (none)");
    }

    fn begin(&mut self, go: &Go, prepared: Prepared) {
        let position = prepared.position;
        let share = share(go, position.color(), self.options.overhead);
        let stop = Arc::new(AtomicBool::new(false));
        let free = Arc::new(AtomicBool::new(!go.ponder && !go.is_endless()));
        let done = Arc::new(AtomicBool::new(false));
        let timed = share.filter(|_| !go.ponder && !go.infinite);
        let limits = Limits {
            depth: go.plies(),
            nodes: self.nodes(go),
            time: timed.map(|share| share.hard),
            memory: self.options.minmax.then_some(self.options.hash << 20),
            stop: Some(Arc::clone(&stop)),
            ..Limits::none()
        };
        // An only move needs no thought.
        let choice = prepared.root.moves().nth(1).is_some();
        let soft = timed.map(|share| if choice { share.soft } else { Duration::ZERO });
        let task = Task {
            output: Arc::clone(&self.output),
            root: prepared.root,
            position,
            limits,
            soft,
            mate: go.mate,
            known: prepared.known,
            stop: Arc::clone(&stop),
            free: Arc::clone(&free),
            done: Arc::clone(&done),
            options: self.options.clone(),
        };
        let engine = self
            .engine
            .take()
            .unwrap_or_else(|| Engine::new(&self.options));
        let thread = std::thread::Builder::new().name("search".into());
        match thread.spawn(move || task.run(engine)) {
            Ok(thread) => {
                self.work = Some(Work {
                    thread,
                    stop,
                    free,
                    done,
                    share,
                })
            }
            Err(error) => self.refuse(&format!("no thread to search on: {error}")),
        }
    }

    /// Nodes to search: those of the command, and no more than the strength allows.
    fn nodes(&self, go: &Go) -> Option<u64> {
        let options = &self.options;
        let weaker = options.limit_strength.then(|| options.strength.nodes());
        go.nodes.into_iter().chain(weaker).min()
    }

    /// The pondered move was played: from now on the clock runs.
    fn ponder_hit(&mut self) {
        let Some(work) = &self.work else { return };
        work.free.store(true, Ordering::SeqCst);
        if let Some(share) = work.share {
            let stop = Arc::clone(&work.stop);
            let alarm = std::thread::Builder::new().name("clock".into());
            let ring = move || {
                std::thread::sleep(share.soft);
                stop.store(true, Ordering::SeqCst);
            };
            if alarm.spawn(ring).is_err() {
                self.end();
            }
        }
    }

    /// Takes the engine back from a search that is done: a caller that has read its move may begin
    /// another.
    fn collect(&mut self) {
        if self
            .work
            .as_ref()
            .is_some_and(|work| work.done.load(Ordering::SeqCst))
        {
            self.end();
        }
    }

    /// No more commands will come: a search that has an end of its own comes to it, another is
    /// stopped.
    fn finish(&mut self) {
        match self.work.take_if(|work| work.free.load(Ordering::SeqCst)) {
            Some(work) => self.engine = work.thread.join().ok(),
            None => self.end(),
        }
    }

    /// Stops the search and waits for its move.
    fn end(&mut self) {
        let Some(work) = self.work.take() else { return };
        work.stop.store(true, Ordering::SeqCst);
        work.free.store(true, Ordering::SeqCst);
        self.engine = work.thread.join().ok();
    }
}
