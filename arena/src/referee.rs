//! Who throws the dice, deals the cards, and decides what each player gets at the end.
//!
//! A referee is a few plain functions, so that a match needs nothing of a game but [`Game`] and
//! [`Notation`](gametree::Notation): [`Referee::plain`] is for games of two without chance,
//! [`Referee::of_payoffs`] for every game that has chances and payoffs.
//!
//! # Duplicate play
//!
//! Luck belongs to the *pair*, not to the game. The numbers from which the k-th move of chance is
//! drawn depend on the match's seed, the number of the pair and k alone ([`Luck`]), and the two
//! games of a pair are played from the same opening with the seats exchanged:
//!
//! ```text
//!            k = 1     2     3
//!   game 0:     5-2 A  6-6 B  3-1 A …     what A threw in one game
//!   game 1:     5-2 B  6-6 A  3-1 B …     B throws in the other
//! ```
//!
//! So cards dealt before the first move are the same in both games, seat by seat, and dice are the
//! same throw by throw, as far as play allows: where the moves before have changed what chance can
//! bring, the same random number falls on the same part of another list. Luck that favours a seat
//! then favours both sides once.

use std::fmt;

use gametree::rng::{Rng, mix};
use gametree::{Chance, Game, Outcome, Payoffs, Player, TwoPlayer};

/// The rules of a game as far as no player carries them out.
pub struct Referee<G: Game> {
    /// How many seats there are.
    pub seats: fn(&G) -> u8,
    /// The move of chance; `None` where a player acts. Called only while the game goes on.
    pub chance: fn(&G, &mut Rng) -> Option<G::Move>,
    /// What a seat gets. Asked only when the game is over.
    pub payoff: fn(&G, Player) -> f64,
    /// The position after these moves of a game from a start, with what the rules remember of them,
    /// such as repetitions; `None` where a position alone says everything.
    pub recall: Recall<G>,
}

/// [`Referee::recall`].
pub type Recall<G> = fn(&G, &[<G as Game>::Move]) -> Option<G>;

impl<G: TwoPlayer> Referee<G> {
    /// For games of two without chance: the winner gets 1 and the loser −1, or the points of the
    /// end.
    #[must_use]
    pub fn plain() -> Referee<G> {
        Referee {
            seats: |_| 2,
            chance: |_, _| None,
            payoff: by_outcome,
            recall: |_, _| None,
        }
    }
}

impl<G: Chance + Payoffs> Referee<G> {
    /// For games that tell what chance may bring and what each player gets.
    ///
    /// ```
    /// use gametree::{Game, Player, rng::Rng, tree::Tree};
    /// use gametree_arena::Referee;
    /// let tree: Tree = "(chance 0.2:[3 0 1] 0.8:[0 0 2])".parse().unwrap();
    /// let referee = Referee::of_payoffs();
    /// let throws = (0..1000).filter(|&seed| (referee.chance)(&tree.root(), &mut Rng::new(seed)) == Some(0)).count();
    /// assert!((160..240).contains(&throws));
    /// let end = tree.root().after(0);
    /// assert_eq!(((referee.seats)(&end), (referee.payoff)(&end, Player(2))), (3, 1.0));
    /// ```
    #[must_use]
    pub fn of_payoffs() -> Referee<G> {
        Referee {
            seats: G::players,
            chance: throw,
            payoff: G::payoff,
            recall: |_, _| None,
        }
    }
}

/// What an outcome is worth to one of two players.
fn by_outcome<G: Game>(position: &G, player: Player) -> f64 {
    let first = match position.outcome() {
        Some(Outcome::Win(winner)) => return if winner == player { 1.0 } else { -1.0 },
        Some(Outcome::Points(points)) => f64::from(points),
        Some(Outcome::Draw | Outcome::Loop) | None => 0.0,
    };
    if player == Player::FIRST {
        first
    } else {
        -first
    }
}

/// A move of chance. What rounding leaves over belongs to the last one.
fn throw<G: Chance>(position: &G, rng: &mut Rng) -> Option<G::Move> {
    let mut left = rng.unit();
    let mut last = None;
    for (m, probability) in position.chances()? {
        left -= probability;
        last = Some(m);
        if left < 0.0 {
            break;
        }
    }
    last
}

impl<G: Game> Clone for Referee<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Referee<G> {}

impl<G: Game> fmt::Debug for Referee<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Referee")
    }
}

/// The luck of a pair of games, or of all games of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Luck(u64);

/// Keeps luck apart from the seeds of contenders.
const DICE: u64 = 0x6469_6365_2063_6172;
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Luck {
    /// The luck of the pair or table of this number.
    #[must_use]
    pub fn of(seed: u64, number: usize) -> Luck {
        Luck(mix(
            mix(seed ^ DICE).wrapping_add((number as u64 + 1).wrapping_mul(STEP))
        ))
    }

    /// The random numbers for chance's move of this number, whatever was drawn for those before it.
    #[must_use]
    pub fn throw(self, number: usize) -> Rng {
        Rng::new(mix(self
            .0
            .wrapping_add((number as u64 + 1).wrapping_mul(STEP))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree::tree::Tree;

    #[test]
    fn outcomes_are_payoffs_of_both() {
        let tree: Tree = "(max 3 -2 ?)".parse().unwrap();
        let root = tree.two_player().unwrap();
        let referee = Referee::plain();
        assert_eq!(
            (
                (referee.seats)(&root),
                (referee.chance)(&root, &mut Rng::new(1))
            ),
            (2, None)
        );
        let payoffs =
            |m| [Player::FIRST, Player::SECOND].map(|p| (referee.payoff)(&root.after(m), p));
        assert_eq!(
            [payoffs(0), payoffs(1), payoffs(2)],
            [[3.0, -3.0], [-2.0, 2.0], [0.0, 0.0]]
        );
    }

    #[test]
    fn luck_depends_on_seed_pair_and_throw_only() {
        let bits = |seed, pair, throw| Luck::of(seed, pair).throw(throw).bits();
        assert_eq!(bits(1, 2, 3), bits(1, 2, 3));
        let all: std::collections::HashSet<u64> = (0..1000)
            .map(|n| bits(n as u64 / 100, n / 10 % 10, n % 10))
            .collect();
        assert_eq!(all.len(), 1000);
    }

    /// Probabilities that sum to a little less than one still give a move.
    #[test]
    fn chance_always_brings_something() {
        let tree: Tree = "(chance 1/3:1 1/3:2 1/3:3)".parse().unwrap();
        let referee = Referee::of_payoffs();
        let mut seen = [0; 3];
        for number in 0..3000 {
            let m = (referee.chance)(&tree.root(), &mut Luck::of(5, 0).throw(number)).unwrap();
            seen[m as usize] += 1;
        }
        assert!(seen.iter().all(|n| (900..1100).contains(n)), "{seen:?}");
        assert_eq!(
            (referee.chance)(&tree.root().after(0), &mut Rng::new(1)),
            None
        );
    }
}
