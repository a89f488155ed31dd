//! Several engines that answer the same asker.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use gametree::rng::{Rng, mix};
use gametree::{AnalysisError, Analyst, Answer, Question, Source, Worker};
use shakmaty::Move;

use super::cancel::CancelToken;
use super::engine::Engine;
use super::error::{EngineError, ErrorKind};
use super::queue::{Open, Queue};
use super::shared::{Phase, Settings, Shared, State, Status};
use super::spec::EngineSpec;
use super::worker::{EngineWorker, launch, source};
use crate::Chess;

/// Engines that answer questions, each in a thread of its own that takes the next question as soon
/// as it is free.
///
/// An engine that fails is killed and started again after a pause; its question goes to another
/// one, if there is one that has not failed at it. Dropping a pool ends all its engines and
/// threads.
pub struct Pool {
    shared: Arc<Shared>,
    answers: Receiver<Answer<Move>>,
    sender: Sender<Answer<Move>>,
    threads: Vec<JoinHandle<()>>,
}

impl Pool {
    /// Starts all engines, and returns when all are ready.
    ///
    /// # Errors
    /// The first that cannot be started, with the reason.
    pub fn start(specs: &[EngineSpec], settings: Settings) -> Result<Pool, EngineError> {
        if specs.is_empty() {
            return Err(ErrorKind::NoEngine.of("pool"));
        }
        let engines = launch_all(specs, &settings)?;
        let names = distinct_names(specs);
        let workers = names
            .into_iter()
            .zip(&engines)
            .map(|(name, engine)| Status::new(name, source(engine)))
            .collect();
        let state = Mutex::new(State {
            queue: Queue::default(),
            workers,
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
        for (engine, spec) in engines.into_iter().zip(specs) {
            pool.spawn_worker(engine, spec.clone());
        }
        Ok(pool)
    }

    fn spawn_worker(&mut self, engine: Engine, spec: EngineSpec) {
        let index = self.threads.len();
        let (shared, answers) = (Arc::clone(&self.shared), self.sender.clone());
        let rng = Rng::new(mix(shared.settings.seed ^ mix(index as u64)));
        let worker = EngineWorker {
            index,
            spec,
            shared,
            answers,
            rng,
        };
        self.threads
            .push(thread::spawn(move || worker.work(engine)));
    }
}

fn launch_all(specs: &[EngineSpec], settings: &Settings) -> Result<Vec<Engine>, EngineError> {
    let cancel = CancelToken::new();
    thread::scope(|scope| {
        let cancel = &cancel;
        let start = |spec| scope.spawn(move || launch(spec, settings, cancel));
        let starts: Vec<_> = specs.iter().map(start).collect();
        let ends = starts.into_iter().map(|start| start.join());
        ends.map(|end| end.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
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
    /// With every engine given up the answer is [`AnalysisError`], at once.
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

    /// Those at work answer soon, with what they have found so far (see
    /// [`gametree::Finding::nodes`]); one that has found nothing yet, or fails, or whose answers
    /// must repeat, counts as dropped.
    fn give_up(&mut self) {
        let mut state = self.shared.lock();
        state.queue.drain();
        for worker in &state.workers {
            if let Phase::Searching { cancel, .. } = &worker.phase {
                cancel.stop();
            }
        }
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
            let source = &state.workers[index].source;
            if !sources.contains(source) {
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
                if let Phase::Searching { cancel, .. } = &worker.phase {
                    cancel.abort();
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
