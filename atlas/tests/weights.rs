//! What spares a move a part of its cost, in a graph.

use std::collections::BTreeMap;

use gametree::rng::Rng;
use gametree::{MoveTraits, Score};
use gametree_atlas::fact::{About, Fact, Found, NodeId, Origin, Scope};
use gametree_atlas::graph::Graph;
use gametree_atlas::query::Query;
use gametree_atlas::settings::{Change, CostRule, Settings, Spared, Weight, Weights};

const ROOT: NodeId = 0;
const CHILD: NodeId = 1;

fn about(key: u128) -> About {
    About {
        key,
        second: key.is_multiple_of(2),
        legal: 30,
        end: None,
    }
}

fn source(name: &str) -> Fact {
    Fact::Source {
        name: name.into(),
        options: String::new(),
    }
}

fn a_move(from: NodeId, to: u128, traits: MoveTraits) -> Fact {
    Fact::Move {
        from,
        code: to as u32,
        to: about(to),
        traits,
        by: Origin::Engine,
    }
}

fn found(node: NodeId, points: i32, source: u16) -> Fact {
    Fact::Found(Found {
        ticket: None,
        node,
        scope: Scope::Whole,
        value: Score::points(points).raw(),
        line: vec![29],
        shown: Vec::new(),
        depth: 1,
        nodes: 100,
        source,
        millis: 0,
        at: 0,
        lines: Vec::new(),
        wdl: None,
    })
}

/// A root with one move, two sources, and these results of the position behind the move.
fn graph(weights: Weights, traits: MoveTraits, results: &[Fact]) -> Graph {
    let mut settings = Settings::default();
    settings.cost.weights = weights;
    let mut facts = vec![
        Fact::Settings(settings),
        source("one"),
        source("two"),
        Fact::Root {
            text: String::new(),
            about: about(1),
        },
        found(ROOT, 0, 0),
        a_move(ROOT, 2, traits),
    ];
    facts.extend_from_slice(results);
    Graph::from_facts(facts).unwrap()
}

fn cost(graph: &Graph) -> u32 {
    graph.offers(ROOT)[0].cost.unwrap()
}

fn spared(graph: &Graph) -> Vec<Spared> {
    Query::new(graph).moves(ROOT).rows.remove(0).spared
}

fn only(weight: Weight, part: f64) -> Weights {
    let mut weights = Weights::NONE;
    weights.set(weight, part);
    weights
}

#[test]
fn values_of_one_source_spread_and_those_of_two_disagree() {
    let quiet = MoveTraits::default();
    let varied = [
        found(CHILD, 0, 0),
        found(CHILD, -200, 0),
        found(CHILD, 0, 0),
    ];
    let apart = [found(CHILD, -200, 0), found(CHILD, 0, 1)];
    let by = |weight, results: &[Fact]| cost(&graph(only(weight, 0.5), quiet, results));
    assert_eq!(by(Weight::Spread, &varied), 500);
    assert_eq!(by(Weight::Disagreement, &varied), 1000);
    assert_eq!(by(Weight::Spread, &apart), 1000);
    assert_eq!(by(Weight::Disagreement, &apart), 500);
}

/// A short search by another engine does not replace the value, but it can contradict it.
#[test]
fn a_search_that_does_not_count_may_disagree() {
    let Fact::Found(short) = found(CHILD, -200, 1) else {
        panic!("no result");
    };
    let short = Fact::Found(Found { nodes: 10, ..short });
    let results = [found(CHILD, 0, 0), short];
    let weights = only(Weight::Disagreement, 0.5);
    let graph = graph(weights, MoveTraits::default(), &results);
    assert_eq!(graph.value(CHILD), Some(Score::points(0).raw()));
    assert_eq!(cost(&graph), 500);
}

#[test]
fn a_row_says_what_spared_its_cost() {
    let check = MoveTraits {
        check: 255,
        march: 51,
        ..MoveTraits::default()
    };
    let weights = Weights {
        check: 0.25,
        march: 0.5,
        ..Weights::NONE
    };
    let graph = graph(weights, check, &[found(CHILD, 0, 0)]);
    assert_eq!(cost(&graph), 650);
    let expected = [(Weight::Check, 0.25), (Weight::March, 0.1)];
    assert_eq!(
        spared(&graph),
        expected.map(|(weight, part)| Spared { weight, part })
    );
}

/// Weights that are all 0, or Rivest's rule, make every move cost what it does without traits.
#[test]
fn nothing_is_spared_at_zero_nor_by_rivests_rule() {
    let all = MoveTraits {
        check: 255,
        attack: 255,
        march: 255,
        exchange: 255,
        promotion: 255,
    };
    let results = [
        found(CHILD, 0, 0),
        found(CHILD, -90, 0),
        found(CHILD, -30, 1),
    ];
    let with = graph(Weights::NONE, all, &results);
    let without = graph(Weights::default(), MoveTraits::default(), &results[2..]);
    assert_eq!(cost(&with), cost(&without));
    assert!(spared(&with).is_empty());

    let rivest = |traits, weights| {
        let mut graph = graph(weights, traits, &results);
        let change = Change {
            cost: Some(CostRule::Rivest),
            ..Change::default()
        };
        let settings = change.over(graph.settings()).unwrap();
        graph.apply(&Fact::Settings(settings)).unwrap();
        graph
    };
    let with = rivest(all, Weights::default());
    let without = rivest(MoveTraits::default(), Weights::NONE);
    assert_eq!(cost(&with), cost(&without));
    assert!(spared(&with).is_empty());
}

/// Penalties kept up to date, as results of two sources and new weights come, are those computed
/// from scratch.
#[test]
fn what_is_spared_is_the_same_from_scratch() {
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let mut graph = graph(Weights::default(), MoveTraits::default(), &[]);
        for step in 0..40 {
            let node = rng.below(graph.len()) as NodeId;
            let fact = match rng.below(4) {
                0 => new_weights(graph.settings(), &mut rng),
                1 => a_move(node, 10 + step, traits(&mut rng)),
                _ => found(node, rng.below(200) as i32 - 100, rng.below(2) as u16),
            };
            graph.apply(&fact).unwrap();
            let kept = graph.fingerprint();
            graph.recompute();
            assert_eq!(graph.fingerprint(), kept, "seed {seed}, step {step}");
        }
    }
}

fn traits(rng: &mut Rng) -> MoveTraits {
    let mut strength = || rng.below(256) as u8;
    MoveTraits {
        check: strength(),
        attack: strength(),
        march: strength(),
        exchange: strength(),
        promotion: strength(),
    }
}

fn new_weights(old: &Settings, rng: &mut Rng) -> Fact {
    let weight = Weight::ALL[rng.below(Weight::ALL.len())];
    let change = Change {
        weights: BTreeMap::from([(weight, rng.below(4) as f64 / 4.0)]),
        ..Change::default()
    };
    Fact::Settings(change.over(old).unwrap())
}
