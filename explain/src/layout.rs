//! Where the nodes of a picture stand: a tidy tree after Reingold and Tilford (1981).
//!
//! Subtrees are laid out on their own and then pushed together until their outlines touch; a parent
//! stands over the middle of its children. A large tree is folded first: the best line stays, then
//! level by level as much as fits; what is left out hangs below its parent as "… n nodes".

use crate::leaves::nodes_below;
use crate::names::{LONGEST_INNER, shorten};
use crate::trace::Trace;

/// Distance between levels.
pub const LEVEL: f64 = 86.0;
/// The root's distance from the upper edge, and the last level's from the lower one.
const TOP: f64 = 44.0;
const BOTTOM: f64 = 58.0;
/// What is left free on both sides.
const MARGIN: f64 = 16.0;
/// The space a leaf takes.
const LEAF: f64 = 42.0;
/// The space a node takes whose children are folded away.
const FOLDED: f64 = 66.0;
/// The space an inner node takes without its window.
const INNER: f64 = 58.0;
/// The width of a character of a name or a window.
const CHARACTER: f64 = 5.9;

/// A drawn node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Place {
    /// The centre.
    pub x: f64,
    /// The centre.
    pub y: f64,
    /// Nodes that hang below it undrawn; 0 where everything is drawn.
    pub folded: u64,
}

/// The whole picture.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Where each node stands; `None` for a folded one.
    pub places: Vec<Option<Place>>,
    /// Width of the drawing.
    pub width: f64,
    /// Height of the drawing.
    pub height: f64,
}

/// The characters that stand around a node.
#[derive(Clone, Copy, Debug, Default)]
pub struct LabelWidths {
    /// Of its name, left of an inner node.
    pub name: usize,
    /// Of its window, right of an inner node.
    pub window: usize,
    /// Of the weight on the edge into it.
    pub weight: usize,
}

impl LabelWidths {
    /// A name, and nothing else yet.
    pub fn of(name: &str) -> LabelWidths {
        LabelWidths {
            name: shorten(name, LONGEST_INNER).chars().count(),
            ..LabelWidths::default()
        }
    }
}

/// Lays out up to `most` nodes.
pub fn layout(trace: &Trace, line: &[usize], most: usize, widths: &[LabelWidths]) -> Layout {
    let expanded = unfold(trace, line, most);
    let order = top_down(trace, &expanded);
    let mut outlines: Vec<Option<Outline>> = vec![None; trace.nodes.len()];
    let mut offsets = vec![0.0; trace.nodes.len()];
    for &id in order.iter().rev() {
        let children = if expanded[id] {
            trace.nodes[id].children.as_slice()
        } else {
            &[]
        };
        let own = own_room(trace, id, !children.is_empty(), widths[id]);
        outlines[id] = Some(join(own, children, &mut outlines, &mut offsets));
    }
    let root = outlines[0].take().unwrap_or_default();
    let left = -root.least();
    let mut places = vec![None; trace.nodes.len()];
    let mut xs = vec![0.0; trace.nodes.len()];
    for &id in &order {
        let node = &trace.nodes[id];
        xs[id] = offsets[id] + node.parent.map_or(left + MARGIN, |parent| xs[parent]);
        let folded = if expanded[id] {
            node.fold.map_or(0, |fold| fold.nodes)
        } else {
            nodes_below(trace, id) - 1
        };
        places[id] = Some(Place {
            x: xs[id],
            y: TOP + f64::from(node.ply) * LEVEL,
            folded,
        });
    }
    Layout {
        places,
        width: left + root.most() + 2.0 * MARGIN,
        height: TOP + (root.0.len() - 1) as f64 * LEVEL + BOTTOM,
    }
}

/// The room left and right of a node's centre.
fn own_room(trace: &Trace, id: usize, inner: bool, widths: LabelWidths) -> (f64, f64) {
    if inner {
        let room = |characters: usize| (characters as f64 * CHARACTER + 26.0).max(INNER / 2.0);
        return (room(widths.name), room(widths.window));
    }
    let shape = if trace.nodes[id].children.is_empty() {
        LEAF
    } else {
        FOLDED
    };
    let half = (shape / 2.0).max(widths.weight as f64 * CHARACTER * 0.65);
    (half, half)
}

/// The left and right edge of a subtree at each level, relative to its root.
#[derive(Clone, Debug, Default)]
struct Outline(Vec<(f64, f64)>);

impl Outline {
    fn least(&self) -> f64 {
        self.0.iter().map(|edge| edge.0).fold(0.0, f64::min)
    }

    fn most(&self) -> f64 {
        self.0.iter().map(|edge| edge.1).fold(0.0, f64::max)
    }
}

/// Sets the children side by side below their parent and gives the outline of the whole.
fn join(
    own: (f64, f64),
    children: &[usize],
    outlines: &mut [Option<Outline>],
    offsets: &mut [f64],
) -> Outline {
    let mut whole: Vec<(f64, f64)> = Vec::new();
    let mut first = 0.0;
    let mut last = 0.0;
    for (number, &child) in children.iter().enumerate() {
        let outline = outlines[child].take().unwrap_or_default();
        let gap = |(ours, theirs): (&(f64, f64), &(f64, f64))| ours.1 - theirs.0;
        let at = whole
            .iter()
            .zip(&outline.0)
            .map(gap)
            .fold(f64::NEG_INFINITY, f64::max);
        let at = if at.is_finite() { at } else { 0.0 };
        for (level, edge) in outline.0.iter().enumerate() {
            match whole.get_mut(level) {
                Some(ours) => ours.1 = edge.1 + at,
                None => whole.push((edge.0 + at, edge.1 + at)),
            }
        }
        offsets[child] = at;
        first = if number == 0 { at } else { first };
        last = at;
    }
    let middle = f64::midpoint(first, last);
    for &child in children {
        offsets[child] -= middle;
    }
    let below = whole
        .into_iter()
        .map(|(left, right)| (left - middle, right - middle));
    Outline(std::iter::once((-own.0, own.1)).chain(below).collect())
}

/// Which nodes show their children. Where not all of a tree with weights fits, what was never
/// looked at is not shown.
fn unfold(trace: &Trace, line: &[usize], most: usize) -> Vec<bool> {
    let mut expanded = vec![false; trace.nodes.len()];
    let mut drawn = 1;
    let all = trace.nodes.len() <= most || !trace.weighted;
    let mut expand = |id: usize, expanded: &mut Vec<bool>| {
        let children = trace.nodes[id].children.len();
        let seen = all
            || trace.nodes[id]
                .children
                .iter()
                .any(|&child| trace.nodes[child].visited);
        if !expanded[id] && seen && drawn + children <= most.max(2) {
            drawn += children;
            expanded[id] = true;
        }
        expanded[id]
    };
    for &id in line {
        if !expand(id, &mut expanded) {
            break;
        }
    }
    let mut queue = std::collections::VecDeque::from([0]);
    while let Some(id) = queue.pop_front() {
        if expand(id, &mut expanded) {
            queue.extend(&trace.nodes[id].children);
        }
    }
    expanded
}

/// The drawn nodes, parents before children.
fn top_down(trace: &Trace, expanded: &[bool]) -> Vec<usize> {
    let mut order = vec![0];
    let mut next = 0;
    while let Some(&id) = order.get(next) {
        next += 1;
        if expanded[id] {
            order.extend(&trace.nodes[id].children);
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::{LEAF, LabelWidths, Layout, layout};
    use crate::test_support::trace_of;
    use gametree::tree::{Shape, random};

    fn of(text: &str, most: usize) -> (super::Trace, Layout) {
        let trace = trace_of(text);
        let layout = layout(
            &trace,
            &[],
            most,
            &vec![LabelWidths::default(); trace.nodes.len()],
        );
        (trace, layout)
    }

    #[test]
    fn no_two_nodes_overlap_and_parents_stand_over_their_children() {
        for seed in 0..100 {
            let shape = Shape {
                most_nodes: 150,
                ..Shape::default()
            };
            let (trace, layout) = of(&random(&shape, seed).root().to_string(), 1000);
            for (id, node) in trace.nodes.iter().enumerate() {
                let place = layout.places[id].unwrap();
                assert!(place.x >= 0.0 && place.x <= layout.width && place.y <= layout.height);
                if let (Some(&first), Some(&last)) = (node.children.first(), node.children.last()) {
                    let middle =
                        (layout.places[first].unwrap().x + layout.places[last].unwrap().x) / 2.0;
                    assert!((middle - place.x).abs() < 1e-6);
                }
            }
            for ply in 0..9 {
                let mut xs: Vec<f64> = (0..trace.nodes.len())
                    .filter(|&id| trace.nodes[id].ply == ply)
                    .map(|id| layout.places[id].unwrap().x)
                    .collect();
                xs.sort_by(f64::total_cmp);
                assert!(
                    xs.windows(2).all(|pair| pair[1] - pair[0] >= LEAF - 1e-6),
                    "seed {seed}"
                );
            }
        }
    }

    #[test]
    fn large_trees_are_folded_and_nothing_is_lost() {
        let text = random(&Shape::uniform(3, 6), 1).root().to_string();
        let (trace, layout) = of(&text, 200);
        let drawn: Vec<_> = layout.places.iter().flatten().collect();
        assert!(drawn.len() <= 200 && drawn.len() > 100);
        let folded: u64 = drawn.iter().map(|place| place.folded).sum();
        assert_eq!(drawn.len() as u64 + folded, trace.nodes.len() as u64);
    }
}
