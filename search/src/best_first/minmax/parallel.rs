//! Several threads on one graph. A tip in progress carries a *virtual penalty*, so that the other
//! threads look elsewhere.
//!
//! Choosing a tip and telling the nodes above what became of it need the graph, one thread at a
//! time; making and valuing the children, which costs most, does not:
//!
//! ```text
//!   thread 1   choose ─┐                 ┌─ add, tell, choose ─┐
//!                      └─ value children ┘                     └─ value children …
//!   thread 2            choose ─┐                          ┌─ add, tell, choose …
//!                               └─── value children ───────┘
//! ```
//!
//! The order of expansions depends on timing, so runs differ; proofs do not.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::evaluator::Evaluator;
use crate::game::{Forced, Keyed, TwoPlayer};
use crate::limits::{Budget, Counts, Limits, Stop};
use crate::minimax::depth_first::DfsState;
use crate::minimax::quiescence::Horizon;
use crate::observer::Observer;
use crate::report::Report;
use crate::search::Search;

use super::cost::EdgeCost;
use super::dag::{Certainty, Dag};
use super::lanes::{CLOSED, FARTHEST, LANES, Look, TIP, Tip};
use super::pricing::Pricing;
use super::scale::raise;
use super::valuer::{Valuer, follow};
use super::{MinMax, reclaim};

/// The virtual penalty of a tip in progress, in nats.
const VIRTUAL: f64 = 2.0;

/// [`MinMax`] on several threads. Under an observer, or with edge costs that have extras, it runs
/// on one.
#[derive(Clone, Debug)]
pub struct ParallelMinMax<E, H, C> {
    /// What they search.
    pub search: MinMax<E, H, C>,
    /// How many.
    pub threads: usize,
}

impl<G, E, H, C> Search<G> for ParallelMinMax<E, H, C>
where
    G: TwoPlayer<Move: Send> + Keyed + Forced + Send + Sync,
    E: Evaluator<G> + Sync,
    H: Horizon<G> + Sync,
    C: EdgeCost<G> + Sync,
{
    fn watch<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<G::Move> {
        let alone = self.threads <= 1 || observer.watches() || C::EXTRA;
        if !alone && root.outcome().is_none() && limits.depth != Some(0) {
            return self.together(root, limits);
        }
        self.search.watch(root, limits, observer)
    }

    fn new_game(&mut self, seed: u64) {
        Search::<G>::new_game(&mut self.search, seed);
    }
}

impl<E, H, C> ParallelMinMax<E, H, C> {
    fn together<G>(&mut self, root: &G, limits: &Limits) -> Report<G::Move>
    where
        G: TwoPlayer<Move: Send> + Keyed + Forced + Send + Sync,
        E: Evaluator<G> + Sync,
        H: Horizon<G> + Sync,
        C: EdgeCost<G> + Sync,
    {
        let mut dag = self.search.take_dag::<G>(limits);
        let pricing = self.search.pricing::<G>();
        // The root's children, and what a search of one thread would do before its first choice.
        let start =
            self.search
                .descend(&mut dag, &pricing, root, &first_node(root, limits), &mut ());
        let Some(block) = dag
            .index
            .find(root.key())
            .filter(|_| self.search.params.transpositions)
        else {
            return start;
        };
        let shared = Mutex::new(SharedGraph {
            dag,
            root: block,
            in_work: Vec::new(),
            epoch: 0,
            moves: 0,
        });
        let share = self.share(limits, &start);
        let ends = self.work_together(root, &shared, &pricing, &share);
        let mut shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        shared.give_up_all();
        let mut report = self
            .search
            .read(&mut shared.dag, &pricing, root, shared.root);
        report.counts = start.counts;
        ends.iter().for_each(|end| report.counts += end.counts);
        report.counts.moves += shared.moves;
        report.elapsed +=
            start.elapsed + ends.iter().map(|end| end.elapsed).max().unwrap_or_default();
        // The first thread to stop has asked the others to stop.
        let stop = ends
            .iter()
            .filter_map(|end| end.stop)
            .find(|stop| *stop != Stop::Asked);
        let asked = ends.iter().find_map(|end| end.stop);
        if !report.proven {
            report.stop = stop.or(asked).unwrap_or(Stop::Depth);
        }
        self.search.keep_dag(shared.dag, limits);
        report
    }

    /// Runs the threads until one of them ends.
    fn work_together<G>(
        &self,
        root: &G,
        shared: &Mutex<SharedGraph>,
        pricing: &Pricing,
        share: &Limits,
    ) -> Vec<End>
    where
        G: TwoPlayer<Move: Send> + Keyed + Forced + Send + Sync,
        E: Evaluator<G> + Sync,
        H: Horizon<G> + Sync,
        C: EdgeCost<G> + Sync,
    {
        let finished = Arc::new(AtomicBool::new(false));
        let work = || {
            let mut unobserved = ();
            let mut budget = Budget::new(share).also_watching(finished.clone());
            let worker = Worker {
                shared,
                valuer: self.search.valuer(pricing, &mut budget, &mut unobserved),
                tips: Vec::new(),
            };
            let stop = worker.work(root);
            finished.store(true, Ordering::Relaxed);
            End {
                counts: budget.counts,
                elapsed: budget.elapsed(),
                stop,
            }
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.threads).map(|_| scope.spawn(work)).collect();
            workers
                .into_iter()
                .map(|worker| worker.join().expect("a search thread panicked"))
                .collect()
        })
    }

    /// Each thread's part of what is left of the limits.
    fn share<M>(&self, limits: &Limits, start: &Report<M>) -> Limits {
        let part = |n: u64, spent: u64| n.saturating_sub(spent).div_ceil(self.threads as u64);
        Limits {
            nodes: limits.nodes.map(|n| part(n, start.counts.nodes)),
            moves: limits.moves.map(|n| part(n, start.counts.moves)),
            ..limits.clone()
        }
    }
}

/// Limits under which only the root's children are made: they and the root, and one more, so that
/// forced replies to the last child are not beyond the limit.
fn first_node<G: TwoPlayer>(root: &G, limits: &Limits) -> Limits {
    let nodes = root.moves().count() as u64 + 2;
    Limits {
        nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(nodes)),
        ..limits.clone()
    }
}

/// How a thread ended.
struct End {
    counts: Counts,
    elapsed: Duration,
    stop: Option<Stop>,
}

/// The graph, and what is being done on it.
struct SharedGraph {
    dag: Dag,
    root: u32,
    in_work: Vec<(u32, u32)>,
    /// Counts reclaims: block numbers of an earlier epoch mean nothing.
    epoch: u32,
    /// Calls of the move operator on the way down.
    moves: u64,
}

/// A step of the way to a tip.
#[derive(Clone, Copy)]
struct Step {
    block: u32,
    lane: u32,
    plies: u16,
    same_mover: bool,
}

/// A tip in progress.
struct Job<G> {
    way: Vec<Step>,
    position: G,
    ply: u32,
    epoch: u32,
}

/// What a thread finds when it looks for work.
enum Found<G> {
    Job(Box<Job<G>>),
    /// Every tip worth expanding is in progress.
    Wait,
    Settled,
}

impl SharedGraph {
    /// The best tip, now in progress.
    fn choose<G: TwoPlayer + Keyed + Forced>(
        &mut self,
        root: &G,
        pricing: &Pricing,
        dag_on: bool,
    ) -> Found<G> {
        let mut position = root.clone();
        let mut block = self.root;
        let mut ply = 0;
        let mut way: Vec<Step> = Vec::new();
        loop {
            let look = self.dag.look(block, &pricing.spread);
            if look.is_closed() {
                if way.is_empty() {
                    return Found::Settled;
                }
                self.tell(&way, pricing);
                position = root.clone();
                block = self.root;
                ply = 0;
                way.clear();
                continue;
            }
            let mover = position.turn();
            let Some(m) = position.moves().nth(look.lane as usize) else {
                return Found::Wait;
            };
            position.play(m);
            let plies = follow(&mut position);
            self.moves += u64::from(plies);
            ply += u32::from(plies);
            way.push(Step {
                block,
                lane: look.lane,
                plies,
                same_mover: position.turn() == mover,
            });
            let child = self.dag.block(block, look.lane).child[look.lane as usize % LANES];
            if child != TIP {
                if way.len() > MOST_STEPS {
                    return Found::Wait;
                }
                block = child;
                continue;
            }
            if self.in_work.contains(&(block, look.lane)) {
                return Found::Wait;
            }
            if let Some(known) = self.dag.index.find(position.key()).filter(|_| dag_on) {
                self.dag.block_mut(block, look.lane).child[look.lane as usize % LANES] = known;
                block = known;
                continue;
            }
            self.take(&way, &look, pricing);
            return Found::Job(Box::new(Job {
                way,
                position,
                ply,
                epoch: self.epoch,
            }));
        }
    }

    /// Marks the tip at the end of a path as in progress.
    fn take(&mut self, way: &[Step], look: &Look, pricing: &Pricing) {
        let tip = way[way.len() - 1];
        self.in_work.push((tip.block, tip.lane));
        let penalty =
            &mut self.dag.block_mut(tip.block, look.lane).penalty[look.lane as usize % LANES];
        *penalty = penalty
            .saturating_add((VIRTUAL * pricing.unit) as u16)
            .min(FARTHEST);
        self.tell(&way[..way.len() - 1], pricing);
    }

    /// Takes the virtual penalty off a tip.
    fn give_up(&mut self, block: u32, lane: u32) {
        self.in_work.retain(|&tip| tip != (block, lane));
        let penalty = &mut self.dag.block_mut(block, lane).penalty[lane as usize % LANES];
        if *penalty != CLOSED {
            *penalty = 0;
        }
    }

    fn give_up_all(&mut self) {
        while let Some(&(block, lane)) = self.in_work.last() {
            self.give_up(block, lane);
        }
    }

    /// Adds the children of a tip that was in progress; what was found in an earlier epoch is
    /// dropped.
    fn add<G: TwoPlayer + Keyed>(&mut self, job: &Job<G>, tips: &[Tip], pricing: &Pricing) {
        if job.epoch != self.epoch {
            return;
        }
        let tip = job.way[job.way.len() - 1];
        self.give_up(tip.block, tip.lane);
        let Some(node) = self.dag.add(tips) else {
            return self.make_room(pricing);
        };
        self.dag.index.insert(job.position.key(), node);
        self.dag.block_mut(tip.block, tip.lane).child[tip.lane as usize % LANES] = node;
        self.tell(&job.way, pricing);
    }

    fn make_room(&mut self, pricing: &Pricing) {
        self.give_up_all();
        self.epoch += 1;
        self.root = reclaim::reclaim(&mut self.dag, self.root, &pricing.spread);
    }

    /// Tells the nodes on a way, from the last step up, what has become of their children.
    fn tell(&mut self, way: &[Step], pricing: &Pricing) {
        for step in way.iter().rev() {
            let lane = step.lane as usize % LANES;
            let child = self.dag.block(step.block, step.lane).child[lane];
            if child == TIP {
                continue;
            }
            let look = self.dag.look(child, &pricing.spread);
            let block = self.dag.block_mut(step.block, step.lane);
            block.cost[lane] = raise(pricing.value(&look), step.same_mover, step.plies);
            block.penalty[lane] = look.penalty();
        }
    }
}

/// A path with more steps runs in a loop.
const MOST_STEPS: usize = 4096;

/// One of the threads.
struct Worker<'a, G: TwoPlayer, E, H, C> {
    shared: &'a Mutex<SharedGraph>,
    valuer: Valuer<'a, G, E, H, C>,
    tips: Vec<Tip>,
}

impl<G, E, H, C> Worker<'_, G, E, H, C>
where
    G: TwoPlayer + Keyed + Forced,
    E: Evaluator<G>,
    H: Horizon<G>,
    C: EdgeCost<G>,
{
    fn shared(&self) -> MutexGuard<'_, SharedGraph> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works until the root is settled (`None`) or a limit is met.
    fn work(mut self, root: &G) -> Option<Stop> {
        let mut done: Option<Box<Job<G>>> = None;
        loop {
            let found = {
                let mut shared = self.shared();
                if let Some(job) = done.take() {
                    shared.dag.certainty = shared.dag.certainty.max(self.valuer.certainty);
                    shared.add(&job, &self.tips, self.valuer.pricing);
                }
                shared.choose(root, self.valuer.pricing, self.valuer.params.transpositions)
            };
            match found {
                Found::Settled => return None,
                Found::Wait => {
                    std::thread::yield_now();
                    if let Err(stop) = self.valuer.walk.budget.look() {
                        return Some(stop);
                    }
                }
                Found::Job(job) => {
                    if let Err(stop) = self.valuer.children(&job.position, job.ply, &mut self.tips)
                    {
                        return Some(stop);
                    }
                    done = Some(job);
                }
            }
        }
    }
}

impl<E, H, C> MinMax<E, H, C> {
    /// Values positions for one thread.
    pub(super) fn valuer<'a, G: TwoPlayer>(
        &'a self,
        pricing: &'a Pricing,
        budget: &'a mut Budget,
        unobserved: &'a mut (),
    ) -> Valuer<'a, G, E, H, C>
    where
        E: Evaluator<G>,
    {
        Valuer {
            pricing,
            params: &self.params,
            horizon: &self.horizon,
            cost: &self.cost,
            walk: DfsState::new(budget, &self.evaluator, unobserved),
            certainty: Certainty::Exact,
            extras: Vec::new(),
        }
    }
}
