//! Learned weights against the evaluator of the same game that people made, by a sequential test of
//! 0 against 10 Elo.
//!
//! ```text
//! cargo run --release -p gametree-games --example duel -- breakthrough games/src/breakthrough/learned.weights nodes 1000
//! cargo run --release -p gametree-games --example duel -- othello games/src/othello/learned.weights micros 1000 default
//! ```
//!
//! Game, file, limit (nodes, or micros of the processor), its size; `default`: against the
//! evaluator that the command line uses. Both are principal variation searches with the same table,
//! order and quiescence.

use std::process::ExitCode;
use std::time::Duration;
use std::{env, fs};

use gametree::deepening::Deepening;
use gametree::learning::{Features, Linear};
use gametree::pvs::Pvs;
use gametree::quiescence::Quiescence;
use gametree::{Evaluator, Guided, Keyed, Limits, Noisy, Notation, TwoPlayer};
use gametree_arena::opening::Random;
use gametree_arena::{Match, Searcher, Sprt, Table};
use gametree_games::{breakthrough, connect4, othello};

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let [game, file, unit, size, ..] = &words[..] else {
        eprintln!("GAME FILE nodes|micros N [default]");
        return ExitCode::from(2);
    };
    let (Ok(text), Ok(size)) = (fs::read_to_string(file), size.parse::<u64>()) else {
        eprintln!("{file} cannot be read, or {size} is not a number");
        return ExitCode::from(2);
    };
    let limits = if unit == "nodes" {
        Limits::nodes(size)
    } else {
        Limits::cpu(Duration::from_micros(size))
    };
    let shown = words.get(4).is_some_and(|word| word == "default");
    let done = match (game.as_str(), shown) {
        ("breakthrough", default) => {
            let start = breakthrough::Board::start(8, 8).expect("a size in range");
            let learned = Linear::read(breakthrough::Shape, game, &text);
            if default {
                learned.map(|learned| duel(start, learned, breakthrough::Rows::default(), &limits))
            } else {
                learned.map(|learned| {
                    duel(start, learned, breakthrough::Positional::default(), &limits)
                })
            }
        }
        ("othello", default) => {
            let start = othello::Board::start(8).expect("a size in range");
            let learned = Linear::read(othello::Shape, game, &text);
            if default {
                learned.map(|learned| duel(start, learned, othello::Patterns::default(), &limits))
            } else {
                learned.map(|learned| duel(start, learned, othello::Positional::default(), &limits))
            }
        }
        ("connect4", _) => Linear::read(connect4::Shape, game, &text).map(|learned| {
            duel(
                connect4::Connect4::new(),
                learned,
                connect4::Threats,
                &limits,
            )
        }),
        (other, _) => {
            eprintln!("{other} is none of breakthrough, othello, connect4");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{file}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn duel<G, F, E>(start: G, learned: Linear<F>, made: E, limits: &Limits)
where
    G: TwoPlayer + Keyed + Noisy + Guided + Notation + Sync,
    F: Features<G> + Clone + Sync,
    E: Evaluator<G> + Clone + Sync,
{
    let openings = Random {
        plies: 8,
        count: 100_000,
        seed: 7,
        accept: &|_| true,
    }
    .draw(&start);
    let plan = Match {
        openings,
        limits: [limits.clone(), limits.clone()],
        sprt: Some(Sprt::new(0.0, 10.0)),
        ..Match::new(40_000)
    };
    let seating = || {
        Ok(Table {
            a: searcher(learned.clone()),
            b: searcher(made.clone()),
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
}

fn searcher<'a, G, E>(evaluator: E) -> Box<Searcher<'a, G>>
where
    G: TwoPlayer + Keyed + Noisy + Guided + 'a,
    E: Evaluator<G> + 'a,
{
    let search = Pvs::new(evaluator)
        .with_table(1 << 18)
        .guided()
        .quiet(Quiescence::default());
    Box::new(Searcher::new(Deepening::new(search)))
}
