//! Which moves keep win or draw, by the exact solver.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gametree::{Budget, Game, Limits, Stop};
use gametree_games::connect4::{Column, Connect4, Solver};

/// What the solver says of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// Every move keeps the value: nothing can be told from the choice.
    Indifferent,
    /// Some moves keep win or draw, others do not.
    Telling(Vec<Column>),
}

/// The solver with what it remembers.
pub struct Judge {
    solver: Solver,
    limits: Limits,
}

/// Memory of the solver's table.
const TABLE: usize = 128 << 20;

impl Judge {
    /// One that stops when the flag is raised.
    pub fn new(stop: Arc<AtomicBool>) -> Judge {
        Judge {
            solver: Solver::new(TABLE),
            limits: Limits::none().and_stop(stop),
        }
    }

    /// Judges a position whose game goes on.
    ///
    /// # Errors
    /// The flag was raised first.
    pub fn judge(&mut self, position: &Connect4) -> Result<Judgement, Stop> {
        let budget = &mut Budget::new(&self.limits);
        let value = match self.solver.reaches(position, 1, budget)? {
            true => 1,
            false if self.solver.reaches(position, 0, budget)? => 0,
            // Lost: there is nothing to give away.
            false => return Ok(Judgement::Indifferent),
        };
        let (mut kept, mut moves) = (Vec::new(), 0);
        for m in position.moves() {
            moves += 1;
            if !self.solver.reaches(&position.after(m), 1 - value, budget)? {
                kept.push(m);
            }
        }
        Ok(if kept.len() == moves {
            Judgement::Indifferent
        } else {
            Judgement::Telling(kept)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree::rng::Rng;
    use gametree::{Forced, Outcome};

    /// Minimax without anything clever: 1, 0 or -1 for the mover.
    fn plain(position: &Connect4) -> i32 {
        match position.outcome() {
            Some(Outcome::Win(_)) => -1,
            Some(_) => 0,
            None => position
                .moves()
                .map(|m| -plain(&position.after(m)))
                .max()
                .unwrap(),
        }
    }

    #[test]
    fn late_positions_are_judged_as_by_minimax() {
        let (mut rng, mut judge, mut telling) = (Rng::new(3), Judge::new(Arc::default()), 0);
        for _ in 0..20_000 {
            let mut position = Connect4::new();
            while position.ply() < 33 && position.outcome().is_none() {
                let moves: Vec<_> = position.moves().collect();
                position.play(moves[rng.below(moves.len())]);
            }
            if position.outcome().is_some() || position.forced() != gametree::Force::Free {
                continue;
            }
            let value = plain(&position);
            let moves: Vec<Column> = position.moves().collect();
            let keeps: Vec<Column> = moves
                .iter()
                .copied()
                .filter(|&m| -plain(&position.after(m)) == value)
                .collect();
            let expected = if keeps.len() == moves.len() {
                Judgement::Indifferent
            } else {
                telling += 1;
                Judgement::Telling(keeps)
            };
            assert_eq!(judge.judge(&position), Ok(expected), "{position}");
        }
        assert!(telling > 10, "only {telling} positions tell anything");
    }
}
