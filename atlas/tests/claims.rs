//! Wins that are only claimed: they count, they end nothing, and they can be withdrawn. And runs in
//! which no engine has a result.

use crate::world;

use std::sync::Arc;
use std::time::Duration;

use gametree::{
    AnalysisError, Analyst, Answer, Finding, Game, Outcome, Question, Score, Source, Wdl, Worker,
};
use gametree_atlas::Atlas;
use gametree_atlas::fact::{NodeId, Order, Origin};
use gametree_atlas::query::MoveState;
use gametree_atlas::run::{End, Run, Until, Wish};
use gametree_atlas::settings::Settings;
use gametree_atlas::store::MemoryStore;
use world::{Oracle, Place};

type Project = Atlas<Place, MemoryStore>;

fn project(seed: u32) -> (Project, NodeId) {
    let mut atlas = Atlas::open(MemoryStore::default()).unwrap();
    let settings = Settings {
        nodes: 100,
        ..Settings::default()
    };
    atlas.set(settings).unwrap();
    let root = atlas.add_root(&Place::start(1 << 20, seed)).unwrap();
    (atlas, root)
}

fn finding(name: &str, value: Score, line: Vec<u8>) -> Finding<u8> {
    Finding {
        value,
        shown: line.first().map(|&m| (m, value)).into_iter().collect(),
        line,
        lines: Vec::new(),
        depth: 1,
        nodes: 0,
        wdl: None,
        source: Arc::new(Source {
            name: name.into(),
            options: String::new(),
        }),
    }
}

/// Runs until a limit; how it ended, and the reason given.
fn run(
    atlas: &mut Project,
    analyst: &mut dyn Analyst<Place>,
    evaluations: u64,
) -> (End, Option<String>) {
    let until = Until {
        evaluations: Some(evaluations),
        ..Until::default()
    };
    let mut run = Run::begin(atlas, until).unwrap();
    loop {
        if let Some(end) = run.step(atlas, analyst, Wish::GoOn).unwrap() {
            return (end, run.trouble().map(String::from));
        }
        run.wait(analyst);
    }
}

#[test]
fn wins_draws_and_losses_are_those_of_the_search_that_counts() {
    let (mut atlas, root) = project(3);
    let wdl = Wdl::new(310, 600, 90);
    let short = Finding {
        nodes: 100,
        wdl,
        ..finding("an engine", Score::points(12), vec![0])
    };
    atlas.import(root, &short).unwrap();
    assert_eq!(atlas.query().position(root).wdl, wdl);
    let longer = Finding {
        nodes: 1000,
        wdl: None,
        ..short
    };
    atlas.import(root, &longer).unwrap();
    assert_eq!(atlas.query().position(root).wdl, None);
}

#[test]
fn a_claimed_win_is_asked_about() {
    let (mut atlas, root) = project(3);
    let claim = finding("a file", Score::win_in(5), Vec::new());
    atlas.import(root, &claim).unwrap();
    assert_eq!(atlas.graph().value(root), Some(Score::win_in(5).raw()));
    assert!(atlas.graph().penalty(root).is_some(), "it is not final");
    let (end, _) = run(&mut atlas, &mut Oracle::default(), 40);
    assert_eq!(end, End::Limit);
    let value = atlas.graph().value(root).map(Score::from_raw);
    assert!(value.is_some_and(|value| !value.is_decided()), "{value:?}");
}

#[test]
fn a_false_win_of_an_engine_is_withdrawn() {
    let (mut atlas, root) = project(3);
    let claim = Finding {
        nodes: 100,
        ..finding("a liar", Score::win_in(3), vec![0])
    };
    atlas.import(root, &claim).unwrap();
    let rows = atlas.query().stats();
    assert_eq!(rows.decided, 0);
    let (end, _) = run(&mut atlas, &mut Oracle::default(), 60);
    assert_eq!(end, End::Limit);
    let value = atlas.graph().value(root).map(Score::from_raw);
    assert!(value.is_some_and(|value| !value.is_decided()), "{value:?}");
}

/// A position from which a move wins at once, on the way of some random walk.
fn before_a_win() -> (Place, u8) {
    let start = Place::start(1 << 20, 5);
    for walk in 0..100_000_u64 {
        let mut position = start.clone();
        for step in 0..30 {
            let moves: Vec<u8> = position.moves().collect();
            let wins = |m: &u8| matches!(position.after(*m).outcome(), Some(Outcome::Win(_)));
            if let Some(m) = moves.iter().copied().find(wins) {
                return (position, m);
            }
            let place = gametree::rng::mix(walk * 31 + step) as usize % moves.len();
            position.play(moves[place]);
            if position.outcome().is_some() {
                break;
            }
        }
    }
    panic!("no win is near");
}

fn win_at(position: &Place) -> Score {
    if position.second {
        Score::loss_in(1)
    } else {
        Score::win_in(1)
    }
}

#[test]
fn a_win_that_a_line_shows_is_final() {
    let (position, m) = before_a_win();
    let mut atlas: Project = Atlas::open(MemoryStore::default()).unwrap();
    let root = atlas.add_root(&position).unwrap();
    let claim = finding("an engine", win_at(&position), vec![m]);
    atlas.import(root, &claim).unwrap();
    assert_eq!(atlas.graph().penalty(root), None, "nothing is left to ask");
    assert_eq!(atlas.query().stats().decided, 2, "the end, and before it");
    let state = atlas.query().moves(root).rows[0].state;
    assert_eq!(state, MoveState::Ended, "the line is in the graph");
    let (end, _) = run(&mut atlas, &mut Oracle::default(), 10);
    assert_eq!(end, End::Nothing);
}

#[test]
fn distrust_asks_again_and_can_be_undone() {
    let (mut atlas, root) = project(3);
    let position = atlas.position(root).unwrap();
    let m = position.moves().next().unwrap();
    let child = atlas
        .add_move(root, m, gametree_atlas::fact::Origin::User)
        .unwrap();
    let claim = Finding {
        nodes: 1_000_000,
        ..finding("a liar", Score::win_in(4), Vec::new())
    };
    atlas.import(child, &claim).unwrap();
    let before = (atlas.graph().fingerprint(), atlas.graph().penalty(child));
    atlas.steer(Order::Distrust { source: 0 }).unwrap();
    assert_eq!(atlas.graph().penalty(child), Some(0), "it is asked next");
    atlas.steer(Order::Trust { source: 0 }).unwrap();
    let after = (atlas.graph().fingerprint(), atlas.graph().penalty(child));
    assert_eq!(after, before);
    assert!(!atlas.query().stats().sources[0].distrusted);
    atlas.steer(Order::Distrust { source: 0 }).unwrap();
    run(&mut atlas, &mut Oracle::default(), 30);
    let value = atlas.graph().value(child).map(Score::from_raw);
    assert!(value.is_some_and(|value| !value.is_decided()), "{value:?}");
}

/// Has no result for any task.
struct Useless {
    attempts: u32,
    asked: Vec<u64>,
}

impl Analyst<Place> for Useless {
    fn ask(&mut self, question: Question<Place>) {
        self.asked.push(question.ticket);
    }

    fn answer(&mut self, _: Duration) -> Option<Answer<u8>> {
        let error = AnalysisError {
            what: "its best move is not legal".into(),
            attempts: self.attempts,
        };
        Some(Answer {
            ticket: self.asked.pop()?,
            outcome: Err(error),
            elapsed: Duration::ZERO,
        })
    }

    fn give_up(&mut self) {
        self.asked.clear();
    }

    fn workers(&self) -> Vec<Worker> {
        Vec::new()
    }

    fn sources(&self) -> Vec<Arc<Source>> {
        Vec::new()
    }
}

#[test]
fn a_run_in_which_everything_fails_says_so() {
    let (mut atlas, _) = project(3);
    let mut useless = Useless {
        attempts: 3,
        asked: Vec::new(),
    };
    let (end, trouble) = run(&mut atlas, &mut useless, 10);
    assert_eq!(end, End::Failed);
    assert_eq!(trouble.as_deref(), Some("its best move is not legal"));
    assert_eq!(atlas.query().stats().parked, 1);
}

#[test]
fn when_no_engine_is_left_nothing_is_parked_and_the_run_ends() {
    let (mut atlas, _) = project(3);
    run(&mut atlas, &mut Oracle::default(), 20);
    let mut deserted = Useless {
        attempts: 0,
        asked: Vec::new(),
    };
    let (end, trouble) = run(&mut atlas, &mut deserted, 10);
    assert_eq!(end, End::Failed);
    assert!(trouble.is_some());
    assert_eq!(atlas.query().stats().parked, 0);
    let open = atlas.graph().open().len();
    assert!(open > 0, "the questions stay open");
    assert_eq!(run(&mut atlas, &mut Oracle::default(), 20).0, End::Limit);
}

#[test]
fn node_counts_do_not_wrap() {
    let (mut atlas, _) = project(3);
    run(&mut atlas, &mut Boaster::default(), 3);
    assert_eq!(atlas.graph().engine_nodes(), u64::MAX);
}

/// Says that it has searched everything there is.
#[derive(Default)]
struct Boaster(Oracle);

impl Analyst<Place> for Boaster {
    fn ask(&mut self, question: Question<Place>) {
        self.0.ask(question);
    }

    fn answer(&mut self, patience: Duration) -> Option<Answer<u8>> {
        let mut answer = self.0.answer(patience)?;
        if let Ok(finding) = &mut answer.outcome {
            finding.nodes = u64::MAX;
        }
        Some(answer)
    }

    fn give_up(&mut self) {
        self.0.give_up();
    }

    fn workers(&self) -> Vec<Worker> {
        Vec::new()
    }

    fn sources(&self) -> Vec<Arc<Source>> {
        Vec::new()
    }
}

/// A result of this many nodes.
fn searched(nodes: u64, value: i32, line: Vec<u8>) -> Finding<u8> {
    Finding {
        nodes,
        ..finding("an engine", Score::points(value), line)
    }
}

/// A long search prefers another move: a short one that thinks more of this move does not make it
/// the best, though both show the same value then.
#[test]
fn a_move_that_a_longer_search_bounds_is_not_the_best() {
    let (mut atlas, root) = project(3);
    atlas.add_move(root, 1, Origin::User).unwrap();
    let child = atlas.add_move(root, 0, Origin::User).unwrap();
    atlas.import(root, &searched(1000, 30, vec![1])).unwrap();
    atlas.import(child, &searched(100, 80, Vec::new())).unwrap();
    let query = atlas.query();
    let rows = query.moves(root).rows;
    assert!(rows.iter().all(|row| row.value == Some(Score::points(30))));
    assert_eq!(query.best(root), Some(1));
}
