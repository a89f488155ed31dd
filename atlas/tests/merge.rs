//! Projects into projects.

use crate::grown;
use crate::world;

use gametree::Game;
use gametree_atlas::Atlas;
use gametree_atlas::fact::{Fact, Found, NodeId, Order, Origin, Rule, Scope};
use gametree_atlas::graph::{Graph, InconsistentFact};
use gametree_atlas::merge::Carried;
use gametree_atlas::settings::Settings;
use gametree_atlas::store::MemoryStore;
use gametree_atlas::walk::Cut;
use grown::{Project, further, project, several};
use world::Place;

/// The values of one project are those of another, wherever both know a position.
fn same_values(one: &Project, other: &Project, start: NodeId) {
    let (a, b) = (one.query(), other.query());
    for node in one.graph().reachable(start) {
        let known = a.position(node);
        let there = other
            .graph()
            .find(known.key)
            .expect("the position is there");
        assert_eq!(known.value, b.position(there).value);
        assert_eq!(a.best(node), b.best(there));
    }
}

fn reopened(atlas: &mut Project) -> Project {
    atlas.commit().unwrap();
    Atlas::open(atlas.store().clone()).unwrap()
}

#[test]
fn a_merge_into_nothing_is_a_copy() {
    for atlas in several() {
        let mut copy: Project = Atlas::open(MemoryStore::default()).unwrap();
        copy.set(atlas.graph().settings().clone()).unwrap();
        let carried = copy.merge(&atlas).unwrap();
        assert_eq!(carried.positions, atlas.graph().len());
        assert_eq!(carried.moves, atlas.graph().moves());
        assert_eq!(carried.evaluations as u64, atlas.graph().evaluations());
        assert!(
            copy.graph().open().is_empty(),
            "open questions are not taken"
        );
        same_values(&atlas, &copy, 0);
        assert_eq!(
            reopened(&mut copy).graph().fingerprint(),
            copy.graph().fingerprint()
        );
    }
}

/// Two projects of one world, from different places.
fn pair(seed: u32, size: u32) -> (Project, Project) {
    let start = Place::start(size, seed);
    let mut other = project(&start.after(0).after(1), 150);
    other
        .set(Settings {
            nodes: 250,
            ..other.graph().settings().clone()
        })
        .unwrap();
    further(&mut other, 150);
    (project(&start, 300), other)
}

#[test]
fn merging_twice_adds_nothing_and_merging_back_and_forth_ends() {
    for (seed, size) in [(1, 40), (2, 500), (3, 5000)] {
        let (mut a, mut b) = pair(seed, size);
        assert!(a.merge(&b).unwrap().evaluations > 0);
        let fingerprint = a.graph().fingerprint();
        assert_eq!(a.merge(&b).unwrap(), Carried::default());
        assert_eq!(a.graph().fingerprint(), fingerprint);
        b.merge(&a).unwrap();
        assert_eq!(a.merge(&b).unwrap(), Carried::default());
        assert_eq!(b.merge(&a).unwrap(), Carried::default());
        assert_eq!(reopened(&mut a).graph().fingerprint(), fingerprint);
    }
}

#[test]
fn the_longer_search_counts_and_both_stay() {
    for (seed, size) in [(1, 40), (2, 500), (3, 5000)] {
        let (mut a, b) = pair(seed, size);
        let before: Vec<_> = (0..a.graph().len() as NodeId)
            .map(|node| a.query().position(node))
            .collect();
        let carried = a.merge(&b).unwrap();
        assert!(size > 40 || carried.restated > 0);
        for there in 0..b.graph().len() as NodeId {
            let theirs = b.query().position(there);
            let here = a.graph().find(theirs.key).unwrap();
            let now = a.query().position(here);
            let ours = before
                .get(here as usize)
                .filter(|ours| ours.source.is_some());
            let most = ours.map_or(0, |ours| ours.nodes).max(theirs.nodes);
            assert_eq!(now.nodes, most);
            if let Some(ours) = ours.filter(|ours| ours.nodes == most) {
                assert_eq!(now.direct, ours.direct);
            } else {
                assert_eq!(now.direct, theirs.direct);
            }
        }
        let wholes = |atlas: &mut Project| {
            atlas.commit().unwrap();
            let facts = atlas.store().facts().iter();
            facts
                .filter(|fact| matches!(fact, Fact::Found(found) if found.scope == Scope::Whole))
                .count()
        };
        let mut b = b;
        assert!(wholes(&mut a) >= wholes(&mut b));
    }
}

/// The facts of one project behind those of another, numbers translated through identities: no
/// cleverness.
fn concatenated(a: &mut Project, b: &mut Project) -> Graph {
    a.commit().unwrap();
    b.commit().unwrap();
    let mut graph = Graph::from_facts(a.store().facts().iter().cloned()).unwrap();
    let sources = a.graph().sources().len() as u16;
    for fact in b.store().facts() {
        let here = |graph: &Graph, there| graph.find(b.query().position(there).key).unwrap();
        let translated = match fact.clone() {
            Fact::Move {
                from,
                code,
                to,
                traits,
                by,
            } => Fact::Move {
                from: here(&graph, from),
                code,
                to,
                traits,
                by,
            },
            Fact::Found(found) => Fact::Found(Found {
                ticket: None,
                node: here(&graph, found.node),
                source: found.source + sources,
                ..found
            }),
            fact @ (Fact::Root { .. } | Fact::Source { .. }) => fact,
            _ => continue,
        };
        match graph.apply(&translated) {
            Ok(()) | Err(InconsistentFact::Twice(..)) => {}
            Err(other) => panic!("{other}"),
        }
    }
    graph
}

#[test]
fn where_all_of_theirs_is_longer_a_merge_is_their_facts_after_ours() {
    for (seed, size) in [(1, 40), (2, 500), (3, 5000)] {
        let start = Place::start(size, seed);
        let mut a = project(&start, 60);
        let mut b: Project = Atlas::open(MemoryStore::default()).unwrap();
        b.set(Settings {
            nodes: 100_000,
            ..Settings::default()
        })
        .unwrap();
        b.add_root(&start).unwrap();
        further(&mut b, 100);
        let oracle = concatenated(&mut a, &mut b);
        let carried = a.merge(&b).unwrap();
        assert_eq!((carried.restated, carried.roots), (0, 0));
        assert_eq!(a.graph().len(), oracle.len());
        for node in 0..oracle.len() as NodeId {
            assert_eq!(a.graph().value(node), oracle.value(node));
        }
    }
}

#[test]
fn a_project_that_went_on_supersedes_its_own_past() {
    for seed in 1..6 {
        let mut past = project(&Place::start(400, seed), 200);
        past.commit().unwrap();
        let mut later: Project = Atlas::open(past.store().clone()).unwrap();
        further(&mut later, 300);
        let carried = past.merge(&later).unwrap();
        assert_eq!(carried.restated, 0);
        same_values(&later, &past, 0);
    }
}

#[test]
fn what_the_user_said_comes_along() {
    let (mut a, mut b) = pair(3, 5000);
    let row = b.query().moves(0).rows[0].clone();
    let legal = b.position(row.node).unwrap().moves().next().unwrap();
    b.add_move(row.node, legal, Origin::User).unwrap();
    b.steer(Order::Note {
        node: 0,
        text: "theirs".into(),
    })
    .unwrap();
    b.steer(Order::Watch {
        node: 0,
        rule: Some(Rule::BestChanges),
    })
    .unwrap();
    b.steer(Order::Exclude {
        node: 0,
        code: row.code,
        on: true,
    })
    .unwrap();
    a.merge(&b).unwrap();
    let key = b.query().position(0).key;
    let here = a.graph().find(key).unwrap();
    let mark = a.graph().marks()[&here].clone();
    assert_eq!(
        (mark.note.as_str(), mark.watches),
        ("theirs", vec![Rule::BestChanges])
    );
    let rows = a.query().moves(here).rows;
    let excluded = rows.iter().find(|found| found.code == row.code).unwrap();
    assert_eq!(excluded.state.word(), "excluded");
    let users = a.query().moves(excluded.node).rows;
    assert!(
        users
            .iter()
            .any(|row| row.code == u32::from(legal) && row.origin == Origin::User)
    );
    a.steer(Order::Note {
        node: here,
        text: "ours".into(),
    })
    .unwrap();
    assert_eq!(a.merge(&b).unwrap().marks, 1);
    assert_eq!(a.query().note(here), "ours\ntheirs");
    assert_eq!(a.merge(&b).unwrap(), Carried::default());
}

#[test]
fn records_of_games_come_along_once_and_are_replaced_by_number() {
    let (mut a, mut b) = pair(3, 500);
    let record = |number: u32, text: &str| Order::Game {
        number,
        node: 0,
        text: text.into(),
    };
    assert!(b.steer(record(1, "a gap")).is_err());
    b.steer(record(0, "first")).unwrap();
    b.steer(record(1, "second")).unwrap();
    b.steer(record(0, "first, and a move")).unwrap();
    let texts = |atlas: &Project| -> Vec<String> {
        let games = atlas.graph().games().iter();
        games.map(|game| game.text.clone()).collect()
    };
    assert_eq!(texts(&b), ["first, and a move", "second"]);
    a.merge(&b).unwrap();
    assert_eq!(texts(&a), texts(&b));
    assert_eq!(a.merge(&b).unwrap(), Carried::default());
}

#[test]
fn another_game_is_refused_before_anything_changes() {
    let mut a = project(&Place::start(50, 1), 50);
    let fingerprint = a.graph().fingerprint();
    let mut facts = project(&Place::start(50, 1), 50);
    facts.commit().unwrap();
    let twisted = facts.store().facts().iter().cloned().map(|mut fact| {
        if let Fact::Move { to, .. } = &mut fact {
            to.key ^= 1;
        }
        fact
    });
    let mut store = MemoryStore::default();
    let twisted: Vec<Fact> = twisted.collect();
    gametree_atlas::store::Store::append(&mut store, &twisted).unwrap();
    let other: Project = Atlas::open(store).unwrap();
    assert!(a.merge(&other).is_err());
    assert_eq!(a.graph().fingerprint(), fingerprint);
}

#[test]
fn a_part_has_the_values_of_the_whole() {
    for atlas in several() {
        for node in [0, 1, 5, 20] {
            let node = node.min(atlas.graph().len() as NodeId - 1);
            let part = atlas.extract(node, None, MemoryStore::default()).unwrap();
            assert_eq!(part.graph().len(), atlas.graph().reachable(node).len());
            assert_eq!(part.graph().roots().len(), 1);
            assert_eq!(part.query().value(0), atlas.query().value(node));
            same_values(&part, &atlas, 0);
            assert_eq!(part.uncommitted(), 0);
        }
    }
}

#[test]
fn a_cut_part_is_smaller_and_can_be_grown() {
    let atlas = project(&Place::start(5000, 3), 300);
    let cut = Cut {
        depth: 2,
        ..Cut::NOTHING
    };
    let mut part = atlas.extract(0, Some(cut), MemoryStore::default()).unwrap();
    assert!(part.graph().len() < atlas.graph().len());
    assert_eq!(part.query().stats().depth(), 2);
    for node in 0..part.graph().len() as NodeId {
        let known = part.query().position(node);
        let there = atlas
            .query()
            .position(atlas.graph().find(known.key).unwrap());
        assert_eq!((known.direct, known.nodes), (there.direct, there.nodes));
    }
    further(&mut part, 50);
    assert_eq!(
        reopened(&mut part).graph().fingerprint(),
        part.graph().fingerprint()
    );
    assert!(
        part.extract(0, None, part.store().clone()).is_err(),
        "the store is not empty"
    );
}
