//! A store in memory.

use gametree_atlas::fact::Fact;
use gametree_atlas::store::{Store, StoreError};

/// Facts in memory, as a store would keep them.
#[derive(Default)]
pub struct Kept(pub Vec<u8>);

impl Store for Kept {
    fn append(&mut self, batch: &[Fact]) -> Result<(), StoreError> {
        for fact in batch {
            let bytes = postcard::to_stdvec(fact).map_err(|error| damaged(&error))?;
            self.0
                .extend_from_slice(&(bytes.len() as u32).to_le_bytes());
            self.0.extend_from_slice(&bytes);
        }
        Ok(())
    }

    fn replay(
        &self,
        each: &mut dyn FnMut(Fact) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut rest = &self.0[..];
        while let Some((size, after)) = rest.split_first_chunk::<4>() {
            let (bytes, after) = after.split_at(u32::from_le_bytes(*size) as usize);
            each(postcard::from_bytes(bytes).map_err(|error| damaged(&error))?)?;
            rest = after;
        }
        Ok(())
    }
}

fn damaged(error: &postcard::Error) -> StoreError {
    StoreError::Damaged {
        file: "memory".into(),
        what: error.to_string(),
    }
}
