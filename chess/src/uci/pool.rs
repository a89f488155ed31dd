//! Several engines that answer the same asker.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use gametree::rng::{Rng, mix};
use gametree::{Analyst, Answer, Question, Source, Trouble, Worker};
use shakmaty::Move;

use super::engine::Engine;
use super::fault::{EngineError, Fault};
use super::halt::Halt;
use super::queue::{Open, Queue};
use super::spec::{EngineSpec, Patience};
use super::worker::{Crew, launch, source};
use crate::Chess;

/// How a pool works.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// How long to wait for what.
    pub patience: Patience,
    /// Every question is answered by an engine of one thread that has forgotten all before: the
    /// same question has the same answer, at the price of cold tables. A search that was stopped,
    /// for whatever reason, is no answer.
    pub reproducible: bool,
    /// A question that failed so often is answered with [`Trouble`].
    pub attempts: u32,
    /// The pause before an engine is started again after its first failure; it doubles with each
    /// failure in a row, up to [`Settings::longest_pause`], and varies by half to both sides.
    pub pause: Duration,
    /// The longest such pause, before it varies.
    pub longest_pause: Duration,
    /// An engine that cannot be started so often in a row is given up.
    pub starts: u32,
    /// Seed of the pauses.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            patience: Patience::default(),
            reproducible: false,
            attempts: 3,
            pause: Duration::from_millis(250),
            longest_pause: Duration::from_secs(30),
            starts: 6,
            seed: 0,
        }
    }
}

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

/// What all workers see.
pub(super) struct Shared {
    state: Mutex<State>,
    pub(super) news: Condvar,
    pub(super) settings: Settings,
    pub(super) closing: Halt,
}

pub(super) struct State {
    pub(super) queue: Queue,
    pub(super) workers: Vec<Status>,
}

/// A worker as the others see it.
pub(super) struct Status {
    pub(super) name: String,
    pub(super) phase: Phase,
    pub(super) answered: u64,
    pub(super) failed: u64,
    pub(super) busy: Duration,
    pub(super) source: Arc<Source>,
}

/// What a worker does.
pub(super) enum Phase {
    Idle,
    Searching { since: Instant, halt: Halt },
    Starting,
    Pausing { until: Instant, why: String },
    GivenUp { why: String },
}

impl Shared {
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The workers that may still answer.
    pub(super) fn living(&self) -> Vec<usize> {
        let given_up = |index: &usize| matches!(self.workers[*index].phase, Phase::GivenUp { .. });
        (0..self.workers.len())
            .filter(|index| !given_up(index))
            .collect()
    }

    /// Why nobody is left.
    pub(super) fn last_reason(&self) -> String {
        let reasons = self
            .workers
            .iter()
            .filter_map(|worker| match &worker.phase {
                Phase::GivenUp { why } => Some(format!("{} ({why})", worker.name)),
                _ => None,
            });
        format!(
            "every engine is given up: {}",
            reasons.collect::<Vec<_>>().join(", ")
        )
    }
}

impl Status {
    fn new(name: String, engine: &Engine) -> Status {
        let source = Arc::new(source(engine));
        Status {
            name,
            phase: Phase::Idle,
            answered: 0,
            failed: 0,
            busy: Duration::ZERO,
            source,
        }
    }

    fn show(&self) -> Worker {
        let now = Instant::now();
        let (state, more) = match &self.phase {
            Phase::Idle => ("idle".to_owned(), Duration::ZERO),
            Phase::Searching { since, .. } => ("searching".to_owned(), now - *since),
            Phase::Starting => ("starting again".to_owned(), Duration::ZERO),
            Phase::Pausing { until, why } => {
                let left = until.saturating_duration_since(now).as_secs_f64().ceil();
                (
                    format!("starting again in {left} s ({why})"),
                    Duration::ZERO,
                )
            }
            Phase::GivenUp { why } => (format!("given up ({why})"), Duration::ZERO),
        };
        let Status {
            name,
            answered,
            failed,
            busy,
            ..
        } = self;
        Worker {
            name: name.clone(),
            state,
            searching: matches!(self.phase, Phase::Searching { .. }),
            answered: *answered,
            failed: *failed,
            busy: *busy + more,
        }
    }
}

impl Pool {
    /// Starts all engines, and returns when all are ready.
    ///
    /// # Errors
    /// The first that cannot be started, with the reason.
    pub fn start(specs: &[EngineSpec], settings: Settings) -> Result<Pool, EngineError> {
        if specs.is_empty() {
            return Err(Fault::NoEngine.of("pool"));
        }
        let engines = launch_all(specs, &settings)?;
        let names = distinct_names(specs);
        let workers = names
            .into_iter()
            .zip(&engines)
            .map(|(name, engine)| Status::new(name, engine))
            .collect();
        let state = Mutex::new(State {
            queue: Queue::default(),
            workers,
        });
        let shared = Shared {
            state,
            news: Condvar::new(),
            settings,
            closing: Halt::new(),
        };
        let (sender, answers) = channel();
        let mut pool = Pool {
            shared: Arc::new(shared),
            answers,
            sender,
            threads: Vec::new(),
        };
        for (engine, spec) in engines.into_iter().zip(specs) {
            pool.employ(engine, spec.clone());
        }
        Ok(pool)
    }

    fn employ(&mut self, engine: Engine, spec: EngineSpec) {
        let index = self.threads.len();
        let (shared, answers) = (Arc::clone(&self.shared), self.sender.clone());
        let rng = Rng::new(mix(shared.settings.seed ^ mix(index as u64)));
        let crew = Crew {
            index,
            spec,
            shared,
            answers,
            rng,
        };
        self.threads.push(thread::spawn(move || crew.work(engine)));
    }
}

fn launch_all(specs: &[EngineSpec], settings: &Settings) -> Result<Vec<Engine>, EngineError> {
    let halt = Halt::new();
    thread::scope(|scope| {
        let halt = &halt;
        let start = |spec| scope.spawn(move || launch(spec, settings, halt));
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
    /// With every engine given up the answer is [`Trouble`], at once.
    fn ask(&mut self, question: Question<Chess>) {
        let mut state = self.shared.lock();
        if state.living().is_empty() {
            let trouble = Trouble {
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
        self.shared.news.notify_all();
    }

    fn answer(&mut self, patience: Duration) -> Option<Answer<Move>> {
        self.answers.recv_timeout(patience).ok()
    }

    /// Those at work answer soon, with what they have found so far (see
    /// [`gametree::Finding::nodes`]); one that has found nothing yet, or fails, or whose answers
    /// must repeat, counts as dropped.
    fn give_up(&mut self) {
        let mut state = self.shared.lock();
        state.queue.drain();
        for worker in &state.workers {
            if let Phase::Searching { halt, .. } = &worker.phase {
                halt.stop();
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
                if let Phase::Searching { halt, .. } = &worker.phase {
                    halt.abort();
                }
            }
        }
        self.shared.news.notify_all();
        for thread in self.threads.drain(..) {
            // A worker that panicked has dropped, and so killed, its engine.
            let _ = thread.join();
        }
    }
}
