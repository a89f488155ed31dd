//! Whist: tricks, four seats, two sides, hidden hands.

use std::sync::Arc;

use gametree::erased::{ErasedMove, Typed};
use gametree::{Budget, Game, Limits, Player, Stop};
use gametree_games::PositionError;
use gametree_games::whist::{Greedy, HighCards, Solver, Whist};

use super::veil::veiled;
use super::{Request, typed};
use crate::error::CatalogError;
use crate::game::AnyGame;
use crate::info::GameInfo;
use crate::knowledge::Position;
use crate::payoff::{PayoffGame, Recipe};
use crate::searches::baseline::{GREEDY, baselines};
use crate::searches::hidden::of_hidden;
use crate::searches::players::of_many;
use crate::solve::ExactPayoffs;

/// The entry of whist.
pub const INFO: GameInfo = GameInfo {
    name: "whist",
    form: "whist:N[S|H|D|C]",
    about: "tricks with N cards per hand, two sides of two; a letter names the trump suit",
    positions: "four hands as in 'N:AK.2.. QJ.3.. 32.A.. 54.K.. lead=N play=SA', or cards dealt and played",
    players: 4,
    chance: true,
    hidden: true,
    secret_moves: false,
    loops: false,
    small: false,
    example: "whist:5",
    fits: &["pimc", "ismcts"],
    tuned: &[],
    stored: None,
};

/// The table of a solver for a deal, and for one of many worlds.
const TABLE: usize = 64 << 20;

/// The game, before the cards are dealt.
pub fn open(request: &Request<'_>) -> Result<AnyGame, CatalogError> {
    let named = format!("whist:{}", request.parameters.unwrap_or("13"));
    let start = Whist::named(&named).map_err(|error: PositionError| {
        request
            .wrong(error)
            .hint("write whist:8, or whist:8S with spades as trump; 2 to 13 cards per hand")
    })?;
    let erase = |game: Whist| Position::hidden(game, Arc::new(HighCards));
    let mut recipes = of_hidden(Typed::<Whist, _>::new(Solver::new(TABLE)));
    recipes.extend(of_many());
    recipes.extend(baselines());
    recipes.push(Recipe::new(&GREEDY, |_| {
        Ok(Box::new(Typed::<Whist, _>::new(Greedy)))
    }));
    let game = PayoffGame::new(erase(start), recipes, Box::new(double_dummy))
        .hiding(board)
        .reading(move |text| {
            let read = start.read(text).map(erase);
            read.map_err(|error| error.to_string())
        });
    Ok(AnyGame::with_payoffs(&INFO, request.name, game))
}

/// The value of a deal when all see all cards.
fn double_dummy(position: &Position, limits: &Limits) -> Result<ExactPayoffs<ErasedMove>, Stop> {
    let position = typed::<Whist>(position);
    let Some(open) = position.open() else {
        return Err(Stop::Depth);
    };
    let mut budget = Budget::new(limits);
    let mut solver = Solver::new(limits.room(TABLE));
    let points = f64::from(solver.solve_within(&open, &mut budget)?.points);
    let (cards, result) = solver.card_values_within(&open, &mut budget);
    result?;
    let sign = if position.turn().0.is_multiple_of(2) {
        1.0
    } else {
        -1.0
    };
    let keeps = |&&(_, value): &&(_, i32)| (f64::from(value) - points) * sign >= 0.0;
    Ok(ExactPayoffs {
        best: cards
            .iter()
            .filter(keeps)
            .map(|(card, _)| ErasedMove::of::<Whist>(*card))
            .collect(),
        values: vec![points, -points, points, -points],
        nodes: budget.counts.nodes,
        note: "tricks of N and S less those of E and W, all hands open (double dummy)".into(),
    })
}

/// One's own hand and the table; all hands at the end.
fn board(position: &Position, player: Player) -> String {
    if position.outcome().is_some() {
        return position.to_string();
    }
    veiled(
        &position.to_string(),
        &["N", "E", "S", "W"],
        usize::from(player.0),
    )
}
