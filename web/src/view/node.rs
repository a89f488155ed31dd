//! A position and its moves.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::value::Worth;
use crate::shown::{Board, Squares};

/// A position of a project.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Node {
    /// `gametree.node/1`.
    pub schema: &'static str,
    /// Its number.
    pub node: u32,
    /// The project.
    pub project: String,
    /// The game.
    pub game: String,
    /// The position as text: a FEN in chess.
    pub position: String,
    /// What to draw.
    pub board: Board,
    /// Who moves: `first` or `second`.
    pub turn: &'static str,
    /// The players' names, the first one's first.
    pub players: [&'static str; 2],
    /// The way from its root, the root first.
    pub path: Vec<Crumb>,
    /// Other ways that lead here, as moves from a root; at most ten.
    pub other_paths: Vec<Vec<Crumb>>,
    /// How many moves of the graph lead here.
    pub entries: usize,
    /// The last move's squares.
    pub last: Option<Squares>,
    /// The opening.
    pub opening: Option<String>,
    /// What follows from everything known.
    pub value: Option<Worth>,
    /// The engine's own score of the position.
    pub direct: Option<Worth>,
    /// The depth of that search.
    pub depth: u32,
    /// Positions searched for it.
    pub nodes: u64,
    /// The engine.
    pub source: Option<String>,
    /// Whether the value comes from the moves rather than from the position's own search.
    pub open: bool,
    /// Whether the game is over.
    pub ended: bool,
    /// Whether a question about it is open.
    pub asked: bool,
    /// Why it is parked.
    pub parked: Option<String>,
    /// The best line.
    pub line: Vec<Ply>,
    /// Why the line ends.
    pub line_end: &'static str,
    /// Every legal move.
    pub legal: Vec<LegalMove>,
    /// The user's note.
    pub note: String,
    /// What the user watches here.
    pub watches: Vec<String>,
    /// Of a hundred questions so many go below this position.
    pub boost: u8,
    /// Plies that every way into it costs more.
    pub damp: f64,
}

/// A step of a way.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Crumb {
    /// The position after the move.
    pub node: u32,
    /// The move; empty for a root.
    #[serde(rename = "move")]
    pub name: String,
    /// `12.`, `12...`, or empty.
    pub number: String,
}

/// A move of a line; `node` where the position after it is in the graph.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Ply {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// As engines write it.
    pub wire: String,
    /// `12.`, `12...`, or empty.
    pub number: String,
    /// The position after it.
    pub node: Option<u32>,
    /// The board after it, for previews.
    pub board: Board,
    /// Its squares.
    pub squares: Squares,
}

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct LegalMove {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// As engines write it.
    pub wire: String,
    /// Its squares.
    pub squares: Squares,
    /// The position after it, where the move is in the graph.
    pub node: Option<u32>,
}

/// The moves of a position.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Moves {
    /// `gametree.moves/1`.
    pub schema: &'static str,
    /// The position.
    pub node: u32,
    /// Who moves.
    pub turn: &'static str,
    /// The wire names of the moves in the graph, the mover's best first.
    pub order: Vec<String>,
    /// The moves by wire name.
    pub rows: BTreeMap<String, MoveRow>,
    /// All other moves.
    pub rest: Option<Rest>,
    /// The engines by number.
    pub sources: Vec<SourceName>,
}

/// An engine as values name it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct SourceName {
    /// Name and version.
    pub name: String,
    /// The options that change its values.
    pub options: String,
}

/// A move of the graph.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct MoveRow {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// As engines write it.
    pub wire: String,
    /// `12.`, `12...`, or empty.
    pub number: String,
    /// Its squares.
    pub squares: Squares,
    /// The position after it.
    pub node: u32,
    /// What follows from everything known.
    pub value: Option<Worth>,
    /// The engine's own score of the position after it.
    pub direct: Option<Worth>,
    /// The depth of that search.
    pub depth: u32,
    /// Positions searched for it.
    pub nodes: u64,
    /// Points lost against the best option, on the bounded scale.
    pub loss: Option<f64>,
    /// The mover's chance that it gives away against the best option, from 0 to 1.
    pub win_loss: Option<f64>,
    /// `best`, `good`, `ok`, `inaccuracy`, `mistake`, `blunder`; none where nothing is known.
    pub class: Option<&'static str>,
    /// Whether the engine and the tree disagree by more than 0.30.
    pub disagree: bool,
    /// Plies to the next question through this move.
    pub penalty: Option<f64>,
    /// Its part of the position.
    pub share: f64,
    /// `excluded`, `ended`, `decided`, `parked`, `asked`, `new`, `open`, `searched`.
    pub state: &'static str,
    /// Whether it carries the position's value.
    pub best: bool,
    /// Whether the user put it there.
    pub by_user: bool,
    /// Whether another move leads to the same position.
    pub transposes: bool,
    /// The number of the engine in `sources`.
    pub source: Option<u16>,
    /// Whether the value comes from another engine than the direct one.
    pub mixed: bool,
    /// The user's note on the position after it.
    pub note: String,
    /// Whether the user watches the position after it.
    pub watched: bool,
    /// The best line after it, at most 8 plies.
    pub line: Vec<String>,
}

/// The moves that are not in the graph.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Rest {
    /// How many.
    pub count: usize,
    /// The best of them, where somebody named it.
    #[serde(rename = "move")]
    pub name: Option<String>,
    /// What it counts for.
    pub value: Worth,
    /// Its part of the position.
    pub share: f64,
    /// `asked`, `stale`, `open`, `closed`.
    pub state: &'static str,
    /// Plies until it is asked about.
    pub penalty: Option<f64>,
}
