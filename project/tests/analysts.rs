//! The analysts that come with the program.

use std::time::Duration;

use gametree::{Finding, Question, Score, Verdict};
use gametree_games::connect4::Connect4;
use gametree_games::nim::Heaps;
use gametree_games::squares::Squares;
use gametree_games::{breakthrough, othello, tictactoe};
use gametree_project::analysts::{AnyAnalyst, BuiltinAnalyst, Resources};
use gametree_project::games::GAMES;
use gametree_project::visit::{Visit, with_game};

fn resources(threads: usize) -> Resources {
    Resources {
        threads,
        table_bytes: 1 << 20,
        reproducible: true,
    }
}

const PATIENCE: Duration = Duration::from_secs(60);

fn ask<G: BuiltinAnalyst>(
    analyst: &mut AnyAnalyst<G>,
    position: &G,
    nodes: u64,
) -> Finding<G::Move> {
    analyst.ask(Question {
        ticket: 1,
        position: position.clone(),
        among: Vec::new(),
        nodes,
        region: 0,
    });
    analyst
        .answer(PATIENCE)
        .expect("an answer in time")
        .outcome
        .unwrap_or_else(|trouble| panic!("{trouble:?}"))
}

fn value<G: BuiltinAnalyst>(text: &str, nodes: u64) -> (String, Verdict) {
    let position = G::from_user(text).unwrap_or_else(|why| panic!("{text}: {why}"));
    let finding = ask(&mut G::builtin(resources(1)).unwrap(), &position, nodes);
    (
        position.write_move(finding.line[0]),
        finding.value.verdict(),
    )
}

/// Asks the analyst of a game about all its starts, twice.
struct Start(&'static [&'static str]);

impl Visit for Start {
    type Out = ();

    fn run<G: BuiltinAnalyst>(self) {
        let mut analyst = G::builtin(resources(2)).unwrap();
        for start in self.0 {
            let position = G::from_user(start).unwrap();
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
            assert_eq!(
                ask(&mut analyst, &position, 3000),
                finding,
                "{start}: asked again"
            );
            assert!((0.0..=1.0).contains(&G::chance(finding.value)));
        }
        assert!(analyst.sources()[0].name.starts_with("gametree built-in"));
    }
}

#[test]
fn every_analyst_answers_about_every_start_with_a_legal_line() {
    for game in GAMES {
        with_game(game.name, Start(game.starts)).unwrap();
    }
}

#[test]
fn wins_at_hand_are_found() {
    assert_eq!(
        value::<Connect4>("121212", 1000),
        ("1".into(), Verdict::Win(1))
    );
    assert_eq!(
        value::<Connect4>("7121216", 1000).1,
        Verdict::Loss(1),
        "the second player has three ones"
    );
    assert_eq!(
        value::<tictactoe::Board<'static, 1>>("b2 b1", 10_000).1,
        Verdict::Win(5)
    );
    assert_eq!(
        value::<tictactoe::Board<'static, 6>>("mnk:9x9x5 a1 i9 b1 i8 c1 i7 d1 i6", 1000),
        ("e1".into(), Verdict::Win(1))
    );
    assert_eq!(
        value::<breakthrough::Board>("OOOO/XO.O/..O./..XX/XXXX X", 1000).1,
        Verdict::Win(1)
    );
    assert_eq!(value::<Heaps>("3,4,5", 100_000).0, "1:2");
    assert_eq!(value::<Squares>("squares:4", 1000).1, Verdict::Win(3));
}

/// The whole game on the small board: the second player wins by eight discs.
#[test]
fn small_othello_is_played_to_its_end() {
    assert_eq!(
        value::<othello::Board>("othello:4", 2_000_000).1,
        Score::points(-8 * othello::DISC).verdict()
    );
}
