//! The thread that owns an engine of a pool: asks it, judges its failures, starts it again.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use gametree::rng::Rng;
use gametree::{AnalysisError, Answer, Finding, Source};
use shakmaty::Move;

use super::cancel::CancelToken;
use super::engine::{Effort, Engine, Task};
use super::error::{EngineError, ErrorKind};
use super::queue::Open;
use super::shared::{Phase, Settings, Shared, State, Status};
use super::spec::EngineSpec;
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
/// Options that we set from question to question.
const OURS: [&str; 2] = ["MultiPV", "UCI_Chess960"];

/// Starts an engine as the settings want it.
pub(super) fn launch(
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

/// Who answers: the engine's name for itself and the options that change its values.
pub(super) fn source(engine: &Engine) -> Source {
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

/// The owner of an engine, through all its lives.
pub(super) struct EngineWorker {
    pub(super) index: usize,
    pub(super) spec: EngineSpec,
    pub(super) shared: Arc<Shared>,
    pub(super) answers: Sender<Answer<Move>>,
    pub(super) rng: Rng,
}

/// A question at work.
struct Work {
    open: Open,
    cancel: CancelToken,
    since: Instant,
}

impl EngineWorker {
    /// Answers questions until the pool closes or the engine is given up.
    pub(super) fn work(mut self, engine: Engine) {
        let mut engine = Some(engine);
        let (mut region, mut failures) = (None, 0);
        loop {
            let Some(mut ready) = engine.take().or_else(|| self.restart(&mut failures)) else {
                return;
            };
            let Some(work) = self.next(region) else {
                return ready.quit();
            };
            region = Some(work.open.question.region);
            match self.think(&mut ready, &work) {
                Ok(thought) => {
                    failures = 0;
                    self.succeed(work, thought);
                    engine = Some(ready);
                }
                Err(error) if error.kind.is_harmless() => {
                    self.decline(work, &error);
                    engine = Some(ready);
                }
                Err(error) if error.kind == ErrorKind::Aborted => return ready.quit(),
                Err(error) => {
                    failures += 1;
                    let pause = self.pause(failures);
                    self.fail(work, &error, pause);
                }
            }
        }
    }

    fn think(&self, engine: &mut Engine, work: &Work) -> Result<Thought, EngineError> {
        let thought = engine.think(&self.task(work))?;
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
            lines: 1,
            fresh: self.shared.settings.reproducible,
            cancel: work.cancel.clone(),
        }
    }

    /// Waits for a question; `None` when the pool closes.
    fn next(&self, region: Option<u64>) -> Option<Work> {
        let mut state = self.shared.lock();
        loop {
            if self.shared.closing.is_aborted() {
                return None;
            }
            let living = state.living();
            if let Some(open) = state.queue.take(self.index, region, &living) {
                let (cancel, since) = (CancelToken::new(), Instant::now());
                self.status(&mut state).phase = Phase::Searching {
                    since,
                    cancel: cancel.clone(),
                };
                return Some(Work {
                    open,
                    cancel,
                    since,
                });
            }
            state = self
                .shared
                .wake
                .wait(state)
                .unwrap_or_else(std::sync::PoisonError::into_inner);
        }
    }

    fn status<'a>(&self, state: &'a mut State) -> &'a mut Status {
        &mut state.workers[self.index]
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

    fn succeed(&self, work: Work, thought: Thought) {
        let elapsed = work.since.elapsed();
        let source = {
            let mut state = self.shared.lock();
            let status = self.status(&mut state);
            status.phase = Phase::Idle;
            status.answered += 1;
            status.busy += elapsed;
            Arc::clone(&status.source)
        };
        let asked = if thought.stopped {
            0
        } else {
            work.open.question.nodes
        };
        let finding = Finding {
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
        self.answer(work.open.question.ticket, Ok(finding), elapsed);
    }

    /// The engine is well, and cannot answer this.
    fn decline(&self, mut work: Work, error: &EngineError) {
        let mut state = self.shared.lock();
        let status = self.status(&mut state);
        status.phase = Phase::Idle;
        status.busy += work.since.elapsed();
        if matches!(error.kind, ErrorKind::BadQuestion(_)) {
            return self.trouble(&work.open, error.to_string(), work.since.elapsed());
        }
        work.open.failed(self.index);
        let hopeless = match error.kind {
            ErrorKind::Unrepeatable => work.open.attempts >= self.shared.settings.attempts,
            _ => work.open.is_hopeless(&state.living()),
        };
        self.try_again(&mut state, work, error, hopeless);
    }

    fn fail(&self, mut work: Work, error: &EngineError, pause: Duration) {
        let mut state = self.shared.lock();
        let status = self.status(&mut state);
        status.busy += work.since.elapsed();
        status.failed += 1;
        status.phase = Phase::Pausing {
            until: Instant::now() + pause,
            why: error.kind.to_string(),
        };
        work.open.failed(self.index);
        let hopeless = work.open.attempts >= self.shared.settings.attempts;
        self.try_again(&mut state, work, error, hopeless);
    }

    /// Another engine may try, unless it is hopeless or the answer is no longer wanted.
    fn try_again(&self, state: &mut State, work: Work, error: &EngineError, hopeless: bool) {
        if work.cancel.is_stopped() {
            return;
        }
        if hopeless {
            return self.trouble(&work.open, error.to_string(), work.since.elapsed());
        }
        state.queue.push(work.open);
        self.shared.wake.notify_all();
    }

    fn trouble(&self, open: &Open, what: String, elapsed: Duration) {
        let trouble = AnalysisError {
            what,
            attempts: open.attempts,
        };
        self.answer(open.question.ticket, Err(trouble), elapsed);
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
    fn restart(&mut self, failures: &mut u32) -> Option<Engine> {
        for _ in 0..self.shared.settings.starts.max(1) {
            self.wait_out_pause()?;
            let result = launch(&self.spec, &self.shared.settings, &self.shared.closing);
            let pause = self.pause(*failures + 1);
            let mut state = self.shared.lock();
            let status = self.status(&mut state);
            match result {
                Ok(engine) => {
                    status.source = Arc::new(source(&engine));
                    status.phase = Phase::Idle;
                    return Some(engine);
                }
                Err(error) => {
                    *failures += 1;
                    status.failed += 1;
                    let until = Instant::now() + pause;
                    status.phase = Phase::Pausing {
                        until,
                        why: error.kind.to_string(),
                    };
                }
            }
        }
        self.give_up_engine();
        None
    }

    /// Waits until the pause is over; `None` when the pool closes.
    fn wait_out_pause(&self) -> Option<()> {
        let mut state = self.shared.lock();
        while !self.shared.closing.is_aborted() {
            let Phase::Pausing { until, .. } = self.status(&mut state).phase else {
                break;
            };
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            let waited = self.shared.wake.wait_timeout(state, left);
            state = waited.unwrap_or_else(std::sync::PoisonError::into_inner).0;
        }
        self.status(&mut state).phase = Phase::Starting;
        (!self.shared.closing.is_aborted()).then_some(())
    }

    /// Gives the engine up. The last one answers all that is open.
    fn give_up_engine(&self) {
        let mut state = self.shared.lock();
        let status = self.status(&mut state);
        let why = match &status.phase {
            Phase::Pausing { why, .. } => why.clone(),
            _ => "it cannot be started".to_owned(),
        };
        status.phase = Phase::GivenUp { why };
        if state.living().is_empty() {
            let reason = state.last_reason();
            for open in state.queue.drain() {
                self.trouble(&open, reason.clone(), Duration::ZERO);
            }
        }
        self.shared.wake.notify_all();
    }
}
