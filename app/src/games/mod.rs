//! The games on the command line: a table for people, and one way in for commands.
//!
//! To add a game: a file here that opens it, its [`Entry`] in [`GAMES`], its arm in [`with_game`].

pub mod backgammon;
mod breakthrough;
mod chess;
pub mod connect4;
mod fork;
mod grids;
mod hearts;
mod kriegspiel;
mod kuhn;
mod nim;
mod othello;
mod pig;
mod squares;
mod tictactoe3;
pub mod tree;
pub mod whist;

use crate::error::Problem;
use crate::open::Visit;
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
    /// Whether moves themselves are hidden, as in kriegspiel.
    pub secret_moves: bool,
    /// Whether play can go on for ever.
    pub loops: bool,
    /// Whether the whole game is searched in well under a second, so that no limit is needed.
    pub small: bool,
    /// A parameter to try it with, as `gametree bench` and the tests do.
    pub example: &'static str,
    /// Searches that suit it best.
    pub fits: &'static [&'static str],
    /// Options that suit it better than the defaults.
    pub tuned: Tuned,
}

/// Options of searches that matches found best for a game: the search's name, and `key=value,...`
/// as a user would write them. What the user writes goes first, then these, then the defaults.
pub type Tuned = &'static [(&'static str, &'static str)];

/// All games.
pub static GAMES: &[Entry] = &[
    grids::TICTACTOE,
    grids::MNK,
    grids::CUBE,
    connect4::ENTRY,
    othello::ENTRY,
    nim::ENTRY,
    squares::ENTRY,
    breakthrough::ENTRY,
    chess::ENTRY,
    pig::ENTRY,
    backgammon::ENTRY,
    kuhn::ENTRY,
    kriegspiel::ENTRY,
    fork::ENTRY,
    whist::ENTRY,
    hearts::ENTRY,
    tictactoe3::ENTRY,
    tree::ENTRY,
];

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
    GAMES
        .iter()
        .find(|entry| entry.name == family)
        .ok_or_else(|| unknown(family))
}

fn unknown(family: &str) -> Problem {
    let names = GAMES.iter().map(|entry| entry.name);
    let all: Vec<&str> = GAMES.iter().map(|entry| entry.form).collect();
    let guess = suggest::phrase(family, names);
    Problem::not_found(format!(
        "unknown game '{}'",
        crate::output::shorten(family, 60)
    ))
    .mend(format!("{guess}games: {}", all.join(", ")))
}

/// Opens a game and runs a command on it.
pub fn with_game<V: WithGame>(name: &str, visitor: V) -> anyhow::Result<V::Out> {
    let (_, parameters) = split(name);
    let entry = entry(name)?;
    match entry.name {
        "tictactoe" | "mnk" | "cube" => grids::open(entry, name, parameters, visitor),
        "connect4" => connect4::open(name, parameters, visitor),
        "othello" => othello::open(name, parameters, visitor),
        "nim" => nim::open(name, parameters, visitor),
        "squares" => squares::open(name, parameters, visitor),
        "breakthrough" => breakthrough::open(name, parameters, visitor),
        "chess" => chess::open(name, parameters, visitor),
        "tree" => tree::open(name, parameters, visitor),
        _ => Err(not_for_minimax(entry).into()),
    }
}

/// Runs a command on a game with chance, several players or hidden cards; `None` where the game is
/// none of these.
pub fn sit<T>(entry: &Entry, name: &str, visit: Visit<'_, T>) -> anyhow::Result<Option<T>> {
    let (_, parameters) = split(name);
    match entry.name {
        "kuhn" => none(entry, parameters)
            .map_err(Into::into)
            .and_then(|()| kuhn::sit(name, visit))
            .map(Some),
        "kriegspiel" => none(entry, parameters)
            .map_err(Into::into)
            .and_then(|()| kriegspiel::sit(name, visit))
            .map(Some),
        "hearts" => hearts::sit(name, parameters, visit).map(Some),
        "tictactoe3" => tictactoe3::sit(name, parameters, visit).map(Some),
        "pig" => pig::sit(name, parameters, visit).map(Some),
        "backgammon" => backgammon::sit(name, parameters, visit).map(Some),
        "whist" => whist::sit(name, parameters, visit).map(Some),
        "fork" => none(entry, parameters)
            .map_err(Into::into)
            .and_then(|()| fork::sit(name, visit))
            .map(Some),
        _ => Ok(None),
    }
}

fn not_for_minimax(entry: &Entry) -> Problem {
    let what = format!(
        "{} is not a game for two players without chance and hidden cards",
        entry.name
    );
    Problem::usage(what)
        .mend("search, compare, explain, solve, play and match know it; this command does not")
}

/// For games without parameters.
fn none(entry: &Entry, parameters: Option<&str>) -> Result<(), Problem> {
    match parameters {
        None => Ok(()),
        Some(text) => {
            let text = crate::output::shorten(text, 60);
            let what = format!(
                "{} takes no parameters, but ':{text}' follows it",
                entry.name
            );
            Err(Problem::usage(what).mend(format!(
                "write {}; the position is an argument of its own",
                entry.form
            )))
        }
    }
}

/// The side of a board, for games with one number as parameter.
fn side(entry: &Entry, parameters: Option<&str>, default: usize) -> Result<usize, Problem> {
    let Some(text) = parameters else {
        return Ok(default);
    };
    text.trim().parse().map_err(|_| {
        let what = format!(
            "'{}' is not a size for {}",
            crate::output::shorten(text, 60),
            entry.name
        );
        Problem::usage(what).mend(format!("write {}, as in {}:6", entry.form, entry.name))
    })
}
