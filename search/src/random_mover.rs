//! A player who moves at random: the opponent that everything must beat, and a source of openings.
//!
//! Invariant: every legal move is as likely as any other, and the seed decides.

use crate::game::{Chance, Game, Payoffs, Player, TwoPlayer};
use crate::limits::{Budget, Limits, Stop};
use crate::observer::Observer;
use crate::payoff_search::{PayoffReport, PayoffSearch};
use crate::report::Report;
use crate::rng::Rng;
use crate::score::Score;
use crate::search::Search;
use crate::view;

/// Every legal move is as likely as any other. Looks no ply ahead, so it stops at depth 0, whatever
/// the limits; its values are 0 unless the game is over. Two movers with the same seed choose the
/// same moves, search by search.
///
/// ```
/// use gametree::{Limits, Search, random_mover::RandomMover, tree::Tree};
/// let tree: Tree = "(max 1 2 3 4 5 6 7 8)".parse().unwrap();
/// let root = tree.two_player().unwrap();
/// let play = |mover: &mut RandomMover| mover.search(&root, &Limits::none()).best();
/// let (mut a, mut b) = (RandomMover::new(3), RandomMover::new(3));
/// assert!((0..20).all(|_| play(&mut a) == play(&mut b)));
///
/// // In games with chance or several players too.
/// use gametree::PayoffSearch;
/// let tree: Tree = "(p3 [1 2 3] [3 2 1] [0 6 0])".parse().unwrap();
/// let play = |mover: &mut RandomMover| mover.search_payoffs(&tree.root(), &Limits::none()).best();
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

    /// A random move of a position in which a player has to move.
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
        *self = RandomMover::new(seed);
    }
}

impl<G: Chance + Payoffs> PayoffSearch<G> for RandomMover {
    fn watch_payoffs<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        _: &mut O,
    ) -> PayoffReport<G::Move> {
        let mut budget = Budget::new(limits);
        budget.visit();
        let over = root.outcome().is_some();
        let value = |player| {
            if over {
                root.payoff(Player(player))
            } else {
                0.0
            }
        };
        PayoffReport {
            values: (0..root.players()).map(value).collect(),
            line: if over || root.chances().is_some() {
                Vec::new()
            } else {
                self.choose(root).into_iter().collect()
            },
            moves: Vec::new(),
            proven: over,
            stop: if over { Stop::Done } else { Stop::Depth },
            depth: 0,
            worlds: 0,
            counts: budget.counts,
            elapsed: budget.elapsed(),
        }
    }

    fn new_game(&mut self, seed: u64) {
        *self = RandomMover::new(seed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Tree;

    #[test]
    fn every_move_is_chosen_about_as_often() {
        let tree: Tree = "(max 1 2 3 4 5)".parse().unwrap();
        let mut mover = RandomMover::new(9);
        let mut times = [0; 5];
        for _ in 0..5000 {
            times[mover.search_payoffs(&tree.root(), &Limits::none()).line[0] as usize] += 1;
        }
        assert!(times.iter().all(|n| (850..1150).contains(n)), "{times:?}");
    }

    #[test]
    fn nobody_moves_where_chance_does_or_the_game_is_over() {
        let search_payoffs = |text: &str| {
            let tree: Tree = text.parse().unwrap();
            RandomMover::new(1).search_payoffs(&tree.root(), &Limits::none())
        };
        assert!(search_payoffs("(chance 1/2:1 1/2:2)").line.is_empty());
        let over = search_payoffs("[1 2 4]");
        assert_eq!(
            (over.values, over.stop, over.proven),
            (vec![1.0, 2.0, 4.0], Stop::Done, true)
        );
    }
}
