//! Searches for hidden cards: worlds and their means against all cards open, and statistics of
//! random games against what such a game can pay.

use std::collections::HashMap;
use std::ops::Range;

use gametree::{
    Game, Limits, Player, expectiminimax::Expectiminimax, ismcts::Ismcts, pimc::InnerSearch,
    pimc::Pimc, rng::Rng, view,
};

use super::deal::Deal;
use super::raw::{Path, TWIN, What};
use super::run::{Run, watch_payoffs};
use super::{ANYTHING, Case, check, named};
use crate::claim::Claim;
use crate::{Options, Scale};

fn options(name: &str) -> Options {
    Options {
        scale: Scale::FIXED_POINT,
        leaves_known: name != "ismcts",
        ..Options::new("truth", name)
    }
}

fn case() -> Case {
    Case {
        promise: ANYTHING,
        slack: 8.0,
        ..Case::plain(None)
    }
}

/// What the searching player gets.
fn for_mover(root: &Deal, first: f64) -> f64 {
    if root.turn() == Player::FIRST {
        first
    } else {
        -first
    }
}

/// Every world is one that fits, with its probability and the values of an open game; the result
/// is the mean over those that were solved.
fn check_worlds(root: &Deal, run: &Run) -> usize {
    let possible: HashMap<String, (Deal, f64)> = root
        .possible()
        .into_iter()
        .map(|(world, probability)| (world.to_string(), (world, probability)))
        .collect();
    let moves = root.moves().count();
    let mut sums = vec![0.0; moves];
    let mut weight = 0.0;
    let mut whole = 0;
    for told in &run.told {
        let What::World(told) = &told.what else {
            continue;
        };
        let (world, probability) = &possible[&told.position];
        assert!((told.probability - probability).abs() < 1e-9);
        for &(place, value) in &told.values {
            let after = world.after(place as u8);
            assert_eq!(
                value,
                for_mover(root, after.open_value()),
                "{place} in {world}"
            );
        }
        if told.values.len() == moves {
            whole += 1;
            weight += probability;
            for &(place, value) in &told.values {
                sums[place] += probability * value;
            }
        }
    }
    for claim in run.explanation.count_claims() {
        if let Claim::MeanOfWorlds { worlds, .. } = claim {
            assert_eq!(worlds, whole);
        }
    }
    if whole > 0 {
        let best = sums.iter().copied().reduce(f64::max).unwrap() / weight;
        let value = for_mover(root, best);
        assert!((f64::from(run.value.raw() - view::to_fixed(value).raw())).abs() < 2.0);
        assert!((sums[run.line[0]] / weight - best).abs() < 1e-9);
    }
    whole
}

/// How many runs a limit cut short.
pub fn check_pimc(seeds: Range<u64>) -> usize {
    let mut cut_short = 0;
    for seed in seeds {
        let root = Deal::random(seed);
        let mut rng = Rng::new(seed);
        let limits = match rng.below(2) {
            0 => Limits::none(),
            _ => Limits::nodes(1 + rng.below(120) as u64),
        };
        let mut pimc = Pimc::new(InnerSearch::by(Expectiminimax::blind()), seed);
        named("pimc", seed, || {
            let run = watch_payoffs(&root, &mut pimc, &limits, &options("pimc"));
            let whole = check_worlds(&root, &run);
            cut_short += usize::from(whole < root.possible().len());
            check(&run, &case())
        });
    }
    cut_short
}

#[test]
fn every_claim_about_worlds_is_true() {
    let cut_short = check_pimc(0..500);
    assert!(cut_short > 50, "{cut_short} runs were cut short");
}

/// Counts rounds and adds up what they pay: every round adds the same payoff to all nodes on its
/// way, one that play from there can come to.
fn check_rounds(root: &Deal, run: &Run) {
    let mut sums: HashMap<Path, (f64, f64)> = HashMap::new();
    let mut paid: Option<f64> = None;
    for told in &run.told {
        let What::Backup { labels, .. } = &told.what else {
            paid = None;
            continue;
        };
        let named = |name| labels.iter().find(|label| label.0 == name).unwrap().1;
        let (visits, sum) = sums.entry(told.path.clone()).or_default();
        *visits += 1.0;
        assert_eq!(named("visits"), *visits);
        let payoff = named("mean") * *visits - *sum;
        *sum += payoff;
        assert!((payoff - *paid.get_or_insert(payoff)).abs() < 1e-6);
        let here = told
            .path
            .iter()
            .fold(root.clone(), |at, &m| at.after((m % TWIN) as u8));
        assert!(here.can_pay(payoff), "{payoff} at {here}");
        assert_eq!(told.value, Some(view::to_fixed(named("mean"))));
    }
}

/// The number of claims.
pub fn check_ismcts(seeds: Range<u64>) -> usize {
    let mut checked = 0;
    for seed in seeds {
        let root = Deal::random(seed);
        let mut rng = Rng::new(seed);
        let limits = Limits::nodes(1 + rng.below(200) as u64);
        let mut ismcts = Ismcts::new(seed);
        checked += named("ismcts", seed, || {
            let run = watch_payoffs(&root, &mut ismcts, &limits, &options("ismcts"));
            check_rounds(&root, &run);
            check(&run, &case())
        });
    }
    checked
}

#[test]
fn every_claim_about_information_sets_is_true() {
    let checked = check_ismcts(0..500);
    assert!(checked > 10_000, "{checked} claims");
}
