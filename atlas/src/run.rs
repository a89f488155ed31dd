//! Grows a project: asks, waits, applies in order, commits.
//!
//! Never more questions than the window are open, and answers are applied in turn: in the order of the questions, a
//! long search as many questions later as could be answered meanwhile. So the graph depends on the answers and the
//! window, never on how many engines answer or how fast; and a run that is stopped and resumed asks the same questions
//! as one that is not.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use gametree::{Analyst, Answer, Archived, Question};

use crate::atlas::{Atlas, AtlasError};
use crate::store::Store;

/// How long facts may wait for the disk.
const COMMIT: Duration = Duration::from_secs(1);

/// How long to wait for an answer before looking round.
const PATIENCE: Duration = Duration::from_millis(50);

/// How long a run that ends waits for what is in work. What is not ready then is asked again by the next run.
const FINISH: Duration = Duration::from_secs(8);

/// What ends a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Until {
    /// So many answers.
    pub evaluations: Option<u64>,
    /// So many positions searched by engines.
    pub engine_nodes: Option<u64>,
    /// So much time.
    pub time: Option<Duration>,
}

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// A limit was reached.
    Limit,
    /// Somebody asked.
    Asked,
    /// There is nothing left to ask: everything is decided or parked, or the graph is as large as it may be.
    Nothing,
}

/// What the one who watches a run wants now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// Go on.
    GoOn,
    /// Finish what is in work, then stop.
    Finish,
    /// Stop now.
    Stop,
}

/// Who watches a run.
pub trait Watch<G: Archived, S> {
    /// Called often; what is committed is on disk.
    fn look(&mut self, atlas: &Atlas<G, S>, analyst: &dyn Analyst<G>) -> Wish;

    /// Called when the facts so far are safe on disk.
    fn committed(&mut self, atlas: &Atlas<G, S>) {
        let _ = atlas;
    }
}

/// A run.
struct Run<'a, G: Archived, S> {
    atlas: &'a mut Atlas<G, S>,
    analyst: &'a mut dyn Analyst<G>,
    until: Until,
    /// Questions chosen and not given to anybody.
    held: Vec<Question<G>>,
    /// Answers that came before their turn.
    early: BTreeMap<u64, Answer<G::Move>>,
    /// Questions that somebody works on.
    at_work: usize,
    started: Instant,
    committed: Instant,
    first_evaluations: u64,
    first_nodes: u64,
}

/// Grows a project until a limit, or until the watcher wishes to stop.
///
/// # Errors
/// When the store fails. What was committed is safe.
pub fn grow<G: Archived, S: Store>(
    atlas: &mut Atlas<G, S>,
    analyst: &mut dyn Analyst<G>,
    until: Until,
    watch: &mut dyn Watch<G, S>,
) -> Result<End, AtlasError> {
    let (first_evaluations, first_nodes) = (atlas.graph().evaluations(), atlas.graph().engine_nodes());
    let held = atlas.reopen()?;
    let now = Instant::now();
    let run = Run {
        atlas,
        analyst,
        until,
        held,
        early: BTreeMap::new(),
        at_work: 0,
        started: now,
        committed: now,
        first_evaluations,
        first_nodes,
    };
    run.go(watch)
}

impl<G: Archived, S: Store> Run<'_, G, S> {
    fn go(mut self, watch: &mut dyn Watch<G, S>) -> Result<End, AtlasError> {
        let mut ending: Option<(End, Instant)> = None;
        loop {
            self.fill()?;
            let wish = watch.look(self.atlas, self.analyst);
            let end = self.limit().or((wish != Wish::GoOn).then_some(End::Asked));
            if ending.is_none() {
                ending = end.map(|end| (end, Instant::now() + FINISH));
            }
            if ending.is_none() {
                self.hand_out();
            }
            let late = ending.is_some_and(|(_, latest)| Instant::now() >= latest);
            if wish == Wish::Stop || late || self.at_work == 0 || self.left() == 0 {
                self.analyst.give_up();
                self.commit(watch)?;
                let nothing = if self.held.is_empty() { End::Nothing } else { End::Limit };
                return Ok(ending.map_or(nothing, |(end, _)| end));
            }
            self.wait(watch)?;
        }
    }

    /// How many answers may still be applied.
    fn left(&self) -> u64 {
        let done = self.atlas.graph().evaluations() - self.first_evaluations;
        self.until.evaluations.map_or(u64::MAX, |most| most.saturating_sub(done))
    }

    /// Chooses questions until the window is full.
    fn fill(&mut self) -> Result<(), AtlasError> {
        let window = self.atlas.graph().settings().window.max(1) as usize;
        while self.atlas.graph().open().len() < window {
            match self.atlas.ask()? {
                Some(question) => self.held.push(question),
                None => break,
            }
        }
        Ok(())
    }

    /// Gives questions to the analyst, in turn, as far as their answers may still be applied.
    fn hand_out(&mut self) {
        let mut open: Vec<(u64, u64)> =
            self.atlas.graph().open().iter().map(|open| (open.turn, open.ticket)).collect();
        open.sort_unstable();
        open.truncate(self.left().min(open.len() as u64) as usize);
        let wanted = |question: &Question<G>| open.iter().any(|&(_, ticket)| ticket == question.ticket);
        let (now, later) = std::mem::take(&mut self.held).into_iter().partition(wanted);
        self.held = later;
        for question in now {
            self.analyst.ask(question);
            self.at_work += 1;
        }
    }

    fn limit(&self) -> Option<End> {
        let graph = self.atlas.graph();
        let over = |limit: Option<u64>, spent: u64| limit.is_some_and(|limit| spent >= limit);
        let reached = over(self.until.evaluations, graph.evaluations() - self.first_evaluations)
            || over(self.until.engine_nodes, graph.engine_nodes() - self.first_nodes)
            || self.until.time.is_some_and(|time| self.started.elapsed() >= time);
        reached.then_some(End::Limit)
    }

    /// Waits a little, then applies every answer whose turn it is, choosing a question after each.
    fn wait(&mut self, watch: &mut dyn Watch<G, S>) -> Result<(), AtlasError> {
        let mut next = self.analyst.answer(PATIENCE);
        while let Some(answer) = next {
            self.at_work -= 1;
            self.early.insert(answer.ticket, answer);
            next = self.analyst.answer(Duration::ZERO);
        }
        while self.left() > 0
            && let Some(answer) = self.in_turn()
        {
            self.atlas.answer(&answer)?;
            self.fill()?;
        }
        if self.committed.elapsed() >= COMMIT || self.at_work == 0 {
            self.commit(watch)?;
        }
        Ok(())
    }

    fn in_turn(&mut self) -> Option<Answer<G::Move>> {
        let next = self.atlas.graph().next()?.ticket;
        self.early.remove(&next)
    }

    fn commit(&mut self, watch: &mut dyn Watch<G, S>) -> Result<(), AtlasError> {
        self.committed = Instant::now();
        if self.atlas.uncommitted() > 0 {
            self.atlas.commit()?;
            watch.committed(self.atlas);
        }
        Ok(())
    }
}
