//! Workers that fail, and workers that lie.

use std::sync::atomic::Ordering;

use gametree::{Analyst, Score};
use gametree_farm::worker::Wish;

use crate::broker::Broker;
use crate::crew::{
    Crew, FOR_EVER, Manner, coordinator, expected, grown, next, question, settings, until,
};

#[test]
fn three_attempts_on_two_workers_are_an_error() {
    let Some(broker) = Broker::start() else {
        return;
    };
    let crew = Crew::start(&broker.worker(), &[Manner::Failing; 2]);
    let mut coordinator = coordinator(&broker.coordinator(), settings("failing"));
    until(|| coordinator.workers().len() == 2);
    coordinator.ask(question(5));
    let error = next(&mut coordinator).outcome.unwrap_err();
    assert_eq!(
        (error.attempts, error.what.as_str()),
        (3, "it always fails")
    );
    let failed = |coordinator: &dyn Analyst<_>| -> Vec<u64> {
        coordinator
            .workers()
            .iter()
            .map(|worker| worker.failed)
            .collect()
    };
    until(|| failed(&coordinator).iter().all(|&failed| failed >= 1));
    crew.end(Wish::Drain);
}

#[test]
fn one_that_can_does_what_another_cannot() {
    let Some(broker) = Broker::start() else {
        return;
    };
    let crew = Crew::start(&broker.worker(), &[Manner::Failing, Manner::Good]);
    let mut coordinator = coordinator(&broker.coordinator(), settings("either"));
    until(|| coordinator.workers().len() == 2);
    for ticket in 1..=20 {
        coordinator.ask(question(ticket));
    }
    for _ in 1..=20 {
        assert!(next(&mut coordinator).outcome.is_ok());
    }
    crew.end(Wish::Drain);
}

#[test]
fn a_liar_is_outvoted_barred_and_never_believed() {
    let Some(broker) = Broker::start() else {
        return;
    };
    let manners = [Manner::Lying(77), Manner::Good, Manner::Good];
    let crew = Crew::start(&broker.worker(), &manners);
    let mut settings = settings("checked");
    settings.check_share = 1.0;
    let mut coordinator = coordinator(&broker.coordinator(), settings);
    until(|| coordinator.workers().len() == 3);
    let atlas = grown(6, 30, &mut coordinator, |_| ());
    assert_eq!(
        atlas.graph().fingerprint(),
        expected(6, 30).graph().fingerprint()
    );
    let refusals = coordinator.refusals();
    let barred = refusals
        .iter()
        .filter(|refusal| refusal.what.contains("do not count any more"));
    let barred: Vec<&str> = barred.map(|refusal| refusal.worker.as_str()).collect();
    assert!(
        matches!(barred[..], [liar] if liar.starts_with("member-0")),
        "{refusals:?}"
    );
    let state = |worker: &gametree::Worker| worker.state.starts_with("barred");
    assert_eq!(
        coordinator
            .workers()
            .iter()
            .filter(|worker| state(worker))
            .count(),
        1
    );
    crew.end(Wish::GiveBack);
}

#[test]
fn a_barred_worker_takes_no_task_any_more() {
    let Some(broker) = Broker::start() else {
        return;
    };
    let manners = [Manner::Lying(77), Manner::Good, Manner::Good];
    let crew = Crew::start(&broker.worker(), &manners);
    let mut settings = settings("barred");
    settings.check_share = 1.0;
    // A task that the liar took away would never come back.
    settings.lease = FOR_EVER;
    let mut coordinator = coordinator(&broker.coordinator(), settings);
    until(|| coordinator.workers().len() == 3);
    let is_barred = |worker: &gametree::Worker| worker.state.starts_with("barred");
    let mut ticket = 0;
    while !coordinator.workers().iter().any(is_barred) {
        ticket += 1;
        coordinator.ask(question(ticket));
        next(&mut coordinator);
    }
    let liar = |coordinator: &dyn Analyst<_>| {
        let workers = coordinator.workers();
        workers.into_iter().find(is_barred).expect("the liar")
    };
    // What it had in hand when it was told may still come; then it has nothing.
    until(|| !liar(&coordinator).searching && crew.orders().barred.load(Ordering::SeqCst));
    let before = liar(&coordinator).answered;
    for more in ticket + 1..=ticket + 30 {
        coordinator.ask(question(more));
        assert_eq!(next(&mut coordinator).ticket, more);
    }
    assert_eq!(liar(&coordinator).answered, before);
    crew.end(Wish::GiveBack);
}

#[test]
fn two_that_contradict_each_other_are_both_not_believed() {
    let Some(broker) = Broker::start() else {
        return;
    };
    let crew = Crew::start(&broker.worker(), &[Manner::Lying(1), Manner::Lying(2)]);
    let mut settings = settings("contradiction");
    settings.check_share = 1.0;
    let mut coordinator = coordinator(&broker.coordinator(), settings);
    until(|| coordinator.workers().len() == 2);
    coordinator.ask(question(1));
    let error = next(&mut coordinator).outcome.unwrap_err();
    assert!(error.what.contains("contradict each other"), "{error:?}");
    crew.end(Wish::GiveBack);
}

#[test]
fn a_lie_that_no_one_can_check_still_bears_its_worker() {
    let Some(broker) = Broker::start() else {
        return;
    };
    let crew = Crew::start(&broker.worker(), &[Manner::Lying(7)]);
    let mut settings = settings("alone");
    settings.check_share = 1.0;
    let mut coordinator = coordinator(&broker.coordinator(), settings);
    coordinator.ask(question(1));
    // A single worker has no one beside it: its results count, as those of a single engine do.
    assert_eq!(
        next(&mut coordinator).outcome.unwrap().value,
        Score::points(7)
    );
    crew.end(Wish::Drain);
}
