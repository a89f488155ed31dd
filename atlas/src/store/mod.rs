//! Where facts are saved: a few methods, facts only, atomic batches.
//!
//! [`FileStore`] keeps them in one file; [`MemoryStore`] keeps them nowhere. What survives what is
//! told in `docs/book/src/store.md`.

mod backup;
mod base;
mod check;
mod compact;
mod error_context;
mod file;
mod head;
mod image;
mod memory;
mod publish;
mod records;

pub use check::{Report, check};
pub use compact::Compacted;
pub use file::FileStore;
pub use memory::MemoryStore;

use crate::fact::Fact;

/// A store of facts. Batches are atomic: after a crash a batch is there whole or not at all.
pub trait Store {
    /// Adds a batch. When it returns, the batch survives `kill -9` and a power cut.
    ///
    /// # Errors
    /// When the disk is full or failing. Nothing of the batch is saved then, and what was there
    /// before is.
    fn append(&mut self, batch: &[Fact]) -> Result<(), StoreError>;

    /// Reads every fact, in order.
    ///
    /// # Errors
    /// When the file is damaged, or of another version; or what `each` says.
    fn replay(
        &self,
        each: &mut dyn FnMut(Fact) -> Result<(), StoreError>,
    ) -> Result<(), StoreError>;
}

/// What can go wrong with a store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process has it open.
    #[error("{file} is open in another process")]
    Locked {
        /// The file.
        file: String,
    },
    /// The file is damaged.
    #[error("{file} is damaged: {what}")]
    Damaged {
        /// The file.
        file: String,
        /// Where and how.
        what: String,
    },
    /// The file is whole, and this program is too old for it.
    #[error("{file} was made by a newer version of gametree: {what}")]
    Newer {
        /// The file.
        file: String,
        /// What is new in it.
        what: String,
    },
    /// The file is of another kind.
    #[error("{file}: {what}")]
    Foreign {
        /// The file.
        file: String,
        /// What it is.
        what: String,
    },
    /// The disk is full.
    #[error("no room left on the disk of {file}; nothing that was saved is lost")]
    Full {
        /// The file.
        file: String,
    },
    /// Anything else.
    #[error("{file}: {what}")]
    Io {
        /// The file.
        file: String,
        /// What the system says.
        what: String,
    },
}

impl StoreError {
    /// What is wrong, without the file's name.
    #[must_use]
    pub fn what(&self) -> String {
        match self {
            StoreError::Damaged { what, .. }
            | StoreError::Newer { what, .. }
            | StoreError::Foreign { what, .. }
            | StoreError::Io { what, .. } => what.clone(),
            StoreError::Locked { .. } | StoreError::Full { .. } => self.to_string(),
        }
    }
}
