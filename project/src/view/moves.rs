//! The moves of a position.

use serde::Serialize;
use utoipa::ToSchema;

use super::value::{Direct, PositionValue, WdlView};
use gametree::board::Squares;

/// The moves of a position.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct MovesView {
    /// `gametree.atlas.moves/1`.
    pub schema: &'static str,
    /// The project.
    pub project: String,
    /// The game.
    pub game: String,
    /// The position's number.
    pub node: u32,
    /// The position as text: a FEN in chess.
    pub position: String,
    /// Who moves: `first` or `second`.
    pub turn: &'static str,
    /// The value of the position.
    #[serde(flatten)]
    pub value: PositionValue,
    /// Whether that value comes from the moves, rather than from the engine's own search of the
    /// position.
    pub open: bool,
    /// The best move.
    pub best: Option<String>,
    /// The best line.
    pub line: Vec<String>,
    /// The moves in the graph, the mover's best first.
    pub moves: Vec<MoveRow>,
    /// All other moves.
    pub rest: Option<Rest>,
    /// What costs and penalties are counted in: `plies`, or `nats` under Rivest's rule.
    pub unit: &'static str,
    /// The engines by number.
    pub sources: Vec<SourceName>,
}

/// An engine as values name it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct SourceName {
    /// Its number.
    pub number: usize,
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
    pub uci: String,
    /// `12.`, `12...`, or empty.
    pub number: String,
    /// Its squares.
    pub squares: Squares,
    /// The position after it.
    pub node: u32,
    /// What follows from everything known.
    #[serde(flatten)]
    pub value: PositionValue,
    /// Where it comes from: `position` (the one after the move), `search` (the engine's search of the
    /// position before it), `bound` (that search was longer, and found no move better than this).
    pub basis: &'static str,
    /// Whether that is an engine's own search, of the position after the move or before it, rather
    /// than backed up from moves behind it.
    pub own_search: bool,
    /// The engine's own score of the position after it.
    #[serde(flatten)]
    pub direct: Direct,
    /// The depth of that search.
    pub depth: u32,
    /// Its wins, draws and losses; null where the engine does not report them.
    pub wdl: Option<WdlView>,
    /// Positions searched for it.
    pub nodes: u64,
    /// Positions searched behind the move, with everything below it, to about a tenth.
    pub effort: u64,
    /// Points lost against the best option, on the bounded scale.
    pub loss: Option<f64>,
    /// The mover's chance that it gives away against the best option, from 0 to 1.
    pub win_loss: Option<f64>,
    /// `best`, `good`, `ok`, `inaccuracy`, `mistake`, `blunder`; none where nothing is known.
    pub class: Option<&'static str>,
    /// Whether the engine and the tree disagree by more than 0.30.
    pub disagree: bool,
    /// What choosing it costs, in the view's unit; none where it is excluded.
    pub cost: Option<f64>,
    /// The weights that spare it a part of its cost; `cost` is what is left.
    pub spared: Vec<SparedPart>,
    /// What the way to the next task through this move costs.
    pub penalty: Option<f64>,
    /// Its part of the position.
    pub share: f64,
    /// `excluded`, `ended`, `decided`, `parked`, `asked`, `new`, `open`, `searched`.
    pub state: &'static str,
    /// Whether it carries the position's value.
    pub best: bool,
    /// Whether the user put it there.
    pub by_user: bool,
    /// Who put it there: `user` or `engine`.
    pub origin: &'static str,
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

/// What one weight spares a move.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct SparedPart {
    /// `check`, `attack`, `march`, `exchange`, `promotion`, `disagreement` or `spread`.
    pub weight: &'static str,
    /// The part of the move's cost, from 0 to 0.75.
    pub part: f64,
}

/// The moves that are not in the graph.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Rest {
    /// How many.
    pub count: usize,
    /// The best of them, where an engine named it.
    #[serde(rename = "move")]
    pub name: Option<String>,
    /// As engines write it.
    pub uci: Option<String>,
    /// What it counts for, or what it is worth at most to the mover.
    #[serde(flatten)]
    pub value: PositionValue,
    /// Whether the value is only such a bound, until these moves are searched again.
    pub bound: bool,
    /// Points lost against the best option, on the bounded scale.
    pub loss: f64,
    /// Its part of the position.
    pub share: f64,
    /// `asked`, `stale`, `open`, `closed`.
    pub state: &'static str,
    /// What the way to it costs until it is searched.
    pub penalty: Option<f64>,
    /// Positions searched for its value.
    pub nodes: u64,
}
