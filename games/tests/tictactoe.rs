//! Golden numbers and laws of the tic-tac-toe family.

use gametree::alphabeta::AlphaBeta;
use gametree::minimax::Minimax;
use gametree::testkit::{Census, Kit, census, states};
use gametree::{Evaluator, Game, Guided, Limits, Noisy, Notation, Outcome, Player, Score, Search};
use gametree_games::tictactoe::{Board, Open, Rules, Weighted};

fn read<'r>(rules: &'r Rules, text: &str) -> Board<'r, 1> {
    Board::read(rules, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn every_instance_passes_the_kit() {
    for name in [
        "tictactoe",
        "mnk:4x5x3",
        "mnk:1x9x2",
        "mnk:2x2x1",
        "cube:3",
        "cube:4",
    ] {
        let rules: Rules = name.parse().unwrap();
        let root = Board::<1>::new(&rules).unwrap();
        Kit::new(&root)
            .keyed()
            .noisy()
            .forced()
            .guided()
            .notation()
            .two_player();
    }
    let large = Rules::mnk(15, 15, 5).unwrap();
    Kit::new(&Board::<6>::new(&large).unwrap())
        .keyed()
        .noisy()
        .forced()
        .guided()
        .notation()
        .two_player();
    let own = Rules::custom(["p", "q", "r", "s"], [vec![0, 1, 2], vec![2, 3]]).unwrap();
    Kit::new(&Board::<1>::new(&own).unwrap())
        .keyed()
        .noisy()
        .forced()
        .guided()
        .notation()
        .two_player();
}

#[test]
fn tic_tac_toe_has_its_known_numbers() {
    let rules = Rules::tictactoe();
    let root = Board::<1>::new(&rules).unwrap();
    let games = Census {
        nodes: 549_946,
        first: 131_184,
        second: 77_904,
        drawn: 46_080,
    };
    assert_eq!(census(&root), games);
    assert_eq!(games.first + games.second + games.drawn, 255_168);
    assert_eq!(states(&root), 5_478);
    let full = Minimax::blind().search(&root, &Limits::none());
    let pruned = AlphaBeta::blind().search(&root, &Limits::none());
    assert_eq!(
        (full.value, full.proven, full.counts.nodes),
        (Score::DRAW, true, 549_946)
    );
    assert_eq!(
        (pruned.value, pruned.proven, pruned.counts.nodes),
        (Score::DRAW, true, 18_297)
    );
    assert_eq!(
        pruned.counts,
        AlphaBeta::blind()
            .search(&wide(&rules), &Limits::none())
            .counts
    );
}

/// The same board in six words.
fn wide(rules: &Rules) -> Board<'_, 6> {
    Board::new(rules).unwrap()
}

#[test]
fn small_boards_have_the_same_value_by_two_searches() {
    for (rows, columns, k) in [
        (1, 7, 2),
        (2, 4, 3),
        (2, 5, 2),
        (3, 3, 2),
        (2, 3, 3),
        (4, 2, 3),
        (5, 2, 3),
    ] {
        let rules = Rules::mnk(rows, columns, k).unwrap();
        let root = Board::<1>::new(&rules).unwrap();
        let full = Minimax::blind().search(&root, &Limits::none());
        let pruned = AlphaBeta::blind().search(&root, &Limits::none());
        assert_eq!(
            (pruned.value, pruned.proven),
            (full.value, true),
            "{rows}x{columns}x{k}"
        );
    }
}

/// Three in a row is a draw on 3 × 3 and a first player's win on 3 × 4.
#[test]
fn one_more_column_turns_the_draw_into_a_win() {
    let rules = Rules::mnk(3, 4, 3).unwrap();
    let report = AlphaBeta::blind().search(&Board::<1>::new(&rules).unwrap(), &Limits::depth(7));
    assert!(
        report.proven && report.value > Score::points(Score::MAX_POINTS),
        "{}",
        report.value
    );
}

#[test]
fn a_cube_is_won_on_a_space_diagonal() {
    let rules = Rules::cube(4).unwrap();
    let board = read(&rules, "a1.1 b1.1 b2.2 c1.1 c3.3 d1.2 d4.4");
    assert_eq!(board.outcome(), Some(Outcome::Win(Player::FIRST)));
    assert!(board.to_string().ends_with("X has won\n"));
}

#[test]
fn a_win_on_the_last_square_is_no_draw() {
    let rules = Rules::tictactoe();
    assert_eq!(
        read(&rules, "1 2 3 4 5 7 6 8 9").outcome(),
        Some(Outcome::Win(Player::FIRST))
    );
    assert_eq!(
        read(&rules, "1 2 3 5 4 6 8 7 9").outcome(),
        Some(Outcome::Draw)
    );
    assert_eq!(read(&rules, "1 2 3 5 4 6 8 7").outcome(), None);
}

#[test]
fn open_sets_are_counted_as_by_hand() {
    let rules = Rules::tictactoe();
    // X in the centre: all 8 sets are open for X, the 4 that miss the centre for O.
    assert_eq!(Open.evaluate(&read(&rules, "b2")), 4);
    assert_eq!(Open.evaluate(&read(&rules, "b2 a1")), 5 - 4);
    assert_eq!(Weighted::AIMA.evaluate(&read(&rules, "b2")), 4);
    // X on b2 and c1: their diagonal holds two, row 2 and columns b and c one each; O has column a.
    let board = read(&rules, "b2 a1 c1");
    assert_eq!(Weighted::AIMA.evaluate(&board), (3 + 1 + 1 + 1) - 1);
    assert_eq!(Open.evaluate(&board), 5 - 2);
    assert_eq!(Open.evaluate(&read(&rules, "a1 c1 b2 c3")), 3 - 2);
}

#[test]
fn threats_are_noisy_and_forbid_standing_still() {
    let rules = Rules::tictactoe();
    let board = read(&rules, "a1 b2 b1");
    assert_eq!(
        board
            .noisy()
            .map(|m| board.write_move(m))
            .collect::<Vec<_>>(),
        ["c1"]
    );
    assert!(!board.may_stand_pat());
    let chance = read(&rules, "a1 b2 b1 a3");
    assert_eq!(
        chance
            .noisy()
            .map(|m| chance.write_move(m))
            .collect::<Vec<_>>(),
        ["c1"]
    );
    assert!(!chance.may_stand_pat(), "O threatens c1 as well");
    let quiet = read(&rules, "a1 b2");
    assert!(quiet.noisy().next().is_none() && quiet.may_stand_pat());
    let best = chance.moves().max_by_key(|&m| chance.promise(m)).unwrap();
    assert_eq!(chance.write_move(best), "c1");
}

#[test]
fn positions_are_read_in_every_spelling() {
    let rules = Rules::tictactoe();
    let want = read(&rules, "b2 a1 c1 a3").to_string();
    for text in [
        "5137",
        "5 1 3 7",
        "b2,a1,c1,a3",
        " B2, A1\tC1\nA3 ",
        "51 37",
    ] {
        assert_eq!(read(&rules, text).to_string(), want, "{text}");
    }
    assert_eq!(
        want,
        "    a b c\n  1 O . X\n  2 . X .\n  3 O . .\nX to move\n"
    );
    let errors = [
        ("d1", "\"d1\" is not a square; squares are a1 to c3"),
        ("510", "\"510\" is not a square; squares are a1 to c3"),
        ("b2 b2", "b2 in \"b2\" is taken already"),
        (
            "1 4 2 5 3 6",
            "c2 in \"6\" is played after the end of the game",
        ),
    ];
    for (text, want) in errors {
        assert_eq!(
            Board::<1>::read(&rules, text).unwrap_err().to_string(),
            want
        );
    }
    let large = Rules::mnk(15, 15, 5).unwrap();
    let error = Board::<1>::read(&large, "").unwrap_err().to_string();
    assert_eq!(
        error,
        "225 squares are too many; a board of this kind holds 64"
    );
    assert_eq!(read(&rules, "").read_move("5"), Some(4));
    assert_eq!(read(&rules, "5").read_move("b2"), None);
}

#[test]
fn a_board_without_a_grid_is_a_list() {
    let rules = Rules::custom(["left", "right"], [vec![0, 1]]).unwrap();
    assert_eq!(
        read(&rules, "right").to_string(),
        ". left\nX right\nO to move\n"
    );
}
