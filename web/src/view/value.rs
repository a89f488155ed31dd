//! A value three ways.

use gametree::Score;
use serde::Serialize;
use utoipa::ToSchema;

use crate::shown::Shown;

/// A value, the first player's.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Worth {
    /// For scripts: points (hundredths of a pawn in chess), or plus or minus (1000000 − plies)
    /// where it is decided.
    pub number: i64,
    /// For people, with an ASCII minus.
    pub text: String,
    /// The first player's chance, from 0 to 1.
    pub win: f64,
}

impl Worth {
    /// Of a value in a game.
    #[must_use]
    pub fn of<G: Shown>(value: Score) -> Worth {
        Worth {
            number: G::number_of(value),
            text: G::words(value),
            win: G::chance(value),
        }
    }
}
