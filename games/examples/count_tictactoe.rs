//! One full alpha-beta search of tic-tac-toe from the empty board, for counting instructions:
//! `valgrind --tool=callgrind target/release/examples/count_tictactoe`.

use gametree::alphabeta::AlphaBeta;
use gametree::{Limits, Search};
use gametree_games::tictactoe::{Board, Rules};

fn main() {
    let rules = Rules::tictactoe();
    let board = Board::<1>::new(&rules).expect("nine squares fit");
    let report = AlphaBeta::blind().search(&board, &Limits::none());
    println!("value {}, {} nodes, {} moves", report.value, report.counts.nodes, report.counts.moves);
}
