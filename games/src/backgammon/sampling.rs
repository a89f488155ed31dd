//! Games between two players, many of them: how much better one is, and how often the better one
//! loses.

use gametree::rng::{Rng, mix};
use gametree::{Chance, Game, PayoffEvaluator, Payoffs, Player};

use super::{Backgammon, Move};

/// A player: chooses a move where chance does not act.
pub type Chooser<'a> = dyn FnMut(&Backgammon) -> Move + 'a;

/// What the first of two players won in each game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sample {
    /// Points, game by game. Games 2k and 2k + 1 are a pair: the same dice, sides swapped.
    pub points: Vec<f64>,
}

impl Sample {
    /// How many games this player won.
    #[must_use]
    pub fn wins(&self) -> usize {
        self.points.iter().filter(|&&points| points > 0.0).count()
    }

    /// Points per game.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.points.iter().sum::<f64>() / self.points.len().max(1) as f64
    }

    /// The standard error of [`Sample::mean`], from the spread of pairs; infinite for fewer than
    /// two.
    #[must_use]
    pub fn standard_error(&self) -> f64 {
        let pairs: Vec<f64> = self
            .points
            .chunks_exact(2)
            .map(|pair| (pair[0] + pair[1]) / 2.0)
            .collect();
        let (count, mean) = (pairs.len() as f64, self.mean());
        let spread: f64 = pairs.iter().map(|pair| (pair - mean).powi(2)).sum();
        if pairs.len() < 2 {
            f64::INFINITY
        } else {
            (spread / (count - 1.0) / count).sqrt()
        }
    }
}

/// Plays this many pairs of games from `start` between `one` and `other`, who change sides within
/// each pair. The dice depend on the seed and the number of the pair alone.
pub fn sample_games(
    start: &Backgammon,
    [one, other]: [&mut Chooser<'_>; 2],
    pairs: u64,
    seed: u64,
) -> Sample {
    let mut sample = Sample::default();
    for pair in 0..pairs {
        let dice = dice_of_pair(seed, pair);
        let end = play_out(start, [&mut *one, &mut *other], dice);
        sample.points.push(end.payoff(Player::FIRST));
        let end = play_out(start, [&mut *other, &mut *one], dice);
        sample.points.push(end.payoff(Player::SECOND));
    }
    sample
}

/// The seed of the dice of a pair: with it [`play_out`] plays a game of a sample again.
#[must_use]
pub fn dice_of_pair(seed: u64, pair: u64) -> u64 {
    mix(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(pair))
}

/// Plays one game to its end with the dice of this seed.
pub fn play_out(start: &Backgammon, players: [&mut Chooser<'_>; 2], seed: u64) -> Backgammon {
    let (mut game, mut rng) = (*start, Rng::new(seed));
    while game.outcome().is_none() {
        let m = match drawn(&game, &mut rng) {
            Some(roll) => roll,
            None => players[usize::from(game.turn().0 & 1)](&game),
        };
        game.play(m);
    }
    game
}

/// What chance brings, where it acts.
pub fn drawn(game: &Backgammon, rng: &mut Rng) -> Option<Move> {
    let chances = game.chances()?;
    let (mut left, mut last) = (rng.unit(), None);
    for (m, probability) in chances {
        last = Some(m);
        left -= probability;
        if left < 0.0 {
            break;
        }
    }
    last
}

/// Chooses the move after which an evaluator likes the position best: one ply.
pub fn greedy<'a, E: PayoffEvaluator<Backgammon>>(
    evaluator: &'a E,
) -> impl FnMut(&Backgammon) -> Move + 'a {
    move |game| {
        let worth = |m: Move| evaluator.expected_payoff(&game.after(m), game.turn());
        let better = |a: (f64, Move), b: (f64, Move)| if b.0 > a.0 { b } else { a };
        let best = game.moves().map(|m| (worth(m), m)).reduce(better);
        best.map_or(Move::Wait, |(_, m)| m)
    }
}

/// Chooses any legal move.
pub fn random(seed: u64) -> impl FnMut(&Backgammon) -> Move {
    let mut rng = Rng::new(seed);
    move |game| {
        let pick = rng.below(game.moves().count().max(1));
        game.moves().nth(pick).unwrap_or(Move::Wait)
    }
}
