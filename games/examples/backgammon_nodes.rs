//! How many nodes expectiminimax, Star1 and Star2 visit in backgammon, and how fast plays are
//! generated.
//!
//! `backgammon_nodes [POSITIONS] [DEPTH] [SEED]`: positions with known dice, from games of the
//! trained evaluator against the handmade one; depth 3 is move, dice, move.

use std::error::Error;
use std::time::{Duration, Instant};

use gametree::expectiminimax::Expectiminimax;
use gametree::ordering::ByGame;
use gametree::rng::Rng;
use gametree::star::Order;
use gametree::star1::Star1;
use gametree::star2::{Probing, Star2};
use gametree::{Counts, Game, Limits, PayoffEvaluator, PayoffSearch, Player};
use gametree_games::backgammon::sampling::{drawn, greedy};
use gametree_games::backgammon::{Backgammon, Dice, Handmade, Stage, Trained};

fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Vec<u64> = std::env::args()
        .skip(1)
        .map(|text| text.parse())
        .collect::<Result<_, _>>()?;
    let number = |at: usize, usual: u64| numbers.get(at).copied().unwrap_or(usual);
    let positions = positions(number(0, 40) as usize, number(2, 1));
    generate(&positions);
    evaluate(&positions);
    let limits = Limits::depth(number(1, 3) as u32);
    let by_expected_payoff = Order {
        sorted_from: Some(2),
        ..Order::default()
    };
    let everywhere = Order {
        sorted_from: Some(1),
        ..Order::default()
    };
    let plain = measure(
        "expectiminimax",
        &mut Expectiminimax { evaluator: Trained },
        &positions,
        &limits,
    );
    let row = |name: &str, search: &mut dyn gametree::AnyPayoffSearch<Backgammon>| {
        let (nodes, values) = measure_any(name, search, &positions, &limits);
        let apart = values
            .iter()
            .zip(&plain.1)
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f64::max);
        println!(
            "{:>32.2} times fewer nodes, values apart by {apart:.1e}",
            plain.0 as f64 / nodes as f64
        );
    };
    row(
        "star1, guided",
        &mut Star1::new(Trained)
            .guided(ByGame)
            .ordered(by_expected_payoff),
    );
    row(
        "star2, as listed",
        &mut Star2::new(Trained).ordered(Order::AS_LISTED),
    );
    row("star2", &mut Star2::new(Trained));
    row("star2, guided", &mut Star2::new(Trained).guided(ByGame));
    row(
        "star2, root sorted",
        &mut Star2::new(Trained)
            .guided(ByGame)
            .ordered(by_expected_payoff),
    );
    let two = Probing {
        moves: 2,
        ..Probing::default()
    };
    row(
        "star2, 2 probes, root sorted",
        &mut Star2::new(Trained)
            .guided(ByGame)
            .ordered(by_expected_payoff)
            .probing(two),
    );
    row(
        "star2, all sorted",
        &mut Star2::new(Trained).guided(ByGame).ordered(everywhere),
    );
    Ok(())
}

/// Positions with more than one play, every ninth turn of games.
fn positions(count: usize, seed: u64) -> Vec<Backgammon> {
    let (mut rng, mut found, mut turns) = (Rng::new(seed), Vec::new(), 0);
    let (handmade, mut game) = (Handmade::default(), Backgammon::start());
    let (mut one, mut other) = (greedy(&Trained), greedy(&handmade));
    while found.len() < count {
        if game.outcome().is_some() {
            game = Backgammon::start();
        }
        let roll = drawn(&game, &mut rng);
        turns += 1;
        if roll.is_none() && turns % 9 == 0 && game.moves().nth(1).is_some() {
            found.push(game);
        }
        let m = roll.unwrap_or_else(|| {
            if game.turn().0 == 0 {
                one(&game)
            } else {
                other(&game)
            }
        });
        game.play(m);
    }
    found
}

/// Plays of all rolls, generated and made.
fn generate(positions: &[Backgammon]) {
    let (mut plays, mut made, start) = (0u64, 0u64, Instant::now());
    while start.elapsed() < Duration::from_secs(1) {
        for game in positions {
            plays += Dice::ALL
                .iter()
                .map(|&dice| game.plays(dice).count() as u64)
                .sum::<u64>();
        }
    }
    let generated = plays as f64 / start.elapsed().as_secs_f64();
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(1) {
        for game in positions {
            made += game
                .moves()
                .map(|m| u64::from(game.after(m).stage() == Stage::Roll))
                .sum::<u64>();
        }
    }
    let made = made as f64 / start.elapsed().as_secs_f64();
    println!(
        "{:.1} M plays a second generated, {:.1} M generated and made",
        generated / 1e6,
        made / 1e6
    );
}

/// Calls of the trained evaluator on positions before a roll.
fn evaluate(positions: &[Backgammon]) {
    let ends: Vec<Backgammon> = positions
        .iter()
        .flat_map(|game| game.moves().map(|m| game.after(m)))
        .collect();
    let (mut calls, mut sum, start) = (0u64, 0.0, Instant::now());
    while start.elapsed() < Duration::from_secs(1) {
        sum += ends
            .iter()
            .map(|game| Trained.expected_payoff(game, Player::FIRST))
            .sum::<f64>();
        calls += ends.len() as u64;
    }
    let speed = calls as f64 / start.elapsed().as_secs_f64();
    println!(
        "{:.2} M evaluations a second, mean {:+.3}",
        speed / 1e6,
        sum / calls as f64
    );
}

fn measure<A: PayoffSearch<Backgammon>>(
    name: &str,
    search: &mut A,
    positions: &[Backgammon],
    limits: &Limits,
) -> (u64, Vec<f64>) {
    measure_any(name, search, positions, limits)
}

fn measure_any(
    name: &str,
    search: &mut dyn gametree::AnyPayoffSearch<Backgammon>,
    positions: &[Backgammon],
    limits: &Limits,
) -> (u64, Vec<f64>) {
    let (mut counts, mut values, start) = (Counts::default(), Vec::new(), Instant::now());
    for position in positions {
        let report = search.search_payoffs_any(position, limits);
        counts += report.counts;
        values.push(report.values[0]);
    }
    let Counts {
        nodes,
        evaluations,
        moves,
    } = counts;
    println!(
        "{name:<30} {nodes:>10} nodes {evaluations:>10} evaluations {moves:>10} moves {:.1?}",
        start.elapsed()
    );
    (nodes, values)
}
