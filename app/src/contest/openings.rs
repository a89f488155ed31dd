//! Openings as people name them: `plies:2`, `random:6`, or a file.

use gametree::rng::Rng;
use gametree::{Game, Keyed, Notation};
use gametree_arena::Opening;
use gametree_arena::opening::{self, Random};

use super::venue::Hall;
use crate::error::Problem;

/// Where games begin.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// All of so many plies.
    Plies(u32),
    /// So many random plies.
    Random(u32),
    /// A file.
    File(String),
}

/// The text of openings that suit the game.
pub const AUTO: &str = "auto";
/// So many random plies make openings differ.
const FEW: u32 = 4;

/// More plies than this are a mistake.
const MOST_PLIES: u32 = 1000;

impl Source {
    /// Reads the text of `--openings`. `auto`: some random plies, or the start where dice or cards
    /// make games differ.
    pub fn parse(text: &str, chance: bool) -> Result<Source, Problem> {
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
                    Problem::usage(format!(
                        "--openings {text}: '{number}' is not a number of plies"
                    ))
                    .mend(
                        "write plies:2 (all openings of 2 plies), random:6, or the name of a file",
                    )
                })
        };
        match text.split_once(':') {
            Some(("plies", number)) => plies(number).map(Source::Plies),
            Some(("random", number)) => plies(number).map(Source::Random),
            _ => Ok(Source::File(text.to_string())),
        }
    }

    /// The openings: as many as `pairs` wants where they are random, else all there are.
    pub fn list<G: Keyed + Notation>(
        &self,
        hall: &Hall<'_, G>,
        pairs: usize,
        seed: u64,
    ) -> Result<Vec<Opening<G>>, Problem> {
        let openings = match self {
            Source::Plies(plies) => shuffled(&hall.start, *plies, seed)?,
            Source::Random(plies) => Random {
                plies: *plies,
                count: pairs,
                seed,
                accept: &|_| true,
            }
            .draw(&hall.start),
            Source::File(file) => read(hall, file)?,
        };
        if openings.is_empty() {
            return Err(self.none(hall.name));
        }
        Ok(openings)
    }

    fn none(&self, game: &str) -> Problem {
        match self {
            Source::File(file) => Problem::usage(format!("{file} holds no positions")).mend(
                "write a position a line; empty lines and lines that begin with # are passed over",
            ),
            Source::Plies(plies) | Source::Random(plies) => {
                let game = crate::output::shorten(game, 60);
                Problem::usage(format!(
                    "{game} has no position after {plies} plies where the game goes on"
                ))
                .mend("take fewer plies, as in --openings random:2")
            }
        }
    }
}

/// All openings in an order that the seed decides, so that a match that ends early has seen all
/// kinds.
fn shuffled<G: Notation>(start: &G, plies: u32, seed: u64) -> Result<Vec<Opening<G>>, Problem> {
    let mut openings = opening::all(start, plies).map_err(|error| {
        Problem::usage(error.to_string())
            .mend(format!("draw some of them: --openings random:{plies}"))
    })?;
    Rng::new(seed).shuffle(&mut openings);
    Ok(openings)
}

fn read<G: Game>(hall: &Hall<'_, G>, file: &str) -> Result<Vec<Opening<G>>, Problem> {
    let text = std::fs::read_to_string(file).map_err(|error| {
        Problem::not_found(format!("cannot read the openings of {file}: {error}"))
            .mend("--openings takes plies:N, random:N or the name of a file, a position a line")
    })?;
    let position = |text: &str| (hall.position)(text).map_err(|problem| problem.what);
    opening::read(&text, position).map_err(|bad| {
        Problem::usage(format!("{file}, {bad}")).mend(format!(
            "positions of {}: {}",
            hall.entry.name, hall.entry.positions
        ))
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
                    .mend
                    .unwrap()
                    .contains("plies:2"),
                "{text}"
            );
        }
    }
}
