//! TD(λ) and TD-leaf(λ) by self-play. TD-leaf (Baxter, Tridgell and Weaver, *Experiments in
//! Parameter Learning Using Temporal Differences*, ICCA Journal 21, 1998) looks d plies ahead, and
//! learns not at the position on the board but at the leaf of the line that both sides consider
//! best:
//!
//! ```text
//!   played      s₁ ────────▶ s₂ ────────▶ s₃
//!                \            \            \          TD learns at s₁, s₂, s₃,
//!                 l₁           l₂           l₃        TD-leaf at l₁, l₂, l₃: it is their features
//!   the best lines of depth d                         that decided the values and the moves
//! ```
//!
//! A move made at random says nothing of the position before it, so nothing is learned across it.
//! The state between two games is the weights, the number of games and the settings, so a run that
//! was interrupted goes on as if it had not been.

use crate::evaluator::Evaluator;
use crate::game::TwoPlayer;
use crate::limits::Limits;
use crate::minimax::alphabeta::AlphaBeta;
use crate::search::Search;

use super::features::{Features, Linear};
use super::self_play::{Plan, result};
use super::td::{Td, Visit};
use super::weights::{Weights, WeightsError};

/// How a trainer learns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// The temporal differences.
    pub td: Td,
    /// Plies looked ahead for every move, at least 1.
    pub depth: u32,
    /// Learn at the leaf of the best line rather than at the position played.
    pub leaf: bool,
    /// After this many games the rate is half of what it was, then a third, and so on; 0: it stays.
    pub halving: u64,
}

/// What one game gave.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lesson {
    /// The first player's result.
    pub result: f64,
    /// The mean squared distance of the predictions from it.
    pub error: f64,
    /// Positions learned from.
    pub plies: usize,
}

/// Learns the weights of an evaluator by playing against itself.
#[derive(Clone, Debug)]
pub struct Trainer<G, F> {
    /// How games are played.
    pub plan: Plan<G>,
    /// How it learns.
    pub settings: Settings,
    /// What it has learned.
    pub linear: Linear<F>,
    /// Games learned from.
    pub games: u64,
}

impl<G: TwoPlayer, F: Features<G>> Trainer<G, F> {
    /// Plays one game and learns from it.
    pub fn step(&mut self) -> Lesson {
        let linear = &self.linear;
        let settings = self.settings;
        let limits = Limits::depth(settings.depth.max(1));
        let mut visits = Vec::new();
        let played = self.plan.play(self.games, |position| {
            let mut search = AlphaBeta {
                evaluator: |p: &G| linear.evaluate(p),
            };
            let line = search.search(position, &limits).line;
            visits.push(if settings.leaf {
                leaf(linear, position, &line)
            } else {
                here(linear, position)
            });
            line.first().copied()
        });
        for (visit, (_, random)) in visits.iter_mut().zip(&played.positions) {
            visit.linked = !random;
        }
        let td = Td {
            rate: self.rate(),
            ..settings.td
        };
        let scale = self.linear.scale;
        let error = td.learn(&mut self.linear.weights, scale, &visits, played.result);
        self.games += 1;
        Lesson {
            result: played.result,
            error,
            plies: visits.len(),
        }
    }

    /// Learns from this many more games, and calls `lesson` after each.
    pub fn run(&mut self, games: u64, mut lesson: impl FnMut(&Self, Lesson)) {
        for _ in 0..games {
            let learned = self.step();
            lesson(self, learned);
        }
    }

    /// The rate of the next game.
    fn rate(&self) -> f64 {
        let Settings { td, halving, .. } = self.settings;
        if halving == 0 {
            td.rate
        } else {
            td.rate / (1.0 + self.games as f64 / halving as f64)
        }
    }

    /// Everything that a later run needs: weights and the number of games. (Settings and seed are
    /// the caller's.)
    #[must_use]
    pub fn save(&self, game: &str) -> Weights {
        let notes = vec![
            format!("{GAMES} {}", self.games),
            format!("{SEED} {}", self.plan.seed),
        ];
        Weights {
            notes,
            ..self.linear.to_file(game)
        }
    }

    /// Goes on where a saved run stopped. The seed becomes that of the file.
    pub fn resume(&mut self, game: &str, file: &Weights) -> Result<(), WeightsError> {
        let weights = file.of_game(game)?.in_order(self.linear.features.names())?;
        let number = |word: &str| {
            let found = file
                .notes
                .iter()
                .find_map(|note| note.strip_prefix(word)?.trim().parse::<u64>().ok());
            found.ok_or_else(|| WeightsError::Missing(format!("# {word} N")))
        };
        (self.games, self.plan.seed) = (number(GAMES)?, number(SEED)?);
        (self.linear.weights, self.linear.scale) = (weights, file.scale);
        Ok(())
    }
}

const GAMES: &str = "games";
const SEED: &str = "seed";

fn here<G: TwoPlayer, F: Features<G>>(linear: &Linear<F>, position: &G) -> Visit {
    Visit::new(linear.features.of(position))
}

/// The end of the best line: features, or a result that does not depend on the weights.
fn leaf<G: TwoPlayer, F: Features<G>>(linear: &Linear<F>, position: &G, line: &[G::Move]) -> Visit {
    let end = line
        .iter()
        .fold(position.clone(), |position, &m| position.after(m));
    match end.outcome() {
        None => here(linear, &end),
        Some(outcome) => {
            let features = vec![0.0; linear.weights.len()];
            Visit {
                features,
                known: Some(result(outcome)),
                linked: true,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::td::Squash;
    use super::*;
    use crate::game::{Game, Outcome, Player};

    /// Both players walk the same stone on a line: the first to the right, the second to the left,
    /// each one or two steps; it falls off at ±3.
    #[derive(Clone, Debug, PartialEq)]
    struct Tug {
        at: i32,
        turn: Player,
    }

    impl Game for Tug {
        type Move = i32;
        fn turn(&self) -> Player {
            self.turn
        }
        fn moves(&self) -> impl Iterator<Item = i32> {
            let sign = if self.turn == Player::FIRST { 1 } else { -1 };
            [1, 2].into_iter().map(move |step| step * sign)
        }
        fn play(&mut self, m: i32) {
            self.at += m;
            self.turn = self.turn.opponent();
        }
        fn outcome(&self) -> Option<Outcome> {
            match self.at {
                3.. => Some(Outcome::Win(Player::FIRST)),
                ..=-3 => Some(Outcome::Win(Player::SECOND)),
                _ => None,
            }
        }
    }
    impl TwoPlayer for Tug {}

    #[derive(Clone, Copy, Debug)]
    struct Place;
    impl Features<Tug> for Place {
        fn names(&self) -> &[&'static str] {
            &["at", "tempo"]
        }
        fn write(&self, position: &Tug, values: &mut [f64]) {
            values[0] = f64::from(position.at);
            values[1] = if position.turn == Player::FIRST {
                1.0
            } else {
                -1.0
            };
        }
    }

    fn trainer(leaf: bool) -> Trainer<Tug, Place> {
        let start = Tug {
            at: 0,
            turn: Player::FIRST,
        };
        let td = Td {
            lambda: 0.7,
            rate: 0.05,
            squash: Squash::Logistic,
        };
        Trainer {
            plan: Plan {
                most_plies: 60,
                epsilon: 0.2,
                ..Plan::new(start, 11)
            },
            settings: Settings {
                td,
                depth: 1,
                leaf,
                halving: 500,
            },
            linear: Linear {
                features: Place,
                weights: vec![0.0, 0.0],
                scale: 100.0,
            },
            games: 0,
        }
    }

    #[test]
    fn both_methods_learn_which_side_is_good() {
        for leaf in [false, true] {
            let mut trainer = trainer(leaf);
            let lessons: Vec<Lesson> = (0..600).map(|_| trainer.step()).collect();
            assert!(
                trainer.linear.weights[0] > 0.5,
                "leaf {leaf}: {:?}",
                trainer.linear.weights
            );
            assert!(lessons.iter().all(|l| l.plies > 0 && l.error.is_finite()));
        }
    }

    #[test]
    fn interrupted_and_resumed_is_the_same_as_one_run() {
        for leaf in [false, true] {
            let mut whole = trainer(leaf);
            whole.run(40, |_, _| ());
            let mut first = trainer(leaf);
            first.run(17, |_, _| ());
            let file: Weights = first.save("tug").to_string().parse().unwrap();
            let mut second = trainer(leaf);
            second.plan.seed = 0;
            second.resume("tug", &file).unwrap();
            assert_eq!((second.games, second.plan.seed), (17, 11));
            second.run(23, |_, _| ());
            assert_eq!(second.linear.weights, whole.linear.weights);
            assert!(second.resume("other", &file).is_err());
            let plain = Weights {
                notes: Vec::new(),
                ..file
            };
            assert!(
                second
                    .resume("tug", &plain)
                    .unwrap_err()
                    .to_string()
                    .contains("games")
            );
        }
    }

    #[test]
    fn the_seed_decides() {
        let run = |seed| {
            let mut trainer = trainer(true);
            trainer.plan.seed = seed;
            trainer.run(20, |_, _| ());
            trainer.linear.weights
        };
        assert_eq!(run(1), run(1));
        assert_ne!(run(1), run(2));
    }
}
