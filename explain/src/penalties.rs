//! The numbers of the min/max approximation in sentences and pictures: ṽ inside a node, w on the
//! edge into it, [a, π] beside it, and the reason for a tip as a sum.
//!
//! A search speaks of them by the names of its labels in `Event::Backup` and by `Event::Because`.
//! News of a new tip and of a sibling whose weight alone changed are no steps of their own: they
//! are shown with the next step.

use std::fmt::Write as _;

use gametree::Score;

use crate::decimals::{coarse, fine, significant};
use crate::look::{Look, State};
use crate::minmax_labels::{MinMaxLabels, OpenTip, Selection};
use crate::trace::{EventKind, Mover, Trace};
use crate::wording::Wording;

/// Children that a sentence lists.
const MOST_LISTED: usize = 8;
/// Nodes up to which the text draws the tree at every choice; a larger one is drawn at the end.
const MOST_DRAWN: usize = 40;
/// What stands beside a node that a proof has closed.
const CLOSED: &str = "[closed]";
/// Lines of a drawing.
const MOST_LINES: usize = 120;

/// Why a tip was selected: `0.069 + 0.095 = 0.165, the least of 3 tips`.
fn selection_text(why: &Selection) -> String {
    let mut sum = String::new();
    for (number, &(_, weight)) in why.edges.iter().enumerate() {
        let sign = if weight < 0.0 { "−" } else { "+" };
        let _ = match number {
            0 => write!(sum, "{}", fine(weight)),
            _ => write!(sum, " {sign} {}", fine(weight.abs())),
        };
    }
    if why.edges.len() > 1 {
        let _ = write!(sum, " = {}", fine(why.sum()));
    }
    let among = match why.tips {
        Some(1) => "the only tip".into(),
        Some(tips) if why.is_least() => format!("the least of {tips} tips"),
        Some(tips) => format!("though the least of {tips} tips has {}", fine(why.least)),
        None => "more tips were open than are recorded".into(),
    };
    if sum.is_empty() {
        among
    } else {
        format!("{sum}, {among}")
    }
}

/// Whether a number stands for a won game.
fn is_decided(value: f64) -> bool {
    value.abs() > f64::from(Score::MAX_POINTS)
}

/// The value in the game's own unit; a won game as such.
pub fn value_text(labels: &MinMaxLabels, words: &Wording<'_>) -> String {
    if is_decided(labels.value) && !labels.mean {
        return words.value(Score::from_raw(labels.value as i32));
    }
    coarse(words.scale.label(labels.value))
}

/// `[a, π]` of a node: at a tip that can be expanded a is the tip itself, and ω where no tip is
/// left.
fn next_text(node: usize, labels: &MinMaxLabels, words: &Wording<'_>) -> String {
    let own = labels.is_open_tip(node).then_some(node);
    let next = labels.next.or(own).map_or("ω", |next| words.played(next));
    format!("[{next}, {}]", fine(labels.penalty))
}

/// Shows the labels in a node's look.
pub fn show_in(look: &mut Look, node: usize, labels: &MinMaxLabels, words: &Wording<'_>) {
    look.value = value_text(labels, words);
    look.window = next_text(node, labels, words);
    look.weight = labels.weight.map(fine).unwrap_or_default();
    look.best = labels.next.filter(|&next| next != node);
    let tip = labels.is_open_tip(node) || words.trace.nodes[node].end_value.is_some();
    look.remark = match labels.backed_up {
        Some(x) if !tip => format!("v̂ {}", coarse(words.scale.label(x))),
        _ => String::new(),
    };
}

/// Shows that a proof has closed a node.
pub fn show_closed(look: &mut Look) {
    look.window = CLOSED.into();
    look.best = None;
}

/// The tips that a choice was made among: `Open tips: w 0.165 (D = 0.848), x 2.170 (D = 0.114)`.
pub fn tips(words: &Wording<'_>, event: usize) -> Option<String> {
    let event = &words.trace.events[event];
    let EventKind::Select(Some(why)) = &event.kind else {
        return None;
    };
    let tip = |tip: &OpenTip| {
        let name = &words.names[tip.node];
        let derivative = significant(tip.derivative());
        format!("{name} {} (D = {derivative})", fine(tip.penalty))
    };
    let all: Vec<String> = why.open.iter().map(tip).collect();
    (all.len() > 1).then(|| format!("Open tips, by penalty: {}.", all.join(", ")))
}

/// Whether an event's labels are shown with the next step, without a step of their own: those of a
/// new tip, and those of which only the weight changed.
pub fn is_quiet(before: Option<&MinMaxLabels>, kind: &EventKind) -> bool {
    let same =
        |now: MinMaxLabels| before.is_none_or(|before| before.unweighted() == now.unweighted());
    kind.minmax_labels().is_some_and(same)
}

/// The labels that every node gets first.
pub fn first_labels(trace: &Trace) -> Vec<Option<MinMaxLabels>> {
    let mut first = vec![None; trace.nodes.len()];
    for event in &trace.events {
        if first[event.node].is_none() {
            first[event.node] = event.kind.minmax_labels();
        }
    }
    first
}

/// Why this tip.
pub fn select(words: &Wording<'_>, node: usize, why: &Selection) -> String {
    let named: Vec<String> = why
        .edges
        .iter()
        .filter_map(|edge| edge.0)
        .map(|id| words.at(id))
        .collect();
    let along = match named.len() {
        0 | 1 => String::new(),
        _ => format!(" along {}", named.join(", ")),
    };
    format!(
        "the search turns to {}{along}: {}.",
        words.at(node),
        selection_text(why)
    )
}

/// A node's numbers, computed again from its children's.
pub fn backup(words: &Wording<'_>, node: usize, labels: &[Option<MinMaxLabels>]) -> String {
    let Some(own) = labels[node] else {
        return String::new();
    };
    let children: Vec<(usize, MinMaxLabels)> = words.trace.nodes[node]
        .children
        .iter()
        .filter_map(|&child| Some((child, labels[child]?)))
        .collect();
    let list = |number: &dyn Fn(&MinMaxLabels) -> String| -> String {
        let all = children
            .iter()
            .take(MOST_LISTED)
            .map(|(id, n)| format!("{}: {}", words.played(*id), number(n)));
        let more = if children.len() > MOST_LISTED {
            ", …"
        } else {
            ""
        };
        all.collect::<Vec<_>>().join(", ") + more
    };
    let values = list(&|n| value_text(n, words));
    let weights = list(&|n| n.weight.map(fine).unwrap_or_default());
    let next = match own.next {
        Some(child) if child == node => {
            format!("it is a tip, [a, π] = {}", next_text(node, &own, words))
        }
        Some(child) => format!(
            "the best tip lies under {}, [a, π] = {}",
            words.at(child),
            next_text(node, &own, words)
        ),
        None => "no tip is left below it, π = ∞".into(),
    };
    let at = words.at(node);
    if children.is_empty() {
        let value = value_text(&own, words);
        return format!("At {at} the value is {value}; {next}.");
    }
    let best = best_of(words.trace.nodes[node].mover, &children);
    let worth = worth(words, &own, &values, best);
    format!("At {at} the {worth}; weights {weights}; {next}.")
}

/// Whose choice it is, and the best value among the children.
struct Best {
    mover: Mover,
    value: f64,
}

fn best_of(mover: Mover, children: &[(usize, MinMaxLabels)]) -> Best {
    let pick = if mover == Mover::Min {
        f64::min
    } else {
        f64::max
    };
    let values = children.iter().map(|(_, labels)| labels.value);
    Best {
        mover,
        value: values.reduce(pick).unwrap_or(f64::NAN),
    }
}

/// How a node's value comes from its children's: a mean, or the best of them, with what the choice
/// is worth. Where several ways lead to a node it may not have heard of its children's last values.
fn worth(words: &Wording<'_>, own: &MinMaxLabels, values: &str, best: Best) -> String {
    let value = value_text(own, words);
    if own.mean {
        let beside = own.backed_up.map_or(String::new(), |x| {
            format!(", v̂ = {}", coarse(words.scale.label(x)))
        });
        let mean = match best.mover {
            Mover::Chance => "expected value".into(),
            mover => format!("mean for {}", mover.word()),
        };
        return format!("{mean} of {values} is ṽ = {value}{beside}");
    }
    let word = if best.mover == Mover::Min {
        "minimum"
    } else {
        "maximum"
    };
    if is_decided(own.value) && is_decided(best.value) {
        return format!("{word} of {values}, counted one move earlier, is v̂ = {value}");
    }
    let bonus = own.bonus.unwrap_or(0.0);
    if own.value - bonus != best.value {
        return format!("value is v̂ = {value}, as last computed; its moves now have {values}");
    }
    if bonus == 0.0 {
        return format!("{word} of {values} is v̂ = {value}");
    }
    format!(
        "{word} of {values} is {}; with {} for the choice of moves v̂ = {value}",
        coarse(words.scale.label(best.value)),
        coarse(words.scale.label(bonus))
    )
}

/// The tree as it is known, in lines: `├─0.069─ ○ u 10.56 [w, 0.095]`.
pub fn drawing(words: &Wording<'_>, looks: &[Look]) -> String {
    let mut out = String::new();
    let mut open = vec![(0, String::new(), String::new())];
    for _ in 0..MOST_LINES {
        let Some((id, edge, below)) = open.pop() else {
            return out;
        };
        let shape = match words.trace.nodes[id].mover {
            _ if words.trace.nodes[id].end_value.is_some() => "·",
            Mover::Min => "○",
            Mover::Chance => "◇",
            _ => "□",
        };
        let Look {
            value,
            window,
            remark,
            ..
        } = &looks[id];
        // What lies below a closed node is closed with it.
        let path = words.trace.path(id);
        let closed = path.iter().any(|&above| looks[above].window == CLOSED);
        let window = if closed { CLOSED } else { window };
        let line = format!(
            "    {edge}{shape} {} {value}  {window}  {remark}",
            words.names[id]
        );
        let _ = writeln!(out, "{}", line.trim_end());
        let known = |child: &&usize| looks[**child].state != State::Unseen;
        let children: Vec<usize> = words.trace.nodes[id]
            .children
            .iter()
            .filter(known)
            .copied()
            .collect();
        for (number, &child) in children.iter().enumerate().rev() {
            let last = number + 1 == children.len();
            let (corner, bar) = if last {
                ("└─", "   ")
            } else {
                ("├─", "│  ")
            };
            let weight = &looks[child].weight;
            open.push((
                child,
                format!("{below}{corner}{weight}─ "),
                format!("{below}{bar}"),
            ));
        }
    }
    out + "    …\n"
}

/// Whether the text draws the tree at every choice.
pub fn is_small(trace: &Trace) -> bool {
    trace.nodes.iter().filter(|node| node.visited).count() <= MOST_DRAWN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_a_sum() {
        let why = |weights: &[f64], tips| {
            selection_text(&Selection {
                edges: weights.iter().map(|&w| (None, w)).collect(),
                tips,
                least: weights.iter().sum::<f64>().min(0.8),
                open: Vec::new(),
            })
        };
        assert_eq!(why(&[], Some(1)), "the only tip");
        assert_eq!(why(&[0.0693], Some(2)), "0.069, the least of 2 tips");
        assert_eq!(
            why(&[0.0693, 0.0954], Some(3)),
            "0.069 + 0.095 = 0.165, the least of 3 tips"
        );
        assert_eq!(
            why(&[1.0, -0.25], None),
            "1.000 − 0.250 = 0.750, more tips were open than are recorded"
        );
        assert_eq!(
            why(&[0.9], Some(4)),
            "0.900, though the least of 4 tips has 0.800"
        );
    }
}
