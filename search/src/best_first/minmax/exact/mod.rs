//! The min/max approximation as its paper has it: Rivest, *Game Tree Searching by Min/Max
//! Approximation*, Artificial Intelligence 34 (1987).
//!
//! Minimum and maximum say which tip decides the root's value, but not what happens if another tip
//! should prove a little better than it looks. The generalized mean of positive numbers `M_p(a) =
//! ((1/n) Σ a_i^p)^(1/p)` goes to the maximum for p → ∞ and to the minimum for p → −∞, and it has
//! derivatives. So
//!
//! | letter | is |
//! | --- | --- |
//! | `ṽ` | the value: a tip's own number; `M_p` of the children at MAX, `M_−p` at MIN |
//! | `w` | the weight of an edge from f to c, −ln ∂ṽ(f)/∂ṽ(c) = ln n − (q − 1) ln(ṽ(c)/ṽ(f)) with q = p at MAX, −p at MIN |
//! | penalty | of a tip: the sum of the weights from the root to it; e^−penalty is the root's derivative by it |
//! | `π` | the least penalty, counted from here, of a tip below that can be expanded |
//! | `a` | the child below which that tip lies |
//!
//! A step follows `a` from the root to the tip that the root's value depends on most, adds all its
//! successors, and computes `ṽ`, `w`, `a` and `π` again on the way up. With p = 10:
//!
//! ```text
//!         □ s 9.851 [u, .165]                     □ s 10.622 [u, 1.078]
//!     15.043 ┌──┴──┐ .069                     15.721 ┌──┴──┐ .069
//!           t 2    ○ u 10.558 [w, .095]  ──▶        t 2    ○ u 11.384 [w, 1.009]
//!            .095 ┌──┴──┐ 2.101                       .316 ┌──┴──┐ 1.273
//!                w 10   x 12                              □ w 11  x 12
//!           expanded: .069 + .095                    .693 ┌──┴──┐ .693
//!                                                       y 11   z 11      y is next: .069 + .316 + .693
//! ```
//!
//! Invariant: `ṽ` of an inner node is the mean of its children's; its bounds are proven.
//!
//! Everything is done in logarithms, so that p = ±1000 neither overflows nor loses digits.
//!
//! What is not in the paper: proven bounds stand beside `ṽ`. A node is settled when they meet;
//! settled nodes have π = ∞, and so has, for its parent, a child that can no longer raise what the
//! parent's mover is sure of. The search ends when the root is settled: then its value is
//! minimax's, with the shortest win and the longest loss. Positions at a depth limit are settled at
//! their evaluator's value, and only wins and losses are proven then. Play that never ends makes an
//! endless tree: give a limit.

use crate::best_first::best_first_minimax::first_value;
use crate::best_first::grown::{self, Bounds, Finding, Fresh, Grown};
use crate::evaluator::Evaluator;
use crate::game::{Player, TwoPlayer};
use crate::limits::{Budget, Limits, Stop};
use crate::observer::{Event, Observer};
use crate::report::Report;
use crate::score::{Score, Verdict};
use crate::search::Search;
use crate::view;

#[cfg(test)]
mod tests;

/// The min/max approximation with exact means: the reference, readable as the paper.
///
/// The means need positive numbers. A position of this many points counts as points + `shift`, but
/// at least 1; a lost game as 1, a won one as 2 · `shift` − 1 or 1023, whichever is more (in the
/// paper: 1, 1023, and a shift of 512).
///
/// An evaluator that goes beyond ±`shift` should get a greater one: its bad positions would all
/// count 1, its best ones more than won games. (Only the choice of tips suffers; proofs do not
/// depend on it.)
///
/// The move is the proven best where the root is proven, else the one of the best `ṽ` for the
/// mover, as far as what is proven of it allows.
///
/// ```
/// use gametree::{Limits, Score, Search, minmax::Exact, tree::{Estimates, Tree}};
/// let tree: Tree = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))".parse().unwrap();
/// let mut search = Exact { evaluator: Estimates, p: 10.0, shift: 1 };
/// let report = search.search(&tree.two_player().unwrap(), &Limits::none());
/// assert_eq!((report.value, report.proven), (Score::points(3), true));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Exact<E> {
    /// First values of new positions.
    pub evaluator: E,
    /// The exponent of the means, positive: the larger, the nearer to minimax, and the narrower the
    /// search.
    pub p: f64,
    /// Added to points to make them positive.
    pub shift: i32,
}

impl<E> Exact<E> {
    fn model(&self) -> Model {
        Model {
            p: self.p,
            shift: self.shift,
        }
    }
}

impl<G: TwoPlayer, E: Evaluator<G>> Search<G> for Exact<E> {
    fn watch<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<G::Move> {
        let mut budget = Budget::new(limits);
        let mut grower = Grower::new(root, self, &mut budget, observer);
        let stopped = grower.run().err();
        grower.finish(root, stopped)
    }
}

/// The mathematics.
#[derive(Clone, Copy, Debug)]
struct Model {
    p: f64,
    shift: i32,
}

impl Model {
    /// The positive number that stands for a value.
    fn positive(self, value: Score) -> f64 {
        match value.verdict() {
            Verdict::Win(_) => (2.0 * f64::from(self.shift) - 1.0).max(1023.0),
            Verdict::Loss(_) => 1.0,
            Verdict::Points(points) => (f64::from(points) + f64::from(self.shift)).max(1.0),
        }
    }

    /// The points nearest to ṽ, as far as the proof allows; what is known where all is.
    fn score(self, log: f64, bounds: Bounds) -> Score {
        let most = f64::from(Score::MAX_POINTS);
        let points = (log.exp() - f64::from(self.shift))
            .round()
            .clamp(-most, most);
        bounds
            .verdict()
            .unwrap_or(bounds.near(Score::points(points as i32)))
    }

    /// The exponent of a mover's mean.
    fn exponent(self, mover: Player) -> f64 {
        if mover == Player::FIRST {
            self.p
        } else {
            -self.p
        }
    }
}

/// ln M_q of numbers that are given by their logarithms.
///
/// Relative to the number that weighs most all powers are at most 1, and `expm1` and `ln_1p` keep
/// the digits where q is so small that they are nearly 1.
pub fn log_mean(q: f64, logs: impl Iterator<Item = f64> + Clone) -> f64 {
    let n = logs.clone().count() as f64;
    let pick = if q >= 0.0 { f64::max } else { f64::min };
    let top = logs.clone().reduce(pick).unwrap_or(0.0);
    let mean = |term: &dyn Fn(f64) -> f64| logs.clone().map(|log| term(log - top)).sum::<f64>() / n;
    if q == 0.0 {
        return top + mean(&|log| log);
    }
    top + mean(&|log| (q * log).exp_m1()).ln_1p() / q
}

/// w: −ln of the derivative of M_q of `n` numbers by one of them.
pub fn weight(q: f64, n: f64, log: f64, log_mean: f64) -> f64 {
    n.ln() - (q - 1.0) * (log - log_mean)
}

/// What the search keeps of a node.
#[derive(Clone, Copy, Debug)]
struct Label {
    /// ln ṽ.
    log: f64,
    /// w, of the edge into the node; not a number before it is known.
    weight: f64,
    /// π.
    penalty: f64,
    /// a; none in a tip and where no tip is left.
    next: Option<u32>,
    /// ṽ as a score.
    value: Score,
}

impl Label {
    /// That of a new tip.
    fn of(model: Model, first: Fresh<Score>) -> Fresh<Label> {
        let bounds = first.bounds;
        let value = first.label;
        let log = model.positive(value).ln();
        let penalty = if bounds.lo < bounds.hi {
            0.0
        } else {
            f64::INFINITY
        };
        let label = Label {
            log,
            weight: f64::NAN,
            penalty,
            next: None,
            value,
        };
        Fresh { bounds, label }
    }
}

impl grown::Label for Label {
    fn first_value(self, _: Bounds) -> Score {
        self.value
    }
}

/// One search.
struct Grower<'a, G: TwoPlayer, E, O> {
    tree: Grown<G, Label>,
    model: Model,
    evaluator: &'a E,
    budget: &'a mut Budget,
    observer: &'a mut O,
    complete: bool,
}

impl<'a, G: TwoPlayer, E: Evaluator<G>, O: Observer<G>> Grower<'a, G, E, O> {
    fn new(root: &G, search: &'a Exact<E>, budget: &'a mut Budget, observer: &'a mut O) -> Self {
        let evaluator = &search.evaluator;
        let model = search.model();
        let mut complete = true;
        budget.visit();
        let first = first_value(root, 0, evaluator, budget, &mut complete);
        let tree = Grown::new(root, Label::of(model, first), observer);
        let mut grower = Grower {
            tree,
            model,
            evaluator,
            budget,
            observer,
            complete,
        };
        grower.tell(0);
        grower
    }

    /// Expands the tip of the least penalty until the root is settled.
    fn run(&mut self) -> Result<(), Stop> {
        while self.tree.root().lo < self.tree.root().hi {
            let tip = self.select();
            self.expand(tip)?;
            self.back_up(tip);
        }
        Ok(())
    }

    /// Follows `a` from the root down to a tip.
    fn select(&mut self) -> u32 {
        let mut tip = 0;
        let mut edges = Vec::new();
        while let Some(child) = self.label(tip).next {
            edges.push((child, self.label(child).weight));
            tip = child;
        }
        self.observer.see(&Event::Select { node: tip });
        self.observer.see(&Event::Because {
            node: tip,
            edges: &edges,
        });
        tip
    }

    /// Adds all successors of a tip.
    fn expand(&mut self, tip: u32) -> Result<(), Stop> {
        let model = self.model;
        let evaluator = self.evaluator;
        let complete = &mut self.complete;
        self.tree
            .expand(tip, self.budget, self.observer, |position, ply, budget| {
                Label::of(
                    model,
                    first_value(position, ply, evaluator, budget, complete),
                )
            })
    }

    /// Everything again from an expanded node up to the first that does not change.
    fn back_up(&mut self, tip: u32) {
        let mut id = tip;
        let mut below = None;
        loop {
            let changed = self.compute(id, below);
            if id == 0 {
                return self.tell(0);
            }
            if !changed {
                return;
            }
            (id, below) = (self.tree.nodes[id as usize].parent, Some(id));
        }
    }

    /// ṽ, π and a of a node, and w of its children; whether its parent must know.
    fn compute(&mut self, id: u32, changed_child: Option<u32>) -> bool {
        let q = self.model.exponent(self.tree.nodes[id as usize].mover);
        let log = log_mean(q, self.tree.children(id).map(|child| self.label(child).log));
        self.weigh(id, q, log, changed_child);
        let before = (self.label(id), self.tree.nodes[id as usize].bounds);
        let bounds = self.tree.combine(id);
        self.tree.nodes[id as usize].bounds = bounds;
        let (next, penalty) = self.nearest(id);
        let value = self.model.score(log, bounds);
        self.tree.nodes[id as usize].label = Label {
            log,
            penalty,
            next,
            value,
            ..before.0
        };
        (before.0.log, before.0.penalty, before.1) != (log, penalty, bounds)
    }

    /// The weights of a node's children; tells of those that change, first of the one that changed
    /// itself.
    fn weigh(&mut self, id: u32, q: f64, log: f64, changed_child: Option<u32>) {
        let n = f64::from(self.tree.nodes[id as usize].children);
        let mut news: Vec<u32> = changed_child.into_iter().collect();
        for child in self.tree.children(id) {
            let label = &mut self.tree.nodes[child as usize].label;
            let weight = weight(q, n, label.log, log);
            if label.weight != weight && changed_child != Some(child) {
                news.push(child);
            }
            label.weight = weight;
        }
        news.into_iter().for_each(|child| self.tell(child));
    }

    /// `a` and `π` of an inner node: the first of the children with the least π + w, among those
    /// that are not settled and could still raise what the mover is sure of. There is one unless
    /// the node is settled.
    fn nearest(&self, id: u32) -> (Option<u32>, f64) {
        let node = &self.tree.nodes[id as usize];
        let sure = node.bounds.sure(node.mover);
        let open = |child: &u32| {
            let bounds = self.tree.nodes[*child as usize].bounds;
            bounds.lo < bounds.hi && bounds.hope(node.mover) > sure
        };
        let penalty = |child: u32| self.label(child).weight + self.label(child).penalty;
        let all = self
            .tree
            .children(id)
            .filter(open)
            .map(|child| (child, penalty(child)));
        let least = all.min_by(|a, b| a.1.total_cmp(&b.1));
        least.map_or((None, f64::INFINITY), |(child, penalty)| {
            (Some(child), penalty)
        })
    }

    fn label(&self, id: u32) -> Label {
        self.tree.nodes[id as usize].label
    }

    fn tell(&mut self, id: u32) {
        let label = self.label(id);
        let mut labels = vec![("ṽ", label.log.exp())];
        if id != 0 {
            labels.push(("w", label.weight));
        }
        labels.push(("π", label.penalty));
        labels.extend(label.next.map(|child| ("a", f64::from(child))));
        self.observer.see(&Event::Backup {
            node: id,
            value: label.value,
            labels: &labels,
        });
    }

    fn finish(self, root: &G, stopped: Option<Stop>) -> Report<G::Move> {
        let known = self.tree.root().verdict().is_some();
        let best = |tree: &Grown<G, Label>, id| {
            if known {
                tree.surest(id)
            } else {
                best_valued(tree, id)
            }
        };
        Finding {
            bounds: self.tree.root(),
            guess: self.label(0).value,
            line: self.tree.line(best(&self.tree, 0), best),
            complete: self.complete,
            stopped,
        }
        .report(root, self.budget)
    }
}

/// The child with the best ṽ for the mover, as far as what is proven of it allows; the first of
/// equals.
fn best_valued<G: TwoPlayer>(tree: &Grown<G, Label>, id: u32) -> Option<u32> {
    let mover = tree.nodes[id as usize].mover;
    let worth = |child: u32| {
        let Label { value, log, .. } = tree.nodes[child as usize].label;
        (
            view::flip(value, mover),
            if mover == Player::FIRST { log } else { -log },
        )
    };
    tree.children(id).rev().max_by(|&a, &b| {
        let a = worth(a);
        let b = worth(b);
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
    })
}
