//! Workers share the work: none waits while there is a task for it, and projects take turns.

use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use gametree::{Analyst, Answer, Question, Source, Worker};
use gametree_farm::desk::Desk;
use gametree_farm::message::{BeatMessage, ProjectMessage, SourceMessage, encode};
use gametree_farm::worker::Wish;
use gametree_farm::{Coordinator, Link, subject};

use crate::broker::Broker;
use crate::crew::{
    Crew, Engine, FOR_EVER, GAME, Manner, Orders, coordinator, grown, next, question, settings,
    source, until,
};
use crate::world::Place;

/// A task about another part of the game, and so perhaps in another queue.
fn question_in(region: u64, ticket: u64) -> Question<Place> {
    Question {
        region,
        ..question(ticket)
    }
}

#[test]
fn a_worker_that_waits_hears_of_tasks_in_every_queue() {
    let Some(broker) = Broker::start() else {
        return;
    };
    // A wait at one queue that does not see the others never ends here.
    let crew = Crew::waiting(&broker.worker(), &[Manner::Good; 3], FOR_EVER);
    let mut coordinator = coordinator(&broker.coordinator(), settings("queues"));
    until(|| coordinator.workers().len() == 3);
    // Many open tasks are spread over three queues, which stay.
    for ticket in 1..=60 {
        coordinator.ask(question_in(ticket, ticket));
    }
    for _ in 1..=60 {
        assert!(next(&mut coordinator).outcome.is_ok());
    }
    for ticket in 61..=84 {
        coordinator.ask(question_in(ticket, ticket));
        assert_eq!(next(&mut coordinator).ticket, ticket);
    }
    crew.end(Wish::GiveBack);
}

#[test]
fn few_tasks_lie_in_one_queue_and_many_in_one_per_worker() {
    let mut desk: Desk<Place> = Desk::new(settings("spread"), 1);
    let now = Instant::now();
    for worker in ["one", "two"] {
        let beat = BeatMessage {
            worker: worker.into(),
            game: GAME.into(),
            source: SourceMessage::from(&source()),
            reproducible: true,
            jobs: 1,
            state: "idle".into(),
            done: 0,
            failed: 0,
            busy: 0,
            speed: None,
            tasks: Vec::new(),
            leaving: false,
        };
        assert!(desk.hear_beat(beat, now));
    }
    (1..=8).for_each(|ticket| desk.ask(question_in(ticket, ticket)));
    // Oldest first: the others wait for its turn.
    let tickets: Vec<u64> = desk
        .take_parcels(now)
        .iter()
        .map(|p| p.message.ticket)
        .collect();
    assert_eq!(tickets, [1, 2, 3, 4]);
    assert_eq!(desk.lanes(), 1);
    (9..=32).for_each(|ticket| desk.ask(question_in(ticket, ticket)));
    desk.take_parcels(now);
    assert_eq!(desk.lanes(), 2);
}

#[test]
fn no_worker_waits_while_a_task_lies_in_any_queue() {
    let Some(broker) = Broker::start() else {
        return;
    };
    let crew = Crew::start(&broker.worker(), &[Manner::Endless; 2]);
    let mut settings = settings("balanced");
    settings.lease = FOR_EVER;
    let mut coordinator = coordinator(&broker.coordinator(), settings);
    until(|| coordinator.workers().len() == 2);
    let held = |coordinator: &Coordinator<Place>| {
        let mut tickets: Vec<u64> = coordinator
            .workers()
            .iter()
            .filter_map(|worker| Some(worker.task?.ticket))
            .collect();
        tickets.sort_unstable();
        tickets
    };
    // All of one region: whoever likes its queue must leave the second task to the other worker.
    for ticket in 1..=6 {
        coordinator.ask(question_in(7, ticket));
    }
    for done in 1..=5 {
        until(|| held(&coordinator).len() == 2);
        let first = held(&coordinator)[0];
        assert!(first <= done + 1, "the oldest tasks come first");
        coordinator.cancel(first);
        until(|| !held(&coordinator).contains(&first));
    }
    crew.end(Wish::GiveBack);
}

#[test]
fn two_projects_have_half_of_a_worker_each() {
    let Some(broker) = Broker::start() else {
        return;
    };
    let start = |name: &str| -> Coordinator<Place> {
        Coordinator::start(&broker.coordinator(), settings(name)).expect("a coordinator")
    };
    let mut projects = [start("first"), start("second")];
    for ticket in 1..=40 {
        projects[0].ask(question(ticket));
        // The second asks for little, the first for much.
        if ticket <= 20 {
            projects[1].ask(question(ticket));
        }
    }
    let crew = Crew::start(
        &broker.worker(),
        &[Manner::Paced(Duration::from_micros(100))],
    );
    let mut done = [0, 0];
    while done[1] < 20 {
        for (project, done) in projects.iter_mut().zip(&mut done) {
            if let Some(answer) = project.answer(Duration::from_millis(1)) {
                assert!(answer.outcome.is_ok());
                *done += 1;
            }
        }
    }
    // In turn: the second is done when the first has had about as many.
    assert!((14..=26).contains(&done[0]), "{done:?}");
    crew.end(Wish::GiveBack);
}

#[test]
fn a_project_without_queues_keeps_no_worker_from_the_others() {
    let Some(broker) = Broker::start() else {
        return;
    };
    let crew = Crew::start(&broker.worker(), &[Manner::Good]);
    let mut coordinator = coordinator(&broker.coordinator(), settings("present"));
    let ghost = ProjectMessage {
        project: "ghost".into(),
        session: 1,
        game: GAME.into(),
        engines: Vec::new(),
        reproducible: true,
        lanes: 1,
        barred: Vec::new(),
        closed: false,
    };
    let link = Link::connect(&broker.coordinator(), "ghost").expect("a link");
    let haunt = || {
        let bytes = encode(&ghost).expect("a message");
        let client = link.client();
        link.runtime().block_on(async {
            let said = client
                .publish(subject::project("ghost"), bytes.into())
                .await;
            said.expect("a word");
            client.flush().await.expect("a flush");
        });
    };
    for ticket in 1..=20 {
        haunt();
        coordinator.ask(question(ticket));
        until(|| {
            haunt();
            coordinator.answer(Duration::from_millis(10)).is_some()
        });
    }
    crew.end(Wish::GiveBack);
}

/// Two engines on this computer.
struct Pool {
    engines: [Engine; 2],
    waiting: VecDeque<Question<Place>>,
}

impl Analyst<Place> for Pool {
    fn ask(&mut self, question: Question<Place>) {
        self.waiting.push_back(question);
    }

    fn answer(&mut self, patience: Duration) -> Option<Answer<u8>> {
        let latest = Instant::now() + patience;
        loop {
            for engine in &mut self.engines {
                if engine.is_idle()
                    && let Some(question) = self.waiting.pop_front()
                {
                    engine.ask(question);
                }
                if let Some(answer) = engine.answer(Duration::ZERO) {
                    return Some(answer);
                }
            }
            if Instant::now() >= latest {
                return None;
            }
            std::thread::sleep(Duration::from_micros(200));
        }
    }

    fn give_up(&mut self) {
        self.waiting.clear();
    }

    fn cancel(&mut self, ticket: u64) {
        self.waiting.retain(|question| question.ticket != ticket);
    }

    fn workers(&self) -> Vec<Worker> {
        Vec::new()
    }

    fn sources(&self) -> Vec<std::sync::Arc<Source>> {
        Vec::new()
    }
}

/// Measures, and asserts nothing about time: `cargo test -p gametree-farm --test farm -- --ignored
/// --nocapture share_of_the_time` prints how busy two engines are, here and over a broker.
#[test]
#[ignore = "a measurement"]
fn share_of_the_time_that_two_engines_search() {
    let Some(broker) = Broker::start() else {
        return;
    };
    let paced = Manner::Paced(Duration::from_micros(500));
    let measure = |name: &str, analyst: &mut dyn Analyst<Place>, orders: &Orders| {
        let started = Instant::now();
        grown(8, 300, analyst, |_| ());
        let elapsed = started.elapsed().as_secs_f64();
        let busy = orders.busy.load(Ordering::SeqCst) as f64 / 1e6;
        eprintln!(
            "{name}: {elapsed:.1} s, {:.1} % of two engines",
            50.0 * busy / elapsed
        );
    };
    let orders = Orders::new();
    let engines = [0, 1].map(|number| Engine::new(paced, number, &orders));
    let mut pool = Pool {
        engines,
        waiting: VecDeque::new(),
    };
    measure("a pool of two", &mut pool, &orders);
    for share in [0.0, 0.01] {
        let crew = Crew::start(&broker.worker(), &[paced; 2]);
        let orders = crew.orders();
        let mut settings = settings("busy");
        // These engines do not say how far they are, so that leases are not renewed.
        settings.lease = FOR_EVER;
        settings.check_share = share;
        let mut coordinator = coordinator(&broker.coordinator(), settings);
        until(|| coordinator.workers().len() == 2);
        measure(
            &format!("two workers, {share} checked"),
            &mut coordinator,
            &orders,
        );
        crew.end(Wish::Drain);
    }
}
