//! Expectiminimax (Michie 1966): minimax where chance has its say. The oracle of every search with
//! chance.
//!
//! ```text
//!            MAX 1
//!         ┌────┴────┐
//!     chance 1   chance ¾
//!     ½: 3       ¼: 6
//!     ½: -1      ¾: MIN -1
//!                   -1 2
//! ```
//!
//! Invariant: the value of a node is the best of its children's for the player to move, and their
//! mean, weighted by probability, where chance moves. A move of chance is a ply like any other.

use crate::chance::real_walk::RealWalk;
use crate::deep::deep;
use crate::evaluator::Blind;
use crate::game::{Chance, Payoffs, Player};
use crate::limits::{Budget, Limits, Stop};
use crate::lines::Line;
use crate::minimax::depth_first::NodeRef;
use crate::observer::{Bound, Observer};
use crate::payoff_evaluator::PayoffEvaluator;
use crate::payoff_search::{PayoffReport, PayoffSearch};
use crate::window::{RealWindow, Window};

/// Visits everything down to the depth limit. For two players and a sum of zero.
///
/// ```
/// use gametree::{PayoffSearch, Limits, expectiminimax::Expectiminimax, tree::Tree};
/// let tree: Tree = "(max (chance 0.5:3 0.5:-1) (chance 1/4:6 3/4:(min -1 2)))".parse().unwrap();
/// let report = Expectiminimax::blind().search_payoffs(&tree.root(), &Limits::none());
/// assert_eq!((report.values[0], report.line[0], report.counts.nodes), (1.0, 0, 9));
/// assert_eq!(report.moves, [(0, 1.0), (1, 0.75)]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Expectiminimax<E> {
    /// Values for positions at the depth limit.
    pub evaluator: E,
}

impl<E> Expectiminimax<E> {
    /// With an evaluator for the depth limit.
    #[must_use]
    pub fn new(evaluator: E) -> Self {
        Expectiminimax { evaluator }
    }
}

impl Expectiminimax<Blind> {
    /// Without knowledge.
    #[must_use]
    pub fn blind() -> Self {
        Expectiminimax::new(Blind)
    }
}

impl<G: Chance + Payoffs, E: PayoffEvaluator<G>> PayoffSearch<G> for Expectiminimax<E> {
    fn watch_payoffs<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> PayoffReport<G::Move> {
        let mut budget = Budget::new(limits);
        let mut walk = RealWalk::new(root, &mut budget, &self.evaluator, observer);
        let spot = NodeRef::root(root, limits.depth.unwrap_or(u32::MAX));
        let result = walk.begin(root).and_then(|()| value(&mut walk, spot, None));
        walk.finish(root, result)
    }
}

const OPEN: RealWindow = Window::UNBOUNDED;

/// The value of a position.
fn value<G: Chance + Payoffs, E: PayoffEvaluator<G>, O: Observer<G>>(
    walk: &mut RealWalk<'_, G, E, O>,
    spot: NodeRef<'_, G>,
    via: Option<G::Move>,
) -> Result<f64, Stop> {
    walk.enter(spot, via, OPEN);
    if let Some(value) = walk.leaf(spot) {
        return Ok(value);
    }
    if spot.position.chances().is_some() {
        mean(walk, spot)
    } else {
        best(walk, spot)
    }
}

/// The mean over what chance may bring.
fn mean<G: Chance + Payoffs, E: PayoffEvaluator<G>, O: Observer<G>>(
    walk: &mut RealWalk<'_, G, E, O>,
    spot: NodeRef<'_, G>,
) -> Result<f64, Stop> {
    let mut sum = 0.0;
    for (m, probability) in spot.position.chances().into_iter().flatten() {
        let child = walk.play(spot.position, m)?;
        let mark = walk.mark();
        let value = deep(spot.ply, || value(walk, spot.child(&child), Some(m)))?;
        walk.let_go(mark);
        walk.child_done(spot, m, &value);
        sum += probability * value;
    }
    walk.leave(spot, &sum, Bound::Exact, Line::EMPTY);
    Ok(sum)
}

/// The best for the player to move.
fn best<G: Chance + Payoffs, E: PayoffEvaluator<G>, O: Observer<G>>(
    walk: &mut RealWalk<'_, G, E, O>,
    spot: NodeRef<'_, G>,
) -> Result<f64, Stop> {
    let max = spot.position.turn() == Player::FIRST;
    let mut best = if max { OPEN.alpha } else { OPEN.beta };
    let mut line = Line::EMPTY;
    for m in spot.position.moves() {
        let child = walk.play(spot.position, m)?;
        let mark = walk.mark();
        let value = deep(spot.ply, || value(walk, spot.child(&child), Some(m)))?;
        walk.let_go(mark);
        walk.child_done(spot, m, &value);
        let better = if max { value > best } else { value < best };
        if better {
            best = value;
            line = walk.improve(spot, m, &value, OPEN);
        }
    }
    walk.leave(spot, &best, Bound::Exact, line);
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{Estimates, Tree};

    fn search_payoffs(text: &str, limits: &Limits) -> PayoffReport<u32> {
        let tree: Tree = text.parse().unwrap();
        Expectiminimax {
            evaluator: Estimates,
        }
        .search_payoffs(&tree.root(), limits)
    }

    #[test]
    fn chance_at_the_root_has_a_value_but_no_move() {
        let report = search_payoffs("(chance 0.3:10 0.7:(min 5 -2))", &Limits::none());
        assert!((report.values[0] - 1.6).abs() < 1e-12 && report.line.is_empty() && report.proven);
        assert_eq!(report.values[1], -report.values[0]);
    }

    #[test]
    fn the_second_player_sees_his_own_values_of_moves() {
        let report = search_payoffs("(min 4 (chance 1/2:1 1/2:2))", &Limits::none());
        assert_eq!(
            (report.moves, report.line),
            (vec![(0, -4.0), (1, -1.5)], vec![1])
        );
    }

    #[test]
    fn estimates_count_at_the_horizon_and_limits_stop() {
        let text = "(max (chance ~7 1/2:0 1/2:2) (min ~-3 9 9))";
        let report = self::search_payoffs(text, &Limits::depth(1));
        assert_eq!(
            (report.values[0], report.stop, report.proven),
            (7.0, Stop::Depth, false)
        );
        let stopped = self::search_payoffs(text, &Limits::nodes(4));
        assert_eq!(
            (stopped.stop, stopped.line.len(), stopped.counts.nodes),
            (Stop::Nodes, 1, 4)
        );
        assert!(stopped.counts.nodes <= 4);
    }
}
