//! Chess and Chess960, with the built-in evaluator.

use gametree_chess::Chess;
use gametree_chess::evaluate::Tapered;

use super::Entry;
use crate::minmax::Positive;
use crate::seat::{Known, Seat, WithGame};

/// The entry of chess.
pub const ENTRY: Entry = Entry {
    name: "chess",
    form: "chess",
    about: "chess, also Chess960; 50 moves without capture or pawn move are a draw; values in centipawns",
    positions: "a FEN (the clocks may be missing), or moves as in 'e4 e5 Nf3' or 'e2e4 e7e5'",
    players: 2,
    chance: false,
    hidden: false,
    secret_moves: false,
    loops: true,
    small: false,
    example: "chess",
    fits: &["pvs", "minmax", "mtdf", "alphabeta"],
    tuned: &[(
        "pvs",
        "reductions=50,aspiration=40,enhanced=1000,sorted=1,pruning=on,threats=on,repetitions=on",
    )],
};

/// Runs the command on the first position.
pub fn open<V: WithGame>(
    name: &str,
    parameters: Option<&str>,
    visitor: V,
) -> anyhow::Result<V::Out> {
    super::none(&ENTRY, parameters)?;
    visitor.run(Seat {
        entry: &ENTRY,
        name,
        start: Chess::default(),
        evaluator: Known::uniform(Tapered::default()),
        reader: Some(&|text| {
            text.parse()
                .map_err(|error: gametree_chess::BadPosition| error.to_string())
        }),
        show: &|value| value.to_string(),
        positive: Positive {
            shift: 5000,
            ..Positive::default()
        },
        solver: None,
    })
}
