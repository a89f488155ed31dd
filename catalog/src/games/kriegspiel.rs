//! Kriegspiel.

use std::sync::Arc;

use gametree::erased::{Own, TypedSampler};
use gametree::expectiminimax::Expectiminimax;
use gametree::ismcts::{Ismcts, Minds};
use gametree::payoff_deepening::PayoffDeepening;
use gametree::pimc::InnerSearch;
use gametree::star1::Star1;
use gametree_chess::kriegspiel::{BadStart, Followed, Kriegspiel, Material};

use super::{Request, typed};
use crate::error::CatalogError;
use crate::game::AnyGame;
use crate::info::{GameInfo, SearchInfo, SearchOption};
use crate::knowledge::Position;
use crate::payoff::{BoxedPayoffSearch, PayoffGame, Recipe, to_the_end};
use crate::searches::baseline::baselines;
use crate::searches::hidden::{observers, of_hidden};
use crate::solve::ExactPayoffs;
use crate::spec::Settings;

/// The entry of kriegspiel.
pub const INFO: GameInfo = GameInfo {
    name: "kriegspiel",
    form: "kriegspiel",
    about: "chess in which each player sees only their own men and hears an umpire (the rules of wild 16)",
    positions: "a FEN, which both players know; or attempts as in 'e2e4 d7d5 e4f5 e4d5'",
    players: 2,
    chance: false,
    hidden: true,
    secret_moves: true,
    loops: false,
    small: false,
    example: "kriegspiel",
    fits: &["ismcts", "pimc"],
    tuned: &[],
    stored: None,
};

/// The search of this name with what suits kriegspiel: short random games, little curiosity, worlds
/// of a crowd.
static ISMCTS: SearchInfo = SearchInfo {
    name: "ismcts",
    paper: "Cowling, Powley and Whitehouse 2012",
    does: "information-set MCTS over worlds that are followed through the game, or made up to fit the last word",
    fits: "kriegspiel",
    options: &[
        SearchOption::new("c", "0.2", "how much it explores"),
        SearchOption::new(
            "observers",
            "each",
            "a tree for each player, or a single one: each, single",
        ),
        SearchOption::new("playout", "4", "stop random games after this many attempts"),
        SearchOption::new(
            "rounds",
            "10000",
            "this many rounds where no limit says when to stop",
        ),
        SearchOption::new(
            "crowd",
            "128",
            "follow this many worlds; 0 makes up all of them",
        ),
    ],
};

/// The crowd may play this many moves in a turn.
const FOLLOWING: u64 = 100_000;

/// The game, from the starting position of chess.
pub fn open(request: &Request<'_>) -> Result<AnyGame, CatalogError> {
    request.no_parameters()?;
    let erase = |game: Kriegspiel| Position::hidden(game, Arc::new(Material));
    let mut recipes = of_hidden(InnerSearch::by(PayoffDeepening::new(Expectiminimax {
        evaluator: Own,
    })));
    recipes.retain(|recipe| recipe.info.name != ISMCTS.name);
    recipes.push(Recipe::new(&ISMCTS, ismcts));
    recipes.extend(baselines());
    let all_seen = to_the_end(|| PayoffDeepening::new(Star1::new(Own)));
    let solver = Box::new(move |root: &Position, limits: &_| {
        let note = "all men seen, as in chess; refusals cost nothing".into();
        all_seen(root, limits).map(|exact| ExactPayoffs { note, ..exact })
    });
    let game = PayoffGame::new(erase(Kriegspiel::new()), recipes, solver)
        .hiding(|position, player| typed::<Kriegspiel>(position).shown_to(player))
        .reading(move |text| {
            let read = text.parse().map(erase);
            read.map_err(|error: BadStart| error.to_string())
        });
    Ok(AnyGame::with_payoffs(&INFO, request.name, game))
}

/// Information-set search of checked options.
fn ismcts(settings: &Settings) -> Result<BoxedPayoffSearch, CatalogError> {
    let crowd = settings.whole("crowd", 0..=100_000)? as usize;
    let sampler = if crowd == 0 {
        Followed::never()
    } else {
        Followed::new(crowd, FOLLOWING)
    };
    Ok(Box::new(Ismcts {
        sampler: TypedSampler::<Kriegspiel, _>::new(sampler),
        evaluator: Own,
        seed: settings.seed,
        exploration: settings.real("c", 0.0..=1000.0)?,
        observers: observers(settings)?,
        minds: Minds::Auto,
        playout: settings.whole("playout", 0..=1_000_000)? as u32,
        rounds: settings.whole("rounds", 1..=1_000_000_000)?,
    }))
}
