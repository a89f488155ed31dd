//! Simulated workers: events in virtual time.
//!
//! ```text
//!   coordinator ──ask──▶ queue ──latency──▶ worker: task × length × random factor ──latency──▶ result
//!                          ▲                  │ dies, or stalls and reports too late
//!                          └──── lease over ──┘
//! ```
//!
//! A worker holds a task or more besides the one it searches, so that it need not wait for the link;
//! but none behind a long one, where it would wait while others wait for its turn.
//! A result is a function of its task alone, whoever finds it and when.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use gametree::rng::Rng;
use gametree::{Analyst, Answer, Question, Source, Worker};

use super::clock::VirtualClock;
use super::place::{Place, find};

/// Of this many failures, one is a worker that stalls and reports after its lease.
const STALL: usize = 4;

/// A task is long that takes more than this many times as long as the shortest.
const LONG: u64 = 2;

/// What the workers are like.
#[derive(Clone, Debug)]
pub struct Workforce {
    /// How many there are.
    pub workers: usize,
    /// How long the shortest task takes, on average.
    pub task: Duration,
    /// How many positions the shortest task searches.
    pub nodes: u64,
    /// A task takes between 1 − spread and 1 + spread times as long as its length says.
    pub spread: f64,
    /// How long a message is on its way.
    pub latency: Duration,
    /// The share of tasks during which the worker fails.
    pub fail: f64,
    /// When a task whose worker has failed is given to another, and the worker is replaced.
    pub lease: Duration,
    /// Tasks that a worker holds besides the one it searches.
    pub prefetch: usize,
    /// The seed of times and failures.
    pub seed: u64,
}

/// What happens.
#[derive(Debug)]
enum Event {
    /// A task reaches its worker.
    Arrived { at: Seat, ticket: u64 },
    /// A worker has finished its task.
    Finished { at: Seat, ticket: u64 },
    /// A worker fails.
    Failed { at: Seat, reports: bool },
    /// A worker takes the place of one that failed.
    Replaced { worker: usize },
    /// The queue hears that a worker has one task less.
    Freed { at: Seat, load: usize },
    /// A task was not finished in time.
    Expired { ticket: u64, delivery: u32 },
    /// A result reaches the coordinator.
    Reported(Box<Answer<u8>>),
}

/// A worker, until it fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Seat {
    worker: usize,
    life: u32,
}

/// An event with its moment; events of one moment happen in the order in which they were planned.
#[derive(Debug)]
struct Planned {
    moment: Duration,
    number: u64,
    event: Event,
}

impl PartialEq for Planned {
    fn eq(&self, other: &Planned) -> bool {
        self.number == other.number
    }
}

impl Eq for Planned {}

impl PartialOrd for Planned {
    fn partial_cmp(&self, other: &Planned) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Planned {
    fn cmp(&self, other: &Planned) -> std::cmp::Ordering {
        (self.moment, self.number).cmp(&(other.moment, other.number))
    }
}

/// One worker.
#[derive(Clone, Debug, Default)]
struct Simulated {
    life: u32,
    /// Tasks that the queue believes it has.
    load: usize,
    /// The task it searches, and since when.
    searching: Option<(u64, Duration)>,
    held: VecDeque<u64>,
    /// How much each of its tasks takes of it, in the order of their delivery.
    loads: VecDeque<usize>,
    busy: Duration,
    finished: u64,
    failed: u64,
}

/// A task that is not done.
#[derive(Debug)]
struct Task {
    question: Question<Place>,
    deliveries: u32,
}

/// What happened to the tasks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Events {
    /// Workers that failed.
    pub failures: u64,
    /// Tasks that were given to another worker.
    pub redelivered: u64,
    /// Results that came after the first one of their task.
    pub duplicates: u64,
    /// The most tasks that waited for a worker.
    pub queue_max: usize,
}

/// Workers that exist in virtual time only, as an analyst.
#[derive(Debug)]
pub struct SimulatedFarm {
    force: Workforce,
    clock: VirtualClock,
    rng: Rng,
    source: Arc<Source>,
    /// What the coordinator has handed out in a step that is not over.
    outbox: Vec<Question<Place>>,
    asked: HashSet<u64>,
    tasks: HashMap<u64, Task>,
    queue: VecDeque<u64>,
    workers: Vec<Simulated>,
    /// Workers that can take a task, those with the fewest first.
    free: BTreeSet<(usize, usize)>,
    plan: BinaryHeap<Reverse<Planned>>,
    planned: u64,
    inbox: VecDeque<Answer<u8>>,
    events: Events,
}

impl SimulatedFarm {
    /// Idle workers.
    pub fn new(force: Workforce, clock: VirtualClock) -> SimulatedFarm {
        SimulatedFarm {
            rng: Rng::new(force.seed),
            source: Arc::new(Source {
                name: "simulated".into(),
                options: String::new(),
            }),
            outbox: Vec::new(),
            asked: HashSet::new(),
            tasks: HashMap::new(),
            queue: VecDeque::new(),
            workers: vec![Simulated::default(); force.workers],
            free: (0..force.workers).map(|worker| (0, worker)).collect(),
            plan: BinaryHeap::new(),
            planned: 0,
            inbox: VecDeque::new(),
            events: Events::default(),
            force,
            clock,
        }
    }

    /// What happened so far.
    pub fn events(&self) -> Events {
        self.events
    }

    /// The tasks that were handed out.
    pub fn asked(&self) -> &HashSet<u64> {
        &self.asked
    }

    /// How long all workers together have searched.
    pub fn busy(&self) -> Duration {
        let now = self.clock.now();
        let busy = |worker: &Simulated| {
            let current = worker.searching.map(|(_, since)| now.saturating_sub(since));
            worker.busy + current.unwrap_or_default()
        };
        self.workers.iter().map(busy).sum()
    }

    /// The coordinator's step is over: what it has handed out leaves now. What happened to workers
    /// meanwhile comes first.
    pub fn publish(&mut self) {
        let now = self.clock.now();
        self.happen_until(now);
        for question in std::mem::take(&mut self.outbox) {
            let ticket = question.ticket;
            let task = Task {
                question,
                deliveries: 0,
            };
            self.asked.insert(ticket);
            self.tasks.insert(ticket, task);
            self.queue.push_back(ticket);
        }
        self.deliver(now);
        self.events.queue_max = self.events.queue_max.max(self.queue.len());
    }

    fn plan(&mut self, moment: Duration, event: Event) {
        self.planned += 1;
        self.plan.push(Reverse(Planned {
            moment,
            number: self.planned,
            event,
        }));
    }

    fn happen_until(&mut self, moment: Duration) {
        while let Some(next) = self.next_due(moment) {
            self.happen(next);
        }
    }

    fn next_due(&mut self, moment: Duration) -> Option<Planned> {
        let due = |next: &Reverse<Planned>| next.0.moment <= moment;
        let next = self.plan.peek().is_some_and(due);
        next.then(|| self.plan.pop()).flatten().map(|next| next.0)
    }

    fn happen(&mut self, planned: Planned) {
        let now = planned.moment;
        match planned.event {
            Event::Arrived { at, ticket } if self.is_alive(at) => {
                self.workers[at.worker].held.push_back(ticket);
                self.start(at, now);
            }
            Event::Finished { at, ticket } if self.is_alive(at) => self.finish(at, ticket, now),
            Event::Failed { at, reports } if self.is_alive(at) => self.fail(at, reports, now),
            Event::Freed { at, load } if self.is_alive(at) => {
                let left = self.workers[at.worker].load - load;
                self.set_load(at.worker, left);
                self.deliver(now);
            }
            Event::Replaced { worker } => {
                self.set_load(worker, 0);
                self.deliver(now);
            }
            Event::Expired { ticket, delivery } => {
                let open = self.tasks.get(&ticket);
                if open.is_some_and(|task| task.deliveries == delivery) {
                    self.events.redelivered += 1;
                    self.queue.push_front(ticket);
                    self.deliver(now);
                }
            }
            Event::Reported(answer) => {
                let first = self.tasks.remove(&answer.ticket).is_some();
                self.events.duplicates += u64::from(!first);
                self.inbox.push_back(*answer);
            }
            // It arrives where no worker is any more, and comes back when its lease is over.
            Event::Arrived { ticket, .. } => self.expire_later(ticket, now),
            // Of a worker that has failed since.
            Event::Finished { .. } | Event::Failed { .. } | Event::Freed { .. } => {}
        }
    }

    fn is_alive(&self, at: Seat) -> bool {
        self.workers[at.worker].life == at.life
    }

    /// The queue's view of a worker changes.
    fn set_load(&mut self, worker: usize, load: usize) {
        self.free.remove(&(self.workers[worker].load, worker));
        self.workers[worker].load = load;
        if load <= self.force.prefetch {
            self.free.insert((load, worker));
        }
    }

    /// Gives waiting tasks to workers that can take one.
    fn deliver(&mut self, now: Duration) {
        while let Some(&(load, worker)) = self.free.first()
            && let Some(ticket) = self.queue.pop_front()
        {
            // A result may have come while the task waited to be given to another worker.
            let Some(task) = self.tasks.get_mut(&ticket) else {
                continue;
            };
            task.deliveries += 1;
            let life = self.workers[worker].life;
            let at = Seat { worker, life };
            let more = self.load_of(ticket);
            self.set_load(worker, load + more);
            self.workers[worker].loads.push_back(more);
            self.plan(now + self.force.latency, Event::Arrived { at, ticket });
        }
    }

    /// An idle worker begins with the next task that it holds.
    fn start(&mut self, at: Seat, now: Duration) {
        let worker = &mut self.workers[at.worker];
        if worker.searching.is_some() {
            return;
        }
        let Some(ticket) = worker.held.pop_front() else {
            return;
        };
        worker.searching = Some((ticket, now));
        let takes = self.duration_of(ticket);
        let fails = self.rng.unit() < self.force.fail;
        let event = if fails {
            let reports = self.rng.below(STALL) == 0;
            let part = self.rng.unit();
            (takes.mul_f64(part), Event::Failed { at, reports })
        } else {
            (takes, Event::Finished { at, ticket })
        };
        self.plan(now + event.0, event.1);
    }

    /// How much of a worker a task takes: a long one all of it.
    fn load_of(&self, ticket: u64) -> usize {
        let task = self.tasks.get(&ticket);
        let long = task.is_some_and(|task| task.question.nodes > LONG * self.force.nodes);
        if long { self.force.prefetch + 1 } else { 1 }
    }

    /// How long a task takes this time.
    fn duration_of(&mut self, ticket: u64) -> Duration {
        let factor = 1.0 + self.force.spread * (2.0 * self.rng.unit() - 1.0);
        let nodes = self.tasks.get(&ticket).map(|task| task.question.nodes);
        let length = nodes.unwrap_or(self.force.nodes) as f64 / self.force.nodes as f64;
        self.force.task.mul_f64(length * factor)
    }

    fn finish(&mut self, at: Seat, ticket: u64, now: Duration) {
        let elapsed = self.rest(at.worker, now);
        self.workers[at.worker].finished += 1;
        let heard = now + self.force.latency;
        self.report(ticket, elapsed, heard);
        let load = self.workers[at.worker].loads.pop_front().unwrap_or(0);
        self.plan(heard, Event::Freed { at, load });
        self.start(at, now);
    }

    /// A worker stops to search; for how long it has.
    fn rest(&mut self, worker: usize, now: Duration) -> Duration {
        let worker = &mut self.workers[worker];
        let since = worker.searching.take().map_or(now, |(_, since)| since);
        worker.busy += now - since;
        now - since
    }

    fn report(&mut self, ticket: u64, elapsed: Duration, moment: Duration) {
        // Another worker has done it meanwhile: the queue knows, and drops the result.
        let Some(task) = self.tasks.get(&ticket) else {
            self.events.duplicates += 1;
            return;
        };
        let answer = Answer {
            ticket,
            outcome: Ok(find(&task.question, &self.source)),
            elapsed,
        };
        self.plan(moment, Event::Reported(Box::new(answer)));
    }

    /// A worker fails: its tasks come back when their lease is over, and then it is replaced. One
    /// that only stalled reports after that.
    fn fail(&mut self, at: Seat, reports: bool, now: Duration) {
        self.events.failures += 1;
        let lease = self.force.lease;
        let searching = self.workers[at.worker].searching.map(|(ticket, _)| ticket);
        let elapsed = self.rest(at.worker, now);
        if let Some(ticket) = searching.filter(|_| reports) {
            self.report(ticket, elapsed, now + lease * 2);
        }
        let held = std::mem::take(&mut self.workers[at.worker].held);
        for ticket in searching.into_iter().chain(held) {
            self.expire_later(ticket, now);
        }
        let worker = &mut self.workers[at.worker];
        worker.failed += 1;
        worker.loads.clear();
        worker.life += 1;
        self.free.remove(&(worker.load, at.worker));
        let worker = at.worker;
        self.plan(now + lease, Event::Replaced { worker });
    }

    /// A task comes back when its lease is over, unless it was done or delivered again by then.
    fn expire_later(&mut self, ticket: u64, now: Duration) {
        let delivery = self.tasks.get(&ticket).map_or(0, |task| task.deliveries);
        let over = now + self.force.lease;
        self.plan(over, Event::Expired { ticket, delivery });
    }
}

impl Analyst<Place> for SimulatedFarm {
    fn ask(&mut self, question: Question<Place>) {
        self.outbox.push(question);
    }

    fn answer(&mut self, patience: Duration) -> Option<Answer<u8>> {
        let latest = self.clock.now() + patience;
        while self.inbox.is_empty() {
            let Some(next) = self.next_due(latest) else {
                self.clock.advance_to(latest);
                return None;
            };
            self.clock.advance_to(next.moment);
            self.happen(next);
        }
        self.inbox.pop_front()
    }

    fn give_up(&mut self) {
        self.outbox.clear();
        self.queue.clear();
        self.tasks.clear();
    }

    fn cancel(&mut self, ticket: u64) {
        self.tasks.remove(&ticket);
    }

    fn workers(&self) -> Vec<Worker> {
        let row = |(number, worker): (usize, &Simulated)| Worker {
            name: format!("simulated {}", number + 1),
            state: match worker.searching {
                Some(_) => "searching".into(),
                None => "idle".into(),
            },
            jobs: 1,
            searching: worker.searching.is_some(),
            answered: worker.finished,
            failed: worker.failed,
            busy: worker.busy,
            speed: None,
            task: None,
        };
        self.workers.iter().enumerate().map(row).collect()
    }

    fn sources(&self) -> Vec<Arc<Source>> {
        vec![Arc::clone(&self.source)]
    }
}
