//! Journals on the command line: their errors, and how to go on.

use std::path::Path;

use gametree_arena::journal::Settings;
use gametree_arena::{GameRecord, Journal, JournalError, MatchError};

use crate::error::{CliError, Code};
use crate::output;

/// Opens a journal, or says why not.
pub fn open(dir: &Path, settings: &Settings) -> Result<(Journal, Vec<GameRecord>), CliError> {
    Journal::open(dir, settings).map_err(journal_problem)
}

/// Why a journal cannot be used.
pub fn journal_problem(error: JournalError) -> CliError {
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

/// Why a match could not be played.
pub fn problem(error: MatchError) -> CliError {
    let what = error.to_string();
    match error {
        MatchError::Keeping(_) => CliError::failed(what).hint(
            "is there room on the disk? The games before it are safe: the same command goes on from there",
        ),
        MatchError::Stranger { .. } => CliError { code: Code::Damaged, what, hint: None }
            .hint("the openings of this program are not those of the one that began; give another --out"),
        MatchError::NoOpenings | MatchError::OddGames(_) | MatchError::Seats(_) | MatchError::Seating(_) => {
            CliError::usage(what)
        }
    }
}

/// After Ctrl-C: what was saved, and the command that goes on.
pub fn tell_interrupted(out: Option<&Path>, games: u64) {
    match out {
        Some(dir) => output::hint(&format!(
            "interrupted; the games are in {}. To go on:\n  {}",
            dir.display(),
            this_command()
        )),
        None => output::hint(&format!(
            "interrupted after {games} games, which are not kept: a match without --out DIR cannot be taken up again"
        )),
    }
}

/// The command line as it can be given to a shell again.
fn this_command() -> String {
    let words = std::env::args().skip(1).map(|word| quoted(&word));
    std::iter::once("gametree".to_string())
        .chain(words)
        .collect::<Vec<_>>()
        .join(" ")
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=:,./+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_string();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_survive_a_shell() {
        assert_eq!(super::quoted("pvs:table=0"), "pvs:table=0");
        assert_eq!(super::quoted("(max 1 2)"), "'(max 1 2)'");
        assert_eq!(super::quoted("it's"), "'it'\\''s'");
    }
}
