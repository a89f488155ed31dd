//! The laws of searches for several players, on seeded random trees: what is cut changes nothing,
//! two players make all of them minimax, and each says what its definition says, written down
//! plainly.

use std::ops::Range;

use gametree::best_reply::{BestReply, First};
use gametree::expectiminimax::Expectiminimax;
use gametree::maxn::Maxn;
use gametree::minimax::Minimax;
use gametree::paranoid::Paranoid;
use gametree::rng::{Rng, mix};
use gametree::tree::{Estimates, Node, Shape, Tree, random};
use gametree::vector::{Promises, Vector};
use gametree::{
    AnyPayoffSearch, Blind, Bounds, Chance, Event, Game, Limits, PayoffSearch, Payoffs, Player,
    Search, Stop, view,
};

/// Small trees of three to five players, most of them with a constant sum, some with chance, many
/// with ties.
fn shape(seed: u64) -> Shape {
    let mut rng = Rng::new(seed ^ 0x91a7);
    let players = 3 + rng.below(3) as u8;
    let (low, range) = ([0, -2][rng.below(2)], [0, 1, 3, 7][rng.below(4)]);
    Shape {
        branching: 1..=1 + rng.below(5) as u32,
        depth: 1 + rng.below(6) as u32,
        values: low..=low + range,
        early_leaves: rng.below(30),
        alternating: rng.below(4) > 0,
        most_nodes: if seed.is_multiple_of(500) { 2000 } else { 90 },
        chance: [0, 0, 25][rng.below(3)],
        players,
        sum: (rng.below(5) > 0).then_some(i32::from(players) * low + range),
    }
}

fn tree(shape: &Shape, seed: u64) -> Tree {
    let bounds = Bounds::new(
        f64::from(*shape.values.start()),
        f64::from(*shape.values.end()),
    );
    random(shape, seed)
        .bounded(bounds)
        .expect("values are drawn within the bounds")
}

fn each_tree(seeds: Range<u64>, mut law: impl FnMut(u64, &Tree)) {
    for seed in seeds {
        law(seed, &tree(&shape(seed), seed));
    }
}

/// An estimate for every node and player: one gets the most, the others the least. So they have the
/// sum of the tree.
fn guess(node: &Node<'_>, player: Player) -> f64 {
    let winner = mix(u64::from(node.id()) + 1) % u64::from(node.players());
    if u64::from(player.0) == winner {
        node.bounds().high
    } else {
        node.bounds().low
    }
}

fn limits(seed: u64) -> Limits {
    if seed.is_multiple_of(3) {
        Limits::depth((seed % 5) as u32)
    } else {
        Limits::none()
    }
}

/// The values of a leaf, if it is one. (A tree without a sum of its own may happen to have one; the
/// guesses are made to keep it.)
fn leaf(node: &Node<'_>, depth: u32) -> Option<Vec<f64>> {
    let players = (0..node.players()).map(Player);
    if node.outcome().is_some() {
        return Some(players.map(|p| node.payoff(p)).collect());
    }
    let guesses = Vector::new(node.players(), |player| guess(node, player));
    (depth == 0).then(|| Promises::of(node).keep(guesses).to_vec())
}

/// The mean over chances; `None` where a player moves.
fn mean(node: &Node<'_>, mut value: impl FnMut(Node<'_>) -> Vec<f64>) -> Option<Vec<f64>> {
    let mut sum = vec![0.0; usize::from(node.players())];
    for (m, probability) in node.chances()? {
        let values = value(node.after(m));
        sum.iter_mut()
            .zip(values)
            .for_each(|(sum, value)| *sum += probability * value);
    }
    Some(sum)
}

/// The first child vector for which `key` is largest; what exceeds it by no more than `tie` does
/// not count.
fn first_best(
    vectors: impl Iterator<Item = Vec<f64>>,
    tie: f64,
    key: impl Fn(&[f64]) -> f64,
) -> Vec<f64> {
    let better = |best: Vec<f64>, next: Vec<f64>| {
        if key(&next) > key(&best) + tie {
            next
        } else {
            best
        }
    };
    vectors.reduce(better).expect("a node has children")
}

/// Max^n, as it is defined.
fn plain_maxn(node: Node<'_>, depth: u32) -> Vec<f64> {
    if let Some(values) =
        leaf(&node, depth).or_else(|| mean(&node, |child| plain_maxn(child, depth - 1)))
    {
        return values;
    }
    let mover = usize::from(node.turn().0);
    first_best(
        node.moves().map(|m| plain_maxn(node.after(m), depth - 1)),
        1e-8,
        |values| values[mover],
    )
}

/// Paranoid search, as it is defined.
fn plain_paranoid(node: Node<'_>, me: Player, depth: u32) -> Vec<f64> {
    let below = |child: Node<'_>| plain_paranoid(child, me, depth - 1);
    if let Some(values) = leaf(&node, depth).or_else(|| mean(&node, below)) {
        return values;
    }
    let sign = if node.turn() == me { 1.0 } else { -1.0 };
    first_best(node.moves().map(|m| below(node.after(m))), 0.0, |values| {
        sign * values[usize::from(me.0)]
    })
}

/// BRS⁺ as its paper has it, for players in turn: exactly one opponent of a round chooses among all
/// his moves, all others play their first move. `left` opponents are still to move before the
/// root's player is.
fn plain_best_reply(node: Node<'_>, me: Player, left: u8, chosen: bool, depth: u32) -> f64 {
    if let Some(values) = leaf(&node, depth) {
        return values[usize::from(me.0)];
    }
    let below = |m, left, chosen| plain_best_reply(node.after(m), me, left, chosen, depth - 1);
    if node.turn() == me {
        return node
            .moves()
            .map(|m| below(m, node.players() - 1, false))
            .fold(f64::NEG_INFINITY, f64::max);
    }
    let special = || below(0, left - 1, chosen);
    let all = || {
        node.moves()
            .map(|m| below(m, left - 1, true))
            .fold(f64::INFINITY, f64::min)
    };
    match (chosen, left) {
        (true, _) => special(),
        (false, 1) => all(),
        (false, _) => special().min(all()),
    }
}

/// Equal, apart from rounding.
fn same(a: &[f64], b: &[f64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-8)
}

fn depth_of(limits: &Limits) -> u32 {
    limits.depth.unwrap_or(u32::MAX)
}

#[test]
fn pruned_and_plain_maxn_say_what_the_definition_says_on_20_000_trees() {
    pruned_and_plain_maxn_say_what_the_definition_says(0..20_000);
}

#[test]
#[ignore = "soak: some minutes"]
fn soak_maxn_on_a_million_more() {
    pruned_and_plain_maxn_say_what_the_definition_says(20_000..1_020_000);
}

fn pruned_and_plain_maxn_say_what_the_definition_says(seeds: Range<u64>) {
    let (mut cut_nodes, mut plain_nodes) = (0, 0);
    each_tree(seeds, |seed, tree| {
        let (root, limits) = (tree.root(), limits(seed));
        let truth = plain_maxn(root, depth_of(&limits));
        let plain = Maxn {
            evaluator: guess,
            pruning: false,
        }
        .search_payoffs(&root, &limits);
        let pruned = Maxn {
            evaluator: guess,
            pruning: true,
        }
        .search_payoffs(&root, &limits);
        assert!(same(&plain.values, &truth), "seed {seed}: {tree}");
        assert!(same(&pruned.values, &truth), "seed {seed}: {tree}");
        assert_eq!(pruned.line, plain.line, "seed {seed}: {tree}");
        assert!(pruned.proven || !plain.proven, "seed {seed}: {tree}");
        assert!(
            !pruned.proven || same(&pruned.values, &plain_maxn(root, u32::MAX)),
            "seed {seed}: {tree}"
        );
        let known = |m: &(u32, f64)| {
            plain
                .moves
                .iter()
                .any(|n| m.0 == n.0 && same(&[m.1], &[n.1]))
        };
        assert!(pruned.moves.iter().all(known), "seed {seed}: {tree}");
        cut_nodes += pruned.counts.nodes;
        plain_nodes += plain.counts.nodes;
    });
    assert!(
        5 * cut_nodes < 4 * plain_nodes,
        "{cut_nodes} of {plain_nodes}: hardly anything was cut"
    );
}

#[test]
fn paranoid_says_what_the_definition_says_on_20_000_trees() {
    each_tree(20_000..40_000, |seed, tree| {
        let (root, limits) = (tree.root(), limits(seed));
        let report = Paranoid { evaluator: guess }.search_payoffs(&root, &limits);
        assert_eq!(
            report.values,
            plain_paranoid(root, root.turn(), depth_of(&limits)),
            "seed {seed}: {tree}"
        );
        for (m, value) in report.moves {
            let depth = depth_of(&limits).saturating_sub(1);
            let truth =
                plain_paranoid(root.after(m), root.turn(), depth)[usize::from(root.turn().0)];
            assert_eq!(value, truth, "seed {seed}, move {m}: {tree}");
        }
    });
}

#[test]
fn best_reply_says_what_its_paper_says_on_20_000_trees() {
    for seed in 0..20_000 {
        let tree = tree(
            &Shape {
                chance: 0,
                alternating: true,
                ..shape(seed)
            },
            seed,
        );
        let (root, limits) = (tree.root(), limits(seed));
        let report = BestReply {
            evaluator: guess,
            habit: First,
        }
        .search_payoffs(&root, &limits);
        let truth = plain_best_reply(
            root,
            root.turn(),
            root.players() - 1,
            false,
            depth_of(&limits),
        );
        assert_eq!(
            report.values[usize::from(root.turn().0)],
            truth,
            "seed {seed}: {tree}"
        );
    }
}

/// Paranoid players lose nothing against less than the worst: what the best reply leaves is at
/// least as much.
#[test]
fn the_best_reply_leaves_no_less_than_the_worst_case() {
    each_tree(0..5_000, |seed, tree| {
        let root = tree.root();
        let me = usize::from(root.turn().0);
        let sure = Paranoid::blind()
            .search_payoffs(&root, &Limits::none())
            .values[me];
        assert!(
            BestReply::blind()
                .search_payoffs(&root, &Limits::none())
                .values[me]
                >= sure - 1e-12,
            "seed {seed}: {tree}"
        );
        let equal = Maxn::blind().search_payoffs(&root, &Limits::none()).values[me];
        assert!(equal >= sure - 1e-12, "seed {seed}: {tree}");
    });
}

fn two_players(seed: u64, chance: usize) -> Tree {
    let mut rng = Rng::new(seed);
    let shape = Shape {
        branching: 1..=1 + rng.below(6) as u32,
        depth: rng.below(8) as u32,
        values: -3..=3,
        most_nodes: 80,
        chance,
        ..Shape::default()
    };
    random(&shape, seed)
}

#[test]
fn two_players_make_all_of_them_minimax_on_20_000_trees() {
    for seed in 0..20_000 {
        let mut tree = two_players(seed, 0);
        if seed % 2 == 0 {
            tree = tree
                .bounded(Bounds::new(-3.0, 3.0))
                .expect("values are drawn so");
        }
        let (root, limits) = (tree.root(), limits(seed));
        let truth = Minimax {
            evaluator: Estimates,
        }
        .search(&tree.two_player().expect("no chance"), &limits);
        let whole = plain_maxn(root, u32::MAX)[0];
        for (name, report) in [
            ("maxn", Maxn::new(Estimates).search_payoffs(&root, &limits)),
            (
                "paranoid",
                Paranoid {
                    evaluator: Estimates,
                }
                .search_payoffs(&root, &limits),
            ),
            (
                "brs",
                BestReply {
                    evaluator: Estimates,
                    habit: First,
                }
                .search_payoffs(&root, &limits),
            ),
        ] {
            let value = f64::from(truth.value.raw());
            assert_eq!(
                report.values,
                [value, -value],
                "{name}, seed {seed}: {tree}"
            );
            // What is cut may be all that the depth limit would have left open.
            assert!(
                report.proven || !truth.proven,
                "{name}, seed {seed}: {tree}"
            );
            assert!(
                !report.proven || report.values[0] == whole,
                "{name}, seed {seed}: {tree}"
            );
        }
    }
}

#[test]
fn with_chance_two_players_make_all_of_them_expectiminimax() {
    for seed in 0..5_000 {
        let tree = two_players(seed, 30);
        let (root, limits) = (tree.root(), limits(seed));
        let truth = Expectiminimax {
            evaluator: Estimates,
        }
        .search_payoffs(&root, &limits);
        let maxn = Maxn::new(Estimates).search_payoffs(&root, &limits);
        let paranoid = Paranoid {
            evaluator: Estimates,
        }
        .search_payoffs(&root, &limits);
        for report in [maxn, paranoid] {
            assert!(
                (report.values[0] - truth.values[0]).abs() < 1e-9,
                "seed {seed}: {tree}"
            );
            assert!(report.proven || !truth.proven, "seed {seed}: {tree}");
        }
    }
}

fn advisers<'t>() -> Vec<(&'static str, Box<dyn AnyPayoffSearch<Node<'t>>>)> {
    vec![
        ("maxn", Box::new(Maxn::new(guess))),
        ("paranoid", Box::new(Paranoid { evaluator: guess })),
        (
            "brs",
            Box::new(BestReply {
                evaluator: guess,
                habit: First,
            }),
        ),
    ]
}

#[test]
fn stopped_anywhere_each_has_a_legal_move_and_keeps_its_limit() {
    each_tree(0..150, |seed, tree| {
        let root = tree.root();
        for (name, mut search) in advisers() {
            let whole = search.search_payoffs_any(&root, &Limits::none());
            for nodes in 0..whole.counts.nodes.min(60) {
                let part = search.search_payoffs_any(&root, &Limits::nodes(nodes));
                let place = format!("{name}, seed {seed}, {nodes} nodes: {tree}");
                if root.outcome().is_some() {
                    continue;
                }
                assert_eq!((part.stop, part.proven), (Stop::Nodes, false), "{place}");
                assert!(part.counts.nodes <= nodes, "{place}");
                assert_eq!(part.values.len(), usize::from(tree.players()), "{place}");
                let legal = part
                    .best()
                    .is_some_and(|best| root.moves().any(|m| m == best));
                assert!(legal || root.chances().is_some(), "{place}");
            }
        }
    });
}

#[test]
fn observers_see_every_node_and_its_vector_and_change_nothing() {
    each_tree(0..1_000, |seed, tree| {
        let root = tree.root();
        for (name, mut search) in advisers() {
            let (mut entered, mut vectors, mut last) = (0, 0, Vec::new());
            let mut see = |event: &Event<'_, Node<'_>>| match event {
                Event::Enter { .. } => entered += 1,
                Event::Vector { values, .. } => {
                    vectors += 1;
                    last = values.to_vec();
                }
                Event::Leave { value, .. } => {
                    assert!(
                        (view::from_fixed(*value) - last[0]).abs() < 1e-4,
                        "the first player's value"
                    );
                }
                _ => {}
            };
            let watched = search.watch_payoffs_any(&root, &Limits::none(), &mut see);
            assert_eq!(
                (entered, vectors),
                (watched.counts.nodes, watched.counts.nodes),
                "{name}, seed {seed}"
            );
            assert_eq!(
                last, watched.values,
                "{name}, seed {seed}: the root's vector comes last"
            );
            let alone = search.search_payoffs_any(&root, &Limits::none());
            assert_eq!(
                (alone.values, alone.line),
                (watched.values, watched.line),
                "{name}, seed {seed}"
            );
        }
    });
}

/// Trees deeper than any stack.
#[test]
fn recursion_has_no_limit() {
    let text = format!(
        "{}[1 2 3]{}",
        "(p3 (p1 ".repeat(20_000),
        "))".repeat(20_000)
    );
    let tree: Tree = text.parse().expect("a tree");
    for (name, mut search) in advisers() {
        let report = search.search_payoffs_any(&tree.root(), &Limits::none());
        assert_eq!(
            (report.values, report.line.len()),
            (vec![1.0, 2.0, 3.0], 40_000),
            "{name}"
        );
    }
    assert!(
        Maxn::new(Blind)
            .search_payoffs(&tree.root(), &Limits::none())
            .proven
    );
}
