//! The n-square game, in which play may go on for ever.

use gametree::Readable;
use gametree_games::PositionError;
use gametree_games::squares::{Race, Squares};

use super::Request;
use crate::error::CatalogError;
use crate::format::Scale;
use crate::info::GameInfo;
use crate::knowledge::Heuristics;
use crate::stored::StoredGame;
use crate::two_player::TwoPlayerGame;
use crate::user_text;

/// The entry of the n-square game.
pub const INFO: GameInfo = GameInfo {
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
    stored: Some(&STORED),
};

/// The n-square game as a project. Play may loop: every position that can be reached is listed and
/// settled backwards.
static STORED: StoredGame = StoredGame {
    title: "Race on a row of squares",
    positions: "squares:8, then A's square, B's square and who moves, as in 1,8,A",
    starts: &["squares:4", "squares:8"],
    players: ["A", "B"],
    // A square ahead, which is two points, multiplies the odds by e.
    nat: 2.0,
    evaluator: "race",
    search: "retrograde",
    ..StoredGame::POINTS
};

/// How many squares a project may have: more cannot be shown.
const MOST: u16 = 40;

/// The game on the row of the name.
pub fn open(
    request: &Request<'_>,
) -> Result<TwoPlayerGame<Squares, Heuristics<Race>>, CatalogError> {
    let named = format!("squares:{}", request.parameters.unwrap_or("4"));
    let start = Squares::named(&named)
        .map_err(|error: PositionError| request.wrong(error).hint("write squares:4"))?;
    let size = start.size();
    let game = TwoPlayerGame::new(&INFO, start, Heuristics::new(Race));
    Ok(game
        .reading(move |text| Squares::read(size, text).map_err(|error| error.to_string()))
        .scaled(Scale::default().draw_as("?"))
        .stored(from_user))
}

fn from_user(text: &str) -> Result<Squares, String> {
    let help = "write squares:8, then A's square, B's square and who moves, as in 1,8,A";
    let (name, rest) = user_text::split(text, &["squares"]);
    let read = match (Squares::named(name.unwrap_or("squares")), rest) {
        (Ok(start), "") => Ok(start),
        (Ok(_), rest) if rest.contains(':') => <Squares as Readable>::read(rest),
        (start, rest) => start
            .and_then(|start| Squares::read(start.size(), rest))
            .map_err(|error| error.to_string()),
    };
    let row =
        read.map_err(|why| format!("This is not a position on a row of squares: {why}; {help}."))?;
    if row.size() > MOST {
        return Err(format!(
            "These are too many squares to show; at most {MOST}."
        ));
    }
    Ok(row)
}
