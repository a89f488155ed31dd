//! Games whose analyses can be saved as projects: what the catalog says about each, and how its
//! values are written and read.

use gametree::erased::ErasedMove;
use gametree::{Score, Verdict};

use crate::knowledge::Position;
use crate::score_text as text;
use crate::user_text::START;

/// What the catalog says about a game that can be a project.
#[derive(Debug)]
pub struct StoredGame {
    /// The name for people.
    pub title: &'static str,
    /// How positions are written.
    pub positions: &'static str,
    /// Starting positions to choose from; the first one is the usual one.
    pub starts: &'static [&'static str],
    /// Who the players are.
    pub players: [&'static str; 2],
    /// The unit of values, for the foot of a table.
    pub unit: &'static str,
    /// The points that multiply the odds of the first player by e (`--example chances` of the
    /// project crate finds them).
    pub nat: f64,
    /// How values are written.
    pub values: ValueText,
    /// A word for the evaluator of the built-in analyst, which the values depend on.
    pub evaluator: &'static str,
    /// The search of the built-in analyst.
    pub search: &'static str,
    /// The name of what has been played so far: the opening.
    pub opening: fn(&Position, &[ErasedMove]) -> Option<String>,
}

impl StoredGame {
    /// A game whose values are points, with principal variation search for an analyst; the other
    /// fields are filled in.
    pub const POINTS: StoredGame = StoredGame {
        title: "",
        positions: "",
        starts: &[START],
        players: ["First", "Second"],
        unit: "points",
        nat: 100.0,
        values: ValueText::Points,
        evaluator: "",
        search: "pvs",
        opening: |_, _| None,
    };

    /// A value for people: `+120`, `win in 7`.
    #[must_use]
    pub fn words(&self, value: Score) -> String {
        match (self.values, value.verdict()) {
            (ValueText::Pawns, Verdict::Win(plies)) => format!("#{}", plies.div_ceil(2)),
            (ValueText::Pawns, Verdict::Loss(plies)) => format!("#-{}", plies.div_ceil(2)),
            (ValueText::Pawns | ValueText::Hundredths, Verdict::Points(points)) => {
                text::hundredths(points)
            }
            _ => text::words(value),
        }
    }

    /// Reads a value as [`StoredGame::words`] writes it, for people who set limits.
    #[must_use]
    pub fn read_value(&self, value: &str) -> Option<Score> {
        match self.values {
            ValueText::Points => text::read(value),
            ValueText::Hundredths => {
                let decided = value.starts_with("win") || value.starts_with("loss");
                if decided {
                    text::read(value)
                } else {
                    text::read_hundredths(value)
                }
            }
            ValueText::Pawns => text::read_pawns(value),
        }
    }

    /// The first player's win chance, from 0 to 1, as a value estimates it.
    #[must_use]
    pub fn chance(&self, value: Score) -> f64 {
        text::chance(value, self.nat)
    }
}

/// How values are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueText {
    /// `+120`, `win in 7`.
    Points,
    /// `+1.20`, `win in 7`.
    Hundredths,
    /// `+1.20`, `#4`.
    Pawns,
}
