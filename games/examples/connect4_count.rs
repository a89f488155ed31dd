//! Work for an instruction counter: plain alpha-beta from the empty board, or random games.
//!
//! `valgrind --tool=callgrind connect4_count 9` and the same with a depth one less give, by their
//! difference, the instructions per node. `connect4_count playouts N` times random games.

use std::error::Error;
use std::time::Instant;

use gametree::alphabeta::AlphaBeta;
use gametree::playout::Playout;
use gametree::rng::Rng;
use gametree::{Limits, Search};
use gametree_games::connect4::{Connect4, Rollout};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["playouts", games] => playouts(games.parse()?),
        [depth] => count(depth.parse()?),
        _ => return Err("connect4_count DEPTH | connect4_count playouts N".into()),
    }
    Ok(())
}

fn count(depth: u32) {
    let start = Instant::now();
    let report = AlphaBeta::blind().search(&Connect4::new(), &Limits::depth(depth));
    println!("depth {depth}: {:?}, value {}, {:?}", report.counts, report.value, start.elapsed());
}

fn playouts(games: u64) {
    let (mut rng, mut moves, start) = (Rng::new(1), 0, Instant::now());
    for _ in 0..games {
        moves += u64::from(Rollout.play_out(Connect4::new(), &mut rng).1);
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{games} games of {:.2} moves, {:.2} M games/s",
        moves as f64 / games as f64,
        games as f64 / seconds / 1e6
    );
}
