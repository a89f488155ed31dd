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
    /// The quiet positions of a game; none where the opening favours a side too much. They depend on
    /// the number, the seed and the engine alone.
    pub fn play(&self, number: u64, engine: &mut Builtin) -> Vec<Sample> {
        engine.new_game(0);
        let mut rng = Rng::new(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
        let mut samples = Vec::new();
        let played = self.opening(number, &mut rng);
        let result = played.and_then(|start| self.to_its_end(start, engine, &mut samples));
        match result {
            None => Vec::new(),
            Some(result) => {
                samples.iter_mut().for_each(|sample| sample.result = result);
                samples
            }
        }
    }

    /// Plays a game, and notes its quiet positions: White's half points.
    fn to_its_end(
        self,
        mut game: Chess,
        engine: &mut Builtin,
        samples: &mut Vec<Sample>,
    ) -> Option<u8> {
        let mut ahead = 0i32;
        for ply in 0..self.longest {
            if let Some(outcome) = game.outcome() {
                return Some(half_points(outcome));
            }
            let report = engine.search(&game, &Limits::nodes(self.nodes));
            let best = report.best()?;
            let score = match report.value.verdict() {
                Verdict::Points(points) => points,
                Verdict::Win(_) => return Some(2),
                Verdict::Loss(_) => return Some(0),
            };
            if ply == 0 && score.abs() > self.fair {
                return None;
            }
            ahead = self.ahead(ahead, score);
            if ahead.unsigned_abs() as usize >= self.certain {
                return Some(if ahead > 0 { 2 } else { 0 });
            }
            if !game.in_check() && game.is_quiet(best) {
                samples.push(sample(&game, score, ply));
            }
            game.play(best);
        }
        Some(1)
    }

    /// For how many plies in turn a side has been winning, negative for Black.
    fn ahead(&self, before: i32, score: i32) -> i32 {
        if score.abs() <= self.decided {
            0
        } else if before.signum() == -score.signum() {
            score.signum()
        } else {
            before + score.signum()
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    const PLAY: SelfPlay = SelfPlay {
        opening: 8,
        nodes: 60,
        longest: 240,
        fair: 800,
        certain: 4,
        decided: 1500,
        seed: 3,
    };

    #[test]
    fn a_game_is_a_function_of_its_number_and_the_seed() {
        let mut engine = Builtin::new(1 << 16);
        let mut games: Vec<_> = (0..6)
            .map(|number| PLAY.play(number, &mut engine))
            .collect();
        assert_eq!(PLAY.play(2, &mut Builtin::new(1 << 16)), games[2]);
        let other = SelfPlay { seed: 4, ..PLAY };
        assert_ne!(other.play(2, &mut engine), games[2]);
        games.retain(|game| !game.is_empty());
        assert!(games.len() >= 3);
        for samples in &games {
            assert!(
                samples
                    .iter()
                    .all(|sample| sample.result == samples[0].result)
            );
            assert!(samples.windows(2).all(|pair| pair[0].ply < pair[1].ply));
        }
    }

    #[test]
    fn only_quiet_positions_are_kept_and_results_follow_scores() {
        let mut engine = Builtin::new(1 << 16);
        let samples: Vec<_> = (0..30)
            .flat_map(|number| PLAY.play(number, &mut engine))
            .collect();
        let mut won = [0; 3];
        for sample in &samples {
            let setup = shakmaty::Setup {
                board: sample.board.clone(),
                turn: sample.turn,
                ..shakmaty::Setup::empty()
            };
            let mode = shakmaty::CastlingMode::Standard;
            let position = <shakmaty::Chess as shakmaty::FromSetup>::from_setup(setup, mode);
            assert!(!position.unwrap().is_check());
            if sample.score > 1000 {
                won[usize::from(sample.result)] += 1;
            }
        }
        assert!(won[2] > 10 * (won[0] + 1), "{won:?}");
    }

    #[test]
    fn a_game_is_won_once_a_side_is_ahead_for_long() {
        let scores = [1600, 1700, -1600, -1800, 0, -1501, -1600];
        let mut ahead = 0;
        let counts = scores.map(|score| {
            ahead = PLAY.ahead(ahead, score);
            ahead
        });
        assert_eq!(counts, [1, 2, -1, -2, 0, -1, -2]);
    }
}
