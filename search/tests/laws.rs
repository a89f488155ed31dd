//! The laws of depth-first search on seeded random trees: every refinement says what minimax says.

use std::ops::Range;

use gametree::alphabeta::AlphaBeta;
use gametree::deepening::Deepening;
use gametree::minimax::Minimax;
use gametree::mtdf::Mtdf;
use gametree::on_path::OnPath;
use gametree::parallel::Parallel;
use gametree::pvs::{Params, Pvs};
use gametree::rng::Rng;
use gametree::sorted::{Sorted, Ties};
use gametree::tree::{Estimates, Shape, Tree, TwoPlayerTree, random};
use gametree::windowed::{Question, Windowed};
use gametree::{
    AnySearch, Budget, Event, Game, Limits, Outcome, Player, Report, Score, Search, Stop,
};

/// Trees for the mass of cases: small, of every kind.
fn shape(seed: u64) -> Shape {
    let mut rng = Rng::new(seed ^ 0x5eed);
    let spread = [0, 1, 3, 10, 1000][rng.below(5)];
    Shape {
        branching: 1..=1 + rng.below(8) as u32,
        depth: rng.below(9) as u32,
        values: -spread..=spread,
        early_leaves: rng.below(40),
        alternating: rng.below(4) > 0,
        most_nodes: if seed.is_multiple_of(500) { 3000 } else { 70 },
        ..Shape::default()
    }
}

fn each_tree(seeds: Range<u64>, mut law: impl FnMut(u64, &Tree, TwoPlayerTree<'_>)) {
    for seed in seeds {
        let tree = random(&shape(seed), seed);
        law(
            seed,
            &tree,
            tree.two_player().expect("random trees have two players"),
        );
    }
}

/// Everything that must equal minimax, with a name. Depth-limited values come from the estimates.
fn searches<'t>() -> Vec<(&'static str, Box<dyn AnySearch<TwoPlayerTree<'t>> + 't>)> {
    let pvs = || Pvs::<TwoPlayerTree<'t>, _>::new(Estimates);
    let plain = Params {
        scout: false,
        experience: false,
        ..Params::default()
    };
    vec![
        (
            "alphabeta",
            Box::new(AlphaBeta {
                evaluator: Estimates,
            }),
        ),
        (
            "on the path",
            Box::new(OnPath {
                evaluator: Estimates,
                memoised: false,
            }),
        ),
        (
            "alphabeta deepening",
            Box::new(Deepening::new(AlphaBeta {
                evaluator: Estimates,
            })),
        ),
        (
            "alphabeta aspiring",
            Box::new(Deepening::aspiring(
                AlphaBeta {
                    evaluator: Estimates,
                },
                2,
            )),
        ),
        (
            "alphabeta sorting, deepening",
            Box::new(Sorted::new(Estimates)),
        ),
        (
            "alphabeta sorting",
            Box::new(Sorted {
                first_depth: u32::MAX,
                ..Sorted::new(Estimates)
            }),
        ),
        (
            "alphabeta sorting inner nodes, playing again, deepening",
            Box::new(Sorted {
                last_ply: false,
                replay: true,
                ties: Ties::Last,
                ..Sorted::new(Estimates)
            }),
        ),
        (
            "alphabeta with memory",
            Box::new(pvs().with(plain).with_table(1 << 12)),
        ),
        ("pvs without table", Box::new(pvs())),
        ("pvs with table", Box::new(pvs().with_table(1 << 14))),
        ("pvs with a tiny table", Box::new(pvs().with_table(1))),
        (
            "pvs deepening",
            Box::new(Deepening::aspiring(pvs().with_table(1 << 12), 3)),
        ),
        (
            "pvs by two plies",
            Box::new(Deepening::new(pvs().with_table(1 << 12)).by(2)),
        ),
        ("mtdf", Box::new(Mtdf::new(pvs().with_table(1 << 12)))),
        (
            "mtdf deepening",
            Box::new(Deepening::new(Mtdf::new(pvs().with_table(1 << 12)))),
        ),
    ]
}

#[test]
fn every_search_equals_minimax_on_100_000_trees() {
    every_search_equals_minimax(0..100_000);
}

#[test]
#[ignore = "soak: a minute or two"]
fn soak_every_search_equals_minimax_on_two_million_more() {
    every_search_equals_minimax(100_000..2_100_000);
}

fn every_search_equals_minimax(seeds: Range<u64>) {
    each_tree(seeds, |seed, _, root| {
        let limits = if seed % 3 == 0 {
            Limits::depth((seed % 7) as u32)
        } else {
            Limits::none()
        };
        let truth = Minimax {
            evaluator: Estimates,
        }
        .search(&root, &limits);
        // Tables remember trees by node number, so each tree gets searches of its own.
        for (name, mut search) in searches() {
            let report = search.search_any(&root, &limits);
            assert_eq!(report.value, truth.value, "{name}, seed {seed}: {root}");
            check_proven(&report, &truth, &root, &format!("{name}, seed {seed}"));
            assert_eq!(
                report.line.is_empty(),
                root.outcome().is_some(),
                "{name}, seed {seed}"
            );
            let optimal = report
                .best()
                .is_none_or(|m| leads_to(&root, m, truth.value, &limits));
            assert!(
                optimal,
                "{name}, seed {seed}: {:?} is not a best move of {root}",
                report.best()
            );
        }
    });
}

/// Cuts may avoid the horizon, so a refinement may prove what minimax to the same depth cannot;
/// but what it calls proven is the value of the whole tree.
fn check_proven(report: &Report<u32>, truth: &Report<u32>, root: &TwoPlayerTree<'_>, what: &str) {
    assert!(
        report.proven || !truth.proven,
        "{what}: proven by minimax only: {root}"
    );
    if report.proven && !truth.proven {
        let whole = Minimax::blind().search(root, &Limits::none());
        assert_eq!(report.value, whole.value, "{what}: called proven: {root}");
    }
}

/// Whether a root move keeps the value.
fn leads_to(root: &TwoPlayerTree<'_>, m: u32, value: Score, limits: &Limits) -> bool {
    let Some(depth) = limits.depth.unwrap_or(u32::MAX).checked_sub(1) else {
        return true;
    };
    let below = Minimax {
        evaluator: Estimates,
    }
    .search(&root.after(m), &Limits::depth(depth));
    below.value == value
}

#[test]
fn alpha_beta_visits_no_more_than_minimax_and_no_less_than_the_minimal_tree() {
    each_tree(0..20_000, |seed, _, root| {
        let plain = Minimax::blind().search(&root, &Limits::none());
        let pruned = AlphaBeta::blind().search(&root, &Limits::none());
        assert!(
            pruned.counts.nodes <= plain.counts.nodes,
            "seed {seed}: {root}"
        );
        assert_eq!(plain.counts.moves + 1, plain.counts.nodes);
        assert_eq!(pruned.counts.moves + 1, pruned.counts.nodes);
    });
    for (branching, depth) in [
        (1, 5),
        (2, 4),
        (2, 7),
        (3, 4),
        (3, 5),
        (4, 4),
        (6, 3),
        (8, 2),
    ] {
        for seed in 0..50 {
            let tree = random(&Shape::uniform(branching, depth), seed);
            let mut leaves = 0;
            let mut count = |event: &Event<'_, TwoPlayerTree<'_>>| {
                leaves += u64::from(matches!(event, Event::Leaf { .. }));
            };
            AlphaBeta::blind().watch(&tree.two_player().unwrap(), &Limits::none(), &mut count);
            let least = u64::from(branching).pow(depth.div_ceil(2))
                + u64::from(branching).pow(depth / 2)
                - 1;
            let all = u64::from(branching).pow(depth);
            assert!(
                (least..=all).contains(&leaves),
                "b {branching}, d {depth}: {leaves} leaves"
            );
        }
    }
}

#[test]
fn fail_soft_bounds_bracket_the_truth_for_every_window() {
    each_tree(0..20_000, |seed, _, root| {
        let limits = Limits::depth(seed as u32 % 9);
        let truth = Minimax {
            evaluator: Estimates,
        }
        .search(&root, &limits)
        .value;
        let truth = if root.turn() == Player::FIRST {
            truth
        } else {
            -truth
        };
        let mut rng = Rng::new(seed);
        let (mut plain, mut strong) = (
            AlphaBeta {
                evaluator: Estimates,
            },
            Pvs::new(Estimates).with_table(1 << 12),
        );
        for _ in 0..4 {
            let alpha = rng.below(26) as i32 - 13;
            let beta = alpha + 1 + rng.below(6) as i32;
            let question =
                Question::window(seed as u32 % 9, Score::points(alpha), Score::points(beta));
            check_bracket(&mut plain, &root, question, truth, seed);
            check_bracket(&mut strong, &root, question, truth, seed);
        }
    });
}

fn check_bracket<'t>(
    search: &mut impl Windowed<TwoPlayerTree<'t>>,
    root: &TwoPlayerTree<'t>,
    question: Question<'_, u32>,
    truth: Score,
    seed: u64,
) {
    let value = search
        .probe(root, question, &mut Budget::new(&Limits::none()), &mut ())
        .value;
    let sound = if value <= question.window.alpha {
        truth <= value
    } else if value >= question.window.beta {
        truth >= value
    } else {
        truth == value
    };
    assert!(
        sound,
        "seed {seed}, window ({}, {}): {value} for {truth}",
        question.window.alpha, question.window.beta
    );
}

/// The same game with its moves in another order.
#[derive(Clone)]
struct Shuffled<'t> {
    inner: TwoPlayerTree<'t>,
    seed: u64,
}

impl Game for Shuffled<'_> {
    type Move = u32;
    fn turn(&self) -> Player {
        self.inner.turn()
    }
    fn moves(&self) -> impl Iterator<Item = u32> {
        let mut moves: Vec<u32> = self.inner.moves().collect();
        Rng::new(self.seed ^ u64::from(self.inner.id())).shuffle(&mut moves);
        moves.into_iter()
    }
    fn play(&mut self, m: u32) {
        self.inner.play(m);
    }
    fn outcome(&self) -> Option<Outcome> {
        self.inner.outcome()
    }
}

impl gametree::TwoPlayer for Shuffled<'_> {}

impl gametree::Keyed for Shuffled<'_> {
    fn key(&self) -> u64 {
        self.inner.key()
    }
}

#[test]
fn the_order_of_moves_does_not_change_the_value() {
    each_tree(0..10_000, |seed, _, root| {
        let truth = Minimax::blind().search(&root, &Limits::none()).value;
        let shuffled = Shuffled { inner: root, seed };
        assert_eq!(
            AlphaBeta::blind().search(&shuffled, &Limits::none()).value,
            truth,
            "seed {seed}"
        );
        let mut strong = Deepening::new(Pvs::new(gametree::Blind).with_table(1 << 12));
        assert_eq!(
            strong.search(&shuffled, &Limits::none()).value,
            truth,
            "seed {seed}"
        );
    });
}

#[test]
fn the_number_of_threads_does_not_change_the_value() {
    for seed in 0..400 {
        let shape = Shape {
            most_nodes: 3000,
            early_leaves: 5,
            ..Shape::default()
        };
        let tree = random(&shape, seed);
        let root = tree.two_player().unwrap();
        let limits = if seed % 2 == 0 {
            Limits::none()
        } else {
            Limits::depth(5)
        };
        let truth = Minimax {
            evaluator: Estimates,
        }
        .search(&root, &limits);
        for threads in [1, 2, 8] {
            let worker = Deepening::new(Pvs::new(Estimates).with_table(1 << 14));
            let report = Parallel { worker, threads }.search(&root, &limits);
            assert_eq!(report.value, truth.value, "seed {seed}, {threads} threads");
            check_proven(
                &report,
                &truth,
                &root,
                &format!("seed {seed}, {threads} threads"),
            );
            assert!(leads_to(
                &root,
                report.best().unwrap(),
                truth.value,
                &limits
            ));
        }
    }
}

#[test]
fn stopped_anywhere_there_is_a_legal_move_and_a_reason() {
    let tree = random(
        &Shape {
            most_nodes: 2000,
            early_leaves: 0,
            ..Shape::default()
        },
        5,
    );
    let root = tree.two_player().unwrap();
    for n in (0..300).chain([1000, 1500]) {
        let mut all = searches();
        all.push(("minimax", Box::new(Minimax::blind())));
        for (name, mut search) in all {
            let by_nodes = search.search_any(&root, &Limits::nodes(n));
            assert!(
                by_nodes
                    .best()
                    .is_some_and(|m| root.moves().any(|legal| legal == m)),
                "{name} at {n} nodes"
            );
            assert!(
                by_nodes.counts.nodes <= n.max(1),
                "{name}: {} of {n} nodes",
                by_nodes.counts.nodes
            );
            assert!(
                matches!(by_nodes.stop, Stop::Nodes | Stop::Done),
                "{name} at {n}: {:?}",
                by_nodes.stop
            );
            let by_moves = search.search_any(&root, &Limits::moves(n));
            assert!(
                by_moves.counts.moves <= n && by_moves.best().is_some(),
                "{name} at {n} moves"
            );
        }
    }
}

#[test]
fn observers_see_everything_and_change_nothing() {
    each_tree(0..2_000, |seed, _, root| {
        for (name, mut search) in searches() {
            let (mut nodes, mut open) = (0, 0i64);
            let mut known = 0;
            let mut watch = |event: &Event<'_, TwoPlayerTree<'_>>| match event {
                Event::Enter { .. } => (nodes, open) = (nodes + 1, open + 1),
                Event::TableHit { .. } => (known, open) = (known + 1, open - 1),
                Event::Leaf { .. } | Event::Leave { .. } => open -= 1,
                _ => {}
            };
            let watched = search.watch_any(&root, &Limits::none(), &mut watch);
            assert_eq!(open, 0, "{name}, seed {seed}");
            // A child that the table knows may cut its parent off without a visit: it is told, and
            // not counted.
            let counted = watched.counts.nodes;
            assert!(
                (nodes - known..=nodes).contains(&counted),
                "{name}, seed {seed}: {counted} of {nodes} nodes"
            );
        }
        for ((name, mut a), (_, mut b)) in searches().into_iter().zip(searches()) {
            let (quiet, mut nothing) = (
                a.search_any(&root, &Limits::none()),
                |_: &Event<'_, TwoPlayerTree<'_>>| {},
            );
            let mut watched = b.watch_any(&root, &Limits::none(), &mut nothing);
            watched.elapsed = quiet.elapsed;
            assert_eq!(watched, quiet, "{name}, seed {seed}");
        }
    });
}

#[test]
fn a_tree_of_100_000_plies_does_not_overflow_the_stack() {
    let text = format!("{}1{}", "(max (min ".repeat(50_000), "))".repeat(50_000));
    let tree: Tree = text.parse().unwrap();
    let root = tree.two_player().unwrap();
    let limits = Limits::depth(1_000_000);
    for (name, mut search) in searches() {
        if ["deepening", "aspiring", "by two"]
            .iter()
            .any(|word| name.contains(word))
        {
            continue; // 100,000 iterations of up to 100,000 plies
        }
        let report = search.search_any(&root, &limits);
        assert_eq!(
            (report.value, report.proven),
            (Score::points(1), true),
            "{name}"
        );
        assert_eq!(Minimax::blind().search(&root, &limits).line.len(), 100_000);
    }
}

#[test]
fn nodes_with_more_moves_than_are_sorted_lose_none() {
    // The best of 2,000 moves comes last, and the table's move of the first pass is among them.
    let leaves: Vec<String> = (0..2000).map(|i| format!("(min {i} {})", i + 1)).collect();
    let tree: Tree = format!("(max {})", leaves.join(" ")).parse().unwrap();
    let root = tree.two_player().unwrap();
    for (name, mut search) in searches() {
        let report = search.search_any(&root, &Limits::none());
        assert_eq!(
            (report.value, report.best()),
            (Score::points(1999), Some(1999)),
            "{name}"
        );
    }
}
