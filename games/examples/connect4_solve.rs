//! Solves files of scored positions.
use std::time::{Duration, Instant};
use gametree_games::connect4::{Connect4, Solver};
fn main() {
    let mut args = std::env::args().skip(1);
    let limit: usize = args.next().unwrap().parse().unwrap();
    for file in args {
        let text = std::fs::read_to_string(&file).unwrap();
        let mut solver = Solver::new(64 << 20);
        let (mut n, mut bad, mut nodes, mut time) = (0, 0, 0, Duration::ZERO);
        for line in text.lines().take(limit) {
            let (moves, score) = line.split_once(' ').unwrap();
            let position: Connect4 = if moves == "-" { Connect4::new() } else { moves.parse().unwrap() };
            solver.clear();
            let start = Instant::now();
            let solved = solver.solve(&position);
            time += start.elapsed();
            n += 1;
            nodes += solved.nodes;
            bad += i32::from(solved.score != score.parse::<i32>().unwrap());
        }
        let s = time.as_secs_f64();
        println!("{file} n={n} bad={bad} nodes={nodes} ({:.1}/pos) {s:.3}s {:.2} Mn/s", nodes as f64 / n as f64, nodes as f64 / s / 1e6);
    }
}
