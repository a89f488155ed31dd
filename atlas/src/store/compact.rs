//! Small rows become long ones, and the file as short as it can be.

use std::ops::ControlFlow;

use redb::CompactionError;

use super::base::{forget, put_rows, rows_of};
use super::file::FileStore;
use super::{StoreError, records};
use crate::fact::Fact;

/// What is merged in one transaction, in bytes of rows.
const PORTION: usize = 8 << 20;

/// What a compaction has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Compacted {
    /// Rows before.
    pub rows_before: u64,
    /// Rows after.
    pub rows_after: u64,
    /// The file's length before; 0 for a store on another storage.
    pub bytes_before: u64,
    /// The file's length after; 0 for a store on another storage.
    pub bytes_after: u64,
}

/// Some rows that follow each other.
struct Portion {
    rows: u64,
    first: u64,
    facts: Vec<Fact>,
}

impl Portion {
    fn end(&self) -> u64 {
        self.first + self.facts.len() as u64
    }
}

impl FileStore {
    /// Merges rows and gives what is free back to the file system. Every step is a transaction: a
    /// crash leaves the store whole, and compaction can be begun again.
    ///
    /// # Errors
    /// As for [`super::Store::append`]; no fact is lost.
    pub fn compact(&mut self) -> Result<Compacted, StoreError> {
        let mut done = Compacted {
            bytes_before: self.bytes(),
            ..Compacted::default()
        };
        let mut next = 0;
        while next < self.facts() {
            let portion = self.portion(next)?;
            next = portion.end();
            done.rows_before += portion.rows;
            done.rows_after += self.merge(&portion)?;
        }
        self.shrink()?;
        done.bytes_after = self.bytes();
        Ok(done)
    }

    fn portion(&self, first: u64) -> Result<Portion, StoreError> {
        let mut portion = Portion {
            rows: 0,
            first,
            facts: Vec::new(),
        };
        let mut bytes = 0;
        self.rows(first, &mut |key, row| {
            for fact in records::facts(key, row).map_err(|e| self.name.record(&e))? {
                portion.facts.push(fact.map_err(|e| self.name.record(&e))?);
            }
            portion.rows += 1;
            bytes += row.len();
            Ok(if bytes < PORTION {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            })
        })?;
        Ok(portion)
    }

    /// Writes a portion in as few rows as it takes, and says how many.
    fn merge(&mut self, portion: &Portion) -> Result<u64, StoreError> {
        let rows = rows_of(&self.name, portion.first, &portion.facts)?;
        let count = rows.len() as u64;
        if count < portion.rows {
            let (name, head) = (self.name.clone(), self.head.clone());
            self.try_change(head, |write| {
                forget(&name, write, portion.first..portion.end())?;
                put_rows(&name, write, &rows)
            })?;
        }
        Ok(count.min(portion.rows))
    }

    /// Gives what is free back to the file system.
    pub(super) fn shrink(&mut self) -> Result<(), StoreError> {
        let name = self.name.clone();
        if self.read_only {
            return Err(name.other("it is open only to read"));
        }
        let Some(base) = self.base.as_mut() else {
            return Err(name.other("closed after an error"));
        };
        let shrunk = name.guard(|| match base.compact() {
            // A reader is still at work: the file keeps its length, and every fact.
            Ok(_) | Err(CompactionError::TransactionInProgress) => Ok(()),
            Err(e) => Err(name.fault(e)),
        });
        if shrunk.is_err() {
            let _ = self.reopen();
        }
        shrunk
    }
}
