//! The moves of a game and of the graph as one tree: every move of the graph stands in it once.

use std::collections::{HashMap, HashSet};

use gametree_atlas::AtlasError;
use gametree_atlas::fact::NodeId;
use gametree_atlas::walk::{Cut, Place, Row, Walk};
use gametree_chess::Chess;
use gametree_chess::pgn::PgnGame;

use crate::error::Result;
use crate::paths::File;
use crate::recorded::RecordedGame;

/// How much of the graph is written.
#[derive(Clone, Copy)]
pub struct Extent {
    /// What is left out.
    pub cut: Cut,
    /// Whether only best moves come in.
    pub best_line: bool,
}

/// A game that grows by moves of the graph.
pub struct MoveTree {
    /// The game.
    pub game: PgnGame,
    /// The graph's position behind every node of the game.
    pub nodes: Vec<Option<NodeId>>,
    /// How many of the game's nodes are the record's; they come first.
    pub recorded: usize,
    /// The node that repeats the game's last move, for what comes after it: the main line ends
    /// where the game did.
    pub twin: Option<usize>,
    /// Where the moves of a position stand.
    home: HashMap<NodeId, usize>,
    /// The moves that stand in the tree, by the positions they lead from and to.
    standing: HashSet<(NodeId, NodeId)>,
    /// The last node of the game that was played.
    last: Option<usize>,
}

impl MoveTree {
    /// A game without moves.
    pub fn new(game: PgnGame, start: NodeId) -> MoveTree {
        MoveTree {
            game,
            nodes: vec![Some(start)],
            recorded: 0,
            twin: None,
            home: HashMap::from([(start, PgnGame::START)]),
            standing: HashSet::new(),
            last: None,
        }
    }

    /// A game as it was played.
    pub fn of_record(record: &RecordedGame) -> MoveTree {
        let mut tree = MoveTree {
            game: record.game.clone(),
            nodes: record.nodes.clone(),
            recorded: record.game.len(),
            twin: None,
            home: HashMap::new(),
            standing: HashSet::new(),
            last: record.game.main_line().last(),
        };
        let order = tree.preorder();
        let (inner, tips): (Vec<usize>, Vec<usize>) = order
            .into_iter()
            .partition(|&id| !tree.game.node(id).children().is_empty());
        for id in inner.into_iter().chain(tips) {
            let Some(node) = tree.nodes[id] else {
                continue;
            };
            tree.home.entry(node).or_insert(id);
            if let Some(from) = tree.nodes[tree.game.node(id).parent()] {
                tree.standing.insert((from, node));
            }
        }
        tree
    }

    /// The game's nodes as they are written: a move, its variations, what follows.
    pub fn preorder(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.game.len());
        let mut stack = vec![PgnGame::START];
        while let Some(id) = stack.pop() {
            order.push(id);
            stack.extend(self.game.node(id).children().iter().rev());
        }
        order
    }

    /// Adds what lies below a position and does not stand in the tree.
    pub fn graft(&mut self, project: &File, start: NodeId, extent: Extent) -> Result<()> {
        if !self.home.contains_key(&start) {
            return Ok(());
        }
        let walk = best_first(&project.query().walk(start, extent.cut));
        let mut shown = vec![true; walk.rows.len()];
        project.play::<AtlasError>(&walk, |played| {
            let row = played.row;
            let (Some(parent), Some((_, m))) = (row.parent, played.by) else {
                return Ok(());
            };
            shown[played.number] = shown[parent] && (row.best || !extent.best_line);
            let from = walk.rows[parent].node;
            if shown[played.number] && self.standing.insert((from, row.node)) {
                let Some(parent) = self.home_of(from) else {
                    return Ok(());
                };
                let id = self.game.add(parent, m.typed::<Chess>());
                self.nodes.push(Some(row.node));
                if row.place == Place::First {
                    self.home.entry(row.node).or_insert(id);
                }
            }
            Ok(())
        })?;
        Ok(())
    }

    /// Where a move from a position is added. After the last move of a game it is added to a twin
    /// of that move.
    fn home_of(&mut self, from: NodeId) -> Option<usize> {
        let home = *self.home.get(&from)?;
        if self.last != Some(home) {
            return Some(home);
        }
        let last = self.game.node(home);
        let before = last.parent();
        let twin = self.game.add(before, last.played()?);
        self.nodes.push(Some(from));
        self.home.insert(from, twin);
        self.twin = Some(twin);
        Some(twin)
    }
}

/// The outline with the move that carries the value before all others, also where another looks
/// better because the position's own search is believed rather than its moves.
fn best_first(walk: &Walk) -> Walk {
    let children = walk.children();
    let mut order = Vec::with_capacity(walk.rows.len());
    let mut stack: Vec<usize> = (0..walk.rows.len().min(1)).collect();
    while let Some(row) = stack.pop() {
        order.push(row);
        let (best, others): (Vec<usize>, Vec<usize>) = children[row]
            .iter()
            .rev()
            .partition(|&&child| walk.rows[child].best);
        stack.extend(others.into_iter().chain(best));
    }
    let mut number = vec![0; order.len()];
    for (new, &old) in order.iter().enumerate() {
        number[old] = new;
    }
    let renumbered = |&old: &usize| Row {
        parent: walk.rows[old].parent.map(|parent| number[parent]),
        place: match walk.rows[old].place {
            Place::First => Place::First,
            Place::See(first) => Place::See(number[first]),
            Place::Again(first) => Place::Again(number[first]),
        },
        ..walk.rows[old].clone()
    };
    Walk {
        rows: order.iter().map(renumbered).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(parent: Option<usize>, depth: usize, best: bool, place: Place) -> Row {
        Row {
            parent,
            depth,
            code: parent.map(|_| 0),
            node: 0,
            value: None,
            share: 1.0,
            place,
            best,
            state: None,
            origin: None,
            note: String::new(),
            hidden: 0,
            hidden_best: None,
        }
    }

    #[test]
    fn the_best_move_comes_first_and_references_follow() {
        let rows = vec![
            row(None, 0, false, Place::First),
            row(Some(0), 1, false, Place::First),
            row(Some(1), 2, true, Place::See(4)),
            row(Some(0), 1, true, Place::First),
            row(Some(3), 2, true, Place::First),
            row(Some(0), 1, false, Place::First),
        ];
        let walk = best_first(&Walk { rows });
        let parents: Vec<Option<usize>> = walk.rows.iter().map(|row| row.parent).collect();
        assert_eq!(parents, [None, Some(0), Some(1), Some(0), Some(3), Some(0)]);
        let best: Vec<bool> = walk.rows.iter().map(|row| row.best).collect();
        assert_eq!(best, [false, true, true, false, true, false]);
        assert_eq!(walk.rows[4].place, Place::See(2));
    }
}
