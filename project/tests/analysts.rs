//! The analysts that come with the program.

use std::time::Duration;

use gametree::erased::ErasedMove;
use gametree::{Finding, Game, Notation, Question, Score, Verdict};
use gametree_catalog::analyst::{AnyAnalyst, Resources};
use gametree_catalog::{Position, ProjectGame, stored_games};
use gametree_games::othello;

fn resources(threads: usize) -> Resources {
    Resources {
        threads,
        table_bytes: 1 << 20,
        reproducible: true,
    }
}

const PATIENCE: Duration = Duration::from_secs(60);

fn ask(analyst: &mut AnyAnalyst, position: &Position, nodes: u64) -> Finding<ErasedMove> {
    analyst.ask(Question {
        ticket: 1,
        position: position.clone(),
        among: Vec::new(),
        nodes,
        lines: 1,
        region: 0,
    });
    analyst
        .answer(PATIENCE)
        .expect("an answer in time")
        .outcome
        .unwrap_or_else(|trouble| panic!("{trouble:?}"))
}

fn value(game: &str, text: &str, nodes: u64) -> (String, Verdict) {
    let game = ProjectGame::open(game).expect("a game for projects");
    let position = game
        .parse_position(text)
        .unwrap_or_else(|why| panic!("{text}: {why}"));
    let finding = ask(&mut game.analyst(resources(1)).unwrap(), &position, nodes);
    (
        position.write_move(finding.line[0]),
        finding.value.verdict(),
    )
}

#[test]
fn every_analyst_answers_about_every_start_with_a_legal_line() {
    for (info, facts) in stored_games() {
        let game = ProjectGame::open(info.name).expect("a game of the list");
        let mut analyst = game.analyst(resources(2)).unwrap();
        for start in facts.starts {
            let position = game.parse_position(start).unwrap();
            let finding = ask(&mut analyst, &position, 3000);
            let mut reached = position.clone();
            for &m in &finding.line {
                assert!(
                    reached.outcome().is_none() && reached.moves().any(|legal| legal == m),
                    "{start}"
                );
                reached.play(m);
            }
            assert!(!finding.line.is_empty() && finding.nodes > 0, "{start}");
            let again = ask(&mut analyst, &position, 3000);
            assert_eq!(again, finding, "{start}: asked again");
            assert!((0.0..=1.0).contains(&facts.chance(finding.value)));
        }
        assert!(analyst.sources()[0].name.starts_with("gametree built-in"));
    }
}

/// The result of a task about some of the moves is one of them.
#[test]
fn some_moves_can_be_left_out() {
    let game = ProjectGame::open("connect4").unwrap();
    let mut analyst = game.analyst(resources(1)).unwrap();
    let position = game.parse_position("121212").unwrap();
    let only = ["3", "5"].map(|name| position.read_move(name).unwrap());
    analyst.ask(Question {
        ticket: 1,
        position: position.clone(),
        among: only.to_vec(),
        nodes: 1000,
        lines: 1,
        region: 0,
    });
    let finding = analyst.answer(PATIENCE).unwrap().outcome.unwrap();
    assert!(only.contains(&finding.line[0]), "{finding:?}");
}

#[test]
fn wins_at_hand_are_found() {
    assert_eq!(
        value("connect4", "121212", 1000),
        ("1".into(), Verdict::Win(1))
    );
    assert_eq!(
        value("connect4", "7121216", 1000).1,
        Verdict::Loss(1),
        "the second player has three ones"
    );
    assert_eq!(value("tictactoe", "b2 b1", 10_000).1, Verdict::Win(5));
    assert_eq!(
        value("mnk", "mnk:9x9x5 a1 i9 b1 i8 c1 i7 d1 i6", 1000),
        ("e1".into(), Verdict::Win(1))
    );
    assert_eq!(
        value("breakthrough", "OOOO/XO.O/..O./..XX/XXXX X", 1000).1,
        Verdict::Win(1)
    );
    assert_eq!(value("nim", "3,4,5", 100_000).0, "1:2");
    assert_eq!(value("squares", "squares:4", 1000).1, Verdict::Win(3));
}

/// The whole game on the small board: the second player wins by eight discs.
#[test]
fn small_othello_is_played_to_its_end() {
    assert_eq!(
        value("othello", "othello:4", 2_000_000).1,
        Score::points(-8 * othello::DISC).verdict()
    );
}
