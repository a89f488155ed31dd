//! Othello on boards of 4, 6 and 8 squares a side.

use gametree::{Score, Verdict};
use gametree_games::othello::{Board, DISC, Endgame, Patterns, Shape};

use super::Entry;
use crate::error::Problem;
use crate::minmax::Positive;
use crate::seat::{Known, Lessons, Seat, WithGame};

/// The entry of Othello.
pub const ENTRY: Entry = Entry {
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
    let size = super::side(&ENTRY, parameters, 8)?;
    let start = Board::start(size).map_err(|error| {
        Problem::usage(format!("{name}: {error}")).mend("othello, othello:4, othello:6")
    })?;
    visitor.run(Seat {
        entry: &ENTRY,
        name,
        start,
        evaluator: Known::uniform(Patterns::default())
            .finishing(Endgame::default())
            .learning(LESSONS),
        reader: Some(&|text| Board::read(size, text).map_err(|error| error.to_string())),
        show: &discs,
        positive: Positive {
            shift: 65 * DISC,
            unit: DISC,
            ..Positive::default()
        },
        solver: None,
    })
}

/// Points as discs, without a needless fraction.
fn discs(value: Score) -> String {
    match value.verdict() {
        Verdict::Points(points) => (f64::from(points) / f64::from(DISC)).to_string(),
        _ => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_shown_in_discs() {
        let shown: Vec<String> = [-800, 0, 350, -7]
            .map(|points| discs(Score::points(points)))
            .to_vec();
        assert_eq!(shown, ["-8", "0", "3.5", "-0.07"]);
    }
}
