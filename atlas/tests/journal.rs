//! The journal says what the facts say, in little room; snapshots say what the whole story says.

use crate::grown;
use crate::world;

use gametree_atlas::Atlas;
use gametree_atlas::changes::Moment;
use gametree_atlas::fact::{Fact, NodeId, Order, Origin, Rule};
use gametree_atlas::graph::Graph;
use gametree_atlas::journal::{Journal, Minute};
use gametree_atlas::query::{MoveRow, MoveState, Query};
use gametree_atlas::settings::Settings;
use gametree_atlas::store::{MemoryStore, Store};
use grown::{Project, further, project};
use world::Place;

/// A project with a journal since it was empty.
fn kept(size: u32, seed: u32, evaluations: u64) -> Project {
    let mut atlas: Project = Atlas::open(MemoryStore::default()).unwrap();
    atlas.keep(Journal::begin(atlas.graph(), atlas.facts()));
    atlas
        .set(Settings {
            nodes: 100,
            ..Settings::default()
        })
        .unwrap();
    atlas.add_root(&Place::start(size, seed)).unwrap();
    further(&mut atlas, evaluations);
    atlas
}

#[test]
fn what_is_heard_is_what_is_told() {
    for (size, seed) in [(6, 4), (20, 1), (300, 2), (5000, 3), (100_000, 5)] {
        let mut atlas = kept(size, seed, 150);
        let row = atlas.query().moves(0).rows[0].clone();
        atlas
            .steer(Order::Exclude {
                node: 0,
                code: row.code,
                on: true,
            })
            .unwrap();
        let last = |atlas: &Project| {
            atlas
                .journal()
                .unwrap()
                .of(0)
                .unwrap()
                .points()
                .last()
                .cloned()
                .unwrap()
        };
        assert!(
            last(&atlas).moves.iter().all(|&(code, _)| code != row.code),
            "at once"
        );
        let moves = atlas.position(0).unwrap();
        for m in gametree::Game::moves(&moves) {
            atlas.add_move(0, m, Origin::User).unwrap();
        }
        further(&mut atlas, 150);
        let journal = atlas.journal().unwrap();
        assert_eq!(*journal, atlas.told().unwrap(), "size {size}");
        assert_eq!(journal.heard().0, atlas.facts());
        assert_eq!(atlas.facts(), atlas.store().facts().len() as u64);
        let reopened: Project = Atlas::open(atlas.store().clone()).unwrap();
        assert_eq!(*journal, reopened.told().unwrap());
    }
}

#[test]
fn points_are_few_and_true() {
    let mut long = 0;
    for seed in 1..6 {
        let mut atlas = kept(300 * seed, seed, 1500);
        let code = atlas.query().moves(0).rows[0].code;
        for time in 0..400 * u64::from(seed) {
            atlas
                .steer(Order::Exclude {
                    node: 0,
                    code,
                    on: time.is_multiple_of(2),
                })
                .unwrap();
        }
        atlas.commit().unwrap();
        let facts = atlas.store().facts();
        let series = atlas.journal().unwrap().of(0).unwrap();
        let points: Vec<_> = series.points().collect();
        assert!(points.len() <= 500 && points.len() as u64 <= series.changes());
        assert!(points.is_sorted_by(|a, b| a.facts < b.facts));
        if series.changes() > 500 {
            long += 1;
            assert!(
                points.len() > 240,
                "{} of {}",
                points.len(),
                series.changes()
            );
        }
        for point in points.iter().step_by(23).chain(points.last()) {
            let then = Graph::from_facts(facts[..point.facts as usize].iter().cloned()).unwrap();
            let query = Query::new(&then);
            assert_eq!((point.value, point.best), (query.value(0), query.best(0)));
            let counted = |row: &MoveRow| row.state != MoveState::Excluded;
            let top = query.moves(0).rows.into_iter().filter(counted).take(5);
            assert_eq!(
                point.moves,
                top.map(|row| (row.code, row.value)).collect::<Vec<_>>()
            );
        }
        let now = (atlas.query().value(0), atlas.query().best(0));
        assert_eq!(
            points.last().map(|point| (point.value, point.best)),
            Some(now)
        );
    }
    assert!(long > 2, "nothing was left out");
}

#[test]
fn a_coarse_look_back_ends_where_the_fine_one_does() {
    let atlas = kept(5000, 7, 400);
    let (fine, coarse) = (atlas.told().unwrap(), atlas.told_every(40).unwrap());
    let last = |journal: &Journal| {
        let point = journal.of(0).unwrap().points().last().cloned().unwrap();
        (point.value, point.best, point.moves)
    };
    assert_eq!(last(&fine), last(&coarse));
    assert!(coarse.of(0).unwrap().changes() <= fine.of(0).unwrap().changes());
    assert!(
        coarse.minutes().eq(fine.minutes()),
        "every answer is counted"
    );
}

#[test]
fn the_users_watches_are_followed() {
    let mut atlas = kept(5000, 7, 100);
    let watch = |node, rule| Order::Watch { node, rule };
    let followed = |atlas: &Project| -> Vec<NodeId> {
        atlas
            .journal()
            .unwrap()
            .series()
            .iter()
            .map(|series| series.node)
            .collect()
    };
    atlas.steer(watch(3, Some(Rule::BestChanges))).unwrap();
    atlas.steer(watch(3, Some(Rule::Moves(20)))).unwrap();
    assert_eq!(followed(&atlas), [0, 3]);
    assert_eq!(atlas.journal().unwrap().of(3).unwrap().points().count(), 1);
    assert_eq!(atlas.told().unwrap().series().len(), 2);
    atlas.steer(watch(3, None)).unwrap();
    atlas.steer(watch(0, None)).unwrap();
    assert_eq!(followed(&atlas), [0]);
    atlas.journal_mut().unwrap().follow(5);
    let second = Place {
        at: 17,
        ..Place::start(5000, 7)
    };
    let root = atlas.add_root(&second).unwrap();
    assert_eq!(followed(&atlas), [0, 5, root]);
}

/// The facts of a grown project, with a result every few seconds.
fn dated(pause: u64) -> (Project, Vec<Fact>) {
    let mut atlas = project(&Place::start(5000, 3), 500);
    atlas.commit().unwrap();
    let mut facts = atlas.store().facts().to_vec();
    let mut at = 1_000_000_007;
    for fact in &mut facts {
        if let Fact::Found(found) = fact {
            found.at = at;
            at += pause;
        }
    }
    let mut store = MemoryStore::default();
    store.append(&facts).unwrap();
    (Atlas::open(store).unwrap(), facts)
}

#[test]
fn minutes_add_up() {
    let (atlas, facts) = dated(13);
    let journal = atlas.told().unwrap();
    let sum = |get: fn(&Minute) -> u64| journal.minutes().map(get).sum::<u64>();
    assert_eq!(sum(|minute| minute.answers), atlas.graph().evaluations());
    assert_eq!(sum(|minute| minute.nodes), atlas.graph().engine_nodes());
    let last = facts
        .iter()
        .rposition(|fact| matches!(fact, Fact::Found(_)))
        .unwrap();
    let then = Graph::from_facts(facts[..=last].iter().cloned()).unwrap();
    assert_eq!(sum(|minute| minute.positions), then.len() as u64);
    for minute in journal.minutes() {
        let inside =
            |fact: &&Fact| matches!(fact, Fact::Found(found) if found.at / 60 == minute.at / 60);
        assert_eq!(minute.answers, facts.iter().filter(inside).count() as u64);
    }
}

#[test]
fn a_day_is_kept() {
    let (atlas, facts) = dated(400);
    let journal = atlas.told().unwrap();
    let times: Vec<u64> = facts
        .iter()
        .filter_map(|fact| match fact {
            Fact::Found(found) => Some(found.at / 60),
            _ => None,
        })
        .collect();
    let last = *times.last().unwrap();
    let wanted = times.iter().filter(|&&minute| minute + 1440 > last).count();
    assert!(wanted < times.len(), "more than a day");
    assert_eq!(journal.minutes().len(), wanted);
    assert!(journal.minutes().len() <= 1440);
}

#[test]
fn snapshots_say_what_the_whole_story_says() {
    let (mut moved, mut fired) = (0, 0);
    for (size, seed) in [(20, 1), (300, 2), (5000, 3)] {
        let mut atlas = project(&Place::start(size, seed), 200);
        atlas
            .steer(Order::Watch {
                node: 0,
                rule: Some(Rule::Moves(1)),
            })
            .unwrap();
        atlas
            .steer(Order::Watch {
                node: 1,
                rule: Some(Rule::BestChanges),
            })
            .unwrap();
        let seen = atlas.snapshot();
        assert_eq!(atlas.changes_against(&seen, 9).unwrap().moved, []);
        further(&mut atlas, 300);
        let told = atlas.changes(Moment::Fact(seen.facts()), 9).unwrap();
        moved += told.moved.len();
        fired += told.fired.len();
        assert_eq!(atlas.changes_against(&seen, 9).unwrap(), told);
        for count in [0, 1, 50, 333] {
            let moment = Moment::Fact(count);
            let then = atlas.snapshot_at(moment).unwrap();
            assert_eq!(then.facts(), count);
            assert_eq!(
                atlas.changes_against(&then, 50).unwrap(),
                atlas.changes(moment, 50).unwrap()
            );
        }
    }
    assert!(moved > 9 && fired > 0, "{moved} {fired}");
}
