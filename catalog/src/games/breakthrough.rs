//! Breakthrough, on boards of many sizes.

use gametree::Readable;
use gametree::finishing::Unfinished;
use gametree::playout::Uniform;
use gametree_games::breakthrough::policy::Steps;
use gametree_games::breakthrough::{Board, Rows, Shape};

use super::Request;
use crate::error::CatalogError;
use crate::format::shorten;
use crate::info::GameInfo;
use crate::knowledge::{Heuristics, TrainingData};
use crate::stored::StoredGame;
use crate::two_player::TwoPlayerGame;
use crate::user_text;

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
    stored: Some(&STORED),
};

/// Breakthrough as a project.
static STORED: StoredGame = StoredGame {
    title: "Breakthrough",
    positions: "moves as in a2a3 b7b6; breakthrough:6x5 before them for another board",
    starts: &["breakthrough", "breakthrough:6", "breakthrough:5"],
    players: ["White", "Black"],
    // The evaluator of 8 × 8 says it: 120 points are one unit of log-odds. (`--example chances`
    // finds 105, on 4,936 positions of 100 games.) On other boards the pieces weigh about twice as
    // much, and the chance is a little too bold.
    nat: 120.0,
    evaluator: "rows",
    ..StoredGame::POINTS
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
        .reading(move |text| Board::read(rows, columns, text).map_err(|error| error.to_string()))
        .stored(from_user))
}

fn from_user(text: &str) -> Result<Board, String> {
    let help = "write moves as in a2a3 b7b6, breakthrough:6x5 before them for another board, or rows from the top \
                with / between them and then who is to move";
    let (name, rest) = user_text::split(text, &["breakthrough"]);
    let read = if rest.contains('/') {
        <Board as Readable>::read(rest)
    } else {
        let start = Board::named(name.unwrap_or("breakthrough"));
        let read = start.and_then(|start| Board::read(start.rows(), start.columns(), rest));
        read.map_err(|error| error.to_string())
    };
    read.map_err(|why| format!("This is not a position of Breakthrough: {why}; {help}."))
}
