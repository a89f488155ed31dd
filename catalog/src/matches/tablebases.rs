//! Endgame tables as judges of games.

use std::path::Path;

use gametree_arena::Oracle;
use gametree_chess::Chess;
use gametree_chess::syzygy::Tables;

use crate::error::CatalogError;
use crate::game::AnyGame;
use crate::knowledge::Position;

/// What the tables of a directory know of games of chess.
///
/// # Errors
/// The game is not chess, or there are no tables.
pub fn oracle(
    game: &AnyGame,
    directory: Option<&Path>,
) -> Result<Option<Oracle<Position>>, CatalogError> {
    let Some(directory) = directory else {
        return Ok(None);
    };
    if game.start().downcast_ref::<Chess>().is_none() {
        let what = format!("tablebases know chess, not {}", game.name());
        return Err(CatalogError::usage(what).hint("leave --tablebases out"));
    }
    let tables = Tables::open(&[directory])
        .map_err(|error| CatalogError::not_found(format!("--tablebases: {error}")))?;
    if tables.files() == 0 {
        let what = format!("--tablebases: {} holds no tables", directory.display());
        return Err(CatalogError::not_found(what)
            .hint("Syzygy tables are files like KQvK.rtbw and KQvK.rtbz"));
    }
    Ok(Some(Oracle::new(move |position: &Position| {
        let chess: &Chess = position.downcast_ref()?;
        // A table that cannot be read knows nothing; the game goes on.
        let known = tables.by_the_clock(chess).ok()??;
        let sign = if chess.color().is_white() { 1 } else { -1 };
        Some(sign * known.winner)
    })))
}
