//! Stopped at any moment, every search reports a legal move and the true reason; watched or not,
//! the same.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use gametree::best_first::BestFirst;
use gametree::df_pn::DfPn;
use gametree::mcts::Mcts;
use gametree::minmax::Exact;
use gametree::proof_number::ProofNumber;
use gametree::random_mover::RandomMover;
use gametree::retrograde::Retrograde;
use gametree::tree::{Estimates, Shape, Tree, TwoPlayerTree, random};
use gametree::{AnySearch, Event, Game, Limits, Report, Score, Search, Stop, minimax::Minimax};

type Any<'t> = Box<dyn AnySearch<TwoPlayerTree<'t>>>;

/// All searches of this kind, new.
fn searches<'t>() -> Vec<(&'static str, Any<'t>)> {
    vec![
        (
            "pns",
            Box::new(ProofNumber {
                evaluator: Estimates,
                fastest: false,
            }),
        ),
        ("dfpn", Box::new(DfPn::new(Estimates))),
        (
            "bestfirst",
            Box::new(BestFirst {
                evaluator: Estimates,
            }),
        ),
        (
            "minmax",
            Box::new(Exact {
                evaluator: Estimates,
                p: 40.0,
                shift: 1001,
            }),
        ),
        ("mcts", Box::new(Mcts::new(5))),
        (
            "retrograde",
            Box::new(Retrograde {
                evaluator: Estimates,
            }),
        ),
    ]
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

fn check_sound(root: &TwoPlayerTree<'_>, report: &Report<u32>, name: &str) {
    let legal = root.moves().any(|m| Some(m) == report.best());
    assert!(
        legal || root.outcome().is_some(),
        "{name}: {:?} is not legal",
        report.best()
    );
    let end = report
        .line
        .iter()
        .fold(*root, |position, &m| position.after(m));
    assert!(
        end.id() > 0 || report.line.is_empty(),
        "{name}: the line goes nowhere"
    );
    assert!(report.value.raw().abs() <= 1000, "{name}: {}", report.value);
}

#[test]
fn stopped_after_any_number_of_nodes_or_moves() {
    let tree = large();
    let root = tree.two_player().unwrap();
    for n in 0..=200 {
        for (name, mut search) in searches() {
            let report = search.search_any(&root, &Limits::nodes(n));
            check_sound(&root, &report, name);
            assert_eq!(
                (report.stop, report.proven),
                (Stop::Nodes, false),
                "{name}, {n} nodes"
            );
            assert_eq!(report.counts.nodes, n.max(1), "{name}");
            let report = search.search_any(&root, &Limits::moves(n));
            check_sound(&root, &report, name);
            assert_eq!(
                (report.stop, report.proven),
                (Stop::Moves, false),
                "{name}, {n} moves"
            );
            // A playout that was begun is played to its end.
            let over = if name == "mcts" { 2 * 7 } else { 0 };
            assert!(
                report.counts.moves <= n + over,
                "{name}: {} of {n} moves",
                report.counts.moves
            );
        }
    }
}

#[test]
fn stopped_by_clock_flag_and_memory() {
    let tree = large();
    let root = tree.two_player().unwrap();
    let flag = Arc::new(AtomicBool::new(true));
    for (name, mut search) in searches() {
        let mut stop = |limits: &Limits| {
            let report = search.search_any(&root, limits);
            check_sound(&root, &report, name);
            report.stop
        };
        assert_eq!(stop(&Limits::time(Duration::ZERO)), Stop::Time, "{name}");
        assert_eq!(
            stop(&Limits::none().and_stop(flag.clone())),
            Stop::Asked,
            "{name}"
        );
        assert_eq!(stop(&Limits::none().and_memory(0)), Stop::Memory, "{name}");
        // Df-pn keeps to its memory and needs more time instead.
        let few = stop(&Limits::none().and_memory(20_000));
        assert_eq!(
            few,
            if name == "dfpn" {
                Stop::Done
            } else {
                Stop::Memory
            },
            "{name}"
        );
    }
}

/// A listing holds many positions that are evaluated only at its end.
#[test]
fn a_listing_that_is_stopped_evaluates_no_more() {
    let (flag, seen) = (Arc::new(AtomicBool::new(false)), AtomicUsize::new(0));
    let evaluator = |_: &TwoPlayerTree<'_>| {
        if seen.fetch_add(1, Ordering::Relaxed) == 600 {
            flag.store(true, Ordering::Relaxed);
        }
        0
    };
    let tree = large();
    let limits = Limits {
        nodes: Some(8_000),
        stop: Some(flag.clone()),
        ..Limits::default()
    };
    let root = tree.two_player().unwrap();
    let report = Retrograde::new(evaluator).search(&root, &limits);
    assert_eq!(report.stop, Stop::Nodes);
    assert!(
        (601..1_200).contains(&report.counts.evaluations),
        "{report:?}"
    );
}

#[test]
fn df_pn_in_little_memory_is_still_right() {
    let tree = large();
    let root = tree.two_player().unwrap();
    let report = DfPn::blind().search(&root, &Limits::none().and_memory(20_000));
    assert_eq!(
        report.value,
        Minimax::blind().search(&root, &Limits::none()).value
    );
    assert!(report.proven);
}

#[test]
fn a_finished_game_needs_no_search() {
    for text in ["7", "-3", "0"] {
        let tree: Tree = text.parse().unwrap();
        let root = tree.two_player().unwrap();
        for limits in [
            Limits::none(),
            Limits::nodes(0),
            Limits::depth(0),
            Limits::none().and_memory(0),
        ] {
            for (name, mut search) in searches() {
                let report = search.search_any(&root, &limits);
                assert_eq!(report.value, Score::points(text.parse().unwrap()), "{name}");
                assert!(report.line.is_empty() && report.proven, "{name}");
            }
            let report = RandomMover::new(1).search(&root, &limits);
            assert!(report.line.is_empty() && report.proven && report.stop == Stop::Done);
        }
    }
}

/// A report without the time it took.
fn untimed(report: Report<u32>) -> Report<u32> {
    Report {
        elapsed: Duration::ZERO,
        ..report
    }
}

#[test]
fn the_same_again_and_the_same_under_observation() {
    for seed in 0..300 {
        let tree = random(
            &Shape {
                most_nodes: 300,
                alternating: seed % 2 == 0,
                ..Shape::default()
            },
            seed,
        );
        let root = tree.two_player().unwrap();
        let limits = if seed % 3 == 0 {
            Limits::none()
        } else {
            Limits::nodes(seed)
        };
        for ((name, mut once), (_, mut again)) in searches().into_iter().zip(searches()) {
            let expected = untimed(once.search_any(&root, &limits));
            assert_eq!(
                untimed(once.search_any(&root, &limits)),
                expected,
                "{name}: a second search"
            );
            let mut events = 0u64;
            let mut count = |_: &Event<'_, TwoPlayerTree<'_>>| events += 1;
            assert_eq!(
                untimed(again.watch_any(&root, &limits, &mut count)),
                expected,
                "{name}: watched"
            );
            assert!(events > 0, "{name}: nothing was seen");
        }
    }
}

#[test]
fn observers_can_draw_the_tree() {
    let tree = random(
        &Shape {
            most_nodes: 200,
            ..Shape::default()
        },
        4,
    );
    let root = tree.two_player().unwrap();
    for (name, mut search) in searches() {
        if name == "dfpn" {
            continue; // keeps no tree
        }
        let (mut grown, mut last) = (0, None);
        let mut see = |event: &Event<'_, TwoPlayerTree<'_>>| match *event {
            Event::Grow {
                node, parent, via, ..
            } => {
                assert_eq!(node, grown, "{name}: nodes are numbered in order");
                assert_eq!(
                    (parent.is_none(), via.is_none()),
                    (node == 0, node == 0),
                    "{name}"
                );
                assert!(parent.is_none_or(|parent| parent < node), "{name}");
                grown += 1;
            }
            Event::Select { node } => assert!(node < grown, "{name}"),
            Event::Because { node, edges } => {
                assert_eq!(edges.last().map_or(0, |edge| edge.0), node, "{name}");
                assert!(edges.iter().all(|edge| edge.0 < grown), "{name}");
            }
            Event::Backup {
                node,
                value,
                labels,
            } => {
                assert!(node < grown && !labels.is_empty(), "{name}");
                if node == 0 {
                    last = Some(value);
                }
            }
            _ => panic!("{name}: an event of another kind"),
        };
        let report = search.watch_any(&root, &Limits::none(), &mut see);
        assert_eq!(u64::from(grown), report.counts.nodes, "{name}");
        assert_eq!(last, Some(report.value), "{name}: the root's last value");
    }
}

#[test]
fn the_random_mover_plays_every_move_and_only_legal_ones() {
    let tree: Tree = "(max 1 2 3 4 5 6)".parse().unwrap();
    let root = tree.two_player().unwrap();
    let mut mover = RandomMover::new(9);
    let mut seen = [0; 6];
    for _ in 0..6000 {
        let report = mover.search(&root, &Limits::nodes(0));
        assert_eq!((report.stop, report.proven), (Stop::Depth, false));
        seen[report.best().unwrap() as usize] += 1;
    }
    assert!(seen.iter().all(|&n| (850..1150).contains(&n)), "{seen:?}");
}

#[test]
fn depth_does_not_overflow_the_stack() {
    let nested = |depth: usize| -> Tree {
        format!("{}(min 5 7){}", "(max ".repeat(depth), ")".repeat(depth))
            .parse()
            .unwrap()
    };
    let (deep, deeper) = (nested(3000), nested(100_000));
    let (deep, deeper) = (deep.two_player().unwrap(), deeper.two_player().unwrap());
    let check = |report: Report<u32>, plies: usize| {
        assert_eq!((report.value, report.proven), (Score::points(5), true));
        assert!(
            (plies..=100_001).contains(&report.line.len()),
            "{} plies",
            report.line.len()
        );
    };
    check(ProofNumber::blind().search(&deep, &Limits::none()), 3001);
    check(BestFirst::blind().search(&deep, &Limits::none()), 3001);
    let mut minmax = Exact {
        evaluator: Estimates,
        p: 40.0,
        shift: 1,
    };
    check(minmax.search(&deep, &Limits::none()), 3001);
    // The line is as long as the table remembers it.
    check(DfPn::blind().search(&deeper, &Limits::none()), 1);
    check(
        Retrograde::blind().search(&deeper, &Limits::none()),
        100_001,
    );
}
