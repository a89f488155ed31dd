//! Positions and moves of chess as a project saves them.

use gametree::{Game, Persistent, Readable};
use shakmaty::{EnPassantMode, FromSetup, Move, Position, Role, Square};

use crate::notation::BadPosition;
use crate::position::Chess;

/// 6 bits for each square, then the piece a pawn becomes. Castling is the king on its rook.
impl Persistent for Chess {
    fn identity(&self) -> u128 {
        self.key
    }

    /// The clock goes back to 0.
    fn normalize(&mut self) {
        if self.position.halfmoves() > 0 {
            let mut setup = self.position.to_setup(EnPassantMode::Legal);
            setup.halfmoves = 0;
            let mode = self.position.castles().mode();
            let position = shakmaty::Chess::from_setup(setup, mode);
            let position = position.or_else(shakmaty::PositionError::ignore_impossible_check);
            self.position = position.expect("a position stays one without its clock");
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

    fn write(&self) -> String {
        self.fen()
    }

    /// Checks, captures and promotions force.
    fn forcingness(&self, m: Move) -> u8 {
        let after = self.after(m);
        let check = if after.position.is_check() { 128 } else { 0 };
        let capture = if m.is_capture() { 64 } else { 0 };
        let promotion = if m.promotion() == Some(Role::Queen) {
            63
        } else {
            0
        };
        check + capture + promotion
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
