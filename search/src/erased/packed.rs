//! Moves as 64 bits.

use crate::board::{Board, Drawn, Squares};
use crate::fully_observed::FullyObserved;
use crate::game::{Game, Player};
use crate::with_rule::{Rule, WithRule};

/// A game whose moves fit into 64 bits.
///
/// Two laws, checked by [`super::check::packing`]: `unpack(pack(m)) == m` for every legal move, and
/// different moves of a position have different codes. `unpack` is only asked for codes that `pack`
/// gave; for any other it may give any move, but must not panic.
///
/// The trait belongs to the game and not to its type of moves, for that may come from another crate.
///
/// ```
/// use gametree::{Game, Outcome, Player, erased::PackedMoves};
///
/// #[derive(Clone)]
/// struct Race { squares: [u8; 2], turn: Player }
///
/// #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
/// struct Step { from: u8, to: u8 }
///
/// impl Game for Race {
///     type Move = Step;
///     // …
/// #   fn turn(&self) -> Player { self.turn }
/// #   fn moves(&self) -> impl Iterator<Item = Step> {
/// #       let from = self.squares[self.turn.0 as usize];
/// #       [1, 2].into_iter().map(move |step| Step { from, to: from + step })
/// #   }
/// #   fn play(&mut self, m: Step) {
/// #       self.squares[self.turn.0 as usize] = m.to;
/// #       self.turn = self.turn.opponent();
/// #   }
/// #   fn outcome(&self) -> Option<Outcome> {
/// #       self.squares.iter().position(|&s| s > 9).map(|p| Outcome::Win(Player(p as u8)))
/// #   }
/// }
///
/// impl PackedMoves for Race {
///     fn pack(m: Step) -> u64 { u64::from(m.from) | u64::from(m.to) << 8 }
///     fn unpack(code: u64) -> Step { Step { from: code as u8, to: (code >> 8) as u8 } }
/// }
/// gametree::erased::check::packing(&Race { squares: [0, 0], turn: Player::FIRST });
/// ```
pub trait PackedMoves: Game {
    /// The code of a move.
    fn pack(m: Self::Move) -> u64;

    /// The move of a code.
    fn unpack(code: u64) -> Self::Move;
}

impl<G: PackedMoves, R: Rule<G>> PackedMoves for WithRule<G, R> {
    #[inline]
    fn pack(m: G::Move) -> u64 {
        G::pack(m)
    }

    #[inline]
    fn unpack(code: u64) -> G::Move {
        G::unpack(code)
    }
}

impl<G: Drawn, R: Rule<G>> Drawn for WithRule<G, R> {
    fn board_for(&self, viewer: Player) -> Option<Board> {
        self.position.board_for(viewer)
    }

    fn squares(&self, m: G::Move) -> Squares {
        self.position.squares(m)
    }
}

impl<G: PackedMoves> PackedMoves for FullyObserved<G> {
    fn pack(m: G::Move) -> u64 {
        G::pack(m)
    }

    fn unpack(code: u64) -> G::Move {
        G::unpack(code)
    }
}

/// A move of an [`super::ErasedPosition`]: the code of the typed move. Codes of different games say
/// nothing about each other. An erased move hashes as an integer of the same value does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ErasedMove(pub u64);

impl ErasedMove {
    /// The code of a typed move.
    #[inline]
    pub fn of<G: PackedMoves>(m: G::Move) -> ErasedMove {
        ErasedMove(G::pack(m))
    }

    /// The typed move of this code. The caller knows the game.
    #[inline]
    pub fn typed<G: PackedMoves>(self) -> G::Move {
        G::unpack(self.0)
    }
}

#[cfg(test)]
mod tests {
    use std::hash::{Hash, Hasher};

    use rustc_hash::FxHasher;

    use super::*;

    fn hash(value: impl Hash) -> u64 {
        let mut hasher = FxHasher::default();
        value.hash(&mut hasher);
        hasher.finish()
    }

    /// The history heuristic finds its slots by this hash: a search must find the same ones.
    #[test]
    fn an_erased_move_hashes_as_the_integer_does() {
        for m in [0u8, 1, 77, 255] {
            assert_eq!(hash(ErasedMove(m.into())), hash(m));
        }
        for m in [0u16, 999, u16::MAX] {
            assert_eq!(hash(ErasedMove(m.into())), hash(m));
        }
        for m in [0u32, 70_000, u32::MAX] {
            assert_eq!(hash(ErasedMove(m.into())), hash(m));
        }
    }
}
