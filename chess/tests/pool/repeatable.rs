//! The same tasks have the same results, and what a task costs.

use std::time::{Duration, Instant};

use gametree::{Analyst, Finding, Question};
use gametree_chess::Chess;
use gametree_chess::shakmaty::Move;
use gametree_chess::uci::{EngineSpec, Pool, Settings, find};

use super::support::{SECOND, all_right, answers, ask_all, calm, pool, positions, question, short};

/// Stockfish; where tests must not be skipped it must be there.
fn stockfish() -> Option<EngineSpec> {
    let there = find("stockfish").is_some();
    let must = std::env::var("CI").is_ok_and(|ci| ci == "true");
    assert!(there || !must, "stockfish is not installed");
    if !there {
        eprintln!("skipped: stockfish is not installed");
    }
    there.then(|| EngineSpec::parse("stockfish").unwrap().with("Hash", "4"))
}

#[test]
fn the_same_questions_have_the_same_answers_whoever_is_free() {
    let Some(spec) = stockfish() else { return };
    let positions = positions(16);
    let run = |engines: usize| {
        let settings = Settings {
            reproducible: true,
            ..calm()
        };
        let mut pool = Pool::start(&vec![spec.clone(); engines], settings).unwrap();
        ask_all(&mut pool, &positions);
        let found = answers(&mut pool, positions.len());
        found
            .into_values()
            .map(|answer| answer.outcome.unwrap())
            .collect::<Vec<Finding<Move>>>()
    };
    assert_eq!(run(1), run(3));
}

#[test]
fn a_stopped_search_is_no_answer_where_answers_must_repeat() {
    let mut pool = pool(
        &["ignores-nodes"],
        Settings {
            reproducible: true,
            ..short()
        },
    );
    pool.ask(question(0, &Chess::default()));
    let trouble = answers(&mut pool, 1)
        .remove(&0)
        .unwrap()
        .outcome
        .unwrap_err();
    assert!(
        trouble.what.contains("would not repeat") && trouble.attempts == 3,
        "{trouble:?}"
    );
    pool.give_up();
    assert_eq!(pool.answer(Duration::from_millis(20)), None);
    assert_eq!(
        (pool.workers()[0].failed, pool.workers()[0].state.as_str()),
        (0, "idle"),
        "it is well"
    );
}

#[test]
#[ignore = "soak: ten seconds on two cores of their own"]
fn soak_two_engines_are_never_idle() {
    let Some(spec) = stockfish() else { return };
    let mut pool = Pool::start(&[spec.clone(), spec], Settings::default()).unwrap();
    let positions = positions(120);
    let (mut asked, mut answered) = (0, 0);
    let start = Instant::now();
    while start.elapsed() < 10 * SECOND {
        while asked < answered + 8 {
            pool.ask(Question {
                nodes: 20_000,
                ..question(asked, &positions[asked % 120])
            });
            asked += 1;
        }
        answered += usize::from(
            pool.answer(SECOND)
                .is_some_and(|answer| answer.outcome.is_ok()),
        );
    }
    let wall = start.elapsed().as_secs_f64();
    let busy: f64 = pool
        .workers()
        .iter()
        .map(|worker| worker.busy.as_secs_f64())
        .sum();
    let idle = 1.0 - busy / (2.0 * wall);
    println!(
        "{answered} answers in {wall:.1} s, idle {:.3} %",
        idle * 100.0
    );
    assert!(idle < 0.01, "idle {:.3} %", idle * 100.0);
}

#[test]
#[ignore = "soak: a figure for the change log, not a promise"]
fn soak_what_a_question_costs_beside_its_search() {
    let mut pool = pool(&["normal"], Settings::default());
    let positions = positions(2000);
    let start = Instant::now();
    ask_all(&mut pool, &positions);
    all_right(&answers(&mut pool, 2000), &positions);
    let each = start.elapsed() / 2000;
    println!("{each:?} a question, the scripted engine's own work included");
    assert!(each < Duration::from_millis(2));
}
