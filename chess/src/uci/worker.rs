//! The thread that owns an engine of a pool: gives it tasks, judges its failures, starts it again.

use std::sync::mpsc::Sender;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use gametree::rng::Rng;
use gametree::{AnalysisError, Answer, Finding, Source};
use shakmaty::Move;

use super::cancel::CancelToken;
use super::engine::Engine;
use super::error::{EngineError, ErrorKind};
use super::fallback::{self, Abilities};
use super::queue::Open;
use super::shared::{Phase, Search, Settings, Shared, State, Status};
use super::spec::EngineSpec;
use super::task::{Effort, Task};
use super::thought::Thought;

/// What engines call the number of their threads.
const THREADS: [&str; 4] = ["Threads", "Number of Threads", "Cores", "Max CPUs"];
/// Options that change values even at their defaults.
const TELLING: [&str; 6] = [
    "Threads",
    "Number of Threads",
    "Cores",
    "Max CPUs",
    "Hash",
    "EvalFile",
];
/// Options that are ours to set, and change no value.
const OURS: [&str; 3] = ["MultiPV", "UCI_Chess960", "UCI_ShowWDL"];

/// Starts an engine as the settings want it.
fn launch(
    spec: &EngineSpec,
    settings: &Settings,
    cancel: &CancelToken,
) -> Result<Engine, EngineError> {
    if !settings.reproducible {
        return Engine::start_unless(spec, &settings.timeouts, cancel);
    }
    for name in THREADS {
        if let Some(value) = spec.option(name).filter(|value| value.trim() != "1") {
            let why = "answers repeat only with one thread".to_owned();
            let error = ErrorKind::BadValue {
                name: name.to_owned(),
                value: value.to_owned(),
                why,
            };
            return Err(error.of(&spec.name));
        }
    }
    let mut engine = Engine::start_unless(spec, &settings.timeouts, cancel)?;
    for name in THREADS {
        if engine.value(name).is_some_and(|value| value != "1") {
            engine.set_unless(name, "1", cancel)?;
        }
    }
    Ok(engine)
}

/// The source of its results: the engine's name for itself and the options that change its values.
fn source(engine: &Engine) -> Source {
    let is_ours = |name: &str| OURS.iter().any(|ours| ours.eq_ignore_ascii_case(name));
    let set = engine.set_options().filter(|(name, _)| !is_ours(name));
    let mut options: Vec<String> = set.map(|(name, value)| format!("{name}={value}")).collect();
    let telling = TELLING
        .iter()
        .filter_map(|&name| Some(format!("{name}={}", engine.value(name)?)));
    options.extend(telling);
    options.sort();
    options.dedup();
    Source {
        name: engine.name().to_owned(),
        options: options.join(";"),
    }
}

/// The longest sleep of an idle worker.
const LONGEST_WAIT: Duration = Duration::from_secs(3600);
/// How long an engine that is told to leave in the middle of a search may take.
const LEAVE: Duration = Duration::from_millis(500);

/// A worker's place in its pool.
pub(super) struct Place {
    pub(super) index: usize,
    pub(super) shared: Arc<Shared>,
}

/// What a worker says of its first start.
pub(super) struct FirstStart {
    pub(super) index: usize,
    pub(super) result: Result<(), EngineError>,
}

/// The owner of an engine, through all its lives.
pub(super) struct EngineWorker {
    index: usize,
    shared: Arc<Shared>,
    spec: EngineSpec,
    answers: Sender<Answer<Move>>,
    rng: Rng,
    /// What the engine obeys, once that was tried.
    abilities: Option<Abilities>,
    /// Failures of any kind since the last result.
    failures: u32,
}

/// A task at work.
struct Work {
    open: Open,
    cancel: CancelToken,
    since: Instant,
}

impl EngineWorker {
    pub(super) fn new(
        place: Place,
        spec: EngineSpec,
        answers: Sender<Answer<Move>>,
        rng: Rng,
    ) -> EngineWorker {
        EngineWorker {
            index: place.index,
            shared: place.shared,
            spec,
            answers,
            rng,
            abilities: None,
            failures: 0,
        }
    }

    /// Starts the engine and does tasks until the pool closes or the engine is given up.
    pub(super) fn work(mut self, starts: &Sender<FirstStart>) {
        let first = self.start();
        // The pool may have stopped waiting for it.
        let _ = starts.send(FirstStart {
            index: self.index,
            result: first.as_ref().map(|_| ()).map_err(EngineError::clone),
        });
        let mut engine = first.ok();
        let mut region = None;
        loop {
            let Some(mut ready) = engine.take().or_else(|| self.restart()) else {
                return;
            };
            if self.abilities.is_none() {
                match ready.try_abilities(&self.shared.closing) {
                    Ok(abilities) => self.tried(abilities, &ready),
                    Err(error) if error.kind == ErrorKind::Aborted => return,
                    Err(error) => {
                        self.stumble(&error);
                        continue;
                    }
                }
            }
            let Some(work) = self.next(region) else {
                return ready.quit();
            };
            region = Some(work.open.question.region);
            match self.think(&mut ready, &work) {
                Ok(thought) => {
                    self.succeed(&work, thought, &ready);
                    engine = Some(ready);
                }
                Err(error) if error.kind.is_harmless() => {
                    self.decline(&work, &error);
                    engine = Some(ready);
                }
                Err(error) if error.kind == ErrorKind::Aborted => return ready.quit_within(LEAVE),
                Err(error) => self.fail(&work, &error),
            }
        }
    }

    /// Starts the engine now.
    fn start(&mut self) -> Result<Engine, EngineError> {
        let result = launch(&self.spec, &self.shared.settings, &self.shared.closing);
        match &result {
            Ok(engine) => {
                let source = Arc::new(source(engine));
                let mut state = self.shared.lock();
                let status = self.status(&mut state);
                status.source = Some(source);
                status.searched = engine.searched();
            }
            Err(error) => self.stumble(error),
        }
        result
    }

    /// What it obeys is known: it is ready for its first task.
    fn tried(&mut self, abilities: Abilities, engine: &Engine) {
        self.abilities = Some(abilities);
        self.status(&mut self.shared.lock()).speed = engine.speed();
    }

    fn think(&self, engine: &mut Engine, work: &Work) -> Result<Thought, EngineError> {
        let abilities = self.abilities.unwrap_or(Abilities::ALL);
        let thought = fallback::think(engine, &self.task(work), abilities)?;
        if thought.stopped && self.shared.settings.reproducible {
            return Err(ErrorKind::Unrepeatable.of(&self.spec.name));
        }
        Ok(thought)
    }

    fn task<'a>(&self, work: &'a Work) -> Task<'a> {
        let question = &work.open.question;
        Task {
            position: &question.position,
            among: &question.among,
            effort: Effort::Nodes(question.nodes),
            lines: question.lines,
            fresh: self.shared.settings.reproducible,
            cancel: work.cancel.clone(),
        }
    }

    /// Waits for a task; `None` when the pool closes.
    fn next(&self, region: Option<u64>) -> Option<Work> {
        let mut state = self.shared.lock();
        self.status(&mut state).phase = Phase::Idle;
        loop {
            if self.shared.closing.is_aborted() {
                return None;
            }
            let living = state.living();
            if let Some(open) = state.queue.take(self.index, region, &living) {
                return Some(self.begin(&mut state, open, false));
            }
            let late = state.next_late(self.index, &self.shared.settings);
            let wait = late.map(|(at, _)| at.saturating_duration_since(Instant::now()));
            if let (Some(Duration::ZERO), Some((_, open))) = (wait, late) {
                let open = open.clone();
                return Some(self.begin(&mut state, open, true));
            }
            let wait = wait.unwrap_or(Duration::MAX).min(LONGEST_WAIT);
            let waited = self.shared.wake.wait_timeout(state, wait);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn begin(&self, state: &mut State, open: Open, is_copy: bool) -> Work {
        let cancel = CancelToken::new();
        let since = Instant::now();
        self.status(state).phase = Phase::Searching(Box::new(Search {
            open: open.clone(),
            since,
            cancel: cancel.clone(),
            is_copy,
            is_answered: false,
        }));
        // Who is idle may have to wait for this one now.
        self.shared.wake.notify_all();
        Work {
            open,
            cancel,
            since,
        }
    }

    fn status<'a>(&self, state: &'a mut State) -> &'a mut Status {
        &mut state.workers[self.index]
    }

    /// The search is over: its task as it is now, unless another worker has finished it.
    fn end(&self, state: &mut State, work: &Work) -> Option<Open> {
        let status = self.status(state);
        status.busy += work.since.elapsed();
        match std::mem::replace(&mut status.phase, Phase::Idle) {
            Phase::Searching(search) => (!search.is_answered).then_some(search.open),
            _ => None,
        }
    }

    fn answer(
        &self,
        ticket: u64,
        outcome: Result<Finding<Move>, AnalysisError>,
        elapsed: Duration,
    ) {
        // The pool holds the other end until this thread is joined.
        let _ = self.answers.send(Answer {
            ticket,
            outcome,
            elapsed,
        });
    }

    fn succeed(&mut self, work: &Work, thought: Thought, engine: &Engine) {
        self.failures = 0;
        let mut state = self.shared.lock();
        let open = self.end(&mut state, work);
        let status = self.status(&mut state);
        status.speed = engine.speed();
        let (Some(open), Some(source)) = (open, status.source.clone()) else {
            return;
        };
        status.answered += 1;
        state.settle(open.question.ticket, self.index);
        drop(state);
        let asked = if thought.stopped {
            0
        } else {
            open.question.nodes
        };
        let finding = Finding {
            wdl: thought.wdl(),
            lines: thought.other_lines(),
            value: thought.value,
            line: thought.line,
            shown: thought.shown,
            depth: thought.depth,
            // Some engines do not tell.
            nodes: if thought.nodes == 0 {
                asked
            } else {
                thought.nodes
            },
            source,
        };
        self.answer(open.question.ticket, Ok(finding), work.since.elapsed());
    }

    /// The engine is well, but cannot do this task.
    fn decline(&self, work: &Work, error: &EngineError) {
        let mut state = self.shared.lock();
        let Some(mut open) = self.end(&mut state, work) else {
            return;
        };
        open.failed(self.index);
        if matches!(error.kind, ErrorKind::BadQuestion(_)) {
            state.settle(open.question.ticket, self.index);
            return self.trouble(&open, error.to_string(), work.since.elapsed());
        }
        let hopeless = match error.kind {
            ErrorKind::Unrepeatable => open.attempts >= self.shared.settings.attempts,
            _ => open.is_hopeless(&state.living()),
        };
        self.try_again(&mut state, Failed { open, hopeless }, work, error);
    }

    /// The engine failed at a task.
    fn fail(&mut self, work: &Work, error: &EngineError) {
        let shared = Arc::clone(&self.shared);
        let mut state = shared.lock();
        if let Some(mut open) = self.end(&mut state, work) {
            open.failed(self.index);
            let hopeless = open.attempts >= shared.settings.attempts;
            self.try_again(&mut state, Failed { open, hopeless }, work, error);
        }
        // Under the same lock: who reads the trouble finds the failure counted.
        self.note_failure(&mut state, error);
    }

    /// Another engine may try, unless one does already, it is hopeless, or the result is no longer
    /// wanted.
    fn try_again(&self, state: &mut State, failed: Failed, work: &Work, error: &EngineError) {
        let Failed { open, hopeless } = failed;
        if work.cancel.is_stopped() || state.leave_to_other(open.question.ticket, self.index) {
            return;
        }
        if hopeless {
            return self.trouble(&open, error.to_string(), work.since.elapsed());
        }
        state.queue.push(open);
        self.shared.wake.notify_all();
    }

    fn trouble(&self, open: &Open, what: String, elapsed: Duration) {
        let trouble = AnalysisError {
            what,
            attempts: open.attempts,
        };
        self.answer(open.question.ticket, Err(trouble), elapsed);
    }

    /// The engine failed, at whatever it did: it pauses, or it is given up.
    fn stumble(&mut self, error: &EngineError) {
        if error.kind == ErrorKind::Aborted {
            return;
        }
        let shared = Arc::clone(&self.shared);
        self.note_failure(&mut shared.lock(), error);
    }

    /// Counts a failure and says what follows from it.
    fn note_failure(&mut self, state: &mut State, error: &EngineError) {
        self.failures += 1;
        let pause = self.pause(self.failures);
        let why = error.kind.to_string();
        let status = self.status(state);
        status.failed += 1;
        if self.failures < self.shared.settings.failures.max(1) {
            let until = Instant::now() + pause;
            status.phase = Phase::Pausing { until, why };
        } else {
            let why = format!("{} failures in a row, the last: {why}", self.failures);
            self.give_up_engine(state, why);
        }
    }

    /// The pause after this many failures in a row.
    fn pause(&mut self, failures: u32) -> Duration {
        let settings = &self.shared.settings;
        let doubled = settings
            .pause
            .saturating_mul(1 << failures.saturating_sub(1).min(20));
        doubled
            .min(settings.longest_pause)
            .mul_f64(0.5 + self.rng.unit())
    }

    /// Starts the engine again after its pause; `None` when the pool closes or it is given up.
    fn restart(&mut self) -> Option<Engine> {
        loop {
            self.wait_out_pause()?;
            if let Ok(engine) = self.start() {
                return Some(engine);
            }
        }
    }

    /// Waits until the pause is over; `None` when the pool closes or the engine is given up.
    fn wait_out_pause(&self) -> Option<()> {
        let mut state = self.shared.lock();
        while !self.shared.closing.is_aborted() {
            let until = match self.status(&mut state).phase {
                Phase::Pausing { until, .. } => until,
                Phase::GivenUp { .. } => return None,
                _ => break,
            };
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            let waited = self.shared.wake.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        self.status(&mut state).phase = Phase::Starting;
        (!self.shared.closing.is_aborted()).then_some(())
    }

    /// Gives the engine up. The last one fails all open tasks: no engine is left to try.
    fn give_up_engine(&self, state: &mut State, why: String) {
        self.status(state).phase = Phase::GivenUp { why };
        if state.living().is_empty() {
            let what = state.last_reason();
            for open in state.queue.drain() {
                let trouble = AnalysisError {
                    what: what.clone(),
                    attempts: 0,
                };
                self.answer(open.question.ticket, Err(trouble), Duration::ZERO);
            }
        }
        self.shared.wake.notify_all();
    }
}

/// A task at which an attempt failed.
struct Failed {
    open: Open,
    hopeless: bool,
}
