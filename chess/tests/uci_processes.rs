//! Engines as processes: none outlives us, and real ones work.

use crate::uci_support;

use std::path::Path;
use std::time::{Duration, Instant};

use gametree::rng::Rng;
use gametree::{Game, Score};
use gametree_chess::Chess;
use gametree_chess::shakmaty::Move;
use gametree_chess::uci::{Effort, Engine, EngineSpec, ErrorKind, Task, Timeouts, find};
use uci_support::{SECOND, SLACK, hasty, long, random_positions, short, started};

/// Whether a process runs; one that is dead and waits for its parent does not.
#[cfg(target_os = "linux")]
fn runs(id: &str) -> bool {
    let stat = std::fs::read_to_string(Path::new("/proc").join(id).join("stat"));
    stat.is_ok_and(|stat| {
        stat.rsplit(')')
            .next()
            .is_some_and(|rest| !rest.trim_start().starts_with(['Z', 'X']))
    })
}

#[cfg(target_os = "linux")]
fn ends_within(id: &str, timeout: Duration) -> bool {
    let start = Instant::now();
    while runs(id) && start.elapsed() < timeout {
        std::thread::sleep(Duration::from_millis(10));
    }
    !runs(id)
}

#[test]
#[cfg(target_os = "linux")]
fn no_process_outlives_its_engine() {
    let engine = started("ignores-quit", &short());
    let id = engine.process_id().to_string();
    assert!(runs(&id));
    let start = Instant::now();
    engine.quit();
    assert!(
        !runs(&id),
        "quit does not return before the process is gone"
    );
    assert!(start.elapsed() < short().quit + SLACK);
    let engine = started("grandchild", &short());
    let (id, grandchild) = (engine.process_id().to_string(), engine.author().to_owned());
    assert!(runs(&id) && runs(&grandchild));
    drop(engine);
    assert!(ends_within(&id, SLACK) && ends_within(&grandchild, SLACK));
    let engine = started("setsid", &short());
    let stray = engine.author().to_owned();
    assert!(runs(&stray));
    drop(engine);
    assert!(
        ends_within(&stray, SLACK),
        "a session of its own saves nobody"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn no_process_outlives_us_when_we_are_killed() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let mut holder = Command::new(env!("CARGO_BIN_EXE_scripted-engine"))
        .arg("hold")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut id = String::new();
    BufReader::new(holder.stdout.take().unwrap())
        .read_line(&mut id)
        .unwrap();
    let id = id.trim();
    assert!(!id.is_empty() && runs(id));
    holder.kill().unwrap();
    assert!(ends_within(id, SLACK), "an orphan: {id}");
    holder.wait().unwrap();
}

#[test]
#[cfg(target_os = "linux")]
fn engines_that_come_and_go_leave_nothing_open() {
    let mut churn = std::process::Command::new(env!("CARGO_BIN_EXE_scripted-engine"));
    let output = churn.args(["churn", "24"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert_eq!(
        lines[0], lines[1],
        "files and threads after 4 engines and after 24"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn a_suspended_engine_is_noticed_and_killed() {
    let mut engine = started(
        "normal",
        &Timeouts {
            ready: 3 * SECOND,
            ..short()
        },
    );
    let id = engine.process_id().to_string();
    let suspended = std::process::Command::new("sh")
        .args(["-c", &format!("kill -STOP {id}")])
        .status();
    assert!(suspended.unwrap().success());
    let start = Instant::now();
    let error = engine
        .think(&Task::new(&Chess::default(), Effort::Nodes(1000)))
        .unwrap_err();
    assert!(
        matches!(
            error.kind,
            ErrorKind::Silent {
                what: "`readyok`",
                ..
            }
        ),
        "{error}"
    );
    drop(engine);
    assert!(
        start.elapsed() < SLACK && !runs(&id),
        "{:?}",
        start.elapsed()
    );
}

/// A real engine; where tests must not be skipped, Stockfish must be there.
fn real(command: &str) -> Option<EngineSpec> {
    let spec = EngineSpec::parse(command).unwrap();
    if find(&spec.command[0]).is_some() {
        return Some(spec);
    }
    let must = std::env::var("CI").is_ok_and(|ci| ci == "true") && command == "stockfish";
    assert!(!must, "stockfish is not installed");
    eprintln!("skipped: {command} is not installed");
    None
}

#[test]
fn stockfish_finds_mates_and_tells_lines() {
    let Some(spec) = real("stockfish") else {
        return;
    };
    let mut engine =
        Engine::start(&spec.with("Hash", "1").with("UCI_ShowWDL", "true"), &long()).unwrap();
    assert!(engine.name().starts_with("Stockfish"));
    let mut think = |fen: &str, lines| {
        let position = Chess::from_fen(fen).unwrap();
        engine
            .think(&Task {
                lines,
                ..Task::new(&position, Effort::Nodes(5000))
            })
            .unwrap()
    };
    assert_eq!(
        think("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", 1).value,
        Score::win_in(1)
    );
    assert_eq!(
        think("8/8/8/8/6q1/5k2/8/7K b - - 0 1", 1).value,
        Score::loss_in(1)
    );
    assert_eq!(
        think("8/8/8/8/8/6k1/r7/7K w - - 0 1", 1).value,
        Score::loss_in(2)
    );
    let start = think(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        3,
    );
    assert_eq!(start.lines.len(), 3);
    assert!(start.lines.iter().all(|line| line.wdl.is_some()));
    assert!(start.nodes >= 4000 && start.nodes < 7000, "{}", start.nodes);
    let unusual = think(
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1",
        1,
    );
    assert!(!unusual.line.is_empty());
    engine.quit();
}

/// The king's only way to a draw is a position that has occurred twice.
#[test]
fn stockfish_gets_the_game_before_the_position_and_its_clock() {
    let Some(spec) = real("stockfish") else {
        return;
    };
    let mut engine = Engine::start(&spec.with("Hash", "1"), &long()).unwrap();
    let mut value_of = |position: &Chess, word: &str| {
        let among = [position.parse_move(word).unwrap()];
        let task = Task {
            among: &among,
            fresh: true,
            ..Task::new(position, Effort::Nodes(20_000))
        };
        engine.think(&task).unwrap().value
    };
    let game = "7k/8/8/8/8/8/8/KQ6 w - - 0 60 moves b1c1 h8g8 c1b1 g8h8 b1c1 h8g8 c1b1";
    let repeated: Chess = game.parse().unwrap();
    let forgotten = Chess::from_fen(&repeated.fen()).unwrap();
    assert_eq!(value_of(&repeated, "Kh8"), Score::DRAW);
    assert!(value_of(&forgotten, "Kh8") > Score::points(300));
    let at = |clock: u32| {
        let fen = format!("8/8/8/3k4/8/8/8/KQ6 w - - {clock} 90");
        Chess::from_fen(&fen).unwrap()
    };
    assert!(value_of(&at(0), "Qb4") > Score::points(300));
    assert_eq!(value_of(&at(98), "Qb4"), Score::DRAW);
}

#[test]
fn stockfish_repeats_itself_when_it_forgets() {
    let Some(spec) = real("stockfish") else {
        return;
    };
    let mut engine = Engine::start(&spec.with("Hash", "1").with("Threads", "1"), &long()).unwrap();
    let position = Chess::default();
    let task = Task {
        fresh: true,
        ..Task::new(&position, Effort::Nodes(8000))
    };
    let mut think = || {
        let thought = engine.think(&task).unwrap();
        (thought.value, thought.line, thought.shown, thought.nodes)
    };
    let first = think();
    assert!((0..5).all(|_| think() == first));
}

#[test]
fn other_real_engines_answer() {
    for command in ["ethereal-chess", "toga2", "gnuchess --uci"] {
        let Some(spec) = real(command) else { continue };
        let mut engine = Engine::start(&spec, &long()).unwrap_or_else(|error| panic!("{error}"));
        if engine.value("OwnBook").is_some() {
            engine.set("OwnBook", "false").unwrap();
        }
        let mut position =
            Chess::from_fen("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
                .unwrap();
        for _ in 0..4 {
            let thought = engine.think(&Task::new(&position, Effort::Nodes(20_000)));
            let thought = thought.unwrap_or_else(|error| panic!("{error}"));
            assert!(
                thought.value < Score::points(300) && thought.value > Score::points(-300),
                "{thought:?}"
            );
            position.play(thought.line[0]);
        }
        engine.quit();
    }
}

/// Asks about random positions, now and then about some of the moves only. Tells how many were
/// answered.
fn interview(engine: &mut Engine, rng: &mut Rng, count: usize) -> usize {
    let choose = engine.name().starts_with("Stockfish");
    let mut answered = 0;
    for position in random_positions(rng, count) {
        let some = |rng: &mut Rng| choose && rng.below(2) == 0;
        let among: Vec<Move> = if some(rng) {
            position.moves().filter(|_| rng.below(2) == 0).collect()
        } else {
            vec![]
        };
        let effort = Effort::Nodes([1, 30, 500, 2000][rng.below(4)]);
        let result = engine.think(&Task {
            among: &among,
            ..Task::new(&position, effort)
        });
        let thought = result
            .unwrap_or_else(|error| panic!("{error}, {effort:?} {among:?} {}", position.fen()));
        assert!(among.is_empty() || among.contains(&thought.line[0]));
        assert_eq!(
            thought.shown.last().unwrap(),
            &(thought.line[0], thought.value)
        );
        answered += 1;
    }
    answered
}

#[test]
fn stockfish_answers_about_random_positions() {
    let Some(spec) = real("stockfish") else {
        return;
    };
    let mut engine = Engine::start(&spec, &long()).unwrap();
    assert_eq!(interview(&mut engine, &mut Rng::new(1), 150), 150);
}

#[test]
#[ignore = "soak: a minute of random positions for every engine"]
fn soak_real_engines_answer_about_random_positions() {
    for command in ["stockfish", "ethereal-chess", "toga2", "gnuchess --uci"] {
        let Some(spec) = real(command) else { continue };
        let mut engine = Engine::start(&spec, &long()).unwrap();
        if engine.value("OwnBook").is_some() {
            engine.set("OwnBook", "false").unwrap();
        }
        let start = Instant::now();
        let answered = interview(&mut engine, &mut Rng::new(2), 1000);
        println!("{command}: {answered} in {:?}", start.elapsed());
    }
}

#[test]
fn programs_that_do_not_speak_uci_are_noticed() {
    for command in ["fairymax", "phalanx", "cat", "true"] {
        let Some(spec) = real(command) else { continue };
        let start = Instant::now();
        let error = Engine::start(&spec, &hasty()).err().expect(command);
        assert!(
            matches!(
                error.kind,
                ErrorKind::Silent { .. } | ErrorKind::Ended { .. }
            ),
            "{error}"
        );
        assert!(
            start.elapsed() < hasty().start + SLACK,
            "{command}: {:?}",
            start.elapsed()
        );
    }
}
