//! Best-reply search (Schadd and Winands 2011) in the form BRS⁺ (Esser, Gras, Winands, Schadd and
//! Lanctot 2014): between two moves of the player at the root only one of the others looks for the
//! reply that hurts them most.
//!
//! ```text
//!               A 2                 the others' habit is their first move (left). Between two moves of A one
//!          ┌─────┴─────┐            of them may do something else: B (then C keeps to the habit, and A gets 2),
//! B 2         …             or C (then B keeps to it, and A gets 5 or 3). Together they could
//!      ┌───┴───┐                    hold A to 0 (×), but that is not searched
//!     C 3     C 2
//!     5 3     2 ×
//! ```
//!
//! In the first paper all other opponents skip their turns, which most games do not allow and which
//! leads to positions that cannot be. Here they play a move by [`Habit`], the move that the
//! ordering of moves puts first, so that every position is legal and any game can be searched. The
//! paper lets exactly one opponent choose freely; a free choice may be the habit, so that is the
//! same as *at most one breaks the habit*, and this is what the search does: it need not know who
//! moves last before the root's player moves again.
//!
//! Invariant: on every path, between two moves of the root's player at most one move of the others
//! is not by habit. So the value is no less than the paranoid one, but the player cannot be sure of
//! it. With two players who alternate it is alpha-beta.

use crate::evaluator::Blind;
use crate::game::{Chance, Game, Guided, Payoffs};
use crate::limits::{Budget, Limits, Stop};
use crate::many_players::paranoid::Sides;
use crate::many_players::vector::Vector;
use crate::many_players::vector_walk::{OPEN, VectorWalk};
use crate::minimax::depth_first::NodeRef;
use crate::observer::Observer;
use crate::payoff_evaluator::PayoffEvaluator;
use crate::payoff_search::{PayoffReport, PayoffSearch};
use crate::window::RealWindow;

/// How players move whose moves are not searched.
pub trait Habit<G: Game> {
    /// A legal move of a position that goes on and in which a player moves. Moves tried on the way
    /// are paid for.
    fn usual(&self, position: &G, budget: &mut Budget) -> Result<G::Move, Stop>;
}

/// The first of the game's moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct First;

impl<G: Game> Habit<G> for First {
    #[inline]
    fn usual(&self, position: &G, _: &mut Budget) -> Result<G::Move, Stop> {
        Ok(position
            .moves()
            .next()
            .expect("a game that goes on has a move"))
    }
}

/// The move of most promise, the first of several.
#[derive(Clone, Copy, Debug, Default)]
pub struct Promising;

impl<G: Guided> Habit<G> for Promising {
    fn usual(&self, position: &G, _: &mut Budget) -> Result<G::Move, Stop> {
        let better = |best: G::Move, m: G::Move| {
            if position.promise(m) > position.promise(best) {
                m
            } else {
                best
            }
        };
        Ok(position
            .moves()
            .reduce(better)
            .expect("a game that goes on has a move"))
    }
}

/// The move after which the mover's own evaluator is best, the first of several.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy<E>(pub E);

impl<G: Payoffs, E: PayoffEvaluator<G>> Habit<G> for Greedy<E> {
    fn usual(&self, position: &G, budget: &mut Budget) -> Result<G::Move, Stop> {
        let mover = position.turn();
        let mut best = None;
        for m in position.moves() {
            budget.spend()?;
            let after = position.after(m);
            let value = if after.outcome().is_some() {
                after.payoff(mover)
            } else {
                budget.counts.evaluations += 1;
                self.0.expected_payoff(&after, mover)
            };
            if best.is_none_or(|(_, most)| value > most) {
                best = Some((m, value));
            }
        }
        Ok(best.expect("a game that goes on has a move").0)
    }
}

/// One against the best of the others' replies.
///
/// ```
/// use gametree::{PayoffSearch, Limits, best_reply::BestReply, tree::Tree};
/// let tree: Tree = "(p1 (p2 (p3 [5 0 0] [3 0 0]) (p3 [2 0 0] [0 0 0])) [1 0 0])".parse().unwrap();
/// let report = BestReply::blind().search_payoffs(&tree.root(), &Limits::none());
/// assert_eq!((report.values[0], report.line, report.counts.nodes), (2.0, vec![0, 1, 0], 8));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct BestReply<E, H = First> {
    /// Values for positions at the depth limit.
    pub evaluator: E,
    /// How the players move who do not reply.
    pub habit: H,
}

impl<E> BestReply<E> {
    /// With an evaluator for the depth limit; the others' habit is their first move.
    #[must_use]
    pub fn new(evaluator: E) -> Self {
        BestReply {
            evaluator,
            habit: First,
        }
    }
}

impl BestReply<Blind> {
    /// Without knowledge.
    #[must_use]
    pub fn blind() -> Self {
        BestReply::new(Blind)
    }
}

impl<G: Chance + Payoffs, E: PayoffEvaluator<G>, H: Habit<G>> PayoffSearch<G> for BestReply<E, H> {
    fn watch_payoffs<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> PayoffReport<G::Move> {
        let mut budget = Budget::new(limits);
        let mut sides = Sides::new(
            root,
            VectorWalk::new(root, &mut budget, &self.evaluator, observer),
        );
        let spot = NodeRef::root(root, limits.depth.unwrap_or(u32::MAX));
        let way = Way {
            via: None,
            free: true,
            habit: &self.habit,
        };
        let result = sides
            .walk
            .begin(root)
            .and_then(|()| value(&mut sides, spot, way, OPEN));
        sides.finish(root, result)
    }
}

/// How the search came to a position.
struct Way<'h, M, H> {
    /// The last move.
    via: Option<M>,
    /// Whether all of the others have kept to their habits since the root's player moved.
    free: bool,
    habit: &'h H,
}

/// The values of a position.
fn value<G: Chance + Payoffs, E: PayoffEvaluator<G>, O: Observer<G>, H: Habit<G>>(
    sides: &mut Sides<'_, G, E, O>,
    spot: NodeRef<'_, G>,
    Way { via, free, habit }: Way<'_, G::Move, H>,
    window: RealWindow,
) -> Result<Vector, Stop> {
    sides.enter(spot, via, window);
    if let Some(values) = sides.walk.leaf(spot) {
        return Ok(values);
    }
    let way = |m, free| Way {
        via: Some(m),
        free,
        habit,
    };
    if spot.position.chances().is_some() {
        return sides.mean(spot, |sides, child, m| {
            value(sides, child, way(m, free), OPEN)
        });
    }
    let go_on = |sides: &mut Sides<'_, G, E, O>, child: NodeRef<'_, G>, (m, free), window| {
        value(sides, child, way(m, free), window)
    };
    if sides.is_mine(spot) {
        return sides.children(
            spot,
            spot.position.moves().map(|m| (m, true)),
            window,
            go_on,
        );
    }
    let usual = habit.usual(spot.position, sides.walk.budget)?;
    let mut others = spot
        .position
        .moves()
        .filter(|&m| m != usual)
        .map(|m| (m, false));
    let first = std::iter::once((usual, free));
    if free {
        return sides.children(spot, first.chain(others), window, go_on);
    }
    sides.narrowed |= others.next().is_some();
    sides.children(spot, first, window, go_on)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Player;
    use crate::tree::{Estimates, Node, Tree};

    const TEXT: &str = "(p1 (p2 (p3 [5 0 0] [3 0 0]) (p3 [2 0 0] [0 0 0])) [1 0 0])";

    #[test]
    fn only_one_of_the_others_breaks_his_habit() {
        let tree: Tree = TEXT.parse().unwrap();
        let paranoid = crate::many_players::paranoid::Paranoid::blind()
            .search_payoffs(&tree.root(), &Limits::none());
        let reply = BestReply::blind().search_payoffs(&tree.root(), &Limits::none());
        assert_eq!(
            (paranoid.values[0], reply.values[0], reply.proven),
            (1.0, 2.0, false)
        );
    }

    #[test]
    fn two_players_make_it_alpha_beta() {
        let tree: Tree = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))"
            .parse()
            .unwrap();
        let report = BestReply::blind().search_payoffs(&tree.root(), &Limits::none());
        assert_eq!(
            (report.values[0], report.counts.nodes, report.proven),
            (3.0, 11, true)
        );
        let twice: Tree = "(max (min (min 3 1) (min 2 0)) 1)".parse().unwrap();
        let report = BestReply::blind().search_payoffs(&twice.root(), &Limits::none());
        assert_eq!(
            (report.values[0], report.proven),
            (1.0, false),
            "0 needs two moves against the habit"
        );
    }

    /// The habit of [`Greedy`] is the move best for the mover, and the moves it tries are paid for.
    #[test]
    fn the_greedy_look_one_move_ahead() {
        let tree: Tree = "(p1 (p2 (p3 [5 0 1] [3 0 0]) (p3 [2 0 0] [0 0 9])) [1 0 0])"
            .parse()
            .unwrap();
        let evaluator = |node: &Node<'_>, player: Player| {
            if player == Player(1) {
                f64::from(node.id())
            } else {
                0.0
            }
        };
        let mut search = BestReply {
            evaluator: Estimates,
            habit: Greedy(evaluator),
        };
        let report = search.search_payoffs(&tree.root(), &Limits::none());
        // The second player's habit is now the right move, and the third's their own 9: the
        // first gets 0.
        assert_eq!((report.values[0], report.line), (1.0, vec![1]));
        assert!(
            report.counts.moves >= report.counts.nodes + 3,
            "{:?}",
            report.counts
        );
        let stopped = search.search_payoffs(&tree.root(), &Limits::moves(2));
        assert_eq!(
            (stopped.counts.moves, stopped.stop, stopped.line),
            (2, Stop::Moves, vec![0])
        );
    }
}
