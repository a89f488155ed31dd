//! Messages of strangers: refused and logged, never believed.

use std::time::Duration;

use futures_util::StreamExt;
use gametree::{Analyst, Score};
use gametree_farm::message::{
    FindingMessage, OutcomeMessage, ResultMessage, SourceMessage, TaskKey, TaskMessage, decode,
    encode,
};
use gametree_farm::worker::Wish;
use gametree_farm::{Coordinator, Link, subject};

use crate::broker::Broker;
use crate::crew::{Crew, Manner, next, question, settings, source, until};
use crate::stranger::Stranger;
use crate::world::Place;

const PROJECT: &str = "besieged";

impl Stranger {
    fn result(&self, bytes: Vec<u8>) {
        self.publish(subject::result(PROJECT), bytes)
            .expect("a worker may publish results");
    }

    /// The task that lies in the broker.
    fn task(&self) -> TaskMessage {
        let context = self.link.streams();
        let name = subject::lane(PROJECT, 0);
        self.link.runtime().block_on(async {
            let queue: async_nats::jetstream::consumer::PullConsumer = context
                .get_consumer_from_stream(name, subject::TASKS)
                .await
                .expect("a queue");
            let batch = queue
                .batch()
                .max_messages(1)
                .expires(Duration::from_secs(20));
            let mut messages = batch.messages().await.expect("messages");
            let message = messages.next().await.expect("a task").expect("a task");
            decode(&message.payload).expect("a task")
        })
    }
}

fn truth(task: &TaskMessage) -> ResultMessage {
    ResultMessage {
        project: task.project.clone(),
        session: task.session,
        key: TaskKey::of(task),
        attempt: 0,
        worker: "stranger".into(),
        elapsed: 1,
        outcome: OutcomeMessage::Found(FindingMessage {
            value: 5,
            line: vec![0],
            shown: Vec::new(),
            lines: Vec::new(),
            depth: 1,
            nodes: 100,
            wdl: None,
            source: SourceMessage::from(&source()),
        }),
    }
}

fn lie(task: &TaskMessage, change: impl FnOnce(&mut FindingMessage)) -> Vec<u8> {
    let mut result = truth(task);
    if let OutcomeMessage::Found(finding) = &mut result.outcome {
        change(finding);
    }
    encode(&result).expect("a message")
}

#[test]
fn every_kind_of_hostile_message_is_refused_and_logged() {
    let Some(broker) = Broker::start() else {
        return;
    };
    let mut coordinator: Coordinator<Place> =
        Coordinator::start(&broker.coordinator(), settings(PROJECT)).expect("a coordinator");
    coordinator.ask(question(1));
    let stranger = Stranger {
        link: Link::connect(&broker.worker(), "stranger").expect("a link"),
    };
    let task = stranger.task();
    let mut never = truth(&task);
    never.key = TaskKey(4711);
    let mut foreign = truth(&task);
    foreign.project = "other".into();
    let text = String::from_utf8(encode(&truth(&task)).expect("a message")).expect("a text");
    let cases: Vec<(Vec<u8>, &str)> = vec![
        (b"\xff\xfe nonsense".to_vec(), "malformed"),
        (vec![b'['; 100_000], "malformed"),
        (vec![b' '; 600_000], "too many"),
        (text.replace("\"v\":1", "\"v\":2").into_bytes(), "version 2"),
        (
            text.replace("\"depth\"", "\"x\":1,\"depth\"").into_bytes(),
            "unknown field",
        ),
        (
            text.replace("stranger", "a.b").into_bytes(),
            "the field worker",
        ),
        (encode(&never).expect("a message"), "never given out"),
        (encode(&foreign).expect("a message"), "another project"),
    ];
    for (number, (bytes, reason)) in cases.into_iter().enumerate() {
        stranger.result(bytes);
        until(|| coordinator.refusals().len() == number + 1);
        let refusals = coordinator.refusals();
        let what = &refusals[number].what;
        assert!(what.contains(reason), "{what} should say {reason}");
    }
    assert_eq!(coordinator.counts().applied, 0);
    assert!(coordinator.answer(Duration::ZERO).is_none());
}

#[test]
fn false_results_are_refused_and_the_task_is_done_by_another() {
    let Some(broker) = Broker::start() else {
        return;
    };
    let mut coordinator: Coordinator<Place> =
        Coordinator::start(&broker.coordinator(), settings(PROJECT)).expect("a coordinator");
    coordinator.ask(question(1));
    let stranger = Stranger {
        link: Link::connect(&broker.worker(), "stranger").expect("a link"),
    };
    let task = stranger.task();
    type Change = fn(&mut FindingMessage);
    let cases: [(Change, &str); 2] = [
        (|finding| finding.line = vec![99], "illegal"),
        (|finding| finding.value = i32::MAX, "out of range"),
    ];
    for (number, (change, reason)) in cases.into_iter().enumerate() {
        stranger.result(lie(&task, change));
        until(|| coordinator.refusals().len() == number + 1);
        assert!(coordinator.refusals()[number].what.contains(reason));
    }
    let crew = Crew::start(&broker.worker(), &[Manner::Good]);
    let answer = next(&mut coordinator);
    assert_ne!(answer.outcome.expect("a finding").value, Score::points(5));
    crew.end(Wish::Drain);
}

#[test]
fn a_worker_can_neither_make_tasks_nor_remove_them() {
    let Some(broker) = Broker::start() else {
        return;
    };
    let coordinator: Coordinator<Place> =
        Coordinator::start(&broker.coordinator(), settings(PROJECT)).expect("a coordinator");
    let stranger = Link::connect(&broker.worker(), "stranger").expect("a link");
    let mut context = stranger.streams();
    context.set_timeout(Duration::from_millis(500));
    stranger.runtime().block_on(async {
        let task = context.publish(subject::task(PROJECT, 0), "x".into()).await;
        let refused = match task {
            Ok(ack) => ack.await.is_err(),
            Err(_) => true,
        };
        assert!(refused, "a worker's task");
        assert!(context.delete_stream(subject::TASKS).await.is_err());
        assert!(context.get_stream(subject::RESULTS).await.is_err());
    });
    drop(coordinator);
}

#[test]
fn a_task_of_another_version_is_taken_out_of_the_queue() {
    let Some(broker) = Broker::start() else {
        return;
    };
    let crew = Crew::start(&broker.worker(), &[Manner::Good]);
    let mut coordinator = crate::crew::coordinator(&broker.coordinator(), settings(PROJECT));
    let boss = Stranger {
        link: Link::connect(&broker.coordinator(), "boss").expect("a link"),
    };
    let newer = br#"{"v": 2, "body": {}}"#.to_vec();
    boss.publish(subject::task(PROJECT, 0), newer)
        .expect("a message");
    coordinator.ask(question(1));
    assert!(next(&mut coordinator).outcome.is_ok());
    crew.end(Wish::Drain);
}
