//! What is believed of what engines say.

use super::super::protocol::{Message, read};
use super::*;
use gametree::rng::Rng;

const BLACK: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

fn judged(
    position: &Chess,
    among: &[Move],
    lines: &[&str],
    best: &str,
) -> Result<Thought, ErrorKind> {
    let mut accumulator = InfoAccumulator::new(position, among);
    for line in lines {
        match read(&format!("info {line}")) {
            Message::Info(info) => accumulator.hear(&info),
            other => panic!("{other:?}"),
        }
    }
    accumulator.conclude(best)
}

fn start(lines: &[&str], best: &str) -> Result<Thought, ErrorKind> {
    judged(&Chess::default(), &[], lines, best)
}

fn texts(moves: &[Move]) -> Vec<String> {
    moves
        .iter()
        .map(|m| m.to_uci(shakmaty::CastlingMode::Standard).to_string())
        .collect()
}

#[test]
fn the_last_exact_value_of_the_best_move_counts() {
    let lines = [
        "depth 1 score cp 10 nodes 5 pv e2e4",
        "depth 2 score cp 20 nodes 50 pv d2d4 d7d5",
    ];
    let thought = start(&lines, "d2d4").unwrap();
    assert_eq!(
        (thought.value, thought.depth, thought.nodes),
        (Score::points(20), 2, 50)
    );
    assert_eq!(texts(&thought.line), ["d2d4", "d7d5"]);
    let shown: Vec<Score> = thought.shown.iter().map(|(_, value)| *value).collect();
    assert_eq!(shown, [Score::points(10), Score::points(20)]);
}

#[test]
fn a_best_move_of_an_older_iteration_has_the_last_value_and_stands_last() {
    let lines = ["depth 1 score cp 10 pv e2e4", "depth 2 score cp 20 pv d2d4"];
    let thought = start(&lines, "e2e4").unwrap();
    assert_eq!((thought.value, thought.depth), (Score::points(20), 2));
    assert_eq!(texts(&thought.line), ["e2e4"]);
    assert_eq!(
        texts(&[thought.shown[0].0, thought.shown[1].0]),
        ["d2d4", "e2e4"]
    );
    let thought = start(&lines, "g1f3").unwrap();
    assert_eq!(
        (thought.value, texts(&thought.line)),
        (Score::points(20), vec!["d2d4".to_owned()])
    );
}

#[test]
fn bounds_are_not_values() {
    let lines = [
        "depth 1 score cp 10 pv e2e4",
        "depth 2 score cp 90 lowerbound pv e2e4",
    ];
    assert_eq!(start(&lines, "e2e4").unwrap().value, Score::points(10));
    assert_eq!(start(&lines[1..], "e2e4"), Err(ErrorKind::OnlyBounds));
    assert_eq!(start(&["depth 4"], "e2e4"), Err(ErrorKind::NoValue));
}

#[test]
fn a_move_that_became_the_best_at_the_end_is_worth_its_bound() {
    let lines = [
        "depth 1 score cp 116 pv e2e4",
        "depth 11 score cp 157 pv d2d4",
        "depth 12 score cp 163 lowerbound pv e2e4 e7e5",
    ];
    let thought = start(&lines, "e2e4").unwrap();
    assert_eq!((thought.value, thought.depth), (Score::points(163), 11));
    assert_eq!(texts(&thought.line), ["e2e4", "e7e5"]);
    let low = ["depth 12 score cp 90 lowerbound pv e2e4"];
    let thought = start(&[&lines[..2], &low].concat(), "e2e4").unwrap();
    assert_eq!(thought.value, Score::points(157), "never lowered");
    let passed = ["depth 13 score cp 100 pv d2d4"];
    let thought = start(&[&lines[..], &passed].concat(), "e2e4").unwrap();
    assert_eq!(thought.value, Score::points(100), "the bound is past");
    let black: Chess = BLACK.parse().unwrap();
    let lines = ["score cp 20 pv e7e5", "score cp 35 lowerbound pv c7c5"];
    let thought = judged(&black, &[], &lines, "c7c5").unwrap();
    assert_eq!(thought.value, Score::points(-35));
}

#[test]
fn a_mate_whose_whole_line_does_not_mate_is_not_believed() {
    for claim in [
        "mate 1 pv e2e4",
        "mate -1 pv e2e4 e7e5",
        "mate 1 pv e2e4 e7e5",
    ] {
        let refused = start(&[&format!("score {claim}")], "e2e4");
        assert!(
            matches!(refused, Err(ErrorKind::Unbelievable(_))),
            "{claim}"
        );
    }
    let unfinished = start(&["score mate 3 pv e2e4 e7e5"], "e2e4").unwrap();
    assert_eq!(unfinished.value, Score::win_in(5), "a claim, not shown");
    let fools = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2";
    let position: Chess = fools.parse().unwrap();
    let mates = judged(&position, &[], &["score mate 1 pv d8h4"], "d8h4").unwrap();
    assert_eq!(mates.value, Score::loss_in(1));
}

#[test]
fn values_are_whites() {
    let black: Chess = BLACK.parse().unwrap();
    let value = |score: &str| {
        judged(&black, &[], &[&format!("score {score} pv e7e5")], "e7e5")
            .unwrap()
            .value
    };
    assert_eq!(value("cp 35"), Score::points(-35));
    assert_eq!(value("mate 3"), Score::loss_in(5));
    assert_eq!(value("mate -2"), Score::win_in(4));
    let white = |score: &str| {
        start(&[&format!("score {score} pv e2e4")], "e2e4")
            .unwrap()
            .value
    };
    assert_eq!(
        (white("mate 2"), white("mate -1")),
        (Score::win_in(3), Score::loss_in(2))
    );
    let line = judged(&black, &[], &["score cp 1 wdl 600 300 100 pv e7e5"], "e7e5")
        .unwrap()
        .lines
        .remove(0);
    assert_eq!(line.wdl, Wdl::new(100, 300, 600));
}

#[test]
fn wins_draws_and_losses_belong_to_the_value_they_came_with() {
    let told = ["score cp 12 wdl 300 600 100 pv e2e4"];
    assert_eq!(start(&told, "e2e4").unwrap().wdl(), Wdl::new(300, 600, 100));
    let raised = ["depth 2 score cp 90 lowerbound pv d2d4"];
    let raised = start(&[told, raised].concat(), "d2d4").unwrap();
    assert_eq!(raised.value, Score::points(90));
    assert_eq!(raised.wdl(), None, "they were of another value");
    let silent = ["score cp 15 pv e2e4"];
    assert_eq!(start(&[told, silent].concat(), "e2e4").unwrap().wdl(), None);
    let wrong = ["score cp 15 wdl 300 600 101 pv e2e4"];
    assert_eq!(start(&wrong, "e2e4").unwrap().wdl(), None);
}

#[test]
fn absurd_values_are_cut_or_refused() {
    let of = |score: &str| {
        start(&[&format!("score {score} pv e2e4")], "e2e4").map(|thought| thought.value)
    };
    assert_eq!(of("cp 9000000000"), Ok(Score::points(100_000)));
    assert_eq!(of("cp -9000000000"), Ok(Score::points(-100_000)));
    assert_eq!(of("mate 500"), Ok(Score::win_in(999)));
    for absurd in ["mate 0", "mate 1001", "mate -9223372036854775808"] {
        assert!(
            matches!(of(absurd), Err(ErrorKind::Unbelievable(_))),
            "{absurd}"
        );
    }
}

#[test]
fn nothing_illegal_is_believed() {
    let thought = start(&["score cp 5 pv e2e4 e7e5 e1e8 e8e7"], "e2e4").unwrap();
    assert_eq!(texts(&thought.line), ["e2e4", "e7e5"]);
    assert!(matches!(
        start(&["score cp 5 pv e7e5"], "e2e4"),
        Err(ErrorKind::Unbelievable(_))
    ));
    assert_eq!(
        start(&["score cp 5 pv e2e4"], "e2e5"),
        Err(ErrorKind::IllegalMove("e2e5".into()))
    );
    for none in ["(none)", "0000", ""] {
        assert_eq!(
            start(&["score cp 5 pv e2e4"], none),
            Err(ErrorKind::NoMove(none.into()))
        );
    }
    let position = Chess::default();
    let among = [position.from_uci("a2a3").unwrap()];
    let outside = judged(&position, &among, &["score cp 5 pv e2e4"], "e2e4");
    assert_eq!(outside, Err(ErrorKind::NotAmong("e2e4".into())));
    let mixed = ["score cp 5 pv e2e4", "score cp -7 pv a2a3"];
    let inside = judged(&position, &among, &mixed, "a2a3").unwrap();
    assert_eq!((inside.value, inside.shown.len()), (Score::points(-7), 1));
}

#[test]
fn a_value_without_a_line_is_the_best_moves() {
    let thought = start(&["depth 3 score cp 8"], "b1c3").unwrap();
    assert_eq!(
        (thought.value, texts(&thought.line)),
        (Score::points(8), vec!["b1c3".to_owned()])
    );
}

#[test]
fn several_lines_come_in_their_order() {
    let lines = [
        "depth 1 multipv 1 score cp 9 pv g1f3",
        "depth 1 multipv 2 score cp 1 pv d2d4",
        "depth 1 multipv 3 score cp 0 pv e2e4",
        "depth 2 multipv 1 score cp 8 pv e2e4",
        "depth 2 multipv 2 score cp 3 pv c2c4",
        "depth 2 multipv 3 score cp 9 lowerbound pv g1f3",
        "depth 2 multipv 4000000000 score cp 3 pv a2a4",
    ];
    let thought = start(&lines, "e2e4").unwrap();
    let firsts: Vec<String> = thought
        .lines
        .iter()
        .flat_map(|line| texts(&line.moves))
        .collect();
    // The second iteration has no third line: the others are those of the first.
    assert_eq!(firsts, ["e2e4", "g1f3", "d2d4"]);
    assert_eq!((thought.value, thought.shown.len()), (Score::points(8), 2));
    let last = ["depth 2 multipv 3 score cp -4 pv g1f3"];
    let thought = start(&[&lines[..], &last].concat(), "e2e4").unwrap();
    let others: Vec<(String, Score, u32)> = thought
        .other_lines()
        .iter()
        .map(|line| (texts(&line.moves)[0].clone(), line.value, line.depth))
        .collect();
    let expected = [("c2c4", 3, 2), ("g1f3", -4, 2)];
    let expected = expected.map(|(m, value, depth)| (m.to_owned(), Score::points(value), depth));
    assert_eq!(others, expected);
}

#[test]
fn random_talk_never_panics_and_never_yields_an_illegal_line() {
    let mut rng = Rng::new(3);
    let texts = [
        "e2e4", "e7e5", "g1f3", "a7a8q", "0000", "e1e8", "b8c6", "", "xyzzy",
    ];
    let scores = [
        "cp 5",
        "cp -99999999",
        "mate 0",
        "mate 3",
        "mate -1",
        "cp 1 lowerbound",
        "cp",
    ];
    let position = Chess::default();
    let mut believed = 0;
    for _ in 0..20_000 {
        let mut accumulator = InfoAccumulator::new(&position, &[]);
        for _ in 0..rng.below(5) {
            let pv: Vec<&str> = (0..rng.below(5))
                .map(|_| texts[rng.below(texts.len())])
                .collect();
            let (score, rank) = (scores[rng.below(scores.len())], rng.below(3));
            let line = format!("info multipv {rank} score {score} pv {}", pv.join(" "));
            let Message::Info(info) = read(&line) else {
                panic!("{line}")
            };
            accumulator.hear(&info);
        }
        let Ok(thought) = accumulator.conclude(texts[rng.below(texts.len())]) else {
            continue;
        };
        believed += 1;
        let mut board = position.clone();
        for m in thought.line {
            assert!(board.moves().any(|legal| legal == m));
            board.play(m);
        }
    }
    assert!(believed > 500, "{believed}");
}
