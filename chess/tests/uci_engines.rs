//! One engine at a time: every way to misbehave is noticed in time, and nothing it says is believed
//! unchecked.

use std::path::Path;
use std::time::{Duration, Instant};

use gametree::rng::Rng;
use gametree::{Archived, Game, Score};
use gametree_chess::Chess;
use gametree_chess::shakmaty::Move;
use gametree_chess::uci::{
    Effort, Engine, EngineError, EngineSpec, Fault, Halt, Patience, Task, Thought, find,
};

const SECOND: Duration = Duration::from_secs(1);

fn short() -> Patience {
    let ms = Duration::from_millis;
    Patience {
        start: 5 * SECOND,
        ready: 5 * SECOND,
        quit: ms(300),
        silence: ms(400),
        slowest: 20_000,
        margin: ms(600),
        longest: ms(1500),
        grace: ms(200),
    }
}

/// For engines that do not start.
fn hasty() -> Patience {
    Patience {
        start: Duration::from_millis(600),
        ready: Duration::from_millis(400),
        ..short()
    }
}

/// For engines that are to answer, on computers that have much else to do.
fn long() -> Patience {
    Patience {
        silence: 20 * SECOND,
        margin: 20 * SECOND,
        ..Patience::default()
    }
}

fn scripted(mode: &str) -> EngineSpec {
    let mut command = vec![env!("CARGO_BIN_EXE_scripted-engine").to_owned()];
    command.extend(mode.split(' ').map(str::to_owned));
    EngineSpec::new(command).named(mode)
}

fn started(mode: &str, patience: &Patience) -> Engine {
    Engine::start(&scripted(mode), patience).unwrap_or_else(|error| panic!("{error}"))
}

/// What comes of one search, and how long it took.
fn search(mode: &str, patience: &Patience) -> (Result<Thought, EngineError>, Duration) {
    let mut engine = started(mode, patience);
    let start = Instant::now();
    let result = engine.think(&Task::new(&Chess::default(), Effort::Nodes(1000)));
    (result, start.elapsed())
}

fn fault(mode: &str) -> Fault {
    let (result, elapsed) = search(mode, &short());
    let patience = short();
    let limit = patience.margin + patience.grace + SECOND;
    assert!(elapsed < limit, "{mode}: noticed after {elapsed:?}");
    result.expect_err(mode).fault
}

/// The scripted engine's value of a position.
fn expected(position: &Chess) -> Score {
    let value = Score::points((position.identity() % 199) as i32);
    if position.color().is_white() {
        value
    } else {
        -value
    }
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
            .fault
    };
    assert!(matches!(
        refused("no-uciok"),
        Fault::Silent {
            what: "`uciok`",
            ..
        }
    ));
    assert!(matches!(
        refused("endless-start"),
        Fault::Silent {
            what: "`uciok`",
            ..
        }
    ));
    assert!(matches!(
        refused("never-ready"),
        Fault::Silent {
            what: "`readyok`",
            ..
        }
    ));
    let crash = refused("crash-at-start").to_string();
    assert!(
        crash.contains("exit status: 3") && crash.contains("I give up"),
        "{crash}"
    );
    assert!(start.elapsed() < 4 * SECOND + 2 * hasty().start + hasty().ready);
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
        Fault::Silent {
            what: "best move",
            ..
        }
    ));
    assert!(matches!(
        fault("endless-output"),
        Fault::Silent {
            what: "best move",
            ..
        }
    ));
    assert!(matches!(fault("endless-line"), Fault::EndlessLine(_)));
    assert!(matches!(
        fault("late 1500"),
        Fault::Silent {
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
    assert_eq!(fault("illegal-bestmove"), Fault::IllegalMove("h1h1".into()));
    assert!(matches!(fault("illegal-pv"), Fault::Unbelievable(_)));
    assert_eq!(fault("no-move"), Fault::NoMove("(none)".into()));
    assert_eq!(fault("null-move"), Fault::NoMove("0000".into()));
    assert_eq!(fault("bounds"), Fault::OnlyBounds);
    assert_eq!(fault("no-value"), Fault::NoValue);
    assert!(matches!(fault("absurd"), Fault::Unbelievable(_)));
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
    assert!(matches!(outside.fault, Fault::NotAmong(_)), "{outside}");
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
        let patience = Patience {
            grace: 10 * SECOND,
            ..short()
        };
        let mut engine = started(mode, &patience);
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
    let mut engine = started("late 700", &short());
    let effort = Effort::Nodes(1000);
    let first = engine
        .think(&Task::new(&Chess::default(), effort))
        .unwrap_err();
    std::thread::sleep(SECOND);
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
    assert_eq!(engine.think(&task).unwrap_err().fault, Fault::NoChess960);
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
    let halt = Halt::new();
    let position = Chess::default();
    let task = Task {
        halt: halt.clone(),
        ..Task::new(&position, Effort::Nodes(1000))
    };
    let mut engine = started("obeys-stop", &long());
    let start = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            halt.stop();
        });
        assert!(engine.think(&task).unwrap().stopped);
    });
    assert!(start.elapsed() < 5 * SECOND);
    halt.abort();
    assert_eq!(engine.think(&task).unwrap_err().fault, Fault::Aborted);
}

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
fn ends_within(id: &str, patience: Duration) -> bool {
    let start = Instant::now();
    while runs(id) && start.elapsed() < patience {
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
    assert!(start.elapsed() < short().quit + SECOND);
    let engine = started("grandchild", &short());
    let (id, grandchild) = (engine.process_id().to_string(), engine.author().to_owned());
    assert!(runs(&id) && runs(&grandchild));
    drop(engine);
    assert!(ends_within(&id, SECOND) && ends_within(&grandchild, SECOND));
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
    assert!(ends_within(id, 2 * SECOND), "an orphan: {id}");
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
        &Patience {
            ready: SECOND / 2,
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
            error.fault,
            Fault::Silent {
                what: "`readyok`",
                ..
            }
        ),
        "{error}"
    );
    drop(engine);
    assert!(
        start.elapsed() < 2 * SECOND && !runs(&id),
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

/// Positions of random games, up to the last before the end.
fn random_positions(rng: &mut Rng, count: usize) -> Vec<Chess> {
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
            matches!(error.fault, Fault::Silent { .. } | Fault::Ended { .. }),
            "{error}"
        );
        assert!(
            start.elapsed() < hasty().start + SECOND,
            "{command}: {:?}",
            start.elapsed()
        );
    }
}
