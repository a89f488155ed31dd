//! The same work by gametree and by the crate `minimax` 0.6, in one run, on the same Connect-Four
//! position type, rules and evaluator. Ratios within one run are what counts on a noisy machine.
//!
//! `cargo bench --bench peers` prints the table; `cargo bench --bench peers -- PIECE` runs one piece
//! once and prints its nodes, for counting instructions (`cargo xtask instructions`).

use std::time::{Duration, Instant};

use gametree::alphabeta::AlphaBeta;
use gametree::deepening::Deepening;
use gametree::parallel::Parallel;
use gametree::pvs::Pvs;
use gametree::{Blind, Evaluator, Game, Keyed, Limits, Outcome, Player, Search};
use gametree_games::connect4::{Column, Connect4, Threats};
use minimax::Strategy;

const FIXED_DEPTH: u32 = 9;
const DEEPENING_DEPTH: u32 = 14;
const TABLE: usize = 64 << 20;

/// Connect-Four for the peer.
struct Peer;

impl minimax::Game for Peer {
    type S = Connect4;
    type M = Column;

    fn generate_moves(position: &Connect4, moves: &mut Vec<Column>) -> Option<minimax::Winner> {
        let over = Self::get_winner(position);
        if over.is_none() {
            moves.extend(position.moves());
        }
        over
    }

    fn apply(position: &mut Connect4, m: Column) -> Option<Connect4> {
        Some(position.after(m))
    }

    fn get_winner(position: &Connect4) -> Option<minimax::Winner> {
        position.outcome().map(|outcome| match outcome {
            Outcome::Win(_) => minimax::Winner::PlayerJustMoved,
            _ => minimax::Winner::Draw,
        })
    }

    fn zobrist_hash(position: &Connect4) -> u64 {
        position.key()
    }
}

/// One of our evaluators for the peer, which wants the mover's view.
#[derive(Clone)]
struct Shared<E>(E);

impl<E: Evaluator<Connect4>> minimax::Evaluator for Shared<E> {
    type G = Peer;
    fn evaluate(&self, position: &Connect4) -> minimax::Evaluation {
        let points = self.0.evaluate(position) as minimax::Evaluation;
        if position.turn() == Player::FIRST { points } else { -points }
    }
}

/// A piece of work: its name, and what runs it and says how many nodes it took (0: not told).
struct Piece {
    name: &'static str,
    run: fn() -> u64,
}

const PIECES: &[Piece] = &[
    Piece { name: "alphabeta-ours", run: || alphabeta(FIXED_DEPTH) },
    Piece { name: "alphabeta-peer", run: || negamax_peer(FIXED_DEPTH) },
    Piece { name: "deepening-ours", run: || deepening(1) },
    Piece { name: "deepening-peer", run: deepening_peer },
    Piece { name: "threads-2", run: || deepening(2) },
];

fn alphabeta(depth: u32) -> u64 {
    AlphaBeta { evaluator: Blind }.search(&Connect4::new(), &Limits::depth(depth)).counts.nodes
}

fn negamax_peer(depth: u32) -> u64 {
    let mut search = minimax::Negamax::new(Shared(Blind), depth as u8);
    let best = search.choose_move(&Connect4::new());
    assert!(best.is_some(), "the peer found a move");
    0
}

fn deepening(threads: usize) -> u64 {
    let worker = Deepening::new(Pvs::new(Threats::default()).with_table(TABLE).guided());
    let mut search = Parallel { worker, threads };
    search.search(&Connect4::new(), &Limits::depth(DEEPENING_DEPTH)).counts.nodes
}

fn deepening_peer() -> u64 {
    let options = minimax::IterativeOptions::new().with_table_byte_size(TABLE);
    let mut search = minimax::IterativeSearch::new(Shared(Threats::default()), options);
    search.set_max_depth(DEEPENING_DEPTH as u8);
    let best = search.choose_move(&Connect4::new());
    assert!(best.is_some(), "the peer found a move");
    0
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    match wanted.first() {
        Some(name) => run_one(name),
        None => table(),
    }
}

fn run_one(name: &str) {
    match PIECES.iter().find(|piece| piece.name == name) {
        Some(piece) => println!("{name} nodes {}", (piece.run)()),
        None => {
            let names: Vec<_> = PIECES.iter().map(|piece| piece.name).collect();
            eprintln!("no piece '{name}'; there are: {}", names.join(", "));
            std::process::exit(2);
        }
    }
}

fn table() {
    let seconds: Vec<(f64, u64)> = PIECES.iter().map(best_of_three).collect();
    println!("{:<18} {:>10} {:>14} {:>12}", "piece", "seconds", "nodes", "M nodes/s");
    for (piece, (time, nodes)) in PIECES.iter().zip(&seconds) {
        println!("{:<18} {time:>10.4} {nodes:>14} {:>12.2}", piece.name, *nodes as f64 / time / 1e6);
    }
    let time = |name: &str| {
        let index = PIECES.iter().position(|piece| piece.name == name).expect("a piece of the list");
        seconds[index].0
    };
    println!(
        "\nfixed depth {FIXED_DEPTH}, ours / peer:      {:.2}",
        time("alphabeta-ours") / time("alphabeta-peer")
    );
    println!(
        "deepening to {DEEPENING_DEPTH}, ours / peer:    {:.2}",
        time("deepening-ours") / time("deepening-peer")
    );
    println!("2 threads against 1, speed-up:  {:.2}", time("deepening-ours") / time("threads-2"));
}

fn best_of_three(piece: &Piece) -> (f64, u64) {
    let mut best = (Duration::MAX, 0);
    for _ in 0..3 {
        let start = Instant::now();
        let nodes = (piece.run)();
        best = best.min((start.elapsed(), nodes));
    }
    (best.0.as_secs_f64(), best.1)
}
