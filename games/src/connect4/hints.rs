//! Which moves are noisy, and which look good.

use gametree::{Force, Forced, Guided, Noisy, NullMove};

use super::board::{BOARD, STRIDE, column, completions, landing};
use super::{CENTRE_FIRST, Column, Connect4};

impl Connect4 {
    /// The squares on which the mover wins at once.
    #[inline]
    pub(crate) fn wins_now(&self) -> u64 {
        completions(self.own) & landing(self.all)
    }

    /// The squares on which the opponent would win at once if it were their turn.
    #[inline]
    pub(crate) fn must_block(&self) -> u64 {
        completions(self.other()) & landing(self.all)
    }
}

/// Noisy are the moves that win at once, and those that take the square on which the opponent
/// would.
impl Noisy for Connect4 {
    #[inline]
    fn noisy(&self) -> impl Iterator<Item = Column> {
        let squares = self.wins_now() | self.must_block();
        let count = if squares == 0 { 0 } else { CENTRE_FIRST.len() };
        CENTRE_FIRST
            .into_iter()
            .take(count)
            .map(Column)
            .filter(move |c| squares & column(c.0.into()) != 0)
    }

    #[inline]
    fn may_stand_pat(&self) -> bool {
        self.must_block() == 0
    }
}

impl NullMove for Connect4 {}

/// A four at once wins; of two squares on which the opponent wins one stays open; one must be
/// taken.
impl Forced for Connect4 {
    #[inline]
    fn forced(&self) -> Force<Column> {
        if self.wins_now() != 0 {
            return Force::Win(1);
        }
        let block = self.must_block();
        if block == 0 {
            Force::Free
        } else if block & (block - 1) != 0 {
            Force::Loss(2)
        } else {
            Force::Only(Column((block.trailing_zeros() / STRIDE) as u8))
        }
    }
}

/// What a move at once decides, in units of [`Guided::promise`].
const WIN: i32 = 10_000;
const BLOCK: i32 = 5_000;
const GIVES_THE_SQUARE_ABOVE: i32 = 2_000;
const THREAT: i32 = 100;

/// A win first, then a block, then threats made and the middle; last what lets the opponent win on
/// the square above.
impl Guided for Connect4 {
    #[inline]
    fn promise(&self, m: Column) -> i32 {
        let square = landing(self.all) & column(m.0.into());
        let (mine, theirs) = (completions(self.own), completions(self.other()) & BOARD);
        let empty = BOARD & !(self.all | square);
        let threats = (completions(self.own | square) & empty).count_ones() as i32;
        let decided = |squares: u64, worth: i32| if squares & square != 0 { worth } else { 0 };
        let centre = [0, 2, 4, 6, 4, 2, 0][usize::from(m.0)] + (square & INNER_ROWS != 0) as i32;
        decided(mine, WIN) + decided(theirs, BLOCK) - decided(theirs >> 1, GIVES_THE_SQUARE_ABOVE)
            + threats * THREAT
            + centre
    }
}

/// Rows 2 to 5, which more diagonals cross.
const INNER_ROWS: u64 = BOARD & (BOARD << 1) & (BOARD >> 1);

#[cfg(test)]
mod tests {
    use super::*;
    use gametree::{Game, rng::Rng};

    fn noisy(text: &str) -> Vec<u8> {
        text.parse::<Connect4>()
            .unwrap()
            .noisy()
            .map(|c| c.0 + 1)
            .collect()
    }

    #[test]
    fn wins_and_blocks_are_noisy() {
        assert!(noisy("44").is_empty());
        assert_eq!(noisy("121212"), [2, 1]);
        assert_eq!(noisy("12121"), [1]);
        assert!(!"12121".parse::<Connect4>().unwrap().may_stand_pat());
        assert!("1212".parse::<Connect4>().unwrap().may_stand_pat());
    }

    #[test]
    fn a_win_promises_most_and_a_gift_least() {
        let position: Connect4 = "121212".parse().unwrap();
        assert!(position.promise(Column(0)) > position.promise(Column(1)));
        assert!(position.promise(Column(1)) > position.promise(Column(3)));
    }

    #[test]
    fn the_square_under_a_win_of_the_opponents_promises_least() {
        let (mut rng, mut gifts) = (Rng::new(12), 0);
        for _ in 0..20_000 {
            let mut position = Connect4::new();
            while position.outcome().is_none() && rng.below(24) != 0 {
                let moves: Vec<_> = position.moves().collect();
                position.play(moves[rng.below(moves.len())]);
            }
            if position.outcome().is_some() || position.noisy().next().is_some() {
                continue;
            }
            let loses = |&m: &Column| position.after(m).wins_now() != 0;
            let (bad, good): (Vec<_>, Vec<_>) = position.moves().partition(loses);
            gifts += bad.len();
            let worst_good = good.iter().map(|&m| position.promise(m)).min();
            assert!(
                bad.iter()
                    .all(|&m| worst_good.is_none_or(|w| position.promise(m) < w)),
                "{position}"
            );
        }
        assert!(gifts > 50, "only {gifts} gifts seen");
    }
}
