//! The shapes of a picture: □ MAX, ○ MIN, ◇ chance, ⬡ one of several players, rounded boxes for
//! leaves, double boxes where play loops.

use crate::trace::{Mover, Node};

/// The cross over a leaf that was cut off.
pub const CROSS: &str = "<path class=\"cross\" d=\"M-6 -6L6 6M-6 6L6 -6\"/>";

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

/// What a node is drawn as: who moves there, or a tip.
pub fn kind(node: &Node) -> &'static str {
    match node.mover {
        _ if node.children.is_empty() && node.fold.is_none() => "tip",
        Mover::Max => "max",
        Mover::Min => "min",
        Mover::Chance => "chance",
        Mover::Player(_) => "player",
    }
}

/// The shape of a node: two boxes where play loops.
pub fn node_shape(node: &Node) -> &'static str {
    shape(if node.is_loop { "loop" } else { kind(node) })
}

/// The shape of a kind.
pub fn shape(kind: &str) -> &'static str {
    match kind {
        "max" => "<rect class=\"shape\" x=\"-16\" y=\"-16\" width=\"32\" height=\"32\" rx=\"2\"/>",
        "min" => "<circle class=\"shape\" r=\"17\"/>",
        "chance" => "<path class=\"shape\" d=\"M0 -20L20 0L0 20L-20 0Z\"/>",
        "loop" => {
            "<rect class=\"shape\" x=\"-18\" y=\"-15\" width=\"36\" height=\"30\" rx=\"2\"/>\
             <rect class=\"shape\" x=\"-14\" y=\"-11\" width=\"28\" height=\"22\" rx=\"1\"/>"
        }
        "player" => "<path class=\"shape\" d=\"M-10 -17H10L19 0L10 17H-10L-19 0Z\"/>",
        _ => "<rect class=\"shape\" x=\"-16\" y=\"-13\" width=\"32\" height=\"26\" rx=\"8\"/>",
    }
}
