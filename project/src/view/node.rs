//! A position and its moves.

use gametree_atlas::settings::Settings;
use serde::Serialize;
use utoipa::ToSchema;

use super::value::{Direct, PositionValue, WdlView};
use gametree::board::{Board, Squares};

/// A position of a project.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct NodeView {
    /// `gametree.atlas.node/1`.
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
    /// The same as one text, `1.e4 e5`; empty for a root.
    pub reached_by: String,
    /// Whether it is a root.
    pub root: bool,
    /// Other ways that lead here, as moves from a root; at most ten.
    pub other_paths: Vec<Vec<Crumb>>,
    /// How many moves of the graph lead here.
    pub entries: usize,
    /// The last move's squares.
    pub last: Option<Squares>,
    /// The opening.
    pub opening: Option<String>,
    /// What follows from everything known.
    #[serde(flatten)]
    pub value: PositionValue,
    /// The engine's own score of the position.
    #[serde(flatten)]
    pub direct: Direct,
    /// The depth of that search.
    pub depth: u32,
    /// Its wins, draws and losses; null where the engine does not report them.
    pub wdl: Option<WdlView>,
    /// Positions searched for it.
    pub nodes: u64,
    /// The engine.
    pub source: Option<String>,
    /// Whether the value comes from the moves rather than from the position's own search.
    pub open: bool,
    /// Whether the game is over.
    pub ended: bool,
    /// Whether a task about it is open.
    pub asked: bool,
    /// Why its task failed.
    pub parked: Option<String>,
    /// The best move.
    pub best: Option<String>,
    /// The best line.
    pub line: Vec<Ply>,
    /// Why the line ends.
    pub line_end: &'static str,
    /// Every legal move.
    pub legal: Vec<LegalMove>,
    /// How many of them are in the graph.
    pub known: usize,
    /// The user's note.
    pub note: String,
    /// What the user watches here.
    pub watches: Vec<String>,
    /// Of a hundred tasks this many go below this position.
    pub boost: u8,
    /// Plies that every way into it costs more.
    pub damp: f64,
    /// How the project grows.
    #[schema(value_type = Object)]
    pub settings: Settings,
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
    pub uci: String,
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
    pub uci: String,
    /// Its squares.
    pub squares: Squares,
    /// The position after it, where the move is in the graph.
    pub node: Option<u32>,
}
