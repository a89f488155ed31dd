//! Nim, with heaps of any size.

use gametree_games::PositionError;
use gametree_games::nim::{HeapParity, Heaps};

use super::Request;
use crate::error::CatalogError;
use crate::game::by_moves;
use crate::info::GameInfo;
use crate::knowledge::Heuristics;
use crate::two_player::TwoPlayerGame;

/// The entry of Nim.
pub const INFO: GameInfo = GameInfo {
    name: "nim",
    form: "nim:A,B,C",
    about: "take matches from one of the heaps; who takes the last one wins",
    positions: "heaps as in '1,0,2', 'second' behind them where the second player moves, or moves as in 2:3",
    players: 2,
    chance: false,
    hidden: false,
    secret_moves: false,
    loops: false,
    small: false,
    example: "nim:3,4,5",
    fits: &["pvs", "dfpn", "pns", "retrograde"],
    tuned: &[],
};

/// The game with the heaps of the name.
pub fn open(
    request: &Request<'_>,
) -> Result<TwoPlayerGame<Heaps, Heuristics<HeapParity>>, CatalogError> {
    let heaps = request.parameters.unwrap_or("").trim();
    let start: Heaps = heaps
        .parse()
        .map_err(|error: PositionError| request.wrong(error).hint("write nim:3,4,5"))?;
    let game = TwoPlayerGame::new(&INFO, start, Heuristics::new(HeapParity));
    Ok(game.reading(move |text| {
        // With a colon it is a move, which the heaps' own reader does not know.
        if text.contains(':') {
            return by_moves(&start, text);
        }
        text.parse()
            .map_err(|error: PositionError| error.to_string())
    }))
}
