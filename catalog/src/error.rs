//! What is wrong with a request, and how to fix it.

use std::{fmt, io};

/// The kind of an error: the command line makes an exit code of it, the pages a status.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// The request itself is wrong.
    Usage,
    /// No game, search or file has this name.
    NotFound,
    /// Something was tried and failed.
    Failed,
    /// Another program failed.
    Engine,
}

/// Why a text file cannot be read.
pub(crate) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::InvalidData => "it is not text (UTF-8)".into(),
        io::ErrorKind::IsADirectory => "it is a directory".into(),
        io::ErrorKind::NotFound => "there is no such file".into(),
        _ => error.to_string(),
    }
}

/// An error for people: what is wrong, and what to do about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CatalogError {
    /// Its kind.
    pub kind: ErrorKind,
    /// What is wrong, and why.
    pub what: String,
    /// How to fix it.
    pub hint: Option<String>,
}

impl CatalogError {
    /// The request is wrong.
    pub fn usage(what: impl Into<String>) -> CatalogError {
        CatalogError::new(ErrorKind::Usage, what)
    }

    /// A name stands for nothing.
    pub fn not_found(what: impl Into<String>) -> CatalogError {
        CatalogError::new(ErrorKind::NotFound, what)
    }

    /// Something was tried and failed.
    pub fn failed(what: impl Into<String>) -> CatalogError {
        CatalogError::new(ErrorKind::Failed, what)
    }

    /// Another program failed.
    pub fn engine(what: impl Into<String>) -> CatalogError {
        CatalogError::new(ErrorKind::Engine, what)
    }

    fn new(kind: ErrorKind, what: impl Into<String>) -> CatalogError {
        CatalogError {
            kind,
            what: what.into(),
            hint: None,
        }
    }

    /// The same, with a hint.
    #[must_use]
    pub fn hint(self, hint: impl Into<String>) -> CatalogError {
        CatalogError {
            hint: Some(hint.into()),
            ..self
        }
    }
}

impl fmt::Display for CatalogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for CatalogError {}
