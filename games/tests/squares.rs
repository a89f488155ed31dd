//! The n-square game: its rules, and who wins it, by retrograde analysis and by the textbook's search.

use std::collections::HashSet;

use gametree::on_path::OnPath;
use gametree::retrograde::Retrograde;
use gametree::testkit::{Kit, perft, states};
use gametree::{
    Evaluator, Event, Game, Guided, Keyed, Limits, Noisy, Notation, Outcome, Player, Score, Search, Stop,
    Verdict,
};
use gametree_games::squares::{Race, Squares};

fn squares(n: u16) -> Squares {
    Squares::new(n).unwrap_or_else(|error| panic!("{n}: {error}"))
}

fn at(n: u16, text: &str) -> Squares {
    Squares::read(n, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn rows_of_squares_pass_the_kit() {
    for n in [3, 4, 5, 12, 40, 41, 250] {
        Kit::new(&squares(n)).keyed().noisy().forced().guided().notation().two_player();
    }
}

#[test]
fn tokens_step_and_jump() {
    let moves = |n, text| at(n, text).moves().collect::<Vec<_>>();
    assert_eq!(moves(4, "1,4,A"), [2]);
    assert_eq!(moves(4, "1,4,B"), [3]);
    assert_eq!(moves(4, "2,3,A"), [4, 1], "over B, or back");
    assert_eq!(moves(4, "3,2,A"), [4, 1], "to the goal, or back over B");
    assert_eq!(moves(4, "3,4,A"), [2], "no square behind B");
    assert_eq!(moves(4, "1,2,B"), [3], "no square behind A");
    assert_eq!(moves(5, "3,4,B"), [2, 5]);
    let jumped = at(4, "2,3,A").after(4);
    assert_eq!(jumped.outcome(), Some(Outcome::Win(Player::FIRST)));
    assert_eq!(at(4, "3,1,A").outcome(), Some(Outcome::Win(Player::SECOND)));
    assert_eq!(at(4, "2,3,A").noisy().collect::<Vec<_>>(), [4]);
    assert!(at(4, "2,3,A").promise(4) > at(4, "2,3,A").promise(1));
}

#[test]
fn positions_and_names_are_read_and_refused() {
    for n in [3, 4, 17] {
        Kit::new(&squares(n)).each(|position| assert_eq!(at(n, &position.text()), *position));
    }
    assert_eq!(at(4, " 3 , 2 , b "), at(4, "3,2,second"));
    assert_eq!(at(4, "1,4"), squares(4));
    let refused =
        ["", "1", "1,4,C", "0,4,A", "1,5,A", "2,2,A", "4,1,A", "1,4,A,B", "-1,2,A", "a,b,A", "1;4;A"];
    for text in refused {
        assert!(Squares::read(4, text).is_err(), "{text}");
    }
    assert_eq!((Squares::named("squares:8"), Squares::named("squares")), (Ok(squares(8)), Ok(squares(4))));
    for name in
        ["squares:2", "squares:0", "squares:", "squares:x", "square:4", "squares:10001", "squares:99999"]
    {
        assert!(Squares::named(name).is_err(), "{name}");
    }
    assert_eq!(squares(4).to_string(), "[A][ ][ ][B]\n 1  2  3  4\nA to move\n");
    assert_eq!(squares(250).to_string(), "A on 1, B on 250 of 250 squares\nA to move\n");
}

#[test]
fn the_race_is_level_but_for_the_move() {
    assert_eq!(Race.evaluate(&squares(9)), 1);
    assert_eq!(Race.evaluate(&at(9, "4,9,B")), 5);
    assert_eq!(Race.evaluate(&at(9, "1,2,A")), 2 * (1 - 8) + 1);
}

#[test]
fn sequences_are_counted() {
    // By hand: 1,4 – 2,4 – 2,3 – (4 wins; 1,3) – from 1,3: 2,3 back there, or B's moves 1,2 and 1,4.
    assert_eq!([0, 1, 2, 3, 4].map(|depth| perft(&squares(4), depth)), [1, 1, 1, 2, 2]);
    assert_eq!(states(&squares(4)), 11, "the textbook's figure has as many, two loops among its leaves");
}

/// The claim of the exercise, by computation: the first player wins exactly when n is even.
#[test]
fn the_first_player_wins_if_and_only_if_n_is_even() {
    for n in 3..=200 {
        let root = squares(n);
        let report = Retrograde::blind().search(&root, &Limits::none());
        assert_eq!((report.proven, report.stop), (true, Stop::Done), "{n} squares");
        let distance = report.line.len() as u32;
        let value = if n % 2 == 0 { Score::win_in(distance) } else { Score::loss_in(distance) };
        assert_eq!(report.value, value, "{n} squares");
        let end = report.line.iter().fold(root, |position, &m| position.after(m));
        let winner = if n % 2 == 0 { Player::FIRST } else { Player::SECOND };
        assert_eq!(end.outcome(), Some(Outcome::Win(winner)), "{n} squares");
    }
}

#[test]
fn the_path_as_memory_finds_what_retrograde_analysis_finds() {
    for n in 3..=12 {
        let root = squares(n);
        let truth = Retrograde::blind().search(&root, &Limits::none());
        let report = OnPath::blind().search(&root, &Limits::none());
        println!("{n} {} {:?}", report.counts.nodes, report.elapsed);
        assert_eq!(
            (report.value, report.proven, report.stop),
            (truth.value, true, Stop::Done),
            "{n} squares"
        );
    }
}
