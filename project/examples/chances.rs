//! How many points of an evaluator multiply the odds by e: the one number of `StoredGame::nat` of a
//! game, by logistic regression on games that the built-in analyst plays against itself.
//!
//! ```text
//! cargo run --release -p gametree-project --example chances -- othello startpos 300 2000
//! ```
//!
//! Games begin with eight plies at random, so that they are not all the same; then both play as
//! well as they can. Every position that is not decided gives one value and, later, one result; a
//! draw is half a win.

use std::time::Duration;

use gametree::erased::ErasedMove;
use gametree::rng::Rng;
use gametree::{Analyst, Game, Outcome, Player, Question, Score, Verdict};
use gametree_catalog::analyst::Resources;
use gametree_catalog::{Position, ProjectGame};

/// What to play.
struct Fit {
    start: String,
    games: u64,
    nodes: u64,
}

/// A value in points, and what the first player got in the end.
type Sample = (f64, f64);

impl Fit {
    fn run(self, game: &ProjectGame) -> Result<(), String> {
        let root = game.parse_position(&self.start)?;
        let resources = Resources {
            threads: 1,
            table_bytes: 8 << 20,
            reproducible: false,
        };
        let mut analyst = game.analyst(resources).map_err(|error| error.to_string())?;
        let mut samples = Vec::new();
        for seed in 0..self.games {
            play(
                &root,
                &mut *analyst,
                Rng::new(seed),
                self.nodes,
                &mut samples,
            )?;
        }
        let nat = fit(&samples);
        println!(
            "{} positions of {} games: {nat:.0} points multiply the odds by e",
            samples.len(),
            self.games
        );
        println!(
            "mean error of the chance {:.3}; of a half always {:.3}",
            error(&samples, nat),
            error(&samples, 1e12)
        );
        Ok(())
    }
}

/// Plays a game and keeps its values with its result.
fn play(
    root: &Position,
    analyst: &mut (dyn Analyst<Position> + Send),
    mut rng: Rng,
    nodes: u64,
    samples: &mut Vec<Sample>,
) -> Result<(), String> {
    let (mut position, mut points) = (root.clone(), Vec::new());
    for ply in 0.. {
        if let Some(outcome) = position.outcome() {
            samples.extend(points.into_iter().map(|value| (value, result(outcome))));
            return Ok(());
        }
        let moves: Vec<_> = position.moves().collect();
        if ply < 8 {
            position.play(moves[rng.below(moves.len())]);
            continue;
        }
        let (best, value) = ask(analyst, &position, nodes)?;
        if let Verdict::Points(value) = value.verdict() {
            points.push(f64::from(value));
        }
        position.play(best);
    }
    Ok(())
}

fn ask(
    analyst: &mut (dyn Analyst<Position> + Send),
    position: &Position,
    nodes: u64,
) -> Result<(ErasedMove, Score), String> {
    analyst.ask(Question {
        ticket: 0,
        position: position.clone(),
        among: Vec::new(),
        nodes,
        lines: 1,
        region: 0,
    });
    let answer = analyst
        .answer(Duration::from_secs(60))
        .ok_or("no answer within a minute")?;
    let finding = answer.outcome.map_err(|trouble| trouble.what)?;
    Ok((*finding.line.first().ok_or("an empty line")?, finding.value))
}

fn result(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win(Player::FIRST) => 1.0,
        Outcome::Win(_) => 0.0,
        Outcome::Points(points) => f64::from(points.signum()) / 2.0 + 0.5,
        Outcome::Draw | Outcome::Loop => 0.5,
    }
}

fn chance(points: f64, nat: f64) -> f64 {
    1.0 / (1.0 + (-points / nat).exp())
}

/// The number of the greatest likelihood, by halving the interval in which its slope changes sign:
/// the likelihood of k = 1 / nat has one peak.
fn fit(samples: &[Sample]) -> f64 {
    let slope = |k: f64| {
        samples
            .iter()
            .map(|&(v, r)| v * (r - chance(v, 1.0 / k)))
            .sum::<f64>()
    };
    let (mut low, mut high) = (1e-7, 10.0);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 {
            low = middle
        } else {
            high = middle
        }
    }
    1.0 / low
}

fn error(samples: &[Sample], nat: f64) -> f64 {
    let squares = samples.iter().map(|&(v, r)| (r - chance(v, nat)).powi(2));
    (squares.sum::<f64>() / samples.len().max(1) as f64).sqrt()
}

fn main() -> Result<(), String> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, start, games, nodes] = &words[..] else {
        return Err("write a game, a position, how many games and how many nodes a move".into());
    };
    let number = |text: &str| {
        text.parse::<u64>()
            .map_err(|error| format!("'{text}': {error}"))
    };
    let fit = Fit {
        start: start.clone(),
        games: number(games)?,
        nodes: number(nodes)?,
    };
    fit.run(&ProjectGame::open(game).map_err(|error| error.to_string())?)
}
