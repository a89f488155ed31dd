//! Othello on boards of 4, 6 and 8 squares a side.

use gametree_games::othello::{Board, Positional};

use super::Entry;
use crate::error::Problem;
use crate::minmax::Positive;
use crate::seat::{Known, Seat, WithGame};

/// The entry of Othello.
pub const ENTRY: Entry = Entry {
    name: "othello",
    form: "othello[:N]",
    about: "Othello on 8 × 8 squares, or N × N (4, 6, 8); who has more discs at the end wins",
    positions: "moves as in f5d6c3, or all squares row by row as X, O and -, then the mover X or O",
    players: 2,
    chance: false,
    hidden: false,
    loops: false,
    small: false,
    example: "othello",
    fits: &["pvs", "mtdf", "alphabeta", "mcts"],
};

/// Runs the command on the first position.
pub fn open<V: WithGame>(name: &str, parameters: Option<&str>, visitor: V) -> anyhow::Result<V::Out> {
    let size = super::side(&ENTRY, parameters, 8)?;
    let start = Board::start(size)
        .map_err(|error| Problem::usage(format!("{name}: {error}")).mend("othello, othello:4, othello:6"))?;
    visitor.run(Seat {
        entry: &ENTRY,
        name,
        start,
        evaluator: Known::uniform(Positional::default()),
        reader: Some(&|text| Board::read(size, text).map_err(|error| error.to_string())),
        show: &|value| value.to_string(),
        positive: Positive::default(),
        solver: None,
    })
}
