//! The games that can be projects: what there is to say of each.

use serde::Serialize;
use utoipa::ToSchema;

/// What is said of a game where one is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct StoredGame {
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
pub static GAMES: &[StoredGame] = &[
    StoredGame {
        name: "chess",
        title: "Chess",
        positions: "a FEN, moves as in e4 e5 Nf3, or a PGN",
        starts: &["startpos"],
    },
    StoredGame {
        name: "connect4",
        title: "Connect-Four",
        positions: "columns in order of play, as in 4453",
        starts: &["startpos"],
    },
    StoredGame {
        name: "tictactoe",
        title: "Tic-tac-toe",
        positions: "squares in order of play, as in b2 a1; another board of up to 64 squares before them",
        starts: &["tictactoe", "mnk:4x4x3", "mnk:7x7x4"],
    },
    StoredGame {
        name: "mnk",
        title: "K in a row",
        positions: "rows, columns and K, then squares in order of play, as in mnk:15x15x5 h8 g7; cube:4 for a cube",
        starts: &["mnk:15x15x5", "mnk:9x9x5", "cube:4"],
    },
    StoredGame {
        name: "othello",
        title: "Othello",
        positions: "moves as in f5d6c3; othello:6 before them for a smaller board",
        starts: &["othello", "othello:6", "othello:4"],
    },
    StoredGame {
        name: "breakthrough",
        title: "Breakthrough",
        positions: "moves as in a2a3 b7b6; breakthrough:6x5 before them for another board",
        starts: &["breakthrough", "breakthrough:6", "breakthrough:5"],
    },
    StoredGame {
        name: "nim",
        title: "Nim",
        positions: "heaps as in 3,4,5 or 1,0,2 second",
        starts: &["nim:3,4,5", "nim:1,3,5,7"],
    },
    StoredGame {
        name: "squares",
        title: "Race on a row of squares",
        positions: "squares:8, then A's square, B's square and who moves, as in 1,8,A",
        starts: &["squares:4", "squares:8"],
    },
];

/// The names of all games that can be projects.
#[must_use]
pub fn names() -> Vec<&'static str> {
    GAMES.iter().map(|game| game.name).collect()
}
