//! Breakthrough, on boards of many sizes.

use gametree::finishing::Unfinished;
use gametree::playout::Uniform;
use gametree_games::breakthrough::policy::Steps;
use gametree_games::breakthrough::{Board, Rows, Shape};

use super::Request;
use crate::error::CatalogError;
use crate::format::shorten;
use crate::info::GameInfo;
use crate::knowledge::{Heuristics, TrainingData};
use crate::two_player::TwoPlayerGame;

/// The entry of Breakthrough.
pub const INFO: GameInfo = GameInfo {
    name: "breakthrough",
    form: "breakthrough[:N|:ROWSxCOLS]",
    about: "pawns that step forward and capture aslant; who reaches the far row wins; 8 × 8, or as given",
    positions: "moves as in 'a2a3 b7b6', or rows from the top as in 'OOOO/OO.O/..O./X.XX/XXXX X'",
    players: 2,
    chance: false,
    hidden: false,
    secret_moves: false,
    loops: false,
    small: false,
    example: "breakthrough",
    fits: &["pvs", "minmax", "mcts", "alphabeta"],
    tuned: &[
        ("pvs", "reductions=80,least=2"),
        ("mcts", "c=1"),
        ("minmax", "p=32,bonus=0.1,tempo=60,slack=4"),
    ],
};

fn training() -> TrainingData<Shape> {
    TrainingData::new(INFO.name, Shape::hand_made()).learned(Shape::LEARNED)
}

/// What is known of Breakthrough.
pub type Knowledge = Heuristics<Rows, Uniform, Unfinished, Steps, Shape>;

/// The game, on the board of the name.
pub fn open(request: &Request<'_>) -> Result<TwoPlayerGame<Board, Knowledge>, CatalogError> {
    let start = Board::named(&request.full_name()).map_err(|error| {
        CatalogError::usage(shorten(&error.to_string(), 200))
            .hint("write breakthrough, breakthrough:6 or breakthrough:6x5")
    })?;
    let (rows, columns) = (start.rows(), start.columns());
    let knowledge = Heuristics::new(Rows::default())
        .with_prior(Steps)
        .trainable(training());
    let game = TwoPlayerGame::new(&INFO, start, knowledge);
    Ok(game
        .reading(move |text| Board::read(rows, columns, text).map_err(|error| error.to_string())))
}
