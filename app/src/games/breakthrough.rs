//! Breakthrough, on boards of many sizes.

use gametree_games::breakthrough::policy::Steps;
use gametree_games::breakthrough::{Board, Rows, Shape};

use super::Entry;
use crate::error::Problem;
use crate::minmax::Positive;
use crate::seat::{Known, Lessons, Seat, WithGame};

/// The entry of Breakthrough.
pub const ENTRY: Entry = Entry {
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

const LESSONS: Lessons<Shape> = Lessons {
    game: ENTRY.name,
    start: Shape::hand_made,
    learned: Some(Shape::LEARNED),
};

/// Runs the command on the first position.
pub fn open<V: WithGame>(
    name: &str,
    parameters: Option<&str>,
    visitor: V,
) -> anyhow::Result<V::Out> {
    let wanted = parameters.map_or(ENTRY.name.to_string(), |size| {
        format!("{}:{size}", ENTRY.name)
    });
    let start = Board::named(&wanted).map_err(|error| {
        Problem::usage(crate::output::shorten(&error.to_string(), 200))
            .mend("write breakthrough, breakthrough:6 or breakthrough:6x5")
    })?;
    let (rows, columns) = (start.rows(), start.columns());
    visitor.run(Seat {
        entry: &ENTRY,
        name,
        start,
        evaluator: Known::uniform(Rows::default())
            .expecting(Steps)
            .learning(LESSONS),
        reader: Some(&|text| Board::read(rows, columns, text).map_err(|error| error.to_string())),
        show: &|value| value.to_string(),
        positive: Positive::default(),
        solver: None,
    })
}
