//! Positions with what a search and the rest of their game said of them, 32 bytes each.
//!
//! ```text
//!   byte 0         8          24       26       27     28    30
//!        occupied  pieces     score    result   turn   ply   0
//!        64 bits   4 bits of each, in the order of their squares
//! ```

use std::io::{self, Read};

use shakmaty::{Bitboard, Board, Color, Piece, Role};

/// Bytes of a sample.
pub const BYTES: usize = 32;

/// A labelled position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The pieces.
    pub board: Board,
    /// Who moves.
    pub turn: Color,
    /// Centipawns for White, by a search.
    pub score: i16,
    /// Half points for White: 0, 1 or 2.
    pub result: u8,
    /// Plies played before it.
    pub ply: u16,
}

impl Sample {
    /// As bytes. A board has at most 32 pieces.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[..8].copy_from_slice(&self.board.occupied().0.to_le_bytes());
        for (i, (_, piece)) in self.board.iter().enumerate().take(32) {
            bytes[8 + i / 2] |= code(piece) << (i % 2 * 4);
        }
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        bytes[26] = self.result;
        bytes[27] = u8::from(self.turn.is_black());
        bytes[28..30].copy_from_slice(&self.ply.to_le_bytes());
        bytes
    }

    /// From such bytes; `None` where no sample is written like that.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; BYTES]) -> Option<Sample> {
        let mut occupied = [0; 8];
        occupied.copy_from_slice(&bytes[..8]);
        let occupied = Bitboard(u64::from_le_bytes(occupied));
        if occupied.count() > 32 || bytes[26] > 2 || bytes[27] > 1 || bytes[30..] != [0, 0] {
            return None;
        }
        let mut board = Board::empty();
        for (i, square) in occupied.into_iter().enumerate() {
            board.set_piece_at(square, piece(bytes[8 + i / 2] >> (i % 2 * 4) & 15)?);
        }
        let one_king = |color| (board.by_color(color) & board.kings()).count() == 1;
        (one_king(Color::White) && one_king(Color::Black)).then(|| Sample {
            turn: Color::from_white(bytes[27] == 0),
            score: i16::from_le_bytes([bytes[24], bytes[25]]),
            result: bytes[26],
            ply: u16::from_le_bytes([bytes[28], bytes[29]]),
            board,
        })
    }
}

fn code(piece: Piece) -> u8 {
    u8::from(piece.color.is_black()) << 3 | piece.role as u8
}

fn piece(code: u8) -> Option<Piece> {
    let role = Role::try_from(u32::from(code & 7)).ok()?;
    Some(role.of(Color::from_white(code & 8 == 0)))
}

/// The samples of whole games, a number before each game's, up to where a file breaks off; and the
/// number of whole games and the bytes that they take.
///
/// # Errors
/// The file cannot be read.
pub fn read_games(mut input: impl Read, mut each: impl FnMut(Sample)) -> io::Result<Games> {
    let mut games = Games::default();
    let mut buffer = Vec::new();
    loop {
        let mut count = [0; 2];
        if !fill(&mut input, &mut count)? {
            return Ok(games);
        }
        buffer.resize(usize::from(u16::from_le_bytes(count)) * BYTES, 0);
        if !fill(&mut input, &mut buffer)? {
            return Ok(games);
        }
        games.games += 1;
        games.bytes += (count.len() + buffer.len()) as u64;
        let (whole, _) = buffer.as_chunks();
        whole.iter().filter_map(Sample::from_bytes).for_each(|sample| {
            games.samples += 1;
            each(sample);
        });
    }
}

/// What a file holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Games {
    /// Whole games.
    pub games: u64,
    /// Samples in them.
    pub samples: u64,
    /// Bytes of them.
    pub bytes: u64,
}

/// Whether all of the buffer could be filled.
fn fill(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match input.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// A game's samples as bytes, their number before them.
#[must_use]
pub fn game_to_bytes(samples: &[Sample]) -> Vec<u8> {
    let count = samples.len().min(usize::from(u16::MAX));
    let mut bytes = (count as u16).to_le_bytes().to_vec();
    bytes.extend(samples[..count].iter().flat_map(Sample::to_bytes));
    bytes
}
