//! Positions with what a search and the rest of their game said of them, 32 bytes each.
//!
//! ```text
//!   byte 0         8          24       26       27     28    30
//!        occupied  pieces     score    result   turn   ply   0
//!        64 bits   4 bits of each, in the order of their squares
//! ```

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::testing::boards;

    #[test]
    fn a_sample_is_read_as_it_was_written() {
        for (i, (board, turn)) in boards(20).into_iter().enumerate() {
            let sample = Sample {
                score: i as i16 - 300,
                result: (i % 3) as u8,
                ply: i as u16,
                board,
                turn,
            };
            assert_eq!(Sample::from_bytes(&sample.to_bytes()), Some(sample));
        }
    }

    #[test]
    fn what_is_no_sample_is_refused() {
        let (board, turn) = boards(1).remove(0);
        let sample = Sample {
            score: 0,
            result: 1,
            ply: 0,
            board,
            turn,
        };
        let with = |at: usize, byte: u8| {
            let mut bytes = sample.to_bytes();
            bytes[at] = byte;
            Sample::from_bytes(&bytes)
        };
        assert_eq!(with(26, 1), Some(sample.clone()));
        assert_eq!(with(26, 3), None, "a result");
        assert_eq!(with(27, 2), None, "a side");
        assert_eq!(with(31, 1), None, "what is not used");
        assert_eq!(with(8, 0), None, "a piece that there is not");
        assert_eq!(Sample::from_bytes(&[0; BYTES]), None, "no king");
        assert_eq!(Sample::from_bytes(&[0xff; BYTES]), None);
    }
}
