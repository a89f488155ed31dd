//! A game with one additional rule: what [`crate::root_moves::RootMoves`] and
//! [`crate::repetition::WithHistory`] share.
//!
//! The rule may leave out moves or end games; everything else is the game's. So every search works
//! on the changed game without knowing about it.

use std::fmt;

use crate::evaluator::Evaluator;
use crate::finishing::{Finish, Finisher};
use crate::game::{
    Force, Forced, Game, Guided, Keyed, Likeness, Noisy, Notation, NullMove, Outcome, Player,
    TwoPlayer,
};
use crate::limits::{Budget, Stop};

/// A rule on top of a game's own.
pub trait Rule<G: Game>: Clone {
    /// The rule after a move, or a null move.
    #[must_use]
    fn after_move(&self) -> Self;

    /// Whether a legal move is left.
    #[inline]
    fn allows(&self, m: &G::Move) -> bool {
        let _ = m;
        true
    }

    /// Whether some legal moves may be left out here.
    #[inline]
    fn limits_moves(&self) -> bool {
        false
    }

    /// How the rule ends a game that would go on.
    #[inline]
    fn outcome(&self, position: &G) -> Option<Outcome> {
        let _ = position;
        None
    }

    /// The key of a position under the rule, where `key` is its own.
    #[inline]
    fn key(&self, position: &G, key: u64) -> u64 {
        let _ = position;
        key
    }

    /// Whether what is forced by the game is also forced under the rule.
    fn keeps_forced(&self) -> bool;
}

/// A position of a game with one additional rule.
#[derive(Clone, Debug)]
pub struct WithRule<G, R> {
    pub(crate) position: G,
    pub(crate) rule: R,
}

impl<G, R> WithRule<G, R> {
    /// The position itself.
    pub fn inner(&self) -> &G {
        &self.position
    }
}

/// Whatever the position can be seen as.
impl<T, G: AsRef<T>, R> AsRef<T> for WithRule<G, R> {
    #[inline]
    fn as_ref(&self) -> &T {
        self.position.as_ref()
    }
}

impl<G: fmt::Display, R> fmt::Display for WithRule<G, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}

impl<G: Game, R: Rule<G>> Game for WithRule<G, R> {
    type Move = G::Move;

    #[inline]
    fn turn(&self) -> Player {
        self.position.turn()
    }

    #[inline]
    fn moves(&self) -> impl Iterator<Item = G::Move> {
        self.position.moves().filter(|m| self.rule.allows(m))
    }

    #[inline]
    fn play(&mut self, m: G::Move) {
        self.position.play(m);
        self.rule = self.rule.after_move();
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.position
            .outcome()
            .or_else(|| self.rule.outcome(&self.position))
    }

    fn footprint(&self) -> usize {
        size_of::<Self>() - size_of::<G>() + self.position.footprint()
    }

    #[inline]
    fn after(&self, m: G::Move) -> Self {
        WithRule {
            position: self.position.after(m),
            rule: self.rule.after_move(),
        }
    }
}

impl<G: TwoPlayer, R: Rule<G>> TwoPlayer for WithRule<G, R> {}

impl<G: Keyed, R: Rule<G>> Keyed for WithRule<G, R> {
    #[inline]
    fn key(&self) -> u64 {
        self.rule.key(&self.position, self.position.key())
    }
}

impl<G: Noisy, R: Rule<G>> Noisy for WithRule<G, R> {
    #[inline]
    fn noisy(&self) -> impl Iterator<Item = G::Move> {
        self.position.noisy().filter(|m| self.rule.allows(m))
    }

    #[inline]
    fn threats(&self) -> impl Iterator<Item = G::Move> {
        self.position.threats().filter(|m| self.rule.allows(m))
    }

    /// Also where all the moves that would have to be tried are left out.
    #[inline]
    fn may_stand_pat(&self) -> bool {
        self.position.may_stand_pat() || self.rule.limits_moves() && self.noisy().next().is_none()
    }

    #[inline]
    fn most_gain(&self, m: G::Move) -> Option<i32> {
        self.position.most_gain(m)
    }
}

impl<G: Forced, R: Rule<G>> Forced for WithRule<G, R> {
    #[inline]
    fn forced(&self) -> Force<G::Move> {
        if self.rule.keeps_forced() {
            self.position.forced()
        } else {
            Force::Free
        }
    }
}

impl<G: Guided, R: Rule<G>> Guided for WithRule<G, R> {
    #[inline]
    fn promise(&self, m: G::Move) -> i32 {
        self.position.promise(m)
    }

    #[inline]
    fn likeness(&self, m: G::Move) -> Likeness {
        self.position.likeness(m)
    }
}

impl<G: NullMove, R: Rule<G>> NullMove for WithRule<G, R> {
    #[inline]
    fn null_move(&self) -> Option<Self> {
        self.position.null_move().map(|position| WithRule {
            position,
            rule: self.rule.after_move(),
        })
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.position.in_check()
    }

    #[inline]
    fn is_quiet(&self, m: G::Move) -> bool {
        self.position.is_quiet(m)
    }

    #[inline]
    fn gives_check(&self, m: G::Move) -> bool {
        self.position.gives_check(m)
    }

    #[inline]
    fn loses(&self, m: G::Move, points: i32) -> bool {
        self.position.loses(m, points)
    }
}

impl<G: Notation, R: Rule<G>> Notation for WithRule<G, R> {
    fn write_move(&self, m: G::Move) -> String {
        self.position.write_move(m)
    }

    fn write_state(&self) -> Option<String> {
        self.position.write_state()
    }

    fn read_move(&self, text: &str) -> Option<G::Move> {
        self.position
            .read_move(text)
            .filter(|m| self.rule.allows(m))
    }
}

/// The evaluator of a game, or its solver of last moves, for the game with the additional rule.
#[derive(Clone, Copy, Debug, Default)]
pub struct InnerEvaluator<E>(pub E);

impl<G: Game, R: Rule<G>, E: Evaluator<G>> Evaluator<WithRule<G, R>> for InnerEvaluator<E> {
    #[inline]
    fn evaluate(&self, position: &WithRule<G, R>) -> i32 {
        self.0.evaluate(&position.position)
    }
}

/// The solver knows the game without the rule: where moves may be left out it is not asked.
impl<G: Game, R: Rule<G>, F: Finisher<G>> Finisher<WithRule<G, R>> for InnerEvaluator<F> {
    const SOLVES: bool = F::SOLVES;

    fn cost(&self, position: &WithRule<G, R>) -> Option<u64> {
        if position.rule.limits_moves() {
            return None;
        }
        self.0.cost(&position.position)
    }

    fn finish(
        &mut self,
        position: &WithRule<G, R>,
        budget: &mut Budget,
    ) -> Result<Finish<G::Move>, Stop> {
        self.0.finish(&position.position, budget)
    }

    fn forget(&mut self) {
        self.0.forget();
    }
}
