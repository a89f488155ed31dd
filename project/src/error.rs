//! What went wrong, and what to do about it.

use gametree_atlas::AtlasError;
use gametree_atlas::export::ExportError;
use gametree_atlas::query::ResolveError;
use gametree_atlas::store::StoreError;

/// The result of everything that a project can do.
pub type Result<T> = std::result::Result<T, ProjectError>;

/// What kind of error it is. Programs map it to exit codes or to the status of a response.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// The request itself is wrong.
    Invalid,
    /// There is no such thing.
    NotFound,
    /// It must not be done.
    Forbidden,
    /// It cannot be done now, or is there already.
    Conflict,
    /// An engine would work that has no result in the project yet, beside results of others.
    OtherEngine,
    /// Another process has the file.
    Locked,
    /// An engine does not work.
    Engine,
    /// The file is damaged.
    Damaged,
    /// It was tried and failed.
    Failed,
    /// The user stopped it.
    Interrupted,
}

/// An error for people and scripts.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct ProjectError {
    /// What kind of error it is.
    pub kind: ErrorKind,
    /// What is wrong.
    pub message: String,
    /// How to fix it; may be empty.
    pub hint: String,
}

impl ProjectError {
    /// An error of a kind.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> ProjectError {
        ProjectError {
            kind,
            message: message.into(),
            hint: String::new(),
        }
    }

    /// The request is wrong.
    pub fn invalid(message: impl Into<String>) -> ProjectError {
        ProjectError::new(ErrorKind::Invalid, message)
    }

    /// There is no such thing.
    pub fn not_found(message: impl Into<String>) -> ProjectError {
        ProjectError::new(ErrorKind::NotFound, message)
    }

    /// It must not be done.
    pub fn forbidden(message: impl Into<String>) -> ProjectError {
        ProjectError::new(ErrorKind::Forbidden, message)
    }

    /// It cannot be done now, or is there already.
    pub fn conflict(message: impl Into<String>) -> ProjectError {
        ProjectError::new(ErrorKind::Conflict, message)
    }

    /// It was tried and failed.
    pub fn failed(message: impl Into<String>) -> ProjectError {
        ProjectError::new(ErrorKind::Failed, message)
    }

    /// An engine does not work.
    pub fn engine(message: impl Into<String>) -> ProjectError {
        ProjectError::new(ErrorKind::Engine, message)
            .hint("`gametree doctor` lists the engines found; the built-in one needs none")
    }

    /// The same, with a hint.
    #[must_use]
    pub fn hint(self, hint: impl Into<String>) -> ProjectError {
        ProjectError {
            hint: hint.into(),
            ..self
        }
    }
}

const DAMAGED: &str = "`gametree atlas check` says more; a backup may help";

impl From<AtlasError> for ProjectError {
    fn from(error: AtlasError) -> ProjectError {
        match error {
            AtlasError::Store(error) => error.into(),
            AtlasError::InconsistentFact(_) | AtlasError::Foreign(_) => {
                ProjectError::new(ErrorKind::Damaged, error.to_string()).hint(DAMAGED)
            }
            AtlasError::OutOfTurn { .. } => ProjectError::failed(error.to_string()),
        }
    }
}

impl From<StoreError> for ProjectError {
    fn from(error: StoreError) -> ProjectError {
        let (kind, hint) = match error {
            StoreError::Locked { .. } => (
                ErrorKind::Locked,
                "wait for the other process, or stop it; reading works meanwhile",
            ),
            StoreError::Damaged { .. } => (ErrorKind::Damaged, DAMAGED),
            StoreError::Full { .. } => (
                ErrorKind::Failed,
                "make room and try again: it goes on where it stopped",
            ),
            StoreError::Newer { .. } => (ErrorKind::Failed, "update gametree"),
            // The same file gives the same code, whichever command reads it.
            StoreError::Foreign { .. } => (ErrorKind::Damaged, DAMAGED),
            StoreError::Io { .. } => (ErrorKind::Failed, ""),
        };
        ProjectError::new(kind, error.to_string()).hint(hint)
    }
}

impl From<ResolveError> for ProjectError {
    fn from(error: ResolveError) -> ProjectError {
        match error {
            ResolveError::Atlas(error) => error.into(),
            ResolveError::Illegal { .. } | ResolveError::Unreadable(_) => ProjectError::invalid(
                error.to_string(),
            )
            .hint("write moves from the root as in 'e4 e5 Nf3', a position, or a node as #12"),
            ResolveError::Unknown { .. } => ProjectError::not_found(error.to_string())
                .hint("`gametree atlas add` puts new moves into the project"),
            ResolveError::Absent(_) => ProjectError::not_found(error.to_string())
                .hint("`gametree atlas tree` shows what is there"),
            ResolveError::Empty => ProjectError::not_found(error.to_string())
                .hint("`gametree analyse POSITION --project NAME` begins"),
        }
    }
}

impl From<ExportError> for ProjectError {
    fn from(error: ExportError) -> ProjectError {
        match error {
            ExportError::Atlas(error) => error.into(),
            ExportError::Io(_) => ProjectError::failed(error.to_string()),
        }
    }
}

impl From<std::io::Error> for ProjectError {
    fn from(error: std::io::Error) -> ProjectError {
        ProjectError::failed(error.to_string())
    }
}
