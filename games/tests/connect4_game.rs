//! Connect-Four keeps the rules: against a board of characters, the kit, and the generic searches.

use gametree::alphabeta::AlphaBeta;
use gametree::rng::Rng;
use gametree::testkit::{Kit, perft};
use gametree::{Game, Keyed, Limits, Notation, Outcome, Player, Score, Search};
use gametree_games::connect4::{Column, Connect4, Threats};

/// The rules once more, slowly: a grid, and a walk along every line from the last stone.
#[derive(Clone)]
struct Naive {
    grid: [[char; 6]; 7],
    plies: usize,
    won: Option<char>,
}

impl Naive {
    fn new() -> Naive {
        Naive {
            grid: [['.'; 6]; 7],
            plies: 0,
            won: None,
        }
    }

    fn mark(&self) -> char {
        if self.plies.is_multiple_of(2) {
            'X'
        } else {
            'O'
        }
    }

    fn open(&self) -> Vec<usize> {
        (0..7)
            .filter(|&column| self.grid[column][5] == '.')
            .collect()
    }

    fn play(&mut self, column: usize) {
        let row = (0..6)
            .find(|&row| self.grid[column][row] == '.')
            .expect("an open column");
        self.grid[column][row] = self.mark();
        if [(0, 1), (1, 0), (1, 1), (1, -1)]
            .iter()
            .any(|&step| self.run(column, row, step) >= 4)
        {
            self.won = Some(self.mark());
        }
        self.plies += 1;
    }

    /// How many stones of the same colour stand in a row through a square.
    fn run(&self, column: usize, row: usize, (dx, dy): (i32, i32)) -> i32 {
        let one_way = |sign: i32| {
            (1..4)
                .take_while(|i| {
                    let (x, y) = (column as i32 + sign * i * dx, row as i32 + sign * i * dy);
                    (0..7).contains(&x)
                        && (0..6).contains(&y)
                        && self.grid[x as usize][y as usize] == self.grid[column][row]
                })
                .count() as i32
        };
        1 + one_way(1) + one_way(-1)
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.won.is_some() {
            return 0;
        }
        self.open()
            .into_iter()
            .map(|column| {
                let mut next = self.clone();
                next.play(column);
                next.perft(depth - 1)
            })
            .sum()
    }

    fn drawing(&self) -> String {
        let row = |y: usize| {
            (0..7)
                .map(|x| self.grid[x][y].to_string())
                .collect::<Vec<_>>()
                .join(" ")
        };
        (0..6).rev().map(|y| row(y) + "\n").collect()
    }
}

#[test]
fn the_kit_is_content() {
    Kit::new(&Connect4::default())
        .keyed()
        .noisy()
        .forced()
        .guided()
        .notation()
        .two_player();
}

#[test]
fn perft_agrees_with_the_naive_board() {
    let known = [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234];
    for (depth, &expected) in known.iter().enumerate() {
        assert_eq!(
            perft(&Connect4::new(), depth as u32),
            expected,
            "depth {depth}"
        );
        assert_eq!(
            Naive::new().perft(depth as u32),
            expected,
            "naive, depth {depth}"
        );
    }
}

#[test]
fn random_games_agree_with_the_naive_board_to_their_end() {
    let (mut rng, mut ends) = (Rng::new(21), [0; 3]);
    for _ in 0..3_000 {
        let (mut position, mut naive) = (Connect4::new(), Naive::new());
        while position.outcome().is_none() {
            assert_eq!(naive.won, None);
            let mut open: Vec<usize> = position.moves().map(|Column(c)| usize::from(c)).collect();
            let column = open[rng.below(open.len())];
            open.sort_unstable();
            assert_eq!(open, naive.open());
            naive.play(column);
            position.play(Column(column as u8));
            assert!(
                position.to_string().starts_with(&naive.drawing()),
                "{position}"
            );
        }
        let (slot, winner) = match position.outcome() {
            Some(Outcome::Win(Player::FIRST)) => (0, Some('X')),
            Some(Outcome::Win(_)) => (1, Some('O')),
            _ => (2, None),
        };
        assert_eq!(naive.won, winner);
        assert!(winner.is_some() || naive.plies == 42);
        ends[slot] += 1;
    }
    assert!(
        ends.iter().all(|&n| n > 0),
        "not every kind of end occurred: {ends:?}"
    );
}

#[test]
fn bad_texts_are_refused_with_the_move_that_is_wrong() {
    let error = |text: &str| text.parse::<Connect4>().unwrap_err().to_string();
    assert_eq!(
        error("448"),
        "move 3 ('8'): not a column; columns are the digits 1 to 7"
    );
    assert_eq!(
        error("4 4"),
        "move 2 (' '): not a column; columns are the digits 1 to 7"
    );
    assert_eq!(
        error("44x"),
        "move 3 ('x'): not a column; columns are the digits 1 to 7"
    );
    assert_eq!(error("4444444"), "move 7 ('4'): column 4 is full");
    assert_eq!(
        error("12121213"),
        "move 8 ('3'): the game is over, X has won"
    );
    assert_eq!(
        error("21212123"),
        "move 8 ('3'): the game is over, X has won"
    );
    let full = full_board();
    assert!(full.parse::<Connect4>().is_ok());
    assert_eq!(
        error(&(full + "1")),
        "move 43 ('1'): the game is over, the board is full"
    );
    assert_eq!(
        error(&"0".repeat(1_000_000)),
        "move 1 ('0'): not a column; columns are the digits 1 to 7"
    );
}

/// Some game that fills the board without a four.
fn full_board() -> String {
    for seed in 0.. {
        let (mut rng, mut position, mut text) = (Rng::new(seed), Connect4::new(), String::new());
        while position.outcome().is_none() {
            let moves: Vec<_> = position.moves().collect();
            let m = moves[rng.below(moves.len())];
            text += &position.write_move(m);
            position.play(m);
        }
        if position.outcome() == Some(Outcome::Draw) {
            return text;
        }
    }
    unreachable!("random games are drawn now and then")
}

#[test]
fn the_board_is_drawn_with_what_comes_next() {
    let position: Connect4 = " 44453 ".parse().unwrap();
    let drawing = "\
. . . . . . .
. . . . . . .
. . . . . . .
. . . X . . .
. . . O . . .
. . X X O . .
1 2 3 4 5 6 7
O to move
";
    assert_eq!(position.to_string(), drawing);
    assert!(
        "1212121"
            .parse::<Connect4>()
            .unwrap()
            .to_string()
            .ends_with("X has won\n")
    );
    assert!(
        full_board()
            .parse::<Connect4>()
            .unwrap()
            .to_string()
            .ends_with("drawn\n")
    );
}

#[test]
fn keys_tell_positions_apart_and_transpositions_agree() {
    let key = |text: &str| text.parse::<Connect4>().unwrap().key();
    assert_eq!(key("123"), key("321"));
    assert_ne!(key("12"), key("21"));
    assert_ne!(key(""), key("1"));
    assert_ne!(key("11"), key("1"));
}

#[test]
fn generic_searches_find_a_short_win() {
    // X makes three in a row, open on both sides: he wins with his next stone but one.
    let position: Connect4 = "4433".parse().unwrap();
    for report in [
        AlphaBeta::blind().search(&position, &Limits::depth(4)),
        AlphaBeta { evaluator: Threats }.search(&position, &Limits::depth(4)),
    ] {
        assert_eq!(
            (report.value, report.line.len(), report.proven),
            (Score::win_in(3), 3, true)
        );
    }
}

/// Plays a game between two searches; the winner.
fn game(mut position: Connect4, depth: u32, knowing: Player) -> Option<Player> {
    let limits = Limits::depth(depth);
    while position.outcome().is_none() {
        let report = if position.turn() == knowing {
            AlphaBeta { evaluator: Threats }.search(&position, &limits)
        } else {
            AlphaBeta::blind().search(&position, &limits)
        };
        position.play(report.best().expect("the game goes on"));
    }
    match position.outcome() {
        Some(Outcome::Win(winner)) => Some(winner),
        _ => None,
    }
}

#[test]
fn the_evaluator_beats_blindness_from_both_sides() {
    let (mut wins, mut losses) = (0, 0);
    for opening in 0..49 {
        let position = Connect4::new()
            .after(Column(opening / 7))
            .after(Column(opening % 7));
        for knowing in [Player::FIRST, Player::SECOND] {
            match game(position, 4, knowing) {
                Some(winner) if winner == knowing => wins += 1,
                Some(_) => losses += 1,
                None => {}
            }
        }
    }
    eprintln!("the evaluator won {wins} and lost {losses} of 98 games");
    assert!(wins > 3 * losses, "won {wins}, lost {losses}");
}
