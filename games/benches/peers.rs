//! The same work by gametree and by the crate `minimax` 0.6, in one run, on the same Connect-Four
//! position type, rules and evaluator. Ratios within one run are what counts on a noisy machine.
//!
//! `cargo bench --bench peers` prints the table; `cargo bench --bench peers -- PIECE` runs one
//! piece once and prints its nodes, for counting instructions (`cargo xtask instructions`).

use std::time::Instant;

use gametree::alphabeta::AlphaBeta;
use gametree::deepening::Deepening;
use gametree::mcts::Mcts;
use gametree::parallel::Parallel;
use gametree::pvs::Pvs;
use gametree::{Blind, Evaluator, Game, Keyed, Limits, Outcome, Player, Search, TwoPlayer};
use gametree_games::connect4::{Connect4, Rollout, Threats};
use gametree_games::tictactoe::{Board, Rules};
use minimax::Strategy;

const ROUNDS: usize = 3;
const FIXED_DEPTH: u32 = 9;
const DEEPENING_DEPTH: u32 = 14;
/// Deep enough that starting threads and clearing the table do not count.
const THREADS_DEPTH: u32 = 18;
const ROLLOUTS: u64 = 300_000;
const TABLE: usize = 64 << 20;

/// One of our games for the peer.
struct Peer<G>(std::marker::PhantomData<G>);

impl<G: Game + Keyed> minimax::Game for Peer<G> {
    type S = G;
    type M = G::Move;

    fn generate_moves(position: &G, moves: &mut Vec<G::Move>) -> Option<minimax::Winner> {
        let over = Self::get_winner(position);
        if over.is_none() {
            moves.extend(position.moves());
        }
        over
    }

    fn apply(position: &mut G, m: G::Move) -> Option<G> {
        Some(position.after(m))
    }

    fn get_winner(position: &G) -> Option<minimax::Winner> {
        position.outcome().map(|outcome| match outcome {
            Outcome::Win(_) => minimax::Winner::PlayerJustMoved,
            _ => minimax::Winner::Draw,
        })
    }

    fn zobrist_hash(position: &G) -> u64 {
        position.key()
    }
}

/// One of our evaluators for the peer, which wants the mover's view.
#[derive(Clone)]
struct Shared<G, E>(E, std::marker::PhantomData<G>);

impl<G: Game + Keyed, E: Evaluator<G>> minimax::Evaluator for Shared<G, E> {
    type G = Peer<G>;
    fn evaluate(&self, position: &G) -> minimax::Evaluation {
        let points = self.0.evaluate(position) as minimax::Evaluation;
        if position.turn() == Player::FIRST {
            points
        } else {
            -points
        }
    }
}

fn shared<G: Game, E: Evaluator<G>>(evaluator: E) -> Shared<G, E> {
    Shared(evaluator, std::marker::PhantomData)
}

/// A piece of work: its name, and what runs it and says how many nodes it took (0: not told).
struct Piece {
    name: &'static str,
    run: fn() -> u64,
}

const PIECES: &[Piece] = &[
    Piece {
        name: "alphabeta-ours",
        run: || alphabeta(&Connect4::new(), FIXED_DEPTH),
    },
    Piece {
        name: "alphabeta-peer",
        run: || negamax_peer(&Connect4::new(), FIXED_DEPTH),
    },
    Piece {
        name: "tictactoe-ours",
        run: || {
            alphabeta(
                &Board::<1>::new(&Rules::tictactoe()).expect("nine squares fit"),
                9,
            )
        },
    },
    Piece {
        name: "tictactoe-peer",
        run: || {
            negamax_peer(
                &Board::<1>::new(&Rules::tictactoe()).expect("nine squares fit"),
                9,
            )
        },
    },
    Piece {
        name: "deepening-ours",
        run: || deepening(DEEPENING_DEPTH, 1),
    },
    Piece {
        name: "deepening-peer",
        run: || deepening_peer(false),
    },
    Piece {
        name: "by-two-ours",
        run: || deepening_by(DEEPENING_DEPTH, 1, 2),
    },
    Piece {
        name: "by-two-peer",
        run: || deepening_peer(true),
    },
    Piece {
        name: "threads-1",
        run: || deepening(THREADS_DEPTH, 1),
    },
    Piece {
        name: "threads-2",
        run: || deepening(THREADS_DEPTH, 2),
    },
    Piece {
        name: "mcts-ours",
        run: mcts,
    },
    Piece {
        name: "mcts-peer",
        run: mcts_peer,
    },
];

fn alphabeta<G: TwoPlayer>(root: &G, depth: u32) -> u64 {
    AlphaBeta { evaluator: Blind }
        .search(root, &Limits::depth(depth))
        .counts
        .nodes
}

fn negamax_peer<G: Game + Keyed>(root: &G, depth: u32) -> u64 {
    let mut search = minimax::Negamax::new(shared::<G, _>(Blind), depth as u8);
    assert!(search.choose_move(root).is_some(), "the peer found no move");
    0
}

fn deepening(depth: u32, threads: usize) -> u64 {
    deepening_by(depth, threads, 1)
}

fn deepening_by(depth: u32, threads: usize, step: u32) -> u64 {
    let worker = Deepening::new(Pvs::new(Threats).with_table(TABLE).guided()).by(step);
    let mut search = Parallel { worker, threads };
    search
        .search(&Connect4::new(), &Limits::depth(depth))
        .counts
        .nodes
}

fn deepening_peer(double_step: bool) -> u64 {
    let plain = minimax::IterativeOptions::new().with_table_byte_size(TABLE);
    let options = if double_step {
        plain.with_double_step_increment()
    } else {
        plain
    };
    let mut search = minimax::IterativeSearch::new(shared::<Connect4, _>(Threats), options);
    search.set_max_depth(DEEPENING_DEPTH as u8);
    assert!(
        search.choose_move(&Connect4::new()).is_some(),
        "the peer found no move"
    );
    0
}

/// Counts rollouts.
fn mcts() -> u64 {
    let mut search = Mcts::with(Rollout, 1);
    let report = search.search(&Connect4::new(), &Limits::nodes(ROLLOUTS));
    report.counts.evaluations
}

fn mcts_peer() -> u64 {
    let options = minimax::MCTSOptions::default()
        .with_num_threads(1)
        .with_rollouts_before_expanding(5);
    let mut search = minimax::MonteCarloTreeSearch::<Peer<Connect4>>::new(options);
    search.set_max_rollouts(ROLLOUTS as u32);
    assert!(
        search.choose_move(&Connect4::new()).is_some(),
        "the peer found no move"
    );
    ROLLOUTS
}

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with('-'))
        .collect();
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
    let best = best_of_rounds();
    println!(
        "{:<18} {:>10} {:>14} {:>12}",
        "piece", "seconds", "nodes", "M a second"
    );
    for (piece, (time, nodes)) in PIECES.iter().zip(&best) {
        println!(
            "{:<18} {time:>10.5} {nodes:>14} {:>12.2}",
            piece.name,
            *nodes as f64 / time / 1e6
        );
    }
    let ratio = |what: &str, a: &str, b: &str| {
        let time = |name: &str| {
            best[PIECES
                .iter()
                .position(|piece| piece.name == name)
                .expect("a piece")]
            .0
        };
        println!("{what:<44} {:.2}", time(a) / time(b));
    };
    println!();
    ratio(
        "time, alpha-beta to a fixed depth, ours / peer",
        "alphabeta-ours",
        "alphabeta-peer",
    );
    ratio(
        "time, the whole of tic-tac-toe, ours / peer",
        "tictactoe-ours",
        "tictactoe-peer",
    );
    ratio(
        "time, deepening with a table, ours / peer",
        "deepening-ours",
        "deepening-peer",
    );
    ratio(
        "time, deepening by two plies, ours / peer",
        "by-two-ours",
        "by-two-peer",
    );
    ratio(
        "time, by two plies, ours / peer's default",
        "by-two-ours",
        "deepening-peer",
    );
    ratio("time, 1 thread / 2 threads", "threads-1", "threads-2");
    let rate = |name: &str| {
        let (time, rollouts) = best[PIECES
            .iter()
            .position(|piece| piece.name == name)
            .expect("a piece")];
        rollouts as f64 / time
    };
    println!(
        "{:<44} {:.2}",
        "rollouts a second, ours / peer",
        rate("mcts-ours") / rate("mcts-peer")
    );
}

/// The best time of each piece over rounds in which all take turns, so that a noisy moment hits all
/// alike.
fn best_of_rounds() -> Vec<(f64, u64)> {
    let mut best = vec![(f64::INFINITY, 0); PIECES.len()];
    for _ in 0..ROUNDS {
        for (piece, best) in PIECES.iter().zip(&mut best) {
            let start = Instant::now();
            let nodes = (piece.run)();
            let seconds = start.elapsed().as_secs_f64();
            if seconds < best.0 {
                *best = (seconds, nodes);
            }
        }
    }
    best
}
