//! Where a position stands, at the moves that lead to it from elsewhere.

use std::collections::HashMap;

use gametree::{Game, Persistent};
use gametree_atlas::fact::{Code, NodeId};
use gametree_chess::pgn::PgnGame;

use super::tree::MoveTree;
use crate::paths::spoken;
use crate::remarks::{REPEATS, START, TRANSPOSES};

/// Adds a comment to every last move of a line whose position stands elsewhere too. What is said
/// depends on the tree alone, so that it is the same after another import and export.
pub fn add(tree: &mut MoveTree) {
    let places = places(tree);
    let tips = (1..tree.game.len()).filter(|&id| tree.game.node(id).children().is_empty());
    let texts: Vec<(usize, String)> = tips
        .filter_map(|id| Some((id, reference(tree, id, &places)?)))
        .collect();
    for (id, text) in texts {
        tree.game.comment(id, &text);
    }
}

/// Where each position stands: where moves follow, else where it is written first.
fn places(tree: &MoveTree) -> HashMap<NodeId, usize> {
    let order = tree.preorder();
    let inner = |id: &&usize| !tree.game.node(**id).children().is_empty();
    let mut places = HashMap::new();
    for &id in order.iter().filter(inner).chain(&order) {
        if let Some(node) = tree.nodes[id] {
            places.entry(node).or_insert(id);
        }
    }
    places
}

fn reference(tree: &MoveTree, id: usize, places: &HashMap<NodeId, usize>) -> Option<String> {
    let node = tree.nodes[id]?;
    let up = |&id: &usize| (id != PgnGame::START).then(|| tree.game.node(id).parent());
    let before = std::iter::successors(up(&id), up).find(|&above| tree.nodes[above] == Some(node));
    if let Some(above) = before {
        return Some(format!("{REPEATS}{}", named(tree, above)));
    }
    let place = *places.get(&node)?;
    // The last move of a game and its twin are one.
    let same = place == id || tree.game.line(place) == tree.game.line(id);
    (!same).then(|| format!("{TRANSPOSES}{}", named(tree, place)))
}

/// The way to a node of the game.
fn named(tree: &MoveTree, id: usize) -> String {
    let mut position = tree.game.start.clone();
    let mut codes: Vec<Code> = Vec::new();
    for m in tree.game.line(id) {
        codes.push(position.encode(m));
        position.play(m);
    }
    match spoken(&tree.game.start, &codes) {
        words if words.is_empty() => START.into(),
        words => words,
    }
}
