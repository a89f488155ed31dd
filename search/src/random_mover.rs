//! A player who moves at random: the opponent that everything must beat, and a source of openings.

use crate::game::{Game, Player, TwoPlayer};
use crate::limits::{Budget, Limits, Stop};
use crate::observer::Observer;
use crate::report::Report;
use crate::rng::Rng;
use crate::score::Score;
use crate::search::Search;
use crate::view;

/// Every legal move is as likely as any other. Looks no ply ahead, so it stops at depth 0, whatever
/// the limits. Two movers with the same seed choose the same moves, search by search.
///
/// ```
/// use gametree::{Limits, Search, random_mover::RandomMover, tree::Tree};
/// let tree: Tree = "(max 1 2 3 4 5 6 7 8)".parse().unwrap();
/// let root = tree.two_player().unwrap();
/// let play = |mover: &mut RandomMover| mover.search(&root, &Limits::none()).best();
/// let (mut a, mut b) = (RandomMover::new(3), RandomMover::new(3));
/// assert!((0..20).all(|_| play(&mut a) == play(&mut b)));
/// ```
#[derive(Clone, Debug)]
pub struct RandomMover {
    rng: Rng,
}

impl RandomMover {
    /// The mover of this seed.
    #[must_use]
    pub fn new(seed: u64) -> RandomMover {
        RandomMover {
            rng: Rng::new(seed),
        }
    }

    fn choose<G: Game>(&mut self, position: &G) -> Option<G::Move> {
        let pick = self.rng.below(position.moves().count());
        position.moves().nth(pick)
    }
}

impl<G: TwoPlayer> Search<G> for RandomMover {
    fn watch<O: Observer<G>>(&mut self, root: &G, limits: &Limits, _: &mut O) -> Report<G::Move> {
        let mut budget = Budget::new(limits);
        budget.visit();
        let outcome = root.outcome();
        Report {
            value: outcome.map_or(Score::DRAW, |outcome| {
                view::outcome_score(outcome, Player::FIRST, 0)
            }),
            line: if outcome.is_some() {
                Vec::new()
            } else {
                self.choose(root).into_iter().collect()
            },
            proven: outcome.is_some(),
            stop: if outcome.is_some() {
                Stop::Done
            } else {
                Stop::Depth
            },
            depth: 0,
            counts: budget.counts,
            elapsed: budget.elapsed(),
        }
    }

    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }
}
