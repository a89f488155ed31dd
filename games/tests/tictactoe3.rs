//! Golden values and laws of tic-tac-toe for three.

use std::collections::HashSet;

use gametree::best_reply::{BestReply, Promising};
use gametree::maxn::Maxn;
use gametree::paranoid::Paranoid;
use gametree::rng::Rng;
use gametree::testkit::Kit;
use gametree::{Game, Limits, Notation, Outcome, PayoffEvaluator, PayoffSearch, Payoffs, Player};
use gametree_games::tictactoe::{Rules, RulesError};
use gametree_games::tictactoe3::{Board, OpenLines, rules};

#[test]
fn every_board_passes_the_kit() {
    for name in [
        "tictactoe3",
        "tictactoe3:3x3x3",
        "tictactoe3:1x7x2",
        "tictactoe3:5x6x4",
        "tictactoe3:8x8x5",
    ] {
        let rules = rules(name).unwrap();
        Kit::new(&Board::new(&rules).unwrap())
            .keyed()
            .guided()
            .notation()
            .chance()
            .payoffs();
    }
    let own = Rules::custom(["p", "q", "r", "s"], [vec![0, 1], vec![2, 3]]).unwrap();
    Kit::new(&Board::new(&own).unwrap())
        .keyed()
        .guided()
        .notation()
        .chance()
        .payoffs();
}

#[test]
fn names_and_positions_are_read_or_refused() {
    assert_eq!(rules("tictactoe3").map(|rules| rules.squares()), Ok(16));
    for name in [
        "",
        "tictactoe",
        "tictactoe3:",
        "tictactoe3:3x3",
        "tictactoe3:axbxc",
        "tictactoe3:3x3x3x3",
    ] {
        assert!(
            matches!(rules(name), Err(RulesError::UnknownForThree(_))),
            "{name}"
        );
    }
    assert!(matches!(
        rules("tictactoe3:9x9x3"),
        Err(RulesError::TooMany(81, 64))
    ));
    assert!(matches!(
        rules("tictactoe3:3x3x4"),
        Err(RulesError::Length(4, 3))
    ));
    assert!(Board::new(&Rules::mnk(9, 9, 3).unwrap()).is_err());
    let small = rules("tictactoe3:3x3x3").unwrap();
    let board = Board::read(&small, "a1 b1, c1 b2").unwrap();
    assert_eq!(
        board.to_string(),
        "    a b c\n  1 X O Z\n  2 . X .\n  3 . . .\nO to move\n"
    );
    assert_eq!(
        Board::read(&small, "1235").unwrap().to_string(),
        board.to_string()
    );
    assert_eq!(
        (board.read_move("b2"), board.read_move("c3")),
        (None, Some(8))
    );
    for (text, part) in [
        ("a1 a1", "taken"),
        ("d1", "not a square"),
        ("1 2 3 4 6 8 7 5", "after the end"),
    ] {
        let error = Board::read(&small, text).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
    let won = Board::read(&small, "1 2 3 4 6 8 7").unwrap();
    assert_eq!(
        (won.outcome(), won.to_string().ends_with("X has won\n")),
        (Some(Outcome::Win(Player(0))), true)
    );
    assert_eq!([0, 1, 2].map(|p| won.payoff(Player(p))), [1.0, 0.0, 0.0]);
}

/// The rules and max^n a second time: marks in a list of rows, lines found by walking from every
/// square.
struct Plain {
    rows: i32,
    columns: i32,
    k: i32,
    marks: Vec<Option<usize>>,
}

impl Plain {
    fn new(rows: i32, columns: i32, k: i32) -> Plain {
        Plain {
            rows,
            columns,
            k,
            marks: vec![None; (rows * columns) as usize],
        }
    }

    fn at(&self, row: i32, column: i32) -> Option<usize> {
        let inside = (0..self.rows).contains(&row) && (0..self.columns).contains(&column);
        if inside {
            self.marks[(row * self.columns + column) as usize]
        } else {
            None
        }
    }

    fn winner(&self) -> Option<usize> {
        for row in 0..self.rows {
            for column in 0..self.columns {
                for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let first = self.at(row, column);
                    if first.is_some()
                        && (1..self.k).all(|i| self.at(row + i * down, column + i * right) == first)
                    {
                        return first;
                    }
                }
            }
        }
        None
    }

    /// Max^n where `sides` is `None`; otherwise everybody but this player is against him.
    fn value(&mut self, ply: usize, sides: Option<usize>) -> [f64; 3] {
        if let Some(winner) = self.winner() {
            return [0, 1, 2].map(|p| if p == winner { 1.0 } else { 0.0 });
        }
        if ply == self.marks.len() {
            return [1.0 / 3.0; 3];
        }
        let worth = |values: &[f64; 3]| match sides {
            None => values[ply % 3],
            Some(me) if me == ply % 3 => values[me],
            Some(me) => -values[me],
        };
        let mut best: Option<[f64; 3]> = None;
        for square in 0..self.marks.len() {
            if self.marks[square].is_none() {
                self.marks[square] = Some(ply % 3);
                let values = self.value(ply + 1, sides);
                self.marks[square] = None;
                if best.is_none_or(|best| worth(&values) > worth(&best)) {
                    best = Some(values);
                }
            }
        }
        best.unwrap()
    }
}

#[test]
fn small_boards_have_the_values_that_brute_force_finds() {
    let third = 1.0 / 3.0;
    let known = [
        ((3, 3, 3), [third; 3]),
        ((3, 3, 2), [1.0, 0.0, 0.0]),
        ((2, 4, 2), [1.0, 0.0, 0.0]),
        ((1, 7, 2), [third; 3]),
        ((2, 4, 3), [third; 3]),
    ];
    for ((rows, columns, k), golden) in known {
        let rules = Rules::mnk(rows, columns, k).unwrap();
        let root = Board::new(&rules).unwrap();
        let mut plain = Plain::new(rows as i32, columns as i32, k as i32);
        let report = Maxn::blind().search_payoffs(&root, &Limits::none());
        let unpruned = Maxn {
            pruning: false,
            ..Maxn::blind()
        }
        .search_payoffs(&root, &Limits::none());
        assert_eq!(
            (&report.values[..], report.proven),
            (&plain.value(0, None)[..], true),
            "{rows}x{columns}x{k}"
        );
        assert_eq!(
            (&report.values, &report.line),
            (&unpruned.values, &unpruned.line),
            "{rows}x{columns}x{k}"
        );
        assert_eq!(report.values, golden, "{rows}x{columns}x{k}");
        let paranoid = Paranoid::blind().search_payoffs(&root, &Limits::none());
        assert_eq!(
            paranoid.values[0],
            plain.value(0, Some(0))[0],
            "{rows}x{columns}x{k}"
        );
    }
}

/// Where the game is half played the values differ more, and ties are decided by the order of
/// moves.
#[test]
fn half_played_boards_have_the_values_that_brute_force_finds() {
    let rules = Rules::mnk(3, 4, 3).unwrap();
    let (mut rng, mut kinds) = (Rng::new(4), HashSet::new());
    for game in 0..80 {
        let plies = 5 + game % 4;
        let mut board = Board::new(&rules).unwrap();
        let mut plain = Plain::new(3, 4, 3);
        for ply in 0..plies {
            let moves: Vec<u16> = board.moves().collect();
            if board.outcome().is_some() {
                break;
            }
            let square = moves[rng.below(moves.len())];
            plain.marks[usize::from(square)] = Some(ply % 3);
            board.play(square);
        }
        let report = Maxn::blind().search_payoffs(&board, &Limits::none());
        assert_eq!(report.values, plain.value(plies, None), "{board}");
        let paranoid = Paranoid::blind().search_payoffs(&board, &Limits::none());
        assert_eq!(
            paranoid.values,
            plain.value(plies, Some(plies % 3)),
            "{board}"
        );
        kinds.insert(format!("{:?}", report.values));
    }
    assert!(kinds.len() >= 3, "{kinds:?}");
}

#[test]
fn the_prospect_is_a_share_of_one() {
    let small = rules("tictactoe3:3x3x3").unwrap();
    let shares = |text: &str| {
        let board = Board::read(&small, text).unwrap();
        [0, 1, 2].map(|p| OpenLines.expected_payoff(&board, Player(p)))
    };
    assert_eq!(shares(""), [1.0 / 3.0; 3]);
    assert_eq!(shares("a1 b1 c1 b2"), [15.0 / 18.0, 0.0, 3.0 / 18.0]);
    Kit::new(&Board::new(&small).unwrap()).each(|board| {
        let sum: f64 = (0..3)
            .map(|p| OpenLines.expected_payoff(board, Player(p)))
            .sum();
        assert!((sum - 1.0).abs() < 1e-12);
    });
}

/// A win in one is taken and the next player's win in one is stopped, by every search at small
/// depth.
#[test]
fn searches_see_what_is_one_move_away() {
    let board = rules("tictactoe3").unwrap();
    for (text, best) in [("a1 a4 d4 b1 b4 d2", "c1"), ("a1 a2 d1 d4 b2 a4", "c2")] {
        let position = Board::read(&board, text).unwrap();
        let limits = Limits::depth(4);
        for report in [
            Maxn::new(OpenLines).search_payoffs(&position, &limits),
            Paranoid {
                evaluator: OpenLines,
            }
            .search_payoffs(&position, &limits),
            BestReply {
                evaluator: OpenLines,
                habit: Promising,
            }
            .search_payoffs(&position, &limits),
        ] {
            assert_eq!(
                report.best().map(|m| position.write_move(m)),
                Some(best.into()),
                "{position}"
            );
        }
    }
}
