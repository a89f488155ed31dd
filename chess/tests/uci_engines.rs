//! One engine at a time: every way to misbehave is noticed in time, and nothing it says is believed
//! unchecked.

use crate::uci_support;

use std::time::{Duration, Instant};

use gametree::Game;
use gametree::rng::Rng;
use gametree_chess::Chess;
use gametree_chess::uci::{
    CancelToken, Effort, Engine, EngineError, EngineSpec, ErrorKind, Task, Thought, Timeouts,
};
use uci_support::{
    SECOND, SLACK, expected, hasty, long, random_positions, scripted, short, started,
};

/// What comes of one search, and how long it took.
fn search(mode: &str, timeouts: &Timeouts) -> (Result<Thought, EngineError>, Duration) {
    let mut engine = started(mode, timeouts);
    let start = Instant::now();
    let result = engine.think(&Task::new(&Chess::default(), Effort::Nodes(1000)));
    (result, start.elapsed())
}

fn fault(mode: &str) -> ErrorKind {
    let (result, elapsed) = search(mode, &short());
    let timeouts = short();
    let limit = timeouts.margin + timeouts.grace + SLACK;
    assert!(elapsed < limit, "{mode}: noticed after {elapsed:?}");
    result.expect_err(mode).kind
}

#[test]
fn a_normal_engine_answers() {
    let mut engine = started("normal", &long());
    assert_eq!((engine.name(), engine.options().len()), ("Scripted", 4));
    let mut position = Chess::default();
    for _ in 0..20 {
        let thought = engine
            .think(&Task::new(&position, Effort::Nodes(1000)))
            .unwrap();
        assert_eq!(thought.value, expected(&position));
        assert_eq!(
            (thought.depth, thought.nodes, thought.stopped),
            (5, 1234, false)
        );
        position.play(thought.line[0]);
    }
    engine.quit();
}

#[test]
fn engines_that_do_not_start_are_told_apart() {
    let start = Instant::now();
    let refused = |mode: &str| {
        Engine::start(&scripted(mode), &hasty())
            .err()
            .expect(mode)
            .kind
    };
    assert!(matches!(
        refused("no-uciok"),
        ErrorKind::Silent {
            what: "`uciok`",
            ..
        }
    ));
    assert!(matches!(
        refused("endless-start"),
        ErrorKind::Silent {
            what: "`uciok`",
            ..
        }
    ));
    assert!(matches!(
        refused("never-ready"),
        ErrorKind::Silent {
            what: "`readyok`",
            ..
        }
    ));
    let crash = refused("crash-at-start").to_string();
    assert!(
        crash.contains("exit status: 3") && crash.contains("I give up"),
        "{crash}"
    );
    assert!(start.elapsed() < SLACK + 2 * hasty().start + hasty().ready);
    let missing = Engine::start(&EngineSpec::parse("/no/such/engine").unwrap(), &hasty())
        .err()
        .unwrap();
    assert!(
        missing.to_string().contains("no program `/no/such/engine`"),
        "{missing}"
    );
    let file = EngineSpec::new(vec![
        concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml").to_owned(),
    ]);
    let text = Engine::start(&file, &hasty()).err().unwrap();
    assert!(text.to_string().contains("not a program"), "{text}");
}

#[test]
fn silence_and_noise_have_an_end() {
    assert!(matches!(
        fault("silent"),
        ErrorKind::Silent {
            what: "best move",
            ..
        }
    ));
    assert!(matches!(
        fault("endless-output"),
        ErrorKind::Silent {
            what: "best move",
            ..
        }
    ));
    assert!(matches!(fault("endless-line"), ErrorKind::EndlessLine(_)));
    assert!(matches!(
        fault("late 5000"),
        ErrorKind::Silent {
            what: "best move",
            ..
        }
    ));
}

#[test]
fn a_crash_is_told_with_its_last_words() {
    let crash = fault("crash-on-go").to_string();
    assert!(
        crash.contains("exit status: 7") && crash.contains("searching") && crash.contains("boom"),
        "{crash}"
    );
}

#[test]
fn nothing_illegal_is_believed() {
    assert_eq!(
        fault("illegal-bestmove"),
        ErrorKind::IllegalMove("h1h1".into())
    );
    assert!(matches!(fault("illegal-pv"), ErrorKind::Unbelievable(_)));
    assert_eq!(fault("no-move"), ErrorKind::NoMove("(none)".into()));
    assert_eq!(fault("null-move"), ErrorKind::NoMove("0000".into()));
    assert_eq!(fault("bounds"), ErrorKind::OnlyBounds);
    assert_eq!(fault("no-value"), ErrorKind::NoValue);
    assert!(matches!(fault("absurd"), ErrorKind::Unbelievable(_)));
}

#[test]
fn moves_to_choose_from_are_obeyed() {
    let position = Chess::default();
    let among = ["h2h3", "a2a3"].map(|text| position.from_uci(text).unwrap());
    let task = Task {
        among: &among,
        ..Task::new(&position, Effort::Nodes(1000))
    };
    let thought = started("normal", &long()).think(&task).unwrap();
    assert_eq!(thought.line[0], among[0]);
    let outside = started("outside", &long()).think(&task).unwrap_err();
    assert!(matches!(outside.kind, ErrorKind::NotAmong(_)), "{outside}");
}

#[test]
fn strange_but_harmless_ways_are_no_trouble() {
    for mode in [
        "crlf",
        "non-utf8",
        "floods",
        "slow 300",
        "obeys-stop",
        "late 50",
        "ignores-nodes",
        "ignores-quit",
    ] {
        let timeouts = Timeouts {
            grace: SLACK,
            ..short()
        };
        let mut engine = started(mode, &timeouts);
        let thought = engine.think(&Task::new(&Chess::default(), Effort::Nodes(1000)));
        let thought = thought.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(thought.value, expected(&Chess::default()), "{mode}");
        let stopped = matches!(mode, "obeys-stop" | "late 50" | "ignores-nodes");
        assert_eq!(thought.stopped, stopped, "{mode}");
    }
}

#[test]
fn garbage_is_not_heard() {
    for seed in 0..5 {
        let mut engine = started(&format!("garbage {seed}"), &long());
        for position in random_positions(&mut Rng::new(seed), 20) {
            let thought = engine.think(&Task::new(&position, Effort::Nodes(1000)));
            let thought = thought.unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(thought.value, expected(&position), "{seed}");
        }
    }
}

#[test]
fn a_second_answer_is_not_taken_for_the_next_question() {
    let mut engine = started("twice", &long());
    let mut position = Chess::default();
    for _ in 0..40 {
        let thought = engine
            .think(&Task::new(&position, Effort::Nodes(1000)))
            .unwrap();
        assert_eq!(thought.value, expected(&position));
        assert_eq!(Some(thought.line[0]), position.moves().next());
        position.play(thought.line[0]);
    }
}

#[test]
fn an_engine_that_failed_is_lost() {
    let mut engine = started("late 3000", &short());
    let effort = Effort::Nodes(1000);
    let first = engine
        .think(&Task::new(&Chess::default(), effort))
        .unwrap_err();
    // Its result has come when this is over.
    std::thread::sleep(3 * SECOND);
    let other = Chess::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
    assert_eq!(
        engine.think(&Task::new(&other, effort)).unwrap_err(),
        first,
        "its late answer must not be heard"
    );
}

#[test]
fn nothing_illegal_is_asked() {
    let mut engine = started("normal", &long());
    let mated = Chess::from_fen("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1").unwrap();
    let over = engine
        .think(&Task::new(&mated, Effort::Nodes(10)))
        .unwrap_err();
    assert!(over.to_string().contains("the game is over"), "{over}");
    let position = Chess::default();
    let black = position.after(position.moves().next().unwrap());
    let among = [black.moves().next().unwrap()];
    let task = Task {
        among: &among,
        ..Task::new(&position, Effort::Nodes(10))
    };
    assert!(
        engine
            .think(&task)
            .unwrap_err()
            .to_string()
            .contains("not legal")
    );
    let unusual =
        Chess::from_fen("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1").unwrap();
    assert!(unusual.is_chess960());
    let task = Task::new(&unusual, Effort::Nodes(10));
    assert_eq!(engine.think(&task).unwrap_err().kind, ErrorKind::NoChess960);
    assert!(
        engine
            .think(&Task::new(&position, Effort::Nodes(10)))
            .is_ok(),
        "none of this was its fault"
    );
}

#[test]
fn options_are_those_it_declares() {
    let with =
        |name: &str, value: &str| Engine::start(&scripted("normal").with(name, value), &long());
    let text = with("Hsh", "3").err().unwrap().to_string();
    assert!(
        text.contains("did you mean `Hash`") && text.contains("Threads"),
        "{text}"
    );
    let text = with("Hash", "4096").err().unwrap().to_string();
    assert!(text.contains("from 1 to 1024"), "{text}");
    assert!(
        with("Style", "x\nquit")
            .err()
            .unwrap()
            .to_string()
            .contains("control character")
    );
    assert!(with("Hash\nquit", "1").is_err());
    let mut engine = with("style", "very risky").unwrap();
    engine.set("HASH", "8").unwrap();
    engine.new_game().unwrap();
    assert!(engine.set("Hash", "x").is_err());
    let set: Vec<(&str, &str)> = engine.set_options().collect();
    assert_eq!(set, [("Hash", "8"), ("Style", "Very Risky")]);
    assert_eq!(engine.value("threads").as_deref(), Some("1"));
}

#[test]
fn what_is_sent_is_what_was_meant() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut command = scripted("logs").command;
    command.push(log.to_str().unwrap().to_owned());
    let mut engine = Engine::start(&EngineSpec::new(command).with("Hash", "2"), &long()).unwrap();
    let position = Chess::default();
    let among = [position.from_uci("g1f3").unwrap()];
    let effort = Effort::Time(Duration::from_millis(30));
    let task = Task {
        among: &among,
        lines: 3,
        fresh: true,
        ..Task::new(&position, effort)
    };
    engine.think(&task).unwrap();
    engine
        .think(&Task {
            lines: 3,
            ..Task::new(&position, Effort::Depth(4))
        })
        .unwrap();
    engine
        .think(&Task::new(&position, Effort::Nodes(50)))
        .unwrap();
    let said = std::fs::read_to_string(&log).unwrap();
    let lines: Vec<&str> = said.lines().collect();
    let expected = [
        "setoption name Hash value 2",
        "setoption name MultiPV value 3",
        "ucinewgame",
        "go movetime 30 searchmoves g1f3",
        "go depth 4",
        "setoption name MultiPV value 1",
        "go nodes 50",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn a_search_can_be_stopped_and_left_from_elsewhere() {
    let cancel = CancelToken::new();
    let position = Chess::default();
    let task = Task {
        cancel: cancel.clone(),
        ..Task::new(&position, Effort::Nodes(1000))
    };
    let mut engine = started("obeys-stop", &long());
    let start = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            cancel.stop();
        });
        assert!(engine.think(&task).unwrap().stopped);
    });
    assert!(start.elapsed() < SLACK);
    cancel.abort();
    assert_eq!(engine.think(&task).unwrap_err().kind, ErrorKind::Aborted);
}
