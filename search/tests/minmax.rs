//! The min/max approximation against minimax, on seeded random trees: all edge costs, with and
//! without transpositions, in little memory, under observers.

use std::time::Duration;

use gametree::minimax::Minimax;
use gametree::minmax::{
    Aim, Breadth, DROP_OUT, Exact, Losses, MinMax, ParallelMinMax, Params, Policy, Repertoire,
    Tactical,
};
use gametree::rng::Rng;
use gametree::tree::{Estimates, Shape, Tree, TwoPlayerTree, random};
use gametree::{AnySearch, Event, Game, Limits, Player, Score, Search, Stop, TwoPlayer, Verdict};

use crate::support;

use support::{Signs, Squares};

type Any<'t> = Box<dyn AnySearch<TwoPlayerTree<'t>>>;

/// Every kind of edge cost and every switch.
fn kinds<'t>() -> Vec<(&'static str, Any<'t>)> {
    let params = Params {
        memory: 1 << 20,
        ..Params::default()
    };
    let soft = || MinMax::new(Estimates).with(params);
    let own = Repertoire {
        cost: Losses(Breadth::Soft),
        player: Player::FIRST,
        own: 2.0,
        theirs: 0.5,
    };
    let prior = |position: &TwoPlayerTree<'t>, m: u32| {
        1.0 / (1.0 + f64::from(m) + f64::from(position.id() % 3))
    };
    let policy = Policy {
        cost: Losses(Breadth::Soft),
        prior,
        weight: 0.5,
    };
    vec![
        ("soft", Box::new(soft())),
        (
            "tree",
            Box::new(soft().with(Params {
                transpositions: false,
                ..params
            })),
        ),
        (
            "strict",
            Box::new(soft().with(Params {
                slack: 0.0,
                tolerance: 0.0,
                ..params
            })),
        ),
        (
            "sharp",
            Box::new(soft().with(Params {
                temperature: 0.5,
                ..params
            })),
        ),
        (
            "broad",
            Box::new(soft().with(Params {
                temperature: 5000.0,
                ..params
            })),
        ),
        (
            "move",
            Box::new(soft().with(Params {
                aim: Aim::Move,
                ..params
            })),
        ),
        (
            "reverse",
            Box::new(
                soft()
                    .with(params.power(60.0, 512))
                    .costing(Losses(Breadth::Count)),
            ),
        ),
        ("dropout", Box::new(soft().costing(DROP_OUT))),
        ("repertoire", Box::new(soft().costing(own))),
        ("policy", Box::new(soft().costing(policy))),
        (
            "tactical",
            Box::new(soft().costing(Tactical {
                cost: Losses(Breadth::Soft),
                quiet: 0.7,
            })),
        ),
    ]
}

fn shape(n: u64, most_nodes: usize) -> Shape {
    let mut rng = Rng::new(n ^ 0x5eed);
    let widest = [2, 8, 30][rng.below(3)];
    let spread = [1, 2, 10, 1_000_000][rng.below(4)];
    Shape {
        branching: 1..=widest,
        depth: rng.below(9) as u32,
        values: -spread..=spread,
        early_leaves: [0, 10, 30][rng.below(3)],
        alternating: rng.below(2) == 0,
        most_nodes,
        ..Shape::default()
    }
}

fn minimax<G: TwoPlayer>(root: &G) -> Score {
    Minimax::blind().search(root, &Limits::none()).value
}

#[test]
fn every_kind_finds_the_value_and_proves_it() {
    for n in 0..6_000 {
        let tree = random(
            &shape(
                n,
                20 + (n % 60) as usize * if n % 100 == 0 { 30 } else { 1 },
            ),
            n,
        );
        let root = tree.two_player().unwrap();
        let value = minimax(&root);
        for (name, mut search) in kinds() {
            let report = search.search_any(&root, &Limits::none());
            assert_eq!(
                (report.value, report.proven, report.stop),
                (value, true, Stop::Done),
                "{name}, tree {n}"
            );
            let Some(best) = report.best() else { continue };
            assert_eq!(
                minimax(&root.after(best)),
                value,
                "{name}, tree {n}: a bad move"
            );
        }
    }
}

#[test]
fn wins_are_proven_with_a_distance_that_can_be_forced() {
    for n in 0..30_000 {
        let tree = random(&shape(n, 20 + (n % 100) as usize), n);
        let root = Signs(tree.two_player().unwrap());
        let report = MinMax::new(gametree::Blind)
            .with(Params {
                memory: 1 << 20,
                ..Params::default()
            })
            .search(&root, &Limits::none());
        assert!(report.proven, "tree {n}");
        match (report.value.verdict(), minimax(&root).verdict()) {
            (Verdict::Win(found), Verdict::Win(best))
            | (Verdict::Loss(found), Verdict::Loss(best)) => {
                assert!(found >= best, "tree {n}: {found} < {best}");
                assert_eq!(
                    report.line.len(),
                    found as usize,
                    "tree {n}: the line has that length"
                );
            }
            (found, best) => assert_eq!(found, best, "tree {n}"),
        }
    }
}

#[test]
fn a_depth_limit_gives_the_minimax_of_that_depth() {
    for n in 0..3000 {
        let tree = random(
            &Shape {
                values: -1000..=1000,
                ..shape(n, 60)
            },
            n,
        );
        let root = tree.two_player().unwrap();
        for depth in 0..5 {
            let limits = Limits::depth(depth);
            let expected = Minimax {
                evaluator: Estimates,
            }
            .search(&root, &limits);
            let mut search = MinMax::new(Estimates).with(Params {
                memory: 1 << 20,
                ..Params::default()
            });
            let report = search.search(&root, &limits);
            assert_eq!(report.value, expected.value, "tree {n}, depth {depth}");
            assert!(!report.proven || report.value == minimax(&root));
            assert_eq!(
                report.stop,
                if report.proven {
                    Stop::Done
                } else {
                    Stop::Depth
                },
                "tree {n}, {depth}"
            );
            let after = search.search(&root, &Limits::none());
            assert_eq!(
                (after.value, after.proven),
                (minimax(&root), true),
                "nothing of it stays"
            );
        }
    }
}

#[test]
fn several_threads_find_the_same_values_and_proofs() {
    for n in 0..400 {
        let tree = random(&shape(n, 20 + (n % 10) as usize * 100), n);
        let root = tree.two_player().unwrap();
        for threads in [2, 3, 8] {
            let search = MinMax::new(Estimates).with(Params {
                memory: 1 << 20,
                ..Params::default()
            });
            let report = ParallelMinMax { search, threads }.search(&root, &Limits::none());
            assert_eq!(
                (report.value, report.proven, report.stop),
                (minimax(&root), true, Stop::Done),
                "tree {n}"
            );
        }
    }
    let tree = large();
    let root = tree.two_player().unwrap();
    let mut crew = ParallelMinMax {
        search: MinMax::new(Estimates),
        threads: 3,
    };
    for limits in [
        Limits::moves(1000),
        Limits::nodes(1000),
        Limits::time(Duration::from_millis(1)),
    ] {
        Search::<TwoPlayerTree<'_>>::new_game(&mut crew, 0);
        let report = crew.search(&root, &limits);
        assert!(root.moves().any(|m| Some(m) == report.best()) && !report.proven);
        assert!(
            matches!(report.stop, Stop::Moves | Stop::Nodes | Stop::Time),
            "{:?}",
            report.stop
        );
    }
    // In little memory, with reclaiming under the feet of the others.
    let few = { crew }.search(&root, &Limits::none().and_memory(300_000));
    assert_eq!((few.value, few.proven), (minimax(&root), true));
}

/// Large enough that no search is done after 200 nodes.
fn large() -> Tree {
    random(
        &Shape {
            values: -1000..=1000,
            ..Shape::uniform(4, 7)
        },
        11,
    )
}

#[test]
fn stopped_anywhere_there_is_a_legal_move_and_the_true_reason() {
    let tree = large();
    let root = tree.two_player().unwrap();
    for n in 0..=200 {
        for (name, mut search) in kinds() {
            for (limits, stop) in [
                (Limits::nodes(n), Stop::Nodes),
                (Limits::moves(n), Stop::Moves),
            ] {
                search.new_game_any(0);
                let report = search.search_any(&root, &limits);
                assert!(root.moves().any(|m| Some(m) == report.best()), "{name}");
                assert_eq!((report.stop, report.proven), (stop, false), "{name}, {n}");
                assert!(
                    report.counts.nodes <= n.max(1) || stop == Stop::Moves,
                    "{name}"
                );
                assert!(report.counts.moves <= n || stop == Stop::Nodes, "{name}");
            }
        }
    }
    let report = MinMax::new(Estimates).search(&root, &Limits::none().and_memory(0));
    assert_eq!((report.stop, report.line.len()), (Stop::Memory, 1));
}

#[test]
fn a_search_goes_on_where_the_last_one_stopped() {
    let tree = large();
    let root = tree.two_player().unwrap();
    let whole = MinMax::new(Estimates).search(&root, &Limits::none());
    let mut search = MinMax::new(Estimates);
    let mut moves = 0;
    let last = loop {
        let report = search.search(&root, &Limits::moves(500));
        moves += report.counts.moves;
        if report.proven {
            break report;
        }
    };
    assert_eq!(last.value, whole.value);
    assert!(
        moves < whole.counts.moves * 5 / 4,
        "{moves} moves in parts, {} at once",
        whole.counts.moves
    );
    // The position after two moves is in memory already: nothing is left to search.
    let next = last
        .line
        .iter()
        .take(2)
        .fold(root, |position, &m| position.after(m));
    let again = search.search(&next, &Limits::none());
    assert_eq!((again.value, again.counts.moves), (minimax(&next), 0));
    Search::<TwoPlayerTree<'_>>::new_game(&mut search, 1);
    assert!(
        search.search(&next, &Limits::none()).counts.moves > 100,
        "a new game starts from nothing"
    );
}

#[test]
fn little_memory_costs_time_but_not_the_result() {
    for seed in 0..20 {
        let tree = random(
            &Shape {
                values: -1000..=1000,
                ..Shape::uniform(4, 6)
            },
            seed,
        );
        let root = tree.two_player().unwrap();
        let plenty = MinMax::new(Estimates).search(&root, &Limits::none());
        // The whole tree has 1,365 inner nodes; this holds about 330.
        let few = MinMax::new(Estimates).search(&root, &Limits::none().and_memory(38_000));
        assert_eq!(
            (few.value, few.proven, few.stop),
            (minimax(&root), true, Stop::Done),
            "seed {seed}"
        );
        assert!(
            few.counts.moves > plenty.counts.moves,
            "seed {seed}: something was given back"
        );
    }
}

#[test]
fn an_observer_changes_nothing_and_the_reasons_add_up() {
    let tree = large();
    let root = tree.two_player().unwrap();
    for (name, mut search) in kinds() {
        let limits = Limits::moves(3000);
        let (mut grown, mut selected, mut because) = (0u32, Vec::new(), Vec::new());
        let mut see = |event: &Event<'_, TwoPlayerTree<'_>>| match event {
            Event::Grow { node, .. } => {
                assert_eq!(*node, grown);
                grown += 1;
            }
            Event::Select { node } => selected.push(*node),
            Event::Because { node, edges } => {
                assert_eq!(edges.last().map(|edge| edge.0), Some(*node));
                because.push(edges.iter().map(|edge| edge.1).sum::<f64>());
            }
            _ => {}
        };
        let watched = search.watch_any(&root, &limits, &mut see);
        search.new_game_any(0);
        let unwatched = search.search_any(&root, &limits);
        let same = |r: &gametree::Report<u32>| (r.value, r.line.clone(), r.counts, r.stop);
        assert_eq!(same(&watched), same(&unwatched), "{name}");
        assert!(
            selected.len() > 200 && because.len() == selected.len(),
            "{name}: {}",
            selected.len()
        );
        assert!(because.iter().all(|sum| *sum >= 0.0), "{name}");
    }
}

#[test]
fn in_the_limit_of_large_p_exact_reverse_and_soft_are_minimax() {
    for n in 0..300 {
        let tree = random(
            &Shape {
                values: -500..=500,
                ..Shape::uniform(3, 5)
            },
            n,
        );
        let root = tree.two_player().unwrap();
        let params = Params {
            temperature: 0.01,
            bonus: 0.0,
            slack: 0.0,
            tolerance: 0.0,
            ..Params::default()
        };
        for limits in [Limits::depth(2), Limits::depth(4), Limits::none()] {
            let truth = Minimax {
                evaluator: Estimates,
            }
            .search(&root, &limits)
            .value;
            let soft = MinMax::new(Estimates).with(params).search(&root, &limits);
            let reverse = MinMax::new(Estimates)
                .with(params.power(1000.0, 512))
                .costing(Losses(Breadth::Count));
            let reverse = { reverse }.search(&root, &limits);
            let mut mean = f64::NAN;
            let mut see = |event: &Event<'_, TwoPlayerTree<'_>>| {
                if let Event::Backup {
                    node: 0, labels, ..
                } = event
                {
                    mean = labels
                        .iter()
                        .find(|label| label.0 == "ṽ")
                        .expect("the root has its mean")
                        .1;
                }
            };
            let exact = Exact {
                evaluator: Estimates,
                p: 1e6,
                shift: 512,
            }
            .watch(&root, &limits, &mut see);
            assert_eq!(
                (soft.value, reverse.value, exact.value),
                (truth, truth, truth),
                "tree {n}"
            );
            assert!(
                (mean - 512.0 - f64::from(truth.raw())).abs() < 0.01,
                "tree {n}: {mean} for {truth}"
            );
        }
    }
}

#[test]
fn loops_end_as_draws_that_are_not_called_proven() {
    for n in 3..12 {
        let root = Squares::new(n);
        let report = MinMax::new(gametree::Blind).search(&root, &Limits::moves(200_000));
        let first_wins = n % 2 == 0;
        if report.proven {
            let expected = if first_wins { 1 } else { -1 };
            assert_eq!(report.value.raw().signum(), expected, "{n} squares");
        }
        assert!(report.best().is_some());
    }
}
