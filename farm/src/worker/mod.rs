//! A worker: pulls tasks for its own analyst, and publishes results.
//!
//! One task per engine is in progress; where the way to the broker is long, a few more are fetched ahead.
//! A result is published before its task is acknowledged, so that a worker that dies between the two
//! costs a second evaluation and never a result.

mod hand;
mod look;
mod pace;
mod progress;
mod puller;

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use gametree::archive::Reader;
use gametree::{Analyst, Answer, Persistent, Question, Source};

use crate::belief::write_finding;
use crate::link::{BrokerAddress, Link, LinkError};
use crate::message::{
    BeatMessage, CancelMessage, HeldMessage, OutcomeMessage, ProjectMessage, ResultMessage,
    TaskKey, TaskMessage, as_line, as_name, encode,
};
use crate::post::{Delivery, Post};
use crate::rota::Rota;
use crate::subject;

pub use progress::{Progress, Wish};

use hand::Hand;
use look::Pulled;
use pace::{Begun, Pace};
use puller::{News, Puller};

/// How long to wait for an engine before looking for other work.
const GLANCE: Duration = Duration::from_millis(2);

/// How long to wait where there is nothing to do.
const IDLE: Duration = Duration::from_millis(50);

/// How long results may take to be published when a worker ends.
const GOODBYE: Duration = Duration::from_secs(10);

/// How a worker works.
#[derive(Clone, PartialEq, Debug)]
pub struct WorkerSettings {
    /// The computer's name.
    pub name: String,
    /// The game that its engines know.
    pub game: String,
    /// How many tasks at once.
    pub jobs: usize,
    /// Whether its engines forget everything before each task.
    pub reproducible: bool,
    /// How often it says that it is there.
    pub beat: Duration,
    /// How long it waits at queues that are empty before it looks for other ones.
    pub wait: Duration,
    /// Whether it ends when no task is left.
    pub once: bool,
}

/// How long a worker usually waits at queues that are empty.
pub const WAIT: Duration = Duration::from_millis(250);

/// A worker that is connected.
pub struct Worker<G: Persistent> {
    link: Link,
    settings: WorkerSettings,
    name: String,
    source: Source,
    reader: Reader<G>,
    rota: Rota,
    post: Post,
    puller: Puller,
    pulled: Receiver<Pulled>,
    news: Receiver<News>,
    /// Tasks in progress, by their numbers here.
    held: BTreeMap<u64, Hand<G>>,
    next_ticket: u64,
    /// The look whose first task is waited for.
    pulling: Option<u64>,
    /// Looks that are not over.
    looks: usize,
    /// Results on their way.
    deliveries: Receiver<Duration>,
    delivered: Sender<Duration>,
    delivering: usize,
    pace: Pace,
    progress: Progress,
    started: Instant,
    beaten: Option<Instant>,
    /// When a look into all queues found nothing, with no task in progress.
    empty_since: Option<Instant>,
}

impl<G> Worker<G>
where
    G: Persistent<Move: Send>,
{
    /// Connects. `source` is the engine that all its results are by.
    ///
    /// # Errors
    /// When there is no broker, or it does not let us in.
    pub fn connect(
        address: &BrokerAddress,
        settings: WorkerSettings,
        source: Source,
        reader: Reader<G>,
    ) -> Result<Worker<G>, LinkError> {
        let ending = crate::random::bits() as u32;
        let name = format!("{}-{ending:08x}", as_name(&settings.name));
        let link = Link::connect(address, &name)?;
        let (sender, pulled) = channel();
        let (delivered, deliveries) = channel();
        let post = Post::new(&link);
        let puller = Puller::new(&link, &post, sender, settings.wait);
        let news = puller::listen(&link);
        Ok(Worker {
            rota: Rota::new(&name, &settings.game, &source.name, settings.reproducible),
            name,
            link,
            settings,
            source,
            reader,
            post,
            puller,
            pulled,
            news,
            held: BTreeMap::new(),
            next_ticket: 0,
            pulling: None,
            looks: 0,
            deliveries,
            delivered,
            delivering: 0,
            pace: Pace::new(),
            progress: Progress::default(),
            started: Instant::now(),
            beaten: None,
            empty_since: None,
        })
    }

    /// Its name in the farm.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Works until it is told to stop (or, with `once`, until nothing is left). `watch` is called
    /// often; what it returns is done.
    pub fn run(
        mut self,
        analyst: &mut dyn Analyst<G>,
        watch: &mut dyn FnMut(&Progress) -> Wish,
    ) -> Progress {
        loop {
            self.look();
            let mut wish = watch(&self.progress);
            if self.progress.trouble.is_some() {
                wish = Wish::GiveBack;
            }
            if self.is_over(wish) {
                break;
            }
            self.hear(analyst);
            self.beat(analyst, wish == Wish::Drain, false);
            self.renew_leases(analyst);
            match wish {
                Wish::GoOn => self.pull(),
                // The computer is at work elsewhere: this is no time without tasks.
                Wish::Hold => self.empty_since = None,
                Wish::Drain | Wish::GiveBack => {}
            }
            self.take_pulled(analyst, wish);
            self.work(analyst);
        }
        self.end(analyst)
    }

    fn look(&mut self) {
        self.progress.at_work = self.held.len();
        self.progress.elapsed = self.started.elapsed();
        self.progress.connected = self.link.watch().is_connected();
        self.progress.barred = self.rota.is_barred();
        while let Ok(took) = self.deliveries.try_recv() {
            self.delivering -= 1;
            self.pace.note_way(took);
        }
    }

    fn is_over(&self, wish: Wish) -> bool {
        let idle = self.held.is_empty() && self.delivering == 0;
        // A coordinator needs a moment for the next tasks, and a worker to hear of projects.
        let patience = 3 * self.settings.beat;
        let nothing = self
            .empty_since
            .is_some_and(|since| since.elapsed() > patience);
        match wish {
            Wish::GiveBack => true,
            Wish::Drain => idle && self.looks == 0,
            Wish::Hold => false,
            Wish::GoOn => self.settings.once && idle && nothing,
        }
    }

    /// Hears of projects, and of tasks that no one needs any more.
    fn hear(&mut self, analyst: &mut dyn Analyst<G>) {
        let now = Instant::now();
        while let Ok(news) = self.news.try_recv() {
            match news {
                News::Project(project) => self.hear_project(project, now),
                News::Cancel(cancel) => self.cancel(&cancel, analyst),
            }
        }
        self.rota.forget_silent(now, 30 * self.settings.beat);
    }

    fn hear_project(&mut self, project: ProjectMessage, now: Instant) {
        if self.rota.hear(project, now) {
            // The look that waits does not see the new queues: another one begins.
            self.pulling = None;
        }
    }

    fn cancel(&mut self, cancel: &CancelMessage, analyst: &mut dyn Analyst<G>) {
        let concerns = |task: &Hand<G>| {
            task.message.project == cancel.project && cancel.key.is_none_or(|key| key == task.key)
        };
        let cancelled = self.held.iter().filter(|(_, task)| concerns(task));
        let cancelled: Vec<u64> = cancelled.map(|(&ticket, _)| ticket).collect();
        for ticket in cancelled {
            analyst.cancel(ticket);
            if let Some(task) = self.held.remove(&ticket) {
                self.post.drop_task(task.ticket_of_broker);
            }
        }
    }

    /// Says that it is there, once per beat.
    fn beat(&mut self, analyst: &dyn Analyst<G>, draining: bool, leaving: bool) {
        let due = self
            .beaten
            .is_none_or(|last| last.elapsed() >= self.settings.beat);
        if !due && !leaving {
            return;
        }
        self.beaten = Some(Instant::now());
        let workers = analyst.workers();
        let speeds: Vec<u64> = workers.iter().filter_map(|worker| worker.speed).collect();
        let held = |(&ticket, task): (&u64, &Hand<G>)| {
            let mut progress = workers.iter().filter_map(|worker| worker.task);
            let progress = progress.find(|progress| progress.ticket == ticket);
            HeldMessage {
                key: task.key,
                nodes: progress.map_or(0, |progress| progress.nodes),
                elapsed: task.since.elapsed().as_millis() as u64,
            }
        };
        let state = match (draining, self.held.is_empty()) {
            (true, _) => "finishing its tasks, then stopping",
            (false, true) => "idle",
            (false, false) => "searching",
        };
        let beat = BeatMessage {
            worker: self.name.clone(),
            game: self.settings.game.clone(),
            source: (&self.source).into(),
            reproducible: self.settings.reproducible,
            jobs: self.settings.jobs.clamp(1, 4096) as u32,
            state: state.into(),
            done: self.progress.done,
            failed: self.progress.failed,
            busy: workers.iter().map(|w| w.busy.as_millis() as u64).sum(),
            speed: (!speeds.is_empty()).then(|| speeds.iter().sum()),
            tasks: self.held.iter().map(held).collect(),
            leaving,
        };
        if let Ok(bytes) = encode(&beat) {
            self.post.say(subject::beat(&self.name), bytes);
        }
    }

    /// Keeps the tasks whose engines show that they work, and those that wait behind them.
    fn renew_leases(&mut self, analyst: &dyn Analyst<G>) {
        let now = Instant::now();
        if !self.held.values().any(|task| task.is_due(now)) {
            return;
        }
        let workers = analyst.workers();
        let nodes = |ticket: u64| {
            let at = workers.iter().filter_map(|worker| worker.task);
            at.filter(|task| task.ticket == ticket)
                .map(|task| task.nodes)
                .max()
        };
        let mut moved = false;
        for (&ticket, task) in &mut self.held {
            moved |= task.advance(nodes(ticket));
        }
        for task in self.held.values_mut().filter(|task| task.is_due(now)) {
            if task.take_advance() || (moved && !task.is_at_work()) {
                task.renewed = now;
                self.post.keep_task(task.ticket_of_broker);
            }
        }
    }

    /// The tasks in progress.
    fn begun(&self) -> Vec<Begun> {
        let begun = |task: &Hand<G>| Begun {
            nodes: task.message.nodes,
            elapsed: task.since.elapsed(),
        };
        self.held.values().map(begun).collect()
    }

    /// How many tasks to fetch now.
    fn wanted(&self) -> usize {
        self.pace.wanted(self.settings.jobs, &self.begun())
    }

    fn pull(&mut self) {
        let wanted = self.wanted();
        if wanted == 0 || self.pulling.is_some() {
            return;
        }
        let round = self.rota.round();
        if round.is_empty() {
            self.note_empty();
            return;
        }
        // One task at a time, unless the way is long: another worker may be free.
        let batch = match wanted > self.settings.jobs {
            true => wanted,
            false => 1,
        };
        self.looks += 1;
        self.pulling = Some(self.puller.pull(round, batch));
    }

    fn note_empty(&mut self) {
        if self.held.is_empty() {
            self.empty_since.get_or_insert_with(Instant::now);
        }
    }

    /// Gives the tasks that have come to the analyst.
    fn take_pulled(&mut self, analyst: &mut dyn Analyst<G>, wish: Wish) {
        let idle = self.held.is_empty();
        let patience = if idle { IDLE } else { Duration::ZERO };
        let first = self.pulled.recv_timeout(patience);
        let more = std::iter::from_fn(|| self.pulled.try_recv().ok());
        let pulled: Vec<Pulled> = first.ok().into_iter().chain(more).collect();
        for pulled in pulled {
            self.accept(pulled, analyst, wish);
        }
    }

    fn accept(&mut self, pulled: Pulled, analyst: &mut dyn Analyst<G>, wish: Wish) {
        match pulled {
            Pulled::End { look } => {
                self.looks -= 1;
                if self.is_current(look) {
                    self.note_empty();
                }
            }
            // A wait at several queues may find more than it was to: it is for others.
            Pulled::Task(found) if self.wanted() == 0 => {
                self.post.return_task(found.ticket, false);
            }
            Pulled::Task(found) => {
                self.is_current(found.look);
                self.empty_since = None;
                self.rota.found(&found.place);
                self.take(found.ticket, found.message, analyst, wish);
            }
        }
    }

    /// Whether this is the look that is waited for; it is not any more.
    fn is_current(&mut self, look: u64) -> bool {
        self.pulling.take_if(|current| *current == look).is_some()
    }

    fn take(
        &mut self,
        ticket_of_broker: u64,
        message: TaskMessage,
        analyst: &mut dyn Analyst<G>,
        wish: Wish,
    ) {
        let other_engine =
            !message.engines.is_empty() && !message.engines.contains(&self.source.name);
        if wish != Wish::GoOn || message.avoid.contains(&self.name) || other_engine {
            self.post.return_task(ticket_of_broker, wish <= Wish::Hold);
            return;
        }
        let question = match self.read(&message) {
            Ok(question) => question,
            Err(what) => {
                self.progress.failed += 1;
                let key = TaskKey::of(&message);
                let result = self.result(&message, key, OutcomeMessage::Failed(as_line(&what)));
                self.deliver(ticket_of_broker, &result);
                return;
            }
        };
        let hand = Hand::new(ticket_of_broker, message, question.position.clone());
        self.held.insert(question.ticket, hand);
        analyst.ask(question);
    }

    /// The question of a task: what a coordinator says is checked like what a worker says.
    fn read(&mut self, message: &TaskMessage) -> Result<Question<G>, String> {
        if message.game != self.settings.game {
            return Err(format!("this worker knows {} only", self.settings.game));
        }
        let position = (self.reader)(&message.position)?;
        if position.outcome().is_some() {
            return Err("the game is over in this position".into());
        }
        let among = message.among.iter().map(|&code| position.decode(code));
        let among: Option<Vec<G::Move>> = among.collect();
        self.next_ticket += 1;
        Ok(Question {
            ticket: self.next_ticket,
            among: among.ok_or("a move to choose from is illegal")?,
            position,
            nodes: message.nodes,
            lines: message.lines,
            region: message.region,
        })
    }

    /// Waits for the analyst, not longer than a free engine may wait for a task.
    fn work(&mut self, analyst: &mut dyn Analyst<G>) {
        let mut patience = match (self.held.is_empty(), self.pulling.is_some()) {
            (true, _) => Duration::ZERO,
            (false, true) => GLANCE,
            (false, false) => {
                let next = self.pace.next_fetch(&self.begun());
                next.map_or(IDLE, |next| next.clamp(GLANCE, IDLE))
            }
        };
        while let Some(answer) = analyst.answer(patience) {
            self.finish(answer);
            patience = Duration::ZERO;
        }
    }

    fn finish(&mut self, answer: Answer<G::Move>) {
        let Some(task) = self.held.remove(&answer.ticket) else {
            return;
        };
        let outcome = match answer.outcome {
            Ok(finding) => {
                self.progress.done += 1;
                self.pace.note_task(task.message.nodes, answer.elapsed);
                OutcomeMessage::Found(write_finding(&task.position, &finding))
            }
            Err(error) if error.attempts == 0 => {
                self.progress.trouble = Some(error.what);
                self.post.return_task(task.ticket_of_broker, false);
                return;
            }
            Err(error) => {
                self.progress.failed += 1;
                OutcomeMessage::Failed(as_line(&error.what))
            }
        };
        let mut result = self.result(&task.message, task.key, outcome);
        result.elapsed = answer.elapsed.as_millis() as u64;
        self.deliver(task.ticket_of_broker, &result);
    }

    fn result(
        &self,
        message: &TaskMessage,
        key: TaskKey,
        outcome: OutcomeMessage,
    ) -> ResultMessage {
        ResultMessage {
            project: message.project.clone(),
            session: message.session,
            key,
            attempt: message.attempt,
            worker: self.name.clone(),
            elapsed: 0,
            outcome,
        }
    }

    /// Publishes a result, then acknowledges its task.
    fn deliver(&mut self, ticket_of_broker: u64, result: &ResultMessage) {
        match encode(result) {
            Ok(bytes) => {
                self.delivering += 1;
                let name = format!("{}.{}.{}", result.key, result.attempt, self.name);
                let parcel = Delivery {
                    ticket_of_broker,
                    subject: subject::result(&result.project),
                    name,
                    bytes,
                };
                self.post.deliver(parcel, self.delivered.clone());
            }
            Err(error) => {
                let what = as_line(&format!("the result cannot be sent: {error}"));
                let failed = ResultMessage {
                    outcome: OutcomeMessage::Failed(what),
                    ..result.clone()
                };
                if encode(&failed).is_ok() {
                    self.deliver(ticket_of_broker, &failed);
                }
            }
        }
    }

    /// Gives back what is left, says goodbye.
    fn end(mut self, analyst: &mut dyn Analyst<G>) -> Progress {
        for task in std::mem::take(&mut self.held).into_values() {
            self.post.return_task(task.ticket_of_broker, false);
        }
        analyst.give_up();
        for pulled in self.pulled.try_iter() {
            if let Pulled::Task(found) = pulled {
                self.post.return_task(found.ticket, false);
            }
        }
        self.beat(analyst, false, true);
        let latest = Instant::now() + GOODBYE;
        while self.delivering > 0 && Instant::now() < latest && self.link.watch().is_connected() {
            if self.deliveries.recv_timeout(IDLE).is_ok() {
                self.delivering -= 1;
            }
        }
        self.look();
        self.post.settle();
        self.link.close(GOODBYE);
        self.progress
    }
}
