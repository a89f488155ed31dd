//! What the nodes are called in sentences and pictures.
//!
//! | node | name |
//! | --- | --- |
//! | the game has a word for the position | that word: `(1, 4)`, the name of a tree's root |
//! | the root otherwise | `root` |
//! | its move's name occurs once | that name: `A1` in a tree |
//! | otherwise | the moves from the root, joined by `·`: `e4·e5` |

use std::collections::HashMap;

use crate::trace::{Node, Trace};

/// A name for every node, each used once.
pub fn names(trace: &Trace) -> Vec<String> {
    let mut uses: HashMap<&str, u32> = HashMap::new();
    for node in &trace.nodes {
        *uses.entry(&node.via).or_default() += 1;
    }
    let mut names = vec![String::new(); trace.nodes.len()];
    let mut taken = HashMap::new();
    // Breadth first, so that a parent is named before its children.
    let mut order: Vec<usize> = (0..trace.nodes.len()).collect();
    order.sort_by_key(|&id| trace.nodes[id].ply);
    for id in order {
        let node = &trace.nodes[id];
        let above = node.parent.map(|parent| names[parent].as_str());
        let name = match (&node.state, above) {
            (Some(state), _) => state.clone(),
            (None, None) => "root".to_string(),
            (None, Some(above)) => by_move(above, node, &uses),
        };
        names[id] = unused(name, &mut taken);
    }
    names
}

/// The name, or the first of `name′`, `name′2`, `name′3`, … that no other node has.
fn unused(name: String, taken: &mut HashMap<String, u32>) -> String {
    let Some(again) = taken.get_mut(&name) else {
        taken.insert(name.clone(), 0);
        return name;
    };
    *again += 1;
    let marked = match *again {
        1 => format!("{name}′"),
        more => format!("{name}′{more}"),
    };
    unused(marked, taken)
}

fn by_move(above: &str, node: &Node, uses: &HashMap<&str, u32>) -> String {
    let number = node.via.chars().all(|c| c.is_ascii_digit());
    if node.ply == 1 || (!number && !node.unlisted && uses[node.via.as_str()] == 1) {
        return node.via.clone();
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
    fn nodes_of_a_tree_go_by_their_labels_and_names() {
        let plain = names(&trace_of("(max (min 3 (max 1 2)) 5)"));
        assert_eq!(plain, ["root", "A", "A1", "A2", "A2a", "A2b", "B"]);
        let named = names(&trace_of("s:(max left:(min 3 x:4) right:(min x:1 last:2))"));
        assert_eq!(
            named,
            ["s", "left", "left1", "left·x", "right", "right·x", "last"]
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
