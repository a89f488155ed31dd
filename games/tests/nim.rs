//! Bouton's theorem by search, and heaps of any size.

use gametree::alphabeta::AlphaBeta;
use gametree::deepening::Deepening;
use gametree::pvs::Pvs;
use gametree::testkit::{Kit, perft, states};
use gametree::{Evaluator, Game, Limits, Noisy, Notation, Outcome, Player, Search, Stop, Verdict};
use gametree_games::nim::{HeapParity, Heaps, Take};

fn heaps(text: &str) -> Heaps {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn heaps_pass_the_kit() {
    for text in ["3,4,5", "1", "0,2 second", "1,2,3,1,2,3,1,2"] {
        Kit::new(&heaps(text))
            .keyed()
            .noisy()
            .forced()
            .guided()
            .notation()
            .two_player();
    }
}

#[test]
fn the_mover_wins_exactly_when_the_nim_sum_is_not_zero() {
    for code in 0..216u32 {
        let sizes = [code / 36, code / 6 % 6, code % 6];
        for turn in [Player::FIRST, Player::SECOND] {
            let root = Heaps::new(&sizes).unwrap().with_turn(turn);
            let report = AlphaBeta::blind().search(&root, &Limits::none());
            let wins = (sizes[0] ^ sizes[1] ^ sizes[2] != 0) == (turn == Player::FIRST);
            assert_eq!(
                matches!(report.value.verdict(), Verdict::Win(_)),
                wins,
                "{sizes:?} {turn:?}"
            );
            assert!(report.proven);
        }
    }
}

#[test]
fn moves_are_counted() {
    assert_eq!(perft(&heaps("3,4,5"), 1), 12);
    // 3 · 4 sizes with either to move, but not: 2,3 and 1,2 with the second, 2,2 and 1,3 with the
    // first.
    assert_eq!(states(&heaps("2,3")), 2 * 3 * 4 - 4);
}

#[test]
fn large_heaps_cost_nothing_until_asked_for() {
    let root = heaps("1000000,1000000,1000000,1000000,1000000,1000000,1000000,1000000");
    assert_eq!(
        root.moves().next(),
        Some(Take {
            heap: 0,
            matches: 1
        })
    );
    assert_eq!(
        root.read_move("8:999999"),
        Some(Take {
            heap: 7,
            matches: 999_999
        })
    );
    assert_eq!(
        root.read_move("8:1000001")
            .or(root.read_move("9:1"))
            .or(root.read_move("0:1")),
        None
    );
    assert_eq!(
        root.read_move("1:0")
            .or(root.read_move("1:-1"))
            .or(root.read_move("1")),
        None
    );
    let report = AlphaBeta::blind().search(&root, &Limits::nodes(5_000));
    assert_eq!(report.counts.nodes, 5_000);
    assert!(report.best().is_some());
}

#[test]
fn the_last_match_wins() {
    let last = heaps("0,7,0 second");
    assert_eq!(
        last.noisy().collect::<Vec<_>>(),
        [Take {
            heap: 1,
            matches: 7
        }]
    );
    let end = last.after(last.read_move("2:7").unwrap());
    assert_eq!(end.outcome(), Some(Outcome::Win(Player::SECOND)));
    assert!(heaps("1,1").noisy().next().is_none());
}

#[test]
fn single_matches_are_evaluated_exactly() {
    for n in 1..=8 {
        let root = Heaps::new(&vec![1; n]).unwrap();
        let report = AlphaBeta::blind().search(&root, &Limits::none());
        let wins = matches!(report.value.verdict(), Verdict::Win(_));
        assert_eq!(HeapParity.evaluate(&root), if wins { 1 } else { -1 });
    }
}

#[test]
fn text_is_read_and_written() {
    assert_eq!(heaps("3 4 5"), heaps("3,4,5 first"));
    assert_eq!(heaps("1,0,2 second").turn(), Player::SECOND);
    assert_eq!(
        heaps("10, 2").to_string(),
        "heap 1: 10 ||||||||||\nheap 2:  2 ||\nfirst to move\n"
    );
    assert_eq!(heaps("0").to_string(), "heap 1: 0\nsecond has won\n");
    let errors = [
        ("", "0 heaps, but Nim is played here with 1 to 8"),
        (
            "1,1,1,1,1,1,1,1,1",
            "9 heaps, but Nim is played here with 1 to 8",
        ),
        (
            "1000001",
            "1000001 matches in a heap are too many; at most 1000000",
        ),
        (
            "3,x",
            "\"x\" is not the size of a heap; heaps are written as 3,4,5 or 3,4,5 second",
        ),
        (
            "3,-1",
            "\"-1\" is not the size of a heap; heaps are written as 3,4,5 or 3,4,5 second",
        ),
    ];
    for (text, want) in errors {
        assert_eq!(text.parse::<Heaps>().unwrap_err().to_string(), want);
    }
}

#[test]
fn a_million_moves_and_a_million_plies_fit() {
    let root = heaps("1000000,999999");
    let limits = Limits::depth(1_000_000).and_nodes(100_000);
    let mut plain = Pvs::new(HeapParity).with_table(1 << 20).guided();
    let mut deepening = Deepening::new(Pvs::new(HeapParity).with_table(1 << 20).guided());
    for report in [
        plain.search(&root, &limits),
        deepening.search(&root, &limits),
    ] {
        assert_eq!(report.stop, Stop::Nodes);
        assert!(report.counts.nodes <= 100_000);
        assert!(
            report
                .best()
                .is_some_and(|m| root.after(m).outcome().is_none())
        );
    }
}
