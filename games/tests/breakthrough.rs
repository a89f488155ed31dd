//! Breakthrough against a slow generator, and its laws.

use std::collections::HashSet;

use gametree::alphabeta::AlphaBeta;
use gametree::minimax::Minimax;
use gametree::testkit::{Kit, perft};
use gametree::{Evaluator, Game, Guided, Limits, Noisy, Notation, Outcome, Player, Score, Search};
use gametree_games::breakthrough::{Board, Positional, Rows};

fn read(rows: usize, columns: usize, text: &str) -> Board {
    Board::read(rows, columns, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn names(
    board: &Board,
    moves: impl Iterator<Item = gametree_games::breakthrough::Step>,
) -> Vec<String> {
    let mut names: Vec<String> = moves.map(|m| board.write_move(m)).collect();
    names.sort();
    names
}

#[test]
fn every_size_passes_the_kit() {
    for (rows, columns) in [(8, 8), (6, 6), (5, 5), (4, 2), (8, 3), (4, 8)] {
        let root = Board::start(rows, columns).unwrap();
        Kit::new(&root)
            .keyed()
            .noisy()
            .forced()
            .guided()
            .notation()
            .two_player();
    }
}

/// The rules square by square, without bit boards: `rows[0]` is the first player's home.
#[derive(Clone)]
struct Plain {
    rows: Vec<Vec<char>>,
    turn: char,
}

impl Plain {
    fn start(rows: usize, columns: usize) -> Plain {
        let fill = |row| {
            if row < 2 {
                'X'
            } else if row + 2 >= rows {
                'O'
            } else {
                '.'
            }
        };
        Plain {
            rows: (0..rows).map(|row| vec![fill(row); columns]).collect(),
            turn: 'X',
        }
    }

    fn over(&self) -> bool {
        let has = |mark, row: &Vec<char>| row.contains(&mark);
        has('X', self.rows.last().unwrap())
            || has('O', &self.rows[0])
            || !self.rows.iter().any(|row| has('X', row))
            || !self.rows.iter().any(|row| has('O', row))
    }

    fn children(&self) -> Vec<(String, Plain)> {
        let mut all = Vec::new();
        let up = if self.turn == 'X' { 1 } else { -1 };
        for (r, row) in self.rows.iter().enumerate() {
            for c in (0..row.len()).filter(|&c| row[c] == self.turn) {
                for side in [-1, 0, 1] {
                    all.extend(self.step((r, c), (r as isize + up, c as isize + side)));
                }
            }
        }
        all
    }

    fn step(
        &self,
        (r, c): (usize, usize),
        (to_r, to_c): (isize, isize),
    ) -> Option<(String, Plain)> {
        let (to_r, to_c) = (usize::try_from(to_r).ok()?, usize::try_from(to_c).ok()?);
        let target = *self.rows.get(to_r)?.get(to_c)?;
        if target == self.turn || target != '.' && to_c == c {
            return None;
        }
        let mut next = self.clone();
        next.rows[r][c] = '.';
        next.rows[to_r][to_c] = self.turn;
        next.turn = if self.turn == 'X' { 'O' } else { 'X' };
        let square = |r: usize, c: usize| format!("{}{}", (b'a' + c as u8) as char, r + 1);
        let by = if target == '.' { "" } else { "x" };
        Some((format!("{}{by}{}", square(r, c), square(to_r, to_c)), next))
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.over() {
            return 0;
        }
        self.children()
            .iter()
            .map(|(_, child)| child.perft(depth - 1))
            .sum()
    }
}

#[test]
fn perft_agrees_with_the_slow_generator() {
    let root = Board::start(8, 8).unwrap();
    assert_eq!((perft(&root, 1), perft(&root, 2)), (22, 484));
    for (rows, columns, depth) in [(8, 8, 4), (5, 5, 5), (6, 3, 6), (4, 4, 6), (4, 2, 8)] {
        let (fast, slow) = (
            Board::start(rows, columns).unwrap(),
            Plain::start(rows, columns),
        );
        for depth in 1..=depth {
            assert_eq!(
                perft(&fast, depth),
                slow.perft(depth),
                "{rows}x{columns} depth {depth}"
            );
        }
    }
}

#[test]
fn random_games_agree_with_the_slow_generator() {
    for (rows, columns) in [(8, 8), (5, 6)] {
        let mut plain = Plain::start(rows, columns);
        let start = Board::start(rows, columns).unwrap();
        Kit::new(&start).each(|board| {
            if *board == start {
                plain = Plain::start(rows, columns);
            }
            if let Some((_, next)) = plain
                .children()
                .into_iter()
                .find(|(_, next)| same(board, next))
            {
                plain = next;
            }
            assert!(same(board, &plain), "{board}");
            assert_eq!(board.outcome().is_some(), plain.over());
            if !plain.over() {
                let mut want: Vec<String> =
                    plain.children().into_iter().map(|(name, _)| name).collect();
                want.sort();
                assert_eq!(names(board, board.moves()), want);
            }
        });
    }
}

fn same(board: &Board, plain: &Plain) -> bool {
    let text: Vec<String> = plain
        .rows
        .iter()
        .rev()
        .map(|row| row.iter().collect())
        .collect();
    let text = format!("{} {}", text.join("/"), plain.turn);
    *board == read(plain.rows.len(), plain.rows[0].len(), &text)
}

#[test]
fn both_ways_to_win() {
    let there = read(5, 3, "O.X/.../.../.../X.. O");
    assert_eq!(there.outcome(), Some(Outcome::Win(Player::FIRST)));
    let last = read(5, 3, ".../.../.O./X../... X");
    let won = last.after(last.read_move("a2b3").unwrap());
    assert_eq!(won.outcome(), Some(Outcome::Win(Player::FIRST)));
    let low = read(5, 3, ".../..X/.../O../..X O");
    assert_eq!(
        low.after(low.read_move("a2-a1").unwrap()).outcome(),
        Some(Outcome::Win(Player::SECOND))
    );
}

#[test]
fn small_boards_have_the_same_value_by_two_searches() {
    for (rows, columns) in [(4, 2), (5, 2), (4, 3)] {
        let root = Board::start(rows, columns).unwrap();
        let limits = Limits::depth(9);
        let full = Minimax::blind().search(&root, &limits);
        let pruned = AlphaBeta::blind().search(&root, &limits);
        assert_eq!(
            (full.value, full.proven),
            (pruned.value, pruned.proven),
            "{rows}x{columns}"
        );
    }
    let root = Board::start(5, 2).unwrap();
    assert!(AlphaBeta::blind().search(&root, &Limits::none()).proven);
}

#[test]
fn threats_are_met_or_lost() {
    let met = read(5, 4, "OOOO/..../..../.O../X.XX X");
    assert_eq!(names(&met, met.noisy()), ["a1xb2", "c1xb2"]);
    assert!(!met.may_stand_pat());
    let lost = read(5, 4, "OOOO/..../..../O.../X..X X");
    assert_eq!(lost.noisy().count(), 1);
    let report = AlphaBeta::blind().search(&lost, &Limits::depth(2));
    assert_eq!(report.value, Score::loss_in(2));
    let race = read(5, 4, "O.../..X./..../O.../X..X X");
    assert_eq!(names(&race, race.noisy()), ["c4b5", "c4c5", "c4d5"]);
    let quiet = read(5, 4, "OOOO/..../.O../X.../..X. X");
    assert_eq!(names(&quiet, quiet.noisy()), ["a2xb3"]);
    assert!(quiet.may_stand_pat() && Board::start(8, 8).unwrap().noisy().next().is_none());
    let near = read(5, 4, "OO../..../..X./..../.... X");
    assert_eq!(names(&near, near.noisy()), ["c3b4", "c3c4", "c3d4"]);
}

/// Who must react and only looks at the noisy moves decides as if he had looked at all.
#[test]
fn forced_replies_lose_nothing() {
    let mut forced = 0;
    Kit::new(&Board::start(6, 4).unwrap()).each(|board| {
        if board.outcome().is_some() || board.may_stand_pat() {
            return;
        }
        forced += 1;
        let value = |moves: Vec<_>| {
            moves
                .into_iter()
                .map(|m| wins(&board.after(m), board.turn()))
                .max()
        };
        assert_eq!(
            value(board.noisy().collect()),
            value(board.moves().collect()),
            "{board}"
        );
    });
    assert!(forced > 20, "{forced} positions were forced");
}

/// Two plies on: 1 if `player` has won, −1 if he has lost, else 0.
fn wins(board: &Board, player: Player) -> i32 {
    let value = AlphaBeta::blind().search(board, &Limits::depth(1)).value;
    let sign = if player == Player::FIRST { 1 } else { -1 };
    if value.is_decided() {
        sign * value.raw().signum()
    } else {
        0
    }
}

/// The same position turned upside down with the colours changed.
fn swapped(board: &Board, columns: usize) -> Board {
    let text = board.to_string();
    let rows: Vec<String> = text
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()))
        .map(turn)
        .collect();
    let rows: Vec<&str> = rows.iter().rev().map(String::as_str).collect();
    let mover = if board.turn() == Player::FIRST {
        "O"
    } else {
        "X"
    };
    read(rows.len(), columns, &format!("{} {mover}", rows.join("/")))
}

fn turn(line: &str) -> String {
    let swap = |c: char| match c {
        'X' => 'O',
        'O' => 'X',
        other => other,
    };
    line[1..].chars().filter(|&c| c != ' ').map(swap).collect()
}

#[test]
fn changing_colours_changes_the_sign() {
    for (rows, columns) in [(8, 8), (5, 6)] {
        let mut kinds = HashSet::new();
        Kit::new(&Board::start(rows, columns).unwrap()).each(|board| {
            let other = swapped(board, columns);
            assert_eq!(
                Positional::default().evaluate(board),
                -Positional::default().evaluate(&other),
                "{board}{other}"
            );
            assert_eq!(
                Rows::default().evaluate(board),
                -Rows::default().evaluate(&other),
                "{board}{other}"
            );
            kinds.insert(Positional::default().evaluate(board));
        });
        assert!(kinds.len() > 50);
    }
}

/// The fitted evaluator tells the same races as [`Board::race`].
#[test]
fn rows_see_the_same_races() {
    let mut races = 0;
    Kit::new(&Board::start(8, 8).unwrap()).each(|board| {
        if board.outcome().is_some() {
            return;
        }
        let value = |race: i32| {
            Rows {
                race,
                delay: 0,
                ..Rows::default()
            }
            .evaluate(board)
        };
        let told = match board.race() {
            None => 0,
            Some((Player::FIRST, _)) => 5000,
            Some(_) => -5000,
        };
        races += i32::from(told != 0);
        assert_eq!(value(5000) - value(0), told, "{board}");
    });
    assert!(races > 10, "{races}");
}

/// What is called a won race is won, and as fast as it says or faster.
#[test]
fn runaways_get_home() {
    let mut races = 0;
    for (rows, columns) in [(5, 4), (6, 3), (8, 8)] {
        Kit::new(&Board::start(rows, columns).unwrap()).each(|board| {
            let Some((winner, plies)) = board.race().filter(|&(_, plies)| plies <= 5) else {
                return;
            };
            if board.outcome().is_none() {
                races += 1;
                let value = AlphaBeta::blind()
                    .search(board, &Limits::depth(plies))
                    .value;
                let (best, worst) = (Score::win_in(1), Score::win_in(plies));
                let value = if winner == Player::FIRST {
                    value
                } else {
                    -value
                };
                assert!(
                    (worst..=best).contains(&value),
                    "{winner:?} in {plies}, not {value}\n{board}"
                );
            }
        });
    }
    assert!(races > 100, "{races} races");
    let slow = read(
        8,
        8,
        "......../......../......../......../O....X../......../......../..X..... X",
    );
    assert_eq!(
        slow.race(),
        None,
        "c1 may catch a4, but a4 may also be first"
    );
    let alone = read(
        8,
        8,
        "......../......../......../......../O....X../......../......../........ O",
    );
    assert_eq!(alone.race(), Some((Player::SECOND, 5)));
    assert!(Positional::default().evaluate(&alone) < -2000);
}

#[test]
fn a_winning_step_promises_most() {
    let board = read(5, 4, "O.../..X./.O../X.../.... X");
    let best = board.moves().max_by_key(|&m| board.promise(m)).unwrap();
    assert!(board.write_move(best).starts_with("c4"));
    let mut moves: Vec<_> = board.moves().filter(|m| m.to / 8 != 4).collect();
    moves.sort_by_key(|&m| -board.promise(m));
    assert_eq!(board.write_move(moves[0]), "a2xb3");
}

#[test]
fn text_is_read_and_written() {
    let board = read(5, 3, "a2a3 b4xa3");
    assert_eq!(
        board.to_string(),
        "5 O O O\n4 O . O\n3 O . .\n2 . X X\n1 X X X\n  a b c\nX to move\n"
    );
    assert_eq!(read(5, 3, "OOO/O.O/O../.XX/XXX X"), board);
    assert_eq!(read(5, 3, "A2-A3, B4A3"), board);
    let errors = [
        ((5, 3), "a2a4", "\"a2a4\" is not a legal move for X"),
        ((5, 3), "a2a3 a2a3", "\"a2a3\" is not a legal move for O"),
        (
            (4, 4),
            "a2xb3 a4xb3 a1a2 b3xa2 b2xc3 a2b1 c3c4",
            "\"c3c4\" is played after the end of the game",
        ),
        (
            (3, 3),
            "",
            "Breakthrough needs 4 to 8 rows of 2 to 8 columns, not 3 rows of 3 columns",
        ),
        (
            (9, 8),
            "",
            "Breakthrough needs 4 to 8 rows of 2 to 8 columns, not 9 rows of 8 columns",
        ),
        ((5, 3), "OOO/O.O X", "the text has 2 rows instead of 5"),
        (
            (5, 3),
            "OOO/O.O/O../.X/XXX X",
            "row 2 has 2 squares instead of 3",
        ),
        (
            (5, 3),
            "OOO/O.O/O../.XQ/XXX X",
            "'Q' on the board is none of X, O and .",
        ),
        (
            (5, 3),
            "OOO/O.O/O../.XX/XXX",
            "after the rows it must say who is to move: X or O",
        ),
        ((5, 3), ".../.../.../.../... X", "the board has no pieces"),
        ((5, 3), "..X/.../.../.../O.. X", "both players have won"),
    ];
    for ((rows, columns), text, want) in errors {
        assert_eq!(
            Board::read(rows, columns, text).unwrap_err().to_string(),
            want
        );
    }
}
