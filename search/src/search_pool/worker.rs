//! What the threads of a pool do: wait for a task, search, report.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::PoolSearch;
use crate::analyst::{AnalysisError, Answer, Finding, PvLine, Question, Source, TaskProgress};
use crate::clock::Instant;
use crate::game::Game;
use crate::limits::{Limits, Stop};
use crate::observer::Event;
use crate::report::Report;
use crate::root_moves::RootMoves;
use crate::score::Score;

/// What the threads share.
pub(super) struct Shared<G: Game> {
    pub state: Mutex<PoolState<G>>,
    /// Notified when there is a task, or nothing left to wait for.
    pub wake: Condvar,
    pub source: Arc<Source>,
    pub reproducible: bool,
}

/// What changes: the tasks that wait, and the threads.
pub(super) struct PoolState<G: Game> {
    pub open: VecDeque<Waiting<G>>,
    pub thinkers: Vec<WorkerState>,
    pub closed: bool,
}

/// A task, and how often a younger one went first.
pub(super) struct Waiting<G: Game> {
    pub question: Question<G>,
    pub passed: u32,
}

/// What is known of a thread.
pub(super) struct WorkerState {
    pub region: Option<u64>,
    pub since: Option<Instant>,
    pub stop: Arc<AtomicBool>,
    /// The task it works on, or had last.
    pub task: TaskProgress,
    /// Positions visited for it so far.
    pub searched: Arc<AtomicU64>,
    /// Nodes per second, of the last task.
    pub speed: Option<u64>,
    pub answered: u64,
    pub failed: u64,
    pub busy: Duration,
}

/// This many of the oldest tasks are checked for one of the same region,
const NEAR: usize = 32;
/// and no task is passed over more often than this.
pub(super) const PATIENCE: u32 = 16;

impl<G: Game> Shared<G> {
    /// A thread that panicked elsewhere leaves the state in order: nothing in it is ever half done.
    pub fn state(&self) -> MutexGuard<'_, PoolState<G>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One thread's life.
    pub fn work(
        &self,
        me: usize,
        make: &dyn Fn() -> PoolSearch<G>,
        answers: &Sender<Answer<G::Move>>,
    ) {
        let mut thinker = None;
        while let Some(Taken {
            question,
            stop,
            searched,
        }) = self.next(me)
        {
            let start = Instant::now();
            let ticket = question.ticket;
            let search = Attempt {
                make,
                stop,
                searched,
            };
            let outcome = self.think(&mut thinker, question, search);
            let elapsed = start.elapsed();
            self.note(me, &outcome, elapsed);
            let Some(outcome) = outcome else { continue };
            if answers
                .send(Answer {
                    ticket,
                    outcome,
                    elapsed,
                })
                .is_err()
            {
                return;
            }
        }
    }

    /// Waits for a task; `None` when the pool closes.
    fn next(&self, me: usize) -> Option<Taken<G>> {
        let mut state = self.state();
        loop {
            if state.closed {
                return None;
            }
            let region = state.thinkers[me].region;
            if let Some(question) = take(&mut state.open, region) {
                let worker = &mut state.thinkers[me];
                worker.region = Some(question.region);
                worker.since = Some(Instant::now());
                worker.stop = Arc::default();
                worker.searched = Arc::default();
                worker.task = TaskProgress {
                    ticket: question.ticket,
                    asked: question.nodes,
                    ..TaskProgress::default()
                };
                return Some(Taken {
                    question,
                    stop: Arc::clone(&worker.stop),
                    searched: Arc::clone(&worker.searched),
                });
            }
            state = self
                .wake
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn note(&self, me: usize, outcome: &Option<Outcome<G::Move>>, elapsed: Duration) {
        let mut state = self.state();
        let worker = &mut state.thinkers[me];
        worker.since = None;
        worker.busy += elapsed;
        if let Some(Ok(finding)) = outcome {
            let seconds = elapsed.as_secs_f64().max(1e-6);
            worker.speed = Some((finding.nodes as f64 / seconds) as u64);
        }
        worker.answered += u64::from(matches!(outcome, Some(Ok(_))));
        worker.failed += u64::from(matches!(outcome, Some(Err(_))));
    }

    /// One task; `None` where its result would not repeat. A search that panics is thrown away:
    /// it may be in any state.
    fn think(
        &self,
        thinker: &mut Option<PoolSearch<G>>,
        question: Question<G>,
        search: Attempt<'_, G>,
    ) -> Option<Outcome<G::Move>> {
        let root = match root(question.position, &question.among) {
            Ok(root) => root,
            Err(what) => return Some(Err(AnalysisError { what, attempts: 1 })),
        };
        let Attempt {
            make,
            stop,
            searched,
        } = search;
        let limits = Limits::nodes(question.nodes.max(1)).and_stop(stop);
        let attempt = AssertUnwindSafe(|| {
            let search = thinker.get_or_insert_with(make);
            if self.reproducible {
                search.new_game_any(0);
            }
            search.set_lines_any(question.lines.max(1));
            let mut seen = Seen {
                one_line: question.lines <= 1,
                searched: &searched,
                shown: Vec::new(),
                lines: Vec::new(),
            };
            let mut watch = |event: &Event<'_, RootMoves<G>>| seen.note(event);
            let report = search.watch_any(&root, &limits, &mut watch);
            (report.stop, seen.finding(report, &self.source))
        });
        match catch_unwind(attempt) {
            Ok((Stop::Asked, _)) if self.reproducible => None,
            Ok((_, finding)) => Some(Ok(finding)),
            Err(panic) => {
                *thinker = None;
                let what = format!("the search failed: {}", words(&*panic));
                Some(Err(AnalysisError { what, attempts: 1 }))
            }
        }
    }
}

/// A task that a thread has taken, how to stop its search, and how far it is.
struct Taken<G: Game> {
    question: Question<G>,
    stop: Arc<AtomicBool>,
    searched: Arc<AtomicU64>,
}

/// How a search is made, stopped and counted.
struct Attempt<'a, G: Game> {
    make: &'a dyn Fn() -> PoolSearch<G>,
    stop: Arc<AtomicBool>,
    searched: Arc<AtomicU64>,
}

/// What came of a task.
type Outcome<M> = Result<Finding<M>, AnalysisError>;

/// The position to search, or what is wrong with the task. Games may panic where they are asked
/// nonsense.
fn root<G: Game>(position: G, among: &[G::Move]) -> Result<RootMoves<G>, String> {
    let root = catch_unwind(AssertUnwindSafe(|| {
        let over = position.outcome().is_some();
        (over, RootMoves::new(position, among))
    }));
    match root {
        Ok((true, _)) => Err("the game is over".into()),
        Ok((false, Some(root))) => Ok(root),
        Ok((false, None)) => Err("none of the moves to choose from is legal".into()),
        Err(panic) => Err(format!("the game failed: {}", words(&*panic))),
    }
}

/// The next task: one of the same region if it is near, else the oldest.
pub(super) fn take<G: Game>(
    open: &mut VecDeque<Waiting<G>>,
    region: Option<u64>,
) -> Option<Question<G>> {
    let patient = open.front()?.passed < PATIENCE;
    let warm = open
        .iter()
        .take(NEAR)
        .position(|waiting| Some(waiting.question.region) == region);
    let chosen = warm.filter(|_| patient).unwrap_or(0);
    open.iter_mut()
        .take(chosen)
        .for_each(|waiting| waiting.passed += 1);
    open.remove(chosen).map(|waiting| waiting.question)
}

/// What was seen of a search.
struct Seen<'a, M> {
    /// One line is wanted: every move that was the best for some time is remembered. Where there
    /// are several, a move that improves may be the best of the others only.
    one_line: bool,
    /// Positions visited so far. Only this thread writes it.
    searched: &'a AtomicU64,
    /// Each root move that was the best for some time, the latest last.
    shown: Vec<(M, Score)>,
    /// The lines of the last iteration that was done.
    lines: Vec<PvLine<M>>,
}

impl<M: Copy + PartialEq> Seen<'_, M> {
    fn note<G: Game<Move = M>>(&mut self, event: &Event<'_, RootMoves<G>>) {
        match *event {
            Event::Improve {
                ply: 0, via, value, ..
            } if self.one_line => self.show(via, value),
            Event::Lines { lines, .. } if !self.one_line => {
                self.show(lines[0].moves[0], lines[0].value);
                self.lines = lines.to_vec();
            }
            Event::Enter { .. } => {
                let so_far = self.searched.load(Ordering::Relaxed);
                self.searched.store(so_far + 1, Ordering::Relaxed);
            }
            _ => {}
        }
    }

    fn show(&mut self, m: M, value: Score) {
        self.shown.retain(|(earlier, _)| *earlier != m);
        self.shown.push((m, value));
    }

    /// Several lines are to be compared: then the best one, too, is that of the last depth which all
    /// of them have.
    fn finding(mut self, report: Report<M>, source: &Arc<Source>) -> Finding<M> {
        let mut value = report.value;
        let mut line = report.line;
        let mut lines = std::mem::take(&mut self.lines).into_iter();
        if let Some(best) = lines.next() {
            value = best.value;
            line = best.moves;
        }
        if let Some(&best) = line.first() {
            self.show(best, value);
        }
        Finding {
            value,
            line,
            shown: self.shown,
            lines: lines.collect(),
            depth: report.depth,
            nodes: report.counts.nodes,
            wdl: None,
            source: Arc::clone(source),
        }
    }
}

/// What a panic said.
fn words(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "for no stated reason".into())
}
