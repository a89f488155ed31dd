//! Networks that correct a game's evaluator.

use crate::error::CatalogError;

/// How a game's knowledge takes a network.
pub struct Networks<K> {
    /// Whether a file holds one.
    pub is_file: fn(&[u8]) -> bool,
    /// The knowledge with that of a file.
    pub read: fn(&K, &[u8]) -> Result<K, String>,
    /// The knowledge with the one that comes with the game.
    pub learned: fn(&K) -> K,
}

impl<K> Networks<K> {
    /// The knowledge with the network of this name, or of this file; `None` where there is none.
    pub fn find(&self, knowledge: &K, name: &str) -> Option<Result<K, CatalogError>> {
        if name == "learned" {
            return Some(Ok((self.learned)(knowledge)));
        }
        // What cannot be read is no network: that is said where weights are looked for.
        let bytes = std::fs::read(name).ok()?;
        (self.is_file)(&bytes).then(|| {
            (self.read)(knowledge, &bytes).map_err(|error| {
                CatalogError::usage(format!("weights={name}: {error}"))
                    .hint("`gametree train chess --method network --out FILE` makes one")
            })
        })
    }
}
