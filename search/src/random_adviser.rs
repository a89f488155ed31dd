//! A player who moves at random, in games with chance or several players: what every search must
//! beat.
//!
//! The twin of [`crate::random_mover`]. Invariant: every legal move is as likely as any other, and
//! the seed decides.

use crate::advice::{Advice, Adviser};
use crate::game::{Chance, Payoffs, Player};
use crate::limits::{Budget, Limits, Stop};
use crate::observer::Observer;
use crate::rng::Rng;

/// Looks no ply ahead, so it stops at depth 0, whatever the limits; its values are 0 unless the
/// game is over. Two of the same seed choose the same moves, search by search.
///
/// ```
/// use gametree::{Adviser, Limits, random_adviser::RandomAdviser, tree::Tree};
/// let tree: Tree = "(p3 [1 2 3] [3 2 1] [0 6 0])".parse().unwrap();
/// let play = |adviser: &mut RandomAdviser| adviser.advise(&tree.root(), &Limits::none()).best();
/// let (mut a, mut b) = (RandomAdviser::new(3), RandomAdviser::new(3));
/// assert!((0..20).all(|_| play(&mut a) == play(&mut b)));
/// ```
#[derive(Clone, Debug)]
pub struct RandomAdviser {
    rng: Rng,
}

impl RandomAdviser {
    /// The adviser of this seed.
    #[must_use]
    pub fn new(seed: u64) -> RandomAdviser {
        RandomAdviser {
            rng: Rng::new(seed),
        }
    }

    /// A move, where a player has to make one.
    fn choose<G: Chance>(&mut self, position: &G) -> Option<G::Move> {
        if position.outcome().is_some() || position.chances().is_some() {
            return None;
        }
        let pick = self.rng.below(position.moves().count());
        position.moves().nth(pick)
    }
}

impl<G: Chance + Payoffs> Adviser<G> for RandomAdviser {
    fn advise_watched<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        _: &mut O,
    ) -> Advice<G::Move> {
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
        Advice {
            values: (0..root.players()).map(value).collect(),
            line: self.choose(root).into_iter().collect(),
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
        self.rng = Rng::new(seed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Tree;

    #[test]
    fn every_move_is_chosen_about_as_often() {
        let tree: Tree = "(max 1 2 3 4 5)".parse().unwrap();
        let (mut adviser, mut times) = (RandomAdviser::new(9), [0; 5]);
        for _ in 0..5000 {
            times[adviser.advise(&tree.root(), &Limits::none()).line[0] as usize] += 1;
        }
        assert!(times.iter().all(|n| (850..1150).contains(n)), "{times:?}");
    }

    #[test]
    fn nobody_moves_where_chance_does_or_the_game_is_over() {
        let advise = |text: &str| {
            let tree: Tree = text.parse().unwrap();
            RandomAdviser::new(1).advise(&tree.root(), &Limits::none())
        };
        assert!(advise("(chance 1/2:1 1/2:2)").line.is_empty());
        let over = advise("[1 2 4]");
        assert_eq!(
            (over.values, over.stop, over.proven),
            (vec![1.0, 2.0, 4.0], Stop::Done, true)
        );
    }
}
