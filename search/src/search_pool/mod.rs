//! Analysts in this process: threads that each own a search, and take tasks from one queue.

#[cfg(test)]
mod tests;
mod worker;

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::analyst::{Analyst, Answer, Question, Source, TaskProgress, Worker};
use crate::game::Game;
use crate::root_moves::RootMoves;
use crate::search::AnySearch;

use worker::{PoolState, Shared, Waiting, WorkerState};

/// A search that can be limited to some of the moves.
pub type PoolSearch<G> = Box<dyn AnySearch<RootMoves<G>>>;

/// How many threads search, and how.
#[derive(Clone, Debug)]
pub struct PoolConfig {
    /// The name and options that every result carries.
    pub source: Source,
    /// How many search at once, at least one.
    pub threads: usize,
    /// Forgets everything before each task: the same task then has the same result, whatever was
    /// asked before and whichever thread takes it. A search that was stopped then has no result,
    /// and counts as dropped.
    pub reproducible: bool,
}

/// Searches on threads of their own, as an [`Analyst`].
///
/// ```
/// use gametree::{Analyst, Question, Score, Source, alphabeta::AlphaBeta, search_pool::{PoolConfig, SearchPool}};
/// use std::time::Duration;
/// # use gametree::{Game, Outcome, Player, TwoPlayer};
/// # #[derive(Clone)]
/// # struct Nim(u8, Player);
/// # impl Game for Nim {
/// #     type Move = u8;
/// #     fn turn(&self) -> Player { self.1 }
/// #     fn moves(&self) -> impl Iterator<Item = u8> { 1..=self.0.min(3) }
/// #     fn play(&mut self, m: u8) { self.0 -= m; self.1 = self.1.opponent(); }
/// #     fn outcome(&self) -> Option<Outcome> { (self.0 == 0).then(|| Outcome::Win(self.1.opponent())) }
/// # }
/// # impl TwoPlayer for Nim {}
/// let source = Source { name: "alpha-beta".into(), options: String::new() };
/// let config = PoolConfig { source, threads: 2, reproducible: true };
/// let mut thinkers = SearchPool::start(config, || Box::new(AlphaBeta::blind())).unwrap();
/// let position = Nim(6, Player::FIRST);
/// thinkers.ask(Question { ticket: 7, position, among: vec![2, 3], nodes: 1000, lines: 1, region: 0 });
/// let answer = thinkers.answer(Duration::from_secs(60)).unwrap();
/// let finding = answer.outcome.unwrap();
/// assert_eq!((answer.ticket, finding.line[0], finding.value), (7, 2, Score::win_in(3)));
/// ```
pub struct SearchPool<G: Game> {
    shared: Arc<Shared<G>>,
    answers: Receiver<Answer<G::Move>>,
    threads: Vec<JoinHandle<()>>,
    source: Arc<Source>,
}

impl<G: Game> fmt::Debug for SearchPool<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchPool")
            .field("threads", &self.threads.len())
            .field("source", &self.source)
            .finish()
    }
}

impl<G> SearchPool<G>
where
    G: Game<Move: Send> + Send + 'static,
{
    /// Starts the threads; each makes its own search.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(
        config: PoolConfig,
        make: impl Fn() -> PoolSearch<G> + Send + Sync + 'static,
    ) -> std::io::Result<SearchPool<G>> {
        let source = Arc::new(config.source);
        let count = config.threads.max(1);
        let idle = || WorkerState {
            region: None,
            since: None,
            stop: Arc::default(),
            task: TaskProgress::default(),
            searched: Arc::default(),
            speed: None,
            answered: 0,
            failed: 0,
            busy: Duration::ZERO,
        };
        let state = PoolState {
            open: VecDeque::new(),
            thinkers: (0..count).map(|_| idle()).collect(),
            closed: false,
        };
        let shared = Arc::new(Shared {
            state: Mutex::new(state),
            wake: Condvar::new(),
            source: Arc::clone(&source),
            reproducible: config.reproducible,
        });
        let (sender, answers) = channel();
        let mut thinkers = SearchPool {
            shared,
            answers,
            threads: Vec::new(),
            source,
        };
        let make = Arc::new(make);
        for number in 0..count {
            let shared = Arc::clone(&thinkers.shared);
            let make = Arc::clone(&make);
            let sender = sender.clone();
            let thread = std::thread::Builder::new().name(format!("thinker {}", number + 1));
            thinkers
                .threads
                .push(thread.spawn(move || shared.work(number, &*make, &sender))?);
        }
        Ok(thinkers)
    }
}

impl<G: Game> Analyst<G> for SearchPool<G> {
    fn ask(&mut self, question: Question<G>) {
        self.shared.state().open.push_back(Waiting {
            question,
            passed: 0,
        });
        self.shared.wake.notify_one();
    }

    fn answer(&mut self, patience: Duration) -> Option<Answer<G::Move>> {
        self.answers.recv_timeout(patience).ok()
    }

    /// A search that is stopped reports what it has, and its finding says how many nodes that
    /// took; but where results must repeat, it counts as dropped.
    fn give_up(&mut self) {
        let mut state = self.shared.state();
        state.open.clear();
        state
            .thinkers
            .iter()
            .for_each(|worker| worker.stop.store(true, Ordering::Relaxed));
    }

    /// A search that is stopped answers as in [`Analyst::give_up`].
    fn cancel(&mut self, ticket: u64) {
        let mut state = self.shared.state();
        state
            .open
            .retain(|waiting| waiting.question.ticket != ticket);
        let at_work =
            |worker: &&WorkerState| worker.since.is_some() && worker.task.ticket == ticket;
        for worker in state.thinkers.iter().filter(at_work) {
            worker.stop.store(true, Ordering::Relaxed);
        }
    }

    fn workers(&self) -> Vec<Worker> {
        let state = self.shared.state();
        let view = |(number, worker): (usize, &WorkerState)| Worker {
            name: format!("{} {}", self.source.name, number + 1),
            state: if worker.since.is_some() {
                "searching"
            } else {
                "idle"
            }
            .into(),
            jobs: 1,
            searching: worker.since.is_some(),
            answered: worker.answered,
            failed: worker.failed,
            busy: worker.busy + worker.since.map_or(Duration::ZERO, |since| since.elapsed()),
            speed: worker.speed,
            task: worker.since.map(|since| TaskProgress {
                nodes: worker.searched.load(Ordering::Relaxed),
                elapsed: since.elapsed(),
                ..worker.task
            }),
        };
        state.thinkers.iter().enumerate().map(view).collect()
    }

    fn sources(&self) -> Vec<Arc<Source>> {
        vec![Arc::clone(&self.source)]
    }
}

/// Stops the searches at work and waits for their threads.
impl<G: Game> Drop for SearchPool<G> {
    fn drop(&mut self) {
        self.give_up();
        self.shared.state().closed = true;
        self.shared.wake.notify_all();
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}
