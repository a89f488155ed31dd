//! The games that can be projects: those of the catalog whose positions can be stored.

use gametree_catalog::{ProjectGame, stored_games};
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::{ProjectError, Result};

/// What the user sees of a game when selecting one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct StoredGame {
    /// The name in a project's file.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// How positions are written.
    pub positions: &'static str,
    /// Starting positions to choose from; the first one is the usual one.
    pub starts: &'static [&'static str],
}

/// All games that can be projects; chess first, for most projects are of chess.
#[must_use]
pub fn all() -> Vec<StoredGame> {
    let mut games: Vec<StoredGame> = stored_games()
        .map(|(info, facts)| StoredGame {
            name: info.name,
            title: facts.title,
            positions: facts.positions,
            starts: facts.starts,
        })
        .collect();
    games.sort_by_key(|game| game.name != "chess");
    games
}

/// The names of all games that can be projects.
#[must_use]
pub fn names() -> Vec<&'static str> {
    all().iter().map(|game| game.name).collect()
}

/// The game of a name.
///
/// # Errors
/// When no project is of such a game.
pub fn open(name: &str) -> Result<ProjectGame> {
    ProjectGame::open(name)
        .map_err(|error| ProjectError::invalid(error.to_string()).hint(names().join(", ")))
}
