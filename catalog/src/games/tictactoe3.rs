//! Tic-tac-toe for three.

use std::sync::Arc;

use gametree::erased::Own;
use gametree::maxn::Maxn;
use gametree_games::tictactoe3::{Board, OpenLines, rules};

use super::Request;
use crate::error::CatalogError;
use crate::game::AnyGame;
use crate::info::GameInfo;
use crate::knowledge::Position;
use crate::payoff::{PayoffGame, to_the_end};
use crate::searches::baseline::baselines;
use crate::searches::players::of_many;

/// The entry of tic-tac-toe for three.
pub const INFO: GameInfo = GameInfo {
    name: "tictactoe3",
    form: "tictactoe3[:ROWSxCOLSxK]",
    about: "X, O and Z in turn; the first with K in a row wins alone; 4x4x3 where none is given",
    positions: "squares in order of play, as in 'b2 a1 c3'",
    players: 3,
    chance: false,
    hidden: false,
    secret_moves: false,
    loops: false,
    small: false,
    example: "tictactoe3:3x3x3",
    fits: &["paranoid", "maxn", "brs"],
    tuned: &[],
    stored: None,
};

/// The game, on the empty board.
pub fn open(request: &Request<'_>) -> Result<AnyGame, CatalogError> {
    let wrong =
        |what: String| CatalogError::usage(what).hint("write tictactoe3:4x4x3; at most 64 squares");
    let rules = rules(&request.full_name()).and_then(|rules| rules.kept());
    let rules = rules.map_err(|error| wrong(error.to_string()))?;
    let start = Board::new(rules).map_err(|error| wrong(error.to_string()))?;
    let erase = |board: Board<'static>| Position::payoff(board, Arc::new(OpenLines));
    let mut recipes = of_many();
    recipes.extend(baselines());
    let solver = to_the_end(|| Maxn::new(Own));
    let game = PayoffGame::new(erase(start), recipes, solver).reading(move |text| {
        let read = Board::read(rules, text).map(erase);
        read.map_err(|error| error.to_string())
    });
    Ok(AnyGame::with_payoffs(&INFO, request.name, game))
}
