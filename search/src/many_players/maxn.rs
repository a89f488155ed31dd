//! Max^n (Luckhardt and Irani 1986): everyone takes what is best for themselves. With shallow pruning
//! (Korf 1991).
//!
//! ```text
//!                          A (1,2,6)
//!               ┌──────────────┴──────────────┐
//!           B (1,2,6)                     B (1,5,2)
//!         ┌─────┴─────┐                 ┌─────┴─────┐
//!     C (1,2,6)   C (6,1,2)         C (1,5,2)   C (5,4,5)
//!      (1,2,6)     (6,1,2)           (5,1,1)     (7,7,1)
//!      (4,2,3)     (7,4,1)           (1,5,2)     (5,4,5)
//! ```
//!
//! Invariant: the vector of a node is that of the child best for its mover, the *first* such child;
//! where chance moves it is the mean of the children's, weighted by probability.
//!
//! Ties matter. In the picture both moves are worth 1 to A, but the rest of the vector differs, and
//! other rules for ties may give other values all the way up: a max^n value is one equilibrium of
//! several. The rule here is fixed, so the values are a function of the game and the order of its
//! moves. What differs by no more than rounding is a tie.
//!
//! Shallow pruning: let the player above have `h` already. When the mover below has `v`, the player
//! above gets at most `sum − v −` what the others get at least. If that is not more than `h`, the
//! rest of the moves below cannot matter. It needs [`Payoffs::sum`] and, among three or more, a
//! finite least payoff; without them nothing is cut. Deeper cuts are not sound for three players
//! (Korf 1991). A mover who has the most that any player can get stops looking, which needs no sum.
//! Neither changes the values.

use crate::deep::deep;
use crate::evaluator::Blind;
use crate::game::{Chance, Payoffs, Player};
use crate::limits::{Budget, Limits, Stop};
use crate::lines::Line;
use crate::many_players::vector::{Promises, Vector};
use crate::many_players::vector_walk::{OPEN, VectorWalk};
use crate::minimax::depth_first::NodeRef;
use crate::observer::{Bound, Observer};
use crate::payoff_evaluator::PayoffEvaluator;
use crate::payoff_search::{PayoffReport, PayoffSearch};

/// For any number of players and any sum.
///
/// ```
/// use gametree::{PayoffSearch, Limits, maxn::Maxn, tree::Tree};
/// let tree: Tree = "(p1 (p2 (p3 [1 2 6] [4 2 3]) (p3 [6 1 2] [7 4 1]))
///                       (p2 (p3 [5 1 1] [1 5 2]) (p3 [7 7 1] [5 4 5])))".parse().unwrap();
/// let report = Maxn::blind().search_payoffs(&tree.root(), &Limits::none());
/// assert_eq!((report.values, report.line), (vec![1.0, 2.0, 6.0], vec![0, 0, 0]));
/// assert_eq!(report.moves, [(0, 1.0), (1, 1.0)]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Maxn<E> {
    /// Values for positions at the depth limit. Where the game promises a sum or bounds, they are
    /// made to keep them.
    pub evaluator: E,
    /// Whether what cannot matter is left out, where the game promises enough to know it.
    pub pruning: bool,
}

impl<E> Maxn<E> {
    /// With pruning.
    #[must_use]
    pub fn new(evaluator: E) -> Self {
        Maxn {
            evaluator,
            pruning: true,
        }
    }
}

impl Maxn<Blind> {
    /// Without knowledge.
    #[must_use]
    pub fn blind() -> Self {
        Maxn::new(Blind)
    }
}

impl<E: Default> Default for Maxn<E> {
    fn default() -> Self {
        Maxn::new(E::default())
    }
}

impl<G: Chance + Payoffs, E: PayoffEvaluator<G>> PayoffSearch<G> for Maxn<E> {
    fn watch_payoffs<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> PayoffReport<G::Move> {
        let mut budget = Budget::new(limits);
        let mut walk = VectorWalk::new(root, &mut budget, &self.evaluator, observer);
        let cuts = self.pruning.then(|| Cuts {
            promises: Promises::of(root),
        });
        let spot = NodeRef::root(root, limits.depth.unwrap_or(u32::MAX));
        let result = walk
            .begin(root)
            .and_then(|()| value(&mut walk, spot, None, Above { cuts, rival: None }));
        walk.finish(root, result.map(|found| found.values))
    }
}

/// What a node knows of the one above it.
#[derive(Clone, Copy)]
struct Above {
    cuts: Option<Cuts>,
    rival: Option<Rival>,
}

/// The player who moves right above, and what they have there already.
#[derive(Clone, Copy)]
struct Rival {
    player: Player,
    has: f64,
}

/// When the rest of a node's moves cannot matter.
#[derive(Clone, Copy)]
struct Cuts {
    promises: Promises,
}

impl Cuts {
    /// Whether the rival above will not come here, now that the mover here has `value`.
    #[inline]
    fn refutes(&self, rival: Rival, mover: Player, value: f64) -> bool {
        let Some(sum) = self.promises.sum else {
            return false;
        };
        let others = (0..self.promises.players)
            .map(Player)
            .filter(|&p| p != rival.player && p != mover);
        let least: f64 = others.map(|p| self.promises.bounds(p).low).sum();
        rival.player != mover && sum - value - least <= rival.has + tie(rival.has)
    }

    /// Whether the mover cannot get more than `value` anywhere.
    #[inline]
    fn is_most(&self, mover: Player, value: f64) -> bool {
        value >= self.promises.bounds(mover).high - tie(value)
    }
}

/// What a value may differ by and still be the same: more than rounding ever adds up to.
#[inline]
fn tie(value: f64) -> f64 {
    1e-9 * (1.0 + value.abs())
}

/// What a node is worth; not exact where the player above will not come here, whatever the rest of
/// its moves.
struct Found {
    values: Vector,
    exact: bool,
}

/// The values of a position.
fn value<G: Chance + Payoffs, E: PayoffEvaluator<G>, O: Observer<G>>(
    walk: &mut VectorWalk<'_, G, E, O>,
    spot: NodeRef<'_, G>,
    via: Option<G::Move>,
    above: Above,
) -> Result<Found, Stop> {
    walk.enter(spot, via, OPEN);
    if let Some(values) = walk.leaf(spot) {
        return Ok(Found {
            values,
            exact: true,
        });
    }
    if spot.position.chances().is_some() {
        mean(walk, spot, above.cuts)
    } else {
        best(walk, spot, above)
    }
}

/// The mean over what chance may bring. Nothing is cut below: what the player above has says
/// nothing of one of several chances.
fn mean<G: Chance + Payoffs, E: PayoffEvaluator<G>, O: Observer<G>>(
    walk: &mut VectorWalk<'_, G, E, O>,
    spot: NodeRef<'_, G>,
    cuts: Option<Cuts>,
) -> Result<Found, Stop> {
    let mut sum = Vector::new(walk.promises.players, |_| 0.0);
    for (m, probability) in spot.position.chances().into_iter().flatten() {
        let child = walk.play(spot.position, m)?;
        let above = Above { cuts, rival: None };
        let mark = walk.mark();
        let found = deep(spot.ply, || value(walk, spot.child(&child), Some(m), above))?;
        walk.let_go(mark);
        walk.child_done(spot, m, &found.values);
        sum.add(probability, &found.values);
    }
    walk.leave(spot, &sum, Bound::Exact, Line::EMPTY);
    Ok(Found {
        values: sum,
        exact: true,
    })
}

/// The best for the player to move, the first of several.
fn best<G: Chance + Payoffs, E: PayoffEvaluator<G>, O: Observer<G>>(
    walk: &mut VectorWalk<'_, G, E, O>,
    spot: NodeRef<'_, G>,
    Above { cuts, rival }: Above,
) -> Result<Found, Stop> {
    let mover = spot.position.turn();
    let mut best = None;
    let mut line = Line::EMPTY;
    let mut exact = true;
    for m in spot.position.moves() {
        let child = walk.play(spot.position, m)?;
        let own = best.as_ref().map(|best: &Vector| Rival {
            player: mover,
            has: best.of(mover),
        });
        let mark = walk.mark();
        let found = deep(spot.ply, || {
            value(
                walk,
                spot.child(&child),
                Some(m),
                Above { cuts, rival: own },
            )
        })?;
        walk.let_go(mark);
        if !found.exact {
            continue;
        }
        walk.child_done(spot, m, &found.values);
        let has = found.values.of(mover);
        if own.is_some_and(|own| has <= own.has + tie(own.has)) {
            continue;
        }
        line = walk.improve(spot, m, &found.values, OPEN);
        exact =
            !cuts.is_some_and(|cuts| rival.is_some_and(|rival| cuts.refutes(rival, mover, has)));
        let cut = !exact || cuts.is_some_and(|cuts| cuts.is_most(mover, has));
        let best = best.insert(found.values);
        if cut {
            walk.cutoff(spot, m, best, OPEN);
            break;
        }
    }
    // A game that goes on has a move, and the first one is always found exactly.
    let values = best.unwrap_or_else(|| Vector::new(walk.promises.players, |_| 0.0));
    walk.leave(
        spot,
        &values,
        if exact { Bound::Exact } else { Bound::Lower },
        line,
    );
    Ok(Found { values, exact })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Bounds, Game};
    use crate::observer::Event;
    use crate::tree::{Node, Tree};

    fn tree(text: &str, low: f64, high: f64) -> Tree {
        text.parse::<Tree>()
            .unwrap()
            .bounded(Bounds::new(low, high))
            .unwrap()
    }

    /// After [5 4 1], the second player's 7 leaves the first at most 3 of 10: the last leaf is
    /// never seen.
    #[test]
    fn shallow_pruning_cuts_what_the_sum_decides() {
        let text = "(p1 (p2 [5 4 1] [6 2 2]) (p2 [1 7 2] [1 1 8]))";
        let run = |tree: &Tree, pruning| {
            Maxn {
                evaluator: Blind,
                pruning,
            }
            .search_payoffs(&tree.root(), &Limits::none())
        };
        let bounded = tree(text, 0.0, 10.0);
        let cut = run(&bounded, true);
        let plain = run(&bounded, false);
        assert_eq!((cut.counts.nodes, plain.counts.nodes), (6, 7));
        assert_eq!((&cut.values, &cut.line), (&plain.values, &plain.line));
        assert_eq!(cut.moves, [(0, 5.0)], "what was cut has no value");
        let unknown: Tree = text.parse().unwrap();
        assert_eq!(run(&unknown, true).counts.nodes, 7, "no bounds, no cut");
        let uneven = tree("(p1 (p2 [5 4 1] [6 2 2]) (p2 [1 7 2] [1 1 9]))", 0.0, 10.0);
        assert_eq!(run(&uneven, true).counts.nodes, 7, "no sum, no cut");
    }

    #[test]
    fn who_has_the_most_stops_looking() {
        let tree = tree("(p1 [0 9 0] [9 3 3] [9 0 9])", 0.0, 9.0);
        let report = Maxn::blind().search_payoffs(&tree.root(), &Limits::none());
        assert_eq!(
            (report.values, report.counts.nodes),
            (vec![9.0, 3.0, 3.0], 3)
        );
    }

    #[test]
    fn chance_averages_vectors() {
        let tree: Tree = "(p2 (chance 1/4:[4 0 0] 3/4:[0 4 8]) [9 2 9])"
            .parse()
            .unwrap();
        let report = Maxn::blind().search_payoffs(&tree.root(), &Limits::none());
        assert_eq!(
            (report.values, report.line, report.proven),
            (vec![1.0, 3.0, 6.0], vec![0], true)
        );
    }

    #[test]
    fn vectors_are_told_after_leaves_and_before_leaving() {
        let tree: Tree = "(p1 [1 2 6] [4 2 3])".parse().unwrap();
        let mut told = String::new();
        let mut see = |event: &Event<'_, Node<'_>>| match event {
            Event::Enter { position, .. } => {
                told += if position.outcome().is_some() {
                    "e"
                } else {
                    "E"
                }
            }
            Event::Leaf { .. } => told += "l",
            Event::Vector { values, .. } => told += &format!("{values:?}"),
            Event::Leave { .. } => told += "L",
            _ => {}
        };
        Maxn::blind().watch_payoffs(&tree.root(), &Limits::none(), &mut see);
        assert_eq!(told, "Eel[1.0, 2.0, 6.0]el[4.0, 2.0, 3.0][4.0, 2.0, 3.0]L");
    }
}
