//! The penalty of every tip of a tree, for several p at once, so that a page can vary p and rank the
//! tips without asking again.
//!
//! The tree is one that the min/max approximation may have grown so far. A number is a tip where
//! the game is over, and `(max ~10 ?)` a tip that is worth 10 so far and can be expanded. Where no
//! tip can, all count as tips: a drawing on a blackboard says nothing of ends. The numbers are those of
//! `gametree::minmax::Exact`.

use crate::request::PenaltiesAsk;
use gametree::minmax::Mean;
use gametree::tree::{Estimates, Tree, TwoPlayerTree};
use gametree::{Evaluator, Game, Notation, Outcome, Player};
use gametree_catalog::CatalogError;
use serde_json::{Value, json};

use crate::guard;

/// The most exponents.
const MOST_ROWS: usize = 64;
/// The most nodes.
const MOST_NODES: usize = 500;

/// The nodes from the root down, and for every p: ṽ and w of each, the penalty of each from the
/// root, π (`below`, null where no tip is left) and a (`next`) of each, the tips from the least
/// penalty to the greatest, and the one that would be expanded.
pub fn penalties(ask: &PenaltiesAsk) -> Result<Value, CatalogError> {
    check(&ask.p)?;
    let tree = guard::tree(&ask.tree)?;
    let root = tree.two_player().map_err(|reason| {
        CatalogError::usage(format!(
            "{reason}, and penalties are for two players without chance"
        ))
        .hint("use only (max …), (min …), numbers, and (max ~10 ?) for a tip that can be expanded")
    })?;
    let sketch = Sketch::of(&tree, root);
    if sketch.nodes.len() > MOST_NODES {
        return Err(
            CatalogError::usage(format!("the tree has more than {MOST_NODES} nodes"))
                .hint("leave some out"),
        );
    }
    let rows: Vec<Value> = ask.p.iter().map(|&p| sketch.row(p).json(&sketch)).collect();
    let nodes: Vec<Value> = sketch.nodes.iter().map(SketchNode::json).collect();
    Ok(json!({ "shift": sketch.shift, "nodes": nodes, "rows": rows }))
}

fn check(all: &[f64]) -> Result<(), CatalogError> {
    if all.is_empty() || all.len() > MOST_ROWS {
        return Err(CatalogError::usage(format!(
            "give 1 to {MOST_ROWS} values of p, not {}",
            all.len()
        )));
    }
    match all.iter().find(|p| !(1.0..=50.0).contains(*p)) {
        Some(p) => Err(CatalogError::usage(format!("p = {p} is not from 1 to 50"))),
        None => Ok(()),
    }
}

/// A node.
struct SketchNode {
    parent: Option<usize>,
    children: Vec<usize>,
    name: String,
    mover: Player,
    /// What a tip is worth, in the unit of the text.
    worth: Option<f64>,
    /// Whether it is a tip that can be expanded.
    open: bool,
}

impl SketchNode {
    fn json(&self) -> Value {
        let mover = if self.mover == Player::FIRST {
            "MAX"
        } else {
            "MIN"
        };
        json!({ "parent": self.parent, "name": self.name, "mover": mover, "tip": self.worth.is_some(), "open": self.open })
    }
}

/// The tree, and the shift that makes its numbers positive, as the means need them.
struct Sketch {
    nodes: Vec<SketchNode>,
    shift: f64,
}

impl Sketch {
    fn of(tree: &Tree, root: TwoPlayerTree<'_>) -> Sketch {
        let unit = f64::from(tree.unit());
        let mut nodes: Vec<SketchNode> = Vec::new();
        let mut open = vec![(root, None, root.name().unwrap_or("root").to_string())];
        while let Some((position, parent, name)) = open.pop() {
            let id = nodes.len();
            if let Some(parent) = parent {
                let above: &mut SketchNode = &mut nodes[parent];
                above.children.push(id);
            }
            let (worth, expandable) = worth(&position, unit);
            let mover = position.turn();
            nodes.push(SketchNode {
                parent,
                children: Vec::new(),
                name,
                mover,
                worth,
                open: expandable,
            });
            if worth.is_none() {
                let below: Vec<_> = position.moves().collect();
                open.extend(
                    below
                        .into_iter()
                        .rev()
                        .map(|m| (position.after(m), Some(id), position.write_move(m))),
                );
            }
        }
        if nodes.iter().all(|node| !node.open) {
            nodes
                .iter_mut()
                .for_each(|node| node.open = node.worth.is_some());
        }
        let least = nodes
            .iter()
            .filter_map(|node| node.worth)
            .fold(f64::INFINITY, f64::min);
        Sketch {
            nodes,
            shift: (1.0 - least).max(0.0),
        }
    }

    /// Everything for one p.
    fn row(&self, p: f64) -> Row {
        let count = self.nodes.len();
        let mut row = Row {
            p,
            logs: vec![0.0; count],
            weights: vec![0.0; count],
            sums: vec![0.0; count],
        };
        for id in (0..count).rev() {
            row.logs[id] = match self.nodes[id].worth {
                Some(worth) => (worth + self.shift).max(1.0).ln(),
                None => self.mean(id, &mut row),
            };
        }
        for id in 1..count {
            row.sums[id] =
                row.weights[id] + self.nodes[id].parent.map_or(0.0, |parent| row.sums[parent]);
        }
        row
    }

    /// ln ṽ of an inner node; sets the weights of its children.
    fn mean(&self, id: usize, row: &mut Row) -> f64 {
        let SketchNode {
            children, mover, ..
        } = &self.nodes[id];
        let q = if *mover == Player::FIRST {
            row.p
        } else {
            -row.p
        };
        let mean = Mean::of(q, children.iter().map(|&child| row.logs[child]));
        for &child in children {
            row.weights[child] = mean.weight(row.logs[child]);
        }
        mean.log()
    }

    /// The way on from every node to its best tip: the child with the least sum.
    fn best_tips(&self, row: &Row) -> Vec<BestTip> {
        let mut best_tips = vec![BestTip::NONE; self.nodes.len()];
        for id in (0..self.nodes.len()).rev() {
            let node = &self.nodes[id];
            if node.worth.is_some() {
                best_tips[id] = if node.open {
                    BestTip {
                        tip: Some(id),
                        next: None,
                        penalty: 0.0,
                    }
                } else {
                    BestTip::NONE
                };
                continue;
            }
            let below = node.children.iter().copied().map(|child| BestTip {
                next: Some(child),
                penalty: best_tips[child].penalty + row.weights[child],
                ..best_tips[child]
            });
            let open = below.filter(|tip| tip.tip.is_some());
            best_tips[id] = open
                .min_by(|a, b| a.penalty.total_cmp(&b.penalty))
                .unwrap_or(BestTip::NONE);
        }
        best_tips
    }
}

/// The best tip below a node: `next` is the a and `penalty` the π of the paper.
#[derive(Clone, Copy)]
struct BestTip {
    tip: Option<usize>,
    next: Option<usize>,
    penalty: f64,
}

impl BestTip {
    /// No tip is left.
    const NONE: BestTip = BestTip {
        tip: None,
        next: None,
        penalty: f64::INFINITY,
    };
}

/// What a tip is worth, and whether it can be expanded.
fn worth(position: &TwoPlayerTree<'_>, unit: f64) -> (Option<f64>, bool) {
    match position.outcome() {
        Some(Outcome::Points(points)) => return (Some(f64::from(points) / unit), false),
        Some(_) => return (Some(0.0), false),
        None => {}
    }
    let mut below = position.moves().map(|m| position.after(m).outcome());
    let unknown = below.next() == Some(Some(Outcome::Loop)) && below.next().is_none();
    (
        unknown.then(|| f64::from(Estimates.evaluate(position)) / unit),
        unknown,
    )
}

/// The numbers of all nodes for one p.
struct Row {
    p: f64,
    /// ln ṽ.
    logs: Vec<f64>,
    /// w; 0 at the root.
    weights: Vec<f64>,
    /// The sum of the weights from the root.
    sums: Vec<f64>,
}

impl Row {
    fn json(&self, sketch: &Sketch) -> Value {
        let mut tips: Vec<usize> = (0..sketch.nodes.len())
            .filter(|&id| sketch.nodes[id].worth.is_some())
            .collect();
        tips.sort_by(|&a, &b| self.sums[a].total_cmp(&self.sums[b]));
        let values: Vec<f64> = self.logs.iter().map(|log| log.exp()).collect();
        let best_tips = sketch.best_tips(self);
        let below: Vec<f64> = best_tips.iter().map(|tip| tip.penalty).collect();
        let next: Vec<Option<usize>> = best_tips.iter().map(|tip| tip.next).collect();
        json!({
            "p": self.p, "values": values, "weights": self.weights, "penalties": self.sums,
            "below": below, "next": next, "order": tips, "chosen": best_tips[0].tip,
        })
    }
}
