//! Solves random deals with open hands and counts: `whist_double_dummy [CARDS] [DEALS] [SEARCH]`,
//! where the search is `solver` or `pvs`, the library's alpha-beta with a table.

use std::error::Error;
use std::time::{Duration, Instant};

use gametree::rng::Rng;
use gametree::{Blind, Limits, Search, pvs::Pvs};
use gametree_games::cards::Suit;
use gametree_games::whist::{DoubleDummy, Solver, Whist};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number =
        |i: usize, default: usize| args.get(i).map_or(Ok(default), |arg| arg.parse::<usize>());
    let (cards, deals) = (number(0, 8)? as u8, number(1, 100)?);
    let library = args.get(2).is_some_and(|search| search == "pvs");
    for (kind, trump) in [("no trump", None), ("spades", Some(Suit::Spades))] {
        let mut solves = Vec::new();
        for seed in 0..deals {
            let deal = Whist::new(cards, trump)?.dealt(&mut Rng::new(seed as u64));
            solves.push(solve(&deal.open().ok_or("not dealt")?, library));
        }
        report(kind, cards, solves);
    }
    Ok(())
}

/// Time, nodes and points of one deal, solved from nothing. (The library's table is allocated
/// before: it is large at once.)
fn solve(deal: &DoubleDummy, library: bool) -> (Duration, u64, i32) {
    if library {
        let mut pvs = Pvs::new(Blind).with_table(1 << 26).guided();
        let start = Instant::now();
        let found = pvs.search(deal, &Limits::none());
        return (start.elapsed(), found.counts.nodes, found.value.raw());
    }
    let start = Instant::now();
    let solved = Solver::default().solve(deal);
    (start.elapsed(), solved.nodes, solved.points)
}

fn report(kind: &str, cards: u8, mut solves: Vec<(Duration, u64, i32)>) {
    solves.sort();
    let (count, points) = (
        solves.len(),
        solves.iter().map(|solve| solve.2).sum::<i32>(),
    );
    let at = |percent: usize| solves[(count * percent / 100).min(count - 1)];
    let nodes = solves.iter().map(|solve| solve.1).sum::<u64>() / count as u64;
    println!(
        "{cards} cards, {kind}: {count} deals, median {:.2?}, 90 % {:.2?}, worst {:.2?}, {nodes} nodes a deal, points {points}",
        at(50).0,
        at(90).0,
        at(100).0
    );
}
