//! Every game by its rules, its notation and what is known of it.
//!
//! One program for all of them: each further one would compile and link the crate's generic code again.

mod archive;
mod backgammon;
mod backgammon_names;
mod breakthrough;
mod connect4_book;
mod connect4_game;
mod connect4_scored;
mod erased;
mod erased_searches;
mod fork;
mod hearts;
mod kuhn;
mod laws;
mod minmax;
mod nim;
mod othello;
mod othello_endgame;
mod pig;
mod plain_backgammon;
mod queens;
#[path = "../../search/tests/support/searches.rs"]
mod searches;
mod soak;
mod squares;
mod tictactoe;
mod tictactoe3;
mod whist;
mod whist_open;
mod whist_problems;
