//! Several engines that work for one caller.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use gametree::rng::{Rng, mix};
use gametree::{AnalysisError, Analyst, Answer, Question, Source, Worker};
use shakmaty::Move;

use super::cancel::CancelToken;
use super::error::{EngineError, ErrorKind};
use super::queue::{Open, Queue};
use super::shared::{Phase, Settings, Shared, State, Status};
use super::spec::EngineSpec;
use super::worker::{EngineWorker, FirstStart, Place};
use crate::Chess;

/// How often a start checks whether to go on.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Engines that do tasks, each in a thread of its own that takes the next task as soon as it is
/// free.
///
/// An engine that fails is killed and started again after a pause; its task goes to another one, if
/// there is one that has not failed at it. One that is late with a task delays no other: an idle
/// engine takes the task too, and the first good result counts. One that fails again and again is
/// given up. Dropping a pool ends all its engines and threads.
pub struct Pool {
    shared: Arc<Shared>,
    answers: Receiver<Answer<Move>>,
    sender: Sender<Answer<Move>>,
    threads: Vec<JoinHandle<()>>,
}

impl Pool {
    /// Starts all engines, and returns when they are ready. One that cannot be started is tried
    /// again beside the others, and given up in the end.
    ///
    /// # Errors
    /// When a command or an option is wrong, or no engine at all can be started: the first reason.
    pub fn start(specs: &[EngineSpec], settings: Settings) -> Result<Pool, EngineError> {
        Pool::start_unless(specs, settings, &CancelToken::new())
    }

    /// [`Pool::start`] that [`CancelToken::stop`] ends.
    ///
    /// # Errors
    /// As there, and [`ErrorKind::Aborted`].
    pub fn start_unless(
        specs: &[EngineSpec],
        settings: Settings,
        cancel: &CancelToken,
    ) -> Result<Pool, EngineError> {
        if specs.is_empty() {
            return Err(ErrorKind::NoEngine.of("pool"));
        }
        let state = Mutex::new(State {
            queue: Queue::default(),
            workers: distinct_names(specs).into_iter().map(Status::new).collect(),
        });
        let shared = Shared {
            state,
            wake: Condvar::new(),
            settings,
            closing: CancelToken::new(),
        };
        let (sender, answers) = channel();
        let mut pool = Pool {
            shared: Arc::new(shared),
            answers,
            sender,
            threads: Vec::new(),
        };
        let (starts, started) = channel();
        for spec in specs {
            pool.spawn_worker(spec.clone(), starts.clone());
        }
        pool.gather(&started, cancel)?;
        Ok(pool)
    }

    /// The engines that have not started, or cannot.
    #[must_use]
    pub fn not_started(&self) -> Vec<Worker> {
        let state = self.shared.lock();
        let missing = state
            .workers
            .iter()
            .filter(|worker| worker.source.is_none());
        missing.map(Status::show).collect()
    }

    fn spawn_worker(&mut self, spec: EngineSpec, starts: Sender<FirstStart>) {
        let index = self.threads.len();
        let shared = Arc::clone(&self.shared);
        let rng = Rng::new(mix(shared.settings.seed ^ mix(index as u64)));
        let worker = EngineWorker::new(Place { index, shared }, spec, self.sender.clone(), rng);
        self.threads
            .push(thread::spawn(move || worker.work(&starts)));
    }

    /// Waits until all engines have started or failed to; once one is ready, not much longer.
    fn gather(
        &self,
        started: &Receiver<FirstStart>,
        cancel: &CancelToken,
    ) -> Result<(), EngineError> {
        let since = Instant::now();
        let mut errors: Vec<Option<EngineError>> = vec![None; self.threads.len()];
        let mut ready = 0;
        for _ in 0..self.threads.len() {
            let first = loop {
                if cancel.is_stopped() {
                    return Err(ErrorKind::Aborted.of("pool"));
                }
                if ready > 0 && since.elapsed() >= self.shared.settings.gather {
                    return Ok(());
                }
                if let Ok(first) = started.recv_timeout(POLL_INTERVAL) {
                    break first;
                }
            };
            match first.result {
                Ok(()) => ready += 1,
                Err(error) if error.kind.is_mistake() => return Err(error),
                Err(error) => errors[first.index] = Some(error),
            }
        }
        match errors.into_iter().flatten().next() {
            Some(error) if ready == 0 => Err(error),
            _ => Ok(()),
        }
    }
}

/// The names of the engines, numbered where two are the same.
fn distinct_names(specs: &[EngineSpec]) -> Vec<String> {
    let same = |name: &str, upto: usize| {
        specs[..upto]
            .iter()
            .filter(|spec| spec.name == name)
            .count()
    };
    let name = |(index, spec): (usize, &EngineSpec)| match same(&spec.name, specs.len()) {
        1 => spec.name.clone(),
        _ => format!("{} {}", spec.name, same(&spec.name, index) + 1),
    };
    specs.iter().enumerate().map(name).collect()
}

impl Analyst<Chess> for Pool {
    /// With every engine given up the result is [`AnalysisError`], at once and without an attempt.
    fn ask(&mut self, question: Question<Chess>) {
        let mut state = self.shared.lock();
        if state.living().is_empty() {
            let trouble = AnalysisError {
                what: state.last_reason(),
                attempts: 0,
            };
            let answer = Answer {
                ticket: question.ticket,
                outcome: Err(trouble),
                elapsed: Duration::ZERO,
            };
            // We hold the other end.
            let _ = self.sender.send(answer);
            return;
        }
        state.queue.push(Open::new(question));
        self.shared.wake.notify_all();
    }

    fn answer(&mut self, timeout: Duration) -> Option<Answer<Move>> {
        self.answers.recv_timeout(timeout).ok()
    }

    /// Those at work report soon, with what they have found so far (see
    /// [`gametree::Finding::nodes`]); one that has found nothing yet, or fails, or whose results
    /// must repeat, counts as dropped.
    fn give_up(&mut self) {
        let mut state = self.shared.lock();
        state.queue.drain();
        for worker in &state.workers {
            if let Phase::Searching(search) = &worker.phase {
                search.cancel.stop();
            }
        }
    }

    fn cancel(&mut self, ticket: u64) {
        self.shared.lock().cancel(ticket);
    }

    fn workers(&self) -> Vec<Worker> {
        self.shared
            .lock()
            .workers
            .iter()
            .map(Status::show)
            .collect()
    }

    fn sources(&self) -> Vec<Arc<Source>> {
        let state = self.shared.lock();
        let mut sources: Vec<Arc<Source>> = Vec::new();
        for index in state.living() {
            if let Some(source) = &state.workers[index].source
                && !sources.contains(source)
            {
                sources.push(Arc::clone(source));
            }
        }
        sources
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.closing.abort();
        {
            let mut state = self.shared.lock();
            state.queue.drain();
            for worker in &state.workers {
                if let Phase::Searching(search) = &worker.phase {
                    search.cancel.abort();
                }
            }
        }
        self.shared.wake.notify_all();
        for thread in self.threads.drain(..) {
            // A worker that panicked has dropped, and so killed, its engine.
            let _ = thread.join();
        }
    }
}
