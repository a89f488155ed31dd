//! The tree as a picture: □ MAX, ○ MIN, ◇ chance, values inside, windows beside.
//!
//! One skeleton serves two uses. [`picture`] draws every node with a class for its state; the style
//! sheet (`assets/explain-tree.css`) decides what each state looks like. So the page can move on
//! to another step by changing classes and texts only.

use std::fmt::Write as _;

use crate::explanation::Explanation;
use crate::layout::Place;
use crate::legend::{legend, note};
use crate::look::{Look, State};
use crate::names::{LONGEST_INNER, LONGEST_LEAF, shorten};
use crate::shapes::{CROSS, escape, kind, node_shape};
use crate::trace::Trace;

/// The style sheet of the picture.
pub const STYLE: &str = include_str!("../assets/explain-tree.css");

impl Explanation {
    /// The picture after the last step: a file of its own, with legend and style.
    #[must_use]
    pub fn svg(&self) -> String {
        file(self)
    }
}

fn file(explanation: &Explanation) -> String {
    let layout = &explanation.layout;
    let summary = explanation.summary();
    let room = |text: &str, character: f64| text.chars().count() as f64 * character + 32.0;
    let width = [620.0, room(&summary, 8.2), room(&note(explanation), 6.8)]
        .into_iter()
        .fold(layout.width, f64::max);
    let below = if explanation.trace().weighted {
        96.0
    } else {
        74.0
    };
    let height = layout.height + below;
    let title = escape(&format!("{}: {summary}", explanation.options.title));
    let tree = content(explanation, &explanation.looks);
    let legend = legend(explanation);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"tree alone\" role=\"img\" \
         width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n\
         <g transform=\"translate({shift:.1} 0)\">\n{tree}</g>\n\
         <g transform=\"translate(16 {top:.0})\">\n\
         <text class=\"said\" x=\"0\" y=\"12\">{said}</text>\n{legend}</g>\n</svg>\n",
        shift = (width - layout.width) / 2.0,
        top = layout.height + 8.0,
        said = escape(&summary),
    )
}

/// The picture inside a page, in its state before the first step.
pub fn picture(explanation: &Explanation) -> String {
    let before = vec![Look::default(); explanation.looks.len()];
    let width = explanation.layout.width;
    let height = explanation.layout.height;
    let tree = content(explanation, &before);
    format!(
        "<svg class=\"tree\" id=\"tree\" role=\"img\" aria-labelledby=\"caption\" \
         style=\"--wide:{width:.0}px\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\">\n{tree}</svg>"
    )
}

/// Edges first, so that the nodes cover their ends.
fn content(explanation: &Explanation, looks: &[Look]) -> String {
    let picture = Picture::new(explanation, looks);
    let places = explanation.layout.places.iter().enumerate();
    let drawn = places.filter_map(|(id, place)| place.map(|place| (id, place)));
    let mut out = String::new();
    for (id, place) in drawn.clone() {
        picture.edge(&mut out, id, place);
    }
    for (id, place) in drawn {
        picture.node(&mut out, id, place);
    }
    out
}

/// A tree with its looks, to be drawn.
struct Picture<'a> {
    explanation: &'a Explanation,
    looks: &'a [Look],
    /// The nodes of the best line as it is known.
    line: Vec<usize>,
    /// The unseen nodes below a cut.
    under: Vec<bool>,
}

/// A straight line between two nodes.
struct Segment {
    x1: f64,
    y1: f64,
    x2: f64,
    y2: f64,
}

impl Segment {
    /// The point at this share of the way from the upper end to the lower one.
    fn at(&self, share: f64) -> (f64, f64) {
        let along = |a: f64, b: f64| a + share * (b - a);
        (along(self.x1, self.x2), along(self.y1, self.y2))
    }

    fn degrees(&self) -> f64 {
        (self.y2 - self.y1).atan2(self.x2 - self.x1).to_degrees()
    }
}

impl<'a> Picture<'a> {
    fn new(explanation: &'a Explanation, looks: &'a [Look]) -> Self {
        Picture {
            explanation,
            looks,
            line: best_line(looks),
            under: under_cuts(explanation.trace(), looks),
        }
    }

    /// The edge into a node; the root has none.
    fn edge(&self, out: &mut String, id: usize, place: Place) {
        let Some(parent) = self.explanation.trace().nodes[id].parent else {
            return;
        };
        let Some(above) = self.explanation.layout.places[parent] else {
            return;
        };
        let segment = Segment {
            x1: above.x,
            y1: above.y + 17.0,
            x2: place.x,
            y2: place.y - 16.0,
        };
        let (x, y) = segment.at(0.58);
        let _ = writeln!(
            out,
            "<g class=\"edge{}\" id=\"e{id}\"><path d=\"M{:.1} {:.1}L{:.1} {:.1}\"/><path class=\"bars\" \
             transform=\"translate({x:.1} {y:.1}) rotate({:.1})\" d=\"M-3 -8V8M3 -8V8\"/>{}</g>",
            self.edge_class(parent, id),
            segment.x1,
            segment.y1,
            segment.x2,
            segment.y2,
            segment.degrees(),
            self.weight(id, &segment)
        );
    }

    fn edge_class(&self, parent: usize, id: usize) -> &'static str {
        match self.looks[id].state {
            State::Cut => " cut",
            _ if self.under[id] => " under",
            State::Unseen => " unseen",
            State::Old => " old",
            _ if self.line.contains(&id) && self.line.contains(&parent) => " line",
            _ if self.looks[parent].best == Some(id) => " best",
            _ => "",
        }
    }

    /// The weight on an edge, where edges have weights: near the lower end, where the edges of a
    /// family are apart.
    fn weight(&self, id: usize, segment: &Segment) -> String {
        if !self.explanation.trace().weighted {
            return String::new();
        }
        let share = (14.0 / (segment.x2 - segment.x1).abs()).min(0.24);
        let (x, y) = segment.at(1.0 - share);
        let y = (y + 3.0).min(segment.y2 - 4.0);
        let text = escape(&self.looks[id].weight);
        format!("<text class=\"weight\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>")
    }

    fn node(&self, out: &mut String, id: usize, place: Place) {
        let kind = kind(&self.explanation.trace().nodes[id]);
        let leaf = kind == "tip";
        let look = &self.looks[id];
        let state = if self.under[id] {
            "under"
        } else {
            look.state.class()
        };
        let end = if leaf {
            self.explanation.end_texts[id].as_str()
        } else {
            ""
        };
        let _ = writeln!(
            out,
            "<g class=\"node {kind} {state}\" id=\"n{id}\" transform=\"translate({:.1} {:.1})\"><title>{}</title>{}",
            place.x,
            place.y,
            escape(&describe(self.explanation, id, end)),
            node_shape(&self.explanation.trace().nodes[id])
        );
        let value = if look.value.is_empty() {
            end
        } else {
            &look.value
        };
        let size = value.chars().count().clamp(2, 5);
        let value = escape(value);
        let _ = write!(
            out,
            "<text class=\"value v{size}\" y=\"4.5\">{value}</text>"
        );
        let folded = place.folded > 0;
        if leaf {
            let _ = write!(out, "{CROSS}");
        } else if !folded {
            let window = escape(&look.window);
            let _ = write!(
                out,
                "<text class=\"window\" x=\"22\" y=\"-8\">{window}</text>"
            );
        }
        name(out, &self.explanation.names[id], leaf || folded, place);
        out.push_str("</g>\n");
    }
}

fn best_line(looks: &[Look]) -> Vec<usize> {
    let mut line = vec![0];
    while let Some(next) = looks[line[line.len() - 1]].best {
        line.push(next);
    }
    line
}

fn under_cuts(trace: &Trace, looks: &[Look]) -> Vec<bool> {
    let mut under = vec![false; looks.len()];
    // A node below a cut was added after its parent, so parents come first.
    for (id, node) in trace.nodes.iter().enumerate() {
        let below_cut = node
            .parent
            .is_some_and(|parent| under[parent] || looks[parent].state == State::Cut);
        under[id] = below_cut && looks[id].state == State::Unseen;
    }
    under
}

/// The node's name, beside an inner node and below a leaf; and what is folded below it.
fn name(out: &mut String, name: &str, below: bool, place: Place) {
    let short = shorten(name, if below { LONGEST_LEAF } else { LONGEST_INNER });
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

fn describe(explanation: &Explanation, id: usize, tip: &str) -> String {
    let data = &explanation.trace().nodes[id];
    let name = &explanation.names[id];
    if data.is_loop {
        return format!("{name}: a loop, the position is already on the path; worth {tip}");
    }
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
