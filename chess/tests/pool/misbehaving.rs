//! Engines that fail in every way beside good ones.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use gametree::{Analyst, Game, Question};
use gametree_chess::Chess;
use gametree_chess::uci::{CancelToken, EngineSpec, ErrorKind, Pool, Settings, Timeouts};

use super::support::{
    SECOND, SLACK, all_right, answers, ask_all, calm, expected, pool, positions, question,
    scripted, short, until_searching,
};

#[test]
fn every_question_is_answered_once() {
    let mut pool = pool(
        &["normal", "twice", "floods", "dies-after 3", "crlf"],
        calm(),
    );
    let positions = positions(150);
    ask_all(&mut pool, &positions);
    all_right(&answers(&mut pool, 150), &positions);
    assert_eq!(pool.answer(Duration::from_millis(50)), None);
    let workers = pool.workers();
    assert_eq!(
        workers.iter().map(|worker| worker.answered).sum::<u64>(),
        150
    );
    assert_eq!(
        (workers[0].name.as_str(), workers[0].state.as_str()),
        ("normal", "idle")
    );
    // One that starts late may have found nothing left to do: all are put to use in the end.
    let mut asked = 150;
    while pool.workers().iter().any(|worker| worker.answered == 0) {
        assert!(asked < 10_000, "{:?}", pool.workers());
        for number in asked..asked + 5 {
            pool.ask(question(number, &positions[0]));
        }
        answers(&mut pool, 5);
        asked += 5;
    }
    let workers = pool.workers();
    assert!(
        workers.iter().all(|worker| worker.busy > Duration::ZERO),
        "{workers:?}"
    );
}

/// One bad engine beside a good one.
fn beside_a_good_one(mode: &str) {
    let mut pool = pool(&[mode, "slow 20"], short());
    let positions = positions(12);
    let start = Instant::now();
    ask_all(&mut pool, &positions);
    let answers = answers(&mut pool, 12);
    let timeouts = short().timeouts;
    // Each task can meet the bad engine once, and is then left to the good one.
    let notice = timeouts.margin + timeouts.silence + timeouts.grace + SLACK;
    assert!(
        start.elapsed() < notice + SLACK,
        "{mode}: {:?}",
        start.elapsed()
    );
    all_right(&answers, &positions);
    let start = Instant::now();
    let mut asked = 12;
    while pool.workers()[0].failed == 0 {
        assert!(start.elapsed() < 2 * SLACK, "{mode}: {:?}", pool.workers());
        pool.ask(question(asked, &positions[0]));
        assert!(pool.answer(SLACK).expect("an answer").outcome.is_ok());
        asked += 1;
    }
    let workers = pool.workers();
    assert_eq!(
        (workers[1].failed, workers[1].answered),
        (0, asked as u64 - workers[0].answered),
        "{mode}"
    );
}

#[test]
fn one_bad_engine_never_stops_the_run() {
    let modes = [
        "silent",
        "crash-on-go",
        "endless-output",
        "endless-line",
        "illegal-bestmove",
        "illegal-pv",
        "no-move",
        "null-move",
        "bounds",
        "absurd",
        "no-value",
        "late 1500",
        "dies-after 1",
    ];
    for together in modes.chunks(4) {
        std::thread::scope(|scope| {
            for mode in together {
                scope.spawn(|| beside_a_good_one(mode));
            }
        });
    }
}

#[test]
fn a_failed_engine_is_replaced_and_works_again() {
    let mut pool = pool(&["dies-after 2"], short());
    let positions = positions(7);
    ask_all(&mut pool, &positions);
    all_right(&answers(&mut pool, 7), &positions);
    let worker = &pool.workers()[0];
    assert_eq!((worker.answered, worker.failed), (7, 3));
}

#[test]
fn a_position_that_kills_is_given_up_after_three_tries() {
    let positions = positions(9);
    let poison = positions[4].fen();
    let board = poison.split(' ').next().unwrap();
    let mode = format!("crash-on {board}");
    let mut pool = pool(&[&mode, &mode], short());
    ask_all(&mut pool, &positions);
    let mut answers = answers(&mut pool, 9);
    let trouble = answers.remove(&4).unwrap().outcome.unwrap_err();
    assert_eq!(trouble.attempts, 3);
    assert!(trouble.what.contains("exit status: 8"), "{trouble:?}");
    assert!(answers.values().all(|answer| answer.outcome.is_ok()));
    assert_eq!(
        pool.workers()
            .iter()
            .map(|worker| worker.failed)
            .sum::<u64>(),
        3
    );
}

#[test]
fn a_move_outside_is_not_believed() {
    let mut pool = pool(&["outside"], short());
    let position = Chess::default();
    let among = vec![
        position.from_uci("h2h4").unwrap(),
        position.from_uci("b1c3").unwrap(),
    ];
    pool.ask(Question {
        among,
        ..question(0, &position)
    });
    let trouble = answers(&mut pool, 1)
        .remove(&0)
        .unwrap()
        .outcome
        .unwrap_err();
    assert!(
        trouble.what.contains("not among") && trouble.attempts == 3,
        "{trouble:?}"
    );
}

#[test]
fn nothing_illegal_is_asked() {
    let mut pool = pool(&["normal", "normal"], calm());
    let mated = Chess::from_fen("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1").unwrap();
    let unusual =
        Chess::from_fen("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1").unwrap();
    let position = Chess::default();
    let black = position.after(position.moves().next().unwrap());
    pool.ask(question(0, &mated));
    pool.ask(question(1, &unusual));
    pool.ask(Question {
        among: black.moves().collect(),
        ..question(2, &position)
    });
    pool.ask(question(3, &position));
    let answers = answers(&mut pool, 4);
    let what = |ticket| answers[&ticket].outcome.as_ref().unwrap_err().what.clone();
    assert!(what(0).contains("the game is over"), "{}", what(0));
    assert!(what(1).contains("Chess960"), "{}", what(1));
    assert!(what(2).contains("not legal"), "{}", what(2));
    assert!(answers[&3].outcome.is_ok());
    assert!(pool.workers().iter().all(|worker| worker.failed == 0));
}

#[test]
fn a_wrong_command_is_told_at_once() {
    let start = |spec: EngineSpec, settings| {
        Pool::start(&[scripted("normal"), spec], settings)
            .err()
            .unwrap()
    };
    let missing = start(EngineSpec::parse("no-such-engine --fast").unwrap(), short());
    assert_eq!(missing.engine, "no-such-engine");
    assert!(
        matches!(missing.kind, ErrorKind::NotFound { .. }),
        "{missing}"
    );
    let option = start(scripted("normal").with("Contempt", "3"), short());
    assert!(
        matches!(option.kind, ErrorKind::UnknownOption { .. }),
        "{option}"
    );
    let threads = start(
        scripted("normal").with("Threads", "2"),
        Settings {
            reproducible: true,
            ..short()
        },
    );
    assert!(threads.to_string().contains("one thread"), "{threads}");
    assert_eq!(
        Pool::start(&[], short()).err().unwrap().kind,
        ErrorKind::NoEngine
    );
}

#[test]
fn one_that_cannot_be_started_does_not_stop_the_others() {
    for bad in ["crash-at-start", "no-uciok", "never-ready"] {
        let settings = Settings {
            gather: Duration::ZERO,
            ..calm()
        };
        let mut pool = pool(&[bad, "normal"], settings);
        let positions = positions(10);
        ask_all(&mut pool, &positions);
        all_right(&answers(&mut pool, 10), &positions);
        let workers = pool.workers();
        assert_eq!((workers[0].answered, workers[1].answered), (0, 10), "{bad}");
        assert!(workers[0].state.starts_with("starting"), "{workers:?}");
    }
}

#[test]
fn when_none_can_be_started_the_reason_is_told() {
    let specs = [scripted("crash-at-start"), scripted("crash-at-start")];
    let crash = Pool::start(&specs, short()).err().unwrap();
    assert!(crash.to_string().contains("I give up"), "{crash}");
}

#[test]
fn a_start_can_be_stopped() {
    let cancel = CancelToken::new();
    cancel.stop();
    let settings = Settings {
        timeouts: Timeouts {
            start: 100 * SLACK,
            ..calm().timeouts
        },
        ..calm()
    };
    let start = Instant::now();
    let stopped = Pool::start_unless(&[scripted("no-uciok")], settings, &cancel);
    assert_eq!(stopped.err().unwrap().kind, ErrorKind::Aborted);
    assert!(start.elapsed() < SLACK);
}

#[test]
fn a_silent_engine_holds_nobody_up() {
    // It would be noticed after an hour.
    let hour = 3600 * SECOND;
    let settings = Settings {
        timeouts: Timeouts {
            silence: hour,
            margin: hour,
            quit: Duration::ZERO,
            ..Timeouts::default()
        },
        ..short()
    };
    let mut pool = pool(&["silent", "silent", "normal"], settings);
    let positions = positions(12);
    let mut taken = 0;
    for (ticket, position) in positions.iter().enumerate() {
        // One after the other, as a run does whose turn is held up.
        pool.ask(question(ticket, position));
        let answer = pool.answer(4 * SLACK).expect("an answer");
        assert_eq!(answer.ticket, ticket as u64);
        assert_eq!(answer.outcome.unwrap().value, expected(position));
        taken = taken.max(pool.workers().iter().filter(|w| w.searching).count());
    }
    let workers = pool.workers();
    assert_eq!(workers[2].answered, 12, "{workers:?}");
    assert!(taken > 0, "a silent one holds a task: {workers:?}");
    assert_eq!(
        pool.answer(Duration::from_millis(50)),
        None,
        "each is answered once"
    );
}

#[test]
fn an_engine_that_is_late_is_not_believed_later() {
    let settings = Settings {
        late: Duration::ZERO,
        ..calm()
    };
    let mut pool = pool(&["slow 50", "slow 60", "normal"], settings);
    let positions = positions(40);
    for (ticket, position) in positions.iter().enumerate() {
        pool.ask(question(ticket, position));
        let answer = pool.answer(4 * SLACK).expect("an answer");
        assert_eq!(answer.ticket, ticket as u64, "no answer comes twice");
    }
    let answered: u64 = pool.workers().iter().map(|worker| worker.answered).sum();
    assert_eq!(answered, 40);
}

#[test]
fn an_engine_that_fails_again_and_again_is_given_up() {
    for mode in ["crash-on-go", "silent", "illegal-bestmove", "never-answers"] {
        let settings = Settings {
            failures: 2,
            attempts: 10,
            ..short()
        };
        let mut pool = pool(&[mode], settings);
        pool.ask(question(0, &Chess::default()));
        let answer = pool.answer(8 * SLACK).expect("an answer");
        let error = answer.outcome.unwrap_err();
        assert_eq!(error.attempts, 0, "{mode}: no one is left to try");
        assert!(error.what.contains("2 failures in a row"), "{error:?}");
        let worker = &pool.workers()[0];
        assert!(worker.state.starts_with("given up"), "{worker:?}");
        assert_eq!(worker.failed, 2, "{mode}");
    }
}

#[test]
fn when_nobody_is_left_every_question_is_answered_with_trouble() {
    let folder = tempfile::tempdir().unwrap();
    let mark = |n: u8| {
        format!(
            "starts-once {}",
            folder.path().join(format!("mark{n}")).display()
        )
    };
    let mut pool = pool(&[&mark(1), &mark(2)], short());
    assert_eq!(pool.sources().len(), 1, "two of a kind");
    let positions = positions(6);
    ask_all(&mut pool, &positions);
    let answers = answers(&mut pool, 6);
    assert!(answers.values().all(|answer| answer.outcome.is_err()));
    let what = &answers[&5].outcome.as_ref().unwrap_err().what;
    assert!(
        what.contains("given up") && what.contains("exit status: 4"),
        "{what}"
    );
    assert!(
        pool.workers()
            .iter()
            .all(|worker| worker.state.starts_with("given up"))
    );
    assert!(pool.sources().is_empty());
    pool.ask(question(6, &positions[0]));
    assert!(pool.answer(SECOND).unwrap().outcome.is_err());
}

#[test]
fn an_engine_given_up_leaves_its_questions_to_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let once = format!("starts-once {}", folder.path().join("mark").display());
    let mut pool = pool(&[&once, "slow 100"], short());
    let positions = positions(8);
    ask_all(&mut pool, &positions);
    all_right(&answers(&mut pool, 8), &positions);
    assert_eq!(pool.workers()[1].answered, 8);
}

#[test]
fn giving_up_drops_what_waits_and_hastens_what_runs() {
    let mut pool = pool(&["obeys-stop"], calm());
    let positions = positions(5);
    ask_all(&mut pool, &positions);
    until_searching(&pool);
    pool.give_up();
    let answer = pool.answer(SLACK).expect("what runs is answered");
    assert_eq!(
        (answer.ticket, answer.outcome.unwrap().value),
        (0, expected(&positions[0]))
    );
    assert_eq!(
        pool.answer(Duration::from_millis(100)),
        None,
        "what waited is dropped"
    );
    pool.ask(question(9, &positions[3]));
    until_searching(&pool);
    assert_eq!(
        pool.answer(Duration::from_millis(100)),
        None,
        "the next question is not stopped by it"
    );
}

#[test]
fn one_question_can_be_cancelled_whether_it_waits_or_runs() {
    let mut pool = pool(&["obeys-stop"], calm());
    let positions = positions(3);
    ask_all(&mut pool, &positions);
    until_searching(&pool);
    let task = pool.workers()[0].task.expect("it has a task");
    assert_eq!(
        (task.ticket, task.asked),
        (0, question(0, &positions[0]).nodes)
    );
    pool.cancel(1);
    pool.cancel(0);
    // The engine goes on with the third.
    let start = Instant::now();
    while pool.workers()[0].task.is_none_or(|task| task.ticket != 2) {
        assert!(start.elapsed() < SLACK, "{:?}", pool.workers());
        std::thread::yield_now();
    }
    pool.give_up();
    let answer = pool.answer(SLACK).expect("what runs is answered");
    assert_eq!(answer.ticket, 2, "nothing that was cancelled is answered");
    assert_eq!(pool.answer(Duration::from_millis(50)), None);
}

#[test]
fn a_pool_ends_in_time_whatever_its_engines_do() {
    let folder = tempfile::tempdir().unwrap();
    let hangs = format!("hangs-again {}", folder.path().join("mark").display());
    let settings = Settings {
        longest_pause: 60 * SECOND,
        ..calm()
    };
    let slow = Settings {
        pause: 60 * SECOND,
        ..settings.clone()
    };
    for (mode, settings) in [
        ("silent", &settings),
        ("ignores-quit", &settings),
        (&hangs, &settings),
        ("crash-on-go", &slow),
    ] {
        let mut pool = pool(&[mode, "slow 400"], settings.clone());
        ask_all(&mut pool, &positions(3));
        std::thread::sleep(Duration::from_millis(150));
        let start = Instant::now();
        drop(pool);
        assert!(
            start.elapsed() < settings.timeouts.quit + SLACK,
            "{mode}: {:?}",
            start.elapsed()
        );
        let _ = std::fs::remove_file(folder.path().join("mark"));
    }
}

#[test]
fn a_worker_tells_why_it_waits() {
    let mut pool = pool(
        &["crash-on-go"],
        Settings {
            pause: 20 * SECOND,
            longest_pause: 20 * SECOND,
            ..short()
        },
    );
    pool.ask(question(0, &Chess::default()));
    let start = Instant::now();
    while pool.workers()[0].failed == 0 && start.elapsed() < SLACK {
        std::thread::sleep(Duration::from_millis(5));
    }
    let state = pool.workers()[0].state.clone();
    assert!(
        state.starts_with("starting again in") && state.contains("exit status: 7"),
        "{state}"
    );
}

#[test]
fn sources_tell_what_changes_values() {
    let specs = [
        scripted("normal")
            .with("style", "very risky")
            .with("hash", "8"),
        scripted("normal"),
    ];
    let pool = Pool::start(&specs, calm()).unwrap();
    let sources = pool.sources();
    let texts: Vec<(&str, &str)> = sources
        .iter()
        .map(|s| (s.name.as_str(), s.options.as_str()))
        .collect();
    let expected = [
        ("Scripted", "Hash=8;Style=Very Risky;Threads=1"),
        ("Scripted", "Hash=16;Threads=1"),
    ];
    assert_eq!(texts, expected);
    let names: BTreeSet<String> = pool
        .workers()
        .into_iter()
        .map(|worker| worker.name)
        .collect();
    assert_eq!(
        names.into_iter().collect::<Vec<_>>(),
        ["normal 1", "normal 2"]
    );
}
