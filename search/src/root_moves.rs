//! A position whose next move is limited to some of the legal ones: what is the best of *these*?
//!
//! Only the first ply is limited; after it the game is as usual. So every search can be limited
//! without knowing about it.

use std::sync::Arc;

use crate::game::Game;
use crate::rng::mix;
use crate::with_rule::{Rule, WithRule};

pub use crate::with_rule::InnerEvaluator;

/// A position, perhaps limited to some of its moves.
///
/// ```
/// use gametree::{Limits, Score, Search, root_moves::RootMoves, tree::Tree, alphabeta::AlphaBeta};
/// let tree: Tree = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))".parse().unwrap();
/// let root = RootMoves::new(tree.two_player().unwrap(), &[1, 2]).unwrap();
/// let report = AlphaBeta::blind().search(&root, &Limits::none());
/// assert_eq!((report.best(), report.value), (Some(1), Score::points(2)));
/// ```
pub type RootMoves<G> = WithRule<G, OnlyMoves<<G as Game>::Move>>;

/// The moves of the next ply that are left.
#[derive(Clone, Debug)]
pub struct OnlyMoves<M> {
    /// `None` after the first ply, and where all moves are allowed.
    only: Option<Arc<[M]>>,
}

impl<G: Game> RootMoves<G> {
    /// Limited to these moves, or unlimited if none are given. `None` if moves are given but none
    /// of them is legal, or if the game is over.
    #[must_use]
    pub fn new(position: G, only: &[G::Move]) -> Option<RootMoves<G>> {
        if only.is_empty() {
            let rule = OnlyMoves { only: None };
            return Some(WithRule { position, rule });
        }
        if position.outcome().is_some() {
            return None;
        }
        let legal: Arc<[G::Move]> = position.moves().filter(|m| only.contains(m)).collect();
        let any = !legal.is_empty();
        let rule = OnlyMoves { only: Some(legal) };
        any.then_some(WithRule { position, rule })
    }

    /// The moves that it is limited to; if empty, all legal ones.
    #[must_use]
    pub fn only(&self) -> &[G::Move] {
        self.rule.only.as_deref().unwrap_or_default()
    }
}

impl<G: Game> Rule<G> for OnlyMoves<G::Move> {
    #[inline]
    fn after_move(&self) -> Self {
        OnlyMoves { only: None }
    }

    #[inline]
    fn allows(&self, m: &G::Move) -> bool {
        self.only.as_ref().is_none_or(|only| only.contains(m))
    }

    #[inline]
    fn limits_moves(&self) -> bool {
        self.only.is_some()
    }

    /// The limited root is another position: a table must not take it for the free one.
    #[inline]
    fn key(&self, position: &G, key: u64) -> u64 {
        let Some(only) = &self.only else { return key };
        let places = position
            .moves()
            .enumerate()
            .filter(|(_, m)| only.contains(m));
        places.fold(mix(!key), |key, (place, _)| mix(key ^ (place as u64 + 1)))
    }

    /// A move that is forced among all moves need not be forced among some.
    #[inline]
    fn keeps_forced(&self) -> bool {
        self.only.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Keyed;
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
        Kit::new(&RootMoves::new(root, &[]).unwrap())
            .two_player()
            .noisy()
            .notation();
        Kit::new(&RootMoves::new(root, &[0, 2]).unwrap())
            .two_player()
            .noisy()
            .notation()
            .forced();
        let limited = RootMoves::new(root, &[2, 0, 99]).unwrap();
        assert_eq!(
            limited.moves().collect::<Vec<_>>(),
            [0, 2],
            "the generator's order, legal moves only"
        );
        assert_eq!(limited.after(2).moves().count(), 2, "free again");
        assert!(RootMoves::new(root, &[99]).is_none());
        assert!(
            RootMoves::new(root.after(0).after(0), &[0]).is_none(),
            "the game is over"
        );
        let free = RootMoves::new(root, &[]).unwrap();
        assert_eq!(free.key(), root.key());
        assert_ne!(limited.key(), root.key());
        assert_ne!(limited.key(), RootMoves::new(root, &[0]).unwrap().key());
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
            let limited = RootMoves::new(root, &only).unwrap();
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
            let mut pvs = Deepening::new(Pvs::new(InnerEvaluator(Estimates)).with_table(1 << 16));
            pvs.search(&RootMoves::new(root, &[]).unwrap(), &Limits::none());
            let report = pvs.search(&limited, &Limits::none());
            assert_eq!(view::flip(report.value, root.turn()), best, "seed {seed}");
            assert!(candidates.contains(&report.best().unwrap()), "seed {seed}");
            assert_eq!(value_of(report.best().unwrap()), best, "seed {seed}");
        }
    }
}
