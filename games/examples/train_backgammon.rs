//! Trains the network for backgammon by play against itself: TD(λ) (Sutton 1988, Tesauro 1995).
//!
//! ```text
//! train_backgammon FILE GAMES [SEED]
//! ```
//!
//! plays on from the network in FILE (a new one where there is no such file) until it has learnt
//! from GAMES games, tells its progress every 10,000 and keeps the file up to date: a run that is
//! broken off goes on where it was. The same seed and the same number of games give the same
//! weights on the same machine.
//!
//! A game is played to its end first, both sides choosing the play after which the network likes
//! the board best. Then the network learns, from the last position to the first, what the λ-return
//! says: of each position the expectation of the next one, seen from the other side, blended with
//! that one's own target.

use std::error::Error;
use std::time::Instant;

use gametree::rng::Rng;
use gametree::{Game, Outcome, Player};
use gametree_games::backgammon::{Backgammon, Dice, Expectation, Inputs, Move, Network};

/// How a run learns, as a function of the games already learnt from.
struct Schedule {
    games: u64,
}

impl Schedule {
    /// Fast at first, then slower and slower, by a factor of 20 over the run.
    fn rate(&self, game: u64) -> f32 {
        let done = game as f32 / self.games as f32;
        0.02 * 0.05f32.powf(done)
    }

    /// How much of a target is what came later rather than what the next position looked like.
    fn lambda(&self, game: u64) -> f32 {
        if game < self.games / 10 { 0.7 } else { 0.3 }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, games, rest @ ..] = args.as_slice() else {
        return Err("train_backgammon FILE GAMES [SEED]".into());
    };
    let seed: u64 = rest.first().map_or(Ok(1), |text| text.parse())?;
    train(
        file,
        &Schedule {
            games: games.parse()?,
        },
        seed,
    )
}

fn train(file: &str, schedule: &Schedule, seed: u64) -> Result<(), Box<dyn Error>> {
    let mut network = read_or_new(file, seed)?;
    let (start, begun) = (Instant::now(), network.games);
    let (mut plies, mut gammons) = (0, 0);
    while network.games < schedule.games {
        let game = network.games;
        let mut rng = Rng::new(gametree::rng::mix(seed ^ game << 20));
        let record = play_game(&network, &mut rng);
        plies += record.positions.len();
        gammons += u32::from(record.points.abs() > 1);
        learn(
            &mut network,
            &record,
            schedule.rate(game),
            schedule.lambda(game),
        );
        network.games += 1;
        if network.games.is_multiple_of(10_000) || network.games == schedule.games {
            std::fs::write(file, network.to_bytes())?;
            let speed = (network.games - begun) as f64 / start.elapsed().as_secs_f64();
            let (long, often) = (plies as f64 / 1e4, f64::from(gammons) / 1e2);
            println!(
                "{} games, {speed:.0} a second; {long:.1} plies a game, {often:.1} % gammons",
                network.games
            );
            (plies, gammons) = (0, 0);
        }
    }
    Ok(())
}

fn read_or_new(file: &str, seed: u64) -> Result<Network, Box<dyn Error>> {
    if !std::fs::exists(file)? {
        let mut rng = Rng::new(seed);
        return Ok(Network::new(|| rng.unit()));
    }
    Network::from_bytes(&std::fs::read(file)?)
        .ok_or_else(|| format!("{file} holds no network of this shape").into())
}

/// A finished game: what the one on roll saw before each roll, and what the first player won.
struct Record {
    positions: Vec<(Player, Inputs)>,
    points: i32,
}

fn play_game(network: &Network, rng: &mut Rng) -> Record {
    let (mut game, mut positions) = (Backgammon::first_to_roll(), Vec::with_capacity(128));
    loop {
        if let Some(Outcome::Points(points)) = game.outcome() {
            return Record { positions, points };
        }
        let inputs = Inputs::of(game.men(game.turn()), game.men(game.turn().opponent()));
        positions.push((game.turn(), inputs));
        let die = |rng: &mut Rng| rng.below(6) as u8 + 1;
        if let Some(dice) = Dice::new(die(rng), die(rng)) {
            game.play(best(network, &game, dice));
        }
    }
}

/// The roll, and the play after which the network likes the board best.
fn best(network: &Network, game: &Backgammon, dice: Dice) -> Move {
    let worth = |&m: &Move| {
        let after = game.after(m);
        let Some(Outcome::Points(points)) = after.outcome() else {
            let inputs = Inputs::of(after.men(after.turn()), after.men(after.turn().opponent()));
            return -network.expect(&inputs).points();
        };
        points.abs() as f32
    };
    let plays = game.plays(dice).map(Move::Play);
    let scored = plays.map(|m| (worth(&m), m));
    let better = |a: (f32, Move), b: (f32, Move)| if b.0 > a.0 { b } else { a };
    scored.reduce(better).map_or(Move::Wait, |(_, m)| m)
}

fn learn(network: &mut Network, record: &Record, rate: f32, lambda: f32) {
    let mut later: Option<(Player, Expectation)> = None;
    for (player, inputs) in record.positions.iter().rev() {
        let target = match later {
            Some((whose, target)) if whose == *player => target,
            Some((_, target)) => target.turned(),
            None => Expectation::of_points(if *player == Player::FIRST {
                record.points
            } else {
                -record.points
            }),
        };
        let said = network.expect(inputs);
        network.learn(inputs, target, rate);
        later = Some((*player, target.blend(said, lambda)));
    }
}
