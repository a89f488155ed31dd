//! Exact solvers behind one door: what they say has moves as text, whatever the game.

use gametree::erased::{ErasedMove, Own, PackedMoves};
use gametree::{Game, Limits, Notation};

use crate::knowledge::Position;
use crate::solve::{ExactScore, Solution, Solved, Solver};
use crate::solve_by_search::BySearch;

/// A solver of positions whose type is erased.
pub trait RootSolver {
    /// Solves a position.
    fn solve(&mut self, root: &Position, limits: &Limits) -> Solved;
}

/// A solver of a game's own type.
pub(crate) struct TypedSolver<G>(pub Box<dyn Solver<G>>);

impl<G: PackedMoves + 'static> RootSolver for TypedSolver<G> {
    fn solve(&mut self, root: &Position, limits: &Limits) -> Solved {
        let typed = root
            .downcast_ref::<G>()
            .expect("a game is asked about its own positions");
        let solved = self.0.solve(typed, limits);
        text(root, solved, ErasedMove::of::<G>)
    }
}

/// A solver of erased positions.
pub(crate) struct ErasedSolver(pub BySearch<Position, Own>);

impl RootSolver for ErasedSolver {
    fn solve(&mut self, root: &Position, limits: &Limits) -> Solved {
        text(root, self.0.solve(root, limits), |m| m)
    }
}

/// The solution with moves as text.
fn text<M>(root: &Position, solved: Solved<ExactScore<M>>, erase: fn(M) -> ErasedMove) -> Solved {
    let name = |m: M| root.write_move(erase(m));
    let solution = solved.solution.map(|exact| Solution {
        outcome: exact.outcome,
        score: exact.score,
        plies: exact.plies,
        values: Vec::new(),
        mover: usize::from(root.turn().0),
        best: exact.best.into_iter().map(name).collect(),
        note: String::new(),
    });
    Solved {
        solution,
        nodes: solved.nodes,
    }
}
