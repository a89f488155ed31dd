//! `gametree games`: what there is to play.

use gametree_catalog::GameInfo;
use serde::Serialize;

use crate::args::ListArgs;
use crate::error::Code;
use crate::output;

#[derive(Serialize)]
struct List {
    schema: &'static str,
    games: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    form: &'static str,
    about: &'static str,
    positions: &'static str,
    example: &'static str,
    players: u8,
    chance: bool,
    hidden: bool,
    loops: bool,
    searches: &'static [&'static str],
}

impl Row {
    fn new(entry: &GameInfo) -> Row {
        Row {
            name: entry.name,
            form: entry.form,
            about: entry.about,
            positions: entry.positions,
            example: entry.example,
            players: entry.players,
            chance: entry.chance,
            hidden: entry.hidden,
            loops: entry.loops,
            searches: entry.fits,
        }
    }
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

fn object() -> List {
    List {
        schema: "gametree.games/1",
        games: gametree_catalog::games().map(Row::new).collect(),
    }
}

/// The list as data.
pub fn list() -> serde_json::Value {
    serde_json::to_value(object().games).unwrap_or_default()
}

/// Prints the list.
pub fn run(args: &ListArgs) -> anyhow::Result<Code> {
    if args.output.json {
        output::json(&object())?;
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
    output::line(table)?;
    output::line(
        "Every game also reads a position as the moves from its start, by spaces or commas (those of dice",
    )?;
    output::line("and deals included); `startpos` is the start.")?;
    Ok(Code::Done)
}
