//! A copy of a store in a new file.

use std::path::Path;

use super::error_context::named;
use super::file::FileStore;
use super::{Store, StoreError, base, publish};

impl FileStore {
    /// Writes a consistent copy, as of now, to a new file, which appears when it is complete and on
    /// the disk.
    ///
    /// # Errors
    /// When there is such a file already, its disk is full, or this store is damaged.
    pub fn backup(&self, to: &Path) -> Result<(), StoreError> {
        publish::write_atomically(to, |unfinished| {
            let mut head = self.head.clone();
            head.facts = 0;
            let target = FileStore::start(
                named(to),
                Box::new(base::file_opener(unfinished, true)),
                &head,
            )?;
            copy_facts(self, target)
        })
    }
}

/// How many facts a copy holds in memory.
const BATCH: usize = 50_000;

/// Writes all facts of a store into an empty one.
fn copy_facts(from: &FileStore, mut to: FileStore) -> Result<(), StoreError> {
    let mut batch = Vec::with_capacity(BATCH);
    from.replay(&mut |fact| {
        batch.push(fact);
        if batch.len() < BATCH {
            return Ok(());
        }
        let full = std::mem::replace(&mut batch, Vec::with_capacity(BATCH));
        to.append(&full)
    })?;
    to.append(&batch)?;
    to.shrink()
}
