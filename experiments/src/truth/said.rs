//! What is said of a position, as files hold it: moves by name, values as numbers.

use gametree::{Notation, Score};
use gametree_catalog::score_text::{from_number, number};
use gametree_chess::Chess;
use serde::{Deserialize, Serialize};

use crate::assess::Assessment;

/// What a method says of a position. Values are White's: hundredths of a pawn, or plus or minus
/// (1000000 − plies) for a mate.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Said {
    /// Its move.
    #[serde(rename = "move")]
    pub played: String,
    /// The position's value.
    pub value: i64,
    /// What it says of single moves.
    pub moves: Vec<SaidMove>,
    /// No other move is worth more to the mover.
    pub others: i64,
    /// Nodes spent.
    pub nodes: u64,
    /// Tasks searched.
    pub tasks: u64,
    /// The depth of the search; of a project's last search of the root.
    pub depth: u32,
}

/// What a method says of a move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SaidMove {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// Its value.
    pub value: i64,
    /// It is worth this at most to the mover.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bound: bool,
}

impl Said {
    /// Of an assessment.
    pub fn new(position: &Chess, assessment: &Assessment) -> Said {
        let moves = assessment.moves.iter().map(|one| SaidMove {
            name: position.write_move(one.played),
            value: number(one.value),
            bound: one.bound,
        });
        Said {
            played: position.write_move(assessment.best),
            value: number(assessment.value),
            moves: moves.collect(),
            others: number(assessment.others),
            nodes: assessment.nodes,
            tasks: assessment.tasks,
            depth: assessment.depth,
        }
    }

    /// What it says of a move; of one that it does not name, that it is no better than `others`.
    pub fn of(&self, name: &str) -> SaidMove {
        let named = self.moves.iter().find(|one| one.name == name);
        named.cloned().unwrap_or_else(|| SaidMove {
            name: name.to_string(),
            value: self.others,
            bound: true,
        })
    }
}

/// The value of a number in a file; a draw where a file holds what no game can have.
pub fn score(number: i64) -> Score {
    from_number(number).unwrap_or(Score::DRAW)
}
