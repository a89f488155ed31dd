//! The n-square game: its rules, and who wins it, by retrograde analysis and by the textbook's
//! search.

use std::collections::HashSet;

use gametree::on_path::OnPath;
use gametree::retrograde::Retrograde;
use gametree::testkit::{Kit, perft, states};
use gametree::{
    Evaluator, Event, Game, Guided, Keyed, Limits, Noisy, Outcome, Player, Score, Search, Stop,
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
    for n in [3, 4, 5, 12, 41] {
        Kit::new(&squares(n))
            .keyed()
            .noisy()
            .forced()
            .guided()
            .notation()
            .two_player();
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
    let refused = [
        "", "1", "1,4,C", "0,4,A", "1,5,A", "2,2,A", "4,1,A", "1,4,A,B", "-1,2,A", "a,b,A", "1;4;A",
    ];
    for text in refused {
        assert!(Squares::read(4, text).is_err(), "{text}");
    }
    assert_eq!(
        (Squares::named("squares:8"), Squares::named("squares")),
        (Ok(squares(8)), Ok(squares(4)))
    );
    for name in [
        "squares:2",
        "squares:0",
        "squares:",
        "squares:x",
        "square:4",
        "squares:10001",
        "squares:99999",
    ] {
        assert!(Squares::named(name).is_err(), "{name}");
    }
    assert_eq!(
        squares(4).to_string(),
        "[A][ ][ ][B]\n 1  2  3  4\nA to move\n"
    );
    assert_eq!(
        squares(250).to_string(),
        "A on 1, B on 250 of 250 squares\nA to move\n"
    );
}

#[test]
fn the_race_is_level_but_for_the_move() {
    assert_eq!(Race.evaluate(&squares(9)), 1);
    assert_eq!(Race.evaluate(&at(9, "4,9,B")), 5);
    assert_eq!(Race.evaluate(&at(9, "1,2,A")), 2 * (1 - 8) + 1);
}

#[test]
fn sequences_are_counted() {
    // By hand: 1,4 – 2,4 – 2,3 – (4 wins; 1,3) – from 1,3: 2,3 back there, or B's moves 1,2 and
    // 1,4.
    assert_eq!(
        [0, 1, 2, 3, 4].map(|depth| perft(&squares(4), depth)),
        [1, 1, 1, 2, 2]
    );
    assert_eq!(states(&squares(4)), 9);
}

/// The claim of the exercise, by computation: the first player wins exactly when n is even.
#[test]
fn the_first_player_wins_if_and_only_if_n_is_even() {
    for n in 3..=200 {
        let root = squares(n);
        let report = Retrograde::blind().search(&root, &Limits::none());
        assert_eq!(
            (report.proven, report.stop),
            (true, Stop::Done),
            "{n} squares"
        );
        let distance = report.line.len() as u32;
        let value = if n % 2 == 0 {
            Score::win_in(distance)
        } else {
            Score::loss_in(distance)
        };
        assert_eq!(report.value, value, "{n} squares");
        let end = report
            .line
            .iter()
            .fold(root, |position, &m| position.after(m));
        let winner = if n % 2 == 0 {
            Player::FIRST
        } else {
            Player::SECOND
        };
        assert_eq!(end.outcome(), Some(Outcome::Win(winner)), "{n} squares");
    }
}

/// The textbook's search and the exact one agree; `nodes` are those of the first, for the record.
fn both_agree(n: u16, nodes: u64) {
    let root = squares(n);
    let truth = Retrograde::blind().search(&root, &Limits::none());
    let report = OnPath::blind().search(&root, &Limits::none());
    assert_eq!(
        (report.value, report.proven, report.stop),
        (truth.value, true, Stop::Done),
        "{n} squares"
    );
    assert_eq!(
        (report.line.len(), report.counts.nodes),
        (truth.line.len(), nodes),
        "{n} squares"
    );
}

#[test]
fn the_path_as_memory_finds_what_retrograde_analysis_finds() {
    let nodes = [3, 11, 31, 132, 549, 4062, 37_483, 591_197];
    (3..).zip(nodes).for_each(|(n, nodes)| both_agree(n, nodes));
}

#[test]
#[ignore = "soak: a minute or two"]
fn soak_the_path_as_memory_on_eleven_and_twelve_squares() {
    both_agree(11, 12_479_279);
    both_agree(12, 413_514_062);
}

/// The tree of the textbook's solution: eleven nodes, two of them `?`, and A wins.
#[test]
fn four_squares_give_the_textbook_s_tree() {
    let root = squares(4);
    let (mut repeated, mut path) = (Vec::new(), Vec::new());
    let mut see = |event: &Event<Squares>| match *event {
        Event::Enter { position, ply, .. } => {
            path.truncate(ply as usize);
            path.push(position.text());
        }
        Event::Repeats { ply, since } => {
            assert_eq!(path[ply as usize], path[since as usize]);
            repeated.push(path[ply as usize].clone());
        }
        _ => {}
    };
    let report = OnPath::blind().watch(&root, &Limits::none(), &mut see);
    assert_eq!((report.value, report.counts.nodes), (Score::win_in(3), 11));
    assert_eq!(repeated, ["2,4,B", "1,4,A"]);
}

/// The values of all positions, not only of the starts: an end is where play stops, a win is one
/// ply more than the best answer's loss, and what is not won or lost goes round.
#[test]
fn every_position_has_the_value_of_its_best_move() {
    for n in [3, 4, 5, 8, 13] {
        let solved = Retrograde::blind().solve(&squares(n), &Limits::none());
        let (mut open, mut seen) = (vec![squares(n)], HashSet::new());
        while let Some(position) = open.pop() {
            if !seen.insert(position.key()) {
                continue;
            }
            let value = solved.value(&position).expect("it can be reached");
            if let Some(outcome) = position.outcome() {
                assert_eq!(
                    value,
                    gametree::view::outcome_score(outcome, Player::FIRST, 0)
                );
                continue;
            }
            let after: Vec<Squares> = position.moves().map(|m| position.after(m)).collect();
            let values = after
                .iter()
                .map(|child| solved.value(child).unwrap().further(1));
            let best = if position.turn() == Player::FIRST {
                values.max()
            } else {
                values.min()
            };
            assert_eq!(Some(value), best, "{n} squares, {}", position.text());
            assert_eq!(solved.is_loop(&position), Some(!value.is_decided()));
            open.extend(after);
        }
        assert_eq!(seen.len(), solved.len());
    }
}

#[test]
fn memory_stops_the_listing_with_an_answer() {
    let root = squares(200);
    let whole = Retrograde::blind().search(&root, &Limits::none());
    let report = Retrograde { evaluator: Race }.search(&root, &Limits::none().and_memory(1 << 20));
    assert_eq!((report.stop, report.proven), (Stop::Memory, false));
    assert!(report.counts.nodes < whole.counts.nodes / 2 && report.best() == Some(2));
    assert!(matches!(whole.value.verdict(), Verdict::Win(_)));
}
