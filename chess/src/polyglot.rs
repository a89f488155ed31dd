//! Polyglot's opening books: 16 bytes per move, sorted by the position's key.
//!
//! ```text
//!  0      key      8  move 10 weight 12  learn 16     big-endian
//! ├───────────────┼───────┼─────────┼────────────┤    move: to file, to rank, from file, from rank, promotion,
//!                                                     3 bits each from the lowest; castling is king on rook
//! ```

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{EnPassantMode, Move, Position, Role, Square};

use crate::Chess;

/// The bytes of an entry.
const ENTRY: usize = 16;

/// Books with more entries (a gigabyte) are refused.
const MOST_ENTRIES: usize = 1 << 26;

/// A book in memory.
///
/// ```
/// use gametree::Notation;
/// use gametree_chess::{Chess, polyglot::{Book, BookBuilder}};
/// let start = Chess::default();
/// let mut builder = BookBuilder::default();
/// builder.add(&start, start.read_move("e4").unwrap(), 3);
/// builder.add(&start, start.read_move("d4").unwrap(), 1);
/// builder.add(&start, start.read_move("d4").unwrap(), 4);
/// let mut bytes = Vec::new();
/// builder.finish().write(&mut bytes).unwrap();
/// let book = Book::read(&bytes[..]).unwrap();
/// let named: Vec<_> = book.moves(&start).into_iter().map(|(m, weight)| (start.write_move(m), weight)).collect();
/// assert_eq!(named, [("d4".to_owned(), 5), ("e4".to_owned(), 3)]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Book {
    entries: Vec<Entry>,
    sorted: bool,
}

/// A move of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The position's [`key`].
    pub key: u64,
    /// The move, packed.
    pub code: u16,
    /// How often to play it, against the others of its position.
    pub weight: u16,
    /// What some programs learned; preserved.
    pub learn: u32,
}

/// What is wrong with a book.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// Its size.
    #[error("a book has 16 bytes an entry; this one ends with {0} bytes of an entry")]
    Cut(usize),
    /// It has too many entries.
    #[error("the book has more than {MOST_ENTRIES} entries")]
    TooLarge,
    /// It could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Polyglot's key of a position: Zobrist's hash, the en passant file if a pawn stands ready to
/// take, pinned or not.
#[must_use]
pub fn key(position: &Chess) -> u64 {
    let Zobrist64(key) = position.inner().zobrist_hash(EnPassantMode::PseudoLegal);
    key
}

impl Book {
    /// The book in a file.
    ///
    /// # Errors
    /// When it cannot be read or is no book.
    pub fn open(path: impl AsRef<Path>) -> Result<Book, BookError> {
        Book::read(File::open(path)?)
    }

    /// The book that is read from here, whole.
    ///
    /// # Errors
    /// When it cannot be read or is no book.
    pub fn read(input: impl Read) -> Result<Book, BookError> {
        let mut bytes = Vec::new();
        let most = (MOST_ENTRIES * ENTRY) as u64;
        input.take(most + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > most {
            return Err(BookError::TooLarge);
        }
        let (entries, rest) = bytes.as_chunks::<ENTRY>();
        if !rest.is_empty() {
            return Err(BookError::Cut(rest.len()));
        }
        let mut entries: Vec<Entry> = entries.iter().map(Entry::unpack).collect();
        let sorted = entries.is_sorted_by_key(|entry| entry.key);
        if !sorted {
            entries.sort_by_key(|entry| entry.key);
        }
        Ok(Book { entries, sorted })
    }

    /// Whether the file was sorted. Programs that search in the file itself find nothing in one
    /// that is not; here it makes no difference.
    #[must_use]
    pub fn was_sorted(&self) -> bool {
        self.sorted
    }

    /// All entries, by key.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The legal moves that the book knows here, with their weights, as they stand in it. Entries
    /// of other positions with the same key drop out when they are not legal here.
    #[must_use]
    pub fn moves(&self, position: &Chess) -> Vec<(Move, u16)> {
        let key = key(position);
        let first = self.entries.partition_point(|entry| entry.key < key);
        let here = self.entries[first..]
            .iter()
            .take_while(|entry| entry.key == key);
        here.filter_map(|entry| unpack_move(position, entry.code).map(|m| (m, entry.weight)))
            .collect()
    }

    /// Writes the book, sorted.
    ///
    /// # Errors
    /// When writing fails.
    pub fn write(&self, output: &mut impl Write) -> io::Result<()> {
        let mut output = BufWriter::new(output);
        for entry in &self.entries {
            output.write_all(&entry.pack())?;
        }
        output.flush()
    }
}

impl Entry {
    fn unpack(bytes: &[u8; ENTRY]) -> Entry {
        let all = u128::from_be_bytes(*bytes);
        Entry {
            key: (all >> 64) as u64,
            code: (all >> 48) as u16,
            weight: (all >> 32) as u16,
            learn: all as u32,
        }
    }

    fn pack(self) -> [u8; ENTRY] {
        let high = u128::from(self.key) << 64 | u128::from(self.code) << 48;
        (high | u128::from(self.weight) << 32 | u128::from(self.learn)).to_be_bytes()
    }
}

/// The pieces of promotions, by their numbers.
const PROMOTIONS: [Option<Role>; 5] = [
    None,
    Some(Role::Knight),
    Some(Role::Bishop),
    Some(Role::Rook),
    Some(Role::Queen),
];

/// A move as the book packs it.
fn pack_move(m: Move) -> Option<u16> {
    let (from, to) = (m.from()?, m.to());
    let promotion = PROMOTIONS.iter().position(|&role| role == m.promotion())?;
    Some(to.to_u32() as u16 | (from.to_u32() as u16) << 6 | (promotion as u16) << 12)
}

fn unpack_move(position: &Chess, code: u16) -> Option<Move> {
    let square = |bits: u16| Square::new(u32::from(bits & 63));
    let promotion = *PROMOTIONS.get(usize::from(code >> 12))?;
    let uci = UciMove::Normal {
        from: square(code >> 6),
        to: square(code),
        promotion,
    };
    uci.to_move(position.inner()).ok()
}

/// A book in the making.
#[derive(Clone, Debug, Default)]
pub struct BookBuilder {
    weights: HashMap<(u64, u16), u64>,
}

impl BookBuilder {
    /// Adds to a legal move's weight.
    pub fn add(&mut self, position: &Chess, m: Move, weight: u64) {
        if let Some(code) = pack_move(m) {
            let sum = self.weights.entry((key(position), code)).or_default();
            *sum = sum.saturating_add(weight);
        }
    }

    /// The book: sorted, the heaviest move of a position first. Where a weight has no room in 16
    /// bits, all of its position are scaled down; none that was more than 0 becomes 0.
    #[must_use]
    pub fn finish(self) -> Book {
        let mut moves: Vec<_> = self.weights.into_iter().collect();
        moves.sort_unstable_by_key(|&((key, code), weight)| (key, std::cmp::Reverse(weight), code));
        let groups = moves.chunk_by(|a, b| a.0.0 == b.0.0);
        Book {
            entries: groups.flat_map(scaled).collect(),
            sorted: true,
        }
    }
}

/// The moves of a position, the heaviest first, with weights that fit.
fn scaled(group: &[((u64, u16), u64)]) -> impl Iterator<Item = Entry> {
    let heaviest = group.first().map_or(0, |&(_, weight)| weight);
    group.iter().map(move |&((key, code), weight)| {
        let fits = if heaviest <= u64::from(u16::MAX) {
            weight
        } else {
            let share = u128::from(weight) * u128::from(u16::MAX) / u128::from(heaviest);
            (share as u64).max(u64::from(weight > 0))
        };
        Entry {
            key,
            code,
            weight: fits as u16,
            learn: 0,
        }
    })
}

#[cfg(test)]
mod tests {
    use gametree::{Game, Notation};

    use super::*;

    fn after(moves: &str) -> Chess {
        let mut game = Chess::default();
        moves
            .split_whitespace()
            .for_each(|text| game.play(game.read_move(text).unwrap()));
        game
    }

    #[test]
    fn keys_are_the_published_ones() {
        for (moves, wanted) in [
            ("", 0x463b_9618_1691_fc9c),
            ("e4", 0x823c_9b50_fd11_4196),
            ("e4 d5", 0x0756_b944_61c5_0fb0),
            ("e4 d5 e5", 0x662f_afb9_65db_29d4),
            ("e4 d5 e5 f5", 0x22a4_8b5a_8e47_ff78),
            ("e4 d5 e5 f5 Ke2", 0x652a_607c_a3f2_42c1),
            ("e4 d5 e5 f5 Ke2 Kf7", 0x00fd_d303_c946_bdd9),
            ("a4 b5 h4 b4 c4", 0x3c81_23ea_7b06_7637),
            ("a4 b5 h4 b4 c4 bxc3 Ra3", 0x5c3f_9b82_9b27_9560),
        ] {
            assert_eq!(key(&after(moves)), wanted, "{moves}");
        }
        // A pinned pawn counts here, though it may not take.
        let [pinned, without] = [
            "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1",
            "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1",
        ]
        .map(|fen| key(&fen.parse().unwrap()));
        assert_ne!(pinned, without);
    }

    #[test]
    fn castling_and_promotions_are_packed_as_they_should_be() {
        let game: Chess = "r3k2r/6P1/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().unwrap();
        for (text, code) in [
            ("O-O", 0x0107),
            ("O-O-O", 0x0100),
            ("g8=Q+", 0x4dbe),
            ("gxh8=N", 0x1dbf),
            ("Rb1", 0x0001),
        ] {
            let m = game.read_move(text).unwrap();
            assert_eq!(
                (pack_move(m), unpack_move(&game, code)),
                (Some(code), Some(m)),
                "{text}"
            );
        }
        assert_eq!(unpack_move(&game, 0xffff), None);
        assert_eq!(unpack_move(&game, 0x0000), None);
    }

    #[test]
    fn weights_are_scaled_where_they_must() {
        let (start, mut builder) = (Chess::default(), BookBuilder::default());
        for (text, weight) in [("e4", 1 << 40), ("d4", 1 << 39), ("c4", 1), ("a3", 0)] {
            builder.add(&start, start.read_move(text).unwrap(), weight);
        }
        let reply = after("e4");
        builder.add(&reply, reply.read_move("c5").unwrap(), 7);
        let book = builder.finish();
        let weights = |position: &Chess| {
            book.moves(position)
                .iter()
                .map(|&(_, w)| w)
                .collect::<Vec<_>>()
        };
        assert_eq!(weights(&start), [65535, 32767, 1, 0]);
        assert_eq!(weights(&reply), [7]);
        assert!(book.entries().is_sorted_by_key(|entry| entry.key));
    }

    #[test]
    fn what_is_no_book_is_refused_and_order_does_not_matter() {
        let error = Book::read(&[0; 40][..]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a book has 16 bytes an entry; this one ends with 8 bytes of an entry"
        );
        let entry = |key| Entry {
            key,
            code: 0,
            weight: 1,
            learn: 9,
        };
        let bytes = [entry(7).pack(), entry(3).pack()].concat();
        let book = Book::read(&bytes[..]).unwrap();
        assert!(!book.was_sorted());
        assert_eq!(book.entries(), [entry(3), entry(7)]);
        assert!(Book::read(&b""[..]).unwrap().entries().is_empty());
    }
}
