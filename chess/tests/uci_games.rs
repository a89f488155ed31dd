//! Engines that play: every way to lose a game without losing it on the board.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use gametree::Game;
use gametree_chess::Chess;
use gametree_chess::uci::{ErrorKind, GameClock, MoveLimits, MovePlayed};

use crate::uci_support::{SECOND, SLACK, expected, long, short, started};

const NODES: MoveLimits = MoveLimits {
    nodes: Some(1000),
    depth: None,
    time: None,
    clock: None,
    margin: SECOND,
};

fn timed(milliseconds: u64) -> MoveLimits {
    let left = Duration::from_millis(milliseconds);
    MoveLimits {
        nodes: None,
        clock: Some(GameClock {
            white: left,
            black: 1000 * SECOND,
            increment: Duration::ZERO,
        }),
        margin: Duration::from_millis(50),
        ..NODES
    }
}

fn play(mode: &str, limits: &MoveLimits) -> Result<MovePlayed, ErrorKind> {
    let mut engine = started(mode, &short());
    engine.begin_game().unwrap();
    let never = AtomicBool::new(false);
    let played = engine.play(&Chess::default(), limits, &never);
    played.map_err(|error| error.kind)
}

#[test]
fn a_move_comes_with_its_value_and_also_without_one() {
    let start = Chess::default();
    let played = play("normal", &NODES).unwrap();
    assert!(start.moves().any(|m| m == played.play));
    assert_eq!(played.value, Some(expected(&start)));
    for mode in ["no-value", "absurd"] {
        assert_eq!(play(mode, &NODES).unwrap().value, None, "{mode}");
    }
}

#[test]
fn faults_are_told_apart() {
    let fault = |mode: &str| play(mode, &NODES).unwrap_err();
    assert_eq!(
        fault("illegal-bestmove"),
        ErrorKind::IllegalMove("h1h1".into())
    );
    assert_eq!(fault("no-move"), ErrorKind::NoMove("(none)".into()));
    let crash = fault("crash-on-go").to_string();
    assert!(
        crash.contains("exit status: 7") && crash.contains("boom"),
        "{crash}"
    );
    assert!(matches!(fault("silent"), ErrorKind::Silent { .. }));
}

/// Late is late, whether the move comes a little later or never.
#[test]
fn the_clock_is_kept() {
    for mode in ["slow 1500", "silent"] {
        let start = Instant::now();
        assert_eq!(
            play(mode, &timed(200)).unwrap_err(),
            ErrorKind::OutOfTime,
            "{mode}"
        );
        assert!(start.elapsed() < SLACK, "{mode}");
    }
    let black = Chess::after_words(&Chess::default(), ["e4"]).unwrap();
    let mut engine = started("slow 300", &long());
    let never = AtomicBool::new(false);
    let played = engine.play(&black, &timed(200), &never);
    assert!(played.is_ok(), "only the mover's clock runs: {played:?}");
}

#[test]
fn a_game_that_is_given_up_ends_at_once() {
    let mut engine = started("silent", &long());
    let stop = AtomicBool::new(true);
    let error = engine.play(&Chess::default(), &NODES, &stop).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Aborted);
}
