//! Where a position stands, at the moves that lead to it from elsewhere.

use std::collections::HashMap;

use gametree::{Game, Persistent};
use gametree_atlas::fact::{Code, NodeId};
use gametree_chess::pgn::PgnGame;
use gametree_chess::shakmaty::Move;

use super::tree::MoveTree;
use crate::paths::spoken;
use crate::remarks::{REPEATS, START, TRANSPOSES};

/// Adds a comment to every last move of a line that came from the graph and whose position stands
/// elsewhere too. A record says what it says.
pub fn add(tree: &mut MoveTree) {
    let places = places(tree);
    let tips = (tree.recorded.max(1)..tree.game.len())
        .filter(|&id| tree.game.node(id).children().is_empty());
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
    let own = tree.game.line(id);
    if let Some(above) = before {
        let line = tree.game.line(above);
        return Some(format!(
            "{REPEATS}{}",
            named(tree, &line, line.len().saturating_sub(1))
        ));
    }
    let line = tree.game.line(*places.get(&node)?);
    // The last move of a game and its twin are one.
    if line == own {
        return None;
    }
    let shared = line.iter().zip(&own).take_while(|(a, b)| a == b).count();
    Some(format!("{TRANSPOSES}{}", named(tree, &line, shared)))
}

/// A line of the game, from where it parts from another.
fn named(tree: &MoveTree, line: &[Move], shared: usize) -> String {
    let (before, rest) = line.split_at(shared);
    let mut position = tree.game.start.clone();
    before.iter().for_each(|&m| position.play(m));
    let from = position.clone();
    let mut codes: Vec<Code> = Vec::new();
    for &m in rest {
        codes.push(position.encode(m));
        position.play(m);
    }
    match spoken(&from, &codes) {
        words if words.is_empty() => START.into(),
        words => words,
    }
}
