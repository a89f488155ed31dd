//! One row: the real run of the atlas, its cost measured, against simulated workers.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use gametree_atlas::fact::Fact;
use gametree_atlas::run::{Run, Until, Wish};
use gametree_atlas::store::{Store, StoreError};
use gametree_atlas::{Atlas, AtlasError};

use super::clock::VirtualClock;
use super::place::Place;
use super::workers::{SimulatedFarm, Workforce};
use crate::Stage;

/// The part of a row's results after which it is in its stride.
const WARM: u64 = 5;

/// A store that knows how long it waited for the disk.
#[derive(Debug)]
pub struct TimedStore<S> {
    /// The store itself.
    pub inner: S,
    waited: Rc<Cell<Duration>>,
}

impl<S> TimedStore<S> {
    /// A store that has not waited yet.
    pub fn new(inner: S) -> TimedStore<S> {
        TimedStore {
            inner,
            waited: Rc::default(),
        }
    }
}

impl<S: Store> Store for TimedStore<S> {
    fn append(&mut self, batch: &[Fact]) -> Result<(), StoreError> {
        let wall = Instant::now();
        let cpu = ThreadTime::now();
        let appended = self.inner.append(batch);
        let waited = wall.elapsed().saturating_sub(cpu.elapsed());
        self.waited.set(self.waited.get() + waited);
        appended
    }

    fn replay(
        &self,
        each: &mut dyn FnMut(Fact) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        self.inner.replay(each)
    }
}

/// What is to be simulated.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The workers.
    pub force: Workforce,
    /// How many results.
    pub results: u64,
}

/// What a row measured.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Virtual time, between the first and the last moment in which the farm was in its stride.
    pub elapsed: Duration,
    /// Results applied in that time.
    pub applied: u64,
    /// How long all workers together searched in that time.
    pub searched: Duration,
    /// What the coordinator computed, and waited for the disk.
    pub spent: Duration,
    /// The part of that in which it waited for the disk.
    pub waited: Duration,
    /// What each step took for each of its results, without commits, the shortest first.
    pub steps: Vec<Duration>,
    /// What each commit took (with the step it ended), the shortest first.
    pub commits: Vec<Duration>,
    /// The most results that waited for their turn.
    pub early_max: usize,
    /// Tasks that were handed out, and are neither done nor open.
    pub lost: u64,
    /// Results that were applied more than once.
    pub twice: u64,
    /// Results applied, in all.
    pub results: u64,
}

/// The counts at a moment.
#[derive(Clone, Copy, Debug, Default)]
struct Moment {
    at: Duration,
    applied: u64,
    searched: Duration,
    spent: Duration,
    waited: Duration,
}

/// A run in virtual time.
pub struct Coordinator<'a, S> {
    atlas: &'a mut Atlas<Place, TimedStore<S>>,
    clock: VirtualClock,
    /// The workers.
    pub farm: SimulatedFarm,
    plan: Plan,
    first: u64,
    spent: Duration,
    steps: Vec<Duration>,
    commits: Vec<Duration>,
    early_max: usize,
}

impl<'a, S: Store> Coordinator<'a, S> {
    /// A coordinator of a project and its idle workers.
    pub fn new(atlas: &'a mut Atlas<Place, TimedStore<S>>, plan: Plan) -> Self {
        let clock = VirtualClock::new();
        Coordinator {
            first: atlas.graph().evaluations(),
            atlas,
            farm: SimulatedFarm::new(plan.force.clone(), clock.clone()),
            clock,
            plan,
            spent: Duration::ZERO,
            steps: Vec::new(),
            commits: Vec::new(),
            early_max: 0,
        }
    }

    /// Runs until all results are applied, or until it is stopped.
    ///
    /// # Errors
    /// When the store fails.
    pub fn run(
        &mut self,
        stage: &dyn Stage,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Measured, AtlasError> {
        let until = Until {
            evaluations: Some(self.plan.results),
            ..Until::default()
        };
        let mut run = Run::begin(self.atlas, until)?.with_clock(self.clock.reader());
        let mut begin = None;
        let mut end = None;
        loop {
            let over = self.step(&mut run, stopped())?;
            let applied = self.applied();
            stage.at(applied);
            if begin.is_none() && applied >= self.plan.results / WARM {
                begin = Some(self.moment());
            }
            // From here on not every worker finds a task: there are no more results to apply.
            let open = self.atlas.graph().open().len() as u64;
            if end.is_none() && applied + open >= self.plan.results {
                end = Some(self.moment());
            }
            if over {
                break;
            }
            run.wait(&mut self.farm);
            self.early_max = self.early_max.max(run.early());
        }
        let last = self.moment();
        Ok(self.measured(begin.unwrap_or_default(), end.unwrap_or(last)))
    }

    /// One step of the run. What it cost passes in virtual time before its tasks leave.
    fn step(&mut self, run: &mut Run<Place>, stop: bool) -> Result<bool, AtlasError> {
        let wish = if stop { Wish::Stop } else { Wish::GoOn };
        let applied = self.applied();
        let commits = run.commits();
        let waited = self.waited();
        let cpu = ThreadTime::now();
        let over = run.step(self.atlas, &mut self.farm, wish)?.is_some();
        let cost = cpu.elapsed() + (self.waited() - waited);
        self.spent += cost;
        let results = self.applied() - applied;
        if run.commits() > commits {
            self.commits.push(cost);
        } else if results > 0 {
            self.steps.push(cost / results as u32);
        }
        self.clock.advance(cost);
        self.farm.publish();
        Ok(over)
    }

    fn applied(&self) -> u64 {
        self.atlas.graph().evaluations() - self.first
    }

    fn waited(&self) -> Duration {
        self.atlas.store().waited.get()
    }

    fn moment(&self) -> Moment {
        Moment {
            at: self.clock.now(),
            applied: self.applied(),
            searched: self.farm.busy(),
            spent: self.spent,
            waited: self.waited(),
        }
    }

    fn measured(&mut self, begin: Moment, end: Moment) -> Measured {
        let graph = self.atlas.graph();
        let asked = self.farm.asked();
        let open = graph.open().iter();
        let open = open.filter(|open| asked.contains(&open.ticket)).count() as u64;
        let done = asked.len() as u64 - open;
        let applied = self.applied();
        self.steps.sort_unstable();
        self.commits.sort_unstable();
        Measured {
            elapsed: end.at.saturating_sub(begin.at),
            applied: end.applied.saturating_sub(begin.applied),
            searched: end.searched.saturating_sub(begin.searched),
            spent: end.spent.saturating_sub(begin.spent),
            waited: end.waited.saturating_sub(begin.waited),
            steps: std::mem::take(&mut self.steps),
            commits: std::mem::take(&mut self.commits),
            early_max: self.early_max,
            lost: done.saturating_sub(applied),
            twice: applied.saturating_sub(done),
            results: applied,
        }
    }
}
