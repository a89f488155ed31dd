//! What the nodes of a tree are called: their own names, and labels by their place where they have
//! none.
//!
//! ```text
//!                 root
//!         A        B        C            below the root
//!      A1 A2 A3  B1 B2    left           by number below a letter …
//!      A1a A1b           left1 left2     … and by letter below a number
//! ```

use super::Tree;

/// Levels without a name that a label spells out; what lies deeper goes by its number.
const MOST_LEVELS: usize = 20;

/// The move to the child `m` of a node: the child's own name, or its label.
pub(super) fn of_move(tree: &Tree, id: u32, m: u32) -> String {
    let child = tree.edges(id)[m as usize].child;
    if let Some(name) = &tree.nodes[child as usize].name {
        return name.clone();
    }
    let number = (m + 1).to_string();
    let Some(label) = label(tree, child) else {
        return number;
    };
    let taken = |edge: &super::Edge| {
        let name = tree.nodes[edge.child as usize].name.as_deref();
        name.is_some_and(|name| name.eq_ignore_ascii_case(&label))
    };
    if tree.edges(id).iter().any(taken) {
        number
    } else {
        label
    }
}

/// A node's name or label; `None` where the nearest name is too far above.
fn label(tree: &Tree, id: u32) -> Option<String> {
    let mut places = Vec::new();
    let mut at = id;
    let mut label = loop {
        let node = &tree.nodes[at as usize];
        match (node.parent, &node.name) {
            (None, _) => break String::new(),
            (_, Some(name)) => break name.clone(),
            (Some(_), None) if places.len() == MOST_LEVELS => return None,
            (Some(parent), None) => {
                let mut siblings = tree.edges(parent).iter();
                places.push(siblings.position(|edge| edge.child == at)?);
                at = parent;
            }
        }
    };
    for place in places.into_iter().rev() {
        label += &match label.chars().last() {
            None => letters(place, b'A'),
            Some(last) if last.is_ascii_digit() => letters(place, b'a'),
            Some(_) => (place + 1).to_string(),
        };
    }
    Some(label)
}

/// a … z, aa, ab, …
fn letters(index: usize, first: u8) -> String {
    let letter = (first + (index % 26) as u8) as char;
    match index / 26 {
        0 => letter.to_string(),
        rest => format!("{}{letter}", letters(rest - 1, first)),
    }
}

#[cfg(test)]
mod tests {
    use crate::game::{Game, Notation};
    use crate::tree::Tree;

    fn line(text: &str, moves: &[u32]) -> Vec<String> {
        let tree: Tree = text.parse().unwrap();
        let mut node = tree.root();
        let mut names = Vec::new();
        for &m in moves {
            let name = node.write_move(m);
            assert_eq!(node.read_move(&name), Some(m), "{name}");
            assert_eq!(
                node.read_move(&(m + 1).to_string()),
                Some(m),
                "by its number"
            );
            names.push(name);
            node.play(m);
        }
        names
    }

    #[test]
    fn letters_and_numbers_take_turns_below_the_nearest_name() {
        assert_eq!(
            line("(max 1 (min 2 (max 3 4)))", &[1, 1, 0]),
            ["B", "B2", "B2a"]
        );
        assert_eq!(
            line("s:(max left:(min 2 (max 3 4)))", &[0, 1, 0]),
            ["left", "left2", "left2a"]
        );
        assert_eq!(line("(max x1:(min 2 3))", &[0, 1]), ["x1", "x1b"]);
        let wide = format!("(max {})", "1 ".repeat(28));
        assert_eq!(line(&wide, &[27]), ["AB"]);
    }

    #[test]
    fn a_label_that_a_sibling_has_as_its_name_gives_way() {
        assert_eq!(line("(max b:1 2)", &[1]), ["2"]);
    }

    #[test]
    fn far_below_the_last_name_a_child_goes_by_its_number() {
        let text = format!("{}(max 1 2){}", "(max ".repeat(30), ")".repeat(30));
        assert_eq!(line(&text, &[0; 31]).last().unwrap(), "1");
    }
}
