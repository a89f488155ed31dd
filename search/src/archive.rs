//! Positions that can be saved for years: an identity, moves as numbers, positions as text.

use std::sync::Arc;

use crate::game::{Notation, TwoPlayer};

/// What a persistent analysis needs of a game. Everything here is written to disk: it must not
/// change from one version of the game to the next.
pub trait Persistent: TwoPlayer + Notation + Send + Sync + 'static {
    /// Equal for equal positions, different for different ones: 128 well-spread bits, so that two
    /// of 10⁹ positions share one with a chance of about 10⁻²¹. What does not belong to the
    /// position itself (how it arose, clocks) is left out.
    fn identity(&self) -> u128;

    /// Forgets what [`Persistent::identity`] does not cover, so that equal identities have equal
    /// futures.
    fn normalize(&mut self) {}

    /// A legal move as a number.
    fn encode(&self, m: Self::Move) -> u32;

    /// The legal move of this number; `None` when there is none.
    fn decode(&self, code: u32) -> Option<Self::Move> {
        self.moves().find(|&m| self.encode(m) == code)
    }

    /// The complete position as text.
    fn write(&self) -> String;

    /// What makes a move worth searching although it may look bad at first: selectors may charge
    /// such moves less. Nothing where a game has no such moves.
    fn traits(&self, m: Self::Move) -> MoveTraits {
        let _ = m;
        MoveTraits::default()
    }

    /// A move as engines and scripts write it; the usual notation where there is no other.
    fn uci(&self, m: Self::Move) -> String {
        self.write_move(m)
    }

    /// The number that stands before a move in a line, as `12.` or `12...`; empty where a game has
    /// none.
    fn number(&self) -> String {
        String::new()
    }
}

/// What makes a move worth searching although it may look bad at first, each from 0 (not at all) to
/// 255. The names are those of chess; another game reports what comes closest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct MoveTraits {
    /// It gives check: the reply is forced.
    pub check: u8,
    /// It aims a piece at the enemy king.
    pub attack: u8,
    /// It advances a pawn that may become a queen.
    pub march: u8,
    /// It captures without losing material.
    pub exchange: u8,
    /// It promotes.
    pub promotion: u8,
}

/// A game whose positions can be read back from their text alone. (A text of an erased position
/// does not say which game it is of: whoever opened the game reads it.)
pub trait Readable: Persistent {
    /// The position of a text that [`Persistent::write`] wrote.
    ///
    /// # Errors
    /// A sentence for people: what is wrong with the text.
    fn read(text: &str) -> Result<Self, String>;
}

/// Reads what [`Persistent::write`] wrote, for a game that is known at run time only.
pub type Reader<G> = Arc<dyn Fn(&str) -> Result<G, String> + Send + Sync>;
