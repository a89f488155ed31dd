//! Tic-tac-toe for three.

use gametree::maxn::Maxn;
use gametree_games::tictactoe3::{Board, OpenLines, rules};

use super::Entry;
use crate::error::Problem;
use crate::open::Visit;
use crate::open::recipes::{baselines, of_many};
use crate::open::seat::{OpenSeat, all_shown, to_the_end, uncovered};

/// The entry of tic-tac-toe for three.
pub const ENTRY: Entry = Entry {
    name: "tictactoe3",
    form: "tictactoe3[:ROWSxCOLSxK]",
    about: "X, O and Z in turn; the first with K in a row wins alone; 4x4x3 where none is given",
    positions: "squares in order of play, as in 'b2 a1 c3'",
    players: 3,
    chance: false,
    hidden: false,
    secret_moves: false,
    loops: false,
    small: false,
    example: "tictactoe3:3x3x3",
    fits: &["paranoid", "maxn", "brs"],
    tuned: &[],
};

/// Runs a command on it.
pub fn sit<T>(name: &str, parameters: Option<&str>, visit: Visit<'_, T>) -> anyhow::Result<T> {
    let full = parameters.map_or("tictactoe3".into(), |text| format!("tictactoe3:{text}"));
    let wrong =
        |what: String| Problem::usage(what).mend("write tictactoe3:4x4x3; at most 64 squares");
    let rules = rules(&full).map_err(|error| wrong(error.to_string()))?;
    let mut recipes = of_many(OpenLines);
    recipes.extend(baselines(OpenLines));
    visit(&OpenSeat {
        entry: &ENTRY,
        name,
        start: Board::new(&rules).map_err(|error| wrong(error.to_string()))?,
        reader: Some(Box::new(|text| {
            Board::read(&rules, text).map_err(|error| error.to_string())
        })),
        recipes,
        shown: all_shown,
        solver: to_the_end(|| Maxn::new(OpenLines)),
        cover: uncovered,
    })
}
