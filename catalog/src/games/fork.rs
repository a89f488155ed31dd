//! The two roads, where averaging over worlds goes wrong.

use std::sync::Arc;

use gametree::erased::Own;
use gametree::expectiminimax::Expectiminimax;
use gametree::pimc::InnerSearch;
use gametree::{Blind, Game, Hidden, Player};
use gametree_games::PositionError;
use gametree_games::fork::Fork;

use super::{Request, typed};
use crate::error::CatalogError;
use crate::game::AnyGame;
use crate::info::GameInfo;
use crate::knowledge::Position;
use crate::payoff::{PayoffGame, at_equilibrium};
use crate::searches::baseline::baselines;
use crate::searches::hidden::{equilibrium, of_hidden};

/// The entry of the two roads.
pub const INFO: GameInfo = GameInfo {
    name: "fork",
    form: "fork",
    about: "two roads: a little gold for sure, or a fork with much gold on one side and a bus on the other",
    positions: "where the gold lies, then the ways taken, as in 'left B right'; 'sign' before it puts up a sign",
    players: 2,
    chance: true,
    hidden: true,
    secret_moves: false,
    loops: false,
    small: true,
    example: "fork",
    fits: &["ismcts", "cfr", "pimc"],
    tuned: &[],
    stored: None,
};

/// The game, before the gold is hidden.
pub fn open(request: &Request<'_>) -> Result<AnyGame, CatalogError> {
    request.no_parameters()?;
    let erase = |game: Fork| Position::hidden(game, Arc::new(Blind));
    let mut recipes = of_hidden(InnerSearch::by(Expectiminimax { evaluator: Own }));
    recipes.push(equilibrium());
    recipes.extend(baselines());
    let game = PayoffGame::new(erase(Fork::new()), recipes, at_equilibrium())
        .hiding(board)
        .reading(move |text| {
            let read = text.parse().map(erase);
            read.map_err(|error: PositionError| error.to_string())
        });
    Ok(AnyGame::with_payoffs(&INFO, request.name, game))
}

/// The ways taken, and the sign where there is one; everything at the end.
fn board(position: &Position, player: Player) -> String {
    let position = typed::<Fork>(position);
    if position.outcome().is_some() {
        return position.to_string();
    }
    let seen: Vec<String> = position
        .view(player)
        .iter()
        .map(|way| format!("{way:?}"))
        .collect();
    format!(
        "seen so far: {}",
        if seen.is_empty() {
            "nothing".into()
        } else {
            seen.join(" ")
        }
    )
}
