//! A row of the table of facts as bytes.
//!
//! | bytes | meaning |
//! | --- | --- |
//! | 0..4 | CRC-32 of the row's key (8 bytes, little-endian) and of everything behind these four bytes |
//! | 4..8 | how many facts there are, little-endian |
//! | 8.. | the facts, one behind the other, as postcard writes them |
//!
//! The key is the number of the row's first fact. It enters the checksum, so that a row that turns
//! up under another key is noticed as well as one whose bytes have changed.

use crate::fact::Fact;

const HEADER: usize = 8;

/// What is wrong with a row.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum RecordError {
    /// Its bytes are not those that were written.
    #[error("the checksum of the row at fact {first} is wrong")]
    Checksum {
        /// The row's key.
        first: u64,
    },
    /// Its bytes are those that were written, but they mean nothing to this version.
    #[error("fact {number} is of a kind that this version does not know")]
    Unknown {
        /// The fact.
        number: u64,
    },
}

/// A row that grows by one fact after the other.
pub(super) struct Row {
    first: u64,
    count: u32,
    bytes: Vec<u8>,
}

impl Row {
    /// A row without facts, whose first one will have this number.
    pub(super) fn new(first: u64) -> Self {
        Row {
            first,
            count: 0,
            bytes: vec![0; HEADER],
        }
    }

    /// Adds a fact that [`encode`] wrote.
    pub(super) fn push(&mut self, fact: &[u8]) {
        self.bytes.extend_from_slice(fact);
        self.count += 1;
    }

    /// The number of the fact behind the last.
    pub(super) fn end(&self) -> u64 {
        self.first + u64::from(self.count)
    }

    /// How many bytes it would have with this many more.
    pub(super) fn with(&self, more: usize) -> usize {
        self.bytes.len() + more
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Its key and its bytes.
    pub(super) fn seal(mut self) -> (u64, Vec<u8>) {
        self.bytes[4..HEADER].copy_from_slice(&self.count.to_le_bytes());
        let sum = checksum(self.first, &self.bytes[4..]);
        self.bytes[..4].copy_from_slice(&sum.to_le_bytes());
        (self.first, self.bytes)
    }
}

/// A fact as bytes, written over what `into` held.
pub(super) fn encode(fact: &Fact, into: &mut Vec<u8>) -> Result<(), String> {
    into.clear();
    let filled = postcard::to_extend(fact, std::mem::take(into)).map_err(|e| e.to_string())?;
    *into = filled;
    Ok(())
}

/// How many facts a row holds. Its checksum is verified first.
pub(super) fn count(first: u64, row: &[u8]) -> Result<u32, RecordError> {
    let (Some(sum), Some(count)) = (word(row, 0), word(row, 4)) else {
        return Err(RecordError::Checksum { first });
    };
    if sum != checksum(first, &row[4..]) {
        return Err(RecordError::Checksum { first });
    }
    Ok(count)
}

/// The facts of a row. Its checksum is verified first.
pub(super) fn facts(first: u64, row: &[u8]) -> Result<Facts<'_>, RecordError> {
    let left = count(first, row)?;
    Ok(Facts {
        number: first,
        left,
        rest: &row[HEADER..],
    })
}

/// See [`facts`].
pub(super) struct Facts<'a> {
    number: u64,
    left: u32,
    rest: &'a [u8],
}

impl Iterator for Facts<'_> {
    type Item = Result<Fact, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.left == 0 {
            let odd = !self.rest.is_empty();
            self.rest = &[];
            return odd.then_some(Err(RecordError::Unknown {
                number: self.number,
            }));
        }
        let Ok((fact, rest)) = postcard::take_from_bytes::<Fact>(self.rest) else {
            (self.left, self.rest) = (0, &[]);
            return Some(Err(RecordError::Unknown {
                number: self.number,
            }));
        };
        (self.number, self.left, self.rest) = (self.number + 1, self.left - 1, rest);
        Some(Ok(fact))
    }
}

/// A little-endian number at this place.
pub(super) fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let four = bytes.get(at..at + 4)?;
    Some(u32::from_le_bytes([four[0], four[1], four[2], four[3]]))
}

fn checksum(first: u64, rest: &[u8]) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(&first.to_le_bytes());
    sum.update(rest);
    sum.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row() -> (u64, Vec<u8>) {
        let mut row = Row::new(7);
        let mut bytes = Vec::new();
        for ticket in 0..3 {
            let fact = Fact::Failed {
                ticket,
                what: "crashed".into(),
                at: 1,
            };
            encode(&fact, &mut bytes).unwrap();
            row.push(&bytes);
        }
        row.seal()
    }

    #[test]
    fn rows_come_back() {
        let (first, bytes) = row();
        let tickets: Vec<u64> = facts(first, &bytes)
            .unwrap()
            .map(|f| match f.unwrap() {
                Fact::Failed { ticket, .. } => ticket,
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(tickets, [0, 1, 2]);
    }

    #[test]
    fn every_changed_bit_is_noticed() {
        let (first, bytes) = row();
        for bit in 0..bytes.len() * 8 {
            let mut bad = bytes.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(
                count(first, &bad),
                Err(RecordError::Checksum { first }),
                "bit {bit}"
            );
        }
    }

    #[test]
    fn another_key_and_a_cut_are_noticed() {
        let (first, bytes) = row();
        assert!(count(first + 1, &bytes).is_err());
        (0..bytes.len()).for_each(|n| assert!(count(first, &bytes[..n]).is_err(), "{n}"));
    }

    #[test]
    fn any_bytes_under_a_right_checksum_are_read_to_an_end() {
        let mut seed = 1_u64;
        for length in 0..20_000 {
            let mut row = Row::new(0);
            let body: Vec<u8> = (0..length % 97)
                .map(|_| {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    // Small numbers are lengths and kinds more often than large ones.
                    (seed >> 56) as u8 >> (seed >> 50 & 7)
                })
                .collect();
            row.push(&body);
            let (first, bytes) = row.seal();
            assert!(facts(first, &bytes).unwrap().count() <= 2);
        }
    }

    #[test]
    fn unknown_facts_are_not_called_damage() {
        let mut row = Row::new(0);
        row.push(&[200, 1, 2]);
        let (first, bytes) = row.seal();
        let got: Vec<_> = facts(first, &bytes).unwrap().collect();
        assert_eq!(got, [Err(RecordError::Unknown { number: 0 })]);
    }
}
