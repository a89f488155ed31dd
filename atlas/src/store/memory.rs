//! A store that ends with the program: for tests, and for analyses that are not saved.

use super::{Store, StoreError};
use crate::fact::Fact;

/// Facts in memory.
#[derive(Clone, Default, Debug)]
pub struct MemoryStore {
    facts: Vec<Fact>,
}

impl MemoryStore {
    /// An empty one.
    pub fn new() -> Self {
        MemoryStore::default()
    }

    /// The facts, in order.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }
}

impl Store for MemoryStore {
    fn append(&mut self, batch: &[Fact]) -> Result<(), StoreError> {
        self.facts.extend_from_slice(batch);
        Ok(())
    }

    fn replay(
        &self,
        each: &mut dyn FnMut(Fact) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        self.facts.iter().cloned().try_for_each(each)
    }
}
