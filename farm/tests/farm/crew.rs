//! Workers in threads, with engines that do as they are told; and projects that they grow.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use gametree::archive::Reader;
use gametree::rng::Rng;
use gametree::{AnalysisError, Analyst, Answer, Question, Readable, Score, Source, Worker as Row};
use gametree_atlas::Atlas;
use gametree_atlas::run::{End, Until, Watch, Wish as RunWish, grow};
use gametree_atlas::settings::Settings;
use gametree_atlas::store::{MemoryStore, Store};
use gametree_farm::worker::{Progress, WAIT, Wish};
use gametree_farm::{BrokerAddress, Coordinator, CoordinatorSettings, Worker, WorkerSettings};

use crate::world::{Oracle, Place};

pub const GAME: &str = "places";
pub const BEAT: Duration = Duration::from_millis(100);

/// So long that no test sees its end.
pub const FOR_EVER: Duration = Duration::from_secs(3600);

/// How an engine behaves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Manner {
    Good,
    /// Dies with this chance at each task.
    Mortal(f64),
    /// The first task takes this long.
    Sleepy(Duration),
    /// Fails at every task.
    Failing,
    /// Says that every position is worth this.
    Lying(i32),
    /// Never comes to an end.
    Endless,
    /// Searches one node in this time.
    Paced(Duration),
}

/// An engine.
pub struct Engine {
    oracle: Oracle,
    manner: Manner,
    rng: Rng,
    held: Vec<u64>,
    /// When the task in progress is done, at its pace.
    due: Option<Instant>,
    orders: Arc<Orders>,
}

impl Engine {
    pub fn new(manner: Manner, seed: u64, orders: &Arc<Orders>) -> Engine {
        Engine {
            oracle: Oracle::default(),
            manner,
            rng: Rng::new(seed),
            held: Vec::new(),
            due: None,
            orders: Arc::clone(orders),
        }
    }

    pub fn is_idle(&self) -> bool {
        self.oracle.queue.is_empty()
    }

    /// Waits for the end of the task in progress; says how long it took, when it has come.
    fn keep_pace(&mut self, node: Duration, patience: Duration) -> Option<Duration> {
        let Some(question) = self.oracle.queue.front() else {
            std::thread::sleep(patience);
            return None;
        };
        let length = node * question.nodes as u32;
        let due = *self.due.get_or_insert_with(|| Instant::now() + length);
        let left = due.saturating_duration_since(Instant::now());
        std::thread::sleep(left.min(patience));
        if left > patience {
            return None;
        }
        self.due = None;
        let busy = length.as_micros() as u64;
        self.orders.busy.fetch_add(busy, Ordering::SeqCst);
        Some(length)
    }
}

impl Analyst<Place> for Engine {
    fn ask(&mut self, question: Question<Place>) {
        self.held.push(question.ticket);
        self.oracle.ask(question);
    }

    fn answer(&mut self, patience: Duration) -> Option<Answer<u8>> {
        if self.manner == Manner::Endless {
            std::thread::sleep(patience);
            return None;
        }
        let took = match self.manner {
            Manner::Paced(node) => Some(self.keep_pace(node, patience)?),
            _ => None,
        };
        let mut answer = self.oracle.answer(patience)?;
        answer.elapsed = took.unwrap_or(answer.elapsed);
        self.held.retain(|&ticket| ticket != answer.ticket);
        match self.manner {
            Manner::Mortal(chance) if self.rng.unit() < chance => {
                // As by SIGKILL: nothing is said, nothing is given back.
                std::panic::resume_unwind(Box::new("killed"));
            }
            Manner::Sleepy(pause) => {
                self.orders.asleep.store(true, Ordering::SeqCst);
                std::thread::sleep(pause);
                self.manner = Manner::Good;
            }
            Manner::Failing => {
                let what = "it always fails".into();
                answer.outcome = Err(AnalysisError { what, attempts: 1 });
            }
            Manner::Lying(points) => {
                if let Ok(finding) = &mut answer.outcome {
                    finding.value = Score::points(points);
                }
            }
            _ => {}
        }
        Some(answer)
    }

    fn give_up(&mut self) {
        self.oracle.give_up();
    }

    fn cancel(&mut self, ticket: u64) {
        self.held.retain(|&held| held != ticket);
        self.oracle
            .queue
            .retain(|question| question.ticket != ticket);
    }

    fn workers(&self) -> Vec<Row> {
        Vec::new()
    }

    fn sources(&self) -> Vec<Arc<Source>> {
        Vec::new()
    }
}

/// What the members of a crew are told.
#[derive(Default)]
pub struct Orders {
    wish: AtomicU64,
    pub asleep: AtomicBool,
    /// Whether a member was told that its results do not count any more.
    pub barred: AtomicBool,
    pub deaths: AtomicU64,
    pub done: AtomicU64,
    /// Microseconds that paced engines have searched.
    pub busy: AtomicU64,
}

impl Orders {
    pub fn new() -> Arc<Orders> {
        Arc::default()
    }
}

/// Workers in threads. Who dies is replaced.
pub struct Crew {
    orders: Arc<Orders>,
    threads: Vec<JoinHandle<()>>,
}

impl Crew {
    pub fn start(address: &BrokerAddress, manners: &[Manner]) -> Crew {
        Crew::waiting(address, manners, WAIT)
    }

    /// Workers that wait this long at queues that are empty.
    pub fn waiting(address: &BrokerAddress, manners: &[Manner], wait: Duration) -> Crew {
        let orders = Orders::new();
        let member = |(number, &manner): (usize, &Manner)| {
            let orders = Arc::clone(&orders);
            let address = address.clone();
            let settings = WorkerSettings {
                name: format!("member-{number}"),
                game: GAME.into(),
                jobs: 1,
                reproducible: true,
                beat: BEAT,
                wait,
                once: false,
            };
            let place = Position {
                address,
                settings,
                manner,
                number: number as u64,
            };
            std::thread::spawn(move || place.live(&orders))
        };
        let threads = manners.iter().enumerate().map(member).collect();
        Crew { orders, threads }
    }

    pub fn orders(&self) -> Arc<Orders> {
        Arc::clone(&self.orders)
    }

    pub fn end(self, wish: Wish) {
        self.orders.wish.store(wish as u64, Ordering::SeqCst);
        for thread in self.threads {
            thread.join().expect("a worker's thread");
        }
    }
}

/// A position in the crew: a worker, then the next one.
struct Position {
    address: BrokerAddress,
    settings: WorkerSettings,
    manner: Manner,
    number: u64,
}

impl Position {
    fn live(&self, orders: &Arc<Orders>) {
        for life in 0.. {
            let wished = || match orders.wish.load(Ordering::SeqCst) {
                0 => Wish::GoOn,
                wish if wish == Wish::Drain as u64 => Wish::Drain,
                _ => Wish::GiveBack,
            };
            if wished() != Wish::GoOn {
                return;
            }
            let reader: Reader<Place> = Arc::new(Place::read);
            let Ok(worker) =
                Worker::connect(&self.address, self.settings.clone(), source(), reader)
            else {
                // The broker is just being killed.
                std::thread::sleep(Duration::from_millis(50));
                continue;
            };
            let mut engine = Engine::new(self.manner, self.number * 1_000_003 + life, orders);
            let lived = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                worker.run(&mut engine, &mut |progress: &Progress| {
                    orders.barred.fetch_or(progress.barred, Ordering::SeqCst);
                    wished()
                })
            }));
            match lived {
                Ok(progress) => {
                    orders.done.fetch_add(progress.done, Ordering::SeqCst);
                    return;
                }
                Err(_) => drop(orders.deaths.fetch_add(1, Ordering::SeqCst)),
            }
        }
    }
}

pub fn source() -> Source {
    Source {
        name: "oracle".into(),
        options: String::new(),
    }
}

pub fn settings(project: &str) -> CoordinatorSettings {
    CoordinatorSettings {
        engines: vec![source().name],
        // Deaths are waited for: the shortest lease that a busy machine keeps.
        lease: Duration::from_millis(300),
        beat: BEAT,
        check_share: 0.0,
        reproducible: true,
        ..CoordinatorSettings::new(project, GAME)
    }
}

pub fn coordinator(address: &BrokerAddress, settings: CoordinatorSettings) -> Coordinator<Place> {
    let coordinator = Coordinator::start(address, settings).expect("a coordinator");
    let found = coordinator.wait_for_worker(Duration::from_secs(30), &|| false);
    assert!(found, "a worker is known");
    coordinator
}

/// A project of the made-up game.
pub type Project = Atlas<Place, MemoryStore>;

pub fn project(window: u32) -> Project {
    let mut atlas = Atlas::open(MemoryStore::default()).expect("a project");
    let settings = Settings {
        nodes: 100,
        window,
        ..Settings::default()
    };
    atlas.set(settings).expect("settings");
    atlas.add_root(&Place::start(1_000_000, 7)).expect("a root");
    atlas
}

/// Calls a function with the number of results so far.
pub struct Glance<F>(pub F);

impl<S: Store, F: FnMut(u64)> Watch<Place, S> for Glance<F> {
    fn look(&mut self, atlas: &Atlas<Place, S>, _: &dyn Analyst<Place>) -> RunWish {
        (self.0)(atlas.graph().evaluations());
        RunWish::GoOn
    }
}

pub fn grown(
    window: u32,
    evaluations: u64,
    analyst: &mut dyn Analyst<Place>,
    glance: impl FnMut(u64),
) -> Project {
    let mut atlas = project(window);
    let until = Until {
        evaluations: Some(evaluations),
        ..Until::default()
    };
    let end = grow(&mut atlas, analyst, until, &mut Glance(glance)).expect("a run");
    assert_eq!(end, End::Limit);
    assert_eq!(atlas.graph().evaluations(), evaluations);
    atlas
}

/// The same project on one computer, where nothing fails.
pub fn expected(window: u32, evaluations: u64) -> Project {
    grown(window, evaluations, &mut Oracle::default(), |_| ())
}

/// A task about the root of the made-up game.
pub fn question(ticket: u64) -> Question<Place> {
    Question {
        ticket,
        position: Place::start(1000, 7),
        among: Vec::new(),
        nodes: 100,
        lines: 1,
        region: 0,
    }
}

/// The next answer, within a minute.
pub fn next(coordinator: &mut Coordinator<Place>) -> Answer<u8> {
    let answer = coordinator.answer(Duration::from_secs(60));
    answer.expect("an answer")
}

/// Waits for a state.
pub fn until(mut state: impl FnMut() -> bool) {
    let latest = Instant::now() + Duration::from_secs(60);
    while !state() {
        assert!(Instant::now() < latest, "it never came");
        std::thread::sleep(Duration::from_millis(10));
    }
}
