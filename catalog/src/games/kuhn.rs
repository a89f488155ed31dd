//! Kuhn poker.

use std::sync::Arc;

use gametree::erased::Own;
use gametree::expectiminimax::Expectiminimax;
use gametree::pimc::InnerSearch;
use gametree::{Blind, Game, Player};
use gametree_games::PositionError;
use gametree_games::kuhn::{Act, Kuhn};

use super::{Request, typed};
use crate::error::CatalogError;
use crate::game::AnyGame;
use crate::info::GameInfo;
use crate::knowledge::Position;
use crate::payoff::{PayoffGame, at_equilibrium};
use crate::searches::baseline::baselines;
use crate::searches::hidden::{equilibrium, of_hidden};

/// The entry of Kuhn poker.
pub const INFO: GameInfo = GameInfo {
    name: "kuhn",
    form: "kuhn",
    about: "Kuhn poker: three cards, one for each of two players, a bet of one",
    positions: "the first player's card, the second's, then p (pass) and b (bet), as in 'J Q pb'",
    players: 2,
    chance: true,
    hidden: true,
    secret_moves: false,
    loops: false,
    small: true,
    example: "kuhn",
    fits: &["cfr", "ismcts", "pimc"],
    tuned: &[],
    stored: None,
};

/// The game, before the cards are dealt.
pub fn open(request: &Request<'_>) -> Result<AnyGame, CatalogError> {
    request.no_parameters()?;
    let erase = |game: Kuhn| Position::hidden(game, Arc::new(Blind));
    let mut recipes = vec![equilibrium()];
    recipes.extend(of_hidden(InnerSearch::by(Expectiminimax {
        evaluator: Own,
    })));
    recipes.extend(baselines());
    let game = PayoffGame::new(erase(Kuhn::new()), recipes, at_equilibrium())
        .hiding(board)
        .reading(move |text| {
            let read = text.parse().map(erase);
            read.map_err(|error: PositionError| error.to_string())
        });
    Ok(AnyGame::with_payoffs(&INFO, request.name, game))
}

/// One's own card, and what was said; all cards at the end.
fn board(position: &Position, player: Player) -> String {
    let position = typed::<Kuhn>(position);
    if position.outcome().is_some() {
        return position.to_string();
    }
    let card = position
        .card(player)
        .map_or("none yet".into(), |card| format!("{card:?}"));
    let said: Vec<&str> = position
        .said()
        .map(|act| if act == Act::Bet { "bet" } else { "pass" })
        .collect();
    let said = if said.is_empty() {
        "nothing".into()
    } else {
        said.join(", ")
    };
    format!("your card: {card}; said so far: {said}; p passes (or folds), b bets (or calls)")
}
