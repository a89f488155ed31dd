//! The searches that keep a tree or a table in memory against minimax, on seeded random trees.

use gametree::best_first::BestFirst;
use gametree::df_pn::DfPn;
use gametree::mcts::Mcts;
use gametree::minimax::Minimax;
use gametree::minmax::{Exact, Proving};
use gametree::proof_number::ProofNumber;
use gametree::retrograde::Retrograde;
use gametree::rng::Rng;
use gametree::tree::{Estimates, Shape, Tree, TwoPlayerTree, random};
use gametree::{Game, Limits, Outcome, Player, Report, Score, Search, Stop, TwoPlayer, Verdict};

use crate::support;

use support::Signs;

/// A shape for every number: depth 0 to 8, narrow and wide, ties or none, movers in turn or not.
fn shape(n: u64, most_nodes: usize) -> Shape {
    let mut rng = Rng::new(n ^ 0x5eed);
    let widest = 1 + rng.below(8) as u32;
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

/// Small trees for the mass, then some larger ones.
fn each_tree(small: u64, mut check: impl FnMut(u64, &Tree)) {
    for n in 0..small {
        check(n, &random(&shape(n, 20 + (n % 60) as usize), n));
    }
    for n in 0..200 {
        check(n, &random(&shape(n, 2000), n));
    }
}

fn minimax<G: TwoPlayer>(root: &G) -> Score {
    Minimax::blind().search(root, &Limits::none()).value
}

/// The value of the position at the end of a line, which must be over.
fn end_value<G: TwoPlayer>(root: &G, line: &[G::Move]) -> Score {
    let end = line.iter().fold(root.clone(), |position, &m| {
        assert!(
            position.moves().any(|legal| legal == m),
            "an illegal move in the line"
        );
        position.after(m)
    });
    match end.outcome().expect("the line goes to the end") {
        Outcome::Win(Player::FIRST) => Score::win_in(line.len() as u32),
        Outcome::Win(_) => Score::loss_in(line.len() as u32),
        Outcome::Points(points) => Score::points(points),
        Outcome::Draw | Outcome::Loop => Score::DRAW,
    }
}

/// The search is done, its value is minimax's, its line leads to that value.
fn check_exact<G: TwoPlayer>(search: &mut impl Search<G>, root: &G, n: u64) -> Report<G::Move> {
    let report = search.search(root, &Limits::none());
    assert_eq!(report.value, minimax(root), "tree {n}");
    assert_eq!((report.proven, report.stop), (true, Stop::Done), "tree {n}");
    assert_eq!(
        end_value(root, &report.line),
        report.value,
        "tree {n}: {:?}",
        report.line
    );
    report
}

/// As [`check_exact`], but a win's distance only has to be one that can be forced.
fn check_verdict<G: TwoPlayer>(search: &mut impl Search<G>, root: &G, n: u64) -> Report<G::Move> {
    let report = search.search(root, &Limits::none());
    assert_eq!((report.proven, report.stop), (true, Stop::Done), "tree {n}");
    match (report.value.verdict(), minimax(root).verdict()) {
        (Verdict::Win(found), Verdict::Win(best)) => {
            assert!(found >= best, "tree {n}: {found} < {best}")
        }
        (Verdict::Loss(found), Verdict::Loss(best)) => {
            assert!(found >= best, "tree {n}: {found} < {best}")
        }
        (found, best) => assert_eq!(found, best, "tree {n}"),
    }
    report
}

#[test]
fn proof_number_search_finds_the_value() {
    each_tree(70_000, |n, tree| {
        check_exact(&mut ProofNumber::blind(), &tree.two_player().unwrap(), n);
    });
}

#[test]
fn proof_number_search_finds_who_wins_and_a_line_of_that_length() {
    each_tree(30_000, |n, tree| {
        let root = Signs(tree.two_player().unwrap());
        let report = check_verdict(&mut ProofNumber::blind(), &root, n);
        assert_eq!(end_value(&root, &report.line), report.value, "tree {n}");
        check_exact(
            &mut ProofNumber {
                fastest: true,
                ..ProofNumber::blind()
            },
            &root,
            n,
        );
    });
}

#[test]
fn one_question_is_answered_as_minimax_answers_it() {
    for n in 0..5000 {
        let tree = random(&shape(n, 60), n);
        let root = tree.two_player().unwrap();
        let value = minimax(&root);
        for threshold in [value.below(), value, value.above(), Score::DRAW] {
            let asked = ProofNumber::blind().at_least(&root, threshold, &Limits::none());
            assert_eq!(asked.holds, Some(value >= threshold), "tree {n}");
            assert!(
                !asked.report.proven || asked.report.value == value,
                "tree {n}"
            );
        }
    }
}

#[test]
fn best_first_minimax_finds_the_value() {
    each_tree(70_000, |n, tree| {
        check_exact(
            &mut BestFirst {
                evaluator: Estimates,
            },
            &tree.two_player().unwrap(),
            n,
        );
    });
    each_tree(30_000, |n, tree| {
        check_exact(
            &mut BestFirst::blind(),
            &Signs(tree.two_player().unwrap()),
            n,
        );
    });
}

/// The min/max approximation with some exponent and shift: neither may matter in the end.
fn exact(n: u64) -> Exact<Estimates> {
    let p = [1.0, 4.0, 10.0, 40.0, 1000.0][n as usize % 5];
    Exact {
        evaluator: Estimates,
        p,
        shift: [0, 11, 512, 1_000_001][n as usize / 5 % 4],
    }
}

#[test]
fn the_min_max_approximation_finds_the_value() {
    each_tree(20_000, |n, tree| {
        check_exact(&mut exact(n), &tree.two_player().unwrap(), n);
        check_exact(&mut Proving(exact(n)), &tree.two_player().unwrap(), n);
    });
    each_tree(10_000, |n, tree| {
        let mut search = Exact {
            evaluator: gametree::Blind,
            p: exact(n).p,
            shift: exact(n).shift,
        };
        check_exact(&mut search, &Signs(tree.two_player().unwrap()), n);
        check_exact(&mut Proving(search), &Signs(tree.two_player().unwrap()), n);
    });
}

/// With a depth limit: minimax to that depth, proven only if nothing was cut off.
fn check_depth<'t>(
    search: &mut impl Search<TwoPlayerTree<'t>>,
    root: &TwoPlayerTree<'t>,
    depth: u32,
) {
    let limits = Limits::depth(depth);
    let expected = Minimax {
        evaluator: Estimates,
    }
    .search(root, &limits);
    let report = search.search(root, &limits);
    assert_eq!(
        (report.value, report.line.is_empty()),
        (expected.value, expected.line.is_empty())
    );
    assert!(!report.proven || report.value == minimax(root));
    assert_eq!(
        report.stop,
        if report.proven {
            Stop::Done
        } else {
            Stop::Depth
        }
    );
}

#[test]
fn a_depth_limit_gives_the_minimax_of_that_depth() {
    for n in 0..2000 {
        let tree = random(&shape(n, 60), n);
        let root = tree.two_player().unwrap();
        for depth in 0..5 {
            check_depth(
                &mut ProofNumber {
                    evaluator: Estimates,
                    fastest: false,
                },
                &root,
                depth,
            );
            check_depth(
                &mut BestFirst {
                    evaluator: Estimates,
                },
                &root,
                depth,
            );
            check_depth(&mut exact(n), &root, depth);
            check_depth(&mut DfPn::new(Estimates), &root, depth);
            check_depth(
                &mut Retrograde {
                    evaluator: Estimates,
                },
                &root,
                depth,
            );
        }
    }
}

/// The first move keeps the value: the wins and losses for sure, points exactly.
fn check_first_move<G: TwoPlayer>(root: &G, report: &Report<G::Move>, n: u64) {
    if let Some(m) = report.best() {
        let child = minimax(&root.after(m));
        let same = match report.value.verdict() {
            Verdict::Win(_) => matches!(child.verdict(), Verdict::Win(_)),
            Verdict::Loss(_) => matches!(child.verdict(), Verdict::Loss(_)),
            Verdict::Points(points) => child == Score::points(points),
        };
        assert!(
            same,
            "tree {n}: {m:?} is worth {child}, not {}",
            report.value
        );
    }
}

#[test]
fn depth_first_proof_number_search_finds_the_value() {
    each_tree(70_000, |n, tree| {
        let root = tree.two_player().unwrap();
        let report = check_verdict(&mut DfPn::blind(), &root, n);
        check_first_move(&root, &report, n);
    });
    each_tree(30_000, |n, tree| {
        let root = Signs(tree.two_player().unwrap());
        let report = check_verdict(&mut DfPn::blind(), &root, n);
        check_first_move(&root, &report, n);
    });
}

#[test]
fn df_pn_is_right_with_a_table_of_four_entries() {
    for n in 0..10_000 {
        let tree = random(&shape(n, 100), n);
        let root = tree.two_player().unwrap();
        for patience in [0.0, 0.25, 3.0] {
            let report = check_verdict(
                &mut DfPn {
                    entries: 1,
                    patience,
                    ..DfPn::blind()
                },
                &root,
                n,
            );
            check_first_move(&root, &report, n);
        }
    }
}

#[test]
fn retrograde_analysis_finds_the_value() {
    each_tree(70_000, |n, tree| {
        check_exact(&mut Retrograde::blind(), &tree.two_player().unwrap(), n);
    });
    each_tree(30_000, |n, tree| {
        check_exact(
            &mut Retrograde::blind(),
            &Signs(tree.two_player().unwrap()),
            n,
        );
    });
}

#[test]
fn monte_carlo_tree_search_solves_small_trees() {
    for n in 0..20_000 {
        let tree = random(&shape(n, 15 + (n % 40) as usize), n);
        let root = tree.two_player().unwrap();
        let mcts = Mcts {
            expand_after: (n % 4) as u32,
            ..Mcts::new(n)
        };
        let report = check_verdict(&mut mcts.clone(), &Signs(root), n);
        check_first_move(&Signs(root), &report, n);
        for scale in [0, 10] {
            let report = check_verdict(&mut Mcts { scale, ..mcts }, &root, n);
            check_first_move(&root, &report, n);
        }
    }
}

#[test]
fn monte_carlo_tree_search_ends_at_a_depth_limit() {
    for n in 0..2000 {
        let tree = random(&shape(n, 60), n);
        let root = Signs(tree.two_player().unwrap());
        for depth in 0..5 {
            let report = Mcts::new(n).search(&root, &Limits::depth(depth));
            assert_eq!(
                report.stop,
                if report.proven {
                    Stop::Done
                } else {
                    Stop::Depth
                },
                "tree {n}"
            );
            assert!(
                !report.proven || report.value.raw().signum() == minimax(&root).raw().signum(),
                "tree {n}"
            );
            assert!(
                report.proven
                    || (-1000..=1000).contains(&report.value.raw())
                    || report.value.is_decided()
            );
            assert_eq!(report.line.is_empty(), root.outcome().is_some());
        }
    }
}
