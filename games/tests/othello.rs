//! Golden numbers and laws of Othello.

use gametree::alphabeta::AlphaBeta;
use gametree::rng::Rng;
use gametree::testkit::{Kit, perft};
use gametree::{Evaluator, Game, Guided, Limits, Noisy, Notation, Outcome, Player, Score, Search};
use gametree_games::othello::{Board, DISC, Move, Patterns, Phased, Positional};

#[test]
fn every_size_passes_the_kit() {
    for size in [4, 6, 8] {
        Kit::new(&Board::start(size).unwrap())
            .keyed()
            .noisy()
            .forced()
            .guided()
            .notation()
            .two_player();
    }
}

#[test]
fn perft_agrees_with_the_published_table() {
    let root = Board::start(8).unwrap();
    let table = [1, 4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288];
    for (depth, leaves) in table.into_iter().enumerate() {
        assert_eq!(perft(&root, depth as u32), leaves, "depth {depth}");
    }
}

#[test]
fn four_by_four_is_lost_by_eight() {
    let root = Board::start(4).unwrap();
    let report = AlphaBeta::blind().search(&root, &Limits::none());
    assert_eq!(
        (report.value, report.proven),
        (Score::points(-8 * DISC), true)
    );
    let end = report.line.iter().fold(root, |board, &m| board.after(m));
    assert_eq!(
        (end.discs(), end.outcome()),
        ([3, 11], Some(Outcome::Points(-8 * DISC)))
    );
}

/// The rules square by square, without bit boards.
#[derive(Clone)]
struct Plain {
    discs: Vec<Vec<Option<u8>>>,
    turn: u8,
}

impl Plain {
    fn start(size: usize) -> Plain {
        let mut discs = vec![vec![None; size]; size];
        let m = size / 2;
        (discs[m - 1][m], discs[m][m - 1]) = (Some(0), Some(0));
        (discs[m - 1][m - 1], discs[m][m]) = (Some(1), Some(1));
        Plain { discs, turn: 0 }
    }

    fn turned(&self, row: usize, column: usize, player: u8) -> Vec<(usize, usize)> {
        let mut all = Vec::new();
        if self.discs[row][column].is_some() {
            return all;
        }
        for (down, right) in [
            (-1, -1),
            (-1, 0),
            (-1, 1),
            (0, -1),
            (0, 1),
            (1, -1),
            (1, 0),
            (1, 1),
        ] {
            let (mut run, mut r, mut c) =
                (Vec::new(), row as isize + down, column as isize + right);
            let at = |r: isize, c: isize| *self.discs.get(r as usize)?.get(c as usize)?;
            while at(r, c) == Some(1 - player) {
                run.push((r as usize, c as usize));
                (r, c) = (r + down, c + right);
            }
            if at(r, c) == Some(player) {
                all.extend(run);
            }
        }
        all
    }

    fn legal(&self, player: u8) -> Vec<(usize, usize)> {
        let side = 0..self.discs.len();
        let squares = side.clone().flat_map(|r| side.clone().map(move |c| (r, c)));
        squares
            .filter(|&(r, c)| !self.turned(r, c, player).is_empty())
            .collect()
    }

    fn play(&mut self, place: Option<(usize, usize)>) {
        if let Some((row, column)) = place {
            for (r, c) in self.turned(row, column, self.turn) {
                self.discs[r][c] = Some(self.turn);
            }
            self.discs[row][column] = Some(self.turn);
        }
        self.turn = 1 - self.turn;
    }
}

#[test]
fn bit_boards_play_as_the_rules_square_by_square() {
    for (size, seed) in [
        (4, 1),
        (6, 2),
        (8, 3),
        (8, 4),
        (6, 5),
        (8, 6),
        (4, 7),
        (8, 8),
        (8, 9),
        (8, 10),
    ] {
        let (mut board, mut plain) = (Board::start(size).unwrap(), Plain::start(size));
        let mut rng = Rng::new(seed);
        while board.outcome().is_none() {
            let legal = plain.legal(plain.turn);
            let moves: Vec<Move> = board.moves().collect();
            let place = |&(r, c): &(usize, usize)| Move::Place((r * 8 + c) as u8);
            let want: Vec<Move> = legal.iter().map(place).collect();
            assert_eq!(
                moves,
                if want.is_empty() {
                    vec![Move::Pass]
                } else {
                    want
                }
            );
            let pick = rng.below(moves.len());
            board.play(moves[pick]);
            plain.play(legal.get(pick).copied());
            let count = |player| {
                plain
                    .discs
                    .iter()
                    .flatten()
                    .filter(|&&disc| disc == Some(player))
                    .count() as u32
            };
            assert_eq!(board.discs(), [count(0), count(1)]);
            assert_eq!(board.turn(), Player(plain.turn));
        }
        assert!(plain.legal(0).is_empty() && plain.legal(1).is_empty());
    }
}

#[test]
fn passes_are_forced_and_may_be_left_out() {
    // The first random game in which somebody must pass.
    let (board, moves) = (0..).find_map(with_a_pass).unwrap();
    let names = |skip: &str| {
        moves
            .iter()
            .filter(|name| *name != skip)
            .cloned()
            .collect::<Vec<_>>()
            .concat()
    };
    assert_eq!(Board::read(8, &names("")).unwrap(), board);
    assert_eq!(Board::read(8, &names("pass")).unwrap(), board);
    assert!(Board::read(8, "pass").is_err());
}

/// A random game up to the move after a pass, if it has one.
fn with_a_pass(seed: u64) -> Option<(Board, Vec<String>)> {
    let (mut board, mut rng, mut names) = (Board::start(8).unwrap(), Rng::new(seed), Vec::new());
    while board.outcome().is_none() {
        let moves: Vec<Move> = board.moves().collect();
        let m = moves[rng.below(moves.len())];
        let after_pass = names.last().is_some_and(|name| name == "pass");
        names.push(board.write_move(m));
        board.play(m);
        if after_pass {
            return Some((board, names));
        }
    }
    None
}

/// The same position with the colours changed.
fn swapped(board: &Board) -> Board {
    let text: String = board
        .to_string()
        .lines()
        .skip(1)
        .take(board.size())
        .map(|line| &line[1..])
        .collect();
    let swap = |c: char| match c {
        'X' => 'O',
        'O' => 'X',
        other => other,
    };
    let turn = if board.turn() == Player::FIRST {
        "O"
    } else {
        "X"
    };
    Board::read(
        board.size(),
        &format!("{} {turn}", text.chars().map(swap).collect::<String>()),
    )
    .unwrap()
}

#[test]
fn changing_colours_changes_the_sign() {
    for size in [4, 6, 8] {
        let mut kinds = std::collections::HashSet::new();
        Kit::new(&Board::start(size).unwrap()).each(|board| {
            let other = swapped(board);
            assert_eq!(
                Positional::default().evaluate(board),
                -Positional::default().evaluate(&other),
                "{board}{other}"
            );
            let patterns = Patterns::default();
            assert_eq!(
                patterns.evaluate(board),
                -patterns.evaluate(&other),
                "{board}{other}"
            );
            assert_eq!(
                patterns.evaluate(board),
                patterns.evaluate(&upside_down(board)),
                "{board}"
            );
            kinds.insert(Positional::default().evaluate(board));
        });
        assert!(
            kinds.len() > 10,
            "the evaluator tells positions of side {size} apart"
        );
    }
}

/// The same position with its rows in the other order.
fn upside_down(board: &Board) -> Board {
    let text = board.to_string();
    let rows: Vec<&str> = text
        .lines()
        .skip(1)
        .take(board.size())
        .map(|line| &line[1..])
        .collect();
    let turn = if board.turn() == Player::FIRST {
        "X"
    } else {
        "O"
    };
    let rows: String = rows.into_iter().rev().collect();
    Board::read(board.size(), &format!("{rows} {turn}")).unwrap()
}

#[test]
fn the_weight_of_the_move_is_the_movers() {
    let start = Board::start(8).unwrap();
    let value = |tempo: i32, board: &Board| {
        Patterns {
            tempo: Phased(tempo, tempo, tempo),
            ..Patterns::default()
        }
        .evaluate(board)
    };
    assert_eq!(value(300, &start) - value(0, &start), 300);
    let second = start.after(start.moves().next().unwrap());
    assert_eq!(value(300, &second) - value(0, &second), -300);
}

#[test]
fn corners_are_noisy_and_promise_most() {
    let text = "........ .O...... ..X..... ........ ........ ........ ........ ........ X";
    let board = Board::read(8, text).unwrap();
    assert_eq!(board.noisy().collect::<Vec<_>>(), [Move::Place(0)]);
    let best = board.moves().max_by_key(|&m| board.promise(m)).unwrap();
    assert_eq!(board.write_move(best), "a1");
    assert!(Board::start(8).unwrap().noisy().next().is_none());
}

#[test]
fn the_side_with_the_corner_is_ahead() {
    let text = "XXX..... XO...... ..O..... ...OX... ...XO... ........ ........ ........ O";
    assert!(Positional::default().evaluate(&Board::read(8, text).unwrap()) > 5 * DISC);
    assert!(Patterns::default().evaluate(&Board::read(8, text).unwrap()) > 5 * DISC);
}

#[test]
fn bad_text_is_refused_with_its_reason() {
    let errors = [
        (8, "a1", "a1 outflanks nothing for X"),
        (8, "f5f5", "f5 outflanks nothing for O"),
        (8, "f5z9", "\"z9\" is not a square of the board"),
        (6, "g5", "\"g5\" is not a square of the board"),
        (8, "f5d", "\"d\" is not a square of the board"),
        (8, "fé5", "\"fé5\" is not a square of the board"),
        (
            5,
            "",
            "an Othello board has 4, 6 or 8 squares a side, not 5",
        ),
        (
            4,
            "----OX--XO---- X",
            "the board has 14 squares instead of 16",
        ),
        (
            4,
            "-----OX--XO-----",
            "after the board it must say who is to move: X or O",
        ),
        (
            4,
            "-----OX--XQ----- X",
            "'Q' on the board is none of X, O and -",
        ),
        (
            8,
            "pass",
            "a pass where the mover can still outflank something",
        ),
    ];
    for (size, text, want) in errors {
        assert_eq!(
            Board::read(size, text).unwrap_err().to_string(),
            want,
            "{text}"
        );
    }
    let start = "-----OX--XO----- X";
    assert_eq!(Board::read(4, start).unwrap(), Board::start(4).unwrap());
    let over = Board::read(4, "XXXXXXXXXXXXXXXX O").unwrap();
    assert_eq!(over.outcome(), Some(Outcome::Points(16 * DISC)));
}
