//! Hex, on boards of many sizes.

use gametree::Readable;
use gametree_games::PositionError;
use gametree_games::hex::{Distances, Hex};

use super::Request;
use crate::error::CatalogError;
use crate::game::by_moves;
use crate::info::GameInfo;
use crate::knowledge::Heuristics;
use crate::stored::StoredGame;
use crate::two_player::TwoPlayerGame;
use crate::user_text;

/// The entry of Hex.
pub const INFO: GameInfo = GameInfo {
    name: "hex",
    form: "hex[:N]",
    about: "join your two sides of a rhombus of hexagons, 5 × 5 or N × N (1 to 11); no draws, no swap rule",
    positions: "cells in order of play, as in 'c3 b2 d4'",
    example: "hex:4",
    fits: &["pvs", "mcts", "minmax", "dfpn", "alphabeta"],
    stored: Some(&STORED),
    ..GameInfo::TWO_PLAYERS
};

/// Hex as a project.
static STORED: StoredGame = StoredGame {
    title: "Hex",
    positions: "cells in order of play, as in c3 b2; hex:7 before them for another board",
    starts: &["hex", "hex:4", "hex:7"],
    players: ["X", "O"],
    nat: 100.0,
    evaluator: "distances",
    ..StoredGame::POINTS
};

/// The game, on the board of the name.
pub fn open(
    request: &Request<'_>,
) -> Result<TwoPlayerGame<Hex, Heuristics<Distances>>, CatalogError> {
    let side = u8::try_from(request.side(5)?).unwrap_or(u8::MAX);
    let start = Hex::new(side).map_err(|error| request.wrong(error).hint("write hex or hex:7"))?;
    let game = TwoPlayerGame::new(&INFO, start, Heuristics::new(Distances));
    Ok(game.stored(from_user))
}

fn from_user(text: &str) -> Result<Hex, String> {
    let help = "write cells in order of play, as in c3 b2, hex:7 before them for another board, or rows from the top \
                with / between them";
    let (name, rest) = user_text::split(text, &["hex"]);
    let read = if rest.contains('/') {
        <Hex as Readable>::read(rest)
    } else {
        let side = name
            .and_then(|name| name.split_once(':'))
            .map_or("5", |(_, side)| side);
        let start = side.parse().map(Hex::new);
        let start = start.unwrap_or_else(|_| Err(PositionError(format!("'{side}' is not a size"))));
        start
            .map_err(|error| error.to_string())
            .and_then(|start| by_moves(&start, rest))
    };
    read.map_err(|why| format!("This is not a position of Hex: {why}; {help}."))
}
