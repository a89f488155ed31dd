//! One search: the tree, its labels, and the steps that change them.

use crate::best_first::best_first_minimax::first_value;
use crate::best_first::grown::{self, Bounds, Finding, Fresh, Grown};
use crate::evaluator::Evaluator;
use crate::game::{Player, TwoPlayer};
use crate::limits::{Budget, Stop};
use crate::observer::{Event, Observer};
use crate::report::Report;
use crate::score::Score;
use crate::view;

use super::model::{Model, Task};

/// Penalties that differ by less are equal, up to rounding: this part of them, or of 1.
const EQUAL: f64 = 1e-12;

/// What the search keeps of a node.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Label {
    /// ln ṽ; ln v̂ where maximum and minimum stand for the means.
    log: f64,
    /// w, of the edge into the node; not a number before it is known.
    weight: f64,
    /// π.
    penalty: f64,
    /// a; none in a tip and where no tip is left.
    next: Option<u32>,
    /// v̂.
    value: Score,
    /// A proof says that nothing below can matter.
    closed: bool,
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
            closed: false,
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
pub(super) struct Grower<'a, G: TwoPlayer, E, O> {
    tree: Grown<G, Label>,
    task: Task<'a, E>,
    budget: &'a mut Budget,
    observer: &'a mut O,
    complete: bool,
}

impl<'a, G: TwoPlayer, E: Evaluator<G>, O: Observer<G>> Grower<'a, G, E, O> {
    pub fn new(root: &G, task: Task<'a, E>, budget: &'a mut Budget, observer: &'a mut O) -> Self {
        let mut complete = true;
        budget.visit();
        let first = first_value(root, 0, task.evaluator, budget, &mut complete);
        let tree = Grown::new(root, Label::of(task.model, first), observer);
        let mut grower = Grower {
            tree,
            task,
            budget,
            observer,
            complete,
        };
        grower.tell(0);
        grower
    }

    /// Expands the tip of the least penalty until none is left or, with proofs, the root is
    /// settled.
    pub fn run(&mut self) -> Result<(), Stop> {
        while self.is_open(0) {
            let tip = self.select();
            self.expand(tip)?;
            self.back_up(tip);
        }
        Ok(())
    }

    /// Whether a tip below a node may be expanded.
    fn is_open(&self, id: u32) -> bool {
        let node = &self.tree.nodes[id as usize];
        node.label.penalty < f64::INFINITY
            && !(self.task.proofs && (node.label.closed || node.bounds.lo == node.bounds.hi))
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
        let Task {
            model, evaluator, ..
        } = self.task;
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
            below = Some(id);
            id = self.tree.nodes[id as usize].parent;
        }
    }

    /// All labels of a node, and w of its children; whether its parent must know.
    fn compute(&mut self, id: u32, changed_child: Option<u32>) -> bool {
        let log = self.weigh(id, changed_child);
        let before = (self.label(id), self.tree.nodes[id as usize].bounds);
        let bounds = self.tree.combine(id);
        self.tree.nodes[id as usize].bounds = bounds;
        if self.task.proofs {
            self.close_children(id);
        }
        let next = self.nearest(id);
        let label = Label {
            log,
            penalty: next.map_or(f64::INFINITY, |child| self.penalty_by(child)),
            next,
            value: self.backed_up(id),
            ..self.label(id)
        };
        self.tree.nodes[id as usize].label = label;
        (label, bounds) != before
    }

    /// v̂: the best of the children's for the mover.
    fn backed_up(&self, id: u32) -> Score {
        let mover = self.tree.nodes[id as usize].mover;
        let values = self
            .tree
            .children(id)
            .map(|child| view::flip(self.label(child).value, mover));
        values
            .max()
            .map_or(self.label(id).value, |best| view::flip(best, mover))
    }

    /// ln of a node's value, and the weights of its children; tells of those that change, first of
    /// the one that changed itself.
    fn weigh(&mut self, id: u32, changed_child: Option<u32>) -> f64 {
        let mover = self.tree.nodes[id as usize].mover;
        let logs = self.tree.children(id).map(|child| self.label(child).log);
        let weighing = self.task.model.rule.node(mover, logs);
        let mut news: Vec<u32> = changed_child.into_iter().collect();
        for child in self.tree.children(id) {
            let label = &mut self.tree.nodes[child as usize].label;
            let weight = weighing.weight(label.log);
            if label.weight != weight && changed_child != Some(child) {
                news.push(child);
            }
            label.weight = weight;
        }
        news.into_iter().for_each(|child| self.tell(child));
        weighing.log()
    }

    /// Closes the children that can no longer raise what the mover is sure of, and tells of them.
    /// They stay closed: what is sure only rises, what can be hoped for only falls.
    fn close_children(&mut self, id: u32) {
        let node = &self.tree.nodes[id as usize];
        let mover = node.mover;
        let sure = node.bounds.sure(mover);
        for child in self.tree.children(id) {
            let hope = self.tree.nodes[child as usize].bounds.hope(mover);
            if hope > sure || !self.is_open(child) {
                continue;
            }
            self.tree.nodes[child as usize].label.closed = true;
            self.observer.see(&Event::Closed {
                node: child,
                bound: view::flip(hope, mover),
                sure: view::flip(sure, mover),
            });
        }
    }

    /// `a` of an inner node: the first of the children with the least π + w among those with open
    /// tips.
    fn nearest(&self, id: u32) -> Option<u32> {
        let open = || self.tree.children(id).filter(|&child| self.is_open(child));
        let least = open()
            .map(|child| self.penalty_by(child))
            .min_by(f64::total_cmp)?;
        let most = least + EQUAL * least.abs().max(1.0);
        open().find(|&child| self.penalty_by(child) <= most)
    }

    /// The penalty of a child's best tip, counted from the child's parent.
    fn penalty_by(&self, child: u32) -> f64 {
        let Label {
            weight, penalty, ..
        } = self.label(child);
        weight + penalty
    }

    fn label(&self, id: u32) -> Label {
        self.tree.nodes[id as usize].label
    }

    fn tell(&mut self, id: u32) {
        let label = self.label(id);
        let mut labels = Vec::with_capacity(5);
        if self.task.model.rule.has_means() {
            labels.push(("ṽ", label.log.exp()));
        }
        labels.push(("v̂", self.task.model.positive(label.value)));
        if id != 0 {
            labels.push(("w", label.weight));
        }
        labels.push(("π", label.penalty));
        if label.penalty < f64::INFINITY {
            labels.push(("a", f64::from(label.next.unwrap_or(id))));
        }
        self.observer.see(&Event::Backup {
            node: id,
            value: label.value,
            labels: &labels,
        });
    }

    pub fn finish(self, root: &G, stopped: Option<Stop>) -> Report<G::Move> {
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

/// The child with the best v̂ for the mover; of equals the one with the best ṽ, of these the first.
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
