use super::*;
use crate::chance::expectiminimax::Expectiminimax;
use crate::game::Game;
use crate::tree::{Estimates, Node, Shape, Tree, random};

fn shape(seed: u64) -> Shape {
    let values = [-1..=1, -10..=10, -1000..=1000][seed as usize % 3].clone();
    Shape {
        chance: 45,
        values,
        alternating: !seed.is_multiple_of(4),
        most_nodes: 80,
        ..Shape::default()
    }
}

/// A tree as it stands after this many nodes, unless it was done before.
fn grown(tree: &Tree, nodes: u64, check: impl FnOnce(Growth<'_, Node<'_>, Estimates, ()>)) {
    let search = MinMaxChance {
        evaluator: Estimates,
        sharpness: 3.0,
    };
    let limits = Limits::nodes(nodes);
    let mut nobody = ();
    let root = tree.root();
    let mut growth = Growth::new(&search, &root, &limits, &mut nobody);
    growth.run(&root);
    check(growth);
}

/// Every tip with the nodes that lead to it.
fn tips(growth: &Growth<'_, Node<'_>, Estimates, ()>) -> Vec<Vec<u32>> {
    let mut tips = Vec::new();
    let mut open = vec![vec![0]];
    while let Some(path) = open.pop() {
        let node = growth.tree.node(path[path.len() - 1]);
        if node.kind == Kind::Tip {
            tips.push(path);
        } else {
            open.extend(node.children().map(|child| [&path[..], &[child]].concat()));
        }
    }
    tips
}

fn penalty(growth: &Growth<'_, Node<'_>, Estimates, ()>, path: &[u32]) -> f64 {
    path[1..]
        .iter()
        .map(|&id| growth.tree.node(id).weight)
        .sum()
}

#[test]
fn when_nothing_is_open_it_is_expectiminimax() {
    for seed in 0..3000 {
        let shape = shape(seed);
        let bounds = Bounds::new(
            f64::from(*shape.values.start()),
            f64::from(*shape.values.end()),
        );
        let tree = random(&shape, seed);
        let tree = if seed % 2 == 0 {
            tree.bounded(bounds).unwrap()
        } else {
            tree
        };
        let limits = if seed % 5 == 0 {
            Limits::depth(seed as u32 / 5 % 6)
        } else {
            Limits::none()
        };
        let truth = Expectiminimax {
            evaluator: Estimates,
        }
        .search_payoffs(&tree.root(), &limits);
        let report = MinMaxChance::new(Estimates).search_payoffs(&tree.root(), &limits);
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * (1.0 + a.abs());
        assert!(
            near(truth.values[0], report.values[0]),
            "tree {seed}: {} {}",
            truth.values[0],
            report.values[0]
        );
        assert!(report.proven || !truth.proven, "tree {seed}");
        assert_eq!(
            report.stop,
            if report.proven {
                Stop::Done
            } else {
                Stop::Depth
            }
        );
        assert!(report.counts.nodes <= truth.counts.nodes);
        assert_eq!(report.line.is_empty(), truth.line.is_empty());
    }
}

#[test]
fn the_shares_of_all_tips_sum_to_one() {
    for seed in 0..300 {
        grown(&random(&shape(seed), seed), 2 + seed % 60, |growth| {
            let sum: f64 = tips(&growth)
                .iter()
                .map(|path| (-penalty(&growth, path)).exp())
                .sum();
            assert!((sum - 1.0).abs() < 1e-9, "tree {seed}: {sum}");
        });
    }
}

#[test]
fn a_share_is_the_derivative_of_the_root_after_the_tip() {
    let mut checked = 0;
    for seed in 0..100 {
        grown(
            &random(&shape(3 * seed), seed),
            2 + seed % 60,
            |mut growth| {
                for path in tips(&growth) {
                    let share = (-penalty(&growth, &path)).exp();
                    let tip = path[path.len() - 1];
                    let mut root_with = |step: f64| {
                        growth.tree.node_mut(tip).soft += step;
                        path.iter().rev().for_each(|&id| growth.tree.back_up(id));
                        let soft = growth.tree.node(0).soft;
                        growth.tree.node_mut(tip).soft -= step;
                        path.iter().rev().for_each(|&id| growth.tree.back_up(id));
                        soft
                    };
                    let slope = (root_with(1e-5) - root_with(-1e-5)) / 2e-5;
                    assert!((slope - share).abs() < 1e-6, "tree {seed}: {slope} {share}");
                    checked += 1;
                }
            },
        );
    }
    assert!(checked > 1000, "{checked}");
}

#[test]
fn the_open_tip_of_the_least_penalty_is_chosen() {
    for seed in 0..300 {
        grown(&random(&shape(seed), seed), 2 + seed % 60, |growth| {
            let open = |path: &Vec<u32>| growth.tree.node(path[path.len() - 1]).is_open();
            let all = tips(&growth)
                .into_iter()
                .filter(open)
                .map(|path| penalty(&growth, &path));
            let least = all.fold(f64::INFINITY, f64::min);
            assert_eq!(
                growth.tree.node(0).is_open(),
                least.is_finite(),
                "without bounds nothing is settled early"
            );
            if least.is_finite() {
                let chosen = penalty(&growth, &growth.tree.path_to_best_tip());
                assert!(
                    (chosen - least).abs() < 1e-9
                        && (growth.tree.node(0).penalty - least).abs() < 1e-9
                );
            }
        });
    }
}

#[test]
fn weights_of_a_small_tree_to_the_digit() {
    let tree: Tree = "(max (chance ~2 1/4:0 3/4:4) (min ~1 1 1))"
        .parse()
        .unwrap();
    let search = MinMaxChance {
        evaluator: Estimates,
        sharpness: 1.0,
    };
    let mut lines = Vec::new();
    let mut see = |event: &Event<'_, Node<'_>>| match event {
        Event::Select { node } => lines.push(format!("expands {node}")),
        Event::Backup {
            node,
            value,
            labels,
        } => {
            let numbers: Vec<String> = labels
                .iter()
                .map(|(name, number)| format!("{name} {number:.4}"))
                .collect();
            lines.push(format!(
                "{node}: {} {}",
                view::from_fixed(*value),
                numbers.join(" ")
            ));
        }
        Event::Grow { node, parent, .. } => lines.push(format!("{node} below {parent:?}")),
        Event::Because { edges, .. } => lines.push(format!("because {edges:.4?}")),
        _ => {}
    };
    let limits = Limits::nodes(5);
    { search }.watch_payoffs(&tree.root(), &limits, &mut see);
    let expected = [
        "0 below None",
        "0: 0 ṽ 0.0000 π 0.0000",
        "expands 0",
        "because []",
        "1 below Some(0)",
        "2 below Some(0)",
        // ln(1 + e⁻¹) = 0.3133, and 2 + ln((1 + e⁻¹) / 2) = 1.6201.
        "1: 2 ṽ 2.0000 w 0.3133 π 0.0000",
        "2: 1 ṽ 1.0000 w 1.3133 π 0.0000",
        "0: 2 ṽ 1.6201 π 0.3133 a 1.0000",
        "expands 1",
        "because [(1, 0.3133)]",
        "3 below Some(1)",
        "4 below Some(1)",
        // −ln ¼ and −ln ¾.
        "3: 0 ṽ 0.0000 w 1.3863 π inf",
        "4: 4 ṽ 4.0000 w 0.2877 π inf",
        "1: 3 ṽ 3.0000 w 0.1269 π inf",
        "2: 1 ṽ 1.0000 w 2.1269 π 0.0000",
        "0: 3 ṽ 2.4338 π 2.1269 a 2.0000",
        "expands 2",
        "because [(2, 2.1269)]",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn nothing_is_expanded_where_a_player_has_all_that_there_is() {
    let tree: Tree = "(max (chance ~0 1/2:1 1/2:1) (chance ~-1 1/2:0 1/2:(min 0 0)))"
        .parse()
        .unwrap();
    let tree = tree.bounded(Bounds::new(-1.0, 1.0)).unwrap();
    let report = MinMaxChance::new(Estimates).search_payoffs(&tree.root(), &Limits::none());
    assert_eq!(
        (report.counts.nodes, report.proven, report.values[0]),
        (5, true, 1.0)
    );
}

#[test]
fn every_limit_stops_it_with_the_best_so_far() {
    let tree = random(
        &Shape {
            chance: 30,
            ..Shape::uniform(4, 5)
        },
        3,
    );
    let root = tree.root();
    assert!(root.chances().is_none());
    for n in 0..200 {
        for (limits, stop) in [
            (Limits::nodes(n), Stop::Nodes),
            (Limits::moves(n), Stop::Moves),
        ] {
            let report = MinMaxChance::new(Estimates).search_payoffs(&root, &limits);
            assert_eq!(report.stop, stop);
            assert!(
                report
                    .best()
                    .is_some_and(|m| root.moves().any(|other| other == m))
            );
            assert!(
                report.counts.nodes <= n + u64::from(stop == Stop::Moves),
                "{} of {n}",
                report.counts.nodes
            );
        }
    }
    let narrow =
        MinMaxChance::new(Estimates).search_payoffs(&root, &Limits::none().and_memory(10_000));
    assert!(narrow.stop == Stop::Memory && narrow.best().is_some() && narrow.counts.nodes < 100);
    let late = MinMaxChance::new(Estimates)
        .search_payoffs(&root, &Limits::time(std::time::Duration::ZERO));
    assert!(late.stop == Stop::Time && late.best().is_some());
}
