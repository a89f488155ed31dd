//! `gametree games`: what there is to play.

use gametree_catalog::GameInfo;
use gametree_catalog::listing::{self, GameRow};
use serde::Serialize;

use crate::error::Code;
use crate::output;

#[derive(Serialize)]
struct List {
    schema: &'static str,
    games: Vec<GameRow>,
}

/// Players, dice, hidden cards, loops, in a few words.
fn kind(entry: &GameInfo) -> String {
    let players = format!("{} players", entry.players);
    let words = [
        (entry.chance, "chance"),
        (entry.hidden, "hidden"),
        (entry.loops, "loops"),
    ];
    let more = words
        .into_iter()
        .filter(|(has, _)| *has)
        .map(|(_, word)| word.to_string());
    std::iter::once(players)
        .chain(more)
        .collect::<Vec<_>>()
        .join(", ")
}

/// Prints the list.
pub fn run() -> anyhow::Result<Code> {
    if output::is_json() {
        output::json(&List {
            schema: "gametree.games/1",
            games: listing::games(),
        })?;
        return Ok(Code::Done);
    }
    let mut table = output::table([
        "game",
        "what it is",
        "kind",
        "positions",
        "best searched with",
    ]);
    for entry in gametree_catalog::games() {
        table.add_row([
            entry.form,
            entry.about,
            &kind(entry),
            entry.positions,
            &entry.fits.join(", "),
        ]);
    }
    table.drop_first(&[3, 2, 4]);
    output::line(table)?;
    output::line(
        "Every game also reads a position as the moves that lead to it, separated by spaces or commas\n(those of dice and deals included); `startpos` is the starting position.",
    )?;
    Ok(Code::Done)
}
