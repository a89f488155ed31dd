//! Hearts: tricks that no player wants, three or four players, hidden hands.

use std::sync::Arc;

use gametree::erased::Own;
use gametree::maxn::Maxn;
use gametree::payoff_deepening::PayoffDeepening;
use gametree::pimc::InnerSearch;
use gametree::{Game, Player};
use gametree_games::hearts::{Counting, Hearts, Rules, RulesError};

use super::Request;
use super::veil::veiled;
use crate::error::CatalogError;
use crate::game::AnyGame;
use crate::info::GameInfo;
use crate::knowledge::Position;
use crate::payoff::{PayoffGame, to_the_end};
use crate::searches::baseline::baselines;
use crate::searches::hidden::of_hidden;
use crate::searches::players::of_many;

/// The entry of hearts.
pub const INFO: GameInfo = GameInfo {
    name: "hearts",
    form: "hearts[:PLAYERSxN]",
    about: "every heart taken costs a point, the queen of spades as much as all of them; 4x5 where none is given",
    positions: "hands and cards played as in 'DA HK / HA DK / SA SK : DA DK', or cards as dealt and played",
    players: 4,
    chance: true,
    hidden: true,
    secret_moves: false,
    loops: false,
    small: false,
    example: "hearts:3x3",
    fits: &["pimc", "ismcts", "paranoid", "maxn"],
    tuned: &[],
    stored: None,
};

/// The game, before the cards are dealt.
pub fn open(request: &Request<'_>) -> Result<AnyGame, CatalogError> {
    let rules: Rules = request.full_name().parse().map_err(|error: RulesError| {
        CatalogError::usage(error.to_string())
            .hint("write hearts, or hearts:4x5 for 4 players with 5 cards each")
    })?;
    let erase = |game: Hearts| Position::hidden(game, Arc::new(Counting));
    let mut recipes = of_hidden(InnerSearch::by(PayoffDeepening::new(Maxn::new(Own))));
    recipes.extend(of_many());
    recipes.extend(baselines());
    let solver = to_the_end(|| Maxn::new(Own));
    let game = PayoffGame::new(erase(Hearts::new(rules)), recipes, solver)
        .hiding(board)
        .reading(move |text| {
            let read = Hearts::read(rules, text).map(erase);
            read.map_err(|error| error.to_string())
        });
    Ok(AnyGame::with_payoffs(&INFO, request.name, game))
}

/// One's own hand and the table; all hands at the end.
fn board(position: &Position, player: Player) -> String {
    let whole = position.to_string();
    match position.outcome() {
        Some(_) => whole,
        None => veiled(&whole, &["1", "2", "3", "4"], usize::from(player.0)),
    }
}
