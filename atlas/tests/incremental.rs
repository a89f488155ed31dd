//! What is updated fact by fact equals what the facts give from scratch.

use crate::shadow;

use gametree_atlas::fact::{Fact, NodeId};
use gametree_atlas::graph::Graph;
use shadow::Author;

/// From the facts, and after everything derived was spoilt: the same to the last bit.
fn same_from_scratch(graph: &Graph, facts: &[Fact], seed: u64) {
    let again = Graph::from_facts(facts.iter().cloned()).unwrap();
    for node in 0..graph.len() as NodeId {
        assert_eq!(
            graph.value(node),
            again.value(node),
            "seed {seed}: value of {node} of {}",
            graph.len()
        );
        assert_eq!(
            graph.penalty(node),
            again.penalty(node),
            "seed {seed}: penalty of {node}"
        );
    }
    assert_eq!(graph.fingerprint(), again.fingerprint(), "seed {seed}");
    let mut spoilt = graph.clone();
    spoilt.forget();
    if (0..graph.len() as NodeId).any(|node| graph.value(node).is_some()) {
        assert_ne!(
            spoilt.fingerprint(),
            graph.fingerprint(),
            "seed {seed}: the fingerprint must see it"
        );
    }
    spoilt.recompute();
    assert_eq!(spoilt.fingerprint(), graph.fingerprint(), "seed {seed}");
    same_components(graph, &again, seed);
}

fn same_components(graph: &Graph, again: &Graph, seed: u64) {
    for node in 0..graph.len() as NodeId {
        let (component, label) = graph.component(node);
        let (other, _) = again.component(node);
        assert_eq!(
            graph.component(other).0,
            component,
            "seed {seed}: component of {node}"
        );
        assert_eq!(
            again.component(component).0,
            other,
            "seed {seed}: component of {node}"
        );
        for (_, to, ..) in graph.ways(node) {
            let (next, further) = graph.component(to);
            assert!(
                next == component || further > label,
                "seed {seed}: the move {node} to {to}"
            );
        }
    }
    assert_eq!(graph.cycles(), again.cycles(), "seed {seed}");
}

/// Applies this many facts, and compares every few.
fn grow(seed: u64, places: usize, count: usize, every: usize) -> Graph {
    let mut author = Author::new(seed, places, seed.is_multiple_of(3));
    let mut graph = Graph::default();
    let mut facts = author.opening();
    facts.iter().for_each(|fact| graph.apply(fact).unwrap());
    for step in 1..=count {
        let fact = author.fact();
        graph.apply(&fact).unwrap();
        facts.push(fact);
        if step % every == 0 {
            same_from_scratch(&graph, &facts, seed);
        }
    }
    graph
}

#[test]
fn small_graphs_after_every_few_facts() {
    let mut cycles = 0;
    for seed in 0..10_000 {
        cycles += grow(seed, 2 + seed as usize % 9, 40, 8).cycles().0;
    }
    assert!(cycles > 8000, "{cycles}");
}

#[test]
fn larger_graphs_with_large_cycles() {
    let mut largest = 0;
    for seed in 0..20 {
        largest = largest.max(grow(seed, 20 + 30 * seed as usize, 1500, 150).cycles().1);
    }
    assert!(largest > 60, "{largest}");
}

#[test]
#[ignore = "soak: minutes"]
fn soak_many_graphs_of_all_sizes() {
    for seed in 0..3000 {
        grow(1_000_000 + seed, 3 + seed as usize % 400, 2500, 50);
    }
}
