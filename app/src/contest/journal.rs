//! Journals on the command line: their errors, and how to go on.

use std::path::Path;

use gametree_arena::journal::{Entry, Settings};
use gametree_arena::{Journal, JournalError, MatchError, TournamentError};

use crate::error::{CliError, Code};
use crate::{interrupt, output};

/// The journal of a directory, if there is one, and the games in it.
pub type Opened<R> = (Option<Journal<R>>, Vec<R>);

/// Opens the journal of `--out`, or says why not; without it nothing is saved.
pub fn open<R: Entry>(dir: Option<&Path>, settings: &Settings) -> Result<Opened<R>, CliError> {
    let Some(dir) = dir else {
        return Ok((None, Vec::new()));
    };
    let (journal, known) = Journal::open_of(dir, settings).map_err(journal_error)?;
    interrupt::saved_in(dir.display());
    Ok((Some(journal), known))
}

/// Why a journal cannot be used.
fn journal_error(error: JournalError) -> CliError {
    let (code, hint) = match &error {
        JournalError::Locked(_) => (
            Code::Locked,
            "wait for it, or give another directory with --out",
        ),
        JournalError::OtherSettings { .. } => (
            Code::Usage,
            "give the same settings to go on, or another directory with --out",
        ),
        JournalError::Damaged { .. } => (Code::Damaged, "or give another directory with --out"),
        JournalError::Io { .. } => (
            Code::Failed,
            "is there room on the disk, and may you write there?",
        ),
    };
    CliError {
        code,
        what: error.to_string(),
        hint: Some(hint.into()),
    }
}

const NO_ROOM: &str =
    "is there room on the disk? The games before it are safe: the same command goes on from there";
const OTHER_OPENINGS: &str =
    "the program that began this directory had other openings; give another --out";

/// Why a match could not be played.
pub fn match_error(error: MatchError) -> CliError {
    let what = error.to_string();
    match error {
        MatchError::Io(_) => CliError::failed(what).hint(NO_ROOM),
        MatchError::MismatchedGame { .. } => CliError {
            code: Code::Damaged,
            what,
            hint: Some(OTHER_OPENINGS.into()),
        },
        MatchError::NoOpenings
        | MatchError::OddGames(_)
        | MatchError::Seats(_)
        | MatchError::Seating(_) => CliError::usage(what),
    }
}

/// Why a tournament could not be played.
pub fn tournament_error(error: TournamentError) -> CliError {
    let what = error.to_string();
    match error {
        TournamentError::Io(_) => CliError::failed(what).hint(NO_ROOM),
        TournamentError::MismatchedGame(_) => CliError {
            code: Code::Damaged,
            what,
            hint: Some(OTHER_OPENINGS.into()),
        },
        _ => CliError::usage(what),
    }
}

/// After Ctrl-C: what was saved, and the command that goes on.
pub fn tell_interrupted(games: u64) {
    if !interrupt::tell_resume() {
        output::hint(&format!(
            "interrupted after {games} games, which are not saved: only with --out DIR can they be resumed"
        ));
    }
}
