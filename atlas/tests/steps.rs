//! A run step by step: the same graph as in one go, and whatever the user says between two steps
//! counts.

use crate::world;

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use gametree::rng::mix;
use gametree::{Analyst, Answer, Game, Persistent, Question, Source, Worker};
use gametree_atlas::fact::{Fact, NodeId, Order, Origin, Scope};
use gametree_atlas::graph::Graph;
use gametree_atlas::query::MoveState;
use gametree_atlas::run::{End, Run, Until, Watch, Wish, grow};
use gametree_atlas::settings::Settings;
use gametree_atlas::store::{Store, StoreError};
use gametree_atlas::{Atlas, AtlasError};
use world::{Oracle, Place};

/// Facts in memory; on demand the disk is full.
#[derive(Default, Clone)]
struct Kept {
    facts: Vec<Fact>,
    full: Rc<Cell<bool>>,
}

impl Store for Kept {
    fn append(&mut self, batch: &[Fact]) -> Result<(), StoreError> {
        if self.full.get() {
            return Err(StoreError::Damaged {
                file: "memory".into(),
                what: "full".into(),
            });
        }
        self.facts.extend_from_slice(batch);
        Ok(())
    }

    fn replay(
        &self,
        each: &mut dyn FnMut(Fact) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        self.facts.iter().cloned().try_for_each(each)
    }
}

type Project = Atlas<Place, Kept>;

struct Quiet;

impl<G: Persistent, S> Watch<G, S> for Quiet {
    fn look(&mut self, _: &Atlas<G, S>, _: &dyn Analyst<G>) -> Wish {
        Wish::GoOn
    }
}

/// Does a few tasks at a time, out of order, and remembers its last task.
struct Slow {
    oracle: Oracle,
    draws: u64,
    asked: Vec<Question<Place>>,
    cancelled: Vec<u64>,
}

impl Slow {
    fn new(disorder: u64) -> Slow {
        Slow {
            oracle: Oracle {
                disorder,
                ..Oracle::default()
            },
            draws: disorder,
            asked: Vec::new(),
            cancelled: Vec::new(),
        }
    }
}

impl Analyst<Place> for Slow {
    fn ask(&mut self, question: Question<Place>) {
        self.asked.push(question.clone());
        self.oracle.ask(question);
    }

    fn answer(&mut self, patience: Duration) -> Option<Answer<u8>> {
        self.draws = mix(self.draws + 1);
        if patience.is_zero() && self.draws.is_multiple_of(2) {
            return None;
        }
        self.oracle.answer(patience)
    }

    fn give_up(&mut self) {
        self.oracle.give_up();
    }

    fn cancel(&mut self, ticket: u64) {
        self.cancelled.push(ticket);
    }

    fn workers(&self) -> Vec<Worker> {
        Vec::new()
    }

    fn sources(&self) -> Vec<Arc<Source>> {
        Vec::new()
    }
}

fn project(size: u32, seed: u32) -> Project {
    let mut atlas = Atlas::open(Kept::default()).unwrap();
    atlas
        .set(Settings {
            nodes: 100,
            ..Settings::default()
        })
        .unwrap();
    atlas.add_root(&Place::start(size, seed)).unwrap();
    atlas
}

fn evaluations(count: u64) -> Until {
    Until {
        evaluations: Some(count),
        ..Until::default()
    }
}

fn same_from_scratch(atlas: &Project) {
    assert_eq!(
        atlas.uncommitted(),
        0,
        "a run that is over has committed everything"
    );
    let mut again = Graph::from_facts(atlas.store().facts.iter().cloned()).unwrap();
    assert_eq!(again.fingerprint(), atlas.graph().fingerprint());
    again.forget();
    again.recompute();
    assert_eq!(again.fingerprint(), atlas.graph().fingerprint());
}

/// Steps to the end; `between` may do what it likes after every step.
fn step_on(
    atlas: &mut Project,
    slow: &mut Slow,
    until: Until,
    mut between: impl FnMut(&mut Project, &mut Slow, u64),
) -> End {
    let mut run = Run::begin(atlas, until).unwrap();
    for step in 0.. {
        between(atlas, slow, step);
        slow.asked.clear();
        if let Some(end) = run.step(atlas, slow, Wish::GoOn).unwrap() {
            return end;
        }
        assert!(run.at_work() > 0 && run.early() < 100);
        check_asked(atlas, slow);
        run.wait(slow);
    }
    unreachable!()
}

/// Tasks are as the user wants them: without excluded moves, the rest without theirs either. The
/// rest has every move that is not in the graph; moves that engines have added since the task was
/// selected may be in it.
fn check_asked(atlas: &Project, slow: &Slow) {
    for question in &slow.asked {
        let open = atlas
            .graph()
            .open()
            .iter()
            .find(|open| open.ticket == question.ticket);
        let open = open.expect("what is asked is open");
        let rows = atlas.query().moves(open.node).rows;
        let all: Vec<u8> = question.position.moves().collect();
        let asked = if question.among.is_empty() {
            &all
        } else {
            &question.among
        };
        for &m in &all {
            let row = rows.iter().find(|row| row.code == u32::from(m));
            let unwanted = row.is_some_and(|row| {
                let theirs = open.scope == Scope::Rest && row.origin == Origin::User;
                theirs || row.state == MoveState::Excluded
            });
            let wanted = row.is_none() || (open.scope == Scope::Whole && !unwanted);
            let nothing_left = question.among.is_empty();
            assert!(!unwanted || nothing_left || !asked.contains(&m));
            assert!(!wanted || asked.contains(&m));
        }
    }
}

#[test]
fn step_by_step_is_the_same_as_in_one_go() {
    for (seed, size) in [(1, 20), (2, 300), (3, 5000), (4, 100_000)] {
        let mut whole = project(size, seed);
        let end = grow(
            &mut whole,
            &mut Oracle::default(),
            evaluations(500),
            &mut Quiet,
        )
        .unwrap();
        let mut steps = project(size, seed);
        let mut slow = Slow::new(u64::from(seed));
        assert_eq!(
            step_on(&mut steps, &mut slow, evaluations(500), |_, _, _| {}),
            end
        );
        assert_eq!(
            steps.graph().fingerprint(),
            whole.graph().fingerprint(),
            "seed {seed}"
        );
        same_from_scratch(&steps);
    }
}

/// Says something drawn from a number; what does not fit is refused and changes nothing.
fn steer(atlas: &mut Project, draw: u64) -> Result<(), AtlasError> {
    let node = (mix(draw) % atlas.graph().len() as u64) as NodeId;
    // Half the time near what is being searched now.
    let open = atlas.graph().open();
    let near = open
        .get((draw / 7) as usize % open.len().max(1))
        .map_or(node, |open| open.node);
    let node = if draw.is_multiple_of(2) { near } else { node };
    let code = (mix(draw + 1) % 7) as u32;
    match draw % 10 {
        0 | 1 => atlas.steer(Order::Exclude {
            node,
            code,
            on: true,
        }),
        2 => atlas.steer(Order::Exclude {
            node,
            code,
            on: false,
        }),
        3 => atlas.steer(Order::Boost {
            node,
            percent: (draw % 60) as u8,
        }),
        4 => atlas.steer(Order::Damp {
            node,
            milli: (draw % 3000) as u32,
        }),
        5 | 6 => {
            let position = atlas.position(node)?;
            let moves: Vec<u8> = if position.outcome().is_some() {
                Vec::new()
            } else {
                position.moves().collect()
            };
            match moves.get(code as usize) {
                Some(&m) => atlas.add_move(node, m, Origin::User).map(|_| ()),
                None => Ok(()),
            }
        }
        7 => {
            let wanted = (0..atlas.graph().len() as NodeId)
                .flat_map(|node| atlas.graph().ways(node).map(move |way| (node, way)))
                .filter(|(_, way)| way.2)
                .map(|(node, way)| (node, way.0));
            let wanted: Vec<(NodeId, u32)> = wanted.collect();
            match wanted.get(node as usize % wanted.len().max(1)) {
                Some(&(node, code)) => atlas.steer(Order::Remove { node, code }),
                None => atlas.steer(Order::Remove { node, code }),
            }
        }
        8 => {
            let window = 1 + (mix(draw) % 12) as u32;
            atlas.set(Settings {
                window,
                ..atlas.graph().settings().clone()
            })
        }
        _ => {
            let nodes = 50 + mix(draw) % 300;
            atlas.set(Settings {
                nodes,
                ..atlas.graph().settings().clone()
            })
        }
    }
}

#[test]
fn what_the_user_says_between_two_steps_counts() {
    let (mut said, mut refused) = (0, 0);
    for seed in 1..40_u32 {
        let mut atlas = project(30 * seed * seed, seed);
        let mut slow = Slow::new(u64::from(seed));
        for part in 0..6 {
            step_on(&mut atlas, &mut slow, evaluations(60), |atlas, _, step| {
                let draw = mix(u64::from(seed) << 32 | part << 20 | step) >> 8;
                match (step % 3, atlas.graph().is_empty()) {
                    (0, false) if steer(atlas, draw).is_ok() => said += 1,
                    (0, false) => refused += 1,
                    _ => {}
                }
            });
            same_from_scratch(&atlas);
        }
    }
    assert!(said > 2000 && refused > 0, "{said} {refused}");
}

#[test]
fn an_excluded_move_does_not_count_though_its_question_is_open() {
    let mut atlas = project(5000, 9);
    let mut slow = Slow::new(3);
    step_on(&mut atlas, &mut slow, evaluations(40), |_, _, _| {});
    let mut out = None;
    step_on(&mut atlas, &mut slow, evaluations(200), |atlas, _, _| {
        let asked = |node: NodeId| atlas.graph().open().iter().any(|open| open.node == node);
        let found = atlas
            .query()
            .moves(0)
            .rows
            .into_iter()
            .find(|row| asked(row.node));
        if let (None, Some(row)) = (out, found) {
            atlas
                .steer(Order::Exclude {
                    node: 0,
                    code: row.code,
                    on: true,
                })
                .unwrap();
            out = Some((row.node, row.code));
        }
    });
    let (node, code) = out.expect("a move of the root was in work");
    same_from_scratch(&atlas);
    let row = atlas
        .query()
        .moves(0)
        .rows
        .into_iter()
        .find(|row| row.code == code)
        .unwrap();
    assert_eq!(
        (row.node, row.state, row.best),
        (node, MoveState::Excluded, false)
    );
    assert!(
        atlas.graph().open().iter().all(|open| open.node != node),
        "its question was answered"
    );
}

#[test]
fn the_window_is_what_it_was_set_to() {
    let mut atlas = project(100_000, 4);
    let mut slow = Slow::new(5);
    let mut most = 0;
    step_on(&mut atlas, &mut slow, evaluations(300), |atlas, _, step| {
        let open = atlas.graph().open().len();
        most = most.max(open);
        match step {
            20 => atlas
                .set(Settings {
                    window: 11,
                    ..atlas.graph().settings().clone()
                })
                .unwrap(),
            21 => assert_eq!(open, 11),
            40 => atlas
                .set(Settings {
                    window: 2,
                    ..atlas.graph().settings().clone()
                })
                .unwrap(),
            80 => assert_eq!(open, 2),
            _ => {}
        }
    });
    assert_eq!(most, 11);
}

#[test]
fn the_users_words_are_on_disk_after_the_next_step() {
    let mut atlas = project(5000, 2);
    let mut slow = Slow::new(1);
    let mut run = Run::begin(&atlas, Until::default()).unwrap();
    for _ in 0..5 {
        assert_eq!(run.step(&mut atlas, &mut slow, Wish::GoOn).unwrap(), None);
        run.wait(&mut slow);
    }
    atlas
        .steer(Order::Note {
            node: 0,
            text: "here".into(),
        })
        .unwrap();
    let full = Rc::clone(&atlas.store().full);
    full.set(true);
    run.commit_soon();
    assert!(run.step(&mut atlas, &mut slow, Wish::GoOn).is_err());
    full.set(false);
    let commits = run.commits();
    assert_eq!(run.step(&mut atlas, &mut slow, Wish::GoOn).unwrap(), None);
    assert_eq!(
        (run.commits(), atlas.uncommitted()),
        (commits + 1, 0),
        "what failed is tried again"
    );
    assert!(
        atlas
            .store()
            .facts
            .iter()
            .any(|fact| matches!(fact, Fact::Steered { .. }))
    );
    assert_eq!(
        run.step(&mut atlas, &mut slow, Wish::Stop).unwrap(),
        Some(End::Asked)
    );
    same_from_scratch(&atlas);
}

#[test]
fn an_answer_that_nobody_waits_for_is_left_alone() {
    let mut atlas = project(5000, 2);
    let mut slow = Slow::new(1);
    let mut run = Run::begin(&atlas, Until::default()).unwrap();
    assert_eq!(run.step(&mut atlas, &mut slow, Wish::GoOn).unwrap(), None);
    let twice = slow.oracle.queue.clone();
    slow.oracle.queue.extend(twice);
    let before = run.at_work();
    for _ in 0..20 {
        run.wait(&mut slow);
    }
    assert_eq!((run.at_work(), run.early()), (0, before));
    assert_eq!(run.step(&mut atlas, &mut slow, Wish::GoOn).unwrap(), None);
    assert_eq!(atlas.graph().evaluations(), before as u64);
}

/// A task that the user cancels is taken from its engine, counts as failed, and holds nothing up; its
/// result does not count if it comes all the same.
#[test]
fn a_cancelled_task_is_dropped_and_the_run_goes_on() {
    let mut taken = 0;
    for (size, seed) in [(5000, 2), (5000, 9), (100_000, 4)] {
        let mut atlas = project(size, seed);
        let mut slow = Slow::new(u64::from(seed));
        let mut cancelled: Vec<(u64, NodeId)> = Vec::new();
        let end = step_on(&mut atlas, &mut slow, evaluations(120), |atlas, _, step| {
            // Not the root: without it there may be nothing else to do.
            let open = atlas.graph().open().iter().filter(|open| open.node != 0);
            let open: Vec<_> = open.copied().collect();
            if step < 8 || step % 4 != 0 || open.is_empty() || cancelled.len() == 4 {
                return;
            }
            let task = open[step as usize % open.len()];
            atlas.cancel(task.ticket).unwrap();
            cancelled.push((task.ticket, task.node));
        });
        let done = atlas.graph().evaluations();
        assert_eq!((end, done), (End::Limit, 120), "{cancelled:?}");
        assert_eq!(cancelled.len(), 4);
        for &(ticket, node) in &cancelled {
            let reason = atlas.query().position(node).parked;
            assert_eq!(reason.as_deref(), Some("cancelled"), "task {ticket}");
            assert!(atlas.cancel(ticket).is_err(), "it is not open any more");
        }
        let dropped = |ticket: &u64| cancelled.iter().any(|(other, _)| other == ticket);
        assert!(slow.cancelled.iter().all(dropped));
        taken += slow.cancelled.len();
        same_from_scratch(&atlas);
    }
    // The others were done, and waited for their turn.
    assert!(taken > 0, "no task was taken from an engine");
}

/// A position that has left the graph, and how it comes back.
#[test]
fn a_move_that_is_removed_leaves_what_was_before_it() {
    let mut atlas = project(300, 2);
    let root = atlas.graph().roots()[0].node;
    let moves: Vec<u8> = atlas.position(root).unwrap().moves().collect();
    let code = atlas.position(root).unwrap().encode(moves[0]);
    let before = (atlas.graph().positions(), atlas.graph().moves());
    let child = atlas.add_move(root, moves[0], Origin::User).unwrap();
    assert!(atlas.graph().can_leave(root, code));
    atlas.steer(Order::Remove { node: root, code }).unwrap();
    assert_eq!((atlas.graph().positions(), atlas.graph().moves()), before);
    assert!(!atlas.graph().contains(child) && atlas.position(child).is_err());
    assert!(atlas.steer(Order::Remove { node: root, code }).is_err());
    let note = Order::Note {
        node: child,
        text: "gone".into(),
    };
    assert!(atlas.steer(note).is_err(), "nothing is said of it");
    assert_eq!(atlas.query().stats().depths, [1]);
    assert_eq!(atlas.add_move(root, moves[0], Origin::User).unwrap(), child);
    assert_eq!(atlas.graph().positions(), before.0 + 1);
    atlas.commit().unwrap();
    same_from_scratch(&atlas);
}

#[test]
fn a_move_with_results_behind_it_stays_as_the_engines() {
    let mut atlas = project(5000, 3);
    grow(
        &mut atlas,
        &mut Oracle::default(),
        evaluations(60),
        &mut Quiet,
    )
    .unwrap();
    let root = atlas.graph().roots()[0].node;
    let (code, child, ..) = atlas
        .graph()
        .ways(root)
        .find(|way| atlas.query().position(way.1).nodes > 0)
        .expect("a searched move");
    let before = (atlas.graph().fingerprint(), atlas.graph().positions());
    let m = atlas.position(root).unwrap().decode(code).unwrap();
    atlas.add_move(root, m, Origin::User).unwrap();
    assert!(!atlas.graph().can_leave(root, code));
    atlas.steer(Order::Remove { node: root, code }).unwrap();
    assert_eq!(
        (atlas.graph().fingerprint(), atlas.graph().positions()),
        before
    );
    assert!(atlas.graph().contains(child));
    atlas.commit().unwrap();
    same_from_scratch(&atlas);
}
