//! Positions and moves of chess as a project saves them.

use gametree::{MoveTraits, Persistent, Readable};
use shakmaty::{EnPassantMode, FromSetup, Move, Position, Square};

use crate::identity::{COUNTED_CLOCK, clock_bits};
use crate::move_traits;
use crate::notation::BadPosition;
use crate::position::Chess;

/// 6 bits for each square, then the piece a pawn becomes. Castling is the king on its rook.
impl Persistent for Chess {
    fn identity(&self) -> u128 {
        let past = self.past.as_ref().map_or(0, |past| past.identity());
        self.key ^ clock_bits(self.position.halfmoves()) ^ past
    }

    /// A clock that does not count stays below the one that does, also after the next move: a
    /// position that several ways lead to has the same moves, and the same positions after them,
    /// whatever its clock was on each. So only a root that has the higher clock leads to the limit.
    /// Below, the clock is that of the way, for engines to see.
    fn normalize(&mut self) {
        const HIGHEST: u32 = COUNTED_CLOCK - 2;
        let clock = self.position.halfmoves();
        if clock > HIGHEST && clock < COUNTED_CLOCK {
            let mut setup = self.position.to_setup(EnPassantMode::Legal);
            setup.halfmoves = HIGHEST;
            let mode = self.position.castles().mode();
            let position = shakmaty::Chess::from_setup(setup, mode);
            let position = position.or_else(shakmaty::PositionError::ignore_impossible_check);
            self.position = position.expect("a position stays one with another clock");
        }
    }

    fn encode(&self, m: Move) -> u32 {
        let from = m.from().map_or(0, Square::to_u32);
        let promotion = m.promotion().map_or(0, |role| role as u32);
        from | m.to().to_u32() << 6 | promotion << 12
    }

    fn decode(&self, code: u32) -> Option<Move> {
        self.position
            .legal_moves()
            .into_iter()
            .find(|&m| self.encode(m) == code)
    }

    /// A FEN; with a past `FEN moves …`, where `|` ends the moves of the game and begins those of
    /// the analysis.
    fn write(&self) -> String {
        self.text()
    }

    fn traits(&self, m: Move) -> MoveTraits {
        move_traits::of(&self.position, m)
    }

    fn uci(&self, m: Move) -> String {
        Chess::uci(self, m)
    }

    fn number(&self) -> String {
        let dots = if self.color().is_white() { "." } else { "..." };
        format!("{}{dots}", self.inner().fullmoves())
    }
}

impl Readable for Chess {
    fn read(text: &str) -> Result<Self, String> {
        text.parse().map_err(|error: BadPosition| error.to_string())
    }
}
