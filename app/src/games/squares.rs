//! The n-square game, in which play may go on for ever.

use gametree::Score;
use gametree_games::PositionError;
use gametree_games::squares::{Race, Squares};

use super::Entry;
use crate::error::Problem;
use crate::minmax::Positive;
use crate::seat::{Known, Seat, WithGame};

/// The entry of the n-square game.
pub const ENTRY: Entry = Entry {
    name: "squares",
    form: "squares:N",
    about: "two tokens on a row of N squares; who first reaches the other's end wins, and play may go on for ever",
    positions: "A's square, B's square, who moves, as in '2,3,A', or moves from the start",
    players: 2,
    chance: false,
    hidden: false,
    secret_moves: false,
    loops: true,
    small: true,
    example: "squares:4",
    fits: &["retrograde", "onpath"],
    tuned: &[],
};

/// Runs the command on the row of the name.
pub fn open<V: WithGame>(
    name: &str,
    parameters: Option<&str>,
    visitor: V,
) -> anyhow::Result<V::Out> {
    let text = crate::output::shorten(name, 60);
    let wrong =
        |error: PositionError| Problem::usage(format!("{text}: {error}")).mend("write squares:4");
    let start = Squares::named(&format!("squares:{}", parameters.unwrap_or("4"))).map_err(wrong)?;
    visitor.run(Seat {
        entry: &ENTRY,
        name,
        start,
        evaluator: Known::uniform(Race),
        reader: Some(&|text| Squares::read(start.size(), text).map_err(|error| error.to_string())),
        show: &|value| {
            if value == Score::DRAW {
                "?".into()
            } else {
                value.to_string()
            }
        },
        positive: Positive::default(),
        solver: None,
    })
}
