//! Which tasks are given out: shares, limits, what is in progress and what failed.

use crate::world;

use std::collections::BTreeSet;
use std::time::Duration;

use gametree::{AnalysisError, Analyst, Answer};
use gametree_atlas::Atlas;
use gametree_atlas::fact::{Fact, NodeId, Order, Origin, Scope};
use gametree_atlas::graph::Open;
use gametree_atlas::select::Action;
use gametree_atlas::settings::Settings;
use gametree_atlas::store::{Store, StoreError};
use world::{Oracle, Place};

/// A store that keeps nothing.
struct Void;

impl Store for Void {
    fn append(&mut self, _: &[Fact]) -> Result<(), StoreError> {
        Ok(())
    }

    fn replay(&self, _: &mut dyn FnMut(Fact) -> Result<(), StoreError>) -> Result<(), StoreError> {
        Ok(())
    }
}

fn project(seed: u32, settings: Settings) -> Atlas<Place, Void> {
    let mut atlas = Atlas::open(Void).unwrap();
    atlas
        .set(Settings {
            nodes: 100,
            ..settings
        })
        .unwrap();
    atlas.add_root(&Place::start(50_000, seed)).unwrap();
    atlas
}

/// Gives out and completes this many tasks; `before` sees the project before each.
fn grow(atlas: &mut Atlas<Place, Void>, count: usize, mut before: impl FnMut(&Atlas<Place, Void>)) {
    let mut oracle = Oracle::default();
    for _ in 0..count {
        before(atlas);
        let Some(question) = atlas.ask().unwrap() else {
            return;
        };
        oracle.ask(question);
        atlas
            .answer(&oracle.answer(Duration::ZERO).unwrap())
            .unwrap();
    }
}

#[test]
fn boosts_get_their_percentage_of_the_questions_exactly() {
    let mut atlas = project(1, Settings::default());
    grow(&mut atlas, 60, |_| {});
    let (first, second): (NodeId, NodeId) = (1, 2);
    atlas
        .steer(Order::Boost {
            node: first,
            percent: 30,
        })
        .unwrap();
    atlas
        .steer(Order::Boost {
            node: second,
            percent: 7,
        })
        .unwrap();
    let mut counts = [0; 2];
    grow(&mut atlas, 300, |atlas| {
        let start = atlas.graph().select().unwrap().start;
        counts[0] += u32::from(start == first);
        counts[1] += u32::from(start == second);
    });
    assert_eq!(counts, [90, 21]);
    let too_much = atlas.steer(Order::Boost {
        node: 3,
        percent: 64,
    });
    assert!(too_much.is_err());
    assert_eq!(atlas.graph().boosts(), [(first, 30), (second, 7)]);
}

#[test]
fn nothing_in_work_is_asked_twice() {
    let mut atlas = project(2, Settings::default());
    grow(&mut atlas, 100, |_| {});
    while atlas.graph().open().len() < 60 && atlas.ask().unwrap().is_some() {}
    // A position and its rest are two tasks.
    let task = |open: &Open| (open.node, open.scope == Scope::Rest);
    let tasks: BTreeSet<(NodeId, bool)> = atlas.graph().open().iter().map(task).collect();
    assert_eq!(tasks.len(), 60);
}

#[test]
fn parked_positions_are_not_asked_until_they_are_taken_up_again() {
    let mut atlas = project(3, Settings::default());
    grow(&mut atlas, 50, |_| {});
    let question = atlas.ask().unwrap().unwrap();
    let parked = atlas.graph().open()[0].node;
    let trouble = AnalysisError {
        what: "it crashed".into(),
        attempts: 3,
    };
    let answer = Answer {
        ticket: question.ticket,
        outcome: Err(trouble),
        elapsed: Duration::ZERO,
    };
    atlas.answer(&answer).unwrap();
    assert_eq!(atlas.graph().marks()[&parked].parked, "it crashed");
    grow(&mut atlas, 300, |atlas| {
        assert_ne!(atlas.graph().select().unwrap().node, parked)
    });
    atlas
        .steer(Order::Boost {
            node: parked,
            percent: 100,
        })
        .unwrap();
    let elsewhere = atlas.graph().select().unwrap();
    assert_ne!(elsewhere.node, parked);
    atlas.steer(Order::Unpark { node: parked }).unwrap();
    assert_eq!(atlas.graph().select().unwrap().node, parked);
}

#[test]
fn excluded_moves_are_not_chosen() {
    let mut atlas = project(4, Settings::default());
    grow(&mut atlas, 40, |_| {});
    let code = atlas.graph().select().unwrap().path[0];
    atlas
        .steer(Order::Exclude {
            node: 0,
            code,
            on: true,
        })
        .unwrap();
    let mut seen = 0;
    grow(&mut atlas, 200, |atlas| {
        let step = atlas.graph().select().unwrap();
        assert_ne!(step.path.first(), Some(&code));
        seen += 1;
    });
    assert_eq!(seen, 200);
}

#[test]
fn engines_keep_to_the_number_of_alternatives_and_users_do_not_use_it_up() {
    let mut atlas = project(
        5,
        Settings {
            alternatives: Some(2),
            lines: 1,
            ..Settings::default()
        },
    );
    for m in 0..2 {
        atlas.add_move(0, m, Origin::User).unwrap();
    }
    let added = |atlas: &Atlas<Place, Void>, node: NodeId| {
        atlas
            .graph()
            .ways(node)
            .filter(|&(_, _, by_user, excluded)| !by_user && !excluded)
            .count()
    };
    let (mut adds, mut beside_the_user) = (0, 0);
    grow(&mut atlas, 500, |atlas| {
        let Some(step) = atlas.graph().select() else {
            return;
        };
        if let Action::Add(_) = step.action {
            assert!(added(atlas, step.node) < 2);
            adds += 1;
            beside_the_user += usize::from(step.node == 0);
        }
    });
    assert!(adds > 50 && beside_the_user > 0, "{adds} {beside_the_user}");
}
