//! The min/max approximation (Rivest 1987) where chance has its say: the tip that matters most to
//! the root is expanded next.
//!
//! Where a player moves, the maximum is replaced by a mean that can be differentiated, in the soft
//! form: with sharpness β, MAX has `ln(mean of e^(β v)) / β`, and MIN its mirror image. Its
//! derivative after a child's value is the child's softmax weight; that of an expectation is the
//! probability. The weight `w` of an edge is `−ln` of that derivative, so the *penalty* of a tip,
//! the sum of the weights on its way, is `−ln` of what the root's value changes with the tip's:
//!
//! ```text
//!                 MAX 1.62                     β = 1: 2 + ln((1 + e⁻¹) / 2)
//!           ┌────────┴─────────┐
//!        w 0.31             w 1.31             ln(1 + e⁻¹), and 1 more for the worse
//!        chance 2             MIN 1            as they look: both are tips
//!      ┌─────┴─────┐
//!   w 1.39      w 0.29                         −ln ¼ and −ln ¾, once it is expanded
//!    ¼: 0        ¾: 4
//! ```
//!
//! Invariants: over all tips the shares `e^(−penalty)` sum to 1. What is settled has an infinite
//! penalty; when nothing else is left, the exact values, backed up beside the soft ones and
//! deciding the move, are those of [`crate::expectiminimax`].

mod grown;

use crate::evaluator::Blind;
use crate::game::{Bounds, Chance, Payoffs, Player};
use crate::limits::{Budget, Limits, Stop};
use crate::observer::{Event, Observer};
use crate::payoff_evaluator::PayoffEvaluator;
use crate::payoff_search::{PayoffReport, PayoffSearch, with_a_move};
use crate::view;

use grown::{Grown, Kind, Leaf, Reached};

/// Best-first search for two players, a sum of zero and chance. It grows a tree in memory.
///
/// ```
/// use gametree::{PayoffSearch, Limits, Stop, minmax_chance::MinMaxChance, tree::{Estimates, Tree}};
/// let text = "(max (chance ~2 1/2:(min ~4 1 5) 1/2:3) (chance ~9 1/4:8 3/4:(min ~1 0 -4)))";
/// let tree: Tree = text.parse().unwrap();
/// let report = MinMaxChance::new(Estimates).search_payoffs(&tree.root(), &Limits::none());
/// assert_eq!((report.stop, report.values[0], report.line[0]), (Stop::Done, 2.0, 0));
/// let hasty = MinMaxChance::new(Estimates).search_payoffs(&tree.root(), &Limits::nodes(3));
/// assert_eq!((hasty.stop, hasty.line[0]), (Stop::Nodes, 1));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MinMaxChance<E> {
    /// What tips look like.
    pub evaluator: E,
    /// What it adds to the weight of a move to be worse by the whole width of the game's bounds, or
    /// by 1 where it has none: the greater, the deeper and the narrower the tree.
    pub sharpness: f64,
}

/// What the weight of a hopeless move should be, as a rule: e⁻²⁰ is two in a billion.
const SHARPNESS: f64 = 20.0;

impl MinMaxChance<Blind> {
    /// Without knowledge.
    #[must_use]
    pub fn blind() -> Self {
        MinMaxChance::new(Blind)
    }
}

impl<E> MinMaxChance<E> {
    /// With the usual sharpness.
    pub fn new(evaluator: E) -> Self {
        MinMaxChance {
            evaluator,
            sharpness: SHARPNESS,
        }
    }

    /// β for a game with these bounds.
    fn beta(&self, bounds: Bounds) -> f64 {
        let width = bounds.high - bounds.low;
        let unit = if width.is_finite() && width > 0.0 {
            width
        } else {
            1.0
        };
        let sharpness = if self.sharpness.is_finite() {
            self.sharpness
        } else {
            SHARPNESS
        };
        sharpness.max(f64::MIN_POSITIVE) / unit
    }
}

impl<G: Chance + Payoffs, E: PayoffEvaluator<G>> PayoffSearch<G> for MinMaxChance<E> {
    fn watch_payoffs<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> PayoffReport<G::Move> {
        let mut growth = Growth::new(self, root, limits, observer);
        let stop = growth.run(root);
        growth.report(root, stop)
    }
}

/// One search.
struct Growth<'a, G: Payoffs, E, O> {
    tree: Grown<G>,
    evaluator: &'a E,
    bounds: Bounds,
    /// Plies below the root that may be searched.
    depth: u32,
    budget: Budget,
    observer: &'a mut O,
}

impl<'a, G: Chance + Payoffs, E: PayoffEvaluator<G>, O: Observer<G>> Growth<'a, G, E, O> {
    fn new(search: &'a MinMaxChance<E>, root: &G, limits: &Limits, observer: &'a mut O) -> Self {
        let bounds = root.bounds();
        Growth {
            tree: Grown::new(search.beta(bounds), bounds),
            evaluator: &search.evaluator,
            bounds,
            depth: limits.depth.unwrap_or(u32::MAX),
            budget: Budget::new(limits),
            observer,
        }
    }

    /// Expands tip after tip until nothing is open or a limit is met.
    fn run(&mut self, root: &G) -> Stop {
        if root.outcome().is_none()
            && let Err(stop) = self.budget.begin()
        {
            return stop;
        }
        self.budget.visit();
        let leaf = self.leaf(root.clone(), 0);
        self.tree.plant(leaf);
        self.show_new(None, 0, root);
        self.show_numbers(0);
        loop {
            if !self.tree.node(0).is_open() {
                return if self.tree.node(0).proven {
                    Stop::Done
                } else {
                    Stop::Depth
                };
            }
            let path = self.tree.path_to_best_tip();
            self.show_choice(&path);
            if let Err(stop) = self.expand(path[path.len() - 1], path.len() as u32) {
                return stop;
            }
            for &id in path.iter().rev() {
                self.tree.back_up(id);
                self.show_children(id);
            }
            self.show_numbers(0);
        }
    }

    /// Adds all children of a tip, or none where a limit forbids it. The children are this many
    /// plies below the root.
    fn expand(&mut self, tip: u32, ply: u32) -> Result<(), Stop> {
        let Some(position) = self.tree.position_of(tip) else {
            return Ok(());
        };
        let grown = self.children(&position, ply);
        let children = match grown {
            Ok(children) => children,
            Err(stop) => {
                self.tree.give_back(tip, position);
                return Err(stop);
            }
        };
        let kind = match (position.chances().is_some(), position.turn()) {
            (true, _) => Kind::Chance,
            (false, Player::FIRST) => Kind::Max,
            (false, _) => Kind::Min,
        };
        let shown: Vec<G> = if self.observer.watches() {
            children
                .iter()
                .filter_map(|(_, leaf)| leaf.shown.clone())
                .collect()
        } else {
            Vec::new()
        };
        let ids = self.tree.grow(tip, kind, children);
        for (id, position) in ids.zip(&shown) {
            self.show_new(Some(tip), id, position);
        }
        Ok(())
    }

    fn children(&mut self, position: &G, ply: u32) -> Result<Vec<Reached<G>>, Stop> {
        let moves: Vec<(G::Move, f64)> = match position.chances() {
            Some(chances) => chances.collect(),
            None => position.moves().map(|m| (m, 1.0)).collect(),
        };
        let elsewhere = position.footprint() - size_of::<G>();
        let bytes = self.tree.bytes_with(moves.len(), elsewhere);
        self.budget.hold(bytes)?;
        let mut children = Vec::with_capacity(moves.len());
        for (m, probability) in moves {
            self.budget.spend()?;
            self.budget.visit();
            let child = position.after(m);
            children.push(((m, probability), self.leaf(child, ply)));
        }
        Ok(children)
    }

    /// A new tip this many plies below the root: ended, at the depth limit, or open.
    fn leaf(&mut self, position: G, ply: u32) -> Leaf<G> {
        let shown = self.observer.watches().then(|| position.clone());
        if position.outcome().is_some() {
            let value = position.payoff(Player::FIRST);
            return Leaf {
                value,
                proven: true,
                open: None,
                shown,
            };
        }
        self.budget.counts.evaluations += 1;
        let value = self
            .evaluator
            .expected_payoff(&position, Player::FIRST)
            .clamp(self.bounds.low, self.bounds.high);
        Leaf {
            value,
            proven: false,
            open: (ply < self.depth).then_some(position),
            shown,
        }
    }

    fn report(self, root: &G, stop: Stop) -> PayoffReport<G::Move> {
        let sign = if root.turn() == Player::FIRST {
            1.0
        } else {
            -1.0
        };
        let (value, proven) = self
            .tree
            .root()
            .map_or((0.0, false), |root| (root.exact, root.proven));
        PayoffReport {
            values: vec![value, -value],
            line: with_a_move(self.tree.line(), root),
            moves: self
                .tree
                .moves()
                .map(|(m, value)| (m, sign * value))
                .collect(),
            proven,
            stop,
            depth: 0,
            worlds: 0,
            counts: self.budget.counts,
            elapsed: self.budget.elapsed(),
        }
    }
}

/// What an observer sees.
impl<G: Chance + Payoffs, E: PayoffEvaluator<G>, O: Observer<G>> Growth<'_, G, E, O> {
    fn show_new(&mut self, parent: Option<u32>, id: u32, position: &G) {
        if self.observer.watches() {
            let node = self.tree.node(id);
            let via = node.m;
            let value = view::to_fixed(node.exact);
            self.observer.see(&Event::Grow {
                node: id,
                parent,
                via,
                position,
                value,
            });
        }
    }

    fn show_choice(&mut self, path: &[u32]) {
        if !self.observer.watches() {
            return;
        }
        let node = path[path.len() - 1];
        self.observer.see(&Event::Select { node });
        let edges: Vec<(u32, f64)> = path[1..]
            .iter()
            .map(|&id| (id, self.tree.node(id).weight))
            .collect();
        self.observer.see(&Event::Because {
            node,
            edges: &edges,
        });
    }

    fn show_children(&mut self, id: u32) {
        if self.observer.watches() {
            for child in self.tree.node(id).children() {
                self.show_numbers(child);
            }
        }
    }

    fn show_numbers(&mut self, id: u32) {
        if !self.observer.watches() {
            return;
        }
        let node = self.tree.node(id);
        let mut labels = vec![("ṽ", node.soft)];
        if id > 0 {
            labels.push(("w", node.weight));
        }
        labels.push(("π", node.penalty));
        if node.is_open() && !node.children().is_empty() {
            labels.push(("a", f64::from(node.best)));
        }
        let value = view::to_fixed(node.exact);
        self.observer.see(&Event::Backup {
            node: id,
            value,
            labels: &labels,
        });
    }
}

#[cfg(test)]
mod tests;
