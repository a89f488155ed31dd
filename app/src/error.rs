//! What went wrong, why, how to fix it, and the exit code that says so to scripts.

use std::fmt;
use std::io;
use std::process::ExitCode;

use gametree_catalog::{CatalogError, ErrorKind};
use gametree_project::ProjectError;
use serde::Serialize;

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    /// Everything asked for was done.
    Done = 0,
    /// Tried and failed.
    Failed = 1,
    /// The command line or its input is wrong.
    Usage = 2,
    /// No such game, search or file.
    NotFound = 3,
    /// An engine failed.
    Engine = 4,
    /// A file is damaged.
    Damaged = 5,
    /// Another process has it.
    Locked = 6,
    /// Stopped by Ctrl-C; the best so far was printed.
    Interrupted = 130,
}

impl From<Code> for ExitCode {
    fn from(code: Code) -> ExitCode {
        ExitCode::from(code as u8)
    }
}

/// An error for people: what is wrong, and what to do about it.
#[derive(Clone, Debug)]
pub struct CliError {
    /// The exit code.
    pub code: Code,
    /// What is wrong, and why.
    pub what: String,
    /// How to fix it.
    pub hint: Option<String>,
}

impl CliError {
    /// The input is wrong.
    pub fn usage(what: impl Into<String>) -> CliError {
        CliError {
            code: Code::Usage,
            what: what.into(),
            hint: None,
        }
    }

    /// Something named does not exist.
    pub fn not_found(what: impl Into<String>) -> CliError {
        CliError {
            code: Code::NotFound,
            what: what.into(),
            hint: None,
        }
    }

    /// Something was tried and failed.
    pub fn failed(what: impl Into<String>) -> CliError {
        CliError {
            code: Code::Failed,
            what: what.into(),
            hint: None,
        }
    }

    /// The same, with a hint.
    #[must_use]
    pub fn hint(self, hint: impl Into<String>) -> CliError {
        CliError {
            hint: Some(hint.into()),
            ..self
        }
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for CliError {}

impl From<CatalogError> for CliError {
    fn from(error: CatalogError) -> CliError {
        let code = match error.kind {
            ErrorKind::Usage => Code::Usage,
            ErrorKind::NotFound => Code::NotFound,
            ErrorKind::Failed => Code::Failed,
            ErrorKind::Engine => Code::Engine,
        };
        CliError {
            code,
            what: error.what,
            hint: error.hint,
        }
    }
}

/// An error as a JSON object.
#[derive(Serialize)]
pub struct ErrorObject {
    schema: &'static str,
    /// The line of the input it stands for, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The position that could not be answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    error: String,
    hint: Option<String>,
    code: u8,
}

impl ErrorObject {
    /// The object of an error.
    pub fn new(error: &anyhow::Error) -> ErrorObject {
        let error = as_cli_error(error);
        ErrorObject {
            schema: "gametree.error/1",
            line: None,
            position: None,
            error: error.what,
            hint: error.hint,
            code: error.code as u8,
        }
    }
}

/// The error for people: its own, or a failure with the chain of causes as its text.
pub fn as_cli_error(error: &anyhow::Error) -> CliError {
    if let Some(error) = error.downcast_ref::<CliError>() {
        return error.clone();
    }
    if let Some(error) = error.downcast_ref::<CatalogError>() {
        return error.clone().into();
    }
    match error.downcast_ref::<ProjectError>() {
        Some(error) => error.into(),
        None => CliError::failed(format!("{error:#}")),
    }
}

/// Whether the reader of our output has gone, as in `gametree games | head -1`.
fn reader_has_gone(error: &anyhow::Error) -> bool {
    let gone = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
    error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(gone))
}

/// The most characters of an error that are shown: inputs may be megabytes long.
const MOST: usize = 1500;

/// An error as text, on one screen.
pub fn text(error: &anyhow::Error) -> String {
    let error = as_cli_error(error);
    let mut text = crate::output::shorten(&error.what, MOST);
    if let Some(hint) = &error.hint {
        text.push_str("\n  hint: ");
        text.push_str(&crate::output::shorten(hint, MOST).replace('\n', "\n        "));
    }
    text
}

/// Tells people (and, under `--json`, scripts) about an error; gives the exit code.
pub fn tell(error: &anyhow::Error) -> ExitCode {
    if reader_has_gone(error) {
        return Code::Done.into();
    }
    crate::output::hint(&format!(
        "{}error:{} {}",
        crate::output::RED,
        crate::output::PLAIN,
        text(error)
    ));
    if crate::output::is_json() {
        let _ = crate::output::json(&ErrorObject::new(error));
    }
    as_cli_error(error).code.into()
}
