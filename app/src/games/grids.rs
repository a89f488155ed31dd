//! Tic-tac-toe and its kin on other boards: `tictactoe`, `mnk:ROWSxCOLSxK`, `cube`.

use gametree_games::tictactoe::{Board, Rules, RulesError, Shape, Weighted};

use super::Entry;
use crate::error::Problem;
use crate::minmax::Positive;
use crate::seat::{Known, Lessons, Seat, WithGame};

/// The entry of tic-tac-toe.
pub const TICTACTOE: Entry = Entry {
    name: "tictactoe",
    form: "tictactoe",
    about: "three in a row on 3 × 3 squares",
    positions: "squares in order of play, as in 'b2 a1', or digits 1-9 as in 5137",
    players: 2,
    chance: false,
    hidden: false,
    secret_moves: false,
    loops: false,
    small: true,
    example: "tictactoe",
    fits: &["pvs", "alphabeta", "mtdf", "mcts", "dfpn"],
    tuned: &[],
};

/// The entry of k in a row.
pub const MNK: Entry = Entry {
    name: "mnk",
    form: "mnk:ROWSxCOLSxK",
    about: "K in a row on a board of ROWS × COLS; mnk:15x15x5 is gomoku",
    positions: "squares in order of play, as in 'c3 c4 d4'",
    small: false,
    example: "mnk:4x5x4",
    ..TICTACTOE
};

/// The entry of the cube.
pub const CUBE: Entry = Entry {
    name: "cube",
    form: "cube[:N]",
    about: "N in a line in a cube of side N, 4 where none is given (Qubic)",
    positions: "squares in order of play with their level, as in 'a1.1 b2.3'",
    small: false,
    example: "cube",
    ..TICTACTOE
};

/// Makes the rules and runs the command on the empty board.
pub fn open<V: WithGame>(
    entry: &'static Entry,
    name: &str,
    parameters: Option<&str>,
    visitor: V,
) -> anyhow::Result<V::Out> {
    let rules = rules(entry, parameters).map_err(|error| {
        let what = format!("{}: {error}", crate::output::shorten(name, 60));
        Problem::usage(what).mend(format!("write {}, as in {}", entry.form, entry.example))
    })?;
    if rules.squares() <= 64 {
        return seat::<1, V>(entry, name, &rules, visitor);
    }
    seat::<6, V>(entry, name, &rules, visitor)
}

fn rules(entry: &Entry, parameters: Option<&str>) -> Result<Rules, RulesError> {
    match (entry.name, parameters) {
        ("cube", None) => Rules::cube(4),
        (family, None) => family.parse(),
        (family, Some(parameters)) => format!("{family}:{parameters}").parse(),
    }
}

fn seat<const N: usize, V: WithGame>(
    entry: &'static Entry,
    name: &str,
    rules: &Rules,
    visitor: V,
) -> anyhow::Result<V::Out> {
    let lessons = Lessons {
        game: entry.name,
        start: Shape::hand_made,
        learned: None,
    };
    visitor.run(Seat {
        entry,
        name,
        start: Board::<N>::new(rules).map_err(|error| Problem::usage(error.to_string()))?,
        evaluator: Known::uniform(Weighted::default()).learning(lessons),
        reader: Some(&|text| Board::read(rules, text).map_err(|error| error.to_string())),
        show: &|value| value.to_string(),
        positive: Positive::default(),
        solver: None,
    })
}
