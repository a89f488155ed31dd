//! The laws of searches with chance, on random trees: every one says what expectiminimax says, and
//! looks at less.

use crate::support;

use gametree::expectiminimax::Expectiminimax;
use gametree::minmax_chance::MinMaxChance;
use gametree::real_table::RealTable;
use gametree::rng::Rng;
use gametree::star::Order;
use gametree::star1::Star1;
use gametree::star2::{Probing, Star2};
use gametree::tree::{Estimates, Node, Shape, Tree, random};
use gametree::{
    Bound, Bounds, Event, Game, Limits, PayoffReport, PayoffSearch, Payoffs, Stop, Window,
};
use support::DiceField;

/// Trees for the mass of cases: small, of every kind.
fn shape(seed: u64) -> Shape {
    let mut rng = Rng::new(seed ^ 0xd1ce);
    let spread = [0, 1, 3, 10, 1000][rng.below(5)];
    Shape {
        branching: 1..=1 + rng.below(8) as u32,
        depth: rng.below(9) as u32,
        values: -spread..=spread,
        early_leaves: rng.below(40),
        alternating: rng.below(4) > 0,
        chance: 10 + rng.below(80),
        most_nodes: if seed.is_multiple_of(500) { 2000 } else { 50 },
        ..Shape::default()
    }
}

/// What the tree promises: nothing, one side, just enough, or far too much.
fn promise(kind: u64, values: &Shape) -> Bounds {
    let (low, high) = (
        f64::from(*values.values.start()),
        f64::from(*values.values.end()),
    );
    match kind % 5 {
        0 => Bounds::new(low, high),
        1 => Bounds::UNKNOWN,
        2 => Bounds::new(low, f64::INFINITY),
        3 => Bounds::new(f64::NEG_INFINITY, high),
        _ => Bounds::new(low - 1e9, high + 1e9),
    }
}

const ORDERS: [Order; 4] = [
    Order::AS_LISTED,
    Order {
        likely_first: true,
        sorted_from: None,
        learns: false,
    },
    Order {
        likely_first: true,
        sorted_from: Some(2),
        learns: true,
    },
    Order {
        likely_first: false,
        sorted_from: Some(1),
        learns: false,
    },
];

fn tree(seed: u64) -> Tree {
    let shape = shape(seed);
    random(&shape, seed)
        .bounded(promise(seed, &shape))
        .expect("the leaves are drawn from the range")
}

/// No limit, or a horizon.
fn limits(seed: u64) -> Limits {
    if seed.is_multiple_of(3) {
        Limits::none()
    } else {
        Limits::depth((seed / 3 % 7) as u32)
    }
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * (1.0 + a.abs().max(b.abs()))
}

fn plain(root: &Node<'_>, limits: &Limits) -> PayoffReport<u32> {
    Expectiminimax {
        evaluator: Estimates,
    }
    .search_payoffs(root, limits)
}

/// The report is that of expectiminimax: its value, and a move that is worth as much.
fn same(what: &str, seed: u64, truth: &PayoffReport<u32>, report: &PayoffReport<u32>) {
    assert!(
        near(truth.values[0], report.values[0]),
        "{what}, tree {seed}: {} is {}",
        report.values[0],
        truth.values[0]
    );
    assert_eq!(truth.stop == Stop::Done, truth.proven);
    // What was not looked at may hide the horizon, but nothing is taken for proven that is not.
    assert!(
        report.proven || !truth.proven,
        "{what}, tree {seed}: proven by less"
    );
    if let (Some(best), false) = (report.best(), truth.moves.is_empty()) {
        let worth = truth
            .moves
            .iter()
            .find(|(m, _)| *m == best)
            .expect("a legal move")
            .1;
        let most = truth
            .moves
            .iter()
            .map(|(_, value)| *value)
            .fold(f64::NEG_INFINITY, f64::max);
        assert!(
            near(worth, most),
            "{what}, tree {seed}: {worth} is not {most}"
        );
    }
    for (m, value) in &report.moves {
        let worth = truth
            .moves
            .iter()
            .find(|(other, _)| other == m)
            .expect("a legal move")
            .1;
        assert!(
            near(worth, *value),
            "{what}, tree {seed}: move {m} is worth {worth}, not {value}"
        );
    }
    assert_eq!(report.line.is_empty(), truth.line.is_empty());
}

/// What is called proven is the value of the whole tree, also where expectiminimax to that depth
/// met a horizon.
fn proves(what: &str, seed: u64, root: &Node<'_>, report: &PayoffReport<u32>) {
    if report.proven {
        let truth = plain(root, &Limits::none()).values[0];
        assert!(
            near(truth, report.values[0]),
            "{what}, tree {seed}: {} is not proven",
            report.values[0]
        );
    }
}

#[test]
fn star1_and_star2_say_what_expectiminimax_says() {
    for seed in 0..100_000 {
        let tree = tree(seed);
        let (root, limits, order) = (tree.root(), limits(seed), ORDERS[(seed / 5 % 4) as usize]);
        let truth = plain(&root, &limits);
        let one = Star1::new(Estimates)
            .ordered(order)
            .search_payoffs(&root, &limits);
        same("Star1", seed, &truth, &one);
        let probing = Probing {
            moves: 1 + (seed / 20 % 3) as usize,
            patience: (seed / 60 % 3) as f64 / 2.0,
        };
        let two = Star2::new(Estimates)
            .ordered(order)
            .probing(probing)
            .search_payoffs(&root, &limits);
        same("Star2", seed, &truth, &two);
        if !truth.proven {
            proves("Star1", seed, &root, &one);
            proves("Star2", seed, &root, &two);
        }
        assert!(one.counts.nodes <= truth.counts.nodes, "tree {seed}");
        assert!(two.counts.nodes <= truth.counts.nodes, "tree {seed}");
        if order == Order::AS_LISTED {
            assert_eq!(
                (truth.best(), truth.best()),
                (one.best(), two.best()),
                "tree {seed}: of equals the first"
            );
        }
        if probing.patience == 0.0 {
            let none = Star2::new(Estimates).ordered(order).probing(Probing {
                moves: 0,
                patience: 1.0,
            });
            let none = none.clone().search_payoffs(&root, &limits);
            assert_eq!(
                (none.values, none.counts),
                (one.values, one.counts),
                "no probes: Star1"
            );
        }
    }
}

#[test]
fn the_min_max_approximation_run_to_its_end_says_what_expectiminimax_says() {
    for seed in 0..10_000 {
        let (tree, limits) = (tree(seed), limits(seed));
        let report = MinMaxChance::new(Estimates).search_payoffs(&tree.root(), &limits);
        let truth = plain(&tree.root(), &limits);
        assert!(
            near(truth.values[0], report.values[0]),
            "tree {seed}: {:?} is {:?}",
            report.values,
            truth.values
        );
        assert!(
            (report.proven || !truth.proven) && report.counts.nodes <= truth.counts.nodes,
            "tree {seed}"
        );
        assert_eq!(
            report.stop,
            if report.proven {
                Stop::Done
            } else {
                Stop::Depth
            }
        );
    }
}

/// A table answers only what a search of that depth would say, also when it has seen other depths
/// before.
#[test]
fn with_a_table_at_every_depth_the_answers_stay() {
    for seed in 0..5_000 {
        let tree = tree(seed);
        let order = ORDERS[(seed / 5 % 4) as usize];
        let mut one = Star1::new(Estimates)
            .ordered(order)
            .remembering(RealTable::new(1 << 12));
        let mut two = Star2::new(Estimates)
            .ordered(order)
            .remembering(RealTable::new(1 << 12));
        for depth in [1, 2, 3, 2, 5, 0, 4, 9, 3] {
            let limits = Limits::depth(depth);
            let truth = plain(&tree.root(), &limits);
            let (one, two) = (
                one.search_payoffs(&tree.root(), &limits),
                two.search_payoffs(&tree.root(), &limits),
            );
            same("Star1 with a table", seed, &truth, &one);
            same("Star2 with a table", seed, &truth, &two);
            proves("Star1 with a table", seed, &tree.root(), &one);
            proves("Star2 with a table", seed, &tree.root(), &two);
        }
    }
}

/// Where positions are reached in many ways, and by different depths.
#[test]
fn with_a_table_transpositions_are_searched_once_and_answers_stay() {
    let field = DiceField::new(7, 3, 4);
    for depth in 1..=7 {
        let limits = Limits::depth(depth);
        let evaluator = |position: &DiceField, player| position.expected_payoff(player);
        let truth = Expectiminimax { evaluator }.search_payoffs(&field, &limits);
        let bare = Star2::new(evaluator).search_payoffs(&field, &limits);
        let table = Star2::new(evaluator)
            .remembering(RealTable::new(1 << 20))
            .search_payoffs(&field, &limits);
        let one = Star1::new(evaluator)
            .remembering(RealTable::new(1 << 20))
            .search_payoffs(&field, &limits);
        for report in [&bare, &table, &one] {
            assert!(near(report.values[0], truth.values[0]), "depth {depth}");
        }
        assert!(
            table.counts.nodes <= bare.counts.nodes
                && (depth < 6 || table.counts.nodes < bare.counts.nodes)
        );
    }
}

/// Every window: what comes out is exact within it, and a true bound outside.
#[test]
fn bounds_of_every_window_bracket_the_truth() {
    for seed in 0..20_000 {
        let tree = tree(seed);
        let (root, limits, order) = (tree.root(), limits(seed), ORDERS[(seed / 5 % 4) as usize]);
        let truth = plain(&root, &limits).values[0];
        let mut rng = Rng::new(seed);
        let middle = truth + [-3.0, -1.0, -1e-3, 0.0, 1e-3, 1.0, 3.0][rng.below(7)];
        let half = [1e-6, 0.5, 2.0, 10.0][rng.below(4)];
        let window = Window {
            alpha: middle - half,
            beta: middle + half,
        };
        let one = Star1::new(Estimates)
            .ordered(order)
            .within(&root, &limits, window);
        let two = Star2::new(Estimates)
            .ordered(order)
            .within(&root, &limits, window);
        for (value, bound) in [one.unwrap(), two.unwrap()] {
            let slack = 1e-9 * (1.0 + truth.abs());
            let holds = match bound {
                Bound::Exact => near(value, truth),
                Bound::Upper => truth <= value + slack && value <= window.alpha,
                Bound::Lower => truth >= value - slack && value >= window.beta,
            };
            assert!(
                holds,
                "tree {seed}, {window:?}: {value} {bound:?} of {truth}"
            );
        }
    }
}

/// No order of visits is best for every tree, so Star2 and Star1 are compared over all trees of a
/// kind.
#[test]
fn star2_visits_no_more_than_star1_and_star1_no_more_than_expectiminimax() {
    for kind in 0..5 {
        for order in ORDERS {
            let (mut visits, mut worse) = ([0; 3], 0);
            for seed in 0..2_000 {
                let shape = shape(seed);
                let tree = random(&shape, seed).bounded(promise(kind, &shape)).unwrap();
                let nodes = [
                    plain(&tree.root(), &Limits::none()),
                    Star1::new(Estimates)
                        .ordered(order)
                        .search_payoffs(&tree.root(), &Limits::none()),
                    Star2::new(Estimates)
                        .ordered(order)
                        .search_payoffs(&tree.root(), &Limits::none()),
                ]
                .map(|report| report.counts.nodes);
                visits
                    .iter_mut()
                    .zip(nodes)
                    .for_each(|(sum, nodes)| *sum += nodes);
                worse += usize::from(nodes[2] > nodes[1]);
            }
            assert!(
                visits[2] < visits[1] && visits[1] < visits[0],
                "bounds {kind}, {order:?}: {visits:?}"
            );
            assert!(worse <= 20, "in {worse} of 2000 trees probing did not pay");
        }
    }
}

/// Three plies, as in backgammon: a move, the dice, a move. What answers a roll in one line answers
/// it in another.
#[test]
fn where_replies_resemble_each_other_star2_visits_a_quarter_of_expectiminimax() {
    let evaluator = |position: &DiceField, player| position.expected_payoff(player);
    let order = Order::default();
    let mut visits = [0; 3];
    for seed in 0..10 {
        let field = DiceField::new(seed, 16, 21);
        let limits = Limits::depth(3);
        let report = [
            Expectiminimax { evaluator }.search_payoffs(&field, &limits),
            Star1::new(evaluator)
                .ordered(order)
                .search_payoffs(&field, &limits),
            Star2::new(evaluator)
                .ordered(order)
                .search_payoffs(&field, &limits),
        ];
        assert!(
            report
                .iter()
                .all(|other| near(other.values[0], report[0].values[0]))
        );
        visits
            .iter_mut()
            .zip(&report)
            .for_each(|(sum, report)| *sum += report.counts.nodes);
    }
    assert!(
        4 * visits[2] < visits[0] && visits[2] < visits[1],
        "{visits:?}"
    );
}

/// The leaves that a search evaluates, in order.
fn leaves(text: &str, bounds: Bounds) -> Vec<f64> {
    let tree = text.parse::<Tree>().unwrap().bounded(bounds).unwrap();
    let mut seen = Vec::new();
    let mut see = |event: &Event<'_, Node<'_>>| {
        if let Event::Leaf { value, .. } = event {
            seen.push(gametree::view::from_fixed(*value));
        }
    };
    let report = Star1::new(Estimates)
        .ordered(Order::AS_LISTED)
        .watch_payoffs(&tree.root(), &Limits::none(), &mut see);
    assert!(near(
        report.values[0],
        plain(&tree.root(), &Limits::none()).values[0]
    ));
    seen
}

const TRIVIAL: &str =
    "(max (chance 1/2:(min 2 2) 1/2:(min 1 2)) (chance 1/2:(min 0 2) 1/2:(min -1 0)))";

#[test]
fn without_bounds_only_the_last_leaf_of_a_chance_tree_can_be_left_out() {
    assert_eq!(
        leaves(TRIVIAL, Bounds::UNKNOWN),
        [2.0, 2.0, 1.0, 2.0, 0.0, 2.0, -1.0]
    );
}

#[test]
fn with_bounds_of_two_the_last_three_leaves_can_be_left_out() {
    assert_eq!(
        leaves(TRIVIAL, Bounds::new(-2.0, 2.0)),
        [2.0, 2.0, 1.0, 2.0, 0.0]
    );
    // After two leaves the left chance node is worth between 0 and 2: enough to know that it is 0
    // or more, and no more.
    let left = "(chance 1/2:(min 2 2) 1/2:(min 1 2))"
        .parse::<Tree>()
        .unwrap();
    let left = left.bounded(Bounds::new(-2.0, 2.0)).unwrap();
    let two_leaves = Limits::nodes(4);
    let below = |beta| {
        let window = Window { alpha: -2.0, beta };
        Star1::blind().within(&left.root(), &two_leaves, window)
    };
    assert_eq!(below(-1e-9), Ok((0.0, Bound::Lower)));
    assert_eq!(below(1e-9), Err(Stop::Nodes));
}

#[test]
fn in_a_max_tree_a_leaf_of_one_prunes_the_rest_where_one_is_the_most() {
    let text = "(max (max 0.5 1 0.25) (max 0 0.75))";
    assert_eq!(leaves(text, Bounds::new(0.0, 1.0)), [0.5, 1.0]);
    assert_eq!(
        leaves(text, Bounds::new(0.0, f64::INFINITY)),
        [0.5, 1.0, 0.25, 0.0, 0.75]
    );
    assert_eq!(leaves(text, Bounds::UNKNOWN), [0.5, 1.0, 0.25, 0.0, 0.75]);
}

#[test]
fn in_an_expectimax_tree_leaves_that_are_only_not_negative_prune_nothing() {
    let text = "(max (chance 1/2:0.5 1/2:1) (chance 1/2:0 1/2:0.75))";
    assert_eq!(
        leaves(text, Bounds::new(0.0, f64::INFINITY)),
        [0.5, 1.0, 0.0, 0.75]
    );
    assert_eq!(leaves(text, Bounds::UNKNOWN), [0.5, 1.0, 0.0, 0.75]);
    assert_eq!(
        leaves(text, Bounds::new(0.0, 1.0)),
        [0.5, 1.0, 0.0],
        "½ · 0 + ½ · 1 < ¾"
    );
    // The like of it on a thousand trees.
    for seed in 0..1_000 {
        let shape = Shape {
            values: 0..=10,
            alternating: false,
            ..shape(seed)
        };
        let text = random(&shape, seed).to_string().replace("(min", "(max");
        let tree = text
            .parse::<Tree>()
            .unwrap()
            .bounded(Bounds::new(0.0, f64::INFINITY))
            .unwrap();
        for report in [
            Star1::new(Estimates).search_payoffs(&tree.root(), &Limits::none()),
            Star2::new(Estimates).search_payoffs(&tree.root(), &Limits::none()),
        ] {
            assert_eq!(report.counts.nodes as usize, tree.len(), "tree {seed}");
        }
    }
}

/// Stopped anywhere there is a legal move, the limit is kept, and an observer changes nothing.
#[test]
fn stars_are_anytime_and_do_not_see_who_watches() {
    for seed in (0..5_000).step_by(500) {
        let tree = tree(seed);
        let root = tree.root();
        if root.outcome().is_some() {
            continue;
        }
        let whole = Star2::new(Estimates).search_payoffs(&root, &Limits::none());
        for nodes in 0..whole.counts.nodes.min(200) {
            let mut entered = 0;
            let mut see = |event: &Event<'_, Node<'_>>| {
                entered += u64::from(matches!(event, Event::Enter { .. }))
            };
            let limits = Limits::nodes(nodes);
            let watched = Star2::new(Estimates).watch_payoffs(&root, &limits, &mut see);
            let report = Star2::new(Estimates).search_payoffs(&root, &limits);
            assert_eq!(
                (&watched.values, &watched.line, watched.counts),
                (&report.values, &report.line, report.counts)
            );
            assert!(report.counts.nodes <= nodes && entered >= report.counts.nodes);
            assert!(
                report
                    .line
                    .first()
                    .is_none_or(|m| root.moves().any(|other| other == *m))
            );
            assert!(
                root.bounds() == Bounds::UNKNOWN
                    || !report.proven
                    || nodes == 0
                    || root.outcome().is_some()
            );
        }
    }
}
