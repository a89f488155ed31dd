//! A game of a run as the pages replay it: a board per move, with what its player said of it.

use gametree::board::{Board, Squares};
use gametree_arena::GameRecord;
use gametree_catalog::matches::replay;
use serde::Serialize;
use utoipa::ToSchema;

use super::view::Game;
use crate::error::ApiError;

/// A game to be replayed.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Replay {
    /// `gametree.replay/1`.
    pub schema: &'static str,
    /// The game.
    pub game: Game,
    /// Its positions, from the opening on.
    pub steps: Vec<ReplayStep>,
}

/// A position, the move that led to it, and what that move cost.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ReplayStep {
    /// The move; null at the start.
    pub played: Option<String>,
    /// Its squares.
    pub squares: Option<Squares>,
    /// Whose turn it is now, from 0.
    pub turn: u8,
    /// The board; null where the game has none.
    pub board: Option<Board>,
    /// The position as text.
    pub text: String,
    /// Seconds spent on the move, where they are known.
    pub seconds: Option<f64>,
    /// How deep it was searched.
    pub depth: Option<u32>,
    /// What its player thought the position was worth, the first player's view: points, or `+#5`
    /// for a win in 5 plies.
    pub value: Option<String>,
}

impl Replay {
    /// Of a record, whose figures are `shown`.
    ///
    /// # Errors
    /// The record is not one of this game.
    pub(super) fn new(game: &str, record: &GameRecord, shown: Game) -> Result<Replay, ApiError> {
        let failed = |error: gametree_catalog::CatalogError| ApiError::failed(error.to_string());
        let game = gametree_catalog::open(game, &[]).map_err(failed)?;
        let steps = replay::replay(&game, record).map_err(failed)?;
        let steps = steps.into_iter().enumerate().map(|(number, step)| {
            let stats = number.checked_sub(1).and_then(|at| record.stats.get(at));
            ReplayStep {
                played: step.played,
                squares: step.squares,
                turn: step.turn.0,
                board: step.board,
                text: step.text,
                seconds: stats.map(|stats| stats.seconds),
                depth: stats.and_then(|stats| stats.depth),
                value: stats
                    .and_then(gametree_arena::MoveStats::score)
                    .map(|score| score.to_string()),
            }
        });
        Ok(Replay {
            schema: "gametree.replay/1",
            game: shown,
            steps: steps.collect(),
        })
    }
}
