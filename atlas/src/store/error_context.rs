//! What the database says, in the words of a [`StoreError`].

use std::cell::Cell;
use std::io::ErrorKind;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Once;

use super::StoreError;
use super::head::{HeadError, VERSION};
use super::records::RecordError;

/// Makes errors that name the file.
#[derive(Clone, Debug)]
pub(super) struct ErrorContext(pub(super) String);

impl ErrorContext {
    pub(super) fn damaged(&self, what: impl Into<String>) -> StoreError {
        StoreError::Damaged {
            file: self.0.clone(),
            what: what.into(),
        }
    }

    pub(super) fn foreign(&self, what: impl Into<String>) -> StoreError {
        StoreError::Foreign {
            file: self.0.clone(),
            what: what.into(),
        }
    }

    pub(super) fn newer(&self, what: impl Into<String>) -> StoreError {
        StoreError::Newer {
            file: self.0.clone(),
            what: what.into(),
        }
    }

    pub(super) fn other(&self, what: impl Into<String>) -> StoreError {
        StoreError::Io {
            file: self.0.clone(),
            what: what.into(),
        }
    }

    pub(super) fn locked(&self) -> StoreError {
        StoreError::Locked {
            file: self.0.clone(),
        }
    }

    pub(super) fn io(&self, error: &std::io::Error) -> StoreError {
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => StoreError::Full {
                file: self.0.clone(),
            },
            // The database believes in pages behind the file's end, or of no type it knows.
            ErrorKind::UnexpectedEof => self.damaged("it is shorter than it says"),
            ErrorKind::InvalidData => {
                self.damaged("it is not a store, or its first page is damaged")
            }
            _ => self.other(error.to_string()),
        }
    }

    pub(super) fn record(&self, error: &RecordError) -> StoreError {
        match error {
            RecordError::Checksum { .. } => self.damaged(error.to_string()),
            RecordError::Unknown { .. } => self.newer(error.to_string()),
        }
    }

    pub(super) fn head(&self, error: &HeadError) -> StoreError {
        match error {
            HeadError::Damaged => self.damaged("what it says of itself has a wrong checksum"),
            HeadError::Version(v) => self.newer(format!(
                "its format is version {v}, and this program reads version {VERSION}"
            )),
        }
    }

    /// Every error of the database, whichever operation it came from.
    pub(super) fn fault(&self, error: impl Into<redb::Error>) -> StoreError {
        match error.into() {
            redb::Error::Io(e) => self.io(&e),
            redb::Error::DatabaseAlreadyOpen => self.locked(),
            redb::Error::Corrupted(what) => self.damaged(what),
            redb::Error::UpgradeRequired(v) => {
                self.foreign(format!("its file format {v} is too old"))
            }
            e @ (redb::Error::TableDoesNotExist(_)
            | redb::Error::TableTypeMismatch { .. }
            | redb::Error::TableIsMultimap(_)
            | redb::Error::TypeDefinitionChanged { .. }) => {
                self.foreign(format!("it is not a store of facts: {e}"))
            }
            e => self.other(e.to_string()),
        }
    }

    /// Runs what touches the database. It asserts what a damaged file may break: that is damage,
    /// not a reason to end the program.
    pub(super) fn guard<T>(
        &self,
        work: impl FnOnce() -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        silently(|| catch_unwind(AssertUnwindSafe(work))).unwrap_or_else(|panic| {
            let what = panic.downcast_ref::<String>().map(String::as_str);
            let what = what
                .or_else(|| panic.downcast_ref::<&str>().copied())
                .unwrap_or("for no given reason");
            Err(self.damaged(format!("the database gave up: {what}")))
        })
    }
}

thread_local! {
    /// Whether a panic of this thread is caught and returned as an error.
    static CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// Runs what may panic and is caught, without a message and a backtrace on the error output. Other
/// threads tell of their panics as always.
fn silently<T>(work: impl FnOnce() -> T) -> T {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let tell = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !CAUGHT.get() {
                tell(panic);
            }
        }));
    });
    let outer = CAUGHT.replace(true);
    let result = work();
    CAUGHT.set(outer);
    result
}

/// A file's name for errors.
pub(super) fn named(path: &Path) -> ErrorContext {
    ErrorContext(path.display().to_string())
}
