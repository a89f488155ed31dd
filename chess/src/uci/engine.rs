//! One engine: its start, its options, and its searches; its moves in games are in `play.rs`.

mod play;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::cancel::CancelToken;
use super::clock::{Clock, Next};
use super::declared::{Kind, UciOption, named};
use super::error::{EngineError, ErrorKind};
use super::process::{LONGEST_LINE, NoLine, Process};
use super::protocol::{Message, read};
use super::spec::{EngineSpec, Timeouts};
use super::task::{Effort, Task};
use super::thought::{InfoAccumulator, MOST_LINES, Thought};
use crate::Chess;
pub use play::{GameClock, MoveLimits, MovePlayed};

/// How often a wait checks whether to go on.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// Options beyond are dropped.
const MOST_OPTIONS: usize = 2000;
/// Longer names are cut: no real engine has one.
const LONGEST_NAME: usize = 100;
/// What fits into any pipe, so that an engine that does not read cannot hold us up.
const MOST_TEXT: usize = 32 * 1024;

/// An engine that runs.
///
/// After a [`ErrorKind`] that is not [harmless](ErrorKind::is_harmless) it is lost: it returns that
/// error for everything, because what it says next may belong to an earlier task. Dropped, it is
/// killed; [`Engine::quit`] is the polite way.
pub struct Engine {
    process: Process,
    label: String,
    name: String,
    author: String,
    declared: Vec<UciOption>,
    set: BTreeMap<String, String>,
    timeouts: Timeouts,
    slowest: Option<f64>,
    speed: Option<f64>,
    /// Positions of the search at work, by its last word.
    searched: Arc<AtomicU64>,
    lost: Option<ErrorKind>,
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
            speed: None,
            searched: Arc::default(),
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
                Message::Name(name) if !name.is_empty() => self.name = shortened(&name),
                Message::Author(author) => self.author = shortened(&author),
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
        for (name, value) in &spec.wishes {
            text += &self.granted(spec, name, value)?;
        }
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

    /// The command for an option that is only desired; empty if it cannot be set.
    fn granted(&mut self, spec: &EngineSpec, name: &str, wish: &str) -> Result<String, ErrorKind> {
        let declared = named(&self.declared, name).ok();
        let value = declared.and_then(|option| option.clamped(wish));
        match value.filter(|_| spec.option(name).is_none()) {
            Some(value) => self.setting(name, &value),
            None => Ok(String::new()),
        }
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

    /// The command for an option if its value has changed.
    fn change(&mut self, name: &str, value: &str) -> Result<String, ErrorKind> {
        let same = self.value(name).is_some_and(|now| now == value);
        if same {
            Ok(String::new())
        } else {
            self.setting(name, value)
        }
    }

    /// After this, nothing that it said before is still in the pipe.
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

    /// What people call it: the name in its [`EngineSpec`].
    pub(super) fn label(&self) -> &str {
        &self.label
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
    pub fn options(&self) -> &[UciOption] {
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

    /// The most lines it can tell of one search.
    #[must_use]
    pub fn most_lines(&self) -> u32 {
        match named(&self.declared, "MultiPV").map(|option| &option.kind) {
            Ok(&Kind::Spin { max, .. }) => max.clamp(1, i64::from(MOST_LINES)) as u32,
            _ => 1,
        }
    }

    /// Positions it searches in a second, as it has shown lately.
    #[must_use]
    pub fn speed(&self) -> Option<f64> {
        self.speed
    }

    /// Positions of the search at work so far, for who watches from another thread.
    pub(super) fn searched(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.searched)
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
    /// When the task is not legal, or the result is not, or there is none in time.
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
            if !error.is_in_step() {
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
            "isready\nposition {}\n{}\n",
            task.position.uci_position(),
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
        self.searched.store(0, Ordering::Relaxed);
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
                Message::Info(info) => {
                    accumulator.hear(&info);
                    self.searched.store(accumulator.nodes(), Ordering::Relaxed);
                }
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
        self.measure(&thought);
        Ok(thought)
    }

    fn measure(&mut self, thought: &Thought) {
        let seconds = thought.elapsed.as_secs_f64();
        if thought.nodes < 1000 || seconds <= 0.0 {
            return;
        }
        let speed = thought.nodes as f64 / seconds;
        self.speed = Some(self.speed.map_or(speed, |before| (before + speed) / 2.0));
        if !thought.stopped {
            self.slowest = Some(self.slowest.map_or(speed, |slowest| slowest.min(speed)));
        }
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
            Effort::Time(time) | Effort::TimeForNodes { time, .. } => {
                time.saturating_add(self.timeouts.margin)
            }
            Effort::Depth(_) => self.timeouts.longest,
        }
    }

    /// Asks it to leave, and kills it if it does not.
    pub fn quit(self) {
        let timeout = self.timeouts.quit;
        self.quit_within(timeout);
    }

    /// The same, with another time to leave.
    pub(super) fn quit_within(mut self, timeout: Duration) {
        self.process.write("stop\nquit\n");
        self.process.wait(timeout);
    }
}

/// A name as long as names may be.
fn shortened(name: &str) -> String {
    name.chars().take(LONGEST_NAME).collect()
}
