//! Several threads on one search: each deepens the same root over one shared table, and puts off
//! the moves that another thread has in work (ABDADA, Weill 1996, in the form without table locks).
//!
//! A thread that comes back to a move put off finds its value in the table. The value is the same
//! for any number of threads; the nodes are not.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::analyst::PvLine;
use crate::evaluator::Evaluator;
use crate::game::{Keyed, TwoPlayer};
use crate::limits::{Budget, Limits, Stop};
use crate::minimax::deepening::Deepening;
use crate::minimax::ordering::Guide;
use crate::minimax::pvs::{InWork, Pvs};
use crate::minimax::quiescence::Horizon;
use crate::minimax::windowed::Windowed;
use crate::observer::{Event, Observer};
use crate::report::Report;
use crate::search::Search;

/// Runs a deepening PVS on several threads. The search must have a table; it is given one of 64 MiB
/// otherwise. An observer sees the first thread, and in the end the lines of the one that came
/// furthest.
#[derive(Clone, Debug)]
pub struct Parallel<S> {
    /// What each thread runs.
    pub worker: S,
    /// How many threads.
    pub threads: usize,
}

const DEFAULT_TABLE: usize = 64 << 20;

impl<G, E, H, P> Search<G> for Parallel<Deepening<Pvs<G, E, H, P>>>
where
    G: TwoPlayer + Keyed + Send + Sync,
    G::Move: Send,
    E: Evaluator<G> + Clone + Send,
    H: Horizon<G> + Clone + Send,
    P: Guide<G> + Clone + Send,
{
    fn watch<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<G::Move> {
        if self.threads <= 1 {
            return self.worker.watch(root, limits, observer);
        }
        if self.worker.inner.table().is_none() {
            self.worker.inner = self.worker.inner.clone().with_table(DEFAULT_TABLE);
        }
        let finished = Arc::new(AtomicBool::new(false));
        let in_work = Arc::new(InWork::new());
        let share = Share {
            limits: self.limits(limits),
            finished,
            caller: limits.stop.clone(),
        };
        let mut results = std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..self.threads)
                .map(|_| {
                    let mut worker = self.worker.clone();
                    worker.inner = worker.inner.in_company(in_work.clone());
                    let share = share.clone();
                    scope.spawn(move || share.run(&mut worker, root, &mut ()))
                })
                .collect();
            let mut first = self.worker.clone();
            first.inner = first.inner.in_company(in_work.clone());
            let mut own = share.run(&mut first, root, observer);
            // Told already.
            own.lines.clear();
            let mut results = vec![own];
            results.extend(
                helpers
                    .into_iter()
                    .map(|h| h.join().expect("a search thread panicked")),
            );
            results
        });
        let ThreadResult { report, lines } = combine(&mut results);
        if let Some(best) = lines.first() {
            observer.see(&Event::Lines {
                depth: best.depth,
                nodes: report.counts.nodes,
                lines: &lines,
            });
        }
        report
    }

    fn new_game(&mut self, seed: u64) {
        self.worker.new_game(seed);
    }

    fn set_lines(&mut self, lines: u32) {
        self.worker.lines = lines;
    }
}

impl<S> Parallel<S> {
    /// Each thread's part of the nodes, moves and bytes; all other limits are the same for all.
    fn limits(&self, limits: &Limits) -> Limits {
        let part = |n: u64| n.div_ceil(self.threads as u64);
        Limits {
            nodes: limits.nodes.map(part),
            moves: limits.moves.map(part),
            memory: limits.memory.map(|bytes| bytes / self.threads),
            ceiling: limits.ceiling.map(|bytes| bytes / self.threads),
            ..limits.clone()
        }
    }
}

/// What the threads have in common.
#[derive(Clone)]
struct Share {
    limits: Limits,
    /// Raised by the first thread that is done.
    finished: Arc<AtomicBool>,
    caller: Option<Arc<AtomicBool>>,
}

impl Share {
    fn run<G, S, O>(
        &self,
        worker: &mut Deepening<S>,
        root: &G,
        observer: &mut O,
    ) -> ThreadResult<G::Move>
    where
        G: TwoPlayer,
        S: Windowed<G>,
        O: Observer<G>,
    {
        let mut budget = Budget::new(&self.limits).also_watching(self.finished.clone());
        let mut lines = Vec::new();
        let report = worker.deepen(root, &mut budget, observer, &mut lines);
        if matches!(report.stop, Stop::Done | Stop::Depth) || self.cancelled() {
            self.finished.store(true, Ordering::Relaxed);
        }
        ThreadResult { report, lines }
    }

    fn cancelled(&self) -> bool {
        self.caller
            .as_ref()
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// What one thread found.
struct ThreadResult<M> {
    report: Report<M>,
    /// The lines of its last whole iteration, where the caller's observer did not see them.
    lines: Vec<PvLine<M>>,
}

/// The result of the thread that came furthest, with what all of them spent.
fn combine<M>(results: &mut Vec<ThreadResult<M>>) -> ThreadResult<M> {
    let finished = |r: &Report<M>| matches!(r.stop, Stop::Done | Stop::Depth);
    let best = (0..results.len())
        .max_by_key(|&i| {
            let report = &results[i].report;
            (
                report.proven,
                finished(report),
                report.depth,
                usize::MAX - i,
            )
        })
        .expect("at least one thread");
    let mut result = results.swap_remove(best);
    for ThreadResult { report: other, .. } in results.iter() {
        result.report.counts += other.counts;
        result.report.elapsed = result.report.elapsed.max(other.elapsed);
    }
    result
}
