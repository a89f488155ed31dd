//! Hex, on boards of many sizes.

use gametree_games::hex::{Distances, Hex};

use super::Request;
use crate::error::CatalogError;
use crate::info::GameInfo;
use crate::knowledge::Heuristics;
use crate::two_player::TwoPlayerGame;

/// The entry of Hex.
pub const INFO: GameInfo = GameInfo {
    name: "hex",
    form: "hex[:N]",
    about: "join your two sides of a rhombus of hexagons, 5 × 5 or N × N (1 to 11); no draws, no swap rule",
    positions: "cells in order of play, as in 'c3 b2 d4'",
    example: "hex:4",
    fits: &["pvs", "mcts", "minmax", "dfpn", "alphabeta"],
    ..GameInfo::TWO_PLAYERS
};

/// The game, on the board of the name.
pub fn open(
    request: &Request<'_>,
) -> Result<TwoPlayerGame<Hex, Heuristics<Distances>>, CatalogError> {
    let side = u8::try_from(request.side(5)?).unwrap_or(u8::MAX);
    let start = Hex::new(side).map_err(|error| request.wrong(error).hint("write hex or hex:7"))?;
    Ok(TwoPlayerGame::new(&INFO, start, Heuristics::new(Distances)))
}
