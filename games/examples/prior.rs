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
use gametree::learning::Network;
use gametree::minmax::{Breadth, Losses, MinMax, Params, Policy};
use gametree_arena::opening::Random;
use gametree_arena::{Match, MatchResult, Searcher, Sprt, Table};
use gametree_games::breakthrough::{Board, Rows, policy};

/// What is asked for on the command line.
struct Request {
    limits: Limits,
    weight: f64,
    network: Network,
}

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    match request(&words) {
        Ok(request) => {
            report(&play(&request));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn request(words: &[String]) -> Result<Request, String> {
    let [unit, size, weight, ..] = words else {
        return Err("nodes|moves|micros N WEIGHT [FILE]".into());
    };
    let size: u64 = size
        .parse()
        .map_err(|_| format!("{size} is not a number"))?;
    let weight = weight
        .parse()
        .map_err(|_| format!("{weight} is not a number"))?;
    let committed = include_str!("../src/breakthrough/policy.network").to_string();
    let text = words.get(3).map_or(Ok(committed), fs::read_to_string);
    let text = text.map_err(|error| error.to_string())?;
    let limits = match unit.as_str() {
        "nodes" => Limits::nodes(size),
        "moves" => Limits::moves(size),
        _ => Limits::cpu(Duration::from_micros(size)),
    };
    Ok(Request {
        limits,
        weight,
        network: policy::read(&text).map_err(|error| error.to_string())?,
    })
}

fn plan(limits: &Limits) -> Match<Board> {
    let start = Board::start(8, 8).expect("a size in range");
    let openings = Random {
        plies: 8,
        count: 100_000,
        seed: 7,
        accept: &|_| true,
    };
    Match {
        openings: openings.draw(&start),
        limits: [limits.clone(), limits.clone()],
        sprt: Some(Sprt::new(0.0, 10.0)),
        ..Match::new(40_000)
    }
}

fn play(request: &Request) -> MatchResult {
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
            prior: policy::By(&request.network),
            weight: request.weight,
        };
        let guided = MinMax::new(Rows::default()).with(params).costing(cost);
        Ok(Table {
            a: Box::new(Searcher::new(guided)),
            b: Box::new(Searcher::new(MinMax::new(Rows::default()).with(params))),
        })
    };
    let mut shown = 0;
    let result = plan(&request.limits).resume(&seating, Vec::new(), &mut |_, standing| {
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
    result.expect("openings, and an even number of games")
}

fn report(result: &MatchResult) {
    let tally = result.standing.tally;
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
    let seconds = |side: usize| result.spent[side].seconds / result.spent[side].choices as f64;
    println!("seconds a move: {:.6} and {:.6}", seconds(0), seconds(1));
}
