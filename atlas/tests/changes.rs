//! What changed, and when.

use crate::grown;
use crate::world;

use gametree_atlas::Atlas;
use gametree_atlas::changes::Moment;
use gametree_atlas::fact::{Fact, Order, Rule};
use gametree_atlas::graph::Graph;
use gametree_atlas::query::Query;
use gametree_atlas::store::{MemoryStore, Store};
use grown::{Project, project};
use world::Place;

/// A project whose n-th fact came in second n.
fn dated(size: u32, seed: u32) -> (Project, Vec<Fact>) {
    let mut atlas = project(&Place::start(size, seed), 250);
    atlas.commit().unwrap();
    let mut facts = atlas.store().facts().to_vec();
    for (second, fact) in facts.iter_mut().enumerate() {
        if let Fact::Found(found) = fact {
            found.at = second as u64;
            found.millis = 500;
        }
    }
    let mut store = MemoryStore::default();
    store.append(&facts).unwrap();
    (Atlas::open(store).unwrap(), facts)
}

fn prefix(facts: &[Fact], count: usize) -> Graph {
    Graph::from_facts(facts[..count].iter().cloned()).unwrap()
}

fn is_move(fact: &Fact) -> bool {
    matches!(fact, Fact::Move { .. })
}

#[test]
fn the_past_is_the_graph_of_the_facts_before() {
    let (atlas, facts) = dated(300, 1);
    for count in [1, 2, 10, 100, 333, facts.len()] {
        let then = atlas.graph_at(Moment::Fact(count as u64)).unwrap();
        assert_eq!(then.fingerprint(), prefix(&facts, count).fingerprint());
    }
    let found = |fact: &Fact| matches!(fact, Fact::Found(found) if found.at > 200);
    let count = facts.iter().position(found).unwrap();
    // The moves that a result reports come right before it: they are of its time.
    let reported = facts[..count].iter().rev().take_while(|fact| is_move(fact));
    let count = count - reported.count();
    let then = atlas.graph_at(Moment::At(200)).unwrap();
    assert_eq!(then.fingerprint(), prefix(&facts, count).fingerprint());
}

#[test]
fn changes_compare_then_and_now() {
    let (atlas, facts) = dated(5000, 3);
    let count = 120;
    let then = prefix(&facts, count);
    let changes = atlas.changes(Moment::Fact(count as u64), 5).unwrap();
    assert_eq!(
        (changes.facts_before, changes.facts),
        (count as u64, (facts.len() - count) as u64)
    );
    assert_eq!(changes.positions, atlas.graph().len() - then.len());
    assert_eq!(
        changes.evaluations,
        atlas.graph().evaluations() - then.evaluations()
    );
    let root = &changes.roots[0];
    let (before, now) = (Query::new(&then), atlas.query());
    assert_eq!((root.before, root.now), (before.value(0), now.value(0)));
    assert_eq!(
        (root.best_before, root.best_now),
        (before.best(0), now.best(0))
    );
    assert!(!changes.moved.is_empty() && changes.moved.len() <= 5);
    for change in &changes.moved {
        assert!(change.before != change.now || change.best_before != change.best_now);
        let words: Vec<String> = change.path.iter().map(u32::to_string).collect();
        assert_eq!(
            atlas.resolve_moves(change.root, &words.join(" ")).unwrap(),
            change.node
        );
    }
    let nothing = atlas.changes(Moment::At(u64::MAX), 5).unwrap();
    assert_eq!((nothing.facts, nothing.moved.len()), (0, 0));
}

/// Every change has one cause, the way to the cause is a way of changes, and the newest is first.
#[test]
fn changes_are_grouped_by_what_caused_them() {
    for seed in [3, 5, 8] {
        let (atlas, facts) = dated(5000, seed);
        let count = facts.len() / 2;
        let then = prefix(&facts, count);
        let before = Query::new(&then);
        let known = |node: u32| ((node as usize) < then.len()).then(|| before.value(node));
        let changes = atlas.changes(Moment::Fact(count as u64), 50).unwrap();
        assert!(!changes.causes.is_empty());
        let mut nodes: Vec<u32> = Vec::new();
        for cause in &changes.causes {
            let origin = &cause.origin;
            assert_ne!(known(origin.node).flatten(), origin.now);
            nodes.extend(cause.carried.iter().map(|change| change.node));
            let words: Vec<String> = origin.path.iter().map(u32::to_string).collect();
            let found = atlas.resolve_moves(origin.root, &words.join(" ")).unwrap();
            assert_eq!(found, origin.node);
            let about_origin = |fact: &Fact| match fact {
                Fact::Found(found) if found.node == origin.node => Some(found.at),
                _ => None,
            };
            let last = facts[count..].iter().rev().find_map(about_origin);
            assert_eq!(cause.at, last);
        }
        assert!(
            changes
                .causes
                .is_sorted_by_key(|cause| std::cmp::Reverse(cause.at))
        );
        let carried = nodes.len();
        nodes.sort_unstable();
        nodes.dedup();
        assert_eq!(nodes.len(), carried, "a change has one cause");
        for change in &changes.moved {
            let own = |cause: &&gametree_atlas::changes::Cause| cause.origin.node == change.node;
            let found = nodes.binary_search(&change.node).is_ok();
            assert!(found || changes.causes.iter().any(|cause| own(&cause)));
        }
    }
}

#[test]
fn watches_fire_when_they_come_true_and_only_then() {
    let (mut atlas, facts) = dated(5000, 3);
    let now = atlas.query().value(0).unwrap().raw();
    let values = |count: usize| prefix(&facts, count).value(0);
    let count = (0..facts.len())
        .rev()
        .find(|&count| values(count).is_some_and(|value| value != now));
    let count = count.expect("the value has changed once");
    let before = values(count).unwrap();
    let distance = (now - before).abs();
    let up = now > before;
    let rules = [
        (Rule::Moves(distance), true),
        (Rule::Moves(distance + 1), false),
        (Rule::Above(now), up),
        (Rule::Below(now), !up),
        (Rule::Above(before), false),
        (Rule::Below(before), false),
    ];
    for (rule, _) in rules {
        atlas
            .steer(Order::Watch {
                node: 0,
                rule: Some(rule),
            })
            .unwrap();
    }
    let fired = atlas.changes(Moment::Fact(count as u64), 1).unwrap().fired;
    let expected: Vec<Rule> = rules
        .iter()
        .filter(|rule| rule.1)
        .map(|rule| rule.0)
        .collect();
    assert_eq!(
        fired.iter().map(|fired| fired.rule).collect::<Vec<_>>(),
        expected
    );
    let now = atlas.query().value(0);
    assert!(fired.iter().all(|fired| fired.change.now == now));
}

#[test]
fn a_history_is_what_every_prefix_says() {
    for (size, seed) in [(40, 2), (5000, 3)] {
        let (atlas, facts) = dated(size, seed);
        for node in [0, 3] {
            let history = atlas.history(node).unwrap();
            assert!(history.exact && !history.points.is_empty());
            for count in (0..=facts.len()).step_by(37) {
                let then = prefix(&facts, count);
                let point = history
                    .points
                    .iter()
                    .rfind(|point| point.facts <= count as u64);
                if (node as usize) < then.len() {
                    let point = point.unwrap();
                    let query = Query::new(&then);
                    assert_eq!(point.value, query.value(node));
                    assert_eq!(point.best, query.best(node));
                    assert_eq!(point.nodes, query.position(node).nodes);
                } else {
                    assert!(point.is_none());
                }
            }
            let sampled = atlas.history_every(node, 50).unwrap();
            assert!(!sampled.exact);
            let (last, end) = (
                sampled.points.last().unwrap(),
                history.points.last().unwrap(),
            );
            assert_eq!((last.value, last.best), (end.value, end.best));
        }
    }
}

#[test]
fn forecasts_follow_the_speed_measured() {
    let (atlas, facts) = dated(5000, 3);
    let speed = atlas.speed().unwrap();
    assert_eq!(speed.evaluations as u64, atlas.graph().evaluations());
    let first = facts
        .iter()
        .position(|fact| matches!(fact, Fact::Found(_)))
        .unwrap();
    let last = facts
        .iter()
        .rposition(|fact| matches!(fact, Fact::Found(_)))
        .unwrap();
    assert_eq!(speed.seconds, (last - first) as f64 + 0.5);
    let forecast = atlas.forecast(1000).unwrap();
    assert_eq!(forecast.nodes, 100_000);
    let expected = 100_000.0 * speed.seconds / speed.nodes as f64;
    assert!((forecast.time.unwrap().as_secs_f64() - expected).abs() < 1e-6);
    let empty: Project = Atlas::open(MemoryStore::default()).unwrap();
    assert_eq!(empty.forecast(10).unwrap().time, None);
}

#[test]
#[ignore = "soak: a hundred thousand facts"]
fn soak_long_stories_are_told_in_bounded_time() {
    let mut atlas = project(&Place::start(1_000_000, 9), 33_000);
    atlas.commit().unwrap();
    let facts = atlas.store().facts().len();
    let started = std::time::Instant::now();
    let exact = atlas.history_every(0, 1).unwrap();
    let told = started.elapsed();
    let sampled = atlas.history_every(0, facts as u64 / 100).unwrap();
    let sampling = started.elapsed() - told;
    let changes = atlas.changes(Moment::Fact(facts as u64 / 2), 20).unwrap();
    let compared = started.elapsed() - told - sampling;
    eprintln!("{facts} facts: exact {told:?}, 100 samples {sampling:?}, changes {compared:?}");
    let (last, end) = (sampled.points.last().unwrap(), exact.points.last().unwrap());
    assert_eq!((last.value, last.best), (end.value, end.best));
    assert_eq!(changes.roots[0].now, end.value);
    assert!(started.elapsed().as_secs() < 120);
}
