//! The open tasks of a project: the truth that the broker is filled from.
//!
//! No input or output: results, beats and the time come in, tasks to publish and answers go out. So
//! every rule can be tried without a broker.
//!
//! ```text
//!   ask ──▶ Waiting ──publish──▶ Published ──result──▶ checked? ──▶ answer
//!              ▲                    │  │                  │
//!              └── lost, refused, ──┘  └── failed 3 × ──▶ error   second opinion
//! ```

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use gametree::rng::mix;
use gametree::{
    AnalysisError, Answer, Finding, Persistent, Question, Source, TaskProgress, Worker,
};

use crate::belief::believe;
use crate::message::{
    BeatMessage, OutcomeMessage, ProjectMessage, ResultMessage, TaskKey, TaskMessage, as_line,
};
use crate::opinions::{Opinion, Ruling, is_selected, rule};
use crate::refusals::{Counts, Heard, Refusal, Refusals};
use crate::roster::Roster;
use crate::rota::MOST_STAYS;
use crate::settings::CoordinatorSettings;

/// How many attempts, on how many workers, end in an error.
const MOST_ATTEMPTS: u32 = 3;
const LEAST_WORKERS: usize = 2;

/// How often a task's worker may vanish. A computer that is switched off says little about the
/// position: it takes more of them than of errors.
const MOST_LOSSES: u32 = 8;

/// The fewest tasks in the broker, before any worker is known.
const SHORTEST_QUEUE: usize = 4;

/// Over how many queues tasks are spread at most.
const MOST_LANES: usize = 8;

/// The fewest open tasks per worker that are spread over several queues: what it may do of one queue
/// before it looks into the next, and what it has in hand meanwhile.
const LEAST_PER_WORKER: usize = MOST_STAYS as usize + 2;

/// How many tasks that are done are remembered, to tell a duplicate from a lie.
const REMEMBERED: usize = 200_000;

/// Where an open task is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Here only.
    Waiting,
    /// In the broker, or with a worker.
    Published { at: Instant, sequence: Option<u64> },
}

/// An open task.
struct Open<G: Persistent> {
    question: Question<G>,
    message: TaskMessage,
    stage: Stage,
    errors: u32,
    losses: u32,
    failed_on: BTreeSet<String>,
    opinions: Vec<Opinion<G::Move>>,
}

/// A task to publish.
#[derive(Clone, PartialEq, Debug)]
pub struct Parcel {
    /// The task.
    pub key: TaskKey,
    /// The message.
    pub message: TaskMessage,
    /// The queue.
    pub lane: u32,
}

/// The open tasks of a project, and who works on them.
pub struct Desk<G: Persistent> {
    settings: CoordinatorSettings,
    session: u64,
    open: BTreeMap<TaskKey, Open<G>>,
    /// The tasks that wait, oldest first.
    waiting: BTreeSet<(u64, TaskKey)>,
    by_ticket: BTreeMap<u64, TaskKey>,
    done: BTreeSet<TaskKey>,
    done_order: VecDeque<TaskKey>,
    answers: VecDeque<Answer<G::Move>>,
    roster: Roster,
    lanes: u32,
    refusals: Refusals,
}

impl<G: Persistent> Desk<G> {
    /// A desk without tasks.
    #[must_use]
    pub fn new(settings: CoordinatorSettings, session: u64) -> Desk<G> {
        Desk {
            roster: Roster::new(&settings),
            settings,
            session,
            open: BTreeMap::new(),
            waiting: BTreeSet::new(),
            by_ticket: BTreeMap::new(),
            done: BTreeSet::new(),
            done_order: VecDeque::new(),
            answers: VecDeque::new(),
            lanes: 1,
            refusals: Refusals::default(),
        }
    }

    /// Takes a task. One that no message can hold is answered with the reason.
    pub fn ask(&mut self, question: Question<G>) {
        let position = &question.position;
        let message = TaskMessage {
            project: self.settings.project.clone(),
            session: self.session,
            ticket: question.ticket,
            attempt: 0,
            game: self.settings.game.clone(),
            position: position.write(),
            among: question.among.iter().map(|&m| position.encode(m)).collect(),
            nodes: question.nodes.max(1),
            lines: question.lines.max(1),
            region: question.region,
            engines: Vec::new(),
            avoid: Vec::new(),
            lease: u64::try_from(self.settings.lease.as_millis()).unwrap_or(u64::MAX),
        };
        if let Err(error) = crate::message::encode(&message) {
            let what = format!("the task cannot be sent: {error}");
            let error = AnalysisError { what, attempts: 1 };
            self.answers.push_back(Answer {
                ticket: question.ticket,
                outcome: Err(error),
                elapsed: Duration::ZERO,
            });
            return;
        }
        let key = TaskKey::of(&message);
        self.forget_done(key);
        self.waiting.insert((question.ticket, key));
        self.by_ticket.insert(question.ticket, key);
        let open = Open {
            question,
            message,
            stage: Stage::Waiting,
            errors: 0,
            losses: 0,
            failed_on: BTreeSet::new(),
            opinions: Vec::new(),
        };
        self.open.insert(key, open);
    }

    /// Drops a task; returns its key and its place in the stream, where it is published.
    pub fn cancel(&mut self, ticket: u64) -> Option<(TaskKey, Option<u64>)> {
        let key = self.by_ticket.get(&ticket).copied()?;
        let open = self.close(key)?;
        match open.stage {
            Stage::Waiting => None,
            Stage::Published { sequence, .. } => Some((key, sequence)),
        }
    }

    /// Drops all tasks; says whether any was published.
    pub fn give_up(&mut self) -> bool {
        let keys: Vec<TaskKey> = self.open.keys().copied().collect();
        let published = |open: Open<G>| open.stage != Stage::Waiting;
        let closed: Vec<Open<G>> = keys.into_iter().filter_map(|key| self.close(key)).collect();
        closed.into_iter().any(published)
    }

    /// The next answer.
    pub fn next_answer(&mut self) -> Option<Answer<G::Move>> {
        self.answers.pop_front()
    }

    /// Whether there is an answer.
    #[must_use]
    pub fn has_answer(&self) -> bool {
        !self.answers.is_empty()
    }

    /// The tasks to publish now, oldest first: the queue stays short, so that what is asked last
    /// with a smaller number comes first.
    pub fn take_parcels(&mut self, now: Instant) -> Vec<Parcel> {
        self.spread();
        let published = self.open.len() - self.waiting.len();
        let room = self.queue_length().saturating_sub(published);
        let next: Vec<(u64, TaskKey)> = self.waiting.iter().take(room).copied().collect();
        let mut parcels = Vec::with_capacity(next.len());
        for (ticket, key) in next {
            self.waiting.remove(&(ticket, key));
            if let Some(open) = self.open.get_mut(&key) {
                open.message.engines = self.roster.engines().to_vec();
                open.message.avoid = avoided(open, &self.roster);
                open.stage = Stage::Published {
                    at: now,
                    sequence: None,
                };
                parcels.push(Parcel {
                    key,
                    message: open.message.clone(),
                    lane: (mix(open.message.region) % u64::from(self.lanes)) as u32,
                });
            }
        }
        parcels
    }

    fn queue_length(&self) -> usize {
        (2 * self.roster.jobs()).max(SHORTEST_QUEUE)
    }

    /// As many queues as workers, and never fewer than before: what lies in one is found.
    ///
    /// Only where many tasks are open. A task may wait while each worker does several of another
    /// queue, and all results after it wait for its turn: few open tasks would soon all be done, and
    /// the workers idle.
    fn spread(&mut self) {
        let workers = self.roster.others(&[]);
        if self.open.len() >= LEAST_PER_WORKER * workers {
            let wanted = workers.clamp(1, MOST_LANES) as u32;
            self.lanes = self.lanes.max(wanted);
        }
    }

    /// A parcel has arrived in the stream.
    pub fn published(&mut self, key: TaskKey, at_sequence: u64) {
        if let Some(open) = self.open.get_mut(&key)
            && let Stage::Published { sequence, .. } = &mut open.stage
        {
            *sequence = Some(at_sequence);
        }
    }

    /// A parcel has not arrived.
    pub fn not_published(&mut self, key: TaskKey) {
        self.wait_again(key);
    }

    /// The broker may have lost everything: all tasks are published again, under their old names,
    /// which a broker that has lost nothing knows.
    pub fn republish_all(&mut self) {
        let keys: Vec<TaskKey> = self.open.keys().copied().collect();
        keys.into_iter().for_each(|key| self.wait_again(key));
    }

    /// The tasks that were published this long ago, and that no worker holds.
    #[must_use]
    pub fn quiet(&self, now: Instant, silence: Duration) -> Vec<TaskKey> {
        let is_quiet = |(key, open): &(&TaskKey, &Open<G>)| match open.stage {
            Stage::Waiting => false,
            Stage::Published { at, .. } => {
                now.duration_since(at) > silence && !self.roster.holds(**key)
            }
        };
        let quiet = self.open.iter().filter(is_quiet);
        quiet.map(|(&key, _)| key).collect()
    }

    /// Publishes tasks again, under new names.
    pub fn renew(&mut self, keys: &[TaskKey]) {
        for &key in keys {
            if let Some(open) = self.open.get_mut(&key) {
                open.message.attempt += 1;
            }
            self.wait_again(key);
        }
    }

    fn wait_again(&mut self, key: TaskKey) {
        if let Some(open) = self.open.get_mut(&key) {
            open.stage = Stage::Waiting;
            self.waiting.insert((open.question.ticket, key));
        }
    }

    /// Takes a worker's beat; says whether the worker is new.
    pub fn hear_beat(&mut self, beat: BeatMessage, now: Instant) -> bool {
        self.roster.hear(beat, now)
    }

    /// The time passes: workers fall silent, second opinions cannot be had.
    pub fn tick(&mut self, now: Instant) {
        let lost = self.roster.forget_silent(now, self.settings.silence());
        for (worker, key) in lost {
            if let Some(open) = self.open.get_mut(&key) {
                open.losses += 1;
                if open.losses >= MOST_LOSSES {
                    let what =
                        format!("{MOST_LOSSES} workers vanished with it, the last: {worker}");
                    self.fail(key, what);
                }
            }
        }
        let alone =
            |open: &Open<G>| open.opinions.len() == 1 && self.roster.others(&open.opined()) == 0;
        let held = self.open.iter().filter(|(_, open)| alone(open));
        let held: Vec<TaskKey> = held.map(|(&key, _)| key).collect();
        for key in held {
            let first = self.open.get_mut(&key).and_then(|open| open.opinions.pop());
            if let Some(opinion) = first {
                self.answer(key, opinion);
            }
        }
    }

    /// Takes the bytes of a result.
    pub fn hear_bytes(&mut self, bytes: &[u8]) -> Heard {
        match crate::message::decode::<ResultMessage>(bytes) {
            Ok(message) => self.hear_result(message),
            Err(error) => self.refuse("?", error.to_string()),
        }
    }

    /// Takes a result.
    pub fn hear_result(&mut self, message: ResultMessage) -> Heard {
        let heard = self.judge(message);
        self.refusals.count(&heard);
        heard
    }

    fn judge(&mut self, message: ResultMessage) -> Heard {
        let key = message.key;
        if message.project != self.settings.project {
            return self.refuse(&message.worker, "the result is for another project".into());
        }
        let Some(open) = self.open.get(&key) else {
            return match self.done.contains(&key) {
                true => Heard::Duplicate,
                false if message.session != self.session => Heard::Outdated,
                false => self.refuse(&message.worker, "such a task was never given out".into()),
            };
        };
        if self.roster.is_barred(&message.worker) {
            self.renew(&[key]);
            return self.refuse(&message.worker, "the worker is barred".into());
        }
        let finding = match message.outcome {
            OutcomeMessage::Failed(what) => {
                self.note_failure(key, &message.worker, what);
                return Heard::Failed;
            }
            OutcomeMessage::Found(finding) => finding,
        };
        match believe(&open.question, self.roster.engines(), finding) {
            Ok(finding) => {
                let opinion = Opinion {
                    worker: message.worker,
                    finding,
                    elapsed: Duration::from_millis(message.elapsed),
                };
                self.weigh(key, opinion)
            }
            Err(what) => {
                let refused = self.refuse(&message.worker, what.clone());
                self.note_failure(key, &message.worker, what);
                refused
            }
        }
    }

    fn refuse(&mut self, worker: &str, what: String) -> Heard {
        self.roster.refuse(worker);
        self.refusals.note(worker, as_line(&what));
        Heard::Refused
    }

    /// A try has failed: another one, or an error.
    fn note_failure(&mut self, key: TaskKey, worker: &str, what: String) {
        let Some(open) = self.open.get_mut(&key) else {
            return;
        };
        open.errors += 1;
        open.failed_on.insert(worker.to_owned());
        let tried: Vec<String> = open.failed_on.iter().cloned().collect();
        let enough = tried.len() >= LEAST_WORKERS || self.roster.others(&tried) == 0;
        if open.errors >= MOST_ATTEMPTS && enough {
            self.fail(key, what);
        } else {
            self.renew(&[key]);
        }
    }

    /// A good result: applied at once, or held for a second opinion.
    fn weigh(&mut self, key: TaskKey, opinion: Opinion<G::Move>) -> Heard {
        let share = self.settings.check_share;
        let Some(open) = self.open.get_mut(&key) else {
            return Heard::Duplicate;
        };
        let others = self.roster.others(std::slice::from_ref(&opinion.worker));
        let selected = is_selected(key, self.settings.seed, share);
        if open.opinions.is_empty() && !(selected && others > 0) {
            self.answer(key, opinion);
            return Heard::Applied;
        }
        if open.opined().contains(&opinion.worker) {
            return Heard::Duplicate;
        }
        open.opinions.push(opinion);
        let third = self.roster.others(&open.opined()) > 0;
        match rule(&open.opinions, self.settings.agreement(), third) {
            Ruling::Ask => {
                self.renew(&[key]);
                Heard::Held
            }
            Ruling::Accept { index, liars } => {
                let liars: Vec<String> = liars
                    .into_iter()
                    .map(|liar| open.opinions[liar].worker.clone())
                    .collect();
                let opinion = open.opinions.swap_remove(index);
                self.answer(key, opinion);
                liars.iter().for_each(|liar| self.contradict(liar));
                Heard::Applied
            }
            Ruling::Undecided => {
                let opinions = std::mem::take(&mut open.opinions);
                let workers: Vec<&str> = opinions.iter().map(|o| o.worker.as_str()).collect();
                let what = format!("{} contradict each other", workers.join(" and "));
                for worker in workers {
                    self.refusals.note(worker, what.clone());
                    self.note_failure(key, worker, what.clone());
                }
                Heard::Refused
            }
        }
    }

    fn contradict(&mut self, worker: &str) {
        let barred = self.roster.lose_check(worker);
        let what = match barred {
            true => "two others contradict it again: its results do not count any more",
            false => "two others contradict it",
        };
        self.refuse(worker, what.into());
        if barred {
            // What it holds goes to others at once.
            let held = self.roster.held_by(worker);
            self.renew(&held);
        }
    }

    fn answer(&mut self, key: TaskKey, opinion: Opinion<G::Move>) {
        self.finish(key, Ok(opinion.finding), opinion.elapsed);
    }

    fn fail(&mut self, key: TaskKey, what: String) {
        let attempts = self.open.get(&key);
        let attempts = attempts.map_or(1, |open| (open.errors + open.losses).max(1));
        let error = AnalysisError { what, attempts };
        self.finish(key, Err(error), Duration::ZERO);
    }

    fn finish(
        &mut self,
        key: TaskKey,
        outcome: Result<Finding<G::Move>, AnalysisError>,
        elapsed: Duration,
    ) {
        if let Some(open) = self.close(key) {
            self.answers.push_back(Answer {
                ticket: open.question.ticket,
                outcome,
                elapsed,
            });
        }
    }

    /// Takes a task off the list, and remembers that it was there.
    fn close(&mut self, key: TaskKey) -> Option<Open<G>> {
        let open = self.open.remove(&key)?;
        self.waiting.remove(&(open.question.ticket, key));
        self.by_ticket.remove(&open.question.ticket);
        if self.done.insert(key) {
            self.done_order.push_back(key);
        }
        if self.done_order.len() > REMEMBERED
            && let Some(oldest) = self.done_order.pop_front()
        {
            self.done.remove(&oldest);
        }
        Some(open)
    }

    /// A task that was dropped may be given out again.
    fn forget_done(&mut self, key: TaskKey) {
        if self.done.remove(&key) {
            self.done_order.retain(|&done| done != key);
        }
    }

    /// How many tasks are open.
    #[must_use]
    pub fn open(&self) -> usize {
        self.open.len()
    }

    /// Over how many queues tasks are spread.
    #[must_use]
    pub fn lanes(&self) -> u32 {
        self.lanes
    }

    /// What workers need to know of the project.
    #[must_use]
    pub fn describe(&self) -> ProjectMessage {
        ProjectMessage {
            project: self.settings.project.clone(),
            session: self.session,
            game: self.settings.game.clone(),
            engines: self.roster.engines().to_vec(),
            reproducible: self.settings.reproducible,
            lanes: self.lanes,
            barred: self.roster.barred(),
            closed: false,
        }
    }

    /// From now on only results of these engines count.
    pub fn require(&mut self, engines: Vec<String>) {
        self.roster.require(engines);
    }

    /// The workers that are known.
    #[must_use]
    pub fn roster(&self) -> &Roster {
        &self.roster
    }

    /// The workers, for people.
    #[must_use]
    pub fn workers(&self) -> Vec<Worker> {
        self.roster.show(|key| {
            let open = self.open.get(&key)?;
            Some(TaskProgress {
                ticket: open.question.ticket,
                asked: open.question.nodes,
                ..TaskProgress::default()
            })
        })
    }

    /// The engines of the workers that are known.
    #[must_use]
    pub fn sources(&self) -> Vec<Arc<Source>> {
        self.roster.sources()
    }

    /// What was refused lately, oldest first.
    #[must_use]
    pub fn refusals(&self) -> Vec<Refusal> {
        self.refusals.list()
    }

    /// What became of all results.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.refusals.counts()
    }
}

impl<G: Persistent> Open<G> {
    /// Whose opinions are known.
    fn opined(&self) -> Vec<String> {
        let workers = self.opinions.iter();
        workers.map(|opinion| opinion.worker.clone()).collect()
    }
}

/// Who must leave a task to others: those that failed at it, as long as there are others; and those
/// that have said their opinion.
fn avoided<G: Persistent>(open: &Open<G>, roster: &Roster) -> Vec<String> {
    let mut avoid = open.opined();
    avoid.extend(roster.barred());
    let mut all = avoid.clone();
    all.extend(open.failed_on.iter().cloned());
    match roster.others(&all) {
        0 => avoid,
        _ => all,
    }
}
