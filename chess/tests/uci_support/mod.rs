//! Scripted engines, and how long to wait for them.

#![allow(dead_code)]

use std::time::Duration;

use gametree::rng::Rng;
use gametree::{Game, Persistent, Score};
use gametree_chess::Chess;
use gametree_chess::shakmaty::Move;
use gametree_chess::uci::{Engine, EngineSpec, Timeouts};

pub const SECOND: Duration = Duration::from_secs(1);
/// How much later than its deadline anything may be noticed where other programs want the processor
/// too: only what hangs takes longer.
pub const SLACK: Duration = Duration::from_secs(30);

/// For engines that misbehave: long enough that a crash is noticed as one on a busy computer.
pub fn short() -> Timeouts {
    let ms = Duration::from_millis;
    Timeouts {
        start: 20 * SECOND,
        ready: 20 * SECOND,
        quit: ms(300),
        silence: ms(800),
        slowest: 20_000,
        margin: ms(1500),
        longest: ms(3000),
        grace: ms(500),
    }
}

/// For engines that do not start.
pub fn hasty() -> Timeouts {
    Timeouts {
        start: 2 * SECOND,
        ready: 2 * SECOND,
        ..short()
    }
}

/// For engines that should respond, on busy computers.
pub fn long() -> Timeouts {
    Timeouts {
        silence: 20 * SECOND,
        margin: 20 * SECOND,
        ..Timeouts::default()
    }
}

pub fn scripted(mode: &str) -> EngineSpec {
    let mut command = vec![env!("CARGO_BIN_EXE_scripted-engine").to_owned()];
    command.extend(mode.split(' ').map(str::to_owned));
    EngineSpec::new(command).named(mode)
}

pub fn started(mode: &str, timeouts: &Timeouts) -> Engine {
    Engine::start(&scripted(mode), timeouts).unwrap_or_else(|error| panic!("{error}"))
}

/// The scripted engine's value of a position.
pub fn expected(position: &Chess) -> Score {
    let value = Score::points((position.identity() % 199) as i32);
    if position.color().is_white() {
        value
    } else {
        -value
    }
}

/// Positions of random games, up to the last before the end.
pub fn random_positions(rng: &mut Rng, count: usize) -> Vec<Chess> {
    let mut position = Chess::default();
    let mut positions = Vec::new();
    while positions.len() < count {
        positions.push(position.clone());
        let moves: Vec<Move> = position.moves().collect();
        position.play(moves[rng.below(moves.len())]);
        if position.outcome().is_some() {
            position = Chess::default();
        }
    }
    positions
}
