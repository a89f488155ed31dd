//! The opening book: score and best moves of every position of a few plies, as the solver found
//! them. Earlier positions follow from it by a small search.
//!
//! ```text
//!   bytes   0..8    "gt-c4bk1"
//!           8       plies
//!           9..17   checksum of all other bytes (FNV-1a), the lowest byte first
//!          17..     entries by their numbers in the layout, 13 bits each, the lowest bit first:
//!                   6 bits score + 32 (0: not in the book), 7 bits best columns, the left one lowest
//! ```
//!
//! Positions are not written down: their number says which one it is. `examples/connect4_book.rs`
//! computes the file.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use thiserror::Error;

use super::Connect4;
use super::layout::{Index, Layout, MOST_PLIES};

const MAGIC: &[u8; 8] = b"gt-c4bk1";
const PLIES_AT: usize = MAGIC.len();
const CHECKSUM: std::ops::Range<usize> = PLIES_AT + 1..PLIES_AT + 9;
const SCORE_BITS: u32 = 6;
const MOVE_BITS: u32 = 7;
const ENTRY_BITS: usize = (SCORE_BITS + MOVE_BITS) as usize;
/// Added to a score, to make it positive.
const OFFSET: i32 = 32;

/// What a book says of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The mover's score, as in [`super::Solved`].
    pub score: i32,
    /// The moves that keep it: bit `i` is the column `i`, counted from 0 on the left.
    pub columns: u8,
}

impl Entry {
    /// What is true of the mirror image.
    #[must_use]
    pub fn mirrored(self) -> Entry {
        Entry {
            columns: self.columns.reverse_bits() >> (u8::BITS - MOVE_BITS),
            ..self
        }
    }

    fn pack(self) -> u32 {
        (self.score + OFFSET) as u32 | u32::from(self.columns) << SCORE_BITS
    }

    fn unpack(bits: u32) -> Option<Entry> {
        let score = bits & ((1 << SCORE_BITS) - 1);
        (score != 0).then(|| Entry {
            score: score as i32 - OFFSET,
            columns: (bits >> SCORE_BITS) as u8,
        })
    }
}

/// A file that is not a book.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BookError {
    /// It does not begin like one.
    #[error("this is not a book of Connect-Four")]
    NotABook,
    /// More plies than a book can have.
    #[error("a book of {0} plies: at most {MOST_PLIES} are possible")]
    TooManyPlies(u8),
    /// It is too short or too long.
    #[error("the book has {found} bytes, not {expected}")]
    Length {
        /// How long it is.
        found: usize,
        /// How long a book of its plies is.
        expected: usize,
    },
    /// It was changed.
    #[error("the book is damaged: its checksum is wrong")]
    Damaged,
}

/// Score and best moves of positions with a fixed number of stones.
#[derive(Clone, Debug)]
pub struct Book {
    layout: Layout,
    bytes: Cow<'static, [u8]>,
}

impl Book {
    /// Reads a book.
    ///
    /// # Errors
    /// It is none, or it is damaged.
    pub fn read(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Book, BookError> {
        let bytes = bytes.into();
        if bytes.len() < CHECKSUM.end || !bytes.starts_with(MAGIC) {
            return Err(BookError::NotABook);
        }
        let plies = bytes[PLIES_AT];
        if u32::from(plies) > MOST_PLIES {
            return Err(BookError::TooManyPlies(plies));
        }
        let layout = Layout::new(plies.into());
        let expected = file_length(&layout);
        if bytes.len() != expected {
            let found = bytes.len();
            return Err(BookError::Length { found, expected });
        }
        if bytes[CHECKSUM] != checksum(&bytes) {
            return Err(BookError::Damaged);
        }
        Ok(Book { layout, bytes })
    }

    /// A book of these entries, by their numbers in the layout.
    #[must_use]
    pub fn new(layout: Layout, entries: impl IntoIterator<Item = (usize, Entry)>) -> Book {
        let mut bytes = vec![0; file_length(&layout)];
        bytes[..PLIES_AT].copy_from_slice(MAGIC);
        bytes[PLIES_AT] = layout.plies() as u8;
        for (number, entry) in entries {
            let Window { byte, shift } = window(number);
            let bits = u32::from_le_bytes(word(&bytes, byte)) | entry.pack() << shift;
            let end = bytes.len().min(byte + 4);
            bytes[byte..end].copy_from_slice(&bits.to_le_bytes()[..end - byte]);
        }
        let checksum = checksum(&bytes);
        bytes[CHECKSUM].copy_from_slice(&checksum);
        Book {
            layout,
            bytes: bytes.into(),
        }
    }

    /// The book that comes with the program: 8 plies.
    #[must_use]
    pub fn opening() -> Arc<Book> {
        static OPENING: LazyLock<Arc<Book>> = LazyLock::new(|| {
            let bytes: &[u8] = include_bytes!("opening.book");
            Arc::new(Book::read(bytes).expect("the tests read it"))
        });
        OPENING.clone()
    }

    /// The book as a file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many stones its positions have.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.layout.plies()
    }

    /// What it says of a position; nothing if the position has more or fewer stones.
    #[must_use]
    pub fn get(&self, position: &Connect4) -> Option<Entry> {
        if position.ply() != self.plies() {
            return None;
        }
        let Index { number, mirrored } = self.layout.index(position);
        let entry = self.entry(number)?;
        Some(if mirrored { entry.mirrored() } else { entry })
    }

    fn entry(&self, number: usize) -> Option<Entry> {
        let Window { byte, shift } = window(number);
        let bits = u32::from_le_bytes(word(&self.bytes, byte)) >> shift;
        Entry::unpack(bits & ((1 << ENTRY_BITS) - 1))
    }
}

/// Where the bits of an entry begin.
struct Window {
    byte: usize,
    shift: usize,
}

fn window(number: usize) -> Window {
    let bit = number * ENTRY_BITS;
    Window {
        byte: CHECKSUM.end + bit / 8,
        shift: bit % 8,
    }
}

/// Four bytes from here, with zeros after the end.
fn word(bytes: &[u8], from: usize) -> [u8; 4] {
    std::array::from_fn(|i| bytes.get(from + i).copied().unwrap_or(0))
}

fn file_length(layout: &Layout) -> usize {
    CHECKSUM.end + (layout.len() * ENTRY_BITS).div_ceil(8)
}

/// FNV-1a of all bytes but the checksum's own.
fn checksum(bytes: &[u8]) -> [u8; 8] {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    bytes[..CHECKSUM.start]
        .iter()
        .chain(&bytes[CHECKSUM.end..])
        .fold(0xcbf2_9ce4_8422_2325, step)
        .to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect4::layout::positions;
    use gametree::rng::Rng;

    /// A book of random entries, some left out.
    fn random_book(plies: u32) -> (Book, Vec<(Connect4, Option<Entry>)>) {
        let layout = Layout::new(plies);
        let mut rng = Rng::new(11);
        let mut expected = Vec::new();
        let mut entries = Vec::new();
        for position in positions(plies) {
            let entry = Entry {
                score: rng.below(43) as i32 - 21,
                columns: rng.below(128) as u8,
            };
            let index = layout.index(&position);
            let known = rng.below(5) > 0;
            if known {
                let canonical = if index.mirrored {
                    entry.mirrored()
                } else {
                    entry
                };
                entries.push((index.number, canonical));
            }
            expected.push((position, known.then_some(entry)));
        }
        (Book::new(layout, entries), expected)
    }

    #[test]
    fn a_book_says_what_was_written() {
        for plies in 0..=6 {
            let (book, expected) = random_book(plies);
            let read = Book::read(book.bytes().to_vec()).unwrap();
            assert_eq!(read.plies(), plies);
            for (position, entry) in expected {
                assert_eq!(read.get(&position), entry);
                if position.mirrored() != position {
                    assert_eq!(read.get(&position.mirrored()), entry.map(Entry::mirrored));
                }
            }
            assert_eq!(read.get(&"44444412".parse().unwrap()), None);
        }
    }

    #[test]
    fn a_damaged_book_is_refused() {
        let (book, _) = random_book(3);
        for at in 0..book.bytes().len() {
            for bit in 0..8 {
                let mut bytes = book.bytes().to_vec();
                bytes[at] ^= 1 << bit;
                assert!(Book::read(bytes).is_err(), "byte {at}, bit {bit}");
            }
            assert!(Book::read(book.bytes()[..at].to_vec()).is_err());
        }
        let mut longer = book.bytes().to_vec();
        longer.push(0);
        assert!(matches!(
            Book::read(longer),
            Err(BookError::Length { found, expected }) if found == expected + 1
        ));
    }
}
