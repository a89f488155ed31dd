//! From the name of a game to its type.

use gametree_chess::Chess;
use gametree_games::connect4::Connect4;
use gametree_games::nim::Heaps;
use gametree_games::squares::Squares;
use gametree_games::{breakthrough, othello, tictactoe};

use crate::analysts::BuiltinAnalyst;
use crate::error::{ProjectError, Result};
use crate::games;

/// What is to be done with a game whose name is known only at run time.
pub trait Visit {
    /// What comes out.
    type Out;

    /// Does it.
    fn run<G: BuiltinAnalyst>(self) -> Self::Out;
}

/// Does something with the game of a name; `None` where no project is of such a game.
pub fn with_game<V: Visit>(name: &str, visit: V) -> Option<V::Out> {
    Some(match name {
        "chess" => visit.run::<Chess>(),
        "connect4" => visit.run::<Connect4>(),
        "tictactoe" => visit.run::<tictactoe::Board<'static, 1>>(),
        "mnk" => visit.run::<tictactoe::Board<'static, 6>>(),
        "othello" => visit.run::<othello::Board>(),
        "breakthrough" => visit.run::<breakthrough::Board>(),
        "nim" => visit.run::<Heaps>(),
        "squares" => visit.run::<Squares>(),
        _ => return None,
    })
}

/// The same, with the sentence that says so where there is no such game.
///
/// # Errors
/// When no project is of such a game.
pub fn with_named<T, V: Visit<Out = Result<T>>>(name: &str, visit: V) -> Result<T> {
    let unknown = || {
        ProjectError::invalid(format!("'{name}' is not a game for projects"))
            .hint(games::names().join(", "))
    };
    with_game(name, visit).ok_or_else(unknown)?
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::games::{GAMES, StoredGame};
    use gametree::board::{Board, Squares};

    /// Reads every start, and looks at its board and moves.
    struct Look(&'static StoredGame);

    impl Visit for Look {
        type Out = ();

        fn run<G: BuiltinAnalyst>(self) {
            for start in self.0.starts.iter().chain(&["startpos"]) {
                let position = G::from_user(start).unwrap_or_else(|why| panic!("{start}: {why}"));
                assert!(position.outcome().is_none(), "{start}");
                check_board(&position);
                let again =
                    G::from_user(&position.write()).unwrap_or_else(|why| panic!("{start}: {why}"));
                assert_eq!(again.identity(), position.identity(), "{start}");
            }
            assert!(
                G::from_user("no such position")
                    .err()
                    .unwrap()
                    .ends_with('.')
            );
            assert_ne!(G::players()[0], G::players()[1]);
        }
    }

    fn check_board<G: BuiltinAnalyst>(position: &G) {
        let cells = match crate::boards::board(position) {
            Board::Chess { fen, .. } => return assert_eq!(fen, position.write()),
            Board::Grid(grid) => {
                assert_eq!(grid.cells.len(), grid.rows * grid.cols);
                assert!(grid.row_names.is_empty() || grid.row_names.len() == grid.rows);
                assert!(grid.col_names.is_empty() || grid.col_names.len() == grid.cols);
                grid.cells.len()
            }
        };
        let on_board = |cell: &Option<String>| {
            cell.as_ref()
                .is_none_or(|cell| cell.parse::<usize>().unwrap() < cells)
        };
        for m in position.moves() {
            let Squares {
                from,
                to,
                promotion,
            } = position.squares(m);
            assert!(on_board(&from) && on_board(&to) && to.is_some() && promotion.is_none());
            assert_eq!(position.uci(m), position.write_move(m));
        }
    }

    #[test]
    fn every_game_of_the_list_opens_and_no_other() {
        for game in GAMES {
            assert_eq!(with_game(game.name, Look(game)), Some(()), "{}", game.name);
        }
        let names: HashSet<_> = GAMES.iter().map(|game| game.name).collect();
        assert_eq!(names.len(), GAMES.len());
        for name in ["", "Chess", "othello:6", "backgammon"] {
            assert_eq!(with_game(name, Look(&GAMES[0])), None, "{name}");
        }
    }
}
