//! Best-first minimax (Korf and Chickering 1996): expand the tip of the principal variation, back
//! up, and repeat. The line that looks best for both sides is searched most closely.
//!
//! ```text
//!              MAX 4                  MAX 2                 MAX 3
//!            ┌───┴───┐      ──▶     ┌───┴───┐     ──▶     ┌───┴───┐
//!           (4)      2            MIN 1    (2)           1      MIN 3
//!         expand                  6  1    expand                5  3
//! ```
//!
//! Invariant: the value of a node is the best of its children's for the mover; its bounds are
//! proven.
//!
//! Two additions make it exact. A node is settled when its bounds meet; the walk down passes only
//! through children that are not settled and could still matter, so a finished principal variation
//! does not stop the search; and it ends when the root is settled: then the value is minimax's,
//! with the shortest win and the longest loss. Positions at a depth limit are settled at their
//! evaluator's value, and only wins and losses are proven then. Play that never ends makes an
//! endless tree: give a limit.

use crate::best_first::grown::{Bounds, Finding, Fresh, Grown, Label};
use crate::best_first::proof_number::first_bounds;
use crate::evaluator::{Blind, Evaluator};
use crate::game::TwoPlayer;
use crate::limits::{Budget, Limits, Stop};
use crate::observer::{Event, Observer};
use crate::report::Report;
use crate::score::Score;
use crate::search::Search;
use crate::view;

/// Best-first minimax.
///
/// ```
/// use gametree::{Limits, Score, Search, best_first::BestFirst, tree::Tree};
/// let tree: Tree = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))".parse().unwrap();
/// let report = BestFirst::blind().search(&tree.two_player().unwrap(), &Limits::none());
/// assert_eq!((report.value, report.proven), (Score::points(3), true));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct BestFirst<E> {
    /// First values of new positions.
    pub evaluator: E,
}

impl<E> BestFirst<E> {
    /// With an evaluator for new positions.
    #[must_use]
    pub fn new(evaluator: E) -> Self {
        BestFirst { evaluator }
    }
}

impl BestFirst<Blind> {
    /// Without an evaluator.
    #[must_use]
    pub fn blind() -> Self {
        BestFirst::new(Blind)
    }
}

impl<G: TwoPlayer, E: Evaluator<G>> Search<G> for BestFirst<E> {
    fn watch<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<G::Move> {
        let mut budget = Budget::new(limits);
        let mut grower = Grower::new(root, &self.evaluator, &mut budget, observer);
        let stopped = grower.run().err();
        grower.finish(root, stopped)
    }
}

impl Label for Score {
    fn first_value(self, _: Bounds) -> Score {
        self
    }
}

/// One search. The label of a node is its value as far as it is known.
struct Grower<'a, G: TwoPlayer, E, O> {
    tree: Grown<G, Score>,
    evaluator: &'a E,
    budget: &'a mut Budget,
    observer: &'a mut O,
    complete: bool,
}

impl<'a, G: TwoPlayer, E: Evaluator<G>, O: Observer<G>> Grower<'a, G, E, O> {
    fn new(root: &G, evaluator: &'a E, budget: &'a mut Budget, observer: &'a mut O) -> Self {
        let mut complete = true;
        budget.visit();
        let first = first_value(root, 0, evaluator, budget, &mut complete);
        let tree = Grown::new(root, first, observer);
        Grower {
            tree,
            evaluator,
            budget,
            observer,
            complete,
        }
    }

    /// Expands tips of principal variations until the root is settled.
    fn run(&mut self) -> Result<(), Stop> {
        while self.tree.root().lo < self.tree.root().hi {
            let mut tip = 0;
            while let Some(child) = self.promising(tip) {
                tip = child;
            }
            self.observer.see(&Event::Select { node: tip });
            self.expand(tip)?;
            self.back_up(tip);
        }
        Ok(())
    }

    /// The best child for the mover among those that are not settled and could still raise what
    /// they are sure of. There is one below every inner node that is not settled.
    fn promising(&self, id: u32) -> Option<u32> {
        let node = &self.tree.nodes[id as usize];
        let sure = node.bounds.sure(node.mover);
        let open = |child: &u32| {
            let bounds = self.tree.nodes[*child as usize].bounds;
            bounds.lo < bounds.hi && bounds.hope(node.mover) > sure
        };
        let value = |child: &u32| view::flip(self.tree.nodes[*child as usize].label, node.mover);
        self.tree.children(id).rev().filter(open).max_by_key(value)
    }

    fn expand(&mut self, tip: u32) -> Result<(), Stop> {
        let evaluator = self.evaluator;
        let complete = &mut self.complete;
        self.tree
            .expand(tip, self.budget, self.observer, |position, ply, budget| {
                first_value(position, ply, evaluator, budget, complete)
            })
    }

    /// Recomputes values and bounds from a node up to the first that does not change.
    fn back_up(&mut self, mut id: u32) {
        loop {
            let bounds = self.tree.combine(id);
            let value = best_value(&self.tree, id);
            let node = &mut self.tree.nodes[id as usize];
            if (node.bounds, node.label) == (bounds, value) {
                return;
            }
            (node.bounds, node.label) = (bounds, value);
            let lo = f64::from(bounds.lo.raw());
            let hi = f64::from(bounds.hi.raw());
            let parent = node.parent;
            self.observer.see(&Event::Backup {
                node: id,
                value,
                labels: &[("at least", lo), ("at most", hi)],
            });
            if id == 0 {
                return;
            }
            id = parent;
        }
    }

    fn finish(self, root: &G, stopped: Option<Stop>) -> Report<G::Move> {
        let known = self.tree.root().verdict().is_some();
        let best = |tree: &Grown<G, Score>, id| {
            if known {
                tree.surest(id)
            } else {
                best_valued(tree, id)
            }
        };
        Finding {
            bounds: self.tree.root(),
            guess: self.tree.nodes[0].label,
            line: self.tree.line(best(&self.tree, 0), best),
            complete: self.complete,
            stopped,
        }
        .report(root, self.budget)
    }
}

/// The child with the best value for the mover, the first of equals.
fn best_valued<G: TwoPlayer>(tree: &Grown<G, Score>, id: u32) -> Option<u32> {
    let mover = tree.nodes[id as usize].mover;
    tree.children(id)
        .rev()
        .max_by_key(|&child| view::flip(tree.nodes[child as usize].label, mover))
}

/// The value of an inner node, from its children's.
fn best_value<G: TwoPlayer>(tree: &Grown<G, Score>, id: u32) -> Score {
    best_valued(tree, id).map_or(tree.nodes[id as usize].label, |child| {
        tree.nodes[child as usize].label
    })
}

/// What is known and what is believed of a new position.
pub(crate) fn first_value<G: TwoPlayer, E: Evaluator<G>>(
    position: &G,
    ply: u32,
    evaluator: &E,
    budget: &mut Budget,
    complete: &mut bool,
) -> Fresh<Score> {
    let bounds = first_bounds(position, ply, evaluator, budget, complete);
    if bounds.lo == bounds.hi {
        return Fresh {
            bounds,
            label: bounds.lo,
        };
    }
    budget.counts.evaluations += 1;
    Fresh {
        bounds,
        label: Score::points(evaluator.evaluate(position)),
    }
}
