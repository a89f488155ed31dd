//! Positions that can be kept for years: an identity, moves as numbers, positions as text.

use crate::game::{Notation, TwoPlayer};

/// What a persistent analysis needs of a game. Everything here is written to disk: it must not
/// change from one version of the game to the next.
pub trait Persistent: TwoPlayer + Notation + Send + Sync + 'static {
    /// Equal for equal positions, different for different ones: 128 well-spread bits, so that two
    /// of 10⁹ positions share one with a chance of about 10⁻²¹. What does not belong to the
    /// position itself (how it arose, clocks) does not enter.
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

    /// The position as text, whole.
    fn write(&self) -> String;

    /// The position of a text that [`Persistent::write`] wrote.
    ///
    /// # Errors
    /// A sentence for people: what is wrong with the text.
    fn read(text: &str) -> Result<Self, String>;

    /// How much a move forces matters, from 0 (quiet) to 255 (a sacrifice with check): selectors
    /// may give such moves a discount.
    fn forcingness(&self, m: Self::Move) -> u8 {
        let _ = m;
        0
    }
}
