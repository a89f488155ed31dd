//! Nim, with heaps of any size.

use gametree::Readable;
use gametree_games::PositionError;
use gametree_games::nim::{HeapParity, Heaps};

use super::Request;
use crate::error::CatalogError;
use crate::game::by_moves;
use crate::info::GameInfo;
use crate::knowledge::Heuristics;
use crate::stored::StoredGame;
use crate::two_player::TwoPlayerGame;
use crate::user_text;

/// The entry of Nim.
pub const INFO: GameInfo = GameInfo {
    name: "nim",
    form: "nim:A,B,C",
    about: "take matches from one of the heaps; who takes the last one wins",
    positions: "heaps as in '1,0,2', 'second' behind them where the second player moves, or moves as in 2:3",
    players: 2,
    chance: false,
    hidden: false,
    secret_moves: false,
    loops: false,
    small: false,
    example: "nim:3,4,5",
    fits: &["pvs", "dfpn", "pns", "retrograde"],
    tuned: &[],
    stored: Some(&STORED),
};

/// Nim as a project.
static STORED: StoredGame = StoredGame {
    title: "Nim",
    positions: "heaps as in 3,4,5 or 1,0,2 second",
    starts: &["nim:3,4,5", "nim:1,3,5,7"],
    // The evaluator knows only odd and even, ±1: a point is a weak hint.
    nat: 5.0,
    evaluator: "parity of heaps",
    ..StoredGame::POINTS
};

/// How many matches a project may have in all: every one may be a move, and each is a row of a
/// table.
const MOST: u32 = 200;

/// The game with the heaps of the name.
pub fn open(
    request: &Request<'_>,
) -> Result<TwoPlayerGame<Heaps, Heuristics<HeapParity>>, CatalogError> {
    let heaps = request.parameters.unwrap_or("").trim();
    let start: Heaps = heaps
        .parse()
        .map_err(|error: PositionError| request.wrong(error).hint("write nim:3,4,5"))?;
    let game = TwoPlayerGame::new(&INFO, start, Heuristics::new(HeapParity));
    let game = game.reading(move |text| {
        // With a colon it is a move, which the heaps' own reader does not know.
        if text.contains(':') {
            return by_moves(&start, text);
        }
        text.parse()
            .map_err(|error: PositionError| error.to_string())
    });
    Ok(game.stored(from_user))
}

fn from_user(text: &str) -> Result<Heaps, String> {
    let help = "write heaps as in 3,4,5 or 1,0,2 second";
    let (name, rest) = user_text::split(text, &["nim"]);
    let text = match name.and_then(|name| name.split_once(':')) {
        Some((_, sizes)) => format!("{sizes} {rest}"),
        None if rest.is_empty() => "3,4,5".into(),
        None => rest.into(),
    };
    let heaps = <Heaps as Readable>::read(text.trim())
        .map_err(|why| format!("This is not a position of Nim: {why}; {help}."))?;
    if heaps.sizes().iter().sum::<u32>() > MOST {
        return Err(format!(
            "These are too many matches to show; at most {MOST} in all."
        ));
    }
    Ok(heaps)
}
