//! A random tree, with its moves in a given order.

use std::fmt::Write as _;

use crate::request::RandomTree;
use gametree::rng::Rng;
use gametree_catalog::CatalogError;
use serde_json::{Value, json};

/// The most nodes.
const MOST: u64 = 200;
/// The greatest value, and the lowest without its sign.
const GREATEST: i32 = 9_999;
/// Probabilities are multiples of one part in this many.
const PARTS: usize = 20;

/// The order of moves.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    Any,
    BestFirst,
    WorstFirst,
}

/// The tree as text, its nodes and its leaves. The first mover is MAX; positions before the end
/// have the estimates of a rough evaluator.
pub fn random_tree(ask: &RandomTree) -> Result<Value, CatalogError> {
    let order = check(ask)?;
    let mut maker = Maker {
        ask,
        order,
        rng: Rng::new(ask.seed),
    };
    let draft = maker.draft(0);
    let mut text = String::new();
    write(&draft, None, 0, &mut text);
    let nodes = nodes(ask);
    Ok(json!({ "tree": text, "nodes": nodes, "leaves": u64::from(ask.branching).pow(ask.depth) }))
}

fn check(ask: &RandomTree) -> Result<Order, CatalogError> {
    if ask.branching == 0 || ask.depth == 0 {
        return Err(CatalogError::usage(
            "a tree needs at least one move and one ply",
        ));
    }
    let nodes = nodes(ask);
    if nodes > MOST {
        let what = format!(
            "{} moves and {} plies make {nodes} nodes, more than {MOST}",
            ask.branching, ask.depth
        );
        let what = if nodes == u64::MAX {
            format!("that is more than {MOST} nodes")
        } else {
            what
        };
        return Err(CatalogError::usage(what)
            .hint("take fewer moves or fewer plies: 3 and 4 are 121 nodes"));
    }
    if ask.low > ask.high || ask.low < -GREATEST || ask.high > GREATEST {
        let what = format!("values from {} to {} cannot be drawn", ask.low, ask.high);
        return Err(CatalogError::usage(what)
            .hint(format!("write the lower first, both within ±{GREATEST}")));
    }
    if ask.chance && ask.branching as usize > PARTS {
        return Err(CatalogError::usage(format!(
            "chance has at most {PARTS} outcomes here"
        )));
    }
    match ask.order.as_deref().unwrap_or("any") {
        "any" => Ok(Order::Any),
        "best first" => Ok(Order::BestFirst),
        "worst first" => Ok(Order::WorstFirst),
        other => {
            let other: String = other.chars().take(60).collect();
            Err(CatalogError::usage(format!("unknown order '{other}'"))
                .hint("orders: any, best first, worst first"))
        }
    }
}

/// 1 + b + b² + …
fn nodes(ask: &RandomTree) -> u64 {
    let mut level = 1u64;
    (0..ask.depth)
        .try_fold(1u64, |sum, _| {
            level = level.checked_mul(u64::from(ask.branching))?;
            sum.checked_add(level).filter(|&sum| sum <= 1 << 40)
        })
        .unwrap_or(u64::MAX)
}

/// A node before it is written.
struct Draft {
    /// `max`, `min` or `chance`; `None` where the game is over.
    mover: Option<&'static str>,
    /// Its minimax value.
    value: f64,
    /// What the evaluator says of it.
    estimate: i32,
    /// With the probability in parts, where chance moves.
    children: Vec<(usize, Draft)>,
}

struct Maker<'a> {
    ask: &'a RandomTree,
    order: Order,
    rng: Rng,
}

impl Maker<'_> {
    fn draft(&mut self, ply: u32) -> Draft {
        if ply == self.ask.depth {
            let value = self.draw(self.ask.low, self.ask.high);
            return Draft {
                mover: None,
                value: f64::from(value),
                estimate: value,
                children: Vec::new(),
            };
        }
        let mover = self.mover(ply);
        let parts = self.parts();
        let mut children: Vec<(usize, Draft)> = parts
            .into_iter()
            .map(|part| (part, self.draft(ply + 1)))
            .collect();
        if mover != "chance" {
            self.sort(mover, &mut children);
        }
        let value = value(mover, &children);
        let blur = ((self.ask.high - self.ask.low) / 5).max(1);
        let seen = value.round() as i32 + self.draw(-blur, blur);
        Draft {
            mover: Some(mover),
            value,
            estimate: seen.clamp(self.ask.low, self.ask.high),
            children,
        }
    }

    /// MAX and MIN by turns; with chance between them where it is asked for.
    fn mover(&self, ply: u32) -> &'static str {
        match (self.ask.chance, ply % 4) {
            (true, 1 | 3) => "chance",
            (true, 2) | (false, 1 | 3) => "min",
            _ => "max",
        }
    }

    fn draw(&mut self, low: i32, high: i32) -> i32 {
        low + self.rng.below((high - low + 1) as usize) as i32
    }

    /// Probabilities: every way has one part, the others fall at random.
    fn parts(&mut self) -> Vec<usize> {
        let ways = self.ask.branching as usize;
        let mut parts = vec![1; ways];
        for _ in ways..PARTS {
            let way = self.rng.below(ways);
            parts[way] += 1;
        }
        parts
    }

    fn sort(&self, mover: &str, children: &mut [(usize, Draft)]) {
        let falling = (mover == "max") == (self.order == Order::BestFirst);
        match (self.order, falling) {
            (Order::Any, _) => {}
            (_, true) => children.sort_by(|a, b| b.1.value.total_cmp(&a.1.value)),
            (_, false) => children.sort_by(|a, b| a.1.value.total_cmp(&b.1.value)),
        }
    }
}

fn value(mover: &str, children: &[(usize, Draft)]) -> f64 {
    let values = children.iter().map(|(_, child)| child.value);
    match mover {
        "max" => values.fold(f64::NEG_INFINITY, f64::max),
        "min" => values.fold(f64::INFINITY, f64::min),
        _ => children
            .iter()
            .map(|(part, child)| *part as f64 / PARTS as f64 * child.value)
            .sum(),
    }
}

/// The text of a node; every move at the root begins a line where there is more below it.
fn write(draft: &Draft, part: Option<usize>, ply: u32, out: &mut String) {
    if let Some(part) = part {
        let _ = write!(out, "{}:", part as f64 / PARTS as f64);
    }
    let Some(mover) = draft.mover else {
        let _ = write!(out, "{}", draft.value);
        return;
    };
    let _ = if ply == 0 {
        write!(out, "({mover}")
    } else {
        write!(out, "({mover} ~{}", draft.estimate)
    };
    for (part, child) in &draft.children {
        out.push_str(if ply == 0 && child.mover.is_some() {
            "\n  "
        } else {
            " "
        });
        write(child, (mover == "chance").then_some(*part), ply + 1, out);
    }
    out.push(')');
}
