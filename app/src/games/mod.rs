//! The games on the command line: a table for people, and one way in for commands.
//!
//! To add a game: a file here that opens it, its [`Entry`] in [`GAMES`], its arm in [`with_game`].

mod tree;

use crate::error::Problem;
use crate::seat::WithGame;
use crate::suggest;

/// What the list of games says of one.
#[derive(Debug)]
pub struct Entry {
    /// Its name, without parameters.
    pub name: &'static str,
    /// How it is named with parameters.
    pub form: &'static str,
    /// One line for people.
    pub about: &'static str,
    /// How positions are written.
    pub positions: &'static str,
    /// How many play.
    pub players: u8,
    /// Whether chance plays a part.
    pub chance: bool,
    /// Whether players do not see everything.
    pub hidden: bool,
    /// Whether play can go on for ever.
    pub loops: bool,
    /// A parameter to try it with, as `gametree bench` and the tests do.
    pub example: &'static str,
    /// Searches that suit it best.
    pub fits: &'static [&'static str],
}

/// All games.
pub static GAMES: &[Entry] = &[tree::ENTRY];

/// A game's name and what stands behind the colon.
fn split(name: &str) -> (&str, Option<&str>) {
    if name.trim_start().starts_with('(') {
        return (tree::ENTRY.name, Some(name));
    }
    match name.split_once(':') {
        Some((family, parameters)) => (family, Some(parameters)),
        None => (name, None),
    }
}

/// The entry of a game's name.
pub fn entry(name: &str) -> Result<&'static Entry, Problem> {
    let family = split(name).0;
    GAMES.iter().find(|entry| entry.name == family).ok_or_else(|| unknown(family))
}

fn unknown(family: &str) -> Problem {
    let names = GAMES.iter().map(|entry| entry.name);
    let all: Vec<&str> = GAMES.iter().map(|entry| entry.form).collect();
    let guess = suggest::phrase(family, names);
    Problem::not_found(format!("unknown game '{}'", crate::output::shorten(family, 60)))
        .mend(format!("{guess}games: {}", all.join(", ")))
}

/// Opens a game and runs a command on it.
pub fn with_game<V: WithGame>(name: &str, visitor: V) -> anyhow::Result<V::Out> {
    let (_, parameters) = split(name);
    let entry = entry(name)?;
    match entry.name {
        "tree" => tree::open(name, parameters, visitor),
        other => unreachable!("{other} is in the table of games but cannot be opened"),
    }
}
