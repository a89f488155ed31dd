//! A game that was played, move by move.

use serde::Serialize;
use utoipa::ToSchema;

use super::value::PositionValue;

/// A game that was played: what each move was worth.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct GameView {
    /// `gametree.atlas.game/1`.
    pub schema: &'static str,
    /// The project.
    pub project: String,
    /// Who had the first player's side; empty where it is not known.
    pub white: String,
    /// Who had the other side; empty where it is not known.
    pub black: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// The position that all tasks are for, where there is one.
    pub focus: Option<u32>,
    /// The start and every move of the main line.
    pub rows: Vec<GameRow>,
    /// The plies of the moves that lost more than a tenth of the win chance.
    pub turning_points: Vec<usize>,
    /// How many rows have a value.
    pub valued: usize,
}

/// A move of the game and the position after it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct GameRow {
    /// Half-moves from the start.
    pub ply: usize,
    /// The position after the move.
    pub node: u32,
    /// `12.`, `12...`; empty at the start.
    pub number: String,
    /// The move; empty at the start.
    #[serde(rename = "move")]
    pub name: String,
    /// Its value after the move; null where the position was not searched.
    #[serde(flatten)]
    pub value: PositionValue,
    /// What the mover's win chance lost by the move, of a hundred; null where it is not known.
    pub loss: Option<f64>,
    /// `?!`, `?`, `??`, or empty.
    pub mark: &'static str,
    /// The best move instead, where another is known.
    pub best: Option<String>,
    /// What the user wrote.
    pub note: String,
}
