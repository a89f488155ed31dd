//! What the nodes are called in sentences and pictures.
//!
//! | tree | names |
//! | --- | --- |
//! | its moves are only numbered | `root`; A, B, C below it; then A1, A2; A1a, A1b; A1a1 … |
//! | a move's name occurs once | that name |
//! | otherwise | the moves from the root, joined by `·`: `e4·e5` |

use std::collections::{HashMap, HashSet};

use crate::trace::{Node, Trace};

/// A name for every node, each used once.
pub fn names(trace: &Trace) -> Vec<String> {
    let numbered = trace.nodes.iter().skip(1).all(is_numbered);
    let mut uses: HashMap<&str, u32> = HashMap::new();
    for node in &trace.nodes {
        *uses.entry(&node.via).or_default() += 1;
    }
    let mut names = vec![String::new(); trace.nodes.len()];
    let mut taken = HashSet::new();
    // Breadth first, so that a parent is named before its children.
    let mut order: Vec<usize> = (0..trace.nodes.len()).collect();
    order.sort_by_key(|&id| trace.nodes[id].ply);
    for id in order {
        let node = &trace.nodes[id];
        let above = node.parent.map(|parent| names[parent].as_str());
        let mut name = match above {
            None => "root".to_string(),
            Some(above) if numbered => by_position(above, node),
            Some(above) => by_move(above, node, &uses),
        };
        while !taken.insert(name.clone()) {
            name.push('′');
        }
        names[id] = name;
    }
    names
}

fn is_numbered(node: &Node) -> bool {
    node.unlisted || node.via == (node.index + 1).to_string()
}

/// A, A1, A1a, A1a1: letters and numbers take turns, so that a name is also a path.
fn by_position(above: &str, node: &Node) -> String {
    if node.unlisted {
        return format!("{above}·{}", node.via);
    }
    match node.ply {
        1 => letters(node.index, b'A'),
        ply if ply % 2 == 0 => format!("{above}{}", node.index + 1),
        _ => format!("{above}{}", letters(node.index, b'a')),
    }
}

/// a … z, aa, ab, …
fn letters(index: usize, first: u8) -> String {
    let letter = (first + (index % 26) as u8) as char;
    match index / 26 {
        0 => letter.to_string(),
        rest => format!("{}{letter}", letters(rest - 1, first)),
    }
}

fn by_move(above: &str, node: &Node, uses: &HashMap<&str, u32>) -> String {
    let own_name = !is_numbered(node) && !node.unlisted;
    if node.ply == 1 || (own_name && uses[node.via.as_str()] == 1) {
        return node.via.clone();
    }
    if !own_name && !node.unlisted && above.ends_with(char::is_alphabetic) {
        return format!("{above}{}", node.via);
    }
    format!("{above}·{}", node.via)
}

/// The longest name beside an inner node, and below a leaf.
pub const LONGEST_INNER: usize = 12;
pub const LONGEST_LEAF: usize = 7;

/// A name that fits: of a path that is too long, its last move.
pub fn shorten(name: &str, most: usize) -> String {
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

#[cfg(test)]
mod tests {
    use super::names;
    use crate::test_support::trace_of;

    #[test]
    fn numbered_trees_get_letters_and_named_trees_keep_their_names() {
        let plain = names(&trace_of("(max (min 3 (max 1 2)) 5)"));
        assert_eq!(plain, ["root", "A", "A1", "A2", "A2a", "A2b", "B"]);
        let named = names(&trace_of("(max left:(min 3 x:4) right:(min x:1 last:2))"));
        assert_eq!(
            named,
            [
                "root", "left", "left1", "left·x", "right", "right·x", "last"
            ]
        );
    }

    #[test]
    fn names_are_distinct_even_where_the_text_repeats_a_made_up_one() {
        let mut all = names(&trace_of("(max b:(min 3 4) b1:(min c:1 c:2))"));
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
