//! What a store says of itself: one row in a table of its own, with a checksum.
//!
//! Bytes 0..4 are the CRC-32 of the rest, bytes 4..8 the version of the format, the rest is
//! postcard. The version comes before everything that a later version may write differently.

use serde::{Deserialize, Serialize};

use super::records::word;

/// The version this program writes, and the only one so far.
pub(super) const VERSION: u32 = 1;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Head {
    /// The game's name.
    pub(super) game: String,
    /// Seconds since 1970.
    pub(super) created: u64,
    /// How many facts the store holds: rows that vanish are noticed.
    pub(super) facts: u64,
}

/// Why a head cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum HeadError {
    Damaged,
    Version(u32),
}

impl Head {
    pub(super) fn new(game: &str) -> Self {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        Head {
            game: game.into(),
            created: now.map_or(0, |t| t.as_secs()),
            facts: 0,
        }
    }

    pub(super) fn encode(&self) -> Result<Vec<u8>, String> {
        let mut bytes = vec![0; 4];
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        let mut bytes = postcard::to_extend(self, bytes).map_err(|e| e.to_string())?;
        let sum = crc32fast::hash(&bytes[4..]);
        bytes[..4].copy_from_slice(&sum.to_le_bytes());
        Ok(bytes)
    }

    pub(super) fn decode(bytes: &[u8]) -> Result<Self, HeadError> {
        let (Some(sum), Some(version)) = (word(bytes, 0), word(bytes, 4)) else {
            return Err(HeadError::Damaged);
        };
        if sum != crc32fast::hash(&bytes[4..]) {
            return Err(HeadError::Damaged);
        }
        if version != VERSION {
            return Err(HeadError::Version(version));
        }
        postcard::from_bytes(&bytes[8..]).map_err(|_| HeadError::Damaged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_comes_back_and_damage_is_noticed() {
        let head = Head::new("chess");
        let bytes = head.encode().unwrap();
        assert_eq!(Head::decode(&bytes), Ok(head));
        for bit in 0..bytes.len() * 8 {
            let mut bad = bytes.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(Head::decode(&bad), Err(HeadError::Damaged));
        }
    }

    #[test]
    fn a_later_version_is_named() {
        let mut bytes = Head::new("chess").encode().unwrap();
        bytes[4..8].copy_from_slice(&9_u32.to_le_bytes());
        let sum = crc32fast::hash(&bytes[4..]);
        bytes[..4].copy_from_slice(&sum.to_le_bytes());
        assert_eq!(Head::decode(&bytes), Err(HeadError::Version(9)));
    }
}
