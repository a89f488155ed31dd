//! The min/max approximation with a prior over moves against the same without, on Breakthrough, by
//! a sequential test of 0 against 10 Elo.
//!
//! ```text
//! cargo run --release -p gametree-games --example prior -- nodes 2000 0.3 games/src/breakthrough/policy.network
//! cargo run --release -p gametree-games --example prior -- micros 400 0.3
//! ```
//!
//! Limit (nodes, moves, or micros of the processor), its size, how much the prior counts, and a
//! network where it is not the committed one.

use std::process::ExitCode;
use std::time::Duration;
use std::{env, fs};

use gametree::Limits;
use gametree::minmax::{Breadth, Losses, MinMax, Params, Policy};
use gametree_arena::opening::Random;
use gametree_arena::{Match, Searcher, Sprt, Table};
use gametree_games::breakthrough::{Board, Rows, policy};

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let [unit, size, weight, ..] = &words[..] else {
        eprintln!("nodes|moves|micros N WEIGHT [FILE]");
        return ExitCode::from(2);
    };
    let (Ok(size), Ok(weight)) = (size.parse::<u64>(), weight.parse::<f64>()) else {
        eprintln!("{size} or {weight} is not a number");
        return ExitCode::from(2);
    };
    let committed = include_str!("../src/breakthrough/policy.network").to_string();
    let text = words.get(3).map_or(Ok(committed), fs::read_to_string);
    let network = match text
        .map_err(|error| error.to_string())
        .and_then(|text| policy::read(&text).map_err(|error| error.to_string()))
    {
        Ok(network) => network,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let limits = match unit.as_str() {
        "nodes" => Limits::nodes(size),
        "moves" => Limits::moves(size),
        _ => Limits::cpu(Duration::from_micros(size)),
    };
    let start = Board::start(8, 8).expect("a size in range");
    let plan = Match {
        openings: Random {
            plies: 8,
            count: 100_000,
            seed: 7,
            accept: &|_| true,
        }
        .draw(&start),
        limits: [limits.clone(), limits],
        sprt: Some(Sprt::new(0.0, 10.0)),
        ..Match::new(40_000)
    };
    let params = Params {
        temperature: 16.0,
        memory: 32 << 20,
        bonus: 0.1,
        tempo: 60,
        slack: 4.0,
        ..Params::default()
    };
    let seating = || {
        let cost = Policy {
            cost: Losses(Breadth::Soft),
            prior: policy::By(&network),
            weight,
        };
        Ok(Table {
            a: Box::new(Searcher::new(
                MinMax::new(Rows::default()).with(params).costing(cost),
            )),
            b: Box::new(Searcher::new(MinMax::new(Rows::default()).with(params))),
        })
    };
    let mut shown = 0;
    let result = plan.resume(&seating, Vec::new(), &mut |_, standing| {
        if standing.tally.games() >= shown + 500 {
            shown = standing.tally.games();
            eprintln!(
                "{shown} games, score {:.3}, LLR {:.2}",
                standing.tally.score().unwrap_or(0.5),
                standing.llr.unwrap_or(0.0)
            );
        }
        Ok(())
    });
    let result = result.expect("openings, and an even number of games");
    let (tally, spent) = (result.standing.tally, result.spent);
    println!(
        "{}: +{} ={} -{} of {}",
        result.verdict(),
        tally.wins,
        tally.draws,
        tally.losses,
        tally.games()
    );
    if let Some(elo) = result.standing.estimate {
        println!(
            "Elo {:.1} ({:.1} to {:.1}), LLR {:.2}",
            elo.elo,
            elo.low,
            elo.high,
            result.standing.llr.unwrap_or(0.0)
        );
    }
    println!(
        "seconds a move: {:.6} and {:.6}",
        spent[0].seconds / spent[0].choices as f64,
        spent[1].seconds / spent[1].choices as f64
    );
    ExitCode::SUCCESS
}
