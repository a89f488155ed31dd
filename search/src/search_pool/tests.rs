//! Tasks, results, failures and fairness.

use std::collections::HashMap;

use super::worker::{PATIENCE, take};
use super::*;
use crate::game::{Keyed, Outcome as End, Player, TwoPlayer};
use crate::limits::Limits;
use crate::minimax::deepening::Deepening;
use crate::minimax::pvs::Pvs;
use crate::rng::mix;
use crate::root_moves::InnerEvaluator;
use crate::score::Score;
use crate::search::Search;

/// Take one to three; who takes the last one wins. 200 matches are too many for this game's
/// rules.
#[derive(Clone, Debug)]
struct Matches(u32, Player);

impl Game for Matches {
    type Move = u32;
    fn turn(&self) -> Player {
        self.1
    }
    fn moves(&self) -> impl Iterator<Item = u32> {
        1..=self.0.min(3)
    }
    fn play(&mut self, take: u32) {
        *self = Matches(self.0 - take, self.1.opponent());
    }
    fn outcome(&self) -> Option<End> {
        assert!(self.0 != 200, "two hundred matches");
        (self.0 == 0).then(|| End::Win(self.1.opponent()))
    }
}

impl TwoPlayer for Matches {}

impl Keyed for Matches {
    fn key(&self) -> u64 {
        mix(u64::from(self.0) << 1 | u64::from(self.1.0))
    }
}

fn pvs() -> PoolSearch<Matches> {
    let evaluator = InnerEvaluator(|position: &Matches| (position.0 * 7 % 11) as i32);
    Box::new(Deepening::new(Pvs::new(evaluator).with_table(1 << 14)))
}

fn config(threads: usize) -> PoolConfig {
    let source = Source {
        name: "test".into(),
        options: "a=b".into(),
    };
    PoolConfig {
        source,
        threads,
        reproducible: true,
    }
}

fn thinkers(threads: usize) -> SearchPool<Matches> {
    SearchPool::start(config(threads), pvs).unwrap()
}

fn question(ticket: u64, left: u32, nodes: u64) -> Question<Matches> {
    Question {
        ticket,
        position: Matches(left, Player::FIRST),
        among: vec![],
        nodes,
        lines: 1,
        region: ticket % 5,
    }
}

const LONG: Duration = Duration::from_secs(60);

#[test]
fn answers_do_not_depend_on_who_takes_them_or_what_was_asked_before() {
    let ask = |threads: usize, backwards: bool| {
        let mut thinkers = thinkers(threads);
        let mut tickets: Vec<u64> = (0..60).collect();
        if backwards {
            tickets.reverse();
        }
        tickets
            .iter()
            .for_each(|&ticket| thinkers.ask(question(ticket, ticket as u32 + 5, 300)));
        let answers = (0..60).map(|_| thinkers.answer(LONG).unwrap());
        answers
            .map(|answer| (answer.ticket, answer.outcome))
            .collect::<HashMap<_, _>>()
    };
    let one = ask(1, false);
    let three = ask(3, true);
    assert_eq!(one.len(), 60);
    assert_eq!(one, three);
    let finding = one[&3].as_ref().unwrap();
    assert_eq!(
        (finding.value, &*finding.source.options),
        (Score::loss_in(4), "a=b")
    );
    for (ticket, outcome) in &one {
        let finding = outcome.as_ref().unwrap();
        let alone = {
            let root = RootMoves::new(Matches(*ticket as u32 + 5, Player::FIRST), &[]).unwrap();
            let mut search = pvs();
            Search::search(&mut search, &root, &Limits::nodes(300))
        };
        assert_eq!((finding.value, &finding.line), (alone.value, &alone.line));
        assert_eq!(
            finding.shown.last(),
            Some(&(finding.line[0], finding.value))
        );
    }
}

/// The best of the others are reported with their own values, of the depth of the best one; and the
/// next task with one line has one.
#[test]
fn several_lines_are_of_one_depth_and_begin_with_different_moves() {
    let mut thinkers = thinkers(1);
    for (ticket, lines) in [(1, 3), (2, 1), (3, 2)] {
        thinkers.ask(Question {
            lines,
            ..question(ticket, 1001, 2000)
        });
        let finding = thinkers.answer(LONG).unwrap().outcome.unwrap();
        assert_eq!(finding.lines.len() as u32, lines - 1);
        assert!(finding.lines.iter().all(|line| line.depth == finding.depth));
        let others = finding.lines.iter().map(|line| line.moves[0]);
        let mut first: Vec<u32> = others.chain([finding.line[0]]).collect();
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len() as u32, lines);
        for line in &finding.lines {
            let mut search = Deepening::new(Pvs::new(InnerEvaluator(|position: &Matches| {
                (position.0 * 7 % 11) as i32
            })));
            let root = RootMoves::new(Matches(1001, Player::FIRST), &line.moves[..1]).unwrap();
            let alone = search.search(&root, &Limits::depth(finding.depth));
            assert_eq!(line.value, alone.value);
        }
        assert_eq!(
            finding.shown.last(),
            Some(&(finding.line[0], finding.value))
        );
    }
    thinkers.ask(Question {
        lines: 5,
        ..question(4, 2, 1000)
    });
    let finding = thinkers.answer(LONG).unwrap().outcome.unwrap();
    assert_eq!((finding.lines.len(), finding.value), (1, Score::win_in(1)));
}

#[test]
fn only_the_moves_given_are_chosen_from_and_nonsense_is_told() {
    let mut thinkers = thinkers(1);
    thinkers.ask(Question {
        among: vec![3],
        ..question(1, 6, 1000)
    });
    let finding = thinkers.answer(LONG).unwrap().outcome.unwrap();
    assert_eq!((finding.line[0], finding.value), (3, Score::loss_in(2)));
    thinkers.ask(Question {
        among: vec![9],
        ..question(2, 6, 1000)
    });
    assert!(
        thinkers
            .answer(LONG)
            .unwrap()
            .outcome
            .unwrap_err()
            .what
            .contains("legal")
    );
    thinkers.ask(question(3, 0, 1000));
    assert!(
        thinkers
            .answer(LONG)
            .unwrap()
            .outcome
            .unwrap_err()
            .what
            .contains("over")
    );
    assert_eq!(thinkers.workers()[0].failed, 2);
}

#[test]
fn a_search_that_fails_costs_one_answer() {
    let mut thinkers = thinkers(1);
    thinkers.ask(question(1, 201, 1000));
    let trouble = thinkers.answer(LONG).unwrap().outcome.unwrap_err();
    assert!(trouble.what.contains("two hundred"), "{trouble:?}");
    thinkers.ask(question(2, 9, 1000));
    assert!(thinkers.answer(LONG).unwrap().outcome.is_ok());
    let worker = &thinkers.workers()[0];
    assert_eq!(
        (worker.answered, worker.failed, &*worker.state),
        (1, 1, "idle")
    );
}

#[test]
fn who_gives_up_gets_what_was_begun_unless_answers_must_repeat() {
    for reproducible in [false, true] {
        let mut thinkers = SearchPool::start(
            PoolConfig {
                reproducible,
                ..config(1)
            },
            pvs,
        )
        .unwrap();
        (0..10).for_each(|ticket| thinkers.ask(question(ticket, 100_000, u64::MAX)));
        while thinkers.workers()[0].state == "idle" {
            std::thread::yield_now();
        }
        thinkers.give_up();
        if !reproducible {
            let answer = thinkers.answer(LONG).unwrap();
            assert!(answer.ticket == 0 && answer.outcome.is_ok());
        }
        assert!(thinkers.answer(Duration::from_millis(50)).is_none());
        thinkers.ask(question(11, 9, 1000));
        assert_eq!(thinkers.answer(LONG).unwrap().ticket, 11);
    }
}

/// An observer sees the task, how far it is, and how fast; a cancelled one frees its worker for the
/// next.
#[test]
fn a_worker_tells_its_progress_and_one_question_can_be_cancelled() {
    let mut thinkers = thinkers(1);
    thinkers.ask(question(3, 100_000, u64::MAX));
    thinkers.ask(question(4, 9, 1000));
    thinkers.ask(question(5, 9, 1000));
    let task = loop {
        let task = thinkers.workers()[0].task;
        if let Some(task) = task.filter(|task| task.nodes > 0) {
            break task;
        }
        std::thread::yield_now();
    };
    assert_eq!((task.ticket, task.asked), (3, u64::MAX));
    thinkers.cancel(4);
    thinkers.cancel(3);
    assert_eq!(thinkers.answer(LONG).unwrap().ticket, 5);
    let worker = &thinkers.workers()[0];
    assert!(
        worker.task.is_none() && worker.speed.is_some(),
        "{worker:?}"
    );
}

/// A panic of the game itself, before any search, is a result too.
#[test]
fn a_position_that_fails_by_itself_is_told() {
    let mut thinkers = thinkers(1);
    thinkers.ask(question(1, 200, 1000));
    assert!(
        thinkers
            .answer(LONG)
            .unwrap()
            .outcome
            .unwrap_err()
            .what
            .contains("two hundred")
    );
    thinkers.ask(question(2, 9, 1000));
    assert!(thinkers.answer(LONG).unwrap().outcome.is_ok());
}

#[test]
fn regions_stay_together_but_nobody_waits_for_ever() {
    let waiting = |region| Waiting {
        question: Question {
            region,
            ..question(region, 9, 1)
        },
        passed: 0,
    };
    let mut open: VecDeque<_> = [1, 2, 1, 2].map(waiting).into();
    let regions: Vec<u64> =
        std::iter::from_fn(|| take(&mut open, Some(2)).map(|q| q.region)).collect();
    assert_eq!(regions, [2, 2, 1, 1]);
    let mut open: VecDeque<_> = [1].map(waiting).into();
    let served = (0..).find(|_| {
        open.push_back(waiting(2));
        take(&mut open, Some(2)).unwrap().region == 1
    });
    assert_eq!(served, Some(PATIENCE));
}
