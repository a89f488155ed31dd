//! Games that were played, as a project saves them. The record (a PGN) says what the graph cannot:
//! names, the order of variations, glyphs, clocks. The graph says what is known of each position.

use gametree::{Game, Notation, Persistent};
use gametree_atlas::fact::NodeId;
use gametree_atlas::graph::GameRecord;
use gametree_chess::Chess;
use gametree_chess::pgn::{PgnGame, PgnReader};

use crate::error::{ProjectError, Result};
use crate::paths::File;

/// A game, and where its moves stand in the graph.
pub struct RecordedGame {
    /// The game.
    pub game: PgnGame,
    /// The graph's position behind every node of the game; none after the end by the rules.
    pub nodes: Vec<Option<NodeId>>,
}

/// All games of a project, in the order in which they came.
#[must_use]
pub fn all(atlas: &File) -> Vec<RecordedGame> {
    let records = atlas.graph().games().iter();
    records
        .filter_map(|record| RecordedGame::read(atlas, record))
        .collect()
}

/// The first game of a project.
#[must_use]
pub fn first(atlas: &File) -> Option<RecordedGame> {
    let record = atlas.graph().games().first()?;
    RecordedGame::read(atlas, record)
}

impl RecordedGame {
    /// None where the record cannot be read: it is of another game, or of a newer version.
    fn read(atlas: &File, record: &GameRecord) -> Option<RecordedGame> {
        let game = PgnReader::new(record.text.as_bytes()).next()?.ok()?;
        let nodes = places(atlas, record.node, &game);
        Some(RecordedGame { game, nodes })
    }

    /// The graph's positions of the main line, with the game's nodes, the start included.
    pub fn main_line(&self) -> impl Iterator<Item = (usize, NodeId)> {
        let ids = std::iter::once(PgnGame::START).chain(self.game.main_line());
        ids.map_while(|id| Some((id, self.nodes[id]?)))
    }
}

/// The graph's position behind every node of a game.
fn places(atlas: &File, start: NodeId, game: &PgnGame) -> Vec<Option<NodeId>> {
    let query = atlas.query();
    let mut root = game.start.clone();
    root.normalize();
    let mut found: Vec<Option<(NodeId, Chess)>> = vec![Some((start, root))];
    for id in 1..game.len() {
        let node = game.node(id);
        let step = || {
            let (from, position) = found[node.parent()].as_ref()?;
            let m = node.played()?;
            let to = query.child(*from, position.encode(m))?;
            let mut after = position.after(m);
            after.normalize();
            Some((to, after))
        };
        let place = step();
        found.push(place);
    }
    found
        .into_iter()
        .map(|place| place.map(|(node, _)| node))
        .collect()
}

/// The position after a move of the first game's main line, as people name it: `23.Nf3`, `23...`,
/// `start`, `end`.
///
/// # Errors
/// When there is no game, or it has no such move.
pub fn find(atlas: &File, text: &str) -> Result<NodeId> {
    let recorded = first(atlas)
        .ok_or_else(|| ProjectError::not_found("the project has no game that was played"))?;
    let line: Vec<(usize, NodeId)> = recorded.main_line().collect();
    let named = match text {
        "start" => line.first(),
        "end" => line.last(),
        _ => line
            .iter()
            .skip(1)
            .find(|(id, _)| names(&recorded.game, *id, text)),
    };
    named.map(|&(_, node)| node).ok_or_else(|| {
        ProjectError::not_found(format!("the game has no move {text}"))
            .hint("a move of the main line with its number, as in 23.Nf3 or 23...Nf6; start or end")
    })
}

/// Whether a text is the number of a node's move, with or without its name.
fn names(game: &PgnGame, id: usize, text: &str) -> bool {
    let node = game.node(id);
    let (Some(before), Some(m)) = (game.position(node.parent()), node.played()) else {
        return false;
    };
    let Some(rest) = text.strip_prefix(&before.number()) else {
        return false;
    };
    // `23.` is White's move and not the beginning of `23...`.
    !rest.starts_with('.') && (rest.is_empty() || before.read_move(rest.trim()) == Some(m))
}
