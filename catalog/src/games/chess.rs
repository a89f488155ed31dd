//! Chess and Chess960, with the built-in evaluator.

use gametree_chess::evaluate::Tapered;
use gametree_chess::{BadPosition, Chess};

use super::Request;
use crate::error::CatalogError;
use crate::info::{GameInfo, Positive};
use crate::knowledge::Heuristics;
use crate::two_player::TwoPlayerGame;

/// The entry of chess.
pub const INFO: GameInfo = GameInfo {
    name: "chess",
    form: "chess",
    about: "chess, also Chess960; 50 moves without capture or pawn move are a draw; values in centipawns",
    positions: "a FEN (the clocks may be missing), or moves as in 'e4 e5 Nf3' or 'e2e4 e7e5'",
    players: 2,
    chance: false,
    hidden: false,
    secret_moves: false,
    loops: true,
    small: false,
    example: "chess",
    fits: &["pvs", "minmax", "mtdf", "alphabeta"],
    tuned: &[(
        "pvs",
        "reductions=50,aspiration=40,enhanced=1000,sorted=1,pruning=on,threats=on,repetitions=on",
    )],
};

/// The game, with the built-in evaluator.
pub fn open(
    request: &Request<'_>,
) -> Result<TwoPlayerGame<Chess, Heuristics<Tapered>>, CatalogError> {
    request.no_parameters()?;
    let game = TwoPlayerGame::new(&INFO, Chess::default(), Heuristics::new(Tapered::default()));
    Ok(game
        .reading(|text| text.parse().map_err(|error: BadPosition| error.to_string()))
        .positive(Positive {
            shift: 5000,
            ..Positive::default()
        }))
}
