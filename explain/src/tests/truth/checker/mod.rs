//! Holds every claim against what the search had told by then. It shares nothing with the recorder
//! and the sentences but the shape of the game's tree.

mod cutoffs;
mod grown_trees;
mod players;
mod values;
mod visits;

use std::collections::{HashMap, HashSet};

use gametree::{Bound, Score, Window};

use super::raw::{self, Path, Told, What};
use crate::claim::{Claim, Worth};
use crate::recorder::Recording;
use crate::trace::{Mover, Trace};

/// Between what a value lies, as far as it follows from leaves.
#[derive(Clone, Copy, Debug)]
struct Range {
    low: f64,
    high: f64,
}

/// A node on the way from the root.
struct Visit {
    path: Path,
    window: Window,
    /// The window before the last improvement.
    window_before: Window,
    entered: Vec<Path>,
    improved: Vec<Path>,
    /// What the improvements gave each player.
    gave: Vec<Option<Vec<f64>>>,
    /// The ply at which the pass ends.
    horizon: u64,
    /// What the node is worth as it stands, where the mover may leave it so.
    standing: Option<f64>,
}

/// What is promised of all values of a game.
#[derive(Clone, Copy)]
pub struct Promise {
    pub low: f64,
    pub high: f64,
    /// What all players get together.
    pub sum: Option<f64>,
}

/// What the search has told so far.
pub struct Checker<'t> {
    trace: &'t Trace,
    probabilities: &'t [Option<f64>],
    paths: Vec<Path>,
    ids: HashMap<Path, usize>,
    promise: Promise,
    /// How much rounding may change a value.
    slack: f64,
    way: Vec<Visit>,
    /// What follows for the nodes of this pass.
    ranges: HashMap<Path, Range>,
    /// What kind of value this pass has said each node to have.
    bounds: HashMap<Path, Bound>,
    vectors: HashMap<Path, Vec<f64>>,
    leaves_of_pass: Vec<Path>,
    /// What was said last of each node's value, in any pass.
    last_told: HashMap<Path, Score>,
    /// All leaves evaluated, in any pass.
    pub leaves: HashMap<Path, Score>,
    /// The positions that the mover could leave as they are: evaluated, too.
    pub left_as_they_are: HashSet<Path>,
    /// All nodes that were visited or grown, in any pass.
    seen: HashSet<Path>,
    labels: HashMap<Path, Vec<(&'static str, f64)>>,
    repeats: Option<u32>,
    weights: Vec<f64>,
    /// The event that the step is about.
    now: Told,
    /// The search tells no leaves: what follows for a node follows from the ends of the game.
    pub untold_leaves: bool,
    /// Moves are extended: what one visit of a node finds, a deeper one need not find again.
    pub extends: bool,
}

impl<'t> Checker<'t> {
    pub fn new(recording: &'t Recording, promise: Promise, slack: f64) -> Self {
        let trace = &recording.trace;
        let paths = raw::paths(trace);
        let ids = paths.iter().cloned().zip(0..).collect();
        Checker {
            trace,
            paths,
            ids,
            probabilities: &recording.probabilities,
            promise,
            slack,
            way: Vec::new(),
            ranges: HashMap::new(),
            bounds: HashMap::new(),
            vectors: HashMap::new(),
            leaves_of_pass: Vec::new(),
            last_told: HashMap::new(),
            leaves: HashMap::new(),
            left_as_they_are: HashSet::new(),
            seen: HashSet::new(),
            labels: HashMap::new(),
            repeats: None,
            weights: Vec::new(),
            now: Told {
                path: Path::new(),
                value: None,
                window: None,
                what: What::Enter { depth: 0 },
            },
            untold_leaves: false,
            extends: false,
        }
    }

    /// The search tells one more event.
    pub fn hear(&mut self, told: &Told) {
        if !matches!(told.what, What::Vector(_) | What::Because(_)) {
            self.now = told.clone();
        }
        self.way.truncate(told.path.len() + 1);
        self.seen.insert(told.path.clone());
        match &told.what {
            What::Iteration { .. } => self.begin_pass(),
            What::Enter { depth } => self.enter(told, *depth),
            What::Repeats { since } => self.repeats = Some(*since),
            What::Leaf { .. } => {
                self.leaves_of_pass.push(told.path.clone());
                self.leaves.insert(told.path.clone(), told.value.unwrap());
                self.know(told, Bound::Exact);
            }
            What::StandPat => {
                self.left_as_they_are.insert(told.path.clone());
                self.stand_pat(told);
            }
            What::TableHit(bound) => self.know(told, *bound),
            What::Vector(values) => {
                self.vectors.insert(told.path.clone(), values.clone());
            }
            What::Improve { child } => {
                let visit = self.way.last_mut().unwrap();
                visit.window_before = visit.window;
                visit.window = told.window.unwrap();
                visit.improved.push(child.clone());
                visit.gave.push(self.vectors.get(child).cloned());
            }
            What::Cutoff { child } => {
                let visit = self.way.last_mut().unwrap();
                if visit.improved.last() == Some(child) {
                    visit.window = visit.window_before;
                }
            }
            What::Leave(bound) => {
                self.last_told
                    .insert(told.path.clone(), told.value.unwrap());
                self.bounds.insert(told.path.clone(), *bound);
                self.leave(told);
            }
            What::Grow { .. } => {
                if self.end_of(&told.path).is_some() || self.children(&told.path) == 0 {
                    self.leaves.insert(told.path.clone(), told.value.unwrap());
                }
            }
            What::Select | What::Closed { .. } | What::Singular { .. } => {}
            What::Because(weights) => self.weights = weights.clone(),
            What::Backup { labels, .. } => {
                self.labels.insert(told.path.clone(), labels.clone());
            }
            What::World(_) => {}
        }
    }

    fn begin_pass(&mut self) {
        self.ranges.clear();
        self.bounds.clear();
        self.leaves_of_pass.clear();
    }

    fn enter(&mut self, told: &Told, depth: u32) {
        if told.path.is_empty() {
            self.begin_pass();
        }
        self.way.truncate(told.path.len());
        if let Some(above) = self.way.last_mut() {
            above.entered.push(told.path.clone());
        }
        self.way.push(Visit {
            path: told.path.clone(),
            window: told.window.unwrap(),
            window_before: told.window.unwrap(),
            entered: Vec::new(),
            improved: Vec::new(),
            gave: Vec::new(),
            horizon: told.path.len() as u64 + u64::from(depth),
            standing: None,
        });
    }

    fn stand_pat(&mut self, told: &Told) {
        let visit = self.way.last_mut().unwrap();
        visit.standing = told.value.map(|value| f64::from(value.raw()));
    }

    /// What a visit knows of its node by the evaluation that the mover may keep.
    fn with_standing(&self, path: &Path, range: Range) -> Range {
        let visit = self.way.last().filter(|visit| visit.path == *path);
        let Some(standing) = visit.and_then(|visit| visit.standing) else {
            return range;
        };
        // Beyond the depth limit only the moves that were tried count.
        let tried = visit.into_iter().flat_map(|visit| &visit.entered);
        let ranges = tried.map(|child| self.range(self.id(child)));
        let start = Range {
            low: standing,
            high: standing,
        };
        let pick = if self.mover(path) == Mover::Min {
            f64::min
        } else {
            f64::max
        };
        ranges.fold(start, |best, range| Range {
            low: pick(best.low, range.low),
            high: pick(best.high, range.high),
        })
    }

    fn know(&mut self, told: &Told, bound: Bound) {
        let value = f64::from(told.value.unwrap().raw());
        let Range { low, high } = self.unknown();
        let range = match bound {
            Bound::Exact => Range {
                low: value,
                high: value,
            },
            Bound::Lower => Range { low: value, high },
            Bound::Upper => Range { low, high: value },
        };
        self.bounds.insert(told.path.clone(), bound);
        if matches!(told.what, What::TableHit(_)) {
            self.last_told
                .insert(told.path.clone(), told.value.unwrap());
        }
        self.ranges.insert(told.path.clone(), range);
    }

    fn unknown(&self) -> Range {
        Range {
            low: self.promise.low,
            high: self.promise.high,
        }
    }

    /// What a finished node is worth follows from its children, not from what is said of it.
    fn leave(&mut self, told: &Told) {
        let range = if self.untold_leaves {
            self.range_of_ends(self.id(&told.path))
        } else {
            self.with_standing(&told.path, self.range_of_children(&told.path))
        };
        let old = self
            .ranges
            .get(&told.path)
            .copied()
            .filter(|_| !self.extends)
            .unwrap_or(self.unknown());
        let both = Range {
            low: range.low.max(old.low),
            high: range.high.min(old.high),
        };
        self.ranges.insert(told.path.clone(), both);
    }

    /// Minimax over the whole game.
    fn range_of_ends(&self, id: usize) -> Range {
        let node = &self.trace.nodes[id];
        if let Some(end) = node.end_value {
            let value = f64::from(end.raw());
            return Range {
                low: value,
                high: value,
            };
        }
        let all = node.children.iter().map(|&child| self.range_of_ends(child));
        let best = |a: Range, b: Range| {
            if (a.low < b.low) == (node.mover == Mover::Min) {
                a
            } else {
                b
            }
        };
        all.reduce(best).unwrap_or(self.unknown())
    }

    fn range_of_children(&self, path: &Path) -> Range {
        let id = self.id(path);
        let unknown = self.unknown();
        let ranges = self.trace.nodes[id].children.iter().map(|&child| {
            let known = self.ranges.get(&self.path(child)).copied();
            (child, known.unwrap_or(unknown))
        });
        match self.trace.nodes[id].mover {
            Mover::Chance => ranges.fold(
                Range {
                    low: 0.0,
                    high: 0.0,
                },
                |sum, (child, range)| {
                    let p = self.probability(child);
                    Range {
                        low: sum.low + p * range.low,
                        high: sum.high + p * range.high,
                    }
                },
            ),
            Mover::Min => ranges
                .map(|(_, range)| range)
                .reduce(|a, b| Range {
                    low: a.low.min(b.low),
                    high: a.high.min(b.high),
                })
                .unwrap_or(unknown),
            _ => ranges
                .map(|(_, range)| range)
                .reduce(|a, b| Range {
                    low: a.low.max(b.low),
                    high: a.high.max(b.high),
                })
                .unwrap_or(unknown),
        }
    }

    fn probability(&self, child: usize) -> f64 {
        self.probabilities[child].expect("chance leads here")
    }

    fn id(&self, path: &[usize]) -> usize {
        let id = self.ids.get(path).copied();
        id.expect("the recorded tree has every node that was told of")
    }

    fn path(&self, id: usize) -> Path {
        self.paths[id].clone()
    }

    fn end_of(&self, path: &[usize]) -> Option<Score> {
        self.trace.nodes[self.id(path)].end_value
    }

    fn children(&self, path: &[usize]) -> usize {
        self.trace.nodes[self.id(path)].children.len()
    }

    /// Whether a node has no children.
    pub fn is_leaf(&self, path: &[usize]) -> bool {
        self.children(path) == 0
    }

    /// The value of a leaf that was evaluated, where the search never went on from there; at the
    /// end of the game, what that is worth.
    pub fn leaf(&self, node: usize) -> Option<Score> {
        let told = self.leaves.get(&self.path(node)).copied()?;
        (!self.went_on(node)).then(|| self.trace.nodes[node].end_value.unwrap_or(told))
    }

    /// What the search has said of a node at which a plan ends: one at or beyond the depth limit,
    /// or one that the table knew.
    pub fn end_of_plan(&self, node: usize) -> Option<Score> {
        let horizon = self.trace.horizon.unwrap_or(u32::MAX);
        let beyond = self.trace.nodes[node].ply >= horizon;
        let told = self.last_told.get(&self.path(node)).copied();
        told.filter(|_| beyond || !self.went_on(node))
    }

    /// Whether the search has seen a child of a node.
    fn went_on(&self, node: usize) -> bool {
        let mut children = self.trace.nodes[node].children.iter();
        children.any(|&child| self.seen.contains(&self.path(child)))
    }

    /// The leaves of the game down to a depth.
    pub fn leaves_to(&self, depth: u32) -> u64 {
        let leaf = |node: &&crate::trace::Node| {
            node.ply == depth || (node.ply < depth && node.children.is_empty())
        };
        self.trace.nodes.iter().filter(leaf).count() as u64
    }

    fn range(&self, id: usize) -> Range {
        let known = self.ranges.get(&self.path(id)).copied();
        known.unwrap_or(self.unknown())
    }

    fn visit(&self) -> &Visit {
        self.way.last().expect("a node is being visited")
    }

    fn mover(&self, path: &[usize]) -> Mover {
        self.trace.nodes[self.id(path)].mover
    }

    /// Whether `who` is sure of `value` at a node.
    fn is_sure(&self, who: Mover, node: usize, value: Score) -> bool {
        let range = self.range(node);
        let value = f64::from(value.raw());
        match who {
            Mover::Min => range.high <= value + self.slack,
            _ => range.low >= value - self.slack,
        }
    }

    /// Whether a node stands beside the way from the root to the present one, below a node of
    /// `who`, with no chance between.
    fn is_beside_the_way(&self, who: Mover, node: usize) -> bool {
        let path = self.path(node);
        let Some((_, above)) = path.split_last() else {
            return false;
        };
        let here = &self.now.path;
        let chance = |length: usize| self.mover(&here[..length]) == Mover::Chance;
        here.len() > above.len()
            && here.starts_with(above)
            && !here.starts_with(&path)
            && self.mover(above) == who
            && !(above.len() + 1..here.len()).any(chance)
            && self.way[above.len()].entered.contains(&path)
    }

    fn worth(&self, worth: &Worth) {
        match worth {
            Worth::Score(value) => assert_eq!(Some(*value), self.now.value),
            Worth::Each(values) => assert_eq!(Some(values), self.vectors.get(&self.now.path)),
            Worth::Loop => assert!(self.repeats.is_some()),
        }
    }

    fn gets(&self, child: Option<usize>, player: Mover) -> Option<f64> {
        let Mover::Player(number) = player else {
            panic!("one of several players")
        };
        let values = self.vectors.get(&self.path(child?))?;
        Some(values[usize::from(number) - 1])
    }

    fn is_here(&self, node: usize) {
        assert_eq!(self.path(node), self.now.path);
    }

    /// Panics where a claim does not follow from what was told.
    pub fn check(&self, claim: &Claim) {
        let known = self.check_visit(claim)
            || self.check_value(claim)
            || self.check_cutoff(claim)
            || self.check_players(claim)
            || self.check_grown(claim);
        assert!(known, "a claim that nobody checks");
    }
}
