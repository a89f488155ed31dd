//! Games of the built-in engine against itself, for their quiet positions.

use gametree::rng::Rng;
use gametree::{Game, Limits, NullMove, Outcome, Player, Search, Verdict};
use shakmaty::Position;

use super::samples::Sample;
use crate::Chess;
use crate::builtin::Builtin;

/// How the games are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfPlay {
    /// Random moves at the start; every second game has one more.
    pub opening: usize,
    /// Positions searched per move.
    pub nodes: u64,
    /// Games end here as a draw.
    pub longest: usize,
    /// An opening that favours a side by more centipawns than this is not played on.
    pub fair: i32,
    /// A game is won once the values of this many plies in turn are above [`SelfPlay::decided`].
    pub certain: usize,
    /// Centipawns that win.
    pub decided: i32,
    /// What decides the random moves, together with a game's number.
    pub seed: u64,
}

impl Default for SelfPlay {
    fn default() -> Self {
        SelfPlay {
            opening: 8,
            nodes: 800,
            longest: 240,
            fair: 800,
            certain: 4,
            decided: 1500,
            seed: 1,
        }
    }
}

impl SelfPlay {
    /// The quiet positions of a game. It depends on its number, the seed and the engine alone.
    pub fn play(&self, number: u64, engine: &mut Builtin) -> Vec<Sample> {
        engine.new_game(0);
        let mut rng = Rng::new(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
        let Some(mut game) = self.opening(number, &mut rng) else {
            return Vec::new();
        };
        let (mut samples, mut above) = (Vec::new(), 0i32);
        for ply in 0..self.longest {
            if let Some(outcome) = game.outcome() {
                return with_result(samples, half_points(outcome));
            }
            let report = engine.search(&game, &Limits::nodes(self.nodes));
            let Some(best) = report.best() else {
                return Vec::new();
            };
            let score = match report.value.verdict() {
                Verdict::Points(points) => points,
                Verdict::Win(_) => return with_result(samples, 2),
                Verdict::Loss(_) => return with_result(samples, 0),
            };
            if ply == 0 && score.abs() > self.fair {
                return Vec::new();
            }
            above = if score.abs() <= self.decided || above.signum() == -score.signum() {
                0
            } else {
                above + score.signum()
            };
            if above.unsigned_abs() as usize >= self.certain {
                return with_result(samples, if above > 0 { 2 } else { 0 });
            }
            if !game.in_check() && game.is_quiet(best) {
                samples.push(sample(&game, score, ply));
            }
            game.play(best);
        }
        with_result(samples, 1)
    }

    fn opening(&self, number: u64, rng: &mut Rng) -> Option<Chess> {
        let mut game = Chess::default();
        for _ in 0..self.opening + (number % 2) as usize {
            let moves: Vec<_> = game.moves().collect();
            if moves.is_empty() {
                return None;
            }
            game.play(moves[rng.below(moves.len())]);
        }
        Some(game)
    }
}

fn sample(game: &Chess, score: i32, ply: usize) -> Sample {
    Sample {
        board: game.inner().board().clone(),
        turn: game.color(),
        score: score.clamp(-30_000, 30_000) as i16,
        result: 1,
        ply: ply as u16,
    }
}

fn half_points(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Win(Player::FIRST) => 2,
        Outcome::Win(_) => 0,
        Outcome::Draw | Outcome::Loop | Outcome::Points(_) => 1,
    }
}

fn with_result(mut samples: Vec<Sample>, result: u8) -> Vec<Sample> {
    samples.iter_mut().for_each(|sample| sample.result = result);
    samples
}
