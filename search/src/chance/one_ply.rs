//! The greedy player: the move whose outcome looks best at once, what chance brings right after it
//! averaged.
//!
//! ```text
//!          MAX 2.25
//!        ┌────┴─────┐
//!     looks 2     chance 2.25      ¼ · 6 + ¾ · 1 > 2: the second
//!                 ¼: 6
//!                 ¾: looks 1
//! ```
//!
//! Invariant: a move is worth to its player what the [`PayoffEvaluator`] says of the position after
//! it, or the end of the game pays; where chance moves there, the mean over what it may bring, one
//! step deep.

use crate::evaluator::Blind;
use crate::game::{Chance, Payoffs, Player};
use crate::limits::{Budget, Limits, Stop};
use crate::observer::Observer;
use crate::payoff_evaluator::PayoffEvaluator;
use crate::payoff_search::{PayoffReport, PayoffSearch, with_a_move};

/// The baseline for every search with an evaluator, for any number of players. Needs no depth; other
/// limits stop it, and the best of what it has seen is its result.
///
/// ```
/// use gametree::{PayoffSearch, Limits, one_ply::OnePly, tree::{Estimates, Tree}};
/// let tree: Tree = "(max (min ~2 9 9) (chance ~7 1/4:6 3/4:(min ~1 8 8)))".parse().unwrap();
/// let report = OnePly { evaluator: Estimates }.search_payoffs(&tree.root(), &Limits::none());
/// assert_eq!(report.moves, [(0, 2.0), (1, 2.25)]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct OnePly<E> {
    /// What positions look like.
    pub evaluator: E,
}

impl<E> OnePly<E> {
    /// With an evaluator for the positions after one move.
    #[must_use]
    pub fn new(evaluator: E) -> Self {
        OnePly { evaluator }
    }
}

impl OnePly<Blind> {
    /// Without knowledge: only ends of the game count.
    #[must_use]
    pub fn blind() -> Self {
        OnePly::new(Blind)
    }
}

/// What one search has seen.
struct Look<'a, E> {
    evaluator: &'a E,
    budget: Budget,
    complete: bool,
}

impl<E> Look<'_, E> {
    /// What each player may expect of a position, without search.
    fn values<G: Payoffs>(&mut self, position: &G) -> Vec<f64>
    where
        E: PayoffEvaluator<G>,
    {
        self.budget.visit();
        let players = (0..position.players()).map(Player);
        if position.outcome().is_some() {
            return players.map(|player| position.payoff(player)).collect();
        }
        self.complete = false;
        self.budget.counts.evaluations += 1;
        let bounds = position.bounds();
        let expects = |player| self.evaluator.expected_payoff(position, player);
        if position.players() == 2 {
            // The second player has what the first has not, whatever the evaluator says of them.
            let first = expects(Player::FIRST).clamp(bounds.low, bounds.high);
            return vec![first, -first];
        }
        players
            .map(|player| expects(player).clamp(bounds.low, bounds.high))
            .collect()
    }

    /// The same after a move, averaged over what chance may bring next.
    fn behind<G: Chance + Payoffs>(&mut self, position: &G) -> Result<Vec<f64>, Stop>
    where
        E: PayoffEvaluator<G>,
    {
        let chances = if position.outcome().is_none() {
            position.chances()
        } else {
            None
        };
        let Some(chances) = chances else {
            return Ok(self.values(position));
        };
        self.budget.visit();
        let mut mean = vec![0.0; usize::from(position.players())];
        for (m, probability) in chances {
            self.budget.spend()?;
            let values = self.values(&position.after(m));
            mean.iter_mut()
                .zip(values)
                .for_each(|(sum, value)| *sum += probability * value);
        }
        Ok(mean)
    }
}

impl<G: Chance + Payoffs, E: PayoffEvaluator<G>> PayoffSearch<G> for OnePly<E> {
    fn watch_payoffs<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        _: &mut O,
    ) -> PayoffReport<G::Move> {
        let mut look = Look {
            evaluator: &self.evaluator,
            budget: Budget::new(limits),
            complete: true,
        };
        let mut seen = Seen {
            best: None,
            moves: Vec::new(),
        };
        let result = seen.all(root, &mut look);
        let (line, values) = seen
            .best
            .unwrap_or_else(|| (Vec::new(), vec![0.0; usize::from(root.players())]));
        let whole = if look.complete {
            Stop::Done
        } else {
            Stop::Depth
        };
        PayoffReport {
            values,
            line: with_a_move(line, root),
            moves: seen.moves,
            proven: result.is_ok() && look.complete,
            stop: result.err().unwrap_or(whole),
            depth: u32::from(result.is_ok() && root.outcome().is_none()),
            worlds: 0,
            counts: look.budget.counts,
            elapsed: look.budget.elapsed(),
        }
    }
}

/// The moves done.
struct Seen<M> {
    best: Option<(Vec<M>, Vec<f64>)>,
    moves: Vec<(M, f64)>,
}

impl<M: Copy> Seen<M> {
    fn all<G, E>(&mut self, root: &G, look: &mut Look<'_, E>) -> Result<(), Stop>
    where
        G: Chance + Payoffs<Move = M>,
        E: PayoffEvaluator<G>,
    {
        if root.outcome().is_some() {
            self.best = Some((Vec::new(), look.values(root)));
            return Ok(());
        }
        look.budget.begin()?;
        if root.chances().is_some() {
            self.best = Some((Vec::new(), look.behind(root)?));
            return Ok(());
        }
        look.budget.visit();
        for m in root.moves() {
            look.budget.spend()?;
            let values = look.behind(&root.after(m))?;
            let own = values[usize::from(root.turn().0)];
            if self.moves.iter().all(|(_, other)| own > *other) {
                self.best = Some((vec![m], values));
            }
            self.moves.push((m, own));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{Estimates, Tree};

    fn search_payoffs(text: &str, limits: &Limits) -> PayoffReport<u32> {
        let tree: Tree = text.parse().unwrap();
        OnePly {
            evaluator: Estimates,
        }
        .search_payoffs(&tree.root(), limits)
    }

    #[test]
    fn each_player_looks_at_his_own_values() {
        let report = search_payoffs(
            "(min 3 (chance 1/2:1 1/2:(max ~-4 0 0)) 2)",
            &Limits::none(),
        );
        assert_eq!((report.line, report.values), (vec![1], vec![-1.5, 1.5]));
        let three = search_payoffs("(p3 [9 0 1] [0 0 2] [5 5 2])", &Limits::none());
        assert_eq!(
            (three.line, three.values, three.stop),
            (vec![1], vec![0.0, 0.0, 2.0], Stop::Done)
        );
    }

    #[test]
    fn limits_stop_it_with_the_best_so_far() {
        let text = "(max 1 (chance 1/2:8 1/2:0) 9)";
        let best: Vec<_> = (0..7)
            .map(|nodes| search_payoffs(text, &Limits::nodes(nodes)).line[0])
            .collect();
        assert_eq!(best, [0, 0, 0, 0, 0, 1, 2]);
        for nodes in 0..7 {
            let report = search_payoffs(text, &Limits::nodes(nodes));
            assert!(report.counts.nodes <= nodes && (report.stop == Stop::Nodes) == (nodes < 6));
        }
    }

    #[test]
    fn chance_and_ends_at_the_root_have_values() {
        assert_eq!(
            search_payoffs("(chance 1/4:4 3/4:(min ~8 0 0))", &Limits::none()).values,
            [7.0, -7.0]
        );
        assert_eq!(search_payoffs("5", &Limits::none()).values, [5.0, -5.0]);
    }
}
