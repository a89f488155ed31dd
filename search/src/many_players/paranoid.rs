//! Paranoid search (Sturtevant and Korf 2000): the player at the root against all others, who are
//! assumed to want only to harm them. Then there are two sides, and alpha-beta cuts deep.
//!
//! ```text
//! A 1                  A is sure of 1 on the left; on the right the others can hold A
//!          ┌───────┴───────┐           to 1 after B's first move, and the rest (×) cannot matter
//!         B 1             B ≤1
//!      ┌───┴───┐        ┌──┴──┐
//!     C 1     C 6      C 1    ×
//!     1 4     6 7      5 1
//! ```
//!
//! Contract of the value `v` of the root's player returned for the window (α, β), with `t` the true
//! one: `v ≤ α` means `t ≤ v`; `v ≥ β` means `t ≥ v`; otherwise `t = v`. What the others get is
//! what the line gives them; of several best moves the first counts, so that cutting does not
//! change it. Below a move of chance the window is open again.
//!
//! The value is what the player can be sure of, whatever the others do. It is the game's own only
//! where two play for a constant sum; there the search is alpha-beta.

use crate::deep::deep;
use crate::evaluator::Blind;
use crate::game::{Chance, Payoffs, Player};
use crate::limits::{Budget, Limits, Stop};
use crate::lines::Line;
use crate::many_players::vector::Vector;
use crate::many_players::vector_walk::{OPEN, VectorWalk};
use crate::minimax::depth_first::NodeRef;
use crate::observer::{Bound, Observer};
use crate::payoff_evaluator::PayoffEvaluator;
use crate::payoff_search::{PayoffReport, PayoffSearch};
use crate::window::{RealWindow, Window};

/// One against all.
///
/// ```
/// use gametree::{PayoffSearch, Limits, paranoid::Paranoid, tree::Tree};
/// let tree: Tree = "(p1 (p2 (p3 [1 2 6] [4 2 3]) (p3 [6 1 2] [7 4 1]))
///                       (p2 (p3 [5 1 1] [1 5 2]) (p3 [7 7 1] [5 4 5])))".parse().unwrap();
/// let report = Paranoid::blind().search_payoffs(&tree.root(), &Limits::none());
/// assert_eq!((report.values[0], report.line, report.counts.nodes), (1.0, vec![0, 0, 0], 12));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Paranoid<E> {
    /// Values for positions at the depth limit.
    pub evaluator: E,
}

impl<E> Paranoid<E> {
    /// With an evaluator for the depth limit.
    #[must_use]
    pub fn new(evaluator: E) -> Self {
        Paranoid { evaluator }
    }
}

impl Paranoid<Blind> {
    /// Without knowledge.
    #[must_use]
    pub fn blind() -> Self {
        Paranoid::new(Blind)
    }
}

impl<G: Chance + Payoffs, E: PayoffEvaluator<G>> PayoffSearch<G> for Paranoid<E> {
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
        let result = sides
            .walk
            .begin(root)
            .and_then(|()| value(&mut sides, spot, None, OPEN));
        sides.finish(root, result)
    }
}

/// A walk with two sides: the player at the root, and all others.
pub(crate) struct Sides<'a, G: Payoffs, E, O> {
    /// The walk.
    pub(crate) walk: VectorWalk<'a, G, E, O>,
    /// The player at the root.
    me: Player,
    /// Not all moves of the others were searched.
    pub(crate) narrowed: bool,
}

impl<'a, G: Chance + Payoffs, E: PayoffEvaluator<G>, O: Observer<G>> Sides<'a, G, E, O> {
    /// The sides as the root's player sees them.
    pub(crate) fn new(root: &G, walk: VectorWalk<'a, G, E, O>) -> Self {
        Sides {
            walk,
            me: root.turn(),
            narrowed: false,
        }
    }

    /// Closes a search of the root.
    pub(crate) fn finish(
        mut self,
        root: &G,
        result: Result<Vector, Stop>,
    ) -> PayoffReport<G::Move> {
        self.walk.own = self.are_the_games();
        self.walk.finish(root, result)
    }

    /// Whether the value searched for is the game's: two sides by the rules already, and all their
    /// moves.
    fn are_the_games(&self) -> bool {
        self.walk.promises.players <= 2 && self.walk.promises.sum.is_some() && !self.narrowed
    }

    /// Whether the player at the root moves.
    #[inline(always)]
    pub(crate) fn is_mine(&self, spot: NodeRef<'_, G>) -> bool {
        spot.position.turn() == self.me
    }

    /// Visits a node.
    #[inline(always)]
    pub(crate) fn enter(&mut self, spot: NodeRef<'_, G>, via: Option<G::Move>, window: RealWindow) {
        let window = self.shown(window);
        self.walk.enter(spot, via, window);
    }

    /// The window as the first player sees it; open where it says nothing about them.
    fn shown(&self, window: RealWindow) -> RealWindow {
        match (self.me, self.walk.promises.players, self.walk.promises.sum) {
            (Player::FIRST, ..) => window,
            (_, 2, Some(sum)) => Window {
                alpha: sum - window.beta,
                beta: sum - window.alpha,
            },
            _ => OPEN,
        }
    }

    /// A bound on the value of the root's player as one on the first player's, where it is one.
    fn bound(&self, bound: Bound) -> Bound {
        if self.me != Player::FIRST && self.are_the_games() {
            bound.flip()
        } else {
            bound
        }
    }

    /// A node with its moves: the best child for its side, or the first that falls out of the
    /// window. A side may have several ways to go on after a move: `W` says which.
    #[inline(always)]
    pub(crate) fn children<W: Copy>(
        &mut self,
        spot: NodeRef<'_, G>,
        moves: impl Iterator<Item = (G::Move, W)>,
        window: RealWindow,
        mut child_value: impl FnMut(
            &mut Self,
            NodeRef<'_, G>,
            (G::Move, W),
            RealWindow,
        ) -> Result<Vector, Stop>,
    ) -> Result<Vector, Stop> {
        let mut best = Best {
            mine: self.is_mine(spot),
            window,
            values: None,
            line: Line::EMPTY,
            bound: None,
        };
        for (m, way) in moves {
            let child = self.walk.play(spot.position, m)?;
            let mark = self.walk.mark();
            let values = deep(spot.ply, || {
                child_value(self, spot.child(&child), (m, way), best.window)
            })?;
            self.walk.let_go(mark);
            if self.compare(spot, &mut best, m, values) {
                break;
            }
        }
        // A game that goes on has a move.
        let values = best
            .values
            .unwrap_or_else(|| Vector::new(self.walk.promises.players, |_| 0.0));
        let bound = self.bound(best.bound.unwrap_or(fail(best.mine)));
        self.walk.leave(spot, &values, bound, best.line);
        Ok(values)
    }

    /// Puts a child beside the best so far; true where the rest of the moves cannot matter.
    #[inline(always)]
    fn compare(
        &mut self,
        spot: NodeRef<'_, G>,
        best: &mut Best,
        m: G::Move,
        values: Vector,
    ) -> bool {
        let value = values.of(self.me);
        let window = best.window;
        let inside = window.contains(value);
        if inside {
            self.walk.child_done(spot, m, &values);
        }
        if best
            .values
            .as_ref()
            .is_some_and(|old| !best.prefers(value, old.of(self.me)))
        {
            return false;
        }
        if inside {
            best.window = if best.mine {
                window.raise_alpha(value)
            } else {
                window.lower_beta(value)
            };
            best.bound = Some(Bound::Exact);
        }
        let shown = self.shown(best.window);
        let out = if best.mine {
            value >= window.beta
        } else {
            value <= window.alpha
        };
        if inside || out {
            best.line = self.walk.improve(spot, m, &values, shown);
        }
        if out {
            best.bound = Some(fail(!best.mine));
            self.walk.cutoff(spot, m, &values, shown);
        }
        best.values = Some(values);
        out
    }

    /// The mean over what chance may bring, each in an open window.
    pub(crate) fn mean(
        &mut self,
        spot: NodeRef<'_, G>,
        mut child_value: impl FnMut(&mut Self, NodeRef<'_, G>, G::Move) -> Result<Vector, Stop>,
    ) -> Result<Vector, Stop> {
        let mut sum = Vector::new(self.walk.promises.players, |_| 0.0);
        for (m, probability) in spot.position.chances().into_iter().flatten() {
            let child = self.walk.play(spot.position, m)?;
            let mark = self.walk.mark();
            let values = deep(spot.ply, || child_value(self, spot.child(&child), m))?;
            self.walk.let_go(mark);
            self.walk.child_done(spot, m, &values);
            sum.add(probability, &values);
        }
        self.walk.leave(spot, &sum, Bound::Exact, Line::EMPTY);
        Ok(sum)
    }
}

/// The best child of a node so far.
struct Best {
    /// The root's player moves here.
    mine: bool,
    window: RealWindow,
    values: Option<Vector>,
    line: Line,
    bound: Option<Bound>,
}

impl Best {
    /// Whether the side that moves wants this rather than that.
    #[inline]
    fn prefers(&self, this: f64, that: f64) -> bool {
        if self.mine { this > that } else { this < that }
    }
}

/// What a value says of the truth when no child of this side fell into the window.
fn fail(mine: bool) -> Bound {
    if mine { Bound::Upper } else { Bound::Lower }
}

/// The values of a position.
fn value<G: Chance + Payoffs, E: PayoffEvaluator<G>, O: Observer<G>>(
    sides: &mut Sides<'_, G, E, O>,
    spot: NodeRef<'_, G>,
    via: Option<G::Move>,
    window: RealWindow,
) -> Result<Vector, Stop> {
    sides.enter(spot, via, window);
    if let Some(values) = sides.walk.leaf(spot) {
        return Ok(values);
    }
    if spot.position.chances().is_some() {
        return sides.mean(spot, |sides, child, m| value(sides, child, Some(m), OPEN));
    }
    let moves = spot.position.moves().map(|m| (m, ()));
    sides.children(spot, moves, window, |sides, child, (m, ()), window| {
        value(sides, child, Some(m), window)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{Estimates, Tree};

    fn search_payoffs(text: &str, limits: &Limits) -> PayoffReport<u32> {
        let tree: Tree = text.parse().unwrap();
        Paranoid {
            evaluator: Estimates,
        }
        .search_payoffs(&tree.root(), limits)
    }

    #[test]
    fn the_others_are_one_side() {
        // Left to themselves the others would leave the first player 5; together they can hold them
        // to 0.
        let text = "(p1 (p2 [5 5 0] [0 0 5]) [2 0 0])";
        let report = self::search_payoffs(text, &Limits::none());
        assert_eq!((report.values, report.line), (vec![2.0, 0.0, 0.0], vec![1]));
        assert!(
            !report.proven && report.stop == Stop::Done,
            "it is a bound, not the game's value"
        );
    }

    #[test]
    fn two_players_make_it_alpha_beta() {
        let report = search_payoffs(
            "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))",
            &Limits::none(),
        );
        assert_eq!(
            (report.values[0], report.counts.nodes, report.proven),
            (3.0, 11, true)
        );
        let report = self::search_payoffs(
            "(min (max 3 12 8) (max 20 4 6) (max 14 5 2))",
            &Limits::none(),
        );
        assert_eq!((report.values, report.counts.nodes), (vec![12.0, -12.0], 9));
        assert_eq!(report.moves, [(0, -12.0)], "the others only were refuted");
    }

    #[test]
    fn stopped_it_has_a_legal_move() {
        let report = search_payoffs("(p3 (p1 [1 2 3] [3 2 1]) [9 9 9])", &Limits::nodes(1));
        assert_eq!((report.line, report.stop), (vec![0], Stop::Nodes));
    }
}
