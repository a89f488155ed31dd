//! Workers and brokers die: the graph is the same.

use std::sync::atomic::Ordering;
use std::time::Duration;

use gametree::Analyst;
use gametree_farm::worker::Wish;

use crate::broker::Broker;
use crate::crew::{Crew, Manner, coordinator, expected, grown, next, question, settings, until};

/// A run in which much goes wrong.
struct Ordeal {
    workers: usize,
    tasks: u64,
    /// The chance of a worker to die at a task.
    deaths: f64,
    kills: u64,
    /// At which of the kills the broker's disk is lost, too.
    wiped: u64,
}

impl Ordeal {
    fn endure(&self) {
        let Some(mut broker) = Broker::start() else {
            return;
        };
        let crew = Crew::start(
            &broker.worker(),
            &vec![Manner::Mortal(self.deaths); self.workers],
        );
        let orders = crew.orders();
        let mut coordinator = coordinator(&broker.coordinator(), settings("ordeal"));
        let window = 2 * self.workers as u32;
        let step = self.tasks / (self.kills + 1);
        let mut killed = 0;
        let started = std::time::Instant::now();
        let atlas = grown(window, self.tasks, &mut coordinator, |results| {
            if killed < self.kills && results >= (killed + 1) * step {
                killed += 1;
                match killed == self.wiped {
                    true => broker.wipe(),
                    false => broker.kill(),
                }
                broker.restart();
            }
        });
        let elapsed = started.elapsed();
        let counts = coordinator.counts();
        crew.end(Wish::GiveBack);
        let deaths = orders.deaths.load(Ordering::SeqCst);
        eprintln!(
            "{} tasks, {} workers, {deaths} deaths, {killed} kills, {:.1} s: {counts:?}",
            self.tasks,
            self.workers,
            elapsed.as_secs_f64()
        );
        assert_eq!(killed, self.kills);
        assert!(self.deaths == 0.0 || deaths > 0);
        assert!(counts.applied >= self.tasks);
        assert_eq!(
            (counts.refused, counts.failed),
            (0, 0),
            "{:?}",
            coordinator.refusals()
        );
        let alone = expected(window, self.tasks);
        assert_eq!(atlas.graph().fingerprint(), alone.graph().fingerprint());
    }
}

#[test]
fn a_farm_grows_the_graph_that_one_computer_grows() {
    Ordeal {
        workers: 2,
        tasks: 300,
        deaths: 0.0,
        kills: 0,
        wiped: 0,
    }
    .endure();
}

#[test]
fn deaths_kills_and_a_lost_disk_change_nothing() {
    Ordeal {
        workers: 20,
        tasks: 2_000,
        deaths: 0.02,
        kills: 3,
        wiped: 2,
    }
    .endure();
}

/// `cargo test -p gametree-farm --test farm -- --ignored` takes some minutes.
#[test]
#[ignore = "takes minutes"]
fn two_hundred_workers_a_hundred_thousand_tasks() {
    Ordeal {
        workers: 200,
        tasks: 100_000,
        deaths: 0.02,
        kills: 5,
        wiped: 3,
    }
    .endure();
}

#[test]
fn a_worker_that_sleeps_beyond_its_lease_counts_once() {
    let Some(broker) = Broker::start() else {
        return;
    };
    let sleepy = Crew::start(&broker.worker(), &[Manner::Sleepy(Duration::from_secs(1))]);
    let mut coordinator = coordinator(&broker.coordinator(), settings("sleepy"));
    coordinator.ask(question(1));
    let orders = sleepy.orders();
    until(|| orders.asleep.load(Ordering::SeqCst));
    let awake = Crew::start(&broker.worker(), &[Manner::Good]);
    assert_eq!(next(&mut coordinator).ticket, 1);
    assert_eq!(coordinator.counts().applied, 1);
    until(|| coordinator.counts().duplicates == 1);
    assert_eq!(coordinator.counts().applied, 1);
    assert!(coordinator.answer(Duration::ZERO).is_none());
    awake.end(Wish::Drain);
    sleepy.end(Wish::Drain);
}

#[test]
fn tasks_that_are_given_back_are_done_by_others() {
    let Some(broker) = Broker::start() else {
        return;
    };
    let slow = Crew::start(&broker.worker(), &[Manner::Endless]);
    // A lease that does not end here: only giving back brings the task to another worker.
    let mut settings = settings("given-back");
    settings.lease = Duration::from_secs(3600);
    let mut coordinator = coordinator(&broker.coordinator(), settings);
    coordinator.ask(question(1));
    until(|| coordinator.workers().iter().any(|worker| worker.searching));
    slow.end(Wish::GiveBack);
    let good = Crew::start(&broker.worker(), &[Manner::Good]);
    assert!(next(&mut coordinator).outcome.is_ok());
    good.end(Wish::Drain);
    until(|| coordinator.workers().is_empty());
}

#[test]
fn what_is_cancelled_is_never_answered_and_its_worker_goes_on() {
    let Some(broker) = Broker::start() else {
        return;
    };
    let crew = Crew::start(&broker.worker(), &[Manner::Endless]);
    let mut coordinator = coordinator(&broker.coordinator(), settings("cancelled"));
    coordinator.ask(question(1));
    let at = |coordinator: &dyn Analyst<_>| -> Option<u64> {
        coordinator.workers().first()?.task.map(|task| task.ticket)
    };
    until(|| at(&coordinator) == Some(1));
    coordinator.ask(question(2));
    coordinator.cancel(1);
    until(|| at(&coordinator) == Some(2));
    coordinator.give_up();
    until(|| coordinator.workers().iter().all(|worker| !worker.searching));
    assert!(coordinator.answer(Duration::ZERO).is_none());
    crew.end(Wish::Drain);
}
