//! The numbers of the min/max approximation in sentences and pictures: ṽ inside a node, w on the
//! edge into it, [a, π] beside it, and the reason for a tip as a sum.
//!
//! A search speaks of them by the names of its labels in `Event::Backup` and by `Event::Because`.
//! News of a new tip and of a sibling whose weight alone changed are no steps of their own: they
//! are shown with the next step.

use std::fmt::Write as _;

use crate::decimals::{coarse, fine};
use crate::look::{Look, State};
use crate::minmax_labels::{MinMaxLabels, Selection};
use crate::trace::{EventKind, Mover, Trace};
use crate::wording::Wording;

/// Children that a sentence lists.
const MOST_LISTED: usize = 8;
/// Nodes up to which the text draws the tree at every choice; a larger one is drawn at the end.
const MOST_DRAWN: usize = 40;
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
        Some(tips) => format!("the least of {tips} tips"),
        None => "the least of all tips".into(),
    };
    if sum.is_empty() {
        among
    } else {
        format!("{sum}, {among}")
    }
}

/// ṽ in the game's own unit.
pub fn value_text(labels: &MinMaxLabels, words: &Wording<'_>) -> String {
    coarse(words.scale.label(labels.value))
}

/// `[a, π]`.
fn next_text(labels: &MinMaxLabels, words: &Wording<'_>) -> String {
    let next = labels.next.map_or("–", |child| words.played(child));
    format!("[{next}, {}]", fine(labels.penalty))
}

/// Shows the labels in a node's look.
pub fn show_in(look: &mut Look, labels: &MinMaxLabels, words: &Wording<'_>) {
    look.value = value_text(labels, words);
    look.window = next_text(labels, words);
    look.weight = labels.weight.map(fine).unwrap_or_default();
    look.best = labels.next;
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
        Some(child) => format!(
            "the best tip lies under {}, [a, π] = {}",
            words.at(child),
            next_text(&own, words)
        ),
        None => "no tip is left below it, π = ∞".into(),
    };
    let mover = words.trace.nodes[node].mover.word();
    let at = words.at(node);
    let value = value_text(&own, words);
    format!("At {at} the mean for {mover} of {values} is ṽ = {value}; weights {weights}; {next}.")
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
            _ => "□",
        };
        let Look { value, window, .. } = &looks[id];
        let _ = writeln!(
            out,
            "    {edge}{shape} {} {value}  {window}",
            words.names[id]
        );
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
            "1.000 − 0.250 = 0.750, the least of all tips"
        );
    }
}
