//! The paper's seven steps a second time, as plainly as possible: everything is computed again from
//! scratch at every step, with powers, by recursion. The search must expand the same tips in the
//! same order and have the same labels.
//!
//! Rivest, *Game Tree Searching by Min/Max Approximation*, Artificial Intelligence 34 (1987): stop
//! when no tip can be expanded (E = C); go from the root by a(c) down to a tip; add its successors
//! with their static values; compute ṽ, a and π of the tip and of all above.

use gametree::minmax::{Breadth, Exact, Proving, Reverse};
use gametree::tree::{Estimates, Shape, Tree, TwoPlayerTree, random};
use gametree::{Evaluator, Event, Game, Limits, Outcome, Player, Search, Stop};

/// A node of the partial tree E; no children: a tip.
struct Node<'t> {
    position: TwoPlayerTree<'t>,
    children: Vec<Node<'t>>,
}

/// The labels of a node.
#[derive(Clone, PartialEq, Debug)]
struct Labels {
    /// ṽ.
    value: f64,
    /// π.
    penalty: f64,
    /// a: which child; none in a tip and where no tip is left.
    next: Option<usize>,
}

/// What stands for the maximum and the minimum.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Family {
    Means,
    Reverse,
}

#[derive(Clone, Copy, Debug)]
struct Paper {
    p: f64,
    shift: f64,
    family: Family,
}

impl Paper {
    fn is_max(node: &Node<'_>) -> bool {
        node.position.turn() == Player::FIRST
    }

    fn mean(q: f64, values: &[f64]) -> f64 {
        let n = values.len() as f64;
        if q == 0.0 {
            return values.iter().map(|v| v.powf(1.0 / n)).product();
        }
        (values.iter().map(|v| v.powf(q)).sum::<f64>() / n).powf(1.0 / q)
    }

    /// ṽ of a node.
    fn value(&self, node: &Node<'_>) -> f64 {
        if node.children.is_empty() {
            let points = match node.position.outcome() {
                Some(Outcome::Points(points)) => points,
                _ => Estimates.evaluate(&node.position),
            };
            // Only a root without an estimate is not positive; it counts 1 until it is expanded.
            return (f64::from(points) + self.shift).max(1.0);
        }
        let values: Vec<f64> = node
            .children
            .iter()
            .map(|child| self.value(child))
            .collect();
        match (self.family, Paper::is_max(node)) {
            (Family::Means, true) => Paper::mean(self.p, &values),
            (Family::Means, false) => Paper::mean(-self.p, &values),
            (Family::Reverse, true) => values.into_iter().fold(f64::MIN, f64::max),
            (Family::Reverse, false) => values.into_iter().fold(f64::MAX, f64::min),
        }
    }

    /// The weights of the edges to the children.
    fn weights(&self, node: &Node<'_>) -> Vec<f64> {
        let n = node.children.len() as f64;
        let own = self.value(node);
        let q = if Paper::is_max(node) { self.p } else { -self.p };
        let weight = |child: &Node<'_>| match (self.family, Paper::is_max(node)) {
            (Family::Means, _) => -((self.value(child) / own).powf(q - 1.0) / n).ln(),
            (Family::Reverse, true) => n.ln() + (self.p - 1.0) * (own / self.value(child)).ln(),
            (Family::Reverse, false) => n.ln() + (self.p + 1.0) * (self.value(child) / own).ln(),
        };
        node.children.iter().map(weight).collect()
    }

    fn labels(&self, node: &Node<'_>) -> Labels {
        let value = self.value(node);
        if node.children.is_empty() {
            let over = node.position.outcome().is_some();
            let penalty = if over { f64::INFINITY } else { 0.0 };
            return Labels {
                value,
                penalty,
                next: None,
            };
        }
        let sums: Vec<f64> = self
            .weights(node)
            .iter()
            .zip(&node.children)
            .map(|(weight, child)| weight + self.labels(child).penalty)
            .collect();
        let penalty = sums.iter().copied().fold(f64::INFINITY, f64::min);
        // Ties: the first child. What agrees to twelve digits is a tie.
        let tie = |sum: &f64| *sum <= penalty + 1e-12 * penalty.abs().max(1.0);
        let next = (penalty < f64::INFINITY).then(|| sums.iter().position(tie).unwrap());
        Labels {
            value,
            penalty,
            next,
        }
    }

    /// Steps 2 to 5: the path to the tip, whose successors are added.
    fn expand(&self, root: &mut Node<'_>) -> Option<Vec<usize>> {
        let mut path = Vec::new();
        let mut node = root;
        if self.labels(node).penalty == f64::INFINITY {
            return None;
        }
        while let Some(next) = self.labels(node).next {
            path.push(next);
            node = &mut node.children[next];
        }
        node.children = node
            .position
            .moves()
            .map(|m| Node {
                position: node.position.after(m),
                children: Vec::new(),
            })
            .collect();
        Some(path)
    }

    /// All labels by the paths to the nodes.
    fn all(&self, node: &Node<'_>, path: &[usize], out: &mut Vec<(Vec<usize>, Labels)>) {
        out.push((path.to_vec(), self.labels(node)));
        for (number, child) in node.children.iter().enumerate() {
            self.all(child, &[path, &[number]].concat(), out);
        }
    }
}

/// What the search has told of a node.
#[derive(Clone, Default, Debug)]
struct Told {
    path: Vec<usize>,
    labels: Vec<(&'static str, f64)>,
}

impl Told {
    fn named(&self, name: &str) -> Option<f64> {
        let found = self.labels.iter().find(|label| label.0 == name);
        found.map(|label| label.1)
    }
}

/// The tips that a search expands, and all that it knew before each of them and at the end.
#[derive(Default)]
struct Run {
    nodes: Vec<Told>,
    tips: Vec<Vec<usize>>,
    states: Vec<Vec<Told>>,
}

impl Run {
    fn of<'t>(search: &mut impl Search<TwoPlayerTree<'t>>, tree: &'t Tree) -> Run {
        let mut run = Run::default();
        let root = tree.two_player().unwrap();
        let mut see = |event: &Event<'_, TwoPlayerTree<'t>>| run.see(event);
        let report = search.watch(&root, &Limits::none(), &mut see);
        assert_eq!(report.stop, Stop::Done);
        run.states.push(run.nodes.clone());
        run
    }

    fn see(&mut self, event: &Event<'_, TwoPlayerTree<'_>>) {
        match event {
            Event::Grow { parent, via, .. } => {
                let mut path = parent.map_or(Vec::new(), |id| self.nodes[id as usize].path.clone());
                path.extend(via.map(|m| m as usize));
                self.nodes.push(Told {
                    path,
                    labels: Vec::new(),
                });
            }
            Event::Select { node } => {
                self.tips.push(self.nodes[*node as usize].path.clone());
                self.states.push(self.nodes.clone());
            }
            Event::Backup { node, labels, .. } => {
                self.nodes[*node as usize].labels = labels.to_vec();
            }
            _ => {}
        }
    }
}

fn is_near(found: f64, expected: f64, what: &str) {
    let close = found == expected || (found - expected).abs() <= 1e-12 * expected.abs().max(1.0);
    assert!(close, "{what}: {found} is not {expected}");
}

/// One state of the search against the labels from scratch.
fn compare(paper: &Paper, root: &Node<'_>, told: &[Told], what: &str) {
    let mut expected = Vec::new();
    paper.all(root, &[], &mut expected);
    assert_eq!(told.len(), expected.len(), "{what}");
    let value = if paper.family == Family::Means {
        "ṽ"
    } else {
        "v̂"
    };
    for (path, labels) in expected {
        let found = told
            .iter()
            .find(|node| node.path == path)
            .expect("the same nodes");
        let what = format!("{what}, node {path:?}");
        let relative = found.named(value).unwrap() / labels.value;
        assert!(
            (relative - 1.0).abs() <= 1e-12,
            "{what}: {found:?} {labels:?}"
        );
        is_near(found.named("π").unwrap(), labels.penalty, &what);
        let next = found.named("a").map(|id| told[id as usize].path.clone());
        let own = (labels.penalty < f64::INFINITY).then_some(path.clone());
        let child = labels.next.map(|number| [&path[..], &[number]].concat());
        assert_eq!(next, child.or(own), "{what}: a");
    }
}

fn tree(n: u64) -> Tree {
    let shape = Shape {
        branching: 1..=[2, 3, 4, 6][n as usize % 4],
        depth: 2 + (n / 4 % 5) as u32,
        values: [1..=30, -9..=9, 0..=3, 1..=1000][n as usize / 3 % 4].clone(),
        early_leaves: [0, 15, 30][n as usize % 3],
        alternating: n.is_multiple_of(2),
        most_nodes: 30 + n as usize % 50,
        ..Shape::default()
    };
    random(&shape, n)
}

/// Both, step by step to the end; how many steps.
fn step_by_step<'t>(
    paper: Paper,
    search: &mut impl Search<TwoPlayerTree<'t>>,
    tree: &'t Tree,
    what: &str,
) -> usize {
    let run = Run::of(search, tree);
    let mut root = Node {
        position: tree.two_player().unwrap(),
        children: Vec::new(),
    };
    let mut tips = Vec::new();
    for state in &run.states {
        compare(
            &paper,
            &root,
            state,
            &format!("{what}, step {}", tips.len()),
        );
        tips.extend(paper.expand(&mut root));
    }
    assert_eq!(run.tips, tips, "{what}");
    tips.len()
}

#[test]
fn the_seven_steps_by_recursion_give_the_same_tips_and_labels() {
    let mut steps = 0;
    for n in 0..200 {
        let tree = tree(n);
        let shift = (1 - tree.least()).max(0);
        for p in [0.0, 0.5, 1.0, 1.5, 10.0, 100.0, -2.0] {
            let paper = Paper {
                p,
                shift: f64::from(shift),
                family: Family::Means,
            };
            let mut search = Exact {
                evaluator: Estimates,
                p,
                shift,
            };
            steps += step_by_step(paper, &mut search, &tree, &format!("tree {n}, p = {p}"));
        }
    }
    assert!(steps > 10_000, "{steps} steps");
}

#[test]
fn the_reverse_approximation_follows_its_formulas() {
    let mut steps = 0;
    for n in 0..200 {
        let tree = tree(n);
        let shift = (1 - tree.least()).max(0);
        let p = [1.5, 10.0, 40.0][n as usize % 3];
        let paper = Paper {
            p,
            shift: f64::from(shift),
            family: Family::Reverse,
        };
        let mut search = Reverse {
            evaluator: Estimates,
            p,
            shift,
            breadth: Breadth::Count,
        };
        steps += step_by_step(paper, &mut search, &tree, &format!("tree {n}, p = {p}"));
    }
    assert!(steps > 1_500, "{steps} steps");
}

/// The value is the backed-up estimate of the partial tree, never a rounded mean, and the move
/// leads to it.
#[test]
fn the_reported_value_is_the_backed_up_estimate() {
    let mut compared = 0;
    for n in 0..200 {
        let tree = tree(n);
        let root = tree.two_player().unwrap();
        let shift = (1 - tree.least()).max(0);
        let mut partial = Node {
            position: root,
            children: Vec::new(),
        };
        let paper = Paper {
            p: 3.0,
            shift: f64::from(shift),
            family: Family::Means,
        };
        let minimax = Paper {
            family: Family::Reverse,
            ..paper
        };
        for _ in 0..4 {
            if paper.expand(&mut partial).is_none() {
                break;
            }
            let mut all = Vec::new();
            paper.all(&partial, &[], &mut all);
            let mut search = Exact {
                evaluator: Estimates,
                p: 3.0,
                shift,
            };
            let report = search.search(&root, &Limits::nodes(all.len() as u64));
            let value = minimax.value(&partial) - paper.shift;
            assert_eq!(f64::from(report.value.raw()), value, "tree {n}");
            let best = report.best().expect("the root has moves") as usize;
            assert_eq!(minimax.value(&partial.children[best]) - paper.shift, value);
            compared += 1;
        }
    }
    assert!(compared > 400, "{compared}");
}

/// With proofs the value is the same, tips are closed with a sound reason, and fewer are expanded.
#[test]
fn proofs_close_only_what_cannot_matter() {
    let mut closed = 0;
    let mut saved = 0;
    for n in 0..200 {
        let tree = tree(n);
        let root = tree.two_player().unwrap();
        let pure = Exact {
            evaluator: Estimates,
            p: 10.0,
            shift: (1 - tree.least()).max(0),
        };
        let mut movers = Vec::new();
        let mut reasons = 0;
        let mut see = |event: &Event<'_, TwoPlayerTree<'_>>| match *event {
            Event::Grow {
                parent, position, ..
            } => movers.push((parent, position.turn())),
            Event::Closed { node, bound, sure } => {
                let parent = movers[node as usize].0.expect("the root is never closed");
                let above = movers[parent as usize].1;
                assert!(if above == Player::FIRST {
                    bound <= sure
                } else {
                    bound >= sure
                });
                reasons += 1;
            }
            _ => {}
        };
        let proven = Proving(pure).watch(&root, &Limits::none(), &mut see);
        let whole = { pure }.search(&root, &Limits::none());
        assert_eq!(
            (proven.value, proven.proven),
            (whole.value, true),
            "tree {n}"
        );
        assert!(proven.counts.nodes <= whole.counts.nodes, "tree {n}");
        assert_eq!(whole.counts.nodes as usize, tree.len(), "tree {n}: E = C");
        saved += whole.counts.nodes - proven.counts.nodes;
        closed += reasons;
    }
    assert!(
        closed > 100 && saved > 1_000,
        "{closed} closed, {saved} nodes saved"
    );
}
