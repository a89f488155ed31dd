//! The n-square game, in which play may go on for ever.

use gametree_games::PositionError;
use gametree_games::squares::{Race, Squares};

use super::Request;
use crate::error::CatalogError;
use crate::format::Scale;
use crate::info::GameInfo;
use crate::knowledge::Heuristics;
use crate::two_player::TwoPlayerGame;

/// The entry of the n-square game.
pub const INFO: GameInfo = GameInfo {
    name: "squares",
    form: "squares:N",
    about: "two tokens on a row of N squares; who first reaches the other's end wins, and play may go on for ever",
    positions: "A's square, B's square, who moves, as in '2,3,A', or moves from the start",
    players: 2,
    chance: false,
    hidden: false,
    secret_moves: false,
    loops: true,
    small: true,
    example: "squares:4",
    fits: &["retrograde", "onpath"],
    tuned: &[],
};

/// The game on the row of the name.
pub fn open(
    request: &Request<'_>,
) -> Result<TwoPlayerGame<Squares, Heuristics<Race>>, CatalogError> {
    let named = format!("squares:{}", request.parameters.unwrap_or("4"));
    let start = Squares::named(&named)
        .map_err(|error: PositionError| request.wrong(error).hint("write squares:4"))?;
    let size = start.size();
    let game = TwoPlayerGame::new(&INFO, start, Heuristics::new(Race));
    Ok(game
        .reading(move |text| Squares::read(size, text).map_err(|error| error.to_string()))
        .scaled(Scale::default().draw_as("?")))
}
