//! Roots that tablebases know: only the moves that keep the result and get on are searched.

use gametree::{Game, Player, Score};
use shakmaty::Move;

use crate::Chess;
use crate::syzygy::Tables;
use crate::with_tables::after;

/// What tablebases know of a root.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct KnownEnding {
    /// The moves that are best by the tables.
    pub best: Vec<Move>,
    /// What they are worth, White's view.
    pub value: Score,
    /// How many moves were looked up.
    pub probed: u64,
}

impl KnownEnding {
    /// What tables know of these moves, or of all where there are none. `None` where they do not know
    /// every one of them; a table that is broken knows nothing.
    pub fn of(tables: &Tables, position: &Chess, among: &[Move]) -> Option<KnownEnding> {
        if !tables.may_know(position) {
            return None;
        }
        let moves = if among.is_empty() {
            position.moves().collect()
        } else {
            among.to_vec()
        };
        let value_of = |&m: &Move| Some((m, after(tables, position, m).ok()??));
        let values: Vec<(Move, Score)> = moves.iter().map(value_of).collect::<Option<_>>()?;
        let most = values.iter().map(|(_, value)| *value).max()?;
        let best = values.iter().filter(|(_, value)| *value == most);
        let white = position.turn() == Player::FIRST;
        Some(KnownEnding {
            best: best.map(|(m, _)| *m).collect(),
            value: if white { most } else { -most },
            probed: values.len() as u64,
        })
    }
}
