//! A node of the solver's tree, and what is seen in it without a search.

use super::Connect4;
use super::board::{BOARD, BOTTOM, SQUARES, completions, landing, mirror};
use super::table::Bounds;

/// From this many empty squares on, a position and its mirror image share an entry.
const MIRROR_FROM: i32 = 28;

/// A position in which the mover cannot win at once.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub own: u64,
    pub all: u64,
    /// Moves after which the opponent cannot win at once; not empty.
    pub safe: u64,
    /// Empty squares.
    pub empty: i32,
}

/// The moves after which the opponent, who could win on `wins`, cannot do so at once.
#[inline(always)]
pub(crate) fn safe_moves(all: u64, wins: u64) -> u64 {
    let landing = landing(all);
    let forced = landing & wins;
    let allowed = if forced == 0 {
        landing
    } else if forced & (forced - 1) == 0 {
        forced
    } else {
        0
    };
    allowed & !(wins >> 1)
}

/// The empty squares on which a player wins.
#[inline(always)]
pub(crate) fn winning_squares(stones: u64, all: u64) -> u64 {
    completions(stones) & BOARD & !all
}

impl Node {
    /// The position in 49 bits; of mirror images the smaller one where that pays.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        let key = self.own + self.all + BOTTOM;
        if self.empty >= MIRROR_FROM {
            key.min(mirror(key))
        } else {
            key
        }
    }

    /// The position as the game knows it.
    pub fn position(&self) -> Connect4 {
        Connect4 {
            own: self.own,
            all: self.all,
            ply: u64::from(SQUARES) - self.empty as u64,
        }
    }

    /// The node after a move that leaves these safe replies.
    #[inline(always)]
    pub fn child(&self, square: u64, safe: u64) -> Node {
        Node {
            own: self.own ^ self.all,
            all: self.all | square,
            safe,
            empty: self.empty - 1,
        }
    }

    /// The opponent's safe replies to a move; none if the mover then wins in any case.
    #[inline(always)]
    pub fn safe_replies(&self, square: u64) -> u64 {
        let all = self.all | square;
        safe_moves(all, winning_squares(self.own | square, all))
    }

    /// Neither player wins with their next stone.
    #[inline(always)]
    pub fn static_bounds(&self) -> Bounds {
        Bounds {
            low: -((self.empty - 2) / 2),
            high: (self.empty - 1) / 2,
        }
    }
}
