//! Grows a project: gives out tasks, waits, applies results in order, commits.
//!
//! Never more tasks than the window are open, and results are applied in turn: in the order of the
//! tasks, a long search as many tasks later as could be done meanwhile. So the graph depends on the
//! results and the window, never on the number of engines or their speed; and a run that is stopped
//! and resumed gives out the same tasks as one that is not.
//!
//! A [`Run`] does not hold the project: between two steps others may read it, and steer it.
//!
//! ```text
//!   begin ──▶ step ──▶ wait ──▶ step ──▶ wait ──▶ ... ──▶ step ──▶ End
//!              │        │
//!              │        └ needs the analyst only
//!              └ applies results in turn, selects tasks, hands them out, commits
//! ```

mod watch;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use gametree::{Analyst, Answer, Persistent, Question};

pub use watch::{End, Until, Watch, Wish};

use crate::atlas::{Atlas, AtlasError};
use crate::graph::Open;
use crate::store::Store;

/// How long facts may wait for the disk.
const COMMIT: Duration = Duration::from_secs(1);

/// How long to wait for a result before checking for other work.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// How long a run that ends waits for what is in progress. What is not ready then is given out
/// again by the next run.
const FINISH: Duration = Duration::from_secs(5);

/// What tells a run the time.
pub type Clock = Arc<dyn Fn() -> Instant + Send + Sync>;

/// A run: the link between the project and its analysts. It belongs to the project it has begun
/// with.
pub struct Run<G: Persistent> {
    until: Until,
    /// Tasks selected and not given to an engine.
    held: Vec<Question<G>>,
    /// Tasks that an engine works on.
    at_work: BTreeSet<u64>,
    /// Results that came before their turn.
    early: BTreeMap<u64, Answer<G::Move>>,
    started: Instant,
    committed: Instant,
    commits: u64,
    hurry: bool,
    first_evaluations: u64,
    first_nodes: u64,
    /// How many results there were, and the last reason why a task had none.
    found: u64,
    trouble: Option<String>,
    /// Why the run ends, and the latest moment for it.
    ending: Option<(End, Instant)>,
    clock: Clock,
}

/// Grows a project until a limit, or until the watcher wishes to stop.
///
/// # Errors
/// When the store fails. What was committed is safe.
pub fn grow<G: Persistent, S: Store>(
    atlas: &mut Atlas<G, S>,
    analyst: &mut dyn Analyst<G>,
    until: Until,
    watch: &mut dyn Watch<G, S>,
) -> Result<End, AtlasError> {
    let mut run = Run::begin(atlas, until)?;
    loop {
        let wish = watch.look(atlas, analyst);
        let commits = run.commits();
        let end = run.step(atlas, analyst, wish)?;
        if run.commits() > commits {
            watch.committed(atlas);
        }
        if let Some(end) = end {
            return Ok(end);
        }
        run.wait(analyst);
    }
}

impl<G: Persistent> Run<G> {
    /// A run that begins now. The tasks that are open in the project are given out again first; so
    /// a project has one run at a time.
    ///
    /// # Errors
    /// When the project is not sound.
    pub fn begin<S: Store>(atlas: &Atlas<G, S>, until: Until) -> Result<Run<G>, AtlasError> {
        let now = Instant::now();
        Ok(Run {
            until,
            held: atlas.reopen()?,
            at_work: BTreeSet::new(),
            early: BTreeMap::new(),
            started: now,
            committed: now,
            commits: 0,
            hurry: false,
            first_evaluations: atlas.graph().evaluations(),
            first_nodes: atlas.graph().engine_nodes(),
            found: 0,
            trouble: None,
            ending: None,
            clock: Arc::new(Instant::now),
        })
    }

    /// The same by another clock: that of a simulation.
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> Run<G> {
        let now = clock();
        Run {
            started: now,
            committed: now,
            clock,
            ..self
        }
    }

    fn now(&self) -> Instant {
        (self.clock)()
    }

    /// Waits a little for results. The project is free meanwhile.
    pub fn wait(&mut self, analyst: &mut dyn Analyst<G>) {
        let mut next = analyst.answer(POLL_INTERVAL);
        while let Some(answer) = next {
            // An analyst that gave up in an earlier run may report twice: the first result counts.
            if self.at_work.remove(&answer.ticket) {
                self.hear(answer);
            }
            next = analyst.answer(Duration::ZERO);
        }
    }

    /// Takes a result. If no engine was left to try, it says nothing about its position: the task
    /// stays open for the next run, and this one is over.
    fn hear(&mut self, answer: Answer<G::Move>) {
        match &answer.outcome {
            Ok(_) => self.found += 1,
            Err(error) => self.trouble = Some(error.what.clone()),
        }
        if answer
            .outcome
            .as_ref()
            .is_err_and(|error| error.attempts == 0)
        {
            self.ending = Some((End::Failed, self.now()));
        } else {
            self.early.insert(answer.ticket, answer);
        }
    }

    /// Applies every result whose turn it is, selects tasks, gives them to the analyst, commits
    /// when it is time. Says why, when the run is over: then everything is committed, and the
    /// analyst has given up the rest.
    ///
    /// # Errors
    /// When the store fails: what was committed is safe, the rest stays in memory, and the next
    /// step tries again.
    pub fn step<S: Store>(
        &mut self,
        atlas: &mut Atlas<G, S>,
        analyst: &mut dyn Analyst<G>,
        wish: Wish,
    ) -> Result<Option<End>, AtlasError> {
        self.drop_cancelled(atlas, analyst);
        let applied = self.apply(atlas)?;
        self.fill(atlas)?;
        let idle = applied && self.at_work.is_empty();
        if self.hurry || idle || self.now() >= self.committed + COMMIT {
            self.commit(atlas)?;
        }
        if self.ending.is_none() {
            let end = self
                .limit(atlas)
                .or((wish != Wish::GoOn).then_some(End::Asked));
            self.ending = end.map(|end| (end, self.now() + FINISH));
        }
        if self.ending.is_none() {
            self.hand_out(atlas, analyst);
        }
        if !self.is_over(wish, self.left(atlas)) {
            return Ok(None);
        }
        analyst.give_up();
        self.at_work.clear();
        self.commit(atlas)?;
        let nothing = if self.held.is_empty() {
            End::Nothing
        } else {
            End::Limit
        };
        let end = self.ending.map_or(nothing, |(end, _)| end);
        let failed = end != End::Asked && self.found == 0 && self.trouble.is_some();
        Ok(Some(if failed { End::Failed } else { end }))
    }

    fn is_over(&self, wish: Wish, left: u64) -> bool {
        let late = self.ending.is_some_and(|(_, latest)| self.now() >= latest);
        wish == Wish::Stop || late || self.at_work.is_empty() || left == 0
    }

    /// The next step commits whatever is new, for instance what the user has just said.
    pub fn commit_soon(&mut self) {
        self.hurry = true;
    }

    /// How often the run has committed something.
    #[must_use]
    pub fn commits(&self) -> u64 {
        self.commits
    }

    /// How many tasks engines work on.
    #[must_use]
    pub fn at_work(&self) -> usize {
        self.at_work.len()
    }

    /// How many results wait for their turn.
    #[must_use]
    pub fn early(&self) -> usize {
        self.early.len()
    }

    /// The tasks that are done and wait for their turn.
    #[must_use]
    pub fn finished(&self) -> Vec<u64> {
        self.early.keys().copied().collect()
    }

    /// Whether an engine works on this task, or has finished it before its turn.
    #[must_use]
    pub fn is_at_work(&self, ticket: u64) -> bool {
        self.at_work.contains(&ticket) || self.early.contains_key(&ticket)
    }

    /// The last reason why an engine had no result.
    #[must_use]
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// What ends it.
    #[must_use]
    pub fn until(&self) -> Until {
        self.until
    }

    /// Since when it runs.
    #[must_use]
    pub fn started(&self) -> Instant {
        self.started
    }

    /// Whether it only waits for what is in progress.
    #[must_use]
    pub fn is_ending(&self) -> bool {
        self.ending.is_some()
    }

    /// How many results may still be applied.
    fn left<S: Store>(&self, atlas: &Atlas<G, S>) -> u64 {
        let done = atlas.graph().evaluations() - self.first_evaluations;
        self.until
            .evaluations
            .map_or(u64::MAX, |most| most.saturating_sub(done))
    }

    /// Forgets the tasks that are not open any more: the user has cancelled them.
    fn drop_cancelled<S: Store>(&mut self, atlas: &Atlas<G, S>, analyst: &mut dyn Analyst<G>) {
        let graph = atlas.graph();
        // Every open task is held, at work or early: as many as there are open, none is cancelled.
        if graph.open().len() == self.held.len() + self.at_work.len() + self.early.len() {
            return;
        }
        let is_open = |ticket: u64| graph.task(ticket).is_some();
        self.held.retain(|question| is_open(question.ticket));
        self.early.retain(|&ticket, _| is_open(ticket));
        self.at_work.retain(|&ticket| {
            let keep = is_open(ticket);
            if !keep {
                analyst.cancel(ticket);
            }
            keep
        });
    }

    /// Applies results in turn, choosing a task after each.
    fn apply<S: Store>(&mut self, atlas: &mut Atlas<G, S>) -> Result<bool, AtlasError> {
        let mut applied = false;
        while self.left(atlas) > 0
            && let Some(next) = atlas.graph().next()
            && let Some(answer) = self.early.get(&next.ticket)
        {
            atlas.answer(answer)?;
            self.early.remove(&next.ticket);
            self.fill(atlas)?;
            applied = true;
        }
        Ok(applied)
    }

    /// Chooses tasks until the window is full.
    fn fill<S: Store>(&mut self, atlas: &mut Atlas<G, S>) -> Result<(), AtlasError> {
        let window = atlas.graph().settings().window.max(1) as usize;
        while atlas.graph().open().len() < window
            && let Some(question) = atlas.ask()?
        {
            self.held.push(question);
        }
        Ok(())
    }

    /// Gives tasks to the analyst, in turn, as far as their results may still be applied. What the
    /// user has said since they were selected counts.
    fn hand_out<S: Store>(&mut self, atlas: &Atlas<G, S>, analyst: &mut dyn Analyst<G>) {
        let left = self.left(atlas);
        let mut now = std::mem::take(&mut self.held);
        if (atlas.graph().open().len() as u64) > left {
            let first = first_in_turn(atlas.graph().open(), left as usize);
            (now, self.held) = now
                .into_iter()
                .partition(|question| first.contains(&question.ticket));
        }
        for question in now {
            self.at_work.insert(question.ticket);
            analyst.ask(atlas.renew(question));
        }
    }

    fn limit<S: Store>(&self, atlas: &Atlas<G, S>) -> Option<End> {
        let graph = atlas.graph();
        let over = |limit: Option<u64>, spent: u64| limit.is_some_and(|limit| spent >= limit);
        let reached = over(
            self.until.evaluations,
            graph.evaluations() - self.first_evaluations,
        ) || over(
            self.until.engine_nodes,
            graph.engine_nodes() - self.first_nodes,
        ) || self
            .until
            .time
            .is_some_and(|time| self.now() >= self.started + time);
        reached.then_some(End::Limit)
    }

    fn commit<S: Store>(&mut self, atlas: &mut Atlas<G, S>) -> Result<(), AtlasError> {
        self.committed = self.now();
        if atlas.uncommitted() > 0 {
            atlas.commit()?;
            self.commits += 1;
        }
        self.hurry = false;
        Ok(())
    }
}

/// The tasks whose results are applied first, this many.
fn first_in_turn(open: &[Open], count: usize) -> BTreeSet<u64> {
    let mut open = open.to_vec();
    open.sort_unstable_by_key(|open| (open.turn, open.ticket));
    let first = open.iter().take(count);
    first.map(|open| open.ticket).collect()
}
