//! Games and records from files: PGN and EPD, formats of chess.

mod epd;
mod lines;
mod pgn;
mod survey;
mod take;

use std::fs::File as Input;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use gametree_chess::Chess;

pub use survey::Survey;
pub use take::Imported;

use lines::Lines;

use crate::error::{ErrorKind, ProjectError, Result};
use crate::paths::File;

/// What to import.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportAsk {
    /// The file: `.pgn` or `.epd`.
    pub file: PathBuf,
    /// At most this many half-moves of each game.
    pub most_plies: Option<usize>,
    /// Only these games or records.
    pub games: Range,
    /// Whether comments become notes, where there is none yet.
    pub notes: bool,
    /// Whether games and records with mistakes are left out.
    pub skip_bad: bool,
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

/// What is wrong with a game or a record.
enum Bad {
    /// It says something that cannot be; reading goes on with the next.
    Item(String),
    /// The file cannot be read.
    File(String),
}

type Items = Box<dyn Iterator<Item = std::result::Result<Lines, Bad>>>;

impl ImportAsk {
    /// What the file holds, from its beginning; each item apart from the others.
    fn items(&self) -> Result<Items> {
        let path = self.file.display();
        let file = Input::open(&self.file)
            .map_err(|error| ProjectError::not_found(format!("{path}: {error}")))?;
        let name = self.file_name();
        let items: Items = match self.ending().as_str() {
            "pgn" => Box::new(pgn::games(file, name, self.most_plies)),
            "epd" => Box::new(epd::records(BufReader::new(file), name)),
            _ => {
                let what = format!("{path}: neither a .pgn nor an .epd file");
                return Err(
                    ProjectError::invalid(what).hint("the file's ending says what it holds")
                );
            }
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

    /// The name of the file without its directory.
    #[must_use]
    pub fn file_name(&self) -> String {
        let name = self.file.file_name().map(Path::new);
        name.unwrap_or(&self.file).display().to_string()
    }

    fn ending(&self) -> String {
        let ending = self.file.extension().and_then(|ending| ending.to_str());
        ending.unwrap_or("").to_lowercase()
    }

    /// What an item of the file is called.
    #[must_use]
    pub fn unit(&self) -> &'static str {
        if self.ending() == "pgn" {
            "game"
        } else {
            "record"
        }
    }
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
