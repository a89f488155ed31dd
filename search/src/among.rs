//! A position whose next move is limited to some of the legal ones: what is the best of *these*?
//!
//! Only the first ply is limited; behind it the game is itself. So every search answers such
//! questions without knowing of them.

use std::fmt;
use std::sync::Arc;

use crate::evaluator::Evaluator;
use crate::game::{
    Force, Forced, Game, Guided, Keyed, Noisy, Notation, Outcome, Player, Tempo, TwoPlayer,
};
use crate::rng::mix;

/// A position, and perhaps the only moves to look at.
///
/// ```
/// use gametree::{Limits, Score, Search, among::Among, tree::Tree, alphabeta::AlphaBeta};
/// let tree: Tree = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))".parse().unwrap();
/// let root = Among::new(tree.two_player().unwrap(), &[1, 2]).unwrap();
/// let report = AlphaBeta::blind().search(&root, &Limits::none());
/// assert_eq!((report.best(), report.value), (Some(1), Score::points(2)));
/// ```
#[derive(Clone, Debug)]
pub struct Among<G: Game> {
    position: G,
    /// `None` behind the first ply, and where all moves are meant.
    only: Option<Arc<[G::Move]>>,
}

impl<G: Game> Among<G> {
    /// Limited to these moves; none given: all. `None` where moves are given but not one of them is
    /// legal, or the game is over.
    #[must_use]
    pub fn new(position: G, only: &[G::Move]) -> Option<Among<G>> {
        if only.is_empty() {
            return Some(Among {
                position,
                only: None,
            });
        }
        if position.outcome().is_some() {
            return None;
        }
        let legal: Arc<[G::Move]> = position.moves().filter(|m| only.contains(m)).collect();
        (!legal.is_empty()).then_some(Among {
            position,
            only: Some(legal),
        })
    }

    /// The position itself.
    pub fn inner(&self) -> &G {
        &self.position
    }

    #[inline]
    fn allows(&self, m: &G::Move) -> bool {
        self.only.as_ref().is_none_or(|only| only.contains(m))
    }
}

/// Whatever the position can be seen as.
impl<T, G: Game + AsRef<T>> AsRef<T> for Among<G> {
    #[inline]
    fn as_ref(&self) -> &T {
        self.position.as_ref()
    }
}

impl<G: Game + fmt::Display> fmt::Display for Among<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}

impl<G: Game> Game for Among<G> {
    type Move = G::Move;

    #[inline]
    fn turn(&self) -> Player {
        self.position.turn()
    }

    #[inline]
    fn moves(&self) -> impl Iterator<Item = G::Move> {
        self.position.moves().filter(|m| self.allows(m))
    }

    #[inline]
    fn play(&mut self, m: G::Move) {
        self.position.play(m);
        self.only = None;
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    #[inline]
    fn after(&self, m: G::Move) -> Self {
        Among {
            position: self.position.after(m),
            only: None,
        }
    }
}

impl<G: TwoPlayer> TwoPlayer for Among<G> {}

/// The limited root is a position of its own: a table must not take it for the free one.
impl<G: Keyed> Keyed for Among<G> {
    #[inline]
    fn key(&self) -> u64 {
        let key = self.position.key();
        let Some(only) = &self.only else { return key };
        let places = self
            .position
            .moves()
            .enumerate()
            .filter(|(_, m)| only.contains(m));
        places.fold(mix(!key), |key, (place, _)| mix(key ^ (place as u64 + 1)))
    }
}

impl<G: Noisy> Noisy for Among<G> {
    #[inline]
    fn noisy(&self) -> impl Iterator<Item = G::Move> {
        self.position.noisy().filter(|m| self.allows(m))
    }

    /// Also where all the moves that would have to be tried are left out.
    #[inline]
    fn may_stand_pat(&self) -> bool {
        self.position.may_stand_pat() || self.only.is_some() && self.noisy().next().is_none()
    }
}

/// What is forced among all moves need not be among some.
impl<G: Forced> Forced for Among<G> {
    #[inline]
    fn forced(&self) -> Force<G::Move> {
        if self.only.is_some() {
            Force::Free
        } else {
            self.position.forced()
        }
    }
}

impl<G: Guided> Guided for Among<G> {
    #[inline]
    fn promise(&self, m: G::Move) -> i32 {
        self.position.promise(m)
    }
}

impl<G: Tempo> Tempo for Among<G> {
    #[inline]
    fn pass(&self) -> Option<Self> {
        self.position.pass().map(|position| Among {
            position,
            only: None,
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

impl<G: Notation> Notation for Among<G> {
    fn write_move(&self, m: G::Move) -> String {
        self.position.write_move(m)
    }

    fn read_move(&self, text: &str) -> Option<G::Move> {
        self.position.read_move(text).filter(|m| self.allows(m))
    }
}

/// The evaluator of a game, for its limited positions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Within<E>(pub E);

impl<G: Game, E: Evaluator<G>> Evaluator<Among<G>> for Within<E> {
    #[inline]
    fn evaluate(&self, position: &Among<G>) -> i32 {
        self.0.evaluate(&position.position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::minimax::Minimax;
    use crate::minimax::deepening::Deepening;
    use crate::minimax::pvs::Pvs;
    use crate::rng::Rng;
    use crate::search::Search;
    use crate::testkit::Kit;
    use crate::tree::{Estimates, Shape, Tree, random};
    use crate::view;

    #[test]
    fn the_free_position_is_the_game_and_the_limited_one_keeps_the_rules() {
        let tree: Tree = "(max (min 3 (max 1 2)) (min 2 4 6) (max 5 2))"
            .parse()
            .unwrap();
        let root = tree.two_player().unwrap();
        Kit::new(&Among::new(root, &[]).unwrap())
            .two_player()
            .noisy()
            .notation();
        Kit::new(&Among::new(root, &[0, 2]).unwrap())
            .two_player()
            .noisy()
            .notation()
            .forced();
        let limited = Among::new(root, &[2, 0, 99]).unwrap();
        assert_eq!(
            limited.moves().collect::<Vec<_>>(),
            [0, 2],
            "the generator's order, legal moves only"
        );
        assert_eq!(limited.after(2).moves().count(), 2, "free again");
        assert!(Among::new(root, &[99]).is_none());
        assert!(
            Among::new(root.after(0).after(0), &[0]).is_none(),
            "the game is over"
        );
        let free = Among::new(root, &[]).unwrap();
        assert_eq!(free.key(), root.key());
        assert_ne!(limited.key(), root.key());
        assert_ne!(limited.key(), Among::new(root, &[0]).unwrap().key());
        assert_eq!(limited.after(0).key(), root.after(0).key());
    }

    /// The best of some moves is the best of their values, for plain minimax and with a table that
    /// has seen the free root.
    #[test]
    fn limited_searches_find_the_best_of_the_moves_given() {
        for seed in 0..200 {
            let mut rng = Rng::new(seed);
            let tree = random(&Shape::default(), seed);
            let root = tree.two_player().unwrap();
            if root.outcome().is_some() {
                continue;
            }
            let only: Vec<_> = root.moves().filter(|_| rng.below(2) == 0).collect();
            let limited = Among::new(root, &only).unwrap();
            let candidates = if only.is_empty() {
                root.moves().collect()
            } else {
                only
            };
            let value_of = |m| {
                let report = Minimax {
                    evaluator: Estimates,
                }
                .search(&root.after(m), &Limits::none());
                view::flip(report.value.further(1), root.turn())
            };
            let best = candidates.iter().map(|&m| value_of(m)).max().unwrap();
            let mut pvs = Deepening::new(Pvs::new(Within(Estimates)).with_table(1 << 16));
            pvs.search(&Among::new(root, &[]).unwrap(), &Limits::none());
            let report = pvs.search(&limited, &Limits::none());
            assert_eq!(view::flip(report.value, root.turn()), best, "seed {seed}");
            assert!(candidates.contains(&report.best().unwrap()), "seed {seed}");
            assert_eq!(value_of(report.best().unwrap()), best, "seed {seed}");
        }
    }
}
