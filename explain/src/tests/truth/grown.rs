//! Trees in memory: every value and label that a search tells of a node is computed again from
//! those of its children, by the formulas of the papers.

use std::collections::{HashMap, HashSet};

use gametree::Score;

use super::raw::{Path, Told, What};
use super::run::Run;
use crate::trace::{Mover, Trace};

/// How a node follows from its children.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Law {
    /// The search grows no tree, or another test computes it.
    Untold,
    /// The best child's value, and bounds of the true one.
    Best,
    /// Proof and disproof numbers.
    Proof,
    /// Visits, and the mean of their results, from 0 to 1.
    Visits,
    /// Generalized means with this exponent, of values shifted by this.
    Means { p: f64, shift: f64 },
    /// Maximum and minimum in place of the means, and the weights of the paper.
    Reverse { p: f64, shift: f64 },
    /// The weights of losses in units of this many points, in whole steps.
    Losses { temperature: f64 },
    /// Soft means with this sharpness, and expectations.
    Soft { beta: f64 },
}

/// What was told of a node.
#[derive(Clone, Default)]
struct Known {
    value: i32,
    labels: Vec<(&'static str, f64)>,
    next: Option<Path>,
    visits: f64,
    sum: f64,
}

struct Recount<'t> {
    trace: &'t Trace,
    probabilities: &'t [Option<f64>],
    ids: HashMap<Path, usize>,
    nodes: HashMap<Path, Known>,
    /// The thresholds that proof numbers since the last selection agree with.
    thresholds: Vec<i32>,
    /// The nodes that a proof has closed.
    closed: HashSet<Path>,
    law: Law,
}

/// Panics where a value or a label does not follow from the children's.
pub fn check_backups(run: &Run, law: Law) {
    if law == Law::Untold {
        return;
    }
    let recording = &run.explanation.recording;
    let mut recount = Recount {
        trace: &recording.trace,
        probabilities: &recording.probabilities,
        ids: super::raw::paths(&recording.trace)
            .into_iter()
            .zip(0..)
            .collect(),
        nodes: HashMap::new(),
        thresholds: Vec::new(),
        closed: HashSet::new(),
        law,
    };
    for told in &run.told {
        recount.hear(told);
    }
    if run.stop == "done" {
        recount.check_all();
    }
}

/// Values of the random trees lie between these: beyond them all thresholds are alike.
const THRESHOLDS: std::ops::RangeInclusive<i32> = -8..=9;

impl Recount<'_> {
    fn hear(&mut self, told: &Told) {
        match &told.what {
            What::Grow { .. } => {
                let known = Known {
                    value: told.value.unwrap().raw(),
                    ..Known::default()
                };
                self.nodes.insert(told.path.clone(), known);
            }
            What::Select => {
                self.check_all();
                self.thresholds = THRESHOLDS.collect();
            }
            What::Because(weights) => self.check_reason(&told.path, weights),
            What::Closed { .. } => {
                self.closed.insert(told.path.clone());
            }
            What::Backup { labels, next } => {
                let known = self.nodes.get_mut(&told.path).expect("it was grown");
                known.value = told.value.unwrap().raw();
                known.labels = labels.clone();
                known.next = next.clone();
                match self.law {
                    Law::Proof => self.check_proof(&told.path),
                    Law::Visits => self.check_visits(&told.path),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// At a selection the whole tree is up to date.
    fn check_all(&self) {
        let inner = self
            .nodes
            .keys()
            .filter(|path| !self.children(path).is_empty());
        for path in inner {
            match self.law {
                Law::Best => self.check_best(path),
                Law::Means { p, shift } => self.check_means(path, p, shift),
                Law::Reverse { p, shift } => self.check_reverse(path, p, shift),
                Law::Losses { temperature } => self.check_losses(path, temperature),
                Law::Soft { beta } => self.check_soft(path, beta),
                Law::Untold | Law::Proof | Law::Visits => {}
            }
        }
    }

    fn node(&self, path: &[usize]) -> &crate::trace::Node {
        &self.trace.nodes[self.ids[path]]
    }

    /// The children that were grown.
    fn children(&self, path: &Path) -> Vec<&Known> {
        self.child_paths(path)
            .iter()
            .map(|child| &self.nodes[child])
            .collect()
    }

    fn child_paths(&self, path: &Path) -> Vec<Path> {
        let below = |index: usize| path.iter().copied().chain([index]).collect::<Path>();
        let children = self.node(path).children.iter();
        children
            .map(|&child| below(self.trace.nodes[child].index))
            .filter(|child| self.nodes.contains_key(child))
            .collect()
    }

    fn label(known: &Known, name: &str) -> Option<f64> {
        known
            .labels
            .iter()
            .find(|label| label.0 == name)
            .map(|label| label.1)
    }

    fn pick<T: PartialOrd>(&self, path: &Path, values: impl Iterator<Item = T>) -> T {
        let first = self.node(path).mover != Mover::Min;
        let better = |a: T, b: T| if (b > a) == first { b } else { a };
        values.reduce(better).expect("it has children")
    }

    /// Whether a node that was grown is settled for good: the game is over there, or the depth is
    /// used up.
    fn settled_value(&self, path: &Path) -> Option<i32> {
        let node = self.node(path);
        let at_limit = self.trace.horizon.is_some_and(|most| node.ply >= most);
        let known = self.nodes[path].value;
        node.end_value
            .map(|end| end.raw())
            .or(at_limit.then_some(known))
    }

    /// Bounds by the leaves seen.
    fn bounds(&self, path: &Path) -> (i32, i32) {
        if let Some(value) = self.settled_value(path) {
            return (value, value);
        }
        let children = self.child_paths(path);
        if children.is_empty() {
            let ply = self.node(path).ply + 1;
            return (Score::loss_in(ply).raw(), Score::win_in(ply).raw());
        }
        let bounds: Vec<(i32, i32)> = children.iter().map(|child| self.bounds(child)).collect();
        (
            self.pick(path, bounds.iter().map(|bound| bound.0)),
            self.pick(path, bounds.iter().map(|bound| bound.1)),
        )
    }

    fn check_best(&self, path: &Path) {
        let known = &self.nodes[path];
        let values = self.children(path).into_iter().map(|child| child.value);
        assert_eq!(
            known.value,
            self.pick(path, values),
            "the best child of {path:?}"
        );
        let told = [
            Self::label(known, "at least"),
            Self::label(known, "at most"),
        ];
        let (low, high) = self.bounds(path);
        assert_eq!(told, [Some(f64::from(low)), Some(f64::from(high))]);
    }

    /// Proof and disproof numbers for a threshold.
    fn numbers(&self, path: &Path, threshold: i32) -> [f64; 2] {
        let (low, high) = self.bounds(path);
        let children = self.child_paths(path);
        if low >= threshold {
            return [0.0, f64::INFINITY];
        }
        if high < threshold {
            return [f64::INFINITY, 0.0];
        }
        if children.is_empty() {
            return [1.0, 1.0];
        }
        let all: Vec<[f64; 2]> = children
            .iter()
            .map(|child| self.numbers(child, threshold))
            .collect();
        let least = |side: usize| all.iter().map(|n| n[side]).fold(f64::INFINITY, f64::min);
        let sum = |side: usize| all.iter().map(|n| n[side]).sum::<f64>();
        if self.node(path).mover == Mover::Min {
            [sum(0), least(1)]
        } else {
            [least(0), sum(1)]
        }
    }

    /// One threshold explains all numbers since the last selection.
    fn check_proof(&mut self, path: &Path) {
        let known = self.nodes[path].clone();
        let told = [
            Self::label(&known, "proof"),
            Self::label(&known, "disproof"),
        ]
        .map(Option::unwrap);
        let mut left = std::mem::take(&mut self.thresholds);
        left.retain(|&threshold| self.numbers(path, threshold) == told);
        assert!(!left.is_empty(), "no threshold gives {told:?} at {path:?}");
        self.thresholds = left;
        let (low, high) = self.bounds(path);
        assert_eq!(known.value, 0.max(low).min(high));
    }

    /// What a node is worth where everything below it was seen.
    fn solved(&self, path: &Path) -> Option<i32> {
        if let Some(end) = self.node(path).end_value {
            return Some(end.raw());
        }
        let children = self.child_paths(path);
        let values: Option<Vec<i32>> = children.iter().map(|child| self.solved(child)).collect();
        let values = values.filter(|values| !values.is_empty())?;
        Some(self.pick(path, values.into_iter()))
    }

    fn check_visits(&mut self, path: &Path) {
        let solved = self.solved(path);
        let known = self.nodes.get_mut(path).expect("it was grown");
        let visits = Self::label(known, "visits").unwrap();
        assert_eq!(visits, known.visits + 1.0, "visits of {path:?}");
        known.visits = visits;
        let mean = Self::label(known, "mean");
        assert_eq!(mean.is_none(), solved.is_some(), "the mean of {path:?}");
        let points = mean.map(|mean| {
            let result = mean * visits - known.sum;
            known.sum += result;
            assert!(
                (-1e-6..=1.0 + 1e-6).contains(&result),
                "a result of {result}"
            );
            (1000.0 * (2.0 * mean - 1.0)).round() as i32
        });
        assert_eq!(
            Some(known.value),
            solved.or(points),
            "the value of {path:?}"
        );
    }

    fn check_means(&self, path: &Path, p: f64, shift: f64) {
        let known = &self.nodes[path];
        let children = self.children(path);
        let q = if self.node(path).mover == Mover::Min {
            -p
        } else {
            p
        };
        let of = |child: &&Known| {
            let settled = f64::from(child.value) + shift;
            Self::label(child, "ṽ").unwrap_or(settled)
        };
        let n = children.len() as f64;
        let sum: f64 = children.iter().map(|child| of(child).powf(q)).sum();
        let mean = (sum / n).powf(1.0 / q);
        self.same(path, "ṽ", mean);
        let best = self.pick(path, children.iter().map(|child| child.value));
        assert_eq!(known.value, best);
        self.same(path, "v̂", f64::from(best) + shift);
        let weights: Vec<f64> = children
            .iter()
            .map(|child| -((of(child) / mean).powf(q - 1.0) / n).ln())
            .collect();
        self.check_weights(path, &weights);
    }

    fn check_reverse(&self, path: &Path, p: f64, shift: f64) {
        let children = self.children(path);
        let best = self.pick(path, children.iter().map(|child| child.value));
        assert_eq!(self.nodes[path].value, best);
        let best = f64::from(best) + shift;
        self.same(path, "v̂", best);
        let factor = match self.node(path).mover {
            Mover::Min => p + 1.0,
            _ => p - 1.0,
        };
        let n = children.len() as f64;
        let ratio = |child: &&Known| ((f64::from(child.value) + shift) / best).ln().abs();
        let weights: Vec<f64> = children
            .iter()
            .map(|child| n.ln() + factor * ratio(child))
            .collect();
        self.check_weights(path, &weights);
    }

    /// The fast form computes in whole steps, a 64th of the temperature each.
    fn check_losses(&self, path: &Path, temperature: f64) {
        const STEPS: f64 = 5.0 / 64.0;
        let children = self.children(path);
        let best = self.pick(path, children.iter().map(|child| child.value));
        let loss = |child: &&Known| f64::from((child.value - best).abs()) / temperature;
        let sum: f64 = children.iter().map(|child| (-loss(child)).exp()).sum();
        for child in &children {
            let weight = sum.ln() + loss(child);
            let told = Self::label(child, "w").expect("it is told");
            assert!((told - weight).abs() < STEPS, "w is {weight}, not {told}");
        }
    }

    fn check_soft(&self, path: &Path, beta: f64) {
        let paths = self.child_paths(path);
        let values: Vec<f64> = self
            .children(path)
            .into_iter()
            .map(|child| Self::label(child, "ṽ").expect("it is told"))
            .collect();
        let mover = self.node(path).mover;
        let chance: Vec<f64> = paths
            .iter()
            .map(|child| self.probabilities[self.ids[child]].unwrap_or(1.0))
            .collect();
        let b = if mover == Mover::Min { -beta } else { beta };
        let n = values.len() as f64;
        let sum: f64 = values.iter().map(|v| (b * v).exp()).sum();
        let (mean, weights): (f64, Vec<f64>) = if mover == Mover::Chance {
            let mean = values.iter().zip(&chance).map(|(v, p)| v * p).sum();
            (mean, chance.iter().map(|p| -p.ln()).collect())
        } else {
            let weights = values.iter().map(|v| -((b * v).exp() / sum).ln());
            ((sum / n).ln() / b, weights.collect())
        };
        self.same(path, "ṽ", mean);
        self.check_weights(path, &weights);
    }

    /// The weights of a node's edges; its π, the least sum of an open child; and that child.
    fn check_weights(&self, path: &Path, weights: &[f64]) {
        let paths = self.child_paths(path);
        let mut least = f64::INFINITY;
        for (child, &weight) in paths.iter().zip(weights) {
            self.same(child, "w", weight);
            let penalty = Self::label(&self.nodes[child], "π").expect("it is told");
            if !self.closed.contains(child) {
                least = least.min(weight + penalty);
            }
        }
        let known = &self.nodes[path];
        let told = Self::label(known, "π").expect("it is told");
        // What a proof has settled has no tip, whatever its children's labels are.
        if told.is_finite() {
            self.same(path, "π", least);
            let next = known.next.as_ref().expect("a tip is open");
            let place = paths
                .iter()
                .position(|child| child == next)
                .expect("a child");
            let sum = weights[place] + Self::label(&self.nodes[next], "π").unwrap();
            assert!((sum - least).abs() < 1e-6, "{next:?} is not the nearest");
        }
    }

    fn same(&self, path: &Path, name: &str, wanted: f64) {
        let told = Self::label(&self.nodes[path], name).expect("it is told");
        let close = told == wanted || (told - wanted).abs() < 1e-6 * wanted.abs().max(1.0);
        assert!(close, "{name} of {path:?} is {wanted}, not {told}");
    }

    /// The weights on the way to a tip are those last told.
    fn check_reason(&self, tip: &Path, weights: &[f64]) {
        let told: Vec<f64> = (1..=tip.len())
            .map(|length| Self::label(&self.nodes[&tip[..length]], "w").expect("it is told"))
            .collect();
        assert_eq!(told, weights);
    }
}
