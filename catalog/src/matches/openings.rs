//! Openings as people name them: `plies:2`, `random:6`, or a file; for chess also PGN, EPD and
//! Polyglot books.

use gametree::rng::Rng;
use gametree_arena::Opening;
use gametree_arena::opening::{self, Random};
use gametree_chess::Chess;

use super::chess_openings::OpeningFile;
use crate::error::CatalogError;
use crate::format::shorten;
use crate::game::AnyGame;
use crate::knowledge::Position;

/// Where games begin.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// All openings of this many plies.
    Plies(u32),
    /// This many random plies.
    Random(u32),
    /// A file with a position per line.
    File(String),
    /// A PGN, an EPD or a Polyglot book.
    Chess(OpeningFile),
}

/// The text of openings that suit the game.
pub const AUTO: &str = "auto";
/// This many random plies make openings differ.
const FEW: u32 = 4;

/// More plies than this are a mistake.
const MOST_PLIES: u32 = 1000;

impl Source {
    /// Reads the text of `--openings`. `auto`: some random plies, or the start where dice or cards
    /// make games differ.
    ///
    /// # Errors
    /// It is none of these.
    pub fn parse(text: &str, chance: bool) -> Result<Source, CatalogError> {
        if text == AUTO {
            return Ok(if chance {
                Source::Plies(0)
            } else {
                Source::Random(FEW)
            });
        }
        let plies = |number: &str| {
            number
                .trim()
                .parse()
                .ok()
                .filter(|&n| n <= MOST_PLIES)
                .ok_or_else(|| {
                    CatalogError::usage(format!(
                        "--openings {text}: '{number}' is not a number of plies"
                    ))
                    .hint(
                        "write plies:2 (all openings of 2 plies), random:6, or the name of a file",
                    )
                })
        };
        match text.split_once(':') {
            Some(("plies", number)) => plies(number).map(Source::Plies),
            Some(("random", number)) => plies(number).map(Source::Random),
            _ => Ok(OpeningFile::parse(text)?
                .map_or_else(|| Source::File(text.to_string()), Source::Chess)),
        }
    }

    /// Whether the seed and the number of games decide which openings there are.
    pub fn is_drawn(&self) -> bool {
        match self {
            Source::Random(_) => true,
            Source::Chess(file) => file.is_drawn(),
            Source::Plies(_) | Source::File(_) => false,
        }
    }

    /// The openings: as many as `pairs` wants where they are random, else all there are.
    ///
    /// # Errors
    /// A file cannot be read, or there are no openings.
    pub fn list(
        &self,
        game: &AnyGame,
        pairs: usize,
        seed: u64,
    ) -> Result<Vec<Opening<Position>>, CatalogError> {
        let openings = match self {
            Source::Plies(plies) => shuffled(&game.start(), *plies, seed)?,
            Source::Random(plies) => Random {
                plies: *plies,
                count: pairs,
                seed,
                accept: &|_| true,
            }
            .draw(&game.start()),
            Source::File(file) => read(game, file)?,
            Source::Chess(file) => of_chess(game, file.read(pairs, seed)?, &file.path)?,
        };
        if openings.is_empty() {
            return Err(self.none(game.name()));
        }
        Ok(openings)
    }

    fn none(&self, game: &str) -> CatalogError {
        match self {
            Source::Chess(file) => CatalogError::usage(format!("{} holds no openings", file.path)),
            Source::File(file) => CatalogError::usage(format!("{file} holds no positions")).hint(
                "write one position per line; empty lines and lines that begin with # are skipped",
            ),
            Source::Plies(plies) | Source::Random(plies) => {
                let game = shorten(game, 60);
                CatalogError::usage(format!(
                    "{game} has no position after {plies} plies where the game goes on"
                ))
                .hint("take fewer plies, as in --openings random:2")
            }
        }
    }
}

/// All openings in an order that the seed decides, so that a match that ends early has seen all
/// kinds.
fn shuffled(
    start: &Position,
    plies: u32,
    seed: u64,
) -> Result<Vec<Opening<Position>>, CatalogError> {
    let mut openings = opening::all(start, plies).map_err(|error| {
        CatalogError::usage(error.to_string())
            .hint(format!("draw some of them: --openings random:{plies}"))
    })?;
    Rng::new(seed).shuffle(&mut openings);
    Ok(openings)
}

/// Openings as positions of the game, which must be chess.
fn of_chess(
    game: &AnyGame,
    openings: Vec<Opening<Chess>>,
    file: &str,
) -> Result<Vec<Opening<Position>>, CatalogError> {
    let start = game.start();
    let erased = |opening: Opening<Chess>| {
        Some(Opening {
            name: opening.name,
            position: start.with_position(opening.position)?,
        })
    };
    let all: Option<Vec<_>> = openings.into_iter().map(erased).collect();
    all.ok_or_else(|| {
        let what = format!("{file} holds openings of chess, not of {}", game.name());
        CatalogError::usage(what).hint("write plies:2, random:6, or a file of positions")
    })
}

fn read(game: &AnyGame, file: &str) -> Result<Vec<Opening<Position>>, CatalogError> {
    let text = std::fs::read_to_string(file).map_err(|error| {
        CatalogError::not_found(format!("cannot read the openings of {file}: {error}")).hint(
            "--openings takes plies:N, random:N or the name of a file with one position per line",
        )
    })?;
    let position = |text: &str| game.position(Some(text)).map_err(|error| error.what);
    opening::read(&text, position).map_err(|bad| {
        let info = game.info();
        CatalogError::usage(format!("{file}, {bad}"))
            .hint(format!("positions of {}: {}", info.name, info.positions))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_read() {
        assert_eq!(Source::parse("plies:2", false).unwrap(), Source::Plies(2));
        assert_eq!(Source::parse("random:6", true).unwrap(), Source::Random(6));
        assert_eq!(
            Source::parse("book.txt", false).unwrap(),
            Source::File("book.txt".into())
        );
        assert_eq!(Source::parse(AUTO, false).unwrap(), Source::Random(4));
        assert_eq!(Source::parse(AUTO, true).unwrap(), Source::Plies(0));
        for text in ["plies:", "plies:x", "random:-1", "random:99999"] {
            assert!(
                Source::parse(text, false)
                    .unwrap_err()
                    .hint
                    .unwrap()
                    .contains("plies:2"),
                "{text}"
            );
        }
    }
}
