//! Positions that have been before: where play could go round in circles, a repetition is worth a
//! draw.
//!
//! What was played before the search begins is told by [`Past`], a position that knows it. What
//! repeats within the search is seen by [`crate::pvs`], where [`crate::pvs::Params::repetitions`]
//! is set. In both the *first* repetition counts: who can repeat once can do it again.

use std::fmt;
use std::sync::Arc;

use crate::game::{
    Force, Forced, Game, Guided, Keyed, Noisy, Notation, Outcome, Player, Tempo, TwoPlayer,
};

/// A position of a game that has been going on: to come back to an earlier position ends it, drawn.
#[derive(Clone, Debug)]
pub struct Past<G: Game> {
    position: G,
    /// The keys of the earlier positions, sorted.
    seen: Arc<[u64]>,
    /// The root may have been there before: the game goes on all the same.
    at_root: bool,
}

impl<G: Keyed> Past<G> {
    /// The position after a game through these keys.
    #[must_use]
    pub fn new(position: G, earlier: &[u64]) -> Past<G> {
        let mut keys = earlier.to_vec();
        keys.sort_unstable();
        Past {
            position,
            seen: keys.into(),
            at_root: true,
        }
    }

    /// The position itself.
    pub fn inner(&self) -> &G {
        &self.position
    }

    #[inline]
    fn repeats(&self) -> bool {
        !self.at_root && self.seen.binary_search(&self.position.key()).is_ok()
    }
}

/// Whatever the position can be seen as.
impl<T, G: Game + AsRef<T>> AsRef<T> for Past<G> {
    #[inline]
    fn as_ref(&self) -> &T {
        self.position.as_ref()
    }
}

impl<G: Game + fmt::Display> fmt::Display for Past<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}

impl<G: Keyed> Game for Past<G> {
    type Move = G::Move;

    #[inline]
    fn turn(&self) -> Player {
        self.position.turn()
    }

    #[inline]
    fn moves(&self) -> impl Iterator<Item = G::Move> {
        self.position.moves()
    }

    #[inline]
    fn play(&mut self, m: G::Move) {
        self.position.play(m);
        self.at_root = false;
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.position
            .outcome()
            .or_else(|| self.repeats().then_some(Outcome::Draw))
    }
}

impl<G: TwoPlayer + Keyed> TwoPlayer for Past<G> {}

impl<G: Keyed> Keyed for Past<G> {
    #[inline]
    fn key(&self) -> u64 {
        self.position.key()
    }
}

impl<G: Noisy + Keyed> Noisy for Past<G> {
    #[inline]
    fn noisy(&self) -> impl Iterator<Item = G::Move> {
        self.position.noisy()
    }

    #[inline]
    fn may_stand_pat(&self) -> bool {
        self.position.may_stand_pat()
    }
}

/// What is forced may lead back into the past: nothing is said.
impl<G: Forced + Keyed> Forced for Past<G> {
    #[inline]
    fn forced(&self) -> Force<G::Move> {
        Force::Free
    }
}

impl<G: Guided + Keyed> Guided for Past<G> {
    #[inline]
    fn promise(&self, m: G::Move) -> i32 {
        self.position.promise(m)
    }
}

impl<G: Tempo + Keyed> Tempo for Past<G> {
    #[inline]
    fn pass(&self) -> Option<Self> {
        let position = self.position.pass()?;
        Some(Past {
            position,
            seen: Arc::clone(&self.seen),
            at_root: false,
        })
    }

    #[inline]
    fn is_pressed(&self) -> bool {
        self.position.is_pressed()
    }

    #[inline]
    fn is_quiet(&self, m: G::Move) -> bool {
        self.position.is_quiet(m)
    }
}

impl<G: Notation + Keyed> Notation for Past<G> {
    fn write_move(&self, m: G::Move) -> String {
        self.position.write_move(m)
    }

    fn read_move(&self, text: &str) -> Option<G::Move> {
        self.position.read_move(text)
    }
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluator::Blind;
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
        let past = Past::new(root.clone(), &[root.key(), root.after(1).key()]);
        assert_eq!(past.outcome(), None, "the root goes on");
        assert_eq!(past.after(1).outcome(), Some(Outcome::Draw));
        assert_eq!(past.after(-1).outcome(), None);
        assert_eq!(
            past.after(-1).after(1).outcome(),
            Some(Outcome::Draw),
            "back at the root"
        );
        let report = Deepening::new(Pvs::new(Blind))
            .search(&Past::new(ring(1), &[ring(4).key()]), &Limits::depth(3));
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
