//! No sentence says more than the search knew: on random trees and graphs, for every search that
//! is watched, stopped anywhere, each claim of each sentence is held against the events before it.

mod checker;
mod deal;
mod graph;
mod grown;
mod hidden;
mod numbers;
mod raw;
mod results;
mod run;

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use gametree::rng::Rng;
use gametree::tree::{Estimates, Shape, Tree, TwoPlayerTree, random};
use gametree::{AnyPayoffSearch, AnySearch, Bounds, Limits, Payoffs, Score, view};
use gametree::{
    alphabeta::AlphaBeta,
    best_first::BestFirst,
    best_reply::BestReply,
    deepening::Deepening,
    df_pn::DfPn,
    expectiminimax::Expectiminimax,
    maxn::Maxn,
    mcts::Mcts,
    minimax::Minimax,
    minmax::{Breadth, Exact, MinMax, Proving, Reverse},
    minmax_chance::MinMaxChance,
    mtdf::Mtdf,
    on_path::OnPath,
    paranoid::Paranoid,
    payoff_deepening::PayoffDeepening,
    proof_number::ProofNumber,
    pvs,
    pvs::Pvs,
    retrograde::Retrograde,
    singular::Singular,
    sorted::Sorted,
    star1::Star1,
    star2::Star2,
};

use crate::claim::{Claim, Worth};
use crate::wording::Wording;
use crate::{Explanation, Options, Scale};
use checker::{Checker, Promise};
use grown::{Law, check_backups};
use raw::{Told, What};
use results::{check_end, check_strategy};
use run::{Run, watch, watch_payoffs};

/// What is known of the game apart from the run.
struct Case {
    promise: Promise,
    slack: f64,
    /// All leaves, where the search has no depth limit.
    leaves: Option<u64>,
    /// The search tells no leaves: what it finishes is held against the game's own ends.
    untold_leaves: bool,
    /// Some moves are searched deeper than others.
    extends: bool,
    /// How the nodes of a tree in memory follow from their children.
    law: Law,
    /// Wrong claims are meant to be wrong.
    quiet: bool,
}

impl Case {
    fn plain(leaves: Option<u64>) -> Case {
        Case {
            promise: ANYTHING,
            slack: 0.0,
            leaves,
            untold_leaves: false,
            extends: false,
            law: Law::Untold,
            quiet: false,
        }
    }
}

const ANYTHING: Promise = Promise {
    low: f64::NEG_INFINITY,
    high: f64::INFINITY,
    sum: None,
};

/// The words with names that have no digits.
fn nameless<'a>(explanation: &'a Explanation, names: &'a [String]) -> Wording<'a> {
    Wording {
        names,
        ..explanation.words()
    }
}

/// Checks every sentence of a run; the number of claims checked.
fn check(run: &Run, case: &Case) -> usize {
    check_backups(run, case.law);
    let explanation = &run.explanation;
    let trace = explanation.trace();
    let mut checker = Checker::new(&explanation.recording, case.promise, case.slack);
    checker.untold_leaves = case.untold_leaves;
    checker.extends = case.extends;
    let steps = raw::steps(&run.told);
    assert_eq!(steps.len(), trace.events.len(), "every event has its step");
    let names = vec!["X".to_string(); trace.nodes.len()];
    let words = nameless(explanation, &names);
    let mut heard = 0;
    let mut checked = 0;
    for step in &explanation.steps {
        let Some(event) = step.event else {
            continue;
        };
        let belongs = |told: &Told| matches!(told.what, What::Vector(_) | What::Because(_));
        let mut until = steps[event] + 1;
        while run.told.get(until).is_some_and(|next| {
            belongs(next) && matches!(run.told[until - 1].what, What::Leaf { .. } | What::Select)
        }) {
            until += 1;
        }
        run.told[heard..until]
            .iter()
            .for_each(|told| checker.hear(told));
        heard = until;
        for claim in &step.claims {
            let right = catch_unwind(AssertUnwindSafe(|| checker.check(claim)));
            if let Err(why) = right {
                if !case.quiet {
                    let told = explanation
                        .steps
                        .iter()
                        .filter(|told| told.event <= step.event);
                    told.for_each(|told| eprintln!("{:?} {}", told.event, told.text));
                    eprintln!("claim {claim:?}");
                }
                resume_unwind(why);
            }
        }
        checked += step.claims.len();
        numbers::check(&step.claims, &words);
    }
    run.told[heard..].iter().for_each(|told| checker.hear(told));
    let last = explanation.steps.last().expect("a result");
    let ends = [last.claims.clone(), explanation.count_claims()].concat();
    for claim in &ends {
        check_end(run, case, &checker, claim);
    }
    numbers::check(&last.claims, &words);
    numbers::check(&explanation.count_claims(), &words);
    check_strategy(explanation, &checker);
    checked + ends.len()
}

/// Checks a run and names it where it fails.
fn named(name: &str, seed: u64, check: impl FnOnce() -> usize) -> usize {
    catch_unwind(AssertUnwindSafe(check)).unwrap_or_else(|why| {
        eprintln!("{name}, seed {seed}");
        resume_unwind(why)
    })
}

/// Extends moves that are better than all others by two points: the random trees are small.
fn extending<'t>() -> Pvs<TwoPlayerTree<'t>, Estimates> {
    let singular = Singular {
        margin: 2,
        least_depth: 2,
        ..Singular::default()
    };
    let params = pvs::Params {
        singular: Some(singular),
        ..pvs::Params::default()
    };
    Pvs::new(Estimates).with_table(1 << 16).with(params)
}

type TwoPlayerSearch<'t> = Box<dyn AnySearch<TwoPlayerTree<'t>> + 't>;

fn two_player_searches<'t>(seed: u64) -> Vec<(&'static str, TwoPlayerSearch<'t>)> {
    vec![
        ("minimax", Box::new(Minimax::new(Estimates))),
        ("alphabeta", Box::new(AlphaBeta::new(Estimates))),
        (
            "alphabeta:deepening",
            Box::new(Deepening::new(AlphaBeta::new(Estimates))),
        ),
        ("alphabeta:sorted", Box::new(Sorted::new(Estimates))),
        ("pvs", Box::new(Pvs::new(Estimates))),
        (
            "pvs:table",
            Box::new(Deepening::new(Pvs::new(Estimates).with_table(1 << 16))),
        ),
        ("pvs:singular=on", Box::new(Deepening::new(extending()))),
        ("mtdf", Box::new(Mtdf::new(AlphaBeta::new(Estimates)))),
        ("onpath", Box::new(OnPath::blind())),
        ("bestfirst", Box::new(BestFirst::new(Estimates))),
        ("pns", Box::new(ProofNumber::blind())),
        ("dfpn", Box::new(DfPn::blind())),
        ("mcts", Box::new(Mcts::new(seed))),
        ("retrograde", Box::new(Retrograde::blind())),
        ("minmax", Box::new(MinMax::new(Estimates))),
        (
            "minmax:mode=exact",
            Box::new(Exact {
                evaluator: Estimates,
                p: 10.0,
                shift: 10,
            }),
        ),
        (
            "minmax:mode=exact,proofs=on",
            Box::new(Proving(Exact {
                evaluator: Estimates,
                p: 10.0,
                shift: 10,
            })),
        ),
        (
            "minmax:mode=reverse",
            Box::new(Reverse {
                evaluator: Estimates,
                p: 10.0,
                shift: 10,
                breadth: Breadth::Count,
            }),
        ),
    ]
}

/// How a search of two players computes the nodes of its tree in memory.
fn law(name: &str) -> Law {
    match name {
        "bestfirst" => Law::Best,
        "pns" => Law::Proof,
        "mcts" => Law::Visits,
        "minmax:mode=exact" | "minmax:mode=exact,proofs=on" => Law::Means {
            p: 10.0,
            shift: 10.0,
        },
        "minmax:mode=reverse" => Law::Reverse {
            p: 10.0,
            shift: 10.0,
        },
        "minmax" => Law::Losses { temperature: 50.0 },
        _ => Law::Untold,
    }
}

/// No limit, a limit on nodes, or one on depth.
fn limits(rng: &mut Rng) -> Limits {
    match rng.below(3) {
        0 => Limits::none(),
        1 => Limits::nodes(1 + rng.below(60) as u64),
        _ => Limits::depth(1 + rng.below(4) as u32),
    }
}

/// MCTS without a limit would play on; what df-pn says at a depth limit, nothing else tells.
fn bounded(name: &str, limits: Limits) -> Limits {
    if name == "dfpn" {
        return Limits {
            depth: None,
            ..limits
        };
    }
    if name == "mcts" && limits.nodes.is_none() {
        Limits {
            nodes: Some(200),
            ..limits
        }
    } else {
        limits
    }
}

fn check_two_players(seeds: Range<u64>) -> usize {
    let mut checked = 0;
    for seed in seeds {
        let shape = Shape {
            alternating: seed % 3 > 0,
            values: -6..=6,
            depth: 5,
            branching: 1..=4,
            most_nodes: 60,
            ..Shape::default()
        };
        let tree = random(&shape, seed);
        let mut rng = Rng::new(seed);
        for (name, mut search) in two_player_searches(seed) {
            let limits = bounded(name, limits(&mut rng));
            let options = Options {
                leaves_known: name != "retrograde",
                ..Options::new("truth", name)
            };
            let root = tree.two_player().unwrap();
            let case = Case {
                untold_leaves: name == "dfpn",
                extends: name == "pvs:singular=on",
                law: law(name),
                ..Case::plain(limits.depth.is_none().then(|| tree.leaves() as u64))
            };
            checked += named(name, seed, || {
                check(&watch(&root, &mut *search, &limits, &options), &case)
            });
        }
    }
    checked
}

#[test]
fn every_claim_about_trees_of_two_players_is_true() {
    let checked = check_two_players(0..500);
    assert!(checked > 100_000, "{checked} claims");
}

/// A tree whose values are promised to lie in these bounds.
fn promised(shape: &Shape, seed: u64) -> Tree {
    let low = f64::from(*shape.values.start());
    let high = f64::from(*shape.values.end());
    let tree = random(shape, seed);
    tree.bounded(Bounds::new(low, high))
        .expect("values of this shape")
}

fn check_chance(seeds: Range<u64>) -> usize {
    let mut checked = 0;
    for seed in seeds {
        let shape = Shape {
            values: -5..=5,
            depth: 4,
            branching: 1..=4,
            most_nodes: 50,
            chance: 45,
            ..Shape::default()
        };
        let tree = promised(&shape, seed);
        let mut rng = Rng::new(seed);
        let searches: Vec<(&str, Box<dyn AnyPayoffSearch<_>>)> = vec![
            ("expectiminimax", Box::new(Expectiminimax::new(Estimates))),
            ("star1", Box::new(Star1::new(Estimates))),
            ("star2", Box::new(Star2::new(Estimates))),
            (
                "star1",
                Box::new(PayoffDeepening::new(Star1::new(Estimates))),
            ),
            ("minmax", Box::new(MinMaxChance::new(Estimates))),
        ];
        for (name, mut search) in searches {
            let limits = limits(&mut rng);
            let unit = f64::from(view::to_fixed(1.0).raw());
            let case = Case {
                promise: Promise {
                    low: -5.0 * unit,
                    high: 5.0 * unit,
                    sum: None,
                },
                slack: 8.0,
                law: match name {
                    // The usual sharpness over the width of the bounds.
                    "minmax" => Law::Soft { beta: 20.0 / 10.0 },
                    _ => Law::Untold,
                },
                ..Case::plain(limits.depth.is_none().then(|| tree.leaves() as u64))
            };
            let options = Options {
                scale: Scale::FIXED_POINT,
                ..Options::new("truth", name)
            };
            checked += named(name, seed, || {
                check(
                    &watch_payoffs(&tree.root(), &mut *search, &limits, &options),
                    &case,
                )
            });
        }
    }
    checked
}

#[test]
fn every_claim_about_chance_is_true() {
    let checked = check_chance(0..500);
    assert!(checked > 50_000, "{checked} claims");
}

fn check_several_players(seeds: Range<u64>) -> usize {
    let mut checked = 0;
    for seed in seeds {
        let shape = Shape {
            values: 0..=9,
            depth: 4,
            branching: 1..=4,
            most_nodes: 50,
            players: 3 + (seed % 2) as u8,
            sum: (seed % 3 > 0).then_some(12),
            chance: if seed % 5 == 0 { 20 } else { 0 },
            ..Shape::default()
        };
        let tree = promised(&shape, seed);
        let mut rng = Rng::new(seed);
        let searches: Vec<(&str, Box<dyn AnyPayoffSearch<_>>)> = vec![
            ("maxn", Box::new(Maxn::blind())),
            ("paranoid", Box::new(Paranoid::blind())),
            ("brs", Box::new(BestReply::blind())),
        ];
        for (name, mut search) in searches {
            let limits = match rng.below(2) {
                0 => Limits::none(),
                _ => Limits::nodes(1 + rng.below(40) as u64),
            };
            let case = Case {
                promise: Promise {
                    low: 0.0,
                    high: 9.0,
                    sum: tree.root().sum(),
                },
                ..Case::plain(Some(tree.leaves() as u64))
            };
            let options = Options {
                scale: Scale::FIXED_POINT,
                ..Options::new("truth", name)
            };
            checked += named(name, seed, || {
                check(
                    &watch_payoffs(&tree.root(), &mut *search, &limits, &options),
                    &case,
                )
            });
        }
    }
    checked
}

#[test]
fn every_claim_about_several_players_is_true() {
    let checked = check_several_players(0..500);
    assert!(checked > 20_000, "{checked} claims");
}

fn check_loops(seeds: Range<u64>) -> usize {
    let mut loops = 0;
    for seed in seeds {
        let root = graph::Walk::random(seed);
        let mut rng = Rng::new(seed);
        let searches: Vec<(&str, Box<dyn AnySearch<graph::Walk>>)> = vec![
            ("onpath", Box::new(OnPath::blind())),
            ("retrograde", Box::new(Retrograde::blind())),
        ];
        for (name, mut search) in searches {
            let nodes = if rng.below(2) == 0 {
                150
            } else {
                1 + rng.below(30) as u64
            };
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::depth(7)
            };
            let options = Options {
                leaves_known: name != "retrograde",
                max_nodes: 600,
                ..Options::new("truth", name)
            };
            let case = Case::plain(None);
            named(name, seed, || {
                let run = watch(&root, &mut *search, &limits, &options);
                loops += usize::from(run.explanation.trace().endless());
                check(&run, &case)
            });
        }
    }
    loops
}

#[test]
fn every_claim_about_loops_is_true() {
    let loops = check_loops(0..500);
    assert!(loops > 100, "{loops} runs met a loop");
}

/// The same on more trees: `cargo xtask soak`.
#[test]
#[ignore = "soak"]
fn soak_every_claim_on_more_trees() {
    let seeds = 500..5_000;
    check_two_players(seeds.clone());
    check_chance(seeds.clone());
    check_several_players(seeds.clone());
    check_loops(seeds.clone());
    hidden::check_pimc(seeds.clone());
    hidden::check_ismcts(seeds);
}

/// A claim that is a little wrong is found: one more leaf, another value, another node.
#[test]
fn the_checker_finds_wrong_claims() {
    let tree: Tree = super::AIMA.parse().unwrap();
    let root = tree.two_player().unwrap();
    let run = || {
        let mut search = AlphaBeta::blind();
        watch(
            &root,
            &mut search,
            &Limits::none(),
            &Options::new("truth", "alphabeta"),
        )
    };
    let case = Case {
        quiet: true,
        ..Case::plain(Some(9))
    };
    assert!(check(&run(), &case) > 30);
    let mut wrong = 0;
    let count = run()
        .explanation
        .steps
        .iter()
        .map(|step| step.claims.len())
        .sum();
    for number in 0..count {
        let mut run = run();
        let mut claims = run
            .explanation
            .steps
            .iter_mut()
            .flat_map(|step| &mut step.claims);
        let claim = claims.nth(number).expect("counted");
        if !distort(claim) {
            continue;
        }
        let shown = format!("{claim:?}");
        drop(claims);
        let found = catch_unwind(AssertUnwindSafe(|| check(&run, &case))).is_err();
        assert!(found, "nobody saw {shown}");
        wrong += 1;
    }
    assert!(wrong > 20, "{wrong} claims were changed");
}

/// A value that does not follow from the children's is found, whatever the search.
#[test]
fn a_wrong_backup_is_found() {
    let tree: Tree = "(max (min 3 (max 1 2) 8) (min 2 4 6) (max 4 (min 5 2)))"
        .parse()
        .unwrap();
    let root = tree.two_player().unwrap();
    let mut found = 0;
    for (name, mut search) in two_player_searches(1) {
        // The fast form tells values that are not its last.
        if matches!(law(name), Law::Untold | Law::Losses { .. }) {
            continue;
        }
        let limits = bounded(name, Limits::none());
        let mut run = watch(&root, &mut *search, &limits, &Options::new("truth", name));
        check_backups(&run, law(name));
        let mut told = run.told.iter_mut().rev();
        let last = told
            .find(|told| matches!(told.what, What::Backup { .. }))
            .expect("a backup");
        last.value = last.value.map(|value| Score::from_raw(value.raw() + 1));
        let wrong = catch_unwind(AssertUnwindSafe(|| check_backups(&run, law(name))));
        assert!(wrong.is_err(), "{name}");
        found += 1;
    }
    assert_eq!(found, 6);
}

/// Makes a claim wrong by one; false where it has nothing to change.
fn distort(claim: &mut Claim) -> bool {
    match claim {
        Claim::Ends {
            worth: Worth::Score(value),
        }
        | Claim::Finished {
            worth: Worth::Score(value),
            ..
        }
        | Claim::RootWorth {
            worth: Worth::Score(value),
            ..
        }
        | Claim::BestSoFar { value, .. }
        | Claim::Narrows { to: value, .. }
        | Claim::OutOfReach { value, .. }
        | Claim::Refutes { value, .. }
        | Claim::Has { value, .. } => *value = Score::from_raw(value.raw() + 1),
        Claim::Saved { leaves, .. } => leaves.count += 1,
        Claim::LeftOut {
            moves: Some(moves), ..
        } => *moves += 1,
        Claim::Tries { node } | Claim::ToMove { node } => *node = (*node + 1) % 13,
        Claim::Plays { child } => *child += 1,
        Claim::Window { window, .. } => window.alpha = Score::from_raw(window.alpha.raw() + 1),
        _ => return false,
    }
    true
}
