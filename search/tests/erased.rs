//! Every search gives on erased positions what it gives on typed ones: the same value, the same
//! line, the same counts.

use crate::searches;

use std::ops::Range;
use std::sync::Arc;

use gametree::erased::{ErasedPosition, Knowledge, Own, check};
use gametree::fully_observed::FullyObserved;
use gametree::ordering::Unguided;
use gametree::rng::Rng;
use gametree::tree::{Estimates, Shape, Tree, random};
use gametree::{Blind, Bounds, Limits};
use searches::{Roots, equilibrium, erased_with_chance, of_hidden, of_many, of_two, with_chance};

/// Small trees of every kind.
fn shape(seed: u64) -> Shape {
    let mut rng = Rng::new(seed ^ 0xe7a5ed);
    let spread = [0, 1, 3, 10, 1000][rng.below(5)];
    Shape {
        branching: 1..=1 + rng.below(20) as u32,
        depth: rng.below(8) as u32,
        values: -spread..=spread,
        early_leaves: rng.below(40),
        alternating: rng.below(4) > 0,
        most_nodes: if seed.is_multiple_of(100) { 2000 } else { 80 },
        ..Shape::default()
    }
}

/// No limit, a horizon, or a number of nodes.
fn limits(seed: u64) -> Limits {
    match seed % 4 {
        0 => Limits::depth((seed / 4 % 7) as u32),
        1 => Limits::nodes(1 + seed / 4 % 50),
        _ => Limits::none(),
    }
}

#[test]
fn every_search_for_two_is_the_same_on_5_000_trees() {
    for_two(0..5_000);
}

#[test]
#[ignore = "soak: a minute or two"]
fn soak_every_search_for_two_is_the_same_on_50_000_more() {
    for_two(5_000..55_000);
}

fn for_two(seeds: Range<u64>) {
    let knowledge = Knowledge::new(Estimates);
    for seed in seeds {
        let tree = random(&shape(seed), seed);
        let typed = tree.two_player().expect("random trees have two players");
        let erased = ErasedPosition::two_player_borrowing(typed, Arc::new(knowledge));
        let limits = bounded(limits(seed));
        let roots = Roots {
            typed: &typed,
            erased: &erased,
        };
        roots.same_reports(of_two(&knowledge), of_two(&Own), &limits);
    }
}

/// Monte-Carlo search needs long for trees that are all draws: no more than so many moves.
fn bounded(limits: Limits) -> Limits {
    Limits {
        moves: Some(20_000),
        ..limits
    }
}

#[test]
fn every_search_with_chance_is_the_same_on_5_000_trees() {
    for seed in 0..5_000 {
        let shape = Shape {
            chance: 10 + (seed % 80) as usize,
            ..shape(seed)
        };
        let most = f64::from(*shape.values.end());
        let tree: Tree = random(&shape, seed)
            .bounded(Bounds::new(-most, most))
            .unwrap();
        let typed = tree.root();
        let erased = ErasedPosition::payoff_borrowing(typed, Arc::new(Estimates));
        let limits = limits(seed);
        Roots {
            typed: &typed,
            erased: &erased,
        }
        .same_payoff_report(
            with_chance(&Estimates, Unguided),
            erased_with_chance(),
            &limits,
        );
    }
}

#[test]
fn every_search_for_several_players_is_the_same_on_5_000_trees() {
    for seed in 0..5_000 {
        let spread = 1 + (seed % 9) as i32;
        let shape = Shape {
            chance: (seed % 3 * 15) as usize,
            players: 3 + (seed % 2) as u8,
            values: 0..=spread,
            sum: (seed % 5 > 0).then_some(spread),
            ..shape(seed)
        };
        let tree = random(&shape, seed);
        let typed = tree.root();
        let erased = ErasedPosition::payoff_borrowing(typed, Arc::new(Blind));
        Roots {
            typed: &typed,
            erased: &erased,
        }
        .same_payoff_report(of_many(&Blind), of_many(&Own), &limits(seed));
    }
}

#[test]
fn every_search_for_hidden_games_is_the_same_where_all_is_seen() {
    for seed in 0..60 {
        let shape = Shape {
            most_nodes: 30,
            chance: 20,
            ..shape(seed)
        };
        let tree: &'static Tree = Box::leak(Box::new(random(&shape, seed)));
        let typed = FullyObserved::new(tree.root());
        let erased = ErasedPosition::hidden(typed.clone(), Arc::new(Blind));
        let roots = Roots {
            typed: &typed,
            erased: &erased,
        };
        let limits = Limits::none();
        roots.same_payoff_report(of_hidden(&Blind, 300), of_hidden(&Own, 300), &limits);
        roots.same_payoff_report(equilibrium(50), equilibrium(50), &limits);
    }
}

#[test]
fn trees_play_the_same() {
    for seed in 0..50 {
        let tree = random(&shape(seed), seed);
        let typed = tree.two_player().unwrap();
        check::packing(&typed);
        let knowledge = Arc::new(Knowledge::new(Estimates));
        check::same_play(
            &typed,
            &ErasedPosition::two_player_borrowing(typed, knowledge),
        );
    }
}
