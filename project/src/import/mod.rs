//! Games and records from files: PGN and EPD, formats of chess.

mod connect;
mod epd;
mod lines;
mod pgn;
mod survey;
mod take;
mod title;

use std::fs::File as Opened;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use gametree_chess::Chess;

pub use survey::Survey;
pub use take::Imported;
pub use title::{summary, title};

use lines::Lines;

use crate::error::{ErrorKind, ProjectError, Result};
use crate::paths::File;

/// What to import.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportAsk {
    /// What is read.
    pub input: Input,
    /// At most this many half-moves of each game.
    pub most_plies: Option<usize>,
    /// Only these games or records.
    pub games: Range,
    /// Whether comments become notes, where there is none yet.
    pub notes: bool,
    /// Whether games and records with mistakes are left out.
    pub skip_bad: bool,
}

/// What is read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// A file: `.pgn` or `.epd`.
    File(PathBuf),
    /// Games as users paste them.
    Pgn {
        /// What the values in it are known by.
        name: String,
        /// The text.
        text: String,
    },
}

/// Numbers from the first to the last, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// The first.
    pub first: u64,
    /// The last.
    pub last: u64,
}

impl Range {
    /// Everything.
    pub const ALL: Range = Range {
        first: 1,
        last: u64::MAX,
    };
}

/// `3..7` with both ends, `3..`, `..7`, or `3` alone.
impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Range, String> {
        let wrong = || format!("'{text}' is not a range: write 3..7, 3.., ..7 or 3");
        let number = |text: &str| text.trim().parse().map_err(|_| wrong());
        let end = |text: &str, missing: u64| match text.trim() {
            "" => Ok(missing),
            text => number(text),
        };
        let range = match text.split_once("..") {
            Some((first, last)) => Range {
                first: end(first, 1)?,
                last: end(last, u64::MAX)?,
            },
            None => Range {
                first: number(text)?,
                last: number(text)?,
            },
        };
        if range.first == 0 || range.first > range.last {
            return Err(wrong());
        }
        Ok(range)
    }
}

/// What is wrong with a game or a record.
enum Bad {
    /// It says something that cannot be; reading goes on with the next.
    Item(String),
    /// The file cannot be read.
    File(String),
}

type Items = Box<dyn Iterator<Item = std::result::Result<Lines, Bad>>>;

impl ImportAsk {
    /// Everything that a text of games says.
    #[must_use]
    pub fn pasted(name: &str, text: &str) -> ImportAsk {
        ImportAsk {
            input: Input::Pgn {
                name: name.to_string(),
                text: text.to_string(),
            },
            most_plies: None,
            games: Range::ALL,
            notes: true,
            skip_bad: false,
        }
    }

    /// What there is, from its beginning; each item apart from the others.
    fn items(&self) -> Result<Items> {
        let name = self.name();
        let items: Items = match &self.input {
            Input::Pgn { text, .. } => {
                let text = std::io::Cursor::new(text.clone().into_bytes());
                Box::new(pgn::games(text, name, self.most_plies))
            }
            Input::File(path) => self.items_of(path, name)?,
        };
        let Range { first, last } = self.games;
        let wanted = (1..)
            .zip(items)
            .take_while(move |&(number, _)| number <= last);
        Ok(Box::new(
            wanted
                .filter(move |&(number, _)| number >= first)
                .map(|(_, item)| item),
        ))
    }

    fn items_of(&self, path: &Path, name: String) -> Result<Items> {
        let shown = path.display();
        let file = Opened::open(path)
            .map_err(|error| ProjectError::not_found(format!("{shown}: {error}")))?;
        match ending(path).as_str() {
            "pgn" => Ok(Box::new(pgn::games(file, name, self.most_plies))),
            "epd" => Ok(Box::new(epd::records(BufReader::new(file), name))),
            _ => {
                let what = format!("{shown}: neither a .pgn nor an .epd file");
                Err(ProjectError::invalid(what).hint("the file's ending says what it holds"))
            }
        }
    }

    /// What the input is called: a file without its directory.
    #[must_use]
    pub fn name(&self) -> String {
        match &self.input {
            Input::Pgn { name, .. } => name.clone(),
            Input::File(path) => {
                let name = path.file_name().map(Path::new);
                name.unwrap_or(path).display().to_string()
            }
        }
    }

    /// The input for an error message: a file with its directory.
    fn shown(&self) -> String {
        match &self.input {
            Input::Pgn { name, .. } => name.clone(),
            Input::File(path) => path.display().to_string(),
        }
    }

    /// What an item of the input is called.
    #[must_use]
    pub fn unit(&self) -> &'static str {
        match &self.input {
            Input::File(path) if ending(path) == "epd" => "record",
            _ => "game",
        }
    }
}

fn ending(path: &Path) -> String {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.unwrap_or("").to_lowercase()
}

fn check_chess(atlas: &File) -> Result<()> {
    let fits = atlas.game.position(Chess::default()).map(|_| ());
    let what = "PGN and EPD are formats of chess; this project is of another game";
    fits.ok_or_else(|| ProjectError::invalid(what))
}

fn stopped(what: String) -> ProjectError {
    ProjectError::new(ErrorKind::Interrupted, what)
}

/// What a file would add; `stop` ends the reading.
///
/// # Errors
/// When the file cannot be read, has a mistake, or the project is not one of chess.
pub fn survey(atlas: &File, ask: &ImportAsk, stop: &dyn Fn() -> bool) -> Result<Survey> {
    check_chess(atlas)?;
    let survey = Survey::of(atlas, ask, stop)?;
    survey.judge(ask)?;
    Ok(survey)
}

/// Takes in what a file says; `stop` ends it after a game, and what came before is saved.
///
/// # Errors
/// When the file cannot be read, or the project is not one of chess.
pub fn import(atlas: &mut File, ask: &ImportAsk, stop: &dyn Fn() -> bool) -> Result<Imported> {
    check_chess(atlas)?;
    take::take(atlas, ask, stop)
}

/// Checks a text of games before there is a project for them.
///
/// # Errors
/// A sentence for people: what is wrong with the first bad game.
pub fn check(ask: &ImportAsk) -> Result<()> {
    let mut games = 0;
    for item in ask.items()? {
        match item {
            Ok(_) => games += 1,
            Err(Bad::Item(why) | Bad::File(why)) => {
                let what = format!("The PGN cannot be read: {why}.");
                return Err(ProjectError::invalid(what));
            }
        }
    }
    if games == 0 {
        return Err(ProjectError::invalid("The PGN holds no game."));
    }
    Ok(())
}

#[cfg(test)]
#[path = "../../../atlas/tests/store_support/mod.rs"]
mod store_support;
#[cfg(test)]
mod tests;
