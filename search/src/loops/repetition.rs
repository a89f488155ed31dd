//! Repeated positions: where play could loop, a repetition is worth a draw.
//!
//! [`WithHistory`] is a position that knows what was played before the search began. Repetitions
//! within the search are found by [`crate::pvs`], where [`crate::pvs::Params::repetitions`] is set.
//! In both cases the *first* repetition counts: a player who can repeat once can do it again.

use std::sync::Arc;

use crate::game::{Keyed, Outcome};
use crate::with_rule::{Rule, WithRule};

/// A position of a game in progress: a return to an earlier position ends it as a draw.
pub type WithHistory<G> = WithRule<G, Earlier>;

/// The positions of a game before the search began.
#[derive(Clone, Debug)]
pub struct Earlier {
    /// Their keys, sorted.
    keys: Arc<[u64]>,
    /// The root may have occurred before: the game goes on all the same.
    at_root: bool,
}

impl<G: Keyed> WithHistory<G> {
    /// The position after a game through these keys.
    #[must_use]
    pub fn new(position: G, earlier: &[u64]) -> WithHistory<G> {
        let mut keys = earlier.to_vec();
        keys.sort_unstable();
        let rule = Earlier {
            keys: keys.into(),
            at_root: true,
        };
        WithRule { position, rule }
    }
}

impl<G: Keyed> Rule<G> for Earlier {
    #[inline]
    fn after_move(&self) -> Self {
        Earlier {
            keys: Arc::clone(&self.keys),
            at_root: false,
        }
    }

    #[inline]
    fn outcome(&self, position: &G) -> Option<Outcome> {
        let repeats = !self.at_root && self.keys.binary_search(&position.key()).is_ok();
        repeats.then_some(Outcome::Draw)
    }

    /// What is forced may lead back to an earlier position: nothing is said.
    #[inline]
    fn keeps_forced(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluator::Blind;
    use crate::game::{Game, Player, TwoPlayer};
    use crate::limits::Limits;
    use crate::minimax::deepening::Deepening;
    use crate::minimax::pvs::{Params, Pvs};
    use crate::rng::mix;
    use crate::score::Score;
    use crate::search::Search;

    /// A walk on a ring of squares that both push the same way or the other; at the goal the first
    /// player has won.
    #[derive(Clone, Debug)]
    struct Ring {
        at: u32,
        turn: Player,
    }

    const SIZE: u32 = 9;

    impl Game for Ring {
        type Move = i32;
        fn turn(&self) -> Player {
            self.turn
        }
        fn moves(&self) -> impl Iterator<Item = i32> {
            [1, -1].into_iter()
        }
        fn play(&mut self, step: i32) {
            self.at = (self.at as i32 + step).rem_euclid(SIZE as i32) as u32;
            self.turn = self.turn.opponent();
        }
        fn outcome(&self) -> Option<Outcome> {
            (self.at == 0).then_some(Outcome::Win(Player::FIRST))
        }
    }

    impl TwoPlayer for Ring {}

    impl Keyed for Ring {
        fn key(&self) -> u64 {
            mix(u64::from(self.at) << 1 | u64::from(self.turn.0))
        }
    }

    fn ring(at: u32) -> Ring {
        Ring {
            at,
            turn: Player::FIRST,
        }
    }

    #[test]
    fn what_was_before_ends_the_game_but_not_at_the_root() {
        let root = ring(4);
        let past = WithHistory::new(root.clone(), &[root.key(), root.after(1).key()]);
        assert_eq!(past.outcome(), None, "the root goes on");
        assert_eq!(past.after(1).outcome(), Some(Outcome::Draw));
        assert_eq!(past.after(-1).outcome(), None);
        assert_eq!(
            past.after(-1).after(1).outcome(),
            Some(Outcome::Draw),
            "back at the root"
        );
        let report = Deepening::new(Pvs::new(Blind)).search(
            &WithHistory::new(ring(1), &[ring(4).key()]),
            &Limits::depth(3),
        );
        assert_eq!(report.value, Score::win_in(1), "the rules come first");
    }

    /// Back and forth is a draw for who sees it at once; the win next door is still found, and
    /// nothing that rests on a repetition is called proven.
    #[test]
    fn a_search_sees_what_repeats_below_it() {
        let params = Params {
            repetitions: true,
            ..Params::default()
        };
        let mut search = Deepening::new(Pvs::new(|_: &Ring| 50).with_table(1 << 12).with(params));
        let far = search.search(&ring(4), &Limits::depth(12));
        assert_eq!(
            (far.value, far.proven),
            (Score::DRAW, false),
            "the second player steps back"
        );
        search.new_game(0);
        assert_eq!(
            search.search(&ring(8), &Limits::depth(12)).value,
            Score::win_in(1)
        );
        let mut blind = Deepening::new(Pvs::new(|_: &Ring| 50).with_table(1 << 12));
        assert_eq!(
            blind.search(&ring(4), &Limits::depth(12)).value,
            Score::points(50)
        );
    }
}
