//! Othello on boards of 4, 6 and 8 squares per side.

use gametree::Readable;
use gametree::minmax::Ignorant;
use gametree::playout::Uniform;
use gametree_games::othello::{Board, DISC, Endgame, Patterns, Shape};

use super::Request;
use crate::error::CatalogError;
use crate::format::Scale;
use crate::info::{GameInfo, Positive};
use crate::knowledge::{Heuristics, TrainingData};
use crate::stored::{StoredGame, ValueText};
use crate::two_player::TwoPlayerGame;
use crate::user_text;

/// The entry of Othello.
pub const INFO: GameInfo = GameInfo {
    name: "othello",
    form: "othello[:N]",
    about: "Othello on 8 × 8 squares, or N × N (4, 6, 8); who has more discs at the end wins",
    positions: "moves as in f5d6c3, or all squares row by row as X, O and -, then the mover X or O",
    players: 2,
    chance: false,
    hidden: false,
    secret_moves: false,
    loops: false,
    small: false,
    example: "othello",
    fits: &["minmax", "pvs", "mtdf", "alphabeta", "mcts"],
    tuned: &[
        (
            "pvs",
            "reductions=80,quiescence=off,aspiration=300,endgame=on",
        ),
        ("minmax", "p=3,bonus=0.75,tempo=100,endgame=on"),
        ("mtdf", "endgame=on"),
        ("alphabeta", "endgame=on"),
        ("bestfirst", "endgame=on"),
        ("mcts", "endgame=on"),
    ],
    stored: Some(&STORED),
};

/// Othello as a project.
static STORED: StoredGame = StoredGame {
    title: "Othello",
    positions: "moves as in f5d6c3; othello:6 before them for a smaller board",
    starts: &["othello", "othello:6", "othello:4"],
    players: ["Black", "White"],
    unit: "discs",
    // Fitted to 7,916 positions of 150 games of the analyst at 1,000 nodes per move
    // (`--example chances`, which finds 747).
    nat: 750.0,
    values: ValueText::Hundredths,
    evaluator: "patterns",
    ..StoredGame::POINTS
};

fn training() -> TrainingData<Shape> {
    TrainingData::new(INFO.name, Shape::hand_made()).learned(Shape::LEARNED)
}

/// What is known of Othello.
pub type Knowledge = Heuristics<Patterns, Uniform, Endgame, Ignorant, Shape>;

/// The game, on the board of the name.
pub fn open(request: &Request<'_>) -> Result<TwoPlayerGame<Board, Knowledge>, CatalogError> {
    let size = request.side(8)?;
    let start = Board::start(size)
        .map_err(|error| request.wrong(error).hint("othello, othello:4, othello:6"))?;
    let knowledge = Heuristics::new(Patterns::default())
        .with_finisher(Endgame::default())
        .trainable(training());
    let game = TwoPlayerGame::new(&INFO, start, knowledge);
    Ok(game
        .reading(move |text| Board::read(size, text).map_err(|error| error.to_string()))
        .scaled(Scale::per_unit(DISC))
        .positive(Positive {
            shift: 65 * DISC,
            unit: DISC,
            ..Positive::default()
        })
        .stored(from_user))
}

fn from_user(text: &str) -> Result<Board, String> {
    let help = "write moves as in f5d6c3, othello:6 before them for a smaller board, or all squares as X, O and - \
                and then who is to move";
    let (name, rest) = user_text::split(text, &["othello"]);
    let size = Board::named(name.unwrap_or("othello")).map(|start| start.size());
    let read = size.and_then(|size| match <Board as Readable>::read(rest) {
        Ok(board) => Ok(board),
        Err(_) => Board::read(size, rest),
    });
    read.map_err(|why| format!("This is not a position of Othello: {why}; {help}."))
}
