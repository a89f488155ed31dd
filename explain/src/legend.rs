//! How to read a picture.

use crate::explanation::Explanation;
use crate::shapes::{CROSS, escape, shape};
use crate::trace::Mover;

/// How to read the numbers of a tree with weights.
pub fn note(explanation: &Explanation) -> String {
    if !explanation.trace().weighted {
        return String::new();
    }
    let end = if explanation.options.note.is_empty() {
        String::new()
    } else {
        format!(" {}.", explanation.options.note)
    };
    let inside = value_sign(explanation);
    format!("{inside} inside, w on the edges, [a, π] beside.{end}")
}

/// The sign of a node's value where edges have weights: a mean or the best of the children's.
pub fn value_sign(explanation: &Explanation) -> &'static str {
    if explanation.trace().has_means() {
        "ṽ"
    } else {
        "v̂"
    }
}

/// What the shapes and lines of a picture mean.
pub fn legend(explanation: &Explanation) -> String {
    let item = |x: f64, kind: &str, state: &str, mark: &str, word: &str| {
        format!(
            "<g transform=\"translate({x:.0} 40)\"><g class=\"node {kind} {state}\" transform=\"scale(.55)\">{}{mark}</g>\
             <text class=\"key\" x=\"16\" y=\"4\">{word}</text></g>\n",
            shape(kind)
        )
    };
    let edge = |x: f64, class: &str, word: &str| {
        format!(
            "<g transform=\"translate({x:.0} 40)\"><g class=\"edge {class}\"><path d=\"M-12 0H12\"/><path class=\"bars\" \
             d=\"M-3 -6V6M3 -6V6\"/></g><text class=\"key\" x=\"18\" y=\"4\">{word}</text></g>\n"
        )
    };
    if explanation.trace().weighted {
        let words = escape(&note(explanation));
        return [
            item(12.0, "max", "done", "", "MAX"),
            item(78.0, "min", "done", "", "MIN"),
            item(140.0, "tip", "leaf", "", "evaluated"),
            edge(244.0, "line", "best line"),
            format!("<text class=\"key\" x=\"0\" y=\"68\">{words}</text>\n"),
        ]
        .concat();
    }
    let mut out = String::new();
    let mut x = 12.0;
    for (kind, word, room) in movers(explanation) {
        out.push_str(&item(x, kind, "done", "", word));
        x += room;
    }
    out.push_str(&item(x, "tip", "leaf", "", "evaluated"));
    out.push_str(&item(x + 92.0, "tip", "cut", CROSS, "pruned"));
    out.push_str(&edge(x + 172.0, "cut", "cut off"));
    out.push_str(&edge(x + 256.0, "line", "best line"));
    if explanation.trace().endless() {
        out.push_str(&item(x + 350.0, "loop", "tip leaf", "", "loop"));
    }
    out
}

/// The shapes of those who move in this tree, with their names and the room they need.
fn movers(explanation: &Explanation) -> Vec<(&'static str, &'static str, f64)> {
    let moves = |wanted: fn(Mover) -> bool| {
        explanation
            .trace()
            .nodes
            .iter()
            .any(|node| wanted(node.mover))
    };
    let several = moves(|mover| matches!(mover, Mover::Player(_)));
    let chance = moves(|mover| mover == Mover::Chance);
    let players = if several {
        vec![("player", "a player", 92.0)]
    } else {
        vec![("max", "MAX", 66.0), ("min", "MIN", 62.0)]
    };
    players
        .into_iter()
        .chain(chance.then_some(("chance", "chance", 84.0)))
        .collect()
}
