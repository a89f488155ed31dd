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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_judge_in_the_view_of_white() {
        let chess = crate::open("chess", &[]).unwrap();
        let empty = tempfile::tempdir().unwrap();
        assert!(oracle(&chess, Some(empty.path())).is_err(), "no tables");
        assert!(oracle(&chess, None).unwrap().is_none());
        let nim = crate::open("nim:3,4,5", &[]).unwrap();
        assert!(oracle(&nim, Some(empty.path())).is_err(), "not chess");
        let tables =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/chess-data/syzygy/regular");
        if !tables.exists() {
            assert!(std::env::var("CI").as_deref() != Ok("true"), "no tables");
            println!("skipped: no tables (cargo xtask setup fetches them)");
            return;
        }
        let oracle = oracle(&chess, Some(&tables)).unwrap().unwrap();
        for (fen, result) in [
            ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", Some(1)),
            ("4k3/8/8/8/8/8/8/3QK3 b - - 0 1", Some(1)),
            ("3qk3/8/8/8/8/8/8/4K3 w - - 0 1", Some(-1)),
            ("4k3/8/8/8/8/8/8/3RK2r w - - 0 1", Some(0)),
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                None,
            ),
        ] {
            let position = chess.position(Some(fen)).unwrap();
            assert_eq!(oracle.result(&position), result, "{fen}");
        }
    }
}
