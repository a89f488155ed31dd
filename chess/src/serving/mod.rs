//! The built-in engine for other programs: the Universal Chess Interface (Meyer-Kahlen and Huber
//! 2004), from the engine's side.
//!
//! Lines are read while a search runs on a thread of its own, so that `stop`, `ponderhit` and
//! `isready` are heard at once. What cannot be done is reported as `info string` and nothing is
//! searched.

pub mod clock;
pub mod command;
mod teller;

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use gametree::minmax::MinMax;
use gametree::quiescence::Quiescence;
use gametree::repetition::WithHistory;
use gametree::root_moves::RootMoves;
use gametree::{AnySearch, Game, Keyed, Limits};
use shakmaty::{Move, Position};

use crate::Chess;
use crate::builtin::{self, Builtin};
use crate::evaluate::Tapered;
use clock::{Share, share};
use command::{Command, Go};
use teller::Teller;

/// What is searched: a position with a past, and perhaps only some of its moves.
type Root = RootMoves<WithHistory<Chess>>;
type Engine = Box<dyn AnySearch<Root> + Send>;

/// What `setoption` sets.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Options {
    /// Mebibytes for the table, or the tree.
    hash: usize,
    threads: usize,
    chess960: bool,
    minmax: bool,
}

const MOST_HASH: usize = 65_536;
const MOST_THREADS: usize = 256;

impl Options {
    /// An engine with these options and an empty table.
    fn engine(&self) -> Engine {
        let evaluator = Tapered::default();
        if self.minmax {
            return Box::new(MinMax::new(evaluator).quiet(Quiescence::default()));
        }
        Box::new(Builtin::with(self.hash << 20, evaluator).on(self.threads))
    }
}

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

    /// The root of a search among these moves.
    fn root(&self, moves: &[String]) -> Result<Root, String> {
        let read = |text: &String| {
            self.position
                .from_uci(text)
                .ok_or_else(|| format!("{text} is no legal move to search"))
        };
        let only: Vec<Move> = moves.iter().map(read).collect::<Result<_, _>>()?;
        let root = WithHistory::new(self.position.clone(), &self.earlier);
        RootMoves::new(root, &only).ok_or_else(|| "the game is over".to_string())
    }
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

type Output = Arc<Mutex<dyn Write + Send>>;

/// Writes a line at once; a reader that went away is noticed when the input ends.
fn say(output: &Output, line: &str) {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    let _ = writeln!(output, "{line}").and_then(|()| output.flush());
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
    let options = Options {
        hash: 64,
        threads: 1,
        chess960: false,
        minmax: false,
    };
    let place = Ok(Place {
        position: Chess::default(),
        earlier: Vec::new(),
    });
    let output: Output = Arc::new(Mutex::new(output));
    let mut server = Server {
        output,
        options,
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
            Command::Ready => self.say("readyok"),
            Command::Stop => self.end(),
            Command::PonderHit => self.ponder_hit(),
            Command::Quit => {
                self.end();
                return false;
            }
            Command::Nothing => {}
            _ if self.work.is_some() => self.complain("a search is running: stop it first"),
            Command::NewGame => self.engine = None,
            Command::Set(name, value) => self.set(&name, &value),
            Command::Position(first, moves) => {
                self.place = Place::read(&first, &moves);
                if let Err(what) = &self.place {
                    self.complain(what);
                }
            }
            Command::Go(go) => self.go(go),
        }
        true
    }

    fn hello(&self) {
        self.say(&format!("id name {}", builtin::name()));
        self.say("id author The gametree developers");
        self.say(&format!(
            "option name Hash type spin default 64 min 1 max {MOST_HASH}"
        ));
        self.say("option name Clear Hash type button");
        self.say(&format!(
            "option name Threads type spin default 1 min 1 max {MOST_THREADS}"
        ));
        self.say("option name Ponder type check default false");
        self.say("option name UCI_Chess960 type check default false");
        self.say("option name Search type combo default pvs var pvs var minmax");
        self.say("uciok");
    }

    fn set(&mut self, name: &str, value: &str) {
        let mut options = self.options.clone();
        let number = |most: usize| value.parse().ok().filter(|n| (1..=most).contains(n));
        let known = match (name, value) {
            ("hash", _) => number(MOST_HASH).map(|n| options.hash = n),
            ("threads", _) => number(MOST_THREADS).map(|n| options.threads = n),
            ("uci_chess960", "true" | "false") => {
                options.chess960 = value == "true";
                Some(())
            }
            ("search", "pvs" | "minmax") => {
                options.minmax = value == "minmax";
                Some(())
            }
            ("ponder", "true" | "false") => Some(()),
            ("clear hash", _) => {
                self.engine = None;
                Some(())
            }
            _ => None,
        };
        if known.is_none() {
            return self.complain(&format!("no such option or value: {name} {value}"));
        }
        let same = Options {
            chess960: self.options.chess960,
            ..options.clone()
        } == self.options;
        self.engine = self.engine.take().filter(|_| same);
        self.options = options;
    }

    /// Begins a search, or says why not; an interface that waits for a move gets one.
    fn go(&mut self, go: Go) {
        let place = self.place.clone();
        let root = place.and_then(|place| Ok((place.root(&go.moves)?, place.position)));
        match root {
            Ok((root, position)) if root.outcome().is_none() => self.begin(&go, root, position),
            Ok(_) => self.refuse("the game is over"),
            Err(what) => self.refuse(&what),
        }
    }

    fn refuse(&self, what: &str) {
        self.complain(what);
        self.say("bestmove (none)");
    }

    fn begin(&mut self, go: &Go, root: Root, position: Chess) {
        let share = share(go, position.color());
        let stop = Arc::new(AtomicBool::new(false));
        let free = Arc::new(AtomicBool::new(!go.ponder && !go.is_endless()));
        let done = Arc::new(AtomicBool::new(false));
        let timed = share.filter(|_| !go.ponder && !go.infinite);
        let limits = Limits {
            depth: go.depth,
            nodes: go.nodes,
            time: timed.map(|share| share.hard),
            memory: self.options.minmax.then_some(self.options.hash << 20),
            stop: Some(Arc::clone(&stop)),
            ..Limits::none()
        };
        let task = Task {
            output: Arc::clone(&self.output),
            root,
            position,
            limits,
            soft: timed.map(|share| share.soft),
            free: Arc::clone(&free),
            done: Arc::clone(&done),
            options: self.options.clone(),
        };
        let engine = self.engine.take().unwrap_or_else(|| self.options.engine());
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

/// One search, on its thread.
struct Task {
    output: Output,
    root: Root,
    position: Chess,
    limits: Limits,
    soft: Option<Duration>,
    free: Arc<AtomicBool>,
    done: Arc<AtomicBool>,
    options: Options,
}

/// How often a search that is done checks whether it may say so.
const WAIT: Duration = Duration::from_millis(1);

impl Task {
    /// Searches, waits until the move is wanted, and gives it. A search that fails still gives a
    /// legal move, and a fresh engine.
    fn run(self, mut engine: Engine) -> Engine {
        let line = match catch_unwind(AssertUnwindSafe(|| self.search(&mut engine))) {
            Ok(line) => line,
            Err(_) => {
                say(
                    &self.output,
                    "info string the search failed; the engine starts anew",
                );
                engine = self.options.engine();
                self.root.moves().take(1).collect()
            }
        };
        while !self.free.load(Ordering::SeqCst) {
            std::thread::sleep(WAIT);
        }
        self.done.store(true, Ordering::SeqCst);
        say(&self.output, &self.answer(&line));
        engine
    }

    fn search(&self, engine: &mut Engine) -> Vec<Move> {
        let mut speak = |line: String| say(&self.output, &line);
        let mut teller = Teller {
            say: &mut speak,
            root: self.position.clone(),
            chess960: self.options.chess960,
            start: Instant::now(),
            soft: self.soft.zip(self.limits.stop.clone()),
            nodes: 0,
            depth: 0,
            lines: Vec::new(),
        };
        let report = engine.watch_any(&self.root, &self.limits, &mut teller);
        teller.end(&report);
        report.line
    }

    fn answer(&self, line: &[Move]) -> String {
        let name = |position: &Chess, m: Move| teller::write(position, m, self.options.chess960);
        let Some(&best) = line.first() else {
            return "bestmove (none)".to_string();
        };
        let best_name = name(&self.position, best);
        match line.get(1) {
            Some(&reply) => {
                format!(
                    "bestmove {best_name} ponder {}",
                    name(&self.position.after(best), reply)
                )
            }
            None => format!("bestmove {best_name}"),
        }
    }
}
