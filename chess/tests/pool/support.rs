//! Pools of scripted engines, and what they should answer.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use gametree::{Analyst, Answer, Game, Persistent, Question, Score};
use gametree_chess::Chess;
use gametree_chess::shakmaty::Move;
use gametree_chess::uci::{EngineSpec, Pool, Settings, Timeouts};

pub(crate) const SECOND: Duration = Duration::from_secs(1);
/// How much later than its deadline anything may be noticed where other programs want the processor
/// too: only what hangs takes longer.
pub(crate) const SLACK: Duration = Duration::from_secs(30);

pub(crate) fn short() -> Settings {
    let ms = Duration::from_millis;
    let timeouts = Timeouts {
        start: 20 * SECOND,
        ready: 20 * SECOND,
        quit: ms(300),
        silence: ms(800),
        slowest: 20_000,
        margin: ms(1500),
        longest: ms(3000),
        grace: ms(500),
    };
    Settings {
        timeouts,
        pause: ms(20),
        longest_pause: ms(100),
        failures: 5,
        ..Settings::default()
    }
}

pub(crate) fn calm() -> Settings {
    Settings {
        timeouts: Timeouts {
            quit: SECOND,
            ..Timeouts::default()
        },
        ..short()
    }
}

pub(crate) fn scripted(mode: &str) -> EngineSpec {
    let mut command = vec![env!("CARGO_BIN_EXE_scripted-engine").to_owned()];
    command.extend(mode.split(' ').map(str::to_owned));
    EngineSpec::new(command).named(mode)
}

pub(crate) fn pool(modes: &[&str], settings: Settings) -> Pool {
    let specs: Vec<EngineSpec> = modes.iter().map(|mode| scripted(mode)).collect();
    Pool::start(&specs, settings).unwrap_or_else(|error| panic!("{error}"))
}

/// Positions of a game, each another.
pub(crate) fn positions(count: usize) -> Vec<Chess> {
    let mut position = Chess::default();
    let mut positions = Vec::new();
    while positions.len() < count {
        positions.push(position.clone());
        let moves: Vec<Move> = position.moves().collect();
        position.play(moves[(positions.len() * 7) % moves.len()]);
        if position.outcome().is_some() {
            position = positions[positions.len() / 2].clone();
        }
    }
    positions
}

pub(crate) fn question(ticket: usize, position: &Chess) -> Question<Chess> {
    let among = Vec::new();
    Question {
        ticket: ticket as u64,
        position: position.clone(),
        among,
        nodes: 1000,
        lines: 1,
        region: ticket as u64 % 3,
    }
}

pub(crate) fn ask_all(pool: &mut Pool, positions: &[Chess]) {
    for (ticket, position) in positions.iter().enumerate() {
        pool.ask(question(ticket, position));
    }
}

/// This many results by ticket, each once.
pub(crate) fn answers(pool: &mut Pool, count: usize) -> BTreeMap<u64, Answer<Move>> {
    let mut answers = BTreeMap::new();
    let start = Instant::now();
    while answers.len() < count {
        let answer = pool.answer(SECOND);
        assert!(
            start.elapsed() < 120 * SECOND,
            "{} of {count}: {:?}",
            answers.len(),
            pool.workers()
        );
        if let Some(answer) = answer {
            let before = answers.insert(answer.ticket, answer);
            assert!(before.is_none(), "answered twice: {before:?}");
        }
    }
    answers
}

pub(crate) fn expected(position: &Chess) -> Score {
    let value = Score::points((position.identity() % 199) as i32);
    if position.color().is_white() {
        value
    } else {
        -value
    }
}

pub(crate) fn all_right(answers: &BTreeMap<u64, Answer<Move>>, positions: &[Chess]) {
    for (ticket, position) in positions.iter().enumerate() {
        let finding = answers[&(ticket as u64)]
            .outcome
            .as_ref()
            .unwrap_or_else(|trouble| panic!("{trouble:?}"));
        assert_eq!(finding.value, expected(position), "{ticket}");
        assert_eq!(Some(finding.line[0]), position.moves().next());
    }
}

/// Waits until the first engine is at work.
pub(crate) fn until_searching(pool: &Pool) {
    let start = Instant::now();
    while pool.workers()[0].state != "searching" {
        assert!(start.elapsed() < SLACK, "{:?}", pool.workers());
        std::thread::sleep(Duration::from_millis(1));
    }
}
