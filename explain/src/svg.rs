//! The tree as a picture: □ MAX, ○ MIN, ◇ chance, values inside, windows beside.
//!
//! One skeleton serves two uses. [`picture`] draws every node with a class for its state; the style
//! sheet (`assets/explain-tree.css`) decides what each state looks like. So the page can move on
//! to another step by changing classes and texts only.

use std::fmt::Write as _;

use super::Explanation;
use super::layout::{Layout, Place};
use super::steps::{Look, State};
use super::trace::Mover;

/// The style sheet of the picture.
pub const STYLE: &str = include_str!("../assets/explain-tree.css");

/// Text inside XML.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() && c != '\n' && c != '\t' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// A file of its own: the picture after the last step, with legend and style.
pub fn file(explanation: &Explanation<'_>) -> String {
    let layout = &explanation.layout;
    let said = explanation.summary().chars().count() as f64 * 8.2 + 32.0;
    let noted = note(explanation).chars().count() as f64 * 6.8 + 32.0;
    let (width, height) = (
        layout.width.max(said).max(noted).max(620.0),
        layout.height + 74.0,
    );
    let height = if explanation.weighted {
        height + 22.0
    } else {
        height
    };
    let title = format!("{}: {}", explanation.title, explanation.summary());
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tree alone\" role=\"img\" width=\"{width:.0}\" \
         height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\">\n<title>{}</title>\n<style>\n{STYLE}</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n",
        escape(&title)
    );
    let shift = (width - layout.width) / 2.0;
    let _ = writeln!(out, "<g transform=\"translate({shift:.1} 0)\">");
    out.push_str(&content(explanation, &explanation.looks));
    out.push_str("</g>\n");
    let _ = writeln!(
        out,
        "<g transform=\"translate(16 {:.0})\">",
        layout.height + 8.0
    );
    let _ = writeln!(
        out,
        "<text class=\"said\" x=\"0\" y=\"12\">{}</text>",
        escape(&explanation.summary())
    );
    out.push_str(&legend(explanation));
    out.push_str("</g>\n</svg>\n");
    out
}

/// The picture inside a page, in its state before the first step.
pub fn picture(explanation: &Explanation<'_>) -> String {
    let layout = &explanation.layout;
    let before = vec![Look::default(); explanation.looks.len()];
    format!(
        "<svg class=\"tree\" id=\"tree\" role=\"img\" aria-labelledby=\"caption\" style=\"--wide:{:.0}px\" width=\"{:.0}\" height=\"{:.0}\" \
         viewBox=\"0 0 {:.0} {:.0}\">\n{}</svg>",
        layout.width,
        layout.width,
        layout.height,
        layout.width,
        layout.height,
        content(explanation, &before)
    )
}

/// Edges first, so that the nodes cover their ends.
fn content(explanation: &Explanation<'_>, looks: &[Look]) -> String {
    let mut out = String::new();
    let line = principal(looks);
    let under = under(explanation, looks);
    for id in drawn(&explanation.layout) {
        edge(&mut out, explanation, looks, (&line, &under), id);
    }
    for id in drawn(&explanation.layout) {
        let state = if under[id] {
            "under"
        } else {
            looks[id].state.class()
        };
        node(&mut out, explanation, (&looks[id], state), id);
    }
    out
}

fn drawn(layout: &Layout) -> impl Iterator<Item = usize> {
    (0..layout.places.len()).filter(|&id| layout.places[id].is_some())
}

/// The nodes of the best line as it is known.
fn principal(looks: &[Look]) -> Vec<usize> {
    let mut line = vec![0];
    while let Some(next) = looks[line[line.len() - 1]].best {
        line.push(next);
    }
    line
}

/// The unseen nodes below a cut.
fn under(explanation: &Explanation<'_>, looks: &[Look]) -> Vec<bool> {
    let mut under = vec![false; looks.len()];
    // A node below a cut was added after its parent, so parents come first.
    for (id, node) in explanation.trace.nodes.iter().enumerate() {
        let above = node
            .parent
            .is_some_and(|parent| under[parent] || looks[parent].state == State::Cut);
        under[id] = above && looks[id].state == State::Unseen;
    }
    under
}

fn edge(
    out: &mut String,
    explanation: &Explanation<'_>,
    looks: &[Look],
    (line, under): (&[usize], &[bool]),
    id: usize,
) {
    let parent = explanation.trace.nodes[id].parent;
    let Some((parent, (from, to))) =
        parent.and_then(|parent| Some((parent, ends(&explanation.layout, parent, id)?)))
    else {
        return;
    };
    let best = looks[parent].best == Some(id);
    let class = match looks[id].state {
        State::Cut => " cut",
        _ if under[id] => " under",
        State::Unseen => " unseen",
        State::Old => " old",
        _ if line.contains(&id) && line.contains(&parent) => " line",
        _ if best => " best",
        _ => "",
    };
    let along = |a: f64, b: f64| a + 0.58 * (b - a);
    let (x, y) = (along(from.0, to.0), along(from.1, to.1));
    let angle = (to.1 - from.1).atan2(to.0 - from.0).to_degrees();
    let _ = writeln!(
        out,
        "<g class=\"edge{class}\" id=\"e{id}\"><path d=\"M{:.1} {:.1}L{:.1} {:.1}\"/><path class=\"bars\" \
         transform=\"translate({x:.1} {y:.1}) rotate({angle:.1})\" d=\"M-3 -8V8M3 -8V8\"/>{}</g>",
        from.0,
        from.1,
        to.0,
        to.1,
        weight(explanation, &looks[id], (from, to))
    );
}

/// The weight on an edge, where edges have weights: near the lower end, where the edges of a family
/// are apart.
fn weight(explanation: &Explanation<'_>, look: &Look, (from, to): (Point, Point)) -> String {
    if !explanation.weighted {
        return String::new();
    }
    let part = (14.0 / (to.0 - from.0).abs()).min(0.24);
    let along = |a: f64, b: f64| b + part * (a - b);
    let (x, y) = (
        along(from.0, to.0),
        (along(from.1, to.1) + 3.0).min(to.1 - 4.0),
    );
    format!(
        "<text class=\"weight\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
        escape(&look.weight)
    )
}

type Point = (f64, f64);

fn ends(layout: &Layout, parent: usize, child: usize) -> Option<(Point, Point)> {
    let (from, to) = (layout.places[parent]?, layout.places[child]?);
    Some(((from.x, from.y + 17.0), (to.x, to.y - 16.0)))
}

fn node(out: &mut String, explanation: &Explanation<'_>, (look, state): (&Look, &str), id: usize) {
    let Some(place) = explanation.layout.places[id] else {
        return;
    };
    let kind = kind(explanation, id);
    let leaf = kind == "tip";
    let tip = if leaf {
        explanation.tip(id)
    } else {
        String::new()
    };
    let _ = writeln!(
        out,
        "<g class=\"node {kind} {}\" id=\"n{id}\" transform=\"translate({:.1} {:.1})\"><title>{}</title>{}",
        state,
        place.x,
        place.y,
        escape(&describe(explanation, id, &tip)),
        shape(kind)
    );
    let value = if look.value.is_empty() {
        &tip
    } else {
        &look.value
    };
    let size = value.chars().count().clamp(2, 5);
    let _ = write!(
        out,
        "<text class=\"value v{size}\" y=\"4.5\">{}</text>",
        escape(value)
    );
    let folded = place.folded > 0;
    if leaf {
        let _ = write!(out, "<path class=\"cross\" d=\"M-6 -6L6 6M-6 6L6 -6\"/>");
    } else if !folded {
        let _ = write!(
            out,
            "<text class=\"window\" x=\"22\" y=\"-8\">{}</text>",
            escape(&look.window)
        );
    }
    name(out, explanation, id, leaf || folded, place);
    out.push_str("</g>\n");
}

/// What a node is drawn as: who moves there, or a tip.
pub fn kind(explanation: &Explanation<'_>, id: usize) -> &'static str {
    let data = &explanation.trace.nodes[id];
    match data.mover {
        _ if data.children.is_empty() && data.fold.is_none() => "tip",
        Mover::Max => "max",
        Mover::Min => "min",
        Mover::Chance => "chance",
        Mover::Player(_) => "player",
    }
}

fn shape(kind: &str) -> &'static str {
    match kind {
        "max" => "<rect class=\"shape\" x=\"-16\" y=\"-16\" width=\"32\" height=\"32\" rx=\"2\"/>",
        "min" => "<circle class=\"shape\" r=\"17\"/>",
        "chance" => "<path class=\"shape\" d=\"M0 -20L20 0L0 20L-20 0Z\"/>",
        "player" => "<path class=\"shape\" d=\"M-10 -17H10L19 0L10 17H-10L-19 0Z\"/>",
        _ => "<rect class=\"shape\" x=\"-16\" y=\"-13\" width=\"32\" height=\"26\" rx=\"8\"/>",
    }
}

/// The longest name beside an inner node, and below a leaf.
pub const SHORT: usize = 12;
const SHORT_LEAF: usize = 7;

/// The end of a name that is too long: of a path, its last move.
pub fn short(name: &str, most: usize) -> String {
    let last = if name.chars().count() > most {
        name.rsplit('·').next().unwrap_or(name)
    } else {
        name
    };
    match last.chars().count() {
        n if n > most => last.chars().take(most - 1).chain(['…']).collect(),
        _ => last.to_string(),
    }
}

/// The node's name, beside an inner node and below a leaf; and what is folded below it.
fn name(out: &mut String, explanation: &Explanation<'_>, id: usize, below: bool, place: Place) {
    let name = &explanation.names[id];
    let short = short(name, if below { SHORT_LEAF } else { SHORT });
    let place_of = if below {
        "x=\"0\" y=\"28\""
    } else {
        "x=\"-21\" y=\"-8\""
    };
    let class = if below { "name below" } else { "name" };
    let _ = write!(
        out,
        "<text class=\"{class}\" {place_of}>{}</text>",
        escape(&short)
    );
    if place.folded > 0 {
        let noun = if place.folded == 1 { "node" } else { "nodes" };
        let _ = write!(
            out,
            "<text class=\"fold\" x=\"0\" y=\"41\">… {} {noun}</text>",
            place.folded
        );
    }
}

fn describe(explanation: &Explanation<'_>, id: usize, tip: &str) -> String {
    let data = &explanation.trace.nodes[id];
    let name = &explanation.names[id];
    if !tip.is_empty() {
        return format!("{name}: the game ends, worth {tip}");
    }
    let via = if data.via.is_empty() || data.via == *name {
        String::new()
    } else {
        format!(" (move {})", data.via)
    };
    format!("{name}{via}: {} to move", data.mover.word())
}

/// How to read the numbers of a tree with weights.
fn note(explanation: &Explanation<'_>) -> String {
    if !explanation.weighted {
        return String::new();
    }
    let end = if explanation.note.is_empty() {
        String::new()
    } else {
        format!(" {}.", explanation.note)
    };
    format!("ṽ inside, w on the edges, [a, π] beside.{end}")
}

fn legend(explanation: &Explanation<'_>) -> String {
    let item = |x: f64, kind: &str, state: &str, mark: &str, word: &str| {
        format!(
            "<g transform=\"translate({x:.0} 40)\"><g class=\"node {kind} {state}\" transform=\"scale(.55)\">{}{mark}</g>\
             <text class=\"key\" x=\"16\" y=\"4\">{word}</text></g>\n",
            shape(kind)
        )
    };
    let cross = "<path class=\"cross\" d=\"M-6 -6L6 6M-6 6L6 -6\"/>";
    let edge = |x: f64, class: &str, word: &str| {
        format!(
            "<g transform=\"translate({x:.0} 40)\"><g class=\"edge {class}\"><path d=\"M-12 0H12\"/><path class=\"bars\" \
             d=\"M-3 -6V6M3 -6V6\"/></g><text class=\"key\" x=\"18\" y=\"4\">{word}</text></g>\n"
        )
    };
    if explanation.weighted {
        let words = format!(
            "<text class=\"key\" x=\"0\" y=\"68\">{}</text>\n",
            escape(&note(explanation))
        );
        let shapes = [
            item(12.0, "max", "done", "", "MAX"),
            item(78.0, "min", "done", "", "MIN"),
        ];
        let rest = [
            item(140.0, "tip", "leaf", "", "evaluated"),
            edge(244.0, "line", "best line"),
            words,
        ];
        return shapes.concat() + &rest.concat();
    }
    let (mut out, mut x) = (String::new(), 12.0);
    for (kind, word, room) in movers(explanation) {
        out.push_str(&item(x, kind, "done", "", word));
        x += room;
    }
    let rest = [
        item(x, "tip", "leaf", "", "evaluated"),
        item(x + 92.0, "tip", "cut", cross, "never looked at"),
        edge(x + 222.0, "cut", "cut off"),
        edge(x + 306.0, "line", "best line"),
    ];
    out + &rest.concat()
}

/// The shapes of those who move in this tree, with their names and the room they need.
fn movers(explanation: &Explanation<'_>) -> Vec<(&'static str, &'static str, f64)> {
    let moves = |wanted: fn(Mover) -> bool| {
        explanation
            .trace
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
