//! The endgame solver of Othello against plain minimax.

use gametree::alphabeta::AlphaBeta;
use gametree::finishing::{Finisher, Finishing};
use gametree::minimax::Minimax;
use gametree::random_mover::RandomMover;
use gametree::rng::Rng;
use gametree::{Blind, Budget, Game, Limits, Score, Search, Stop};
use gametree_games::othello::{Board, Endgame};

/// A position of a random game with at most so many empty squares, the game not over.
fn late(size: usize, empty: u32, rng: &mut Rng) -> Board {
    loop {
        let mut board = Board::start(size).unwrap();
        let squares = (size * size) as u32;
        while board.outcome().is_none() {
            if squares - board.discs().iter().sum::<u32>() <= empty {
                return board;
            }
            let moves: Vec<_> = board.moves().collect();
            board.play(moves[rng.below(moves.len())]);
        }
    }
}

fn solved(board: &Board, endgame: &mut Endgame) -> Score {
    let found = endgame
        .finish(board, &mut Budget::new(&Limits::none()))
        .unwrap();
    let behind = Minimax { evaluator: Blind }.search(&board.after(found.best), &Limits::none());
    assert_eq!(
        behind.value, found.value,
        "the move keeps the value\n{board}"
    );
    found.value
}

#[test]
fn the_solver_is_minimax() {
    let (mut rng, mut endgame) = (Rng::new(1), Endgame::default());
    for round in 0..600 {
        let board = late(8, 1 + round % 7, &mut rng);
        let plain = Minimax { evaluator: Blind }.search(&board, &Limits::none());
        assert_eq!(solved(&board, &mut endgame), plain.value, "{board}");
    }
}

#[test]
fn the_solver_with_its_table_is_alphabeta() {
    let (mut rng, mut endgame) = (Rng::new(2), Endgame::default());
    for (size, empty) in [(8, 8), (8, 9), (6, 9), (8, 10), (4, 12), (6, 10)]
        .into_iter()
        .cycle()
        .take(36)
    {
        let board = late(size, empty, &mut rng);
        let plain = AlphaBeta { evaluator: Blind }.search(&board, &Limits::none());
        let found = endgame
            .finish(&board, &mut Budget::new(&Limits::none()))
            .unwrap();
        assert_eq!(found.value, plain.value, "{board}");
        let behind =
            AlphaBeta { evaluator: Blind }.search(&board.after(found.best), &Limits::none());
        assert_eq!(behind.value, found.value, "{board}");
    }
}

/// Where the end is near, whatever search is inside gives the game's value; far from it, it is not
/// disturbed; and nothing spends more than the limits.
#[test]
fn any_search_may_leave_the_end_to_the_solver() {
    let mut rng = Rng::new(3);
    let mut search = Finishing {
        inner: RandomMover::new(1),
        finisher: Endgame::default(),
    };
    let limits = Limits::nodes(100_000);
    for empty in [1, 4, 8] {
        let board = late(8, empty, &mut rng);
        let plain = AlphaBeta { evaluator: Blind }.search(&board, &Limits::none());
        let report = search.search(&board, &limits);
        assert_eq!(
            (report.value, report.proven, report.stop),
            (plain.value, true, Stop::Done)
        );
    }
    let report = search.search(&Board::start(8).unwrap(), &limits);
    assert!(!report.proven);
    for nodes in [1, 30, 100, 1000, 3000] {
        let board = late(8, 8, &mut rng);
        let mut search = Finishing {
            inner: AlphaBeta { evaluator: Blind },
            finisher: Hopeful(Endgame::default()),
        };
        let report = search.search(&board, &Limits::nodes(nodes));
        assert!(
            report.counts.nodes <= nodes && board.moves().any(|m| Some(m) == report.best()),
            "{nodes}"
        );
    }
}

/// Believes that everything is cheap.
struct Hopeful(Endgame);

impl Finisher<Board> for Hopeful {
    fn cost(&self, _: &Board) -> Option<u64> {
        Some(0)
    }

    fn finish(
        &mut self,
        board: &Board,
        budget: &mut Budget,
    ) -> Result<gametree::finishing::Finish<<Board as Game>::Move>, Stop> {
        self.0.finish(board, budget)
    }
}
