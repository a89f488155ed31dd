//! The exact value of a position, and every move that keeps it.

use gametree::{Game, Limits, Stop};
use serde_json::Number;

/// The exact value of a position, with moves as text.
#[derive(Clone, Debug)]
pub struct Solution {
    /// win, draw, loss or ? for the mover; `None` where values are real numbers or a tree's
    /// points.
    pub outcome: Option<&'static str>,
    /// The mover's score, as the game counts.
    pub score: Number,
    /// Plies to the win or loss.
    pub plies: Option<u32>,
    /// What each player gets with best play, where values are real numbers.
    pub values: Vec<f64>,
    /// Whose view the score is, from 0.
    pub mover: usize,
    /// Every move that keeps it; empty where no player has to move.
    pub best: Vec<String>,
    /// Remarks: what the value means, how sure it is, a strategy.
    pub note: String,
}

/// What a solver found, or why it gave up, and what it spent.
#[derive(Clone, Debug)]
pub struct Solved<S = Solution> {
    /// The solution, or the limit that came first.
    pub solution: Result<S, Stop>,
    /// Positions visited.
    pub nodes: u64,
}

/// The exact value of a position of a game for two.
#[derive(Clone, Debug)]
pub struct ExactScore<M> {
    /// win, draw, loss or ? for the mover; of a tree, whose ends are worth points, only ?.
    pub outcome: Option<&'static str>,
    /// The mover's score, as the game counts.
    pub score: Number,
    /// Plies to the win or loss.
    pub plies: Option<u32>,
    /// Every move that keeps it; empty when the game is over.
    pub best: Vec<M>,
}

/// What each player gets with best play, in games with chance, several players or hidden cards.
#[derive(Clone, Debug)]
pub struct ExactPayoffs<M> {
    /// A value for each player.
    pub values: Vec<f64>,
    /// The moves that keep it; empty where the game is over or chance acts.
    pub best: Vec<M>,
    /// Positions visited.
    pub nodes: u64,
    /// Remarks.
    pub note: String,
}

/// A solver for positions of one type. It may remember from one position to the next.
pub trait Solver<G: Game> {
    /// Solves a position.
    fn solve(&mut self, position: &G, limits: &Limits) -> Solved<ExactScore<G::Move>>;
}
