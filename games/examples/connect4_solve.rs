//! Solves Connect-Four positions and counts.
//!
//! `connect4_solve COUNT FILE...` solves the first COUNT lines of each file (`COLUMNS SCORE`), each
//! with an empty table; `connect4_solve` alone solves the empty board and tells its progress.

use std::error::Error;
use std::time::{Duration, Instant};

use gametree::Limits;
use gametree_games::connect4::{Connect4, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.split_first() {
        None => solve_empty_board(),
        Some((count, files)) => {
            let count = count.parse()?;
            files.iter().try_for_each(|file| solve_file(file, count))
        }
    }
}

fn solve_empty_board() -> Result<(), Box<dyn Error>> {
    let (mut solver, start) = (Solver::default(), Instant::now());
    let solved = solver.solve_watched(&Connect4::new(), &Limits::none(), |step| {
        println!(
            "{:8.1?} {:12} nodes: {} to {}",
            start.elapsed(),
            step.counts.nodes,
            step.low,
            step.high
        );
    });
    println!("{solved:?} in {:.1?}", start.elapsed());
    let scores = solver.analyse(&Connect4::new());
    println!("columns {scores:?} after {:.1?}", start.elapsed());
    Ok(())
}

fn solve_file(file: &str, count: usize) -> Result<(), Box<dyn Error>> {
    let mut solver = Solver::new(1 << 26);
    let (mut solved, mut wrong, mut nodes, mut time) = (0u32, 0, 0, Duration::ZERO);
    for line in std::fs::read_to_string(file)?.lines().take(count) {
        let (moves, score) = line.split_once(' ').ok_or("a line without a score")?;
        let position: Connect4 = moves.parse()?;
        solver.clear();
        let start = Instant::now();
        let answer = solver.solve(&position);
        time += start.elapsed();
        solved += 1;
        nodes += answer.nodes;
        wrong += u32::from(answer.score != score.trim().parse::<i32>()?);
    }
    let seconds = time.as_secs_f64();
    println!(
        "{file}: {solved} solved, {wrong} wrong, {nodes} nodes ({:.1} each), {seconds:.3} s, {:.2} M nodes/s",
        nodes as f64 / f64::from(solved.max(1)),
        nodes as f64 / seconds / 1e6
    );
    Ok(())
}
