//! Holds every claim against what the search had told by then. It shares nothing with the recorder
//! and the sentences but the shape of the game's tree.

use std::collections::{HashMap, HashSet};

use gametree::{Bound, Score, Window};

use super::raw::{Path, Told, What};
use crate::claim::{Claim, Origin, WindowEnd, Worth};
use crate::minmax_labels::MinMaxLabels;
use crate::recorder::Recording;
use crate::trace::{Mover, PathBound, Trace};

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
    /// All leaves evaluated, in any pass.
    pub leaves: HashMap<Path, Score>,
    /// All nodes that were visited or grown, in any pass.
    seen: HashSet<Path>,
    labels: HashMap<Path, Vec<(&'static str, f64)>>,
    repeats: Option<u32>,
    weights: Vec<f64>,
    /// The event that the step is about.
    now: Told,
    /// The search tells no leaves: what follows for a node follows from the ends of the game.
    pub untold_leaves: bool,
}

impl<'t> Checker<'t> {
    pub fn new(recording: &'t Recording, promise: Promise, slack: f64) -> Self {
        let trace = &recording.trace;
        let places = |id: usize| {
            let path = trace.path(id);
            path[1..].iter().map(|&id| trace.nodes[id].index).collect()
        };
        let paths: Vec<Path> = (0..trace.nodes.len()).map(places).collect();
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
            leaves: HashMap::new(),
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
            What::Backup(labels) => {
                self.labels.insert(told.path.clone(), labels.clone());
            }
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
        });
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
            self.range_of_children(&told.path)
        };
        let old = self
            .ranges
            .get(&told.path)
            .copied()
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
        let mut children = self.trace.nodes[node].children.iter();
        let went_on = children.any(|&child| self.seen.contains(&self.path(child)));
        (!went_on).then(|| self.trace.nodes[node].end_value.unwrap_or(told))
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

    fn check_visit(&self, claim: &Claim) -> bool {
        match claim {
            Claim::Pass { depth, window } => {
                let What::Iteration { depth: told } = self.now.what else {
                    panic!("no pass begins")
                };
                assert_eq!((*depth, *window), (told, self.now.window));
            }
            Claim::Begins => assert!(self.now.path.is_empty()),
            Claim::Tries { node } | Claim::ToMove { node } => self.is_here(*node),
            Claim::Window {
                window,
                alpha,
                beta,
            } => {
                assert_eq!(Some(*window), self.now.window);
                self.check_origin(*alpha, WindowEnd::Alpha, *window);
                self.check_origin(*beta, WindowEnd::Beta, *window);
            }
            Claim::Asked { window } => {
                assert!(self.now.path.is_empty());
                assert_eq!(Some(*window), self.now.window);
            }
            Claim::OneQuestion { window } => {
                assert_eq!(Some(*window), self.now.window);
                assert_eq!(window.beta.raw() - window.alpha.raw(), 1);
            }
            _ => return false,
        }
        true
    }

    fn check_origin(&self, origin: Origin, end: WindowEnd, window: Window) {
        let limit = end.value(window);
        let who = match end {
            WindowEnd::Alpha => Mover::Max,
            WindowEnd::Beta => Mover::Min,
        };
        match origin {
            Origin::Unsaid => {}
            Origin::Holder(node) => {
                assert!(self.is_beside_the_way(who, node), "nobody has it there");
                assert!(self.is_sure(who, node, limit), "not sure of it there");
            }
            Origin::Chance(parent) => self.check_stake(parent, end, limit),
        }
    }

    /// An outcome worth no more than `limit` holds the mean at or below α above it, and one worth
    /// no less at or above β.
    fn check_stake(&self, parent: usize, end: WindowEnd, limit: Score) {
        let here = self.id(&self.now.path);
        assert_eq!(self.trace.nodes[here].parent, Some(parent));
        let above = self.way[self.now.path.len() - 1].window;
        let mut mean = self.probability(here) * f64::from(limit.raw());
        for &child in &self.trace.nodes[parent].children {
            let range = self.range(child);
            let extreme = if end == WindowEnd::Alpha {
                range.high
            } else {
                range.low
            };
            if child != here {
                mean += self.probability(child) * extreme;
            }
        }
        let wanted = f64::from(end.value(above).raw());
        match end {
            WindowEnd::Alpha => assert!(mean <= wanted + self.slack, "{mean} > {wanted}"),
            WindowEnd::Beta => assert!(mean >= wanted - self.slack, "{mean} < {wanted}"),
        }
    }

    fn check_value(&self, claim: &Claim) -> bool {
        match claim {
            Claim::Ends { worth } => {
                assert!(matches!(self.now.what, What::Leaf { terminal: true }));
                self.worth(worth);
                if let Worth::Score(value) = worth {
                    assert_eq!(self.end_of(&self.now.path), Some(*value));
                }
            }
            Claim::Evaluated { worth } => {
                assert!(matches!(self.now.what, What::Leaf { terminal: false }));
                self.worth(worth);
            }
            Claim::Repeats { above } => {
                let since = self.repeats.expect("a repetition was told") as usize;
                assert_eq!(self.path(*above), self.now.path[..since]);
            }
            Claim::OutOfReach { end, value } => {
                let window = self.visit().window;
                assert_eq!(end.value(window), *value);
                let told = self.now.value.unwrap();
                match end {
                    WindowEnd::Alpha => assert!(told <= *value),
                    WindowEnd::Beta => assert!(told >= *value),
                }
            }
            Claim::NoImprovement { mover } => {
                let above = &self.way[self.now.path.len() - 1];
                assert_eq!(self.mover(&above.path), *mover);
                let told = self.now.value.unwrap();
                let better = |path: &Path| {
                    *path != self.now.path && self.is_sure(*mover, self.id(path), told)
                };
                assert!(
                    above.entered.iter().any(better),
                    "nothing as good was seen before"
                );
            }
            Claim::TableKnows { worth, bound } => {
                self.worth(worth);
                assert!(matches!(self.now.what, What::TableHit(told) if told == *bound));
            }
            Claim::BestSoFar { node, child, value } => self.check_best(*node, *child, *value),
            Claim::Singular { node, child } => {
                self.is_here(*node);
                let What::Singular { child: told } = &self.now.what else {
                    panic!("no singular move was told")
                };
                assert!(child.is_none_or(|child| self.path(child) == *told));
            }
            Claim::NoMoreThan { node, child, value } => {
                self.is_here(*node);
                assert_eq!(self.now.value, Some(*value));
                let other = match self.mover(&self.now.path) {
                    Mover::Min => Mover::Max,
                    _ => Mover::Min,
                };
                assert!(
                    self.is_sure(other, child.unwrap(), *value),
                    "it may be worth more"
                );
            }
            Claim::Narrows { end, to } => {
                let Visit {
                    window,
                    window_before,
                    ..
                } = self.visit();
                assert_eq!(end.value(*window), *to);
                match end {
                    WindowEnd::Alpha => assert!(window_before.alpha < *to),
                    WindowEnd::Beta => assert!(window_before.beta > *to),
                }
            }
            Claim::Finished { node, worth, bound } => self.check_finished(*node, worth, *bound),
            _ => return false,
        }
        true
    }

    fn check_best(&self, node: usize, child: Option<usize>, value: Score) {
        self.is_here(node);
        let child = child.expect("the child is kept");
        let mover = self.mover(&self.now.path);
        assert!(
            matches!(&self.now.what, What::Improve { child: told } if *told == self.path(child))
        );
        assert_eq!(self.now.value, Some(value));
        assert!(
            self.is_sure(mover, child, value),
            "the child is not known to be worth that"
        );
        for path in &self.visit().entered {
            let other = self.id(path);
            let better = Score::from_raw(value.raw() + if mover == Mover::Min { -1 } else { 1 });
            let beats = self.ranges.contains_key(path) && self.is_sure(mover, other, better);
            assert!(
                other == child || !beats || self.slack > 0.0,
                "another is better"
            );
        }
    }

    fn check_finished(&self, node: usize, worth: &Worth, bound: Bound) {
        self.is_here(node);
        self.worth(worth);
        assert!(matches!(self.now.what, What::Leave(told) if told == bound));
        let range = self.range(node);
        match worth {
            Worth::Score(value) => {
                let value = f64::from(value.raw());
                let low = range.low >= value - self.slack;
                let high = range.high <= value + self.slack;
                assert!(
                    low || bound == Bound::Upper,
                    "{range:?} is not at least {value}"
                );
                assert!(
                    high || bound == Bound::Lower,
                    "{range:?} is not at most {value}"
                );
            }
            Worth::Each(values) => {
                let visit = self.visit();
                if self.mover(&visit.path) == Mover::Chance {
                    return self.check_mean(node, values);
                }
                let of_child = |path: &Path| self.vectors.get(path) == Some(values);
                match visit.improved.last() {
                    Some(best) => assert!(of_child(best)),
                    None => assert!(visit.entered.iter().any(of_child)),
                }
            }
            Worth::Loop => panic!("a finished node has a value"),
        }
    }

    fn check_mean(&self, node: usize, values: &[f64]) {
        for (player, &value) in values.iter().enumerate() {
            let children = self.trace.nodes[node].children.iter();
            let mean: f64 = children
                .map(|&child| self.probability(child) * self.vectors[&self.path(child)][player])
                .sum();
            assert!((mean - value).abs() < 1e-9, "{mean} is not {value}");
        }
    }

    fn check_cutoff(&self, claim: &Claim) -> bool {
        let here = self.id(&self.now.path);
        match claim {
            Claim::Refutes {
                node,
                value,
                end,
                limit,
            } => {
                self.is_here(*node);
                assert_eq!(self.now.value, Some(*value));
                assert_eq!(end.value(self.visit().window), *limit);
                let mover = self.mover(&self.now.path);
                let out = match end {
                    WindowEnd::Alpha => mover == Mover::Min && value <= limit,
                    WindowEnd::Beta => mover == Mover::Max && value >= limit,
                };
                assert!(out, "the value is inside the window");
            }
            Claim::Has { who, node, value } => {
                assert!(self.is_beside_the_way(*who, *node), "not beside the way");
                assert!(self.is_sure(*who, *node, *value), "not sure of it");
            }
            Claim::AskedOnly { end, limit } => {
                assert_eq!(end.value(self.visit().window), *limit);
            }
            Claim::LeftOut { node, moves } => {
                self.is_here(*node);
                assert_eq!(moves.expect("nothing is folded"), self.left_out(here).len());
            }
            Claim::CutBy { bound } => {
                let (_, value) = bound.known.expect("a bound that decides is known");
                let end = WindowEnd::against(self.mover(&self.now.path));
                assert_eq!(end.value(self.visit().window), value);
                self.check_path_bound(bound);
            }
            Claim::CutByWindow | Claim::BeyondDepth => {}
            Claim::LastMove => assert!(self.left_out(here).is_empty()),
            Claim::Saved { leaves, at_most } => {
                assert!(!at_most && leaves.exact);
                let below = self.left_out(here);
                let saved: u64 = below.iter().map(|&child| self.unseen_leaves(child)).sum();
                assert_eq!(leaves.count, saved);
            }
            Claim::PathBounds { bounds } => {
                bounds.iter().for_each(|bound| self.check_path_bound(bound));
            }
            Claim::MeanOutside {
                node,
                value,
                bound,
                window,
            } => {
                self.is_here(*node);
                assert_eq!(
                    (self.now.value, self.visit().window),
                    (Some(*value), *window)
                );
                let range = self.range_of_children(&self.now.path);
                let raw = f64::from(value.raw());
                match bound {
                    Bound::Upper => {
                        assert!(*value <= window.alpha && range.high <= raw + self.slack)
                    }
                    Bound::Lower => assert!(*value >= window.beta && range.low >= raw - self.slack),
                    Bound::Exact => panic!("the mean is outside"),
                }
            }
            _ => return false,
        }
        true
    }

    /// The children of a node that its present visit has not come to.
    fn left_out(&self, node: usize) -> Vec<usize> {
        let entered = &self.visit().entered;
        let children = self.trace.nodes[node].children.iter().copied();
        children
            .filter(|&child| !entered.contains(&self.path(child)))
            .collect()
    }

    fn unseen_leaves(&self, node: usize) -> u64 {
        let children = &self.trace.nodes[node].children;
        let last = u64::from(self.trace.nodes[node].ply) >= self.visit().horizon;
        if children.is_empty() || last {
            return u64::from(!self.leaves_of_pass.contains(&self.path(node)));
        }
        children
            .iter()
            .map(|&child| self.unseen_leaves(child))
            .sum()
    }

    fn check_path_bound(&self, bound: &PathBound) {
        let above = &self.now.path[..bound.depth as usize - 1];
        assert_eq!(self.mover(above), bound.chooser);
        let on_the_way = &self.now.path[..bound.depth as usize];
        match bound.known {
            Some((node, value)) => {
                assert_eq!(self.path(node)[..above.len()], *above);
                assert!(
                    self.is_sure(bound.chooser, node, value),
                    "not sure of l_{}",
                    bound.depth
                );
            }
            None => {
                let entered = &self.way[above.len()].entered;
                // More may follow than the search has said: only what it has said is known.
                let sure = |path: &&Path| {
                    let said = self.bounds.get(*path);
                    path.as_slice() != on_the_way
                        && said.is_some_and(|&bound_said| bound_said != bound.chooser.unsure())
                };
                assert!(
                    entered.iter().find(sure).is_none(),
                    "l_{} is known",
                    bound.depth
                );
            }
        }
    }

    fn check_players(&self, claim: &Claim) -> bool {
        match claim {
            Claim::Likes { node, child, own } => {
                self.is_here(*node);
                let mover = self.mover(&self.now.path);
                assert!(own.is_some());
                assert_eq!(*own, self.gets(*child, mover));
                self.check_preferred(mover, *child, |new, old| new >= old);
            }
            Claim::Holds {
                node,
                victim,
                child,
                own,
            } => {
                self.is_here(*node);
                let victim = Mover::Player(*victim);
                assert!(own.is_some());
                assert_eq!(*own, self.gets(*child, victim));
                self.check_preferred(victim, *child, |new, old| new <= old);
            }
            Claim::Sure { node, own } => {
                self.is_here(*node);
                let What::Cutoff { child } = &self.now.what else {
                    panic!("no cut-off")
                };
                let mover = self.mover(&self.now.path);
                assert_eq!(*own, self.gets(Some(self.id(child)), mover));
            }
            Claim::Most { player } => {
                let What::Cutoff { child } = &self.now.what else {
                    panic!("no cut-off")
                };
                let own = self.gets(Some(self.id(child)), *player).unwrap();
                assert!(own >= self.promise.high - 1e-9, "{own} is not the most");
            }
            Claim::RivalHas { rival, node, own } => self.check_rival(*rival, *node, *own),
            _ => return false,
        }
        true
    }

    fn check_preferred(&self, whose: Mover, child: Option<usize>, fits: fn(f64, f64) -> bool) {
        let new = self.gets(child, whose).unwrap();
        let Mover::Player(number) = whose else {
            panic!("one of several players")
        };
        for values in self.visit().gave.iter().flatten() {
            let old = values[usize::from(number) - 1];
            assert!(fits(new, old), "{new} after {old}");
        }
    }

    /// The rival has that much, and cannot get more here.
    fn check_rival(&self, rival: Mover, node: usize, own: f64) {
        let above = &self.way[self.now.path.len() - 1];
        assert_eq!(self.mover(&above.path), rival);
        assert_eq!(above.improved.last(), Some(&self.path(node)));
        assert_eq!(self.gets(Some(node), rival), Some(own));
        let What::Cutoff { child } = &self.now.what else {
            panic!("no cut-off")
        };
        let sure = self
            .gets(Some(self.id(child)), self.mover(&self.now.path))
            .unwrap();
        let players = self.vectors[child].len() as f64;
        let most = self.promise.sum.unwrap() - sure - (players - 2.0) * self.promise.low;
        assert!(most <= own + 1e-6, "{most} is more than {own}");
    }

    fn check_grown(&self, claim: &Claim) -> bool {
        match claim {
            Claim::Grows { worth } => {
                assert!(self.now.path.is_empty());
                self.worth(worth);
            }
            Claim::Added { node, worth } => {
                self.is_here(*node);
                self.worth(worth);
            }
            Claim::Forced => assert!(matches!(self.now.what, What::Grow { forced: true })),
            Claim::ClosedByProof {
                node,
                above,
                worth,
                sure,
            } => {
                self.is_here(*node);
                assert_eq!(self.trace.nodes[*node].parent, Some(*above));
                self.worth(worth);
                let What::Closed { sure: told } = self.now.what else {
                    panic!("nothing was closed")
                };
                assert_eq!(*sure, told);
                let bound = self.now.value.unwrap();
                assert!(match self.trace.nodes[*above].mover {
                    Mover::Min => bound >= *sure,
                    _ => bound <= *sure,
                });
            }
            Claim::Turns { node } => self.is_here(*node),
            Claim::TurnsBecause { node, why } => {
                self.is_here(*node);
                let told: Vec<f64> = why.edges.iter().map(|edge| edge.1).collect();
                assert_eq!(told, self.weights);
            }
            Claim::Recomputed {
                node,
                worth,
                labels,
            } => {
                self.is_here(*node);
                self.worth(worth);
                assert_eq!(Some(labels), self.labels.get(&self.now.path));
            }
            Claim::Approximated {
                node,
                own,
                children,
            } => {
                self.is_here(*node);
                self.check_labels(*node, own);
                for (child, labels) in children {
                    assert_eq!(self.trace.nodes[*child].parent, Some(*node));
                    self.check_labels(*child, labels);
                }
            }
            _ => return false,
        }
        true
    }

    fn check_labels(&self, node: usize, labels: &MinMaxLabels) {
        let told = &self.labels[&self.path(node)];
        let named = |name| {
            told.iter()
                .find(|label| label.0 == name)
                .map(|label| label.1)
        };
        assert_eq!(Some(labels.value), named("ṽ").or(named("v̂")));
        assert_eq!(labels.mean, named("ṽ").is_some());
        assert_eq!(labels.backed_up, named("ṽ").and(named("v̂")));
        assert_eq!(labels.bonus, named("bonus"));
        assert_eq!(Some(labels.penalty), named("π"));
        assert_eq!(labels.weight, named("w"));
    }
}
