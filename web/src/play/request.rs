//! What a page may ask of a game.

use serde::Deserialize;
use utoipa::ToSchema;

/// A game so far, and what is wanted of it.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayAsk {
    /// The game's name.
    pub game: String,
    /// The position it begins at; the starting position by default.
    pub position: Option<String>,
    /// The moves of the players so far. Dice and cards come from the seed.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The user's seat, from 0.
    #[serde(default)]
    pub seat: u8,
    /// The opponent, `NAME[:key=value,...]`; the game's own search by default.
    pub with: Option<String>,
    /// How long the opponent may think.
    #[serde(default)]
    pub level: Level,
    /// The seed of dice, cards and everything random.
    #[serde(default)]
    pub seed: u64,
    /// What is wanted.
    #[serde(default)]
    pub act: Act,
}

/// The limits of one search; one second by default.
#[derive(Clone, Copy, PartialEq, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// Time on the clock.
    pub seconds: Option<f64>,
    /// Positions visited.
    pub nodes: Option<u64>,
}

/// What is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Act {
    /// The others move until the user has to.
    #[default]
    Reply,
    /// The position as it is.
    Look,
    /// What the search would play in the user's place.
    Hint,
}
