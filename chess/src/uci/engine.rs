//! One engine: its start, its options, and its searches.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use gametree::{Game, Persistent};
use shakmaty::Move;

use super::cancel::CancelToken;
use super::declared::{Declared, named};
use super::error::{EngineError, ErrorKind};
use super::process::{LONGEST_LINE, NoLine, Process};
use super::protocol::{Message, read};
use super::spec::{EngineSpec, Timeouts};
use super::thought::{InfoAccumulator, Thought};
use crate::Chess;

/// How often a wait looks whether it shall go on.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// Options beyond are not kept.
const MOST_OPTIONS: usize = 2000;
/// What fits into any pipe, so that an engine that does not read cannot hold us up.
const MOST_TEXT: usize = 32 * 1024;

/// An engine that runs.
///
/// After a [`ErrorKind`] that is not [harmless](ErrorKind::is_harmless) it is lost: it answers
/// everything with that error, for what it says next may belong to what it was asked before.
/// Dropped, it is killed; [`Engine::quit`] is the polite way.
pub struct Engine {
    process: Process,
    label: String,
    name: String,
    author: String,
    declared: Vec<Declared>,
    set: BTreeMap<String, String>,
    timeouts: Timeouts,
    slowest: Option<f64>,
    lost: Option<ErrorKind>,
}

/// When a search ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// After this many positions. An engine that goes on much longer is stopped.
    Nodes(u64),
    /// After this time.
    Time(Duration),
    /// After this depth.
    Depth(u32),
}

/// A question to one engine.
#[derive(Clone, Debug)]
pub struct Task<'a> {
    /// The position.
    pub position: &'a Chess,
    /// The moves to choose from; empty: all legal ones.
    pub among: &'a [Move],
    /// When to end.
    pub effort: Effort,
    /// How many of the best lines to tell, at least 1.
    pub lines: u32,
    /// Forget everything before (`ucinewgame`): the same answer whatever was asked before.
    pub fresh: bool,
    /// To stop it from elsewhere.
    pub cancel: CancelToken,
}

impl<'a> Task<'a> {
    /// The best move of all, in a position.
    #[must_use]
    pub fn new(position: &'a Chess, effort: Effort) -> Task<'a> {
        Task {
            position,
            among: &[],
            effort,
            lines: 1,
            fresh: false,
            cancel: CancelToken::new(),
        }
    }

    /// Nothing illegal reaches an engine.
    fn check(&self) -> Result<(), ErrorKind> {
        let refuse = |why: String| Err(ErrorKind::BadQuestion(why));
        let again = Chess::from_fen(&self.position.fen());
        match again {
            Err(why) => return refuse(format!("the position is not legal: {why}")),
            Ok(again) if again.identity() != self.position.identity() => {
                return refuse("the position is not what its FEN says".to_owned());
            }
            Ok(_) => {}
        }
        let legal: Vec<Move> = self.position.moves().collect();
        if legal.is_empty() {
            return refuse("the game is over".to_owned());
        }
        match self.among.iter().find(|m| !legal.contains(m)) {
            Some(m) => refuse(format!("the move {m} is not legal here")),
            None => Ok(()),
        }
    }

    fn go(&self) -> String {
        let mut text = match self.effort {
            Effort::Nodes(nodes) => format!("go nodes {}", nodes.max(1)),
            Effort::Time(time) => format!("go movetime {}", time.as_millis().max(1)),
            Effort::Depth(depth) => format!("go depth {}", depth.max(1)),
        };
        // Last: some engines take all that follows for moves.
        if !self.among.is_empty() {
            text += " searchmoves";
            for &m in self.among {
                text += " ";
                text += &self.position.uci(m);
            }
        }
        text
    }
}

/// What is waited for, and how long.
struct Wait<'a> {
    what: &'static str,
    when: &'static str,
    limit: Duration,
    since: Instant,
    cancel: &'a CancelToken,
}

impl<'a> Wait<'a> {
    fn new(
        what: &'static str,
        when: &'static str,
        limit: Duration,
        cancel: &'a CancelToken,
    ) -> Wait<'a> {
        Wait {
            what,
            when,
            limit,
            since: Instant::now(),
            cancel,
        }
    }
}

impl Engine {
    /// Starts an engine, greets it and sets its options.
    ///
    /// # Errors
    /// When there is no such program, it does not speak UCI in time, or does not have the options.
    pub fn start(spec: &EngineSpec, timeouts: &Timeouts) -> Result<Engine, EngineError> {
        Engine::start_unless(spec, timeouts, &CancelToken::new())
    }

    /// [`Engine::start`] that [`CancelToken::abort`] ends.
    ///
    /// # Errors
    /// As there.
    pub fn start_unless(
        spec: &EngineSpec,
        timeouts: &Timeouts,
        cancel: &CancelToken,
    ) -> Result<Engine, EngineError> {
        let process = Process::start(&spec.command).map_err(|error| error.of(&spec.name))?;
        let mut engine = Engine {
            process,
            label: spec.name.clone(),
            name: spec.name.clone(),
            author: String::new(),
            declared: Vec::new(),
            set: BTreeMap::new(),
            timeouts: timeouts.clone(),
            slowest: None,
            lost: None,
        };
        let greeted = engine
            .greet(cancel)
            .and_then(|()| engine.configure(spec, cancel));
        greeted
            .map(|()| engine)
            .map_err(|error| error.of(&spec.name))
    }

    fn greet(&mut self, cancel: &CancelToken) -> Result<(), ErrorKind> {
        self.process.write("uci\n");
        let wait = Wait::new("`uciok`", "starting", self.timeouts.start, cancel);
        loop {
            match self.hear(&wait)? {
                Message::Name(name) if !name.is_empty() => self.name = name,
                Message::Author(author) => self.author = author,
                Message::Option(option) if self.declared.len() < MOST_OPTIONS => {
                    self.declared.push(option)
                }
                Message::UciOk => return Ok(()),
                _ => {}
            }
        }
    }

    fn configure(&mut self, spec: &EngineSpec, cancel: &CancelToken) -> Result<(), ErrorKind> {
        let mut text = String::new();
        for (name, value) in &spec.options {
            text += &self.setting(name, value)?;
        }
        if text.len() > MOST_TEXT {
            return Err(ErrorKind::BadQuestion(
                "its options are too long".to_owned(),
            ));
        }
        self.process.write(&text);
        self.synchronise(cancel)
    }

    /// The command for an option, which counts as set.
    fn setting(&mut self, name: &str, value: &str) -> Result<String, ErrorKind> {
        let option = named(&self.declared, name)?;
        let value = option.check(value)?;
        let name = option.name.clone();
        let tail = if value.is_empty() {
            String::new()
        } else {
            format!(" value {value}")
        };
        let command = format!("setoption name {name}{tail}\n");
        self.set.insert(name, value);
        Ok(command)
    }

    /// The command for an option if its value is another now.
    fn change(&mut self, name: &str, value: &str) -> Result<String, ErrorKind> {
        let same = self.value(name).is_some_and(|now| now == value);
        if same {
            Ok(String::new())
        } else {
            self.setting(name, value)
        }
    }

    /// Whatever it said before is past when this is done.
    fn synchronise(&mut self, cancel: &CancelToken) -> Result<(), ErrorKind> {
        self.process.write("isready\n");
        self.await_ready(cancel)
    }

    fn await_ready(&mut self, cancel: &CancelToken) -> Result<(), ErrorKind> {
        let wait = Wait::new("`readyok`", "getting ready", self.timeouts.ready, cancel);
        while self.hear(&wait)? != Message::ReadyOk {}
        Ok(())
    }

    /// The next message. Deadlines hold also while it talks.
    fn hear(&mut self, wait: &Wait) -> Result<Message, ErrorKind> {
        loop {
            let passed = wait.since.elapsed();
            if wait.cancel.is_aborted() {
                return Err(ErrorKind::Aborted);
            }
            if passed >= wait.limit {
                let stderr = self.process.last_stderr();
                return Err(ErrorKind::Silent {
                    what: wait.what,
                    waited: wait.limit,
                    stderr,
                });
            }
            if let Some(message) =
                self.listen((wait.limit - passed).min(POLL_INTERVAL), wait.when)?
            {
                return Ok(message);
            }
        }
    }

    fn listen(
        &mut self,
        timeout: Duration,
        when: &'static str,
    ) -> Result<Option<Message>, ErrorKind> {
        match self.process.line(timeout) {
            Ok(line) => Ok(Some(read(&line))),
            Err(NoLine::Late) => Ok(None),
            Err(NoLine::TooLong) => Err(ErrorKind::EndlessLine(LONGEST_LINE)),
            Err(NoLine::Ended) => {
                let status = self.process.status();
                Err(ErrorKind::Ended {
                    status,
                    when,
                    stderr: self.process.last_stderr(),
                })
            }
        }
    }

    /// The name it gives itself, with its version.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Who made it, as it says.
    #[must_use]
    pub fn author(&self) -> &str {
        &self.author
    }

    /// The options it declares.
    #[must_use]
    pub fn options(&self) -> &[Declared] {
        &self.declared
    }

    /// The options that were set, sorted by name.
    pub fn set_options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.set
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// What an option is now; `None` if it has none of this name.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<String> {
        let option = named(&self.declared, name).ok()?;
        Some(
            self.set
                .get(&option.name)
                .cloned()
                .unwrap_or_else(|| option.default()),
        )
    }

    /// The number of its process.
    #[must_use]
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Sets an option.
    ///
    /// # Errors
    /// When it declares no such option or value, or does not get ready again.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        self.set_unless(name, value, &CancelToken::new())
    }

    pub(super) fn set_unless(
        &mut self,
        name: &str,
        value: &str,
        cancel: &CancelToken,
    ) -> Result<(), EngineError> {
        self.guarded(|engine| {
            let command = engine.setting(name, value)?;
            engine.process.write(&command);
            engine.synchronise(cancel)
        })
    }

    /// Makes it forget what it has searched.
    ///
    /// # Errors
    /// When it does not get ready again.
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        self.guarded(|engine| {
            engine.process.write("ucinewgame\n");
            engine.synchronise(&CancelToken::new())
        })
    }

    /// Searches.
    ///
    /// # Errors
    /// When the question is not legal, or the answer is not, or there is none in time.
    pub fn think(&mut self, task: &Task) -> Result<Thought, EngineError> {
        self.guarded(|engine| {
            let commands = engine.commands(task)?;
            engine.process.write(&commands);
            // No time is lost by this: it gets all commands at once. What it says before is about
            // the past.
            engine.await_ready(&task.cancel)?;
            engine.search(task)
        })
    }

    fn guarded<T>(
        &mut self,
        work: impl FnOnce(&mut Engine) -> Result<T, ErrorKind>,
    ) -> Result<T, EngineError> {
        let result = match &self.lost {
            Some(error) => Err(error.clone()),
            None => work(self),
        };
        result.map_err(|error| {
            if !error.is_harmless() {
                self.lost = Some(error.clone());
            }
            error.of(&self.label)
        })
    }

    fn commands(&mut self, task: &Task) -> Result<String, ErrorKind> {
        task.check()?;
        let mut text = self.variant(task.position)?;
        if self.value("MultiPV").is_some() || task.lines > 1 {
            text += &self.change("MultiPV", &task.lines.max(1).to_string())?;
        }
        if task.fresh {
            text += "ucinewgame\n";
        }
        text += &format!(
            "isready\nposition fen {}\n{}\n",
            task.position.fen(),
            task.go()
        );
        Ok(text)
    }

    fn variant(&mut self, position: &Chess) -> Result<String, ErrorKind> {
        let unusual = position.is_chess960();
        match self.value("UCI_Chess960") {
            Some(_) => self.change("UCI_Chess960", if unusual { "true" } else { "false" }),
            None if unusual => Err(ErrorKind::NoChess960),
            None => Ok(String::new()),
        }
    }

    fn search(&mut self, task: &Task) -> Result<Thought, ErrorKind> {
        let mut accumulator = InfoAccumulator::new(task.position, task.among);
        let mut clock = Clock::new(self.limit(task.effort), task);
        loop {
            let stop = clock.tick(&accumulator, &self.timeouts);
            match stop.map_err(|error| self.with_stderr(error))? {
                Next::Stop => self.process.write("stop\n"),
                Next::Wait => {}
            }
            let Some(message) = self.listen(POLL_INTERVAL, "searching")? else {
                continue;
            };
            clock.heard = Instant::now();
            match message {
                Message::Info(info) => accumulator.hear(&info),
                Message::BestMove(best) => return self.conclude(accumulator, &best, &clock),
                _ => {}
            }
        }
    }

    fn conclude(
        &mut self,
        accumulator: InfoAccumulator,
        best: &str,
        clock: &Clock,
    ) -> Result<Thought, ErrorKind> {
        let mut thought = accumulator.conclude(best)?;
        thought.elapsed = clock.start.elapsed();
        thought.stopped = clock.stopped.is_some();
        let seconds = thought.elapsed.as_secs_f64();
        if !thought.stopped && thought.nodes >= 1000 && seconds > 0.0 {
            let speed = thought.nodes as f64 / seconds;
            self.slowest = Some(self.slowest.map_or(speed, |slowest| slowest.min(speed)));
        }
        Ok(thought)
    }

    fn with_stderr(&self, kind: ErrorKind) -> ErrorKind {
        match kind {
            ErrorKind::Silent { what, waited, .. } => ErrorKind::Silent {
                what,
                waited,
                stderr: self.process.last_stderr(),
            },
            other => other,
        }
    }

    fn limit(&self, effort: Effort) -> Duration {
        match effort {
            Effort::Nodes(nodes) => self.timeouts.for_nodes(nodes, self.slowest),
            Effort::Time(time) => time.saturating_add(self.timeouts.margin),
            Effort::Depth(_) => self.timeouts.longest,
        }
    }

    /// Asks it to leave, and kills it if it does not.
    pub fn quit(mut self) {
        self.process.write("stop\nquit\n");
        self.process.wait(self.timeouts.quit);
    }
}

/// The time of a search.
struct Clock<'a> {
    start: Instant,
    heard: Instant,
    stopped: Option<Instant>,
    limit: Duration,
    enough: u64,
    cancel: &'a CancelToken,
}

/// What to do now.
enum Next {
    Wait,
    Stop,
}

impl<'a> Clock<'a> {
    fn new(limit: Duration, task: &'a Task) -> Clock<'a> {
        let now = Instant::now();
        let enough = match task.effort {
            // Beyond that it ignores the limit, as some do.
            Effort::Nodes(nodes) => nodes.saturating_add(nodes / 4).saturating_add(20_000),
            Effort::Time(_) | Effort::Depth(_) => u64::MAX,
        };
        Clock {
            start: now,
            heard: now,
            stopped: None,
            limit,
            enough,
            cancel: &task.cancel,
        }
    }

    fn tick(
        &mut self,
        accumulator: &InfoAccumulator,
        timeouts: &Timeouts,
    ) -> Result<Next, ErrorKind> {
        if self.cancel.is_aborted() {
            return Err(ErrorKind::Aborted);
        }
        if let Some(stopped) = self.stopped {
            let late = stopped.elapsed() >= timeouts.grace;
            let error = || ErrorKind::Silent {
                what: "best move",
                waited: self.start.elapsed(),
                stderr: String::new(),
            };
            return if late { Err(error()) } else { Ok(Next::Wait) };
        }
        let silent = self.heard.elapsed() >= timeouts.silence;
        let over = self.start.elapsed() >= self.limit || accumulator.nodes() > self.enough;
        if silent || over || self.cancel.is_stopped() {
            self.stopped = Some(Instant::now());
            return Ok(Next::Stop);
        }
        Ok(Next::Wait)
    }
}
