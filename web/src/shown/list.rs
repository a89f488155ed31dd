//! The games that can be projects, by name.

use gametree_chess::Chess;
use gametree_games::connect4::Connect4;
use gametree_games::nim::Heaps;
use gametree_games::squares::Squares;
use gametree_games::{breakthrough, othello, tictactoe};
use serde::Serialize;
use utoipa::ToSchema;

use crate::staff::Staffed;

/// What is said of a game where one is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Playable {
    /// The name in a project's file.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// How positions are written.
    pub positions: &'static str,
    /// First positions to choose from; the first one is the usual one.
    pub starts: &'static [&'static str],
}

/// All games that can be projects.
pub static PLAYABLE: &[Playable] = &[
    Playable {
        name: "chess",
        title: "Chess",
        positions: "a FEN, moves as in e4 e5 Nf3, or a PGN",
        starts: &["startpos"],
    },
    Playable {
        name: "connect4",
        title: "Connect-Four",
        positions: "columns in order of play, as in 4453",
        starts: &["startpos"],
    },
    Playable {
        name: "tictactoe",
        title: "Tic-tac-toe",
        positions: "squares in order of play, as in b2 a1; another board of up to 64 squares before them",
        starts: &["tictactoe", "mnk:4x4x3", "mnk:7x7x4"],
    },
    Playable {
        name: "mnk",
        title: "K in a row",
        positions: "rows, columns and K, then squares in order of play, as in mnk:15x15x5 h8 g7; cube:4 for a cube",
        starts: &["mnk:15x15x5", "mnk:9x9x5", "cube:4"],
    },
    Playable {
        name: "othello",
        title: "Othello",
        positions: "moves as in f5d6c3; othello:6 before them for a smaller board",
        starts: &["othello", "othello:6", "othello:4"],
    },
    Playable {
        name: "breakthrough",
        title: "Breakthrough",
        positions: "moves as in a2a3 b7b6; breakthrough:6x5 before them for another board",
        starts: &["breakthrough", "breakthrough:6", "breakthrough:5"],
    },
    Playable {
        name: "nim",
        title: "Nim",
        positions: "heaps as in 3,4,5 or 1,0,2 second",
        starts: &["nim:3,4,5", "nim:1,3,5,7"],
    },
    Playable {
        name: "squares",
        title: "Race on a row of squares",
        positions: "squares:8, then A's square, B's square and who moves, as in 1,8,A",
        starts: &["squares:4", "squares:8"],
    },
];

/// The names of all games that can be projects.
#[must_use]
pub fn names() -> Vec<&'static str> {
    PLAYABLE.iter().map(|game| game.name).collect()
}

/// What is to be done with a game whose name is known only at run time.
pub trait Visit {
    /// What comes out.
    type Out;

    /// Does it.
    fn run<G: Staffed>(self) -> Self::Out;
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::shown::{Board, Squares};

    /// Reads every start, and looks at its board and moves.
    struct Look(&'static Playable);

    impl Visit for Look {
        type Out = ();

        fn run<G: Staffed>(self) {
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

    fn check_board<G: Staffed>(position: &G) {
        let cells = match position.board() {
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
            assert_eq!(position.wire(m), position.write_move(m));
        }
    }

    #[test]
    fn every_game_of_the_list_opens_and_no_other() {
        for playable in PLAYABLE {
            assert_eq!(
                with_game(playable.name, Look(playable)),
                Some(()),
                "{}",
                playable.name
            );
        }
        let names: HashSet<_> = PLAYABLE.iter().map(|playable| playable.name).collect();
        assert_eq!(names.len(), PLAYABLE.len());
        for name in ["", "Chess", "othello:6", "backgammon"] {
            assert_eq!(with_game(name, Look(&PLAYABLE[0])), None, "{name}");
        }
    }
}
