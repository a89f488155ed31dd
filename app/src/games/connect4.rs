//! Connect-Four, with the solver of its own.

use std::cell::RefCell;
use std::time::Instant;

use gametree::{Game, Limits, Stop};
use gametree_games::connect4::{Column, Connect4, Rollout, Solver, Threats};
use serde_json::Number;

use super::Entry;
use crate::commands::solve::{self, Solution, Solved};
use crate::seat::{Known, Seat, WithGame};

/// The entry of Connect-Four.
pub const ENTRY: Entry = Entry {
    name: "connect4",
    form: "connect4",
    about: "four in a row on 7 columns of 6, stones fall down",
    positions: "columns 1-7 in order of play, as in 4453",
    players: 2,
    chance: false,
    hidden: false,
    loops: false,
    small: false,
    example: "connect4",
    fits: &["pvs", "mtdf", "alphabeta", "mcts"],
};

/// Runs the command on the empty board.
pub fn open<V: WithGame>(name: &str, visitor: V) -> anyhow::Result<V::Out> {
    visitor.run(Seat {
        entry: &ENTRY,
        name,
        start: Connect4::new(),
        evaluator: Known { evaluator: Threats::default(), playout: Rollout },
        reader: Some(&|text| text.parse().map_err(|error: gametree_games::PositionError| error.to_string())),
        show: &|value| value.to_string(),
        solver: Some(&Exact::default()),
    })
}

/// The solver, made when it is first asked.
#[derive(Default)]
struct Exact(RefCell<Option<Solver>>);

/// Memory of the solver's table where no limit is given.
const TABLE: usize = 128 << 20;

impl solve::Solver<Connect4> for Exact {
    fn solve(&self, position: &Connect4, limits: &Limits) -> Solved<Column> {
        let mut solver = self.0.borrow_mut();
        let solver = solver.get_or_insert_with(|| Solver::new(limits.memory.unwrap_or(TABLE)));
        let mut asked = Asked { solver, limits, start: Instant::now(), nodes: 0 };
        let solution = asked.solution(position);
        Solved { solution, nodes: asked.nodes }
    }
}

/// A question, and what its parts have spent together.
struct Asked<'a> {
    solver: &'a mut Solver,
    limits: &'a Limits,
    start: Instant,
    nodes: u64,
}

impl Asked<'_> {
    /// The score of the position, and of every move for comparison.
    fn solution(&mut self, position: &Connect4) -> Result<Solution<Column>, Stop> {
        let score = self.score(position)?;
        let mut best = Vec::new();
        if position.outcome().is_none() {
            for m in position.moves() {
                if -self.score(&position.after(m))? == score {
                    best.push(m);
                }
            }
        }
        let outcome = match score.signum() {
            1 => "win",
            -1 => "loss",
            _ => "draw",
        };
        Ok(Solution { outcome, score: Number::from(score), plies: plies(score, position), best })
    }

    /// One score, within what is left of the limits.
    fn score(&mut self, position: &Connect4) -> Result<i32, Stop> {
        let left = Limits {
            nodes: self.limits.nodes.map(|most| most.saturating_sub(self.nodes)),
            time: self.limits.time.map(|most| most.saturating_sub(self.start.elapsed())),
            ..self.limits.clone()
        };
        let solved = self.solver.solve_within(position, &left)?;
        self.nodes += solved.nodes;
        Ok(solved.score)
    }
}

/// When the last stone of the game falls, from a score: the winner's n-th last stone decides.
fn plies(score: i32, position: &Connect4) -> Option<u32> {
    let empty = 42 - position.ply() as i32;
    let plies = match score.signum() {
        1 => 2 * ((empty + 1) / 2 - score) + 1,
        -1 => 2 * (empty / 2 + score + 1),
        _ => return None,
    };
    u32::try_from(plies).ok()
}
