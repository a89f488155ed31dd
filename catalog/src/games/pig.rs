//! Pig: roll a die as often as you dare.

use std::sync::Arc;

use gametree::erased::ErasedMove;
use gametree::{Chance, Game, Limits, PayoffEvaluator, Player, Stop};
use gametree_games::PositionError;
use gametree_games::pig::{Lead, Pig, Solved, WinGuess};

use super::{Request, typed};
use crate::error::CatalogError;
use crate::game::AnyGame;
use crate::info::GameInfo;
use crate::knowledge::Position;
use crate::payoff::PayoffGame;
use crate::searches::baseline::baselines;
use crate::searches::chance::of_two;
use crate::solve::ExactPayoffs;

/// The entry of Pig.
pub const INFO: GameInfo = GameInfo {
    name: "pig",
    form: "pig[:SIDES[,TARGET]][:win]",
    about: "roll a die as often as you dare, a 1 loses the turn; values are points of lead, with :win chances to win",
    positions: "both scores, the turn total and who moves, as in '37-52 8 second', or moves from the start",
    players: 2,
    chance: true,
    hidden: false,
    secret_moves: false,
    loops: false,
    small: false,
    example: "pig:3,12",
    fits: &["star2", "minmax", "oneply", "star1", "expectiminimax"],
    tuned: &[],
    stored: None,
};

/// The game, before the first roll.
pub fn open(request: &Request<'_>) -> Result<AnyGame, CatalogError> {
    let (rules, win) = match request
        .parameters
        .map(|text| (text, text.strip_suffix(":win")))
    {
        Some(("win", _)) => (None, true),
        Some((_, Some(rules))) => (Some(rules), true),
        Some((rules, None)) => (Some(rules), false),
        None => (None, false),
    };
    let full = rules.map_or("pig".into(), |rules| format!("pig:{rules}"));
    let pig = Pig::named(&full).map_err(|error: PositionError| {
        CatalogError::usage(error.to_string()).hint("write pig, pig:3 or pig:2,20:win")
    })?;
    let game = if win {
        valued_by(pig, WinGuess::new(pig.sides()))
    } else {
        valued_by(pig.for_points(), Lead)
    };
    Ok(AnyGame::with_payoffs(&INFO, request.name, game))
}

fn valued_by<E: PayoffEvaluator<Pig> + Send + Sync + 'static>(
    start: Pig,
    evaluator: E,
) -> PayoffGame {
    let evaluator = Arc::new(evaluator);
    let erase = move |game: Pig| Position::payoff(game, evaluator.clone());
    let mut recipes = of_two();
    recipes.extend(baselines());
    PayoffGame::new(erase(start), recipes, Box::new(solve)).reading(move |text| {
        let read = start.read(text).map(&erase);
        read.map_err(|error| error.to_string())
    })
}

/// The chances to win with best play, by value iteration over all states.
fn solve(position: &Position, _: &Limits) -> Result<ExactPayoffs<ErasedMove>, Stop> {
    let position = typed::<Pig>(position);
    let solved = Solved::new(position).map_err(|_| Stop::Memory)?;
    let wins = solved.wins(position, Player::FIRST).ok_or(Stop::Depth)?;
    let acts = position.outcome().is_none() && position.chances().is_none();
    let best = solved.best(position).filter(|_| acts);
    let value = 2.0 * wins - 1.0;
    Ok(ExactPayoffs {
        values: vec![value, -value],
        best: best.map(ErasedMove::of::<Pig>).into_iter().collect(),
        nodes: solved.states() as u64,
        note: format!("by value iteration: the first player wins with probability {wins:.6}"),
    })
}
