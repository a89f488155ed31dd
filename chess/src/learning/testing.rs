//! Positions of random games, for the tests.

use gametree::Game;
use gametree::rng::Rng;
use shakmaty::{Board, Color, Position};

use super::data::{Data, Labels};
use super::samples::Sample;
use crate::Chess;
use crate::evaluate::Tapered;

/// Plies of a game.
const PLIES: usize = 40;

/// The boards of random games: [`PLIES`] of each, and who moves.
pub fn boards(games: u64) -> Vec<(Board, Color)> {
    let mut boards = Vec::new();
    for seed in 0.. {
        if boards.len() >= games as usize * PLIES {
            break;
        }
        boards.extend(game(seed).unwrap_or_default());
    }
    boards
}

/// A random game that lasts long enough.
fn game(seed: u64) -> Option<Vec<(Board, Color)>> {
    let mut rng = Rng::new(seed);
    let mut game = Chess::default();
    let mut boards = Vec::new();
    for _ in 0..PLIES {
        let moves: Vec<_> = game.moves().collect();
        game.play(*moves.get(rng.below(moves.len().max(1)))?);
        boards.push((game.inner().board().clone(), game.color()));
    }
    Some(boards)
}

/// Random games whose positions are worth what `score` makes of the board and of the linear
/// evaluator's value.
pub fn sampled(games: u64, score: impl Fn(&Board, i32) -> i32) -> Data {
    let labels = Labels {
        score_part: 1.0,
        ..Labels::default()
    };
    let linear = Tapered::default();
    let mut data = Data::default();
    for (board, turn) in boards(games) {
        let score = score(&board, linear.unscaled_board(&board, turn));
        let sample = Sample {
            score: score as i16,
            result: 1,
            ply: 0,
            board,
            turn,
        };
        data.push(&sample, &labels);
    }
    data
}
