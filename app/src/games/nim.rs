//! Nim, with heaps of any size.

use gametree_games::PositionError;
use gametree_games::nim::{HeapParity, Heaps};

use super::Entry;
use crate::error::Problem;
use crate::minmax::Positive;
use crate::seat::{Known, Seat, WithGame};

/// The entry of Nim.
pub const ENTRY: Entry = Entry {
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
};

/// Runs the command on the heaps of the name.
pub fn open<V: WithGame>(
    name: &str,
    parameters: Option<&str>,
    visitor: V,
) -> anyhow::Result<V::Out> {
    let heaps = parameters.unwrap_or("").trim();
    let start: Heaps = heaps.parse().map_err(|error: PositionError| {
        Problem::usage(format!("{}: {error}", crate::output::shorten(name, 60)))
            .mend("write nim:3,4,5")
    })?;
    visitor.run(Seat {
        entry: &ENTRY,
        name,
        start,
        evaluator: Known::uniform(HeapParity),
        reader: Some(&|text| {
            // With a colon it is a move, which the heaps' own reader does not know.
            if text.contains(':') {
                return crate::seat::by_moves(&start, text);
            }
            text.parse()
                .map_err(|error: PositionError| error.to_string())
        }),
        show: &|value| value.to_string(),
        positive: Positive::default(),
        solver: None,
    })
}
