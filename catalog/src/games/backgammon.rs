//! Backgammon.

use std::sync::Arc;
use std::time::Instant;

use gametree::erased::{ErasedMove, Own, Typed};
use gametree::one_ply::OnePly;
use gametree::star2::Star2;
use gametree::{Counts, Limits};
use gametree_arena::{Choice, Contender, Failure};
use gametree_games::PositionError;
use gametree_games::backgammon::{Backgammon, Handmade, Trained};

use super::{Request, typed};
use crate::error::CatalogError;
use crate::game::AnyGame;
use crate::info::GameInfo;
use crate::knowledge::Position;
use crate::opponents::gnubg::{Gnubg, Level};
use crate::payoff::{PayoffGame, Recipe, to_the_end};
use crate::searches::baseline::{GNUBG, HANDMADE, baselines};
use crate::searches::chance::of_two;
use crate::spec::Settings;

/// The entry of backgammon.
pub const INFO: GameInfo = GameInfo {
    name: "backgammon",
    form: "backgammon[:cube][:single]",
    about: "backgammon; with the doubling cube, or without gammons",
    positions: "GNU Backgammon's position identifier, who acts and the dice, as `search` prints them; or moves",
    players: 2,
    chance: true,
    hidden: false,
    secret_moves: false,
    loops: true,
    small: false,
    example: "backgammon",
    fits: &["star2", "oneply", "star1", "expectiminimax"],
    tuned: &[],
    stored: None,
};

const LEVELS: &[&str] = &[
    "beginner",
    "casual",
    "intermediate",
    "advanced",
    "expert",
    "world-class",
];

/// The game, from its starting position.
pub fn open(request: &Request<'_>) -> Result<AnyGame, CatalogError> {
    let start = Backgammon::named(&request.full_name()).map_err(|error: PositionError| {
        CatalogError::usage(error.to_string())
            .hint("write backgammon, backgammon:cube or backgammon:single")
    })?;
    let erase = |game: Backgammon| Position::payoff_guided(game, Arc::new(Trained));
    let mut recipes = of_two();
    recipes.extend(baselines());
    recipes.push(Recipe::new(&HANDMADE, |_| {
        let evaluator = Typed::<Backgammon, _>::new(Handmade::default());
        Ok(Box::new(OnePly { evaluator }))
    }));
    let gnubg = Recipe::new(&GNUBG, |settings| {
        Ok(Box::new(Typed::<Backgammon, _>::new(started(settings)?)))
    });
    recipes.push(gnubg.with_contender(|settings| Ok(Box::new(Rival(started(settings)?)))));
    let solver = to_the_end(|| Star2::new(Own));
    let game = PayoffGame::new(erase(start), recipes, solver).reading(move |text| {
        let read = start.read(text).map(erase);
        read.map_err(|error| error.to_string())
    });
    Ok(AnyGame::with_payoffs(&INFO, request.name, game))
}

/// GNU Backgammon at the level of the options.
fn started(settings: &Settings) -> Result<Gnubg, CatalogError> {
    let level: Level = settings
        .one_of("level", LEVELS)?
        .parse()
        .map_err(CatalogError::usage)?;
    Gnubg::start(level).map_err(|error| {
        CatalogError::engine(error.to_string())
            .hint("install GNU Backgammon, on Debian: apt install gnubg")
    })
}

/// GNU Backgammon in a match: where it fails, it loses, and the record says why.
struct Rival(Gnubg);

impl Contender<Position> for Rival {
    fn new_game(&mut self, _: u64) {}

    fn choose(&mut self, position: &Position, _: &Limits) -> Result<Choice<ErasedMove>, Failure> {
        let start = Instant::now();
        let answer = self
            .0
            .ask(typed(position))
            .map_err(|error| Failure::Broken(error.to_string()))?;
        let counts = Counts {
            nodes: 1,
            ..Counts::default()
        };
        Ok(Choice {
            play: ErasedMove::of::<Backgammon>(answer.m),
            counts,
            time: start.elapsed(),
            proven: None,
            value: None,
            depth: None,
        })
    }
}
