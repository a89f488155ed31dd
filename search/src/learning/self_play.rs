//! Games of a search against itself, to learn from.
//!
//! ```text
//!   start ──▶ random moves ──▶ the search's moves, a random one now and then ──▶ result
//!             (the opening)     recorded from here on
//! ```
//!
//! Game number n depends on the seed and n alone, so that games can be played in any order and
//! taken up again.

use crate::game::{Game, Outcome, Player};
use crate::rng::{Rng, mix};

/// How games are played.
#[derive(Clone, Debug)]
pub struct Plan<G> {
    /// Where they begin.
    pub start: G,
    /// This many random moves come first; from none to this many, drawn for each game.
    pub opening: u32,
    /// How often a later move is made at random.
    pub epsilon: f64,
    /// A game is given up as a draw after this many plies.
    pub most_plies: u32,
    /// The seed of all games.
    pub seed: u64,
}

/// A game that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Recorded<G> {
    /// The positions in which a player had to move, and whether they moved at random.
    pub positions: Vec<(G, bool)>,
    /// How it ended; `None` where it was given up.
    pub outcome: Option<Outcome>,
    /// The first player's result: 1, ½ or 0.
    pub result: f64,
}

/// The first player's result: 1 for a win, ½ for a draw, 0 for a loss.
#[must_use]
pub fn result(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win(Player::FIRST) => 1.0,
        Outcome::Win(_) => 0.0,
        Outcome::Draw | Outcome::Loop | Outcome::Points(0) => 0.5,
        Outcome::Points(points) => f64::from(u8::from(points > 0)),
    }
}

impl<G: Game> Plan<G> {
    /// From a start: up to 8 random moves first, a random one in ten later.
    #[must_use]
    pub fn new(start: G, seed: u64) -> Plan<G> {
        Plan {
            start,
            opening: 8,
            epsilon: 0.1,
            most_plies: 1000,
            seed,
        }
    }

    /// The random numbers of a game.
    #[must_use]
    pub fn rng(&self, number: u64) -> Rng {
        Rng::new(mix(
            mix(self.seed).wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
        ))
    }

    /// Plays game `number`. `choose` is asked in every recorded position, also where a random move
    /// is made instead of its own; without a choice the move is random.
    pub fn play(&self, number: u64, mut choose: impl FnMut(&G) -> Option<G::Move>) -> Recorded<G> {
        let mut rng = self.rng(number);
        let mut position = self.opening(&mut rng);
        let mut positions = Vec::new();
        let mut plies = 0;
        while position.outcome().is_none() && plies < self.most_plies {
            let chosen = choose(&position);
            let explores = rng.unit() < self.epsilon;
            let m = match chosen {
                Some(m) if !explores => m,
                _ => random_move(&position, &mut rng),
            };
            positions.push((position.clone(), explores || chosen.is_none()));
            position.play(m);
            plies += 1;
        }
        let outcome = position.outcome();
        Recorded {
            positions,
            outcome,
            result: outcome.map_or(0.5, result),
        }
    }

    /// A position after random moves; the start where the game would end on the way.
    fn opening(&self, rng: &mut Rng) -> G {
        let plies = rng.below(self.opening as usize + 1);
        let mut position = self.start.clone();
        for _ in 0..plies {
            if position.outcome().is_some() {
                break;
            }
            position.play(random_move(&position, rng));
        }
        if position.outcome().is_some() {
            self.start.clone()
        } else {
            position
        }
    }
}

fn random_move<G: Game>(position: &G, rng: &mut Rng) -> G::Move {
    let pick = rng.below(position.moves().count());
    position
        .moves()
        .nth(pick)
        .expect("an unfinished game has a move")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Tree;

    #[test]
    fn a_game_depends_on_its_number_alone() {
        let tree: Tree = "(max (min (max 1 -1) -1 (max 0 1)) (min 1 (max 1 -1)) 0)"
            .parse()
            .unwrap();
        let plan = Plan {
            epsilon: 0.5,
            opening: 1,
            ..Plan::new(tree.two_player().unwrap(), 3)
        };
        let play = |n| plan.play(n, |p| p.moves().next());
        let games: Vec<_> = (0..50).map(play).collect();
        assert!(
            (0..50)
                .rev()
                .all(|n| play(n).result == games[n as usize].result)
        );
        assert!(games.iter().any(|g| g.result != games[0].result));
        assert!(games.iter().any(|g| g.positions.iter().any(|p| p.1)));
        assert!(
            games
                .iter()
                .all(|g| g.positions.iter().all(|p| p.0.outcome().is_none()))
        );
    }

    #[test]
    fn results_are_the_first_players() {
        let all = [
            Outcome::Win(Player::FIRST),
            Outcome::Win(Player::SECOND),
            Outcome::Draw,
            Outcome::Loop,
        ];
        assert_eq!(all.map(result), [1.0, 0.0, 0.5, 0.5]);
        assert_eq!(
            [3, 0, -9].map(|n| result(Outcome::Points(n))),
            [1.0, 0.5, 0.0]
        );
    }
}
